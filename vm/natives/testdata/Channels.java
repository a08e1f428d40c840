import java.io.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;

/** What the file system provider and file channels do beyond reading and writing. */
public class Channels {
    interface Action {
        void run() throws Exception;
    }

    static void show(String name, Action action) {
        System.out.println("== " + name);
        try {
            action.run();
        } catch (Throwable e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Path dir = Files.createTempDirectory("channels");
        Path file = dir.resolve("file");
        show("mapping", () -> {
            try (FileChannel c = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                c.write(ByteBuffer.wrap("0123456789".getBytes()));
                MappedByteBuffer shared = c.map(FileChannel.MapMode.READ_WRITE, 0, 10_000);
                MappedByteBuffer own = c.map(FileChannel.MapMode.PRIVATE, 3, 4);
                shared.put(4, (byte) 'S');
                own.put(0, (byte) 'P');
                shared.force();
                byte[] b = new byte[4];
                c.read(ByteBuffer.wrap(b), 2);
                System.out.println(c.size() + " " + new String(b) + " " + (char) own.get(0) + (char) own.get(1));
                c.truncate(5);
                System.out.println(c.size());
            }
        });
        show("lock", () -> {
            try (FileChannel c = FileChannel.open(file, StandardOpenOption.WRITE); FileLock lock = c.lock(0, 10, false)) {
                System.out.println(lock.isValid() + " " + lock.isShared());
                c.tryLock();
            }
        });
        show("transfer", () -> {
            try (FileChannel from = FileChannel.open(file); FileChannel to = FileChannel.open(dir.resolve("to"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                System.out.println(from.transferTo(1, 100, to) + " " + to.transferFrom(from, 4, 2) + " " + to.size());
            }
        });
        show("attributes", () -> {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
            Files.setLastModifiedTime(file, FileTime.fromMillis(1234567890123L));
            PosixFileAttributes a = Files.readAttributes(file, PosixFileAttributes.class);
            System.out.println(PosixFilePermissions.toString(a.permissions()) + " " + a.lastModifiedTime() + " " + a.size());
            try (FileChannel c = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                c.read(ByteBuffer.allocate(4)); // nothing is written
            }
            System.out.println(file.toFile().lastModified() + " " + file.toFile().setExecutable(true) + " " + file.toFile().canExecute());
            Files.newOutputStream(file, StandardOpenOption.TRUNCATE_EXISTING).close();
            System.out.println(file.toFile().lastModified() == 1234567890123L);
            Files.write(file, new byte[(int) a.size()]);
        });
        show("names", () -> {
            Files.createSymbolicLink(dir.resolve("link"), Path.of("file"));
            Files.createLink(dir.resolve("second"), file);
            System.out.println(Files.readSymbolicLink(dir.resolve("link")) + " " + Files.getAttribute(file, "unix:nlink") + " " + Files.isSameFile(dir.resolve("second"), file));
            System.out.println(dir.toRealPath().relativize(dir.resolve("link").toRealPath()));
            System.out.println(new File(dir.toFile(), "none/../link").getCanonicalFile().getName());
            try (SecureDirectoryStream<Path> s = (SecureDirectoryStream<Path>) Files.newDirectoryStream(dir)) {
                s.deleteFile(Path.of("second"));
                s.move(Path.of("link"), s, Path.of("moved"));
                System.out.println(s.getFileAttributeView(Path.of("file"), BasicFileAttributeView.class).readAttributes().size());
            }
            System.out.println(new TreeSet<>(Arrays.asList(dir.toFile().list())));
        });
        show("watching", () -> {
            try (WatchService watch = dir.getFileSystem().newWatchService()) {
                dir.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
                Files.createFile(dir.resolve("new"));
                for (WatchEvent<?> e : watch.take().pollEvents()) {
                    System.out.println(e.kind() + " " + e.context());
                }
            }
        });
        show("errors", () -> {
            for (Action a : List.<Action>of(
                    () -> Files.readString(dir.resolve("none")), () -> Files.readString(dir), () -> Files.createFile(file),
                    () -> Files.delete(dir), () -> Files.createDirectory(file.resolve("in a file")),
                    () -> new FileOutputStream(dir.toFile()), () -> new RandomAccessFile(dir.resolve("none").toFile(), "r"),
                    () -> dir.resolve("none/file").toFile().createNewFile())) {
                try {
                    a.run();
                    System.out.println("no error");
                } catch (IOException e) {
                    System.out.println(e.toString().replace(dir.toString(), "DIR"));
                }
            }
        });
        show("random devices", () -> System.out.println(new FileInputStream("/dev/random").read(new byte[5])
                + " " + FileChannel.open(Path.of("/dev/urandom")).read(ByteBuffer.allocateDirect(7))));
    }
}

import java.io.*;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.zip.*;

/**
 * The times of files against the program's own clock. The folder to work in may be given (empty: that for temporary
 * files), and a file that was there before the program.
 */
public class FileTimes {
    /** By how much the times of a file system may lag behind the clock, in milliseconds. */
    static final long LAG = 20;
    static Path root;
    static long latest;

    interface Action { void run() throws Exception; }

    /** Whether a file's time lies between that of a moment and now. */
    static String since(long before, long time) {
        return time < before - LAG ? "older" : time > System.currentTimeMillis() ? "in the future" : "since then";
    }

    static long millis(Path path) throws IOException { return Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS).toMillis(); }

    /** Changes a file some time after it was last changed, and says how its times agree with that. */
    static void change(String what, Path file, Action action) throws Exception {
        Thread.sleep(2 * LAG);
        long before = System.currentTimeMillis();
        action.run();
        long time = millis(file);
        System.out.println(what + ": " + since(before, time) + (time > latest ? ", newer than the last" : ", not newer") + (file.toFile().lastModified() == time || Files.isSymbolicLink(file) ? "" : ", another in java.io"));
        latest = time;
    }

    public static void main(String[] args) throws Exception {
        long start = System.currentTimeMillis();
        Path parent = args.length > 0 && !args[0].isEmpty() ? Paths.get(args[0]) : Paths.get(System.getProperty("java.io.tmpdir"));
        root = Files.createTempDirectory(parent, "times");
        try {
            if (args.length > 1) was(start, Paths.get(args[1]));
            changes();
            folders();
            unchanged();
            explicit();
            copies();
            all();
        } finally {
            remove(root.toFile());
        }
    }

    static void was(long start, Path file) throws Exception {
        BasicFileAttributes a = Files.readAttributes(file, BasicFileAttributes.class);
        System.out.println("there before: " + (a.lastModifiedTime().toMillis() <= start) + (file.toFile().lastModified() <= start) + (a.creationTime().toMillis() <= start));
        System.out.println("older than what is new: " + (a.lastModifiedTime().compareTo(Files.getLastModifiedTime(Files.createFile(root.resolve("new")))) < 1));
    }

    static void changes() throws Exception {
        Path file = root.resolve("file");
        change("created", file, () -> Files.createFile(file));
        change("written", file, () -> Files.writeString(file, "text"));
        change("appended", file, () -> Files.writeString(file, "more", StandardOpenOption.APPEND));
        change("truncated by opening", file, () -> new FileOutputStream(file.toFile()).close());
        try (FileOutputStream out = new FileOutputStream(file.toFile(), true)) {
            change("stream", file, () -> out.write(new byte[100]));
            change("stream again", file, () -> out.write(7));
        }
        try (RandomAccessFile r = new RandomAccessFile(file.toFile(), "rw")) {
            change("random access", file, () -> r.write(7));
            change("set length", file, () -> r.setLength(10_000));
        }
        try (FileChannel c = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            change("channel", file, () -> c.write(ByteBuffer.allocate(10)));
            change("at a position", file, () -> c.write(ByteBuffer.allocate(10), 100));
            change("gathering", file, () -> c.write(new ByteBuffer[] {ByteBuffer.allocate(10), ByteBuffer.allocateDirect(10)}));
            change("truncated", file, () -> c.truncate(5000));
            try (FileChannel from = FileChannel.open(Files.write(root.resolve("source"), new byte[1000]))) {
                change("transferred to", file, () -> from.transferTo(0, 1000, c));
                change("transferred from", file, () -> c.transferFrom(from, 0, 1000));
            }
            change("mapped", file, () -> {
                MappedByteBuffer mapped = c.map(FileChannel.MapMode.READ_WRITE, 0, 4096);
                mapped.put(0, (byte) 9);
                mapped.force();
            });
        }
        change("linked", root.resolve("link"), () -> Files.createSymbolicLink(root.resolve("link"), file));
        change("replaced", file, () -> Files.copy(root.resolve("source"), file, StandardCopyOption.REPLACE_EXISTING));
        change("exclusively", root.resolve("own"), () -> root.resolve("own").toFile().createNewFile());
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            out.write(1);
            Files.delete(file);
            System.out.println("removed while open: " + Files.exists(file));
        }
        change("made again", file, () -> Files.createFile(file));
    }

    static void folders() throws Exception {
        Path folder = root.resolve("folder");
        change("folder", folder, () -> Files.createDirectory(folder));
        change("file in it", folder, () -> Files.createFile(folder.resolve("a")));
        change("folder in it", folder, () -> folder.resolve("b").toFile().mkdir());
        change("name in it", folder, () -> folder.resolve("a").toFile().renameTo(folder.resolve("c").toFile()));
        change("moved out of it", folder, () -> Files.move(folder.resolve("c"), root.resolve("c")));
        change("moved to", root, () -> Files.move(root.resolve("c"), root.resolve("d")));
        change("removed from it", folder, () -> folder.resolve("b").toFile().delete());
        change("hard link in it", folder, () -> Files.createLink(folder.resolve("e"), root.resolve("d")));
    }

    /** What does not change the time of a file's contents. */
    static void unchanged() throws Exception {
        Path file = Files.writeString(root.resolve("same"), "text"), moved = root.resolve("moved"), folder = root.resolve("folder");
        FileTime time = Files.getLastModifiedTime(file), folderTime = Files.getLastModifiedTime(folder);
        Thread.sleep(2 * LAG);
        Files.readString(file);
        try (RandomAccessFile r = new RandomAccessFile(file.toFile(), "rw")) {
            r.read();
        }
        Files.newOutputStream(file, StandardOpenOption.APPEND).close();
        System.out.println("read, opened: " + Files.getLastModifiedTime(file).equals(time));
        file.toFile().setReadOnly();
        file.toFile().setWritable(true);
        System.out.println("permissions: " + Files.getLastModifiedTime(file).equals(time));
        Files.move(file, moved);
        System.out.println("moved: " + Files.getLastModifiedTime(moved).equals(time));
        Files.createLink(file, moved);
        Files.delete(moved);
        System.out.println("another name: " + Files.getLastModifiedTime(file).equals(time));
        Files.writeString(folder.resolve("e"), "text");
        folder.toFile().list();
        System.out.println("folder: " + Files.getLastModifiedTime(folder).equals(folderTime));
    }

    static void explicit() throws Exception {
        Path file = root.resolve("explicit"), folder = Files.createDirectory(root.resolve("old"));
        FileTime past = FileTime.fromMillis(1_000_000_000_123L), future = FileTime.fromMillis(4_000_000_000_456L);
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(1);
            Files.setLastModifiedTime(file, past);
        }
        System.out.println("past: " + Files.getLastModifiedTime(file) + " " + file.toFile().lastModified());
        System.out.println("future: " + Files.setLastModifiedTime(file, future).toFile().lastModified());
        System.out.println("by java.io: " + file.toFile().setLastModified(1_234_567_890_000L) + " " + Files.getLastModifiedTime(file));
        Files.getFileAttributeView(file, BasicFileAttributeView.class).setTimes(past, future, null);
        BasicFileAttributes a = Files.readAttributes(file, BasicFileAttributes.class);
        System.out.println("both: " + a.lastModifiedTime() + " " + a.lastAccessTime());
        System.out.println("folder: " + Files.getLastModifiedTime(Files.setLastModifiedTime(folder, past)));
        Path link = Files.createSymbolicLink(root.resolve("dangling"), Paths.get("nothing"));
        Files.getFileAttributeView(link, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS).setTimes(past, null, null);
        System.out.println("link: " + Files.getLastModifiedTime(link, LinkOption.NOFOLLOW_LINKS));
        latest = past.toMillis();
        change("written after that", file, () -> Files.writeString(file, "new"));
        long now = System.currentTimeMillis();
        file.toFile().setLastModified(now);
        System.out.println("touched: " + (file.toFile().lastModified() == now));
    }

    static void copies() throws Exception {
        Path file = Files.writeString(root.resolve("original"), "text"), copy = root.resolve("copy");
        Thread.sleep(2 * LAG);
        Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        System.out.println("copied with its time: " + (millis(copy) == millis(file)));
        latest = millis(file);
        change("copied", copy, () -> Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING));
        Path zip = root.resolve("a.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            ZipEntry entry = new ZipEntry("a");
            entry.setLastModifiedTime(Files.getLastModifiedTime(file));
            out.putNextEntry(entry);
        }
        try (ZipFile in = new ZipFile(zip.toFile())) {
            System.out.println("in an archive: " + (in.getEntry("a").getLastModifiedTime().toMillis() / 1000 == millis(file) / 1000));
        }
    }

    /** All of a file's times. */
    static void all() throws Exception {
        long before = System.currentTimeMillis();
        Path file = Files.createFile(root.resolve("all"));
        FileTime born = Files.readAttributes(file, BasicFileAttributes.class).creationTime();
        System.out.println("born: " + since(before, born.toMillis()));
        Thread.sleep(2 * LAG);
        Files.writeString(file, "text");
        BasicFileAttributes a = Files.readAttributes(file, BasicFileAttributes.class);
        System.out.println("written: " + a.creationTime().equals(born) + " " + a.lastModifiedTime().compareTo(born));
        Files.setLastModifiedTime(file, FileTime.fromMillis(0));
        a = Files.readAttributes(file, BasicFileAttributes.class);
        System.out.println("set: " + a.creationTime().equals(born) + " " + a.lastModifiedTime() + " " + (((FileTime) Files.getAttribute(file, "unix:ctime")).compareTo(born) > 0));
        try (FileChannel open = FileChannel.open(file)) {
            System.out.println("open: " + Files.readAttributes(file, BasicFileAttributes.class).creationTime().equals(born));
        }
    }

    static void remove(File file) {
        File[] files = file.listFiles();
        if (files != null && !Files.isSymbolicLink(file.toPath())) for (File f : files) remove(f);
        file.delete();
    }
}

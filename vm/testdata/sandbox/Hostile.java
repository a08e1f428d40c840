import java.io.*;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.*;
import java.util.*;
import java.util.zip.Deflater;

/** Programs that want to harm the machine they run on; the argument chooses one. */
public class Hostile {
    static volatile long sink;

    public static void main(String[] arguments) throws Throwable {
        switch (arguments[0]) {
            case "exits" -> exits();
            case "hookLoops" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(Hostile::loop));
                System.exit(0);
            }
            case "hookWaits" -> {
                Object never = new Object();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    synchronized (never) {
                        try {
                            never.wait();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                }));
            }
            case "threadsLoop" -> {
                for (int i = 0; i < 20; i++) {
                    new Thread(Hostile::loop).start();
                }
            }
            case "threads" -> {
                while (true) {
                    Thread t = new Thread(() -> {
                        try {
                            Thread.sleep(Long.MAX_VALUE);
                        } catch (InterruptedException e) {
                            loop();
                        }
                    });
                    t.start();
                }
            }
            case "output" -> {
                while (true) {
                    System.out.println("0123456789".repeat(100));
                }
            }
            case "duplicates" -> {
                try (OutputStream out = new FileOutputStream("/dev/stdout")) {
                    byte[] line = new byte[100_000];
                    while (true) {
                        out.write(line);
                    }
                }
            }
            case "offHeap" -> {
                List<ByteBuffer> all = new ArrayList<>();
                while (true) {
                    all.add(ByteBuffer.allocateDirect(1 << 20));
                }
            }
            case "deflaters" -> { // whose state is not in the Java heap
                List<Deflater> all = new ArrayList<>();
                while (true) {
                    Deflater next = new Deflater();
                    next.setInput(new byte[64]);
                    next.deflate(new byte[8]);
                    all.add(next);
                }
            }
            case "classes" -> classes();
            case "files" -> files();
            case "disk" -> disk();
            case "diskWithoutNames" -> diskWithoutNames();
            case "diskByMaps" -> diskByMaps();
            case "diskByCopies" -> diskByCopies();
            case "diskByEntries" -> diskByEntries();
            case "diskInTheDark" -> diskInTheDark();
            case "diskReused" -> diskReused();
            case "litter" -> litter();
            case "strings" -> {
                for (long i = 0; ; i++) {
                    ("a string of its own " + i).intern();
                }
            }
            case "monitors" -> monitors();
            case "finalizer" -> {
                new Object() {
                    @Override
                    protected void finalize() {
                        loop();
                    }
                };
                System.gc();
                System.runFinalization();
            }
            case "catchesAll" -> {
                while (true) {
                    try {
                        recurse(0);
                    } catch (Throwable e) {
                        sink++;
                    } finally {
                        sink++;
                    }
                }
            }
            case "nativeRecursion" -> nativeRecursion(Hostile.class.getMethod("nativeRecursion", Method.class));
            case "initializers" -> System.out.println(new Object[] {new A0()}.length);
            case "signals" -> {
                sun.misc.Signal.raise(new sun.misc.Signal("TERM"));
                loop();
            }
            case "halts" -> Runtime.getRuntime().halt(5);
            case "sleeps" -> Thread.sleep(Long.MAX_VALUE);
            case "deadlock" -> Thread.currentThread().join();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    static class A0 {
        static final Object o = recursive();

        static Object recursive() {
            return recursive();
        }
    }

    public static void nativeRecursion(Method self) throws Throwable {
        self.invoke(null, self);
    }

    static int recurse(int depth) {
        return recurse(depth + 1) + 1;
    }

    static void loop() {
        while (true) {
            sink++;
        }
    }

    static void exits() {
        for (int i = 0; i < 50; i++) {
            new Thread(() -> {
                while (true) {
                    System.exit(7);
                }
            }).start();
        }
    }

    static void classes() throws Throwable {
        byte[] bytes = Hostile.class.getResourceAsStream("Hostile$A0.class").readAllBytes();
        List<Object> all = new ArrayList<>();
        while (true) {
            all.add(MethodHandles.lookup().defineHiddenClass(bytes, false).lookupClass());
        }
    }

    static void files() throws IOException {
        List<Object> all = new ArrayList<>();
        Path file = Files.createTempFile("many", "files");
        while (true) {
            all.add(new FileInputStream(file.toFile()));
        }
    }

    static void disk() throws IOException {
        Path file = Files.createTempFile("large", "file");
        byte[] block = new byte[1 << 20];
        try (OutputStream out = Files.newOutputStream(file)) {
            while (true) {
                out.write(block);
            }
        }
    }

    /** Files without a name take room as long as they are open. */
    static void diskWithoutNames() throws IOException {
        List<Object> all = new ArrayList<>();
        while (true) {
            FileChannel file = FileChannel.open(Files.createTempFile("no", "name"), StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
            file.write(ByteBuffer.allocate(1 << 20), 1 << 30);
            all.add(file);
        }
    }

    /** Pages of mapped files are written to without the VM. */
    static void diskByMaps() throws IOException {
        List<ByteBuffer> all = new ArrayList<>();
        while (true) {
            FileChannel file = FileChannel.open(Files.createTempFile("a", "map"), StandardOpenOption.READ, StandardOpenOption.WRITE);
            all.add(file.map(FileChannel.MapMode.READ_WRITE, 0, 1 << 20));
        }
    }

    static void diskByCopies() throws IOException {
        Path file = Files.write(Files.createTempFile("a", "file"), new byte[1 << 20]);
        for (int i = 0; ; i++) {
            Files.copy(file, file.resolveSibling("copy" + i));
            try (FileChannel from = FileChannel.open(file); FileChannel to = FileChannel.open(file.resolveSibling("sent" + i), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                from.transferTo(0, 1 << 20, to);
            }
        }
    }

    static void diskByEntries() throws IOException {
        Path folder = Files.createTempDirectory("many");
        for (int i = 0; ; i++) {
            Files.createFile(folder.resolve("f" + i));
            Files.createDirectory(folder.resolve("d" + i));
            Files.createSymbolicLink(folder.resolve("l" + i), folder);
        }
    }

    /** What cannot be looked at counts as it was written. */
    static void diskInTheDark() throws IOException {
        Path folder = Files.createTempDirectory("dark");
        for (int i = 0; ; i++) {
            Path inner = Files.createDirectory(folder.resolve("d" + i));
            Files.write(inner.resolve("file"), new byte[1 << 20]);
            Files.setPosixFilePermissions(inner, Set.of());
        }
    }

    /** What is deleted, and what is never written, does not count. */
    static void diskReused() throws IOException {
        Path file = Files.createTempFile("used", "again");
        for (int i = 0; i < 100; i++) {
            Files.write(file, new byte[1 << 20]);
            Files.delete(file);
        }
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(3L << 30); // below the bound of a single file's size
        }
        System.out.println(Files.size(file));
    }

    /** Leaves in the temporary folder what is hard to remove. */
    static void litter() throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir")), deep = temporary;
        for (int i = 0; i < 1000; i++) {
            deep = deep.resolve("d");
        }
        Files.createDirectories(deep);
        Path second = temporary.resolve("s");
        Files.createDirectories(second.resolve(temporary.relativize(deep)));
        Files.move(second, deep.resolve("s"));
        Path closed = Files.createDirectories(temporary.resolve("closed/inner"));
        Files.createFile(closed.resolve("file"));
        for (Path path : List.of(closed, closed.getParent(), temporary)) {
            Files.setPosixFilePermissions(path, Set.of());
        }
        System.out.println(temporary);
    }

    static void monitors() throws InterruptedException {
        List<Object> all = new ArrayList<>();
        while (true) {
            Object o = new Object();
            all.add(o);
            synchronized (o) {
                o.wait(0, 1);
            }
        }
    }
}

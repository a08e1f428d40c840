import java.io.*;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.concurrent.Callable;
import java.util.zip.ZipFile;

/**
 * Tries to get out of the sandbox, and prints what became of each attempt. The arguments are
 * hotlens' own folder, and, if the attempts are to use it, the host's path of the working one.
 */
public class Escapes {
    static Path project = Path.of("").toAbsolutePath();
    static Path outside, secret, notes;
    static Path temporary, cache;
    static int number;

    /** Runs an attempt; one that returns has got something. */
    static void attempt(String name, Callable<Object> attempt) {
        String outcome;
        try {
            outcome = "GOT " + attempt.call();
        } catch (Throwable e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            outcome = cause.getClass().getName() + reason(String.valueOf(cause.getMessage()));
        }
        // What is advised may be relative to the working folder.
        outcome = java.util.regex.Pattern.compile("(--allow-(?:read|write) )(\\.[^,]*)").matcher(outcome)
            .replaceAll(advice -> advice.group(1) + project.resolve(advice.group(2)).normalize());
        System.out.println(++number + " " + name + ": " + outcome.replace(temporary.toString(), "TEMP").replace(cache.toString(), "CACHE")
            .replace(System.getProperty("java.home"), "JDK").replace(System.getProperty("java.class.path"), "CLASSES")
            .replace(project.toString(), "ROOT/project").replace(project.getParent().toString(), "ROOT"));
    }

    /** What hotlens itself says in a message; the library's own words are not tested here. */
    static String reason(String message) {
        var own = java.util.regex.Pattern.compile("hotlens(: | does | has no ).*").matcher(message);
        return own.find() ? ": " + own.group() : "";
    }

    public static void main(String[] arguments) throws Exception {
        cache = Path.of(arguments[0]);
        if (arguments.length > 1) {
            project = Path.of(arguments[1]);
        }
        outside = project.resolveSibling("secret");
        secret = outside.resolve("key.txt");
        notes = project.resolve("notes.txt");
        temporary = Files.createTempDirectory("escape").toRealPath();
        reading();
        writing();
        network();
        processes();
        code();
        memory();
        folders();
        names();
        differences();
    }

    static void reading() {
        attempt("relative path", () -> new FileInputStream("../secret/key.txt").read());
        attempt("dots", () -> new FileReader("./../project/.././secret/./key.txt").read());
        attempt("absolute path", () -> Files.readString(secret));
        attempt("symbolic link to a file", () -> Files.readString(Files.createSymbolicLink(temporary.resolve("file"), secret)));
        attempt("symbolic link to a folder", () -> Files.readString(Files.createSymbolicLink(temporary.resolve("folder"), outside).resolve("key.txt")));
        attempt("link to a link", () -> {
            Path first = Files.createSymbolicLink(temporary.resolve("first"), Path.of("second"));
            Files.createSymbolicLink(temporary.resolve("second"), secret);
            return Files.readString(first);
        });
        attempt("hard link", () -> Files.readString(Files.createLink(temporary.resolve("hard"), secret)));
        attempt("environment of the process", () -> Files.readAllBytes(Path.of("/proc/self/environ")).length);
        attempt("memory of the process", () -> new RandomAccessFile("/proc/self/mem", "r").length());
        attempt("maps of the process", () -> Files.readAllLines(Path.of("/proc/self/maps")).size());
        attempt("root of the process", () -> Files.readString(Path.of("/proc/self/root" + secret)));
        attempt("working folder of the process", () -> Files.readString(Path.of("/proc/self/cwd/../secret/key.txt")));
        attempt("descriptors of the process", () -> {
            for (int fd = 3; fd < 40; fd++) {
                try (RandomAccessFile file = new RandomAccessFile("/proc/self/fd/" + fd, "rw")) {
                    if (file.length() > 0) { // /dev/null is everybody's
                        return fd + " has " + file.length();
                    }
                } catch (FileNotFoundException expected) {
                    if (!expected.getMessage().contains("hotlens: ") || !expected.getMessage().contains(" permitted")) {
                        throw expected;
                    }
                }
            }
            throw new FileNotFoundException("all of them");
        });
        attempt("a descriptor by number", () -> {
            FileDescriptor descriptor = new FileDescriptor();
            Field number = FileDescriptor.class.getDeclaredField("fd");
            theUnsafe().putInt(descriptor, theUnsafe().objectFieldOffset(number), 5);
            return new FileInputStream(descriptor).read();
        });
        attempt("list a folder", () -> Objects.requireNonNull(outside.toFile().list()).length);
        attempt("walk a folder", () -> Files.walk(outside).count());
        attempt("does it exist", () -> {
            if (!Files.exists(secret) && !secret.toFile().exists()) {
                throw new FileNotFoundException("not seen");
            }
            return "exists";
        });
        attempt("size", () -> Files.size(secret));
        attempt("map a file", () -> FileChannel.open(secret, StandardOpenOption.READ).map(FileChannel.MapMode.READ_ONLY, 0, 7).get());
        attempt("url", () -> secret.toUri().toURL().openStream().read());
        attempt("zip", () -> new ZipFile(secret.toFile()).size());
        attempt("zip file system", () -> FileSystems.newFileSystem(secret).getPath("/"));
        attempt("class loader", () -> new URLClassLoader(new URL[] {outside.toUri().toURL()}).loadClass("Key"));
        attempt("copy", () -> Files.copy(secret, temporary.resolve("copy")));
        attempt("home", () -> Files.list(Path.of("/root")).count());
        attempt("environment variable", () -> Objects.requireNonNull(System.getenv("HOTLENS_TEST_SECRET")));
        attempt("whole environment", () -> {
            for (String name : System.getenv().keySet()) {
                if (name.contains("SECRET")) {
                    return name;
                }
            }
            throw new IOException("not to be seen");
        });
        attempt("who the user is", () -> {
            if (System.getProperty("user.name").equals("user") && Path.of(System.getProperty("user.home")).toRealPath().equals(temporary.getParent())
                    && System.getenv("HOME").equals(System.getProperty("user.home"))) {
                throw new IOException("nobody knows");
            }
            return System.getProperty("user.name") + " in " + System.getProperty("user.home");
        });
        attempt("password file", () -> Files.readAllLines(Path.of("/etc/passwd")).size());
    }

    static void writing() {
        attempt("write beside", () -> Files.writeString(outside.resolve("planted.txt"), "x"));
        attempt("write into the workspace", () -> {
            new FileOutputStream("notes.txt").write(1);
            return "written";
        });
        attempt("append", () -> new FileWriter("notes.txt", true));
        attempt("random access", () -> new RandomAccessFile("notes.txt", "rw"));
        attempt("map for writing", () -> FileChannel.open(notes, StandardOpenOption.READ, StandardOpenOption.WRITE).map(FileChannel.MapMode.READ_WRITE, 0, 1));
        attempt("hard link to the workspace", () -> {
            Path link = Files.createLink(temporary.resolve("notes"), notes);
            return Files.writeString(link, "overwritten");
        });
        attempt("through a symbolic link", () -> Files.writeString(Files.createSymbolicLink(temporary.resolve("out"), outside.resolve("planted.txt")), "x"));
        attempt("delete", () -> {
            Files.delete(notes);
            return "deleted";
        });
        attempt("delete by File", () -> {
            if (!notes.toFile().delete()) {
                throw new IOException("File.delete says no");
            }
            return "deleted";
        });
        attempt("move away", () -> Files.move(notes, temporary.resolve("moved")));
        attempt("move out", () -> Files.move(Files.createFile(temporary.resolve("inner")), outside.resolve("planted.txt")));
        attempt("make a folder", () -> Files.createDirectory(project.resolve("new")));
        attempt("make a temporary file elsewhere", () -> File.createTempFile("planted", null, project.toFile()));
        attempt("permissions", () -> Files.setPosixFilePermissions(notes, PosixFilePermissions.fromString("rwxrwxrwx")));
        attempt("times", () -> Files.setLastModifiedTime(notes, FileTime.fromMillis(0)));
        attempt("owner", () -> Files.setOwner(notes, Files.getOwner(temporary)));
        attempt("heap dump", () -> {
            ManagementFactory.getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class).dumpHeap(project.resolve("heap.hprof").toString(), true);
            return "dumped";
        });
        attempt("preferences", () -> {
            java.util.prefs.Preferences.userRoot().put("planted", "x");
            java.util.prefs.Preferences.userRoot().flush();
            throw new IOException("no file of the user's has it");
        });
    }

    static void network() {
        attempt("socket", () -> new Socket("127.0.0.1", 9));
        attempt("server socket", () -> new ServerSocket(0));
        attempt("socket channel", () -> SocketChannel.open(new InetSocketAddress("127.0.0.1", 9)));
        attempt("datagram", () -> new DatagramSocket());
        attempt("name", () -> InetAddress.getByName("example.org"));
        attempt("http", () -> new URL("http://127.0.0.1:9/").openStream());
        attempt("http client", () -> java.net.http.HttpClient.newHttpClient().send(
            java.net.http.HttpRequest.newBuilder(URI.create("http://127.0.0.1:9/")).build(), java.net.http.HttpResponse.BodyHandlers.ofString()).body());
        attempt("unix socket", () -> SocketChannel.open(UnixDomainSocketAddress.of("/run/x")));
        attempt("asynchronous", () -> AsynchronousSocketChannel.open().connect(new InetSocketAddress("127.0.0.1", 9)).get());
        attempt("interfaces", () -> Collections.list(NetworkInterface.getNetworkInterfaces()).size());
    }

    static void processes() {
        attempt("exec", () -> Runtime.getRuntime().exec("id"));
        attempt("process builder", () -> new ProcessBuilder("sh", "-c", "touch planted").start());
        attempt("pipeline", () -> ProcessBuilder.startPipeline(List.of(new ProcessBuilder("id"), new ProcessBuilder("cat"))));
        attempt("destroy the parent", () -> {
            boolean destroyed = ProcessHandle.current().parent().map(ProcessHandle::destroyForcibly).orElse(false);
            if (!destroyed) {
                throw new IOException("no parent, or it lives");
            }
            return "destroyed";
        });
        attempt("other processes", () -> {
            long others = ProcessHandle.allProcesses().filter(p -> p.pid() != ProcessHandle.current().pid()).count();
            if (others == 0) {
                throw new IOException("none to be seen");
            }
            return others;
        });
        attempt("attach", () -> com.sun.tools.attach.VirtualMachine.attach("1"));
    }

    static native void nowhere();

    static void code() {
        attempt("load a library", () -> {
            System.load("/lib/x86_64-linux-gnu/libc.so.6");
            return "loaded";
        });
        attempt("load a library by name", () -> {
            System.loadLibrary("c");
            return "loaded";
        });
        attempt("native method", () -> {
            nowhere();
            return "called";
        });
        attempt("internals by reflection", () -> {
            Field f = Class.forName("java.lang.ProcessEnvironment").getDeclaredField("theEnvironment");
            f.setAccessible(true);
            return f.get(null);
        });
        attempt("internal class", () -> Class.forName("jdk.internal.misc.Unsafe").getMethod("getUnsafe").invoke(null));
        attempt("foreign memory", () -> Class.forName("jdk.incubator.foreign.MemorySegment").getMethod("globalNativeSegment").invoke(null));
    }

    static sun.misc.Unsafe theUnsafe() throws Exception {
        Field f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        f.setAccessible(true);
        return (sun.misc.Unsafe) f.get(null);
    }

    static int field = 7;
    int value = 7;

    static void memory() throws Exception {
        sun.misc.Unsafe unsafe = theUnsafe();
        long[] addresses = {0, 8, 4096, 0x40000000L, 0x7fffffffL, 0x80000000L, 0xffffffffL, 0x100000000L, 0x7f0000000000L, -1, Long.MIN_VALUE};
        attempt("read wild addresses", () -> wild(addresses, unsafe::getLong));
        attempt("write wild addresses", () -> wild(addresses, a -> {
            unsafe.putLong(a, 42);
            return 0L;
        }));
        attempt("copy from wild addresses", () -> wild(addresses, a -> {
            unsafe.copyMemory(null, a, new byte[64], sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET, 64);
            return 0L;
        }));
        attempt("fill wild addresses", () -> wild(addresses, a -> {
            unsafe.setMemory(a, 1L << 40, (byte) 1);
            return 0L;
        }));
        attempt("free wild addresses", () -> wild(new long[] {8, 4096, -8}, a -> {
            unsafe.freeMemory(a);
            return 0L;
        }));
        attempt("behind an object", () -> wild(new long[] {64, 1 << 20, 0xfffffff0L, 1L << 40, -4}, a -> (long) unsafe.getInt(new Escapes(), a)));
        attempt("the length of an array", () -> {
            int[] array = new int[1];
            for (long offset = 0; offset < sun.misc.Unsafe.ARRAY_INT_BASE_OFFSET; offset += 4) {
                long at = offset;
                wild(new long[] {at}, a -> {
                    unsafe.putInt(array, a, 0x7fffffff);
                    return 0L;
                });
            }
            throw new InternalError("the length is still " + array.length);
        });
        attempt("the class of an object", () -> {
            Object o = new Escapes();
            wild(new long[] {0, 4}, a -> {
                unsafe.putInt(o, a, 0x41414141);
                return 0L;
            });
            throw new InternalError("it is still of " + o.getClass());
        });
        attempt("another class's static fields", () -> wild(new long[] {0x10000, 0x20000, 0x1000000, 0x10000000}, a -> (long) unsafe.getInt(Escapes.class, a)));
        attempt("too much memory", () -> unsafe.allocateMemory(1L << 40));
        attempt("direct buffer", () -> ByteBuffer.allocateDirect(Integer.MAX_VALUE));
    }

    static SecureDirectoryStream<Path> open(Path folder) throws IOException {
        return (SecureDirectoryStream<Path>) Files.newDirectoryStream(folder);
    }

    static final Set<OpenOption> reading = Set.of(StandardOpenOption.READ);
    static final Set<OpenOption> writing = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);

    /** An open folder that has been removed, and a link whose name is what the system then says of it. */
    static SecureDirectoryStream<Path> removed(String name) throws IOException {
        Path folder = Files.createDirectory(temporary.resolve(name));
        SecureDirectoryStream<Path> stream = open(folder);
        Files.delete(folder);
        Files.createSymbolicLink(temporary.resolve(name + " (deleted)"), outside);
        return stream;
    }

    /** Enough steps up to reach the root from anywhere. */
    static final String up = "../".repeat(25);

    /** An open folder that has been removed; what the system then calls it leads deep into the own folder. */
    static SecureDirectoryStream<Path> sunk(String name) throws IOException {
        Path deep = temporary;
        for (int i = 0; i < 40; i++) {
            deep = deep.resolve("d");
        }
        Files.createDirectories(deep);
        Path folder = Files.createDirectory(temporary.resolve(name));
        SecureDirectoryStream<Path> stream = open(folder);
        Files.delete(folder);
        Files.createSymbolicLink(temporary.resolve(name + " (deleted)"), deep);
        return stream;
    }

    /** A link out, whose own path is too long for the system, by a shorter name. */
    static Path distant(String name) throws IOException {
        Path half = Path.of("");
        for (int i = 0; i < 13; i++) {
            half = half.resolve("d".repeat(180));
        }
        Path first = temporary.resolve("first-half"), second = temporary.resolve("second-half"), between = temporary.resolve("short");
        if (!Files.exists(first)) {
            Files.createDirectories(first.resolve(half));
            Files.createDirectories(second.resolve(half));
            Files.createSymbolicLink(between, Path.of("first-half").resolve(half));
        }
        Path inner = Files.exists(second) ? second : between.resolve("second-half");
        Path link = Files.createSymbolicLink(inner.resolve(half).resolve(name), outside);
        if (inner == second) {
            Files.move(second, between.resolve("second-half"));
            link = between.resolve("second-half").resolve(half).resolve(name);
        }
        return link;
    }

    /** Open folders, and such as are not where they were. */
    static void folders() {
        attempt("up from a removed folder", () -> sunk("sunk").newByteChannel(Path.of(up + secret), reading).size());
        attempt("write up from a removed folder", () -> sunk("drowned").newByteChannel(Path.of(up + outside + "/planted.txt"), writing).write(ByteBuffer.allocate(1)));
        attempt("delete up from a removed folder", () -> {
            sunk("lower").deleteFile(Path.of(up + secret));
            return "deleted";
        });
        attempt("up from a removed folder by its descriptor", () -> {
            try (SecureDirectoryStream<Path> stream = sunk("lowest")) {
                IOException last = null;
                for (int fd = 0; fd < 60; fd++) {
                    try {
                        return Files.readString(Path.of("/proc/self/fd/" + fd + "/" + up + secret));
                    } catch (IOException expected) {
                        last = expected;
                    }
                }
                throw last;
            }
        });
        attempt("read in a removed folder", () -> removed("gone").newByteChannel(Path.of("key.txt"), reading).size());
        attempt("write in a removed folder", () -> removed("lost").newByteChannel(Path.of("planted.txt"), writing).write(ByteBuffer.allocate(1)));
        attempt("above a removed folder", () -> removed("left").newByteChannel(Path.of("../first"), reading).size());
        attempt("attributes in a removed folder", () -> removed("past").getFileAttributeView(Path.of("key.txt"), BasicFileAttributeView.class).readAttributes().size());
        attempt("delete in a removed folder", () -> {
            removed("late").deleteFile(Path.of("key.txt"));
            return "deleted";
        });
        attempt("move out of a removed folder", () -> {
            removed("old").move(Path.of("key.txt"), open(temporary), Path.of("stolen"));
            return "moved";
        });
        attempt("above an open folder", () -> open(project).newByteChannel(Path.of("../secret/key.txt"), reading).size());
        attempt("through a link in an open folder", () -> {
            Files.createSymbolicLink(temporary.resolve("inside"), outside);
            return open(temporary).newByteChannel(Path.of("inside/key.txt"), reading).size();
        });
        attempt("an open folder of an open folder", () -> open(temporary).newDirectoryStream(Path.of("inside")).iterator().next());
        attempt("write in an open folder", () -> open(project).newByteChannel(Path.of("planted.txt"), writing));
        attempt("delete in an open folder", () -> {
            open(project).deleteFile(Path.of("notes.txt"));
            return "deleted";
        });
        attempt("move from an open folder", () -> {
            open(project).move(Path.of("notes.txt"), open(temporary), Path.of("taken"));
            return "moved";
        });
        attempt("permissions in an open folder", () -> {
            open(project).getFileAttributeView(Path.of("notes.txt"), PosixFileAttributeView.class).setPermissions(PosixFilePermissions.fromString("rwxrwxrwx"));
            return "changed";
        });
        attempt("times of an open folder", () -> {
            open(project).getFileAttributeView(BasicFileAttributeView.class).setTimes(FileTime.fromMillis(0), null, null);
            return "changed";
        });
        attempt("attributes of its own kind", () -> Files.getFileAttributeView(notes, UserDefinedFileAttributeView.class).write("user.planted", ByteBuffer.allocate(1)));
        attempt("watch a folder", () -> outside.register(FileSystems.getDefault().newWatchService(), StandardWatchEventKinds.ENTRY_CREATE));
        attempt("watch through a link", () -> temporary.resolve("inside").register(FileSystems.getDefault().newWatchService(), StandardWatchEventKinds.ENTRY_CREATE));
        attempt("watch a folder that does not exist", () -> outside.resolve("none").register(FileSystems.getDefault().newWatchService(), StandardWatchEventKinds.ENTRY_CREATE));
        attempt("read a link with a path that is too long", () -> Files.readString(distant("link").resolve("key.txt")));
        attempt("size behind it", () -> Files.size(distant("size").resolve("key.txt")));
        attempt("make a folder behind it", () -> Files.createDirectory(distant("make").resolve("planted")));
        attempt("delete behind it", () -> {
            Files.delete(distant("delete").resolve("key.txt"));
            return "deleted";
        });
        attempt("open a folder behind it", () -> open(distant("list")).newByteChannel(Path.of("key.txt"), reading).size());
        attempt("exchange a folder for a link", () -> {
            Path folder = Files.createDirectory(temporary.resolve("flip"));
            Files.writeString(folder.resolve("key.txt"), "own");
            Path away = temporary.resolve("away"), link = Files.createSymbolicLink(temporary.resolve("flap"), outside);
            Thread other = new Thread(() -> {
                try {
                    for (int i = 0; i < 200; i++) {
                        Files.move(folder, away);
                        Files.move(link, folder);
                        Thread.yield();
                        Files.move(folder, link);
                        Files.move(away, folder);
                        Thread.yield();
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            other.start();
            IOException last = null;
            for (int i = 0; i < 400; i++) {
                try {
                    String text = Files.readString(folder.resolve("key.txt"));
                    if (!text.equals("own")) {
                        return text;
                    }
                } catch (IOException e) {
                    last = e;
                }
                Thread.yield();
            }
            other.join();
            throw last == null ? new IOException("always its own") : new IOException("its own, or nothing");
        });
        attempt("walk through a link", () -> {
            Path[] found = {null};
            Files.walkFileTree(temporary.resolve("inside"), EnumSet.of(FileVisitOption.FOLLOW_LINKS), 2, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    found[0] = attributes.isRegularFile() ? file : found[0];
                    return FileVisitResult.CONTINUE;
                }
            });
            return Objects.requireNonNull(found[0]);
        });
        attempt("copy onto a link", () -> Files.copy(notes, Files.createSymbolicLink(temporary.resolve("target"), outside.resolve("planted.txt")), LinkOption.NOFOLLOW_LINKS));
        attempt("move the temporary folder's own folder", () -> Files.move(cache.resolve("scratch"), temporary.resolve("scratch")));
        attempt("a folder in the workspace's place", () -> Files.move(Files.createDirectory(temporary.resolve("mine")), project, StandardCopyOption.REPLACE_EXISTING));
        attempt("second name of a link", () -> Files.readString(Files.createLink(temporary.resolve("again"), temporary.resolve("first"))));
        attempt("temporary folders of others", () -> Files.list(cache.resolve("scratch")).count());
        attempt("compiled code", () -> Files.writeString(cache.resolve("code").resolve("planted"), "x"));
        attempt("the JDK", () -> Files.writeString(Path.of(System.getProperty("java.home"), "conf", "planted.properties"), "x"));
        attempt("the class path", () -> Files.writeString(Path.of(System.getProperty("java.class.path"), "Planted.class"), "x"));
    }

    /** Other names of files, and other ways to name them. */
    static void names() {
        for (String folder : List.of("/proc/self/fd/", "/dev/fd/", "/proc/thread-self/fd/")) {
            attempt("above " + folder, () -> {
                IOException last = null;
                for (int fd = 0; fd < 60; fd++) {
                    for (String name : List.of("/..", "/../secret/key.txt", "/../../../../../../../../../../../../etc/passwd")) {
                        try {
                            return Files.readAttributes(Path.of(folder + fd + name), BasicFileAttributes.class).fileKey() + " by " + fd;
                        } catch (IOException expected) {
                            last = expected;
                        }
                    }
                }
                throw last;
            });
        }
        for (String name : List.of("/proc/self/exe", "/proc/self/cwd", "/proc/self/fd/1", "/proc/self/root")) {
            attempt("where " + name + " leads", () -> Files.readSymbolicLink(Path.of(name)));
            attempt("the real path of " + name, () -> Path.of(name).toRealPath());
        }
        for (String name : List.of("/proc/1/environ", "/proc/1/root/etc/passwd", "/proc/self/task", "/proc/self/map_files", "/proc/self/../1/cmdline",
                "/proc/cmdline", "/sys/kernel", "/dev/mem", "/dev/kmsg", "/dev/tty", "/dev/shm/../../etc/passwd", "/dev/stdin/../../etc/passwd", "/dev/null/../../etc/passwd")) {
            attempt("read " + name, () -> new FileInputStream(name).read());
        }
        for (String name : List.of("/dev/shm/planted", "/tmp/.attach_pid1", "/tmp/.java_pid1", "/proc/self/mem", "/proc/self/oom_score_adj", "/dev/stdin/planted", "/etc/localtime", "/dev/zero")) {
            attempt("write " + name, () -> {
                new FileOutputStream(name, true).write(1);
                return "written";
            });
        }
        attempt("change a device", () -> Files.setPosixFilePermissions(Path.of("/dev/null"), PosixFilePermissions.fromString("rwxrwxrwx")));
        attempt("remove a device", () -> {
            Files.delete(Path.of("/dev/null"));
            return "removed";
        });
        attempt("url of the process", () -> new URL("file:///proc/self/environ").openStream().read());
        attempt("url of a folder", () -> new URL(outside.toUri().toString()).openStream().read());
        attempt("url in a jar", () -> new URL("jar:" + outside.resolve("key.txt").toUri() + "!/x").openStream().read());
        attempt("url with dots", () -> new URL("file:" + project + "/../secret/key.txt").openStream().read());
        attempt("resource", () -> Objects.requireNonNull(Escapes.class.getResourceAsStream("/../root/secret/key.txt")).read());
        attempt("resource of a loader", () -> Objects.requireNonNull(new URLClassLoader(new URL[] {project.toUri().toURL()}).getResource("../secret/key.txt")));
        attempt("services of a folder", () -> ServiceLoader.load(Runnable.class, new URLClassLoader(new URL[] {outside.toUri().toURL()})).iterator().next());
        attempt("make an archive", () -> FileSystems.newFileSystem(URI.create("jar:" + outside.resolve("planted.zip").toUri()), Map.of("create", "true")));
        attempt("log file", () -> new java.util.logging.FileHandler(outside + "/planted%u.log"));
        attempt("log file with dots", () -> new java.util.logging.FileHandler("%t/../../../../../../../../../../../.." + outside + "/planted%u.log"));
        attempt("delete on exit", () -> {
            notes.toFile().deleteOnExit();
            throw new IOException("the tree of files will show it");
        });
        attempt("print to a file", () -> new PrintStream("../secret/planted.txt"));
        attempt("scan a file", () -> new Scanner(new File("../secret/key.txt")).nextLine());
        attempt("lock a file", () -> FileChannel.open(notes, StandardOpenOption.WRITE).lock());
        attempt("truncate", () -> FileChannel.open(notes, StandardOpenOption.READ).truncate(0));
        attempt("transfer into", () -> FileChannel.open(notes, StandardOpenOption.READ).transferFrom(FileChannel.open(Files.createTempFile("a", "b"), StandardOpenOption.READ), 0, 1));
        attempt("asynchronous file", () -> AsynchronousFileChannel.open(secret, StandardOpenOption.READ).size());
        attempt("module path", () -> java.lang.module.ModuleFinder.of(outside).findAll().size());
        attempt("compile", () -> {
            if (javax.tools.ToolProvider.getSystemJavaCompiler().run(null, OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), secret.toString()) != 0) {
                throw new IOException("no source");
            }
            return "read";
        });
    }

    /** What is not permitted must look the same whether it exists or not. */
    static void differences() {
        Path missing = outside.resolve("nil.txt"), missingFolder = project.resolveSibling("absent");
        for (boolean real : new boolean[] {true, false}) {
            Path file = real ? secret : missing, folder = real ? outside : missingFolder;
            Map<String, Callable<Object>> calls = new LinkedHashMap<>();
            calls.put("read", () -> Files.readString(file));
            calls.put("stream", () -> new FileInputStream(file.toFile()));
            calls.put("attributes", () -> Files.readAttributes(file, "*"));
            calls.put("link", () -> Files.readSymbolicLink(file));
            calls.put("real path", () -> file.toRealPath());
            calls.put("canonical path", () -> file.toFile().getCanonicalPath());
            calls.put("through", () -> Files.size(folder.resolve("../project/notes.txt")));
            calls.put("file through", () -> new File(folder.toFile(), "../project/notes.txt").length());
            calls.put("access", () -> file.toFile().canRead() + " " + file.toFile().canWrite() + " " + file.toFile().canExecute() + " " + file.toFile().exists());
            calls.put("space", () -> file.toFile().getTotalSpace());
            calls.put("store", () -> Files.getFileStore(file));
            calls.put("same", () -> Files.isSameFile(file, notes));
            calls.put("list", () -> folder.toFile().list());
            calls.put("make", () -> Files.createDirectory(file));
            calls.put("make by File", () -> folder.toFile().mkdir() + " " + file.toFile().renameTo(temporary.resolve("f").toFile()) + " " + file.toFile().setReadOnly() + " " + file.toFile().setLastModified(0));
            calls.put("make a file", () -> file.toFile().createNewFile());
            calls.put("remove", () -> Files.deleteIfExists(file));
            calls.put("move", () -> Files.move(temporary.resolve("first"), file));
            calls.put("link to", () -> Files.createLink(temporary.resolve("l"), file));
            calls.put("owner", () -> Files.getOwner(file));
            calls.put("watch", () -> folder.register(FileSystems.getDefault().newWatchService(), StandardWatchEventKinds.ENTRY_CREATE));
            calls.put("stream of a folder", () -> Files.newDirectoryStream(folder));
            calls.forEach((name, call) -> {
                String outcome;
                try {
                    outcome = String.valueOf(call.call());
                } catch (Throwable e) {
                    outcome = e.toString();
                }
                outcome = outcome.replace("nil.txt", "key.txt").replace("absent", "secret");
                String before = seen.putIfAbsent(name, outcome);
                if (!real) {
                    String text = before.equals(outcome) ? "looks the same" : before + " but " + outcome;
                    attempt("see the difference: " + name, () -> {
                        if (text.equals("looks the same")) {
                            throw new IOException(text);
                        }
                        return text;
                    });
                }
            });
        }
        attempt("where a link outside leads", () -> {
            String canonical = outside.resolve("alias").toFile().getCanonicalPath();
            if (canonical.endsWith("alias")) {
                throw new IOException("only as text");
            }
            return canonical;
        });
        attempt("name of a user", () -> FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName("root"));
        attempt("name of a group", () -> FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByGroupName("daemon"));
        attempt("owner of a file", () -> {
            String owner = Files.getOwner(notes).getName(), group = Files.readAttributes(notes, PosixFileAttributes.class).group().getName();
            if (owner.equals("user") && group.equals("user")) {
                throw new IOException("nobody knows");
            }
            return owner + " " + group;
        });
        attempt("owner of the root", () -> {
            String owner = Files.getOwner(Path.of("/")).getName();
            if (owner.equals("user") || owner.matches("[0-9]+")) {
                throw new IOException("no name");
            }
            return owner;
        });
        attempt("user of the system", () -> {
            String name = new com.sun.security.auth.module.UnixSystem().getUsername();
            if (name.equals("user")) {
                throw new IOException("nobody knows");
            }
            return name;
        });
        attempt("command of the process", () -> ProcessHandle.current().info().command().orElseThrow());
        attempt("user of the process", () -> ProcessHandle.current().info().user().orElseThrow());
    }

    static final Map<String, String> seen = new HashMap<>();

    interface Access {
        long at(long address) throws Exception;
    }

    /** Every one of the accesses has to fail; the last failure is thrown on. */
    static Object wild(long[] addresses, Access access) throws Throwable0 {
        Throwable last = null;
        for (long address : addresses) {
            try {
                return "at " + Long.toHexString(address) + ": " + access.at(address);
            } catch (Throwable e) {
                last = e;
            }
        }
        throw new Throwable0(last);
    }

    static class Throwable0 extends Exception {
        Throwable0(Throwable cause) {
            super(cause);
        }
    }
}

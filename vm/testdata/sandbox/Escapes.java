import java.io.*;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.*;
import java.util.concurrent.Callable;
import java.util.zip.ZipFile;

/** Tries to get out of the sandbox, and prints what became of each attempt. */
public class Escapes {
    static final Path project = Path.of("").toAbsolutePath();
    static final Path outside = project.resolveSibling("secret");
    static final Path secret = outside.resolve("key.txt");
    static final Path notes = project.resolve("notes.txt");
    static Path temporary;
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
        System.out.println(++number + " " + name + ": " + outcome.replace(temporary.toString(), "TEMP").replace(project.getParent().toString(), "ROOT"));
    }

    /** What hotlens itself says in a message; the library's own words are not tested here. */
    static String reason(String message) {
        var own = java.util.regex.Pattern.compile("hotlens(: | does | has no ).*").matcher(message);
        return own.find() ? ": " + own.group() : "";
    }

    public static void main(String[] arguments) throws Exception {
        temporary = Files.createTempDirectory("escape").toRealPath();
        reading();
        writing();
        network();
        processes();
        code();
        memory();
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
        attempt("environment variable", () -> System.getenv("HOTLENS_TEST_SECRET"));
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

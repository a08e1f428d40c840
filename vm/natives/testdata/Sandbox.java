import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.security.SecureRandom;
import java.util.*;

/** What the sandbox lets a program do, and how it says no. */
public class Sandbox {
    interface Action {
        Object run() throws Exception;
    }

    static final Path OUTSIDE = Path.of(System.getProperty("outside"));

    static void show(String name, Action action) {
        try {
            System.out.println(name + ": " + action.run());
        } catch (Throwable e) {
            System.out.println(name + " -> " + e);
        }
    }

    static Path temporary(String name) throws IOException {
        return Files.createTempDirectory("dir").resolve(name);
    }

    public static void main(String[] args) throws Exception {
        Path secret = OUTSIDE.resolve("secret"), fresh = OUTSIDE.resolve("fresh");
        show("FileInputStream", () -> new FileInputStream(secret.toFile()));
        show("FileOutputStream", () -> new FileOutputStream(fresh.toFile()));
        show("RandomAccessFile", () -> new RandomAccessFile(fresh.toFile(), "rw"));
        show("Files.readString", () -> Files.readString(secret));
        show("Files.writeString", () -> Files.writeString(fresh, "x"));
        show("Files.list", () -> Files.list(OUTSIDE));
        show("File", () -> secret.toFile().exists() + " " + secret.toFile().length() + " " + OUTSIDE.toFile().list() + " " + secret.toFile().delete());
        show("createNewFile", () -> fresh.toFile().createNewFile());
        show("createDirectory", () -> Files.createDirectory(fresh));
        show("delete", () -> {
            Files.delete(secret);
            return "deleted";
        });
        show("link to an outside file", () -> Files.readString(Files.createSymbolicLink(temporary("link"), secret)));
        show("link to an outside folder", () -> Files.readString(Files.createSymbolicLink(temporary("link"), OUTSIDE).resolve("secret")));
        show("writing through a link", () -> Files.writeString(Files.createSymbolicLink(temporary("link"), fresh), "x"));
        show("second name", () -> Files.createLink(temporary("name"), secret));
        show("moving out", () -> Files.move(Files.createTempFile("a", "b"), fresh));
        show("dots", () -> new FileInputStream(temporary("") + "/../../outside/secret"));
        show("environment of the process", () -> Files.readString(Path.of("/proc/self/environ")).length());
        show("temporary file", () -> {
            Path p = Files.createTempFile("a", "b");
            Files.writeString(p, "kept");
            return Files.readString(p) + " " + Files.size(p) + " " + p.toRealPath().equals(p);
        });
        show("devices", () -> new FileInputStream("/dev/null").read() + " " + new FileInputStream("/dev/urandom").read(new byte[3]));
        show("socket", () -> new Socket("127.0.0.1", 9));
        show("server", () -> new ServerSocket(0));
        show("URL", () -> new URL("http://127.0.0.1/").openStream());
        show("name", () -> InetAddress.getByName("example.org"));
        show("local host", () -> InetAddress.getLocalHost());
        show("interfaces", () -> NetworkInterface.getNetworkInterfaces());
        show("process", () -> new ProcessBuilder("ls").start());
        show("library", () -> {
            System.load("/lib/libc.so.6");
            return "loaded";
        });
        show("own process", () -> ProcessHandle.current().pid() + " " + ProcessHandle.current().isAlive() + " " + ProcessHandle.allProcesses().count());
        show("randomness", () -> new SecureRandom().nextInt() + " " + UUID.randomUUID());
        show("zone", () -> TimeZone.getDefault().getID());
    }
}

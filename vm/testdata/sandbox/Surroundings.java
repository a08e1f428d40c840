import java.io.File;
import java.io.FileWriter;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.file.*;
import java.nio.file.attribute.FileTime;
import java.time.ZonedDateTime;
import java.util.*;
import java.util.stream.Stream;

/** Looks at all that a program can see of where it runs, and prints it. */
public class Surroundings {
    public static void main(String[] arguments) throws Exception {
        System.out.println(new TreeMap<>(System.getProperties()));
        System.out.println(new TreeMap<>(System.getenv()) + " " + System.getenv("EDITOR") + " " + System.getenv("LANG"));
        System.out.println(Locale.getDefault() + " " + TimeZone.getDefault().getID() + " " + ZonedDateTime.now() + " " + String.format("%,.2f", 1234.5));
        System.out.println(Runtime.getRuntime().availableProcessors() + " " + Runtime.getRuntime().maxMemory() + " " + ProcessHandle.current().pid() + " "
            + InetAddress.getLocalHost() + " " + System.console());
        var system = (com.sun.management.UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        System.out.println(system.getTotalMemorySize() + " " + system.getMaxFileDescriptorCount() + " " + system.getVersion() + " " + ManagementFactory.getRuntimeMXBean().getName());
        System.out.println(new com.sun.security.auth.module.UnixSystem().getUid() + " " + new Object().hashCode() + " " + new Random().nextInt() + " " + UUID.randomUUID());

        Path here = Path.of("");
        for (Path path : List.of(here, here.resolve("data"), here.resolve("data/a.txt"), here.resolve("../beside"), Path.of(System.getProperty("java.home"), "lib", "modules"))) {
            describe(path);
        }
        System.out.println(here.toAbsolutePath() + " " + here.toRealPath() + " " + new File("..").getCanonicalPath() + " " + new File("data/../data/./a.txt").getCanonicalPath());
        System.out.println(Arrays.toString(new File("data").list()));
        try (Stream<Path> walk = Files.walk(here)) {
            walk.forEach(System.out::println);
        }
        System.out.println(Surroundings.class.getProtectionDomain().getCodeSource().getLocation() + " " + Surroundings.class.getResource("/data/a.txt"));
        System.out.println(Objects.requireNonNull(new URLClassLoader(new java.net.URL[] {here.toUri().toURL()}, null).getResource("data/b.txt")));
        for (String path : List.of("new.txt", "../new.txt", "/etc/passwd", "data/new.txt")) {
            try {
                new FileWriter(path);
            } catch (Exception e) {
                System.out.println(e);
            }
        }

        Path folder = Files.createTempDirectory("surroundings"), file = Files.writeString(folder.resolve("file"), "text");
        Files.createSymbolicLink(folder.resolve("link"), here.resolve("data/a.txt").toAbsolutePath());
        describe(folder.resolve("link"));
        Files.delete(file);
        Files.copy(here.resolve("data/a.txt"), folder.resolve("copy"), StandardCopyOption.COPY_ATTRIBUTES);
        try (FileChannel channel = FileChannel.open(Files.createFile(file), StandardOpenOption.WRITE)) {
            channel.lock().release();
        }
        Files.setLastModifiedTime(file, FileTime.fromMillis(1));
        describe(file);
        describe(folder);
        Map<Object, Path> keys = new HashMap<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            for (Path path : stream) {
                keys.put(Files.readAttributes(path, java.nio.file.attribute.BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey(), path.toRealPath());
            }
        }
        System.out.println(keys + " " + Files.getFileStore(here) + " " + folder.toFile().getUsableSpace());
    }

    static void describe(Path path) throws Exception {
        try {
            System.out.println(path + " " + new TreeMap<>(Files.readAttributes(path, "unix:*", LinkOption.NOFOLLOW_LINKS)) + " " + path.toFile().lastModified() + " " + path.toFile().length());
        } catch (AccessDeniedException denied) {
            System.out.println(denied);
        }
    }
}

import java.io.*;
import java.net.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.jar.*;
import java.util.stream.*;
import java.util.zip.*;

/** Zip and jar files through streams, ZipFile, JarFile, file systems and URLs. */
public class ZipFiles {
    interface Action { Object run() throws Exception; }

    static Path dir;

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e.toString().replace(dir.toString(), "DIR"));
        }
    }

    public static void main(String[] args) throws Exception {
        dir = Files.createTempDirectory("zips").toRealPath();
        try {
            streams();
            zipFile();
            jars();
            fileSystem();
            urls();
            broken();
        } finally {
            try (Stream<Path> s = Files.walk(dir)) { for (Path p : s.sorted(Comparator.reverseOrder()).toList()) Files.delete(p); }
        }
    }

    static final long TIME = 1_600_000_000_000L;

    static ZipEntry entry(String name) {
        ZipEntry e = new ZipEntry(name);
        e.setTime(TIME);
        return e;
    }

    static void streams() throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        try (ZipOutputStream z = new ZipOutputStream(new FileOutputStream(dir.resolve("a.zip").toFile()))) {
            z.setComment("archive comment ü");
            ZipEntry e = entry("first.txt");
            e.setComment("entry comment");
            e.setExtra(new byte[] {1, 2, 0, 0});
            z.putNextEntry(e);
            z.write("first content ".repeat(100).getBytes());
            z.closeEntry();
            z.putNextEntry(entry("dir/"));
            z.setLevel(9);
            z.putNextEntry(entry("dir/ünïcode"));
            z.write(new byte[5000]);
            ZipEntry stored = entry("stored");
            stored.setMethod(ZipEntry.STORED);
            stored.setSize(4);
            CRC32 c = new CRC32();
            c.update("data".getBytes());
            stored.setCrc(c.getValue());
            z.putNextEntry(stored);
            z.write("data".getBytes());
            attempt("duplicate", () -> { z.putNextEntry(entry("stored")); return 0; });
        }
        byte[] b = Files.readAllBytes(dir.resolve("a.zip"));
        CRC32 c = new CRC32();
        c.update(b);
        System.out.println(b.length + " " + c.getValue());
        try (ZipInputStream z = new ZipInputStream(new ByteArrayInputStream(b))) {
            for (ZipEntry e; (e = z.getNextEntry()) != null; ) System.out.println(e + " " + e.getSize() + " " + e.getMethod() + " " + z.readAllBytes().length + " " + e.isDirectory() + " " + e.getTime() + " " + e.getTimeLocal());
        }
        try (ZipInputStream z = new ZipInputStream(new ByteArrayInputStream(b))) {
            z.getNextEntry();
            System.out.println(z.read() + " " + z.skip(50) + " " + z.available() + " " + z.getNextEntry());
        }
    }

    static void zipFile() throws Exception {
        try (ZipFile z = new ZipFile(dir.resolve("a.zip").toFile())) {
            System.out.println(z.size() + " " + z.getComment() + " " + z.getName().endsWith("a.zip"));
            z.stream().forEach(e -> System.out.println(e.getName() + " " + e.getSize() + " " + e.getCompressedSize() + " " + Long.toHexString(e.getCrc()) + " " + e.getComment() + " " + Arrays.toString(e.getExtra()) + " " + e.getLastModifiedTime()));
            System.out.println(z.getEntry("dir") + " " + z.getEntry("dir/") + " " + z.getEntry("none") + " " + z.getInputStream(z.getEntry("stored")).available());
            try (InputStream i = z.getInputStream(z.getEntry("first.txt"))) { System.out.println(new String(i.readNBytes(20)) + " " + i.skip(100) + " " + i.available()); }
            attempt("null", () -> z.getEntry(null));
        }
        attempt("closed", () -> { ZipFile z = new ZipFile(dir.resolve("a.zip").toFile()); z.close(); return z.size(); });
        attempt("missing", () -> new ZipFile(dir.resolve("none.zip").toFile()));
        attempt("directory", () -> new ZipFile(dir.toFile()));
        attempt("delete", () -> { File f = dir.resolve("b.zip").toFile(); Files.copy(dir.resolve("a.zip"), f.toPath()); new ZipFile(f, ZipFile.OPEN_READ | ZipFile.OPEN_DELETE).close(); return f.exists(); });
    }

    static void jars() throws Exception {
        Manifest m = new Manifest();
        m.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        m.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "some.Main");
        m.getMainAttributes().putValue("Long-Value", "x".repeat(200));
        m.getEntries().put("res/a.txt", new Attributes());
        m.getAttributes("res/a.txt").putValue("Kind", "resource");
        try (JarOutputStream j = new JarOutputStream(new FileOutputStream(dir.resolve("a.jar").toFile()), m)) {
            j.putNextEntry(entry("res/a.txt"));
            j.write("resource text".getBytes());
            j.putNextEntry(entry("META-INF/versions/17/res/a.txt"));
            j.write("newer text".getBytes());
        }
        try (JarFile j = new JarFile(dir.resolve("a.jar").toFile())) {
            System.out.println(j.getManifest().getMainAttributes().getValue("main-class") + " " + j.getManifest().getMainAttributes().getValue("Long-Value").length() + " " + j.getJarEntry("res/a.txt").getAttributes().getValue("Kind") + " " + j.isMultiRelease() + " " + j.stream().map(ZipEntry::getName).toList());
            ByteArrayOutputStream o = new ByteArrayOutputStream();
            j.getManifest().write(o);
            System.out.print(o.toString().replace("\r", ""));
            System.out.println(j.getManifest().equals(m) + " " + j.getJarEntry("res/a.txt").getCodeSigners());
        }
        m.getMainAttributes().put(Attributes.Name.MULTI_RELEASE, "true");
        try (JarOutputStream j = new JarOutputStream(new FileOutputStream(dir.resolve("m.jar").toFile()), m)) {
            j.putNextEntry(entry("res/a.txt"));
            j.write("resource text".getBytes());
            j.putNextEntry(entry("META-INF/versions/17/res/a.txt"));
            j.write("newer text".getBytes());
        }
        try (JarFile j = new JarFile(dir.resolve("m.jar").toFile(), true, ZipFile.OPEN_READ, Runtime.version())) {
            System.out.println(new String(j.getInputStream(j.getJarEntry("res/a.txt")).readAllBytes()) + " " + j.getJarEntry("res/a.txt").getRealName() + " " + j.versionedStream().map(JarEntry::getName).toList());
        }
        try (JarInputStream j = new JarInputStream(new FileInputStream(dir.resolve("a.jar").toFile()))) { System.out.println(j.getManifest().getEntries().keySet() + " " + j.getNextJarEntry()); }
        attempt("bad manifest", () -> new Manifest(new ByteArrayInputStream("No colon here\n".getBytes())));
    }

    static void fileSystem() throws Exception {
        Path zip = dir.resolve("fs.zip");
        try (FileSystem fs = FileSystems.newFileSystem(URI.create("jar:" + zip.toUri()), Map.of("create", "true"))) {
            Files.createDirectories(fs.getPath("/a/b"));
            Files.writeString(fs.getPath("/a/b/c.txt"), "zipped text");
            Files.write(fs.getPath("/big"), new byte[200_000]);
            Files.copy(fs.getPath("/a/b/c.txt"), fs.getPath("/copy"));
            Files.move(fs.getPath("/copy"), fs.getPath("/moved"));
            Files.copy(dir.resolve("a.zip"), fs.getPath("/inner.zip"));
            Files.setLastModifiedTime(fs.getPath("/moved"), FileTime.fromMillis(TIME));
            attempt("delete", () -> { Files.delete(fs.getPath("/a")); return 0; });
            attempt("exists", () -> Files.createDirectory(fs.getPath("/a")));
        }
        try (FileSystem fs = FileSystems.newFileSystem(zip)) {
            try (Stream<Path> s = Files.walk(fs.getPath("/"))) { System.out.println(s.map(Path::toString).sorted().toList()); }
            System.out.println(Files.readString(fs.getPath("a", "b", "c.txt")) + " " + Files.size(fs.getPath("big")) + " " + Files.getLastModifiedTime(fs.getPath("/moved")) + " " + fs.getPath("x/../y").normalize() + " " + fs.isReadOnly() + " " + fs.provider().getScheme() + " " + fs.getPath("/a").toUri().toString().endsWith("fs.zip!/a"));
            attempt("missing", () -> Files.readString(fs.getPath("none")));
            attempt("attributes", () -> new TreeSet<>(Files.readAttributes(fs.getPath("/big"), "zip:size,compressedSize,method").values().stream().map(Object::toString).toList()));
            try (FileSystem inner = FileSystems.newFileSystem(fs.getPath("/inner.zip"))) { System.out.println(Files.list(inner.getPath("/")).map(Path::toString).sorted().toList()); }
            Files.delete(fs.getPath("/moved"));
            try (BufferedWriter w = Files.newBufferedWriter(fs.getPath("/a/b/c.txt"), StandardOpenOption.APPEND)) { w.write(" appended"); }
        }
        attempt("closed", () -> { FileSystem fs = FileSystems.newFileSystem(zip); fs.close(); return Files.exists(fs.getPath("/x")); });
        try (ZipFile z = new ZipFile(zip.toFile())) { System.out.println(new String(z.getInputStream(z.getEntry("a/b/c.txt")).readAllBytes()) + " " + z.getEntry("moved") + " " + z.size()); }
        attempt("not a zip", () -> FileSystems.newFileSystem(Files.writeString(dir.resolve("x.zip"), "no zip at all, just a text")));
        attempt("no provider", () -> FileSystems.newFileSystem(dir.resolve("x.unknown")));
        attempt("no fs", () -> FileSystems.getFileSystem(URI.create("jar:" + zip.toUri())));
        FileSystem jrt = FileSystems.getFileSystem(URI.create("jrt:/"));
        System.out.println(Files.exists(jrt.getPath("/modules/java.base/java/lang/Object.class")) + " " + Files.isDirectory(jrt.getPath("/packages/java.util")) + " " + Files.list(jrt.getPath("/modules/java.base/java/util")).filter(p -> p.toString().endsWith("/zip")).count());
    }

    static void urls() throws Exception {
        URL u = new URL("jar:" + dir.resolve("a.jar").toUri() + "!/res/a.txt");
        JarURLConnection c = (JarURLConnection) u.openConnection();
        System.out.println(new String(c.getInputStream().readAllBytes()) + " " + c.getEntryName() + " " + c.getMainAttributes().getValue("Main-Class") + " " + c.getContentLength() + " " + c.getContentType());
        attempt("missing entry", () -> new URL("jar:" + dir.resolve("a.jar").toUri() + "!/none").openStream());
        try (URLClassLoader l = new URLClassLoader(new URL[] {dir.resolve("m.jar").toUri().toURL()}, null)) {
            System.out.println(new String(l.getResourceAsStream("res/a.txt").readAllBytes()) + " " + Collections.list(l.getResources("res/a.txt")).size() + " " + l.getResource("none"));
            attempt("class", () -> l.loadClass("some.Main"));
        }
        URL f = dir.resolve("x.txt").toUri().toURL();
        Files.writeString(dir.resolve("x.txt"), "by url");
        URLConnection fc = f.openConnection();
        System.out.println(fc.getContentLength() + " " + fc.getContentType() + " " + new String(fc.getInputStream().readAllBytes()));
        System.out.println(new String(dir.toUri().toURL().openStream().readAllBytes()).lines().sorted().toList());
        attempt("missing file", () -> new URL("file:/no/such/file").openStream());
    }

    static void broken() throws Exception {
        byte[] b = Files.readAllBytes(dir.resolve("a.zip"));
        for (int cut : new int[] {0, 10, b.length / 2, b.length - 5}) {
            Path p = dir.resolve("cut.zip");
            Files.write(p, Arrays.copyOf(b, cut));
            attempt("cut " + cut, () -> { try (ZipFile z = new ZipFile(p.toFile())) { return z.size(); } });
            attempt("stream cut " + cut, () -> { int n = 0; try (ZipInputStream z = new ZipInputStream(new FileInputStream(p.toFile()))) { while (z.getNextEntry() != null) n += z.readAllBytes().length; } return n; });
        }
        byte[] c = b.clone();
        c[60] ^= 0x55;
        Path p = dir.resolve("bits.zip");
        Files.write(p, c);
        attempt("flipped", () -> { try (ZipFile z = new ZipFile(p.toFile())) { return z.getInputStream(z.getEntry("first.txt")).readAllBytes().length; } });
    }
}

import java.io.*;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.jar.*;
import java.util.stream.*;
import java.util.zip.*;

/** Archives: the zip file system, jars and manifests, concatenated and broken gzip, inflater and deflater by hand, malformed zips. */
public class ZipSystems {
    interface Action { Object run() throws Exception; }

    static Path root;

    static void attempt(String what, Action a) {
        Object result;
        try {
            result = a.run();
        } catch (Exception e) {
            result = e;
        }
        System.out.println(what + ": " + String.valueOf(result).replace(root.toString(), "ROOT"));
    }

    public static void main(String[] args) throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        root = Files.createTempDirectory("zips").toRealPath();
        try {
            fileSystem();
            jars();
            gzip();
            deflating();
            malformed();
            streams();
        } finally {
            try (Stream<Path> all = Files.walk(root)) {
                all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete());
            }
        }
    }

    static void fileSystem() throws Exception {
        Path zip = root.resolve("fs.zip");
        URI uri = URI.create("jar:" + zip.toUri());
        attempt("missing", () -> FileSystems.newFileSystem(zip));
        try (FileSystem fs = FileSystems.newFileSystem(uri, Map.of("create", "true"))) {
            Files.createDirectories(fs.getPath("/d/e"));
            Files.writeString(fs.getPath("/d/e/f.txt"), "zipped ".repeat(100));
            Files.write(fs.getPath("/top"), new byte[300], StandardOpenOption.CREATE_NEW);
            Files.setLastModifiedTime(fs.getPath("/top"), FileTime.fromMillis(1_500_000_000_000L));
            Files.copy(fs.getPath("/top"), fs.getPath("/d/copy"));
            Files.move(fs.getPath("/d/copy"), fs.getPath("/moved"));
            attempt("again", () -> FileSystems.newFileSystem(uri, Map.of()));
            attempt("not empty", () -> { Files.delete(fs.getPath("/d")); return null; });
            attempt("no parent", () -> Files.writeString(fs.getPath("/x/y"), "z"));
            attempt("read dir", () -> Files.readString(fs.getPath("/d")));
            System.out.println(fs.getPath("d", "e").toAbsolutePath() + " " + fs.isReadOnly() + " " + fs.getSeparator() + " " + fs.getRootDirectories().iterator().next() + " " + fs.getPath("/d/../q").normalize() + " " + fs.getPath("/top").toUri().toString().endsWith("fs.zip!/top"));
            attempt("provider", () -> fs.getPath("/top").resolve(Path.of("other")));
        }
        try (FileSystem fs = FileSystems.newFileSystem(zip, Map.of("zipinfo-time", "false"))) {
            try (Stream<Path> s = Files.walk(fs.getPath("/"))) { System.out.println(s.map(Path::toString).sorted().collect(Collectors.toList())); }
            System.out.println(Files.size(fs.getPath("/d/e/f.txt")) + " " + Files.getAttribute(fs.getPath("/d/e/f.txt"), "zip:compressedSize") + " " + Files.getAttribute(fs.getPath("/top"), "zip:crc") + " " + Files.getLastModifiedTime(fs.getPath("/top")) + " " + Files.readAttributes(fs.getPath("/top"), BasicFileAttributes.class).isRegularFile());
            attempt("closed", () -> { fs.close(); return Files.exists(fs.getPath("/top")); });
        }
        attempt("no system", () -> FileSystems.getFileSystem(uri));
        Files.writeString(root.resolve("not.zip"), "this is no zip file at all");
        attempt("not a zip", () -> FileSystems.newFileSystem(root.resolve("not.zip")));
    }

    static void jars() throws Exception {
        Manifest m = new Manifest();
        m.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        m.getMainAttributes().putValue("Long-Attribute", "0123456789".repeat(12) + "é€");
        m.getEntries().computeIfAbsent("p/Q.class", k -> new Attributes()).putValue("Sealed", "true");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        m.write(out);
        System.out.print(out.toString(StandardCharsets.UTF_8));
        System.out.println(new Manifest(new ByteArrayInputStream(out.toByteArray())).equals(m));
        Path jar = root.resolve("m.jar");
        try (JarOutputStream j = new JarOutputStream(Files.newOutputStream(jar), m)) {
            JarEntry e = new JarEntry("p/Q.class");
            e.setComment("comment"); e.setExtra(new byte[] {1, 0, 2, 0, 9, 9});
            j.putNextEntry(e);
            j.write(1);
            j.putNextEntry(new JarEntry("META-INF/versions/9/p/Q.class"));
            j.write(new byte[] {9, 9});
            j.setComment("whole");
        }
        try (JarFile f = new JarFile(jar.toFile(), true, ZipFile.OPEN_READ, Runtime.version())) {
            System.out.println(f.isMultiRelease() + " " + f.getJarEntry("p/Q.class").getAttributes().getValue("Sealed") + " " + f.getEntry("p/Q.class").getComment() + " " + f.getComment() + " " + f.stream().map(ZipEntry::getName).collect(Collectors.toList()) + " " + f.getEntry("none") + " " + f.getJarEntry("p/Q.class").getRealName());
        }
        for (String bad : new String[] {"Manifest-Version: 1.0\nno colon\n", "x: y", "Manifest-Version 1\n", "A: b\n c\n\nB: c\n\n", "Name: first\n\n", " lead\n"}) attempt(bad.replace("\n", "\\n"), () -> { Manifest n = new Manifest(new ByteArrayInputStream(bad.getBytes())); return n.getMainAttributes().keySet() + " " + n.getEntries().keySet(); });
        attempt("name", () -> new Attributes.Name("bad name"));
        attempt("put", () -> new Attributes().put("string", "x"));
    }

    static byte[] gzipped(String s) throws IOException {
        ByteArrayOutputStream o = new ByteArrayOutputStream();
        try (GZIPOutputStream g = new GZIPOutputStream(o)) { g.write(s.getBytes()); }
        return o.toByteArray();
    }

    static void gzip() throws Exception {
        byte[] a = gzipped("first "), b = gzipped("second");
        System.out.println(HexFormat.of().formatHex(a));
        byte[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        attempt("both", () -> new String(new GZIPInputStream(new ByteArrayInputStream(both)).readAllBytes()));
        attempt("trailing", () -> new String(new GZIPInputStream(new ByteArrayInputStream(Arrays.copyOf(a, a.length + 9))).readAllBytes()));
        attempt("short", () -> new GZIPInputStream(new ByteArrayInputStream(a, 0, a.length - 3)).readAllBytes());
        attempt("magic", () -> new GZIPInputStream(new ByteArrayInputStream("nothing zipped".getBytes())));
        attempt("empty", () -> new GZIPInputStream(new ByteArrayInputStream(new byte[0])));
        a[a.length - 6] ^= 1;
        attempt("crc", () -> new GZIPInputStream(new ByteArrayInputStream(a)).readAllBytes());
        b[b.length - 2] ^= 1;
        attempt("length", () -> new GZIPInputStream(new ByteArrayInputStream(b)).readAllBytes());
        b[2] = 7;
        attempt("method", () -> new GZIPInputStream(new ByteArrayInputStream(b)));
        attempt("closed", () -> { GZIPOutputStream g = new GZIPOutputStream(new ByteArrayOutputStream()); g.close(); g.write(1); return null; });
    }

    static void deflating() throws Exception {
        byte[] text = "to be or not to be, that is the question; ".repeat(20).getBytes();
        for (int level : new int[] {-1, 0, 1, 5, 9}) for (int strategy : new int[] {Deflater.DEFAULT_STRATEGY, Deflater.FILTERED, Deflater.HUFFMAN_ONLY}) {
            Deflater d = new Deflater(level, strategy == Deflater.FILTERED);
            d.setStrategy(strategy); d.setDictionary("not to be".getBytes()); d.setInput(text); d.finish();
            byte[] out = new byte[1000];
            int n = d.deflate(out);
            System.out.print(level + "/" + strategy + "=" + n + ":" + d.getAdler() + ":" + Arrays.hashCode(Arrays.copyOf(out, n)) + " ");
            Inflater i = new Inflater(strategy == Deflater.FILTERED);
            if (strategy == Deflater.FILTERED) i.setDictionary("not to be".getBytes());
            i.setInput(out, 0, n);
            byte[] back = new byte[2000];
            int got = i.inflate(back);
            if (i.needsDictionary()) { i.setDictionary("not to be".getBytes()); got = i.inflate(back); }
            System.out.print(got + "" + i.finished() + i.getRemaining() + " " + d.getBytesRead() + "/" + i.getBytesWritten() + "; ");
            d.end();
        }
        System.out.println();
        Inflater bad = new Inflater();
        bad.setInput(new byte[] {1, 2, 3, 4});
        attempt("inflate", () -> bad.inflate(new byte[5]));
        attempt("dictionary", () -> { new Inflater().setDictionary(new byte[3]); return null; });
        attempt("level", () -> { new Deflater().setLevel(11); return null; });
        attempt("ended", () -> { Deflater d = new Deflater(); d.end(); return d.deflate(new byte[1]); });
        attempt("bounds", () -> new Inflater().inflate(new byte[3], 2, 5));
        byte[] flushed = new byte[64];
        Deflater f = new Deflater();
        f.setInput("sync".getBytes());
        System.out.println(f.deflate(flushed, 0, 64, Deflater.SYNC_FLUSH) + " " + f.needsInput() + " " + HexFormat.of().formatHex(flushed, 0, 14));
        CheckedInputStream c = new CheckedInputStream(new ByteArrayInputStream(text), new CRC32C());
        c.skip(10); c.readAllBytes();
        System.out.println(c.getChecksum().getValue() + " " + new String(new InflaterInputStream(new DeflaterInputStream(new ByteArrayInputStream("pipe".getBytes()))).readAllBytes()));
    }

    static byte[] archive() throws IOException {
        ByteArrayOutputStream o = new ByteArrayOutputStream();
        try (ZipOutputStream z = new ZipOutputStream(o)) {
            for (String n : "one two".split(" ")) { ZipEntry e = new ZipEntry(n); e.setTime(1_000_000_000_000L); z.putNextEntry(e); z.write(n.repeat(9).getBytes()); }
        }
        return o.toByteArray();
    }

    static void malformed() throws Exception {
        byte[] good = archive();
        System.out.println(good.length + " " + Arrays.hashCode(good));
        StringBuilder results = new StringBuilder();
        for (int i = 0; i < good.length; i += 3) {
            byte[] broken = good.clone();
            broken[i] ^= 0x55;
            Path p = Files.write(root.resolve("broken.zip"), broken);
            String r;
            try (ZipFile f = new ZipFile(p.toFile())) {
                r = "";
                for (ZipEntry e : Collections.list(f.entries())) r += e.getName() + new String(f.getInputStream(e).readAllBytes(), StandardCharsets.ISO_8859_1).hashCode();
            } catch (Exception e) {
                r = e.toString();
            }
            results.append(i).append(' ').append(r.replace(root.toString(), "ROOT")).append('\n');
            try (ZipInputStream z = new ZipInputStream(new ByteArrayInputStream(broken))) {
                r = "";
                for (ZipEntry e; (e = z.getNextEntry()) != null; ) r += e + " " + z.readAllBytes().length;
            } catch (Exception e) {
                r = e.toString();
            }
            results.append(r).append('\n');
        }
        System.out.print(results.toString().replace("\0", "^@"));
    }

    static void streams() throws Exception {
        ZipOutputStream z = new ZipOutputStream(new ByteArrayOutputStream());
        attempt("no entry", () -> { z.write(1); return null; });
        z.putNextEntry(new ZipEntry("a"));
        attempt("duplicate", () -> { z.putNextEntry(new ZipEntry("a")); return null; });
        ZipEntry stored = new ZipEntry("s");
        stored.setMethod(ZipEntry.STORED);
        attempt("stored", () -> { z.putNextEntry(stored); return null; });
        stored.setSize(1); stored.setCrc(5);
        attempt("wrong crc", () -> { z.putNextEntry(stored); z.write(1); z.closeEntry(); return null; });
        attempt("long", () -> new ZipEntry("x".repeat(70000)));
        attempt("method", () -> { new ZipEntry("q").setMethod(3); return null; });
        attempt("size", () -> { new ZipEntry("q").setSize(-2); return null; });
        attempt("missing", () -> new ZipFile(root + "/none.zip"));
    }
}

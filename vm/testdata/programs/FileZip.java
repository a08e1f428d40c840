import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Compression round trips: Deflater, GZIP, ZIP and JAR files, the zip file system, checksums; Properties. */
public class FileZip {
    static byte[] deflate(byte[] in, int level, boolean raw) {
        Deflater d = new Deflater(level, raw);
        d.setInput(in);
        d.finish();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[64];
        while (!d.finished()) {
            out.write(buffer, 0, d.deflate(buffer));
        }
        d.end();
        return out.toByteArray();
    }

    static byte[] inflate(byte[] in, boolean raw) throws DataFormatException {
        Inflater i = new Inflater(raw);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[50];
        for (int at = 0; !i.finished(); ) {
            if (i.needsInput()) {
                int n = Math.min(37, in.length - at);
                i.setInput(in, at, n);
                at += n;
            }
            out.write(buffer, 0, i.inflate(buffer));
        }
        i.end();
        return out.toByteArray();
    }

    public static void main(String[] args) throws Exception {
        byte[] text = "the same words again and again and again, the same words ".repeat(40).getBytes(StandardCharsets.UTF_8);
        byte[] noise = new byte[2000];
        new java.util.Random(1).nextBytes(noise);
        for (byte[] data : new byte[][] {text, noise, new byte[0], new byte[5000]}) {
            for (int level : new int[] {0, 1, 6, 9}) {
                byte[] packed = deflate(data, level, level == 9);
                System.out.println(data.length + " level " + level + " smaller " + (packed.length < data.length) + " same " + Arrays.equals(data, inflate(packed, level == 9)));
            }
        }
        try {
            inflate(new byte[] {1, 2, 3, 4, 5}, false);
        } catch (DataFormatException e) {
            System.out.println(e.getMessage());
        }
        CRC32 crc = new CRC32();
        crc.update(text);
        Adler32 adler = new Adler32();
        adler.update(text, 5, 100);
        java.util.zip.CRC32C c = new java.util.zip.CRC32C();
        c.update(noise);
        System.out.println(Long.toHexString(crc.getValue()) + " " + Long.toHexString(adler.getValue()) + " " + Long.toHexString(c.getValue()));
        CheckedInputStream checked = new CheckedInputStream(new ByteArrayInputStream(noise), new CRC32());
        checked.skip(10);
        checked.readAllBytes();
        System.out.println(checked.getChecksum().getValue());
        ByteArrayOutputStream gz = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(gz)) {
            out.write(text);
        }
        System.out.println(Arrays.equals(text, new GZIPInputStream(new ByteArrayInputStream(gz.toByteArray())).readAllBytes()) + " " + (gz.size() < 200));
        try {
            new GZIPInputStream(new ByteArrayInputStream(text));
        } catch (ZipException e) {
            System.out.println(e.getMessage());
        }
        byte[] damaged = gz.toByteArray();
        damaged[damaged.length - 5] ^= 1;
        try {
            new GZIPInputStream(new ByteArrayInputStream(damaged)).readAllBytes();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        Path zip = Files.createTempFile("archive", ".zip"), jar = Files.createTempFile("archive", ".jar");
        try {
            try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
                out.setComment("a comment");
                for (String name : new String[] {"a.txt", "dir/", "dir/b.txt", "stored.bin"}) {
                    ZipEntry entry = new ZipEntry(name);
                    if (name.equals("stored.bin")) {
                        crc.reset();
                        crc.update(noise);
                        entry.setMethod(ZipEntry.STORED);
                        entry.setSize(noise.length);
                        entry.setCrc(crc.getValue());
                    }
                    out.putNextEntry(entry);
                    if (!entry.isDirectory()) {
                        out.write(name.equals("stored.bin") ? noise : (name + " content").getBytes());
                    }
                    out.closeEntry();
                }
                try {
                    out.putNextEntry(new ZipEntry("a.txt"));
                } catch (ZipException e) {
                    System.out.println(e.getMessage());
                }
            }
            try (ZipFile file = new ZipFile(zip.toFile())) {
                System.out.println(file.size() + " " + file.getComment() + " " + file.stream().map(e -> e.getName() + ":" + e.getSize() + ":" + e.isDirectory() + ":" + e.getMethod()).toList());
                System.out.println(new String(file.getInputStream(file.getEntry("dir/b.txt")).readAllBytes()) + " " + file.getEntry("none") + " " + Arrays.equals(noise, file.getInputStream(file.getEntry("stored.bin")).readAllBytes()));
            }
            try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip))) {
                for (ZipEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
                    System.out.println(e.getName() + " " + in.readAllBytes().length);
                }
            }
            try (FileSystem fs = FileSystems.newFileSystem(zip)) {
                Files.writeString(fs.getPath("/new.txt"), "written through the file system");
                Files.delete(fs.getPath("/a.txt"));
            }
            try (ZipFile file = new ZipFile(zip.toFile())) {
                System.out.println(file.stream().map(ZipEntry::getName).sorted().toList());
            }
            Manifest manifest = new Manifest();
            manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "some.very.long.package.name.that.makes.the.line.longer.than.seventy.two.Main");
            try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
                out.putNextEntry(new ZipEntry("x"));
            }
            try (JarFile file = new JarFile(jar.toFile())) {
                System.out.println(file.getManifest().getMainAttributes().getValue("Main-Class") + " " + file.stream().map(ZipEntry::getName).toList());
            }
        } finally {
            Files.delete(zip);
            Files.delete(jar);
        }
        Properties p = new Properties();
        p.load(new StringReader("# comment\na=1\nb : two words \\\n   continued\nc\\ d=\\u0041\\t!\n! other\nempty\n"));
        System.out.println(new TreeMap<>(p) + " " + p.getProperty("none", "default"));
        StringWriter w = new StringWriter();
        Properties one = new Properties(p);
        one.setProperty("key with = and x", " leading\n");
        one.store(w, null);
        System.out.println(w.toString().lines().filter(l -> !l.startsWith("#")).toList() + " " + one.getProperty("a") + " " + new java.util.TreeSet<>(one.stringPropertyNames()));
    }
}

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Saves folders: copies, logs, checksums, an index of records, an archive. */
final class Backup {
    public static void main(String[] arguments) throws Exception {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("logs");
            p.end(logs());
            p.start("copies");
            p.end(copies());
            p.start("index");
            p.end(index());
            p.start("checksums");
            p.end(checksums());
            p.start("archived");
            p.end(archived());
            p.start("tree");
            p.end(tree());
        }
    }

    private interface Work {
        long in(Path folder) throws Exception;
    }

    /** Does something in a folder of its own, which is deleted then. */
    private static long inFolder(Work work) throws Exception {
        Path folder = Files.createTempDirectory("backup");
        try {
            return work.in(folder);
        } finally {
            try (Stream<Path> all = Files.walk(folder)) {
                all.sorted(Comparator.reverseOrder()).forEach(path -> {
                    try {
                        Files.delete(path);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
            }
        }
    }

    /** Writes a log, and reads it again in two ways. */
    private static long logs() throws Exception {
        return inFolder(folder -> {
            Path log = folder.resolve("backup.log");
            try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(log))) {
                for (int i = 0; i < 50000; i++) {
                    out.print("2024-05-");
                    out.print(10 + i % 20);
                    out.print(i % 11 == 0 ? " WARN " : " INFO ");
                    out.println("copied file" + i % 1000 + ".txt, " + i * 37 % 4096 + " bytes");
                }
            }
            long result = 0;
            try (BufferedReader in = Files.newBufferedReader(log)) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    if (line.startsWith("WARN", 11)) {
                        int comma = line.lastIndexOf(',');
                        result += Integer.parseInt(line.substring(comma + 2, line.indexOf(' ', comma + 2)));
                    }
                }
            }
            try (Stream<String> lines = Files.lines(log)) {
                result += lines.filter(line -> line.contains("file99")).mapToInt(String::length).sum();
            }
            return result;
        });
    }

    /** Copies a large file by channels with buffers of three kinds. */
    private static long copies() throws Exception {
        return inFolder(folder -> {
            Path original = folder.resolve("original");
            byte[] bytes = new byte[12_000_000];
            new Random(1).nextBytes(bytes);
            Files.write(original, bytes);
            long result = 0;
            for (int round = 0; round < 4; round++) {
                Path copy = folder.resolve("copy" + round % 2);
                ByteBuffer buffer = round == 0 ? ByteBuffer.allocate(16384) : ByteBuffer.allocateDirect(4096 << round);
                try (FileChannel in = FileChannel.open(original, StandardOpenOption.READ);
                        FileChannel out = FileChannel.open(copy, StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING)) {
                    if (round == 3) {
                        in.transferTo(0, in.size(), out);
                    }
                    while (round < 3 && in.read(buffer) >= 0) {
                        buffer.flip();
                        result += buffer.get(buffer.limit() / 2);
                        out.write(buffer);
                        buffer.clear();
                    }
                    result += out.size();
                }
            }
            return result;
        });
    }

    private static final int RECORD = 48;

    /** Keeps records of fixed size in a file, sorted by key, and looks them up by bisection. */
    private static long index() throws Exception {
        return inFolder(folder -> {
            Path file = folder.resolve("index");
            int count = 8000;
            long result = 0;
            try (RandomAccessFile index = new RandomAccessFile(file.toFile(), "rw")) {
                byte[] record = new byte[RECORD];
                ByteBuffer view = ByteBuffer.wrap(record);
                for (int i = 0; i < count; i++) {
                    view.clear();
                    view.putInt(i * 3).putLong(i * 1000L).put(("name" + i).getBytes(StandardCharsets.US_ASCII));
                    index.write(record);
                }
                Random random = new Random(2);
                for (int i = 0; i < 2500; i++) {
                    int key = random.nextInt(count * 3);
                    int low = 0;
                    int high = count - 1;
                    while (low <= high) {
                        int middle = (low + high) >>> 1;
                        index.seek((long) middle * RECORD);
                        int found = index.readInt();
                        if (found == key) {
                            index.readFully(record, 0, 12);
                            result += record[11] + middle;
                            break;
                        }
                        if (found < key) {
                            low = middle + 1;
                        } else {
                            high = middle - 1;
                        }
                    }
                }
                result += index.length();
            }
            return result;
        });
    }

    private static long checksums() throws Exception {
        byte[] block = new byte[64 * 1024];
        Random random = new Random(3);
        MessageDigest md5 = MessageDigest.getInstance("MD5");
        MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
        Map<String, Integer> known = new HashMap<>();
        CRC32 crc = new CRC32();
        long result = 0;
        for (int i = 0; i < 320; i++) {
            if (i % 4 != 3) {
                random.nextBytes(block);
            }
            md5.reset();
            StringBuilder name = new StringBuilder();
            for (byte b : md5.digest(block)) {
                name.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
            }
            Integer before = known.putIfAbsent(name.toString(), i);
            result += before == null ? 1 : before;
            sha1.update(block, 0, 20000);
            crc.update(block);
        }
        return result + crc.getValue() + sha1.digest()[3];
    }

    private static long archived() throws Exception {
        return inFolder(folder -> {
            Path archive = folder.resolve("backup.zip");
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 5000; i++) {
                text.append("line ").append(i * 7919 % 3001).append(" of a file that is saved\n");
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            try (OutputStream file = Files.newOutputStream(archive); ZipOutputStream out = new ZipOutputStream(file)) {
                for (int i = 0; i < 45; i++) {
                    ZipEntry entry = new ZipEntry("folder/file" + i + ".txt");
                    entry.setTime(0);
                    out.putNextEntry(entry);
                    out.write(bytes, i * 100, bytes.length - i * 1000);
                    out.closeEntry();
                }
            }
            long result = 0;
            try (ZipFile zip = new ZipFile(archive.toFile())) {
                Enumeration<? extends ZipEntry> entries = zip.entries();
                while (entries.hasMoreElements()) {
                    ZipEntry entry = entries.nextElement();
                    try (InputStream in = zip.getInputStream(entry)) {
                        byte[] content = in.readAllBytes();
                        result += content.length + content[content.length / 2] + entry.getName().length();
                    }
                }
            }
            return result;
        });
    }

    private static long tree() throws Exception {
        return inFolder(folder -> {
            for (int i = 0; i < 30; i++) {
                Path sub = Files.createDirectories(folder.resolve("a" + i % 6).resolve("b" + i));
                for (int j = 0; j < 12; j++) {
                    try (BufferedWriter out = Files.newBufferedWriter(sub.resolve("f" + j + (j % 3 == 0 ? ".txt" : ".dat")))) {
                        out.write("content of file " + i + "/" + j);
                        out.newLine();
                    }
                }
            }
            long[] sizes = new long[2];
            List<Path> texts = new ArrayList<>();
            for (int round = 0; round < 4; round++) {
                texts.clear();
                Files.walkFileTree(folder, new SimpleFileVisitor<Path>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        sizes[0] += attributes.size();
                        sizes[1]++;
                        if (file.getFileName().toString().endsWith(".txt")) {
                            texts.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
                for (Path text : texts) {
                    sizes[0] += Files.readString(text).strip().length() + folder.relativize(text).getNameCount();
                }
            }
            return sizes[0] * 31 + sizes[1];
        });
    }
}

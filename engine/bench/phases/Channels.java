import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Phases that read, write, buffer, and compress. */
final class Channels {
    public static void main(String[] arguments) throws Exception {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("fileWritten");
            p.end(fileWritten());
            p.start("fileRead");
            p.end(fileRead());
            p.start("smallFiles");
            p.end(smallFiles());
            p.start("randomAccess");
            p.end(randomAccess());
            p.start("singleBytes");
            p.end(singleBytes());
            p.start("dataStreams");
            p.end(dataStreams());
            p.start("linesRead");
            p.end(linesRead());
            p.start("printed");
            p.end(printed());
            p.start("deflated");
            p.end(deflated());
            p.start("inflated");
            p.end(inflated());
            p.start("zipped");
            p.end(zipped());
            p.start("gzipped");
            p.end(gzipped());
            p.start("byteBuffers");
            p.end(byteBuffers());
            p.start("directBuffers");
            p.end(directBuffers());
            p.start("properties");
            p.end(properties());
        }
    }

    private static byte[] text(int size) {
        StringBuilder text = new StringBuilder(size + 64);
        int state = 7;
        while (text.length() < size) {
            state = state * 1103515245 + 12345;
            text.append("word").append((state >>> 16) % 500).append(' ');
        }
        return text.substring(0, size).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static long fileWritten() throws IOException {
        Path file = Files.createTempFile("phase", ".txt");
        byte[] line = "a line of text that is written again and again\n".getBytes();
        for (int round = 0; round < 2; round++) {
            try (var out = new BufferedOutputStream(Files.newOutputStream(file))) {
                for (int i = 0; i < 250000; i++) {
                    out.write(line);
                }
            }
        }
        long size = Files.size(file);
        Files.delete(file);
        return size;
    }

    private static long fileRead() throws IOException {
        Path file = Files.createTempFile("phase", ".txt");
        Files.write(file, text(3000000));
        long total = 0;
        for (int round = 0; round < 4; round++) {
            try (BufferedReader reader = Files.newBufferedReader(file)) {
                for (int c = reader.read(); c >= 0; c = reader.read()) {
                    total += c;
                }
            }
            total += Files.readAllBytes(file).length;
        }
        Files.delete(file);
        return total;
    }

    private static long smallFiles() throws IOException {
        Path folder = Files.createTempDirectory("phase");
        long total = 0;
        for (int i = 0; i < 150; i++) {
            Path file = folder.resolve("f" + i % 50);
            Files.writeString(file, "content " + i);
            total += Files.readString(file).length() + (Files.exists(folder.resolve("none")) ? 1 : 0);
        }
        for (int i = 0; i < 50; i++) {
            Files.delete(folder.resolve("f" + i));
        }
        Files.delete(folder);
        return total;
    }

    private static long randomAccess() throws IOException {
        Path file = Files.createTempFile("phase", ".bin");
        long total = 0;
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength(100000);
            for (int i = 0; i < 12000; i++) {
                access.seek(i * 7919L % 99000);
                access.writeInt(i);
                access.seek(i * 31L % 99000);
                total += access.read();
            }
        }
        Files.delete(file);
        return total;
    }

    private static long singleBytes() throws IOException {
        byte[] bytes = text(1000000);
        long total = 0;
        for (int round = 0; round < 5; round++) {
            BufferedInputStream in = new BufferedInputStream(new ByteArrayInputStream(bytes), 4096);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            for (int c = in.read(); c >= 0; c = in.read()) {
                out.write(c ^ 1);
            }
            total += out.size();
        }
        return total;
    }

    private static long dataStreams() throws IOException {
        long total = 0;
        for (int round = 0; round < 20; round++) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            for (int i = 0; i < 15000; i++) {
                out.writeInt(i);
                out.writeLong(i * 3L);
                out.writeDouble(i / 3.0);
                out.writeUTF("name" + (i & 15));
            }
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
            for (int i = 0; i < 15000; i++) {
                total += in.readInt() + in.readLong() + (long) in.readDouble() + in.readUTF().length();
            }
        }
        return total;
    }

    private static long linesRead() throws IOException {
        String text = new String(text(1500000), StandardCharsets.ISO_8859_1).replace("7 ", "7\n");
        long total = 0;
        for (int round = 0; round < 10; round++) {
            BufferedReader reader = new BufferedReader(new StringReader(text));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                total += line.length();
            }
        }
        return total;
    }

    private static long printed() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, false, "UTF-8");
        for (int i = 0; i < 120000; i++) {
            out.print(i);
            out.print(' ');
            out.println("line");
        }
        out.flush();
        StringWriter text = new StringWriter();
        try (BufferedWriter writer = new BufferedWriter(text)) {
            for (int i = 0; i < 600000; i++) {
                writer.write("word");
                writer.write('x');
                writer.newLine();
            }
        }
        return bytes.size() + text.getBuffer().length();
    }

    private static long deflated() {
        byte[] input = text(200000);
        byte[] output = new byte[300000];
        long total = 0;
        for (int i = 0; i < 20; i++) {
            Deflater deflater = new Deflater(i % 2 == 0 ? 6 : 1);
            deflater.setInput(input);
            deflater.finish();
            total += deflater.deflate(output);
            deflater.end();
        }
        return total;
    }

    private static long inflated() throws Exception {
        byte[] input = text(400000);
        byte[] packed = new byte[400000];
        Deflater deflater = new Deflater();
        deflater.setInput(input);
        deflater.finish();
        int length = deflater.deflate(packed);
        deflater.end();
        long total = 0;
        for (int i = 0; i < 50; i++) {
            Inflater inflater = new Inflater();
            inflater.setInput(packed, 0, length);
            while (!inflater.finished()) {
                total += inflater.inflate(input);
            }
            inflater.end();
        }
        return total;
    }

    private static long zipped() throws IOException {
        byte[] input = text(30000);
        long total = 0;
        for (int round = 0; round < 8; round++) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ZipOutputStream out = new ZipOutputStream(bytes)) {
                for (int i = 0; i < 10; i++) {
                    out.putNextEntry(new ZipEntry("entry" + i));
                    out.write(input);
                    out.closeEntry();
                }
            }
            try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                    total += in.readAllBytes().length;
                }
            }
        }
        return total;
    }

    private static long gzipped() throws IOException {
        byte[] input = text(250000);
        long total = 0;
        for (int round = 0; round < 10; round++) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
                out.write(input);
            }
            total += bytes.size() + new GZIPInputStream(new ByteArrayInputStream(bytes.toByteArray())).readAllBytes().length;
        }
        return total;
    }

    private static long byteBuffers() {
        ByteBuffer buffer = ByteBuffer.allocate(64 << 10);
        long total = 0;
        for (int round = 0; round < 250; round++) {
            buffer.clear();
            for (int i = 0; i < 5000; i++) {
                buffer.putInt(i).putLong(i).put((byte) i);
            }
            buffer.flip();
            while (buffer.hasRemaining()) {
                total += buffer.getInt() + buffer.getLong() + buffer.get();
            }
        }
        return total;
    }

    private static long directBuffers() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(32 << 10);
        CharBuffer chars = CharBuffer.allocate(4000);
        long total = 0;
        for (int round = 0; round < 1000; round++) {
            for (int i = 0; i < 8000; i++) {
                buffer.putInt(i * 4, i + round);
            }
            for (int i = 0; i < 4000; i++) {
                chars.put(i, (char) (buffer.getShort(i * 2) & 0x7f));
            }
            total += StandardCharsets.UTF_8.encode(chars.duplicate()).remaining();
        }
        return total;
    }

    private static long properties() throws IOException {
        Properties properties = new Properties();
        for (int i = 0; i < 500; i++) {
            properties.setProperty("key." + i, "value = " + i + " \u00e9");
        }
        long total = 0;
        for (int round = 0; round < 40; round++) {
            StringWriter text = new StringWriter();
            properties.store(text, null);
            Properties copy = new Properties();
            copy.load(new StringReader(text.toString()));
            total += copy.size() + copy.getProperty("key.7").length();
        }
        return total;
    }
}

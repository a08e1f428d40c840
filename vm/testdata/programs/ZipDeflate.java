import java.io.*;
import java.nio.ByteBuffer;
import java.util.*;
import java.util.zip.*;

/** Deflater and Inflater: all levels and strategies byte by byte, dictionaries, flushing, errors. */
public class ZipDeflate {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    static long crc(byte[] b, int from, int n) { CRC32 c = new CRC32(); c.update(b, from, n); return c.getValue(); }

    static Map<String, byte[]> samples() {
        Map<String, byte[]> m = new LinkedHashMap<>();
        m.put("empty", new byte[0]);
        m.put("one", new byte[] {65});
        m.put("zeros", new byte[100_000]);
        byte[] random = new byte[70_000];
        new Random(5).nextBytes(random);
        m.put("random", random);
        StringBuilder s = new StringBuilder();
        Random r = new Random(9);
        String[] words = "the quick brown fox jumps over a lazy dog while compression finds repeated strings".split(" ");
        while (s.length() < 120_000) s.append(words[(int) Math.abs(r.nextGaussian() * 4) % words.length]).append(r.nextInt(20) == 0 ? "\n" : " ");
        m.put("text", s.toString().getBytes());
        byte[] mixed = new byte[40_000];
        for (int i = 0; i < mixed.length; i++) mixed[i] = (byte) (i % 1000 < 500 ? i / 100 : r.nextInt(16));
        m.put("mixed", mixed);
        byte[] periodic = new byte[50_000];
        for (int i = 0; i < periodic.length; i++) periodic[i] = (byte) (i % 259);
        m.put("periodic", periodic);
        return m;
    }

    public static void main(String[] args) throws Exception {
        Map<String, byte[]> samples = samples();
        samples.forEach(ZipDeflate::levels);
        dictionaries();
        flushing(samples.get("text"));
        parameters(samples.get("text"));
        buffers(samples.get("mixed"));
        errors();
        streams(samples.get("text"));
        checksums(samples);
    }

    static void levels(String name, byte[] data) {
        for (boolean raw : new boolean[] {false, true}) {
            for (int level = -1; level <= 9; level++) {
                StringBuilder line = new StringBuilder(name + " " + raw + " " + level + ":");
                for (int strategy : new int[] {Deflater.DEFAULT_STRATEGY, Deflater.FILTERED, Deflater.HUFFMAN_ONLY}) {
                    Deflater d = new Deflater(level, raw);
                    d.setStrategy(strategy);
                    d.setInput(data);
                    d.finish();
                    byte[] out = new byte[data.length + data.length / 10 + 1000];
                    int n = 0;
                    while (!d.finished()) n += d.deflate(out, n, Math.min(777, out.length - n));
                    line.append(' ').append(n).append('/').append(Long.toHexString(crc(out, 0, n))).append(d.getTotalIn() == data.length && d.getBytesWritten() == n ? "" : "!").append(raw ? "" : "," + d.getAdler());
                    d.end();
                    Inflater i = new Inflater(raw);
                    i.setInput(out, 0, n);
                    byte[] back = new byte[data.length + 1];
                    int k = 0;
                    try {
                        while (!i.finished()) k += i.inflate(back, k, Math.min(1000, back.length - k));
                    } catch (DataFormatException e) {
                        line.append(e);
                    }
                    if (k != data.length || !Arrays.equals(back, 0, k, data, 0, k) || i.getRemaining() != 0) line.append(" WRONG ").append(k);
                    i.end();
                }
                System.out.println(line);
            }
        }
    }

    static void dictionaries() throws Exception {
        byte[] dictionary = "compression dictionary with repeated strings".getBytes();
        byte[] data = "a dictionary with repeated strings helps compression of strings".getBytes();
        for (boolean raw : new boolean[] {false, true}) {
            Deflater d = new Deflater(9, raw);
            d.setDictionary(dictionary);
            d.setInput(data);
            d.finish();
            byte[] out = new byte[200];
            int n = d.deflate(out);
            System.out.println(n + " " + HexFormat.of().formatHex(out, 0, n) + " " + d.getAdler());
            Inflater i = new Inflater(raw);
            byte[] back = new byte[100];
            if (raw) i.setDictionary(dictionary);
            i.setInput(out, 0, n);
            int k = i.inflate(back);
            System.out.println(k + " " + i.needsDictionary() + " " + i.getAdler());
            if (!raw) {
                attempt("wrong dictionary", () -> { i.setDictionary(data); return 0; });
                i.setDictionary(dictionary);
                k = i.inflate(back);
            }
            System.out.println(new String(back, 0, k) + " " + i.finished() + " " + i.getBytesRead());
            i.reset();
            System.out.println(i.getTotalIn() + " " + i.needsInput() + " " + i.finished());
        }
    }

    static void flushing(byte[] text) throws Exception {
        for (int flush : new int[] {Deflater.NO_FLUSH, Deflater.SYNC_FLUSH, Deflater.FULL_FLUSH}) {
            Deflater d = new Deflater();
            Inflater i = new Inflater();
            CRC32 c = new CRC32();
            int total = 0, back = 0;
            byte[] out = new byte[5000], in = new byte[10_000];
            for (int p = 0; p < 50_000; p += 5000) {
                d.setInput(text, p, 5000);
                for (int n; (n = d.deflate(out, 0, out.length, flush)) > 0; ) {
                    c.update(out, 0, n);
                    total += n;
                    i.setInput(out, 0, n);
                    for (int k; (k = i.inflate(in)) > 0; ) back += k;
                }
                if (p % 20_000 == 0) System.out.print(total + "/" + back + " ");
            }
            d.finish();
            int n = d.deflate(out, 0, out.length, flush);
            c.update(out, 0, n);
            System.out.println(total + " " + n + " " + c.getValue() + " " + d.finished());
        }
    }

    static void parameters(byte[] text) {
        Deflater d = new Deflater(1);
        CRC32 c = new CRC32();
        byte[] out = new byte[100_000];
        int total = 0;
        int[][] steps = {{1, 0}, {9, 0}, {0, 0}, {6, 1}, {6, 2}, {3, 0}};
        for (int k = 0; k < steps.length; k++) {
            d.setLevel(steps[k][0]);
            d.setStrategy(steps[k][1]);
            d.setInput(text, k * 10_000, 10_000);
            for (int n; (n = d.deflate(out, 0, 3000)) > 0; ) { c.update(out, 0, n); total += n; }
            System.out.print(total + " " + d.getTotalIn() + "; ");
        }
        d.finish();
        while (!d.finished()) { int n = d.deflate(out); c.update(out, 0, n); total += n; }
        System.out.println(total + " " + c.getValue());
        d.reset();
        d.setInput(text, 0, 100);
        d.finish();
        System.out.println(d.deflate(out) + " " + d.getTotalOut());
        d.end();
        attempt("ended", () -> d.getTotalIn());
    }

    static void buffers(byte[] data) throws Exception {
        Deflater d = new Deflater(5);
        ByteBuffer in = ByteBuffer.allocateDirect(data.length).put(data).flip();
        ByteBuffer out = ByteBuffer.allocateDirect(data.length + 100);
        d.setInput(in);
        d.finish();
        while (!d.finished()) d.deflate(out);
        System.out.println(in + " " + out);
        out.flip();
        Inflater i = new Inflater();
        i.setInput(out);
        ByteBuffer back = ByteBuffer.allocate(data.length + 5);
        while (!i.finished()) i.inflate(back);
        System.out.println(out + " " + back + " " + Arrays.equals(back.array(), 0, data.length, data, 0, data.length));
        CRC32C c = new CRC32C();
        c.update(back.flip());
        Adler32 a = new Adler32();
        a.update(in.rewind());
        System.out.println(c.getValue() + " " + a.getValue() + " " + in.remaining());
    }

    static void errors() {
        byte[][] bad = {{0, 0, 0}, {120, (byte) 156, 1, 2, 3}, {120, (byte) 157}, {(byte) 0x88, 0x1c}, {120, (byte) 156, 75, 4, 0, 0, 0, 0, 0}, {120, (byte) 156, 7}, {120, (byte) 156, 5, (byte) 255, (byte) 255}, {120, (byte) 156, 1, 5, 0, 5, 0}};
        for (byte[] b : bad) {
            attempt(HexFormat.of().formatHex(b), () -> { Inflater i = new Inflater(); i.setInput(b); byte[] o = new byte[10]; int n = i.inflate(o); return n + " " + i.needsInput() + " " + i.getTotalIn(); });
            attempt("stream", () -> new InflaterInputStream(new ByteArrayInputStream(b)).readAllBytes().length);
        }
        attempt("level", () -> new Deflater(10));
        attempt("strategy", () -> { new Deflater().setStrategy(5); return 0; });
        attempt("range", () -> new Deflater().deflate(new byte[5], 3, 5));
        attempt("flush", () -> new Deflater().deflate(new byte[5], 0, 5, 9));
        attempt("dictionary", () -> { Inflater i = new Inflater(); i.setDictionary(new byte[1]); return 0; });
        attempt("gzip", () -> new GZIPInputStream(new ByteArrayInputStream(new byte[20])));
        attempt("gzip eof", () -> new GZIPInputStream(new ByteArrayInputStream(new byte[2])));
    }

    static void streams(byte[] text) throws Exception {
        ByteArrayOutputStream o = new ByteArrayOutputStream();
        try (GZIPOutputStream g = new GZIPOutputStream(o, 300, true)) { g.write(text, 0, 1000); g.flush(); g.write(text, 1000, 9000); }
        byte[] b = o.toByteArray();
        System.out.println(b.length + " " + crc(b, 0, b.length));
        o.write(b);
        GZIPInputStream g = new GZIPInputStream(new ByteArrayInputStream(o.toByteArray()), 64);
        System.out.println(g.readAllBytes().length + " " + g.available());
        b[b.length - 5] ^= 1;
        attempt("corrupt", () -> new GZIPInputStream(new ByteArrayInputStream(b)).readAllBytes().length);
        attempt("truncated", () -> new GZIPInputStream(new ByteArrayInputStream(b, 0, 500)).readAllBytes().length);
        byte[] z = new DeflaterInputStream(new ByteArrayInputStream(text), new Deflater(3), 100).readAllBytes();
        System.out.println(z.length + " " + crc(z, 0, z.length));
        ByteArrayOutputStream back = new ByteArrayOutputStream();
        try (InflaterOutputStream i = new InflaterOutputStream(back)) { i.write(z); }
        System.out.println(Arrays.equals(back.toByteArray(), text));
        InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(z), new Inflater(), 33);
        System.out.println(in.skip(5000) + " " + in.read() + " " + in.available() + " " + in.markSupported());
        CheckedInputStream c = new CheckedInputStream(new ByteArrayInputStream(text), new Adler32());
        c.skip(10);
        c.readAllBytes();
        System.out.println(c.getChecksum().getValue());
    }

    static void checksums(Map<String, byte[]> samples) {
        samples.forEach((name, b) -> {
            StringBuilder s = new StringBuilder(name);
            for (Checksum c : new Checksum[] {new CRC32(), new CRC32C(), new Adler32()}) {
                c.update(b);
                s.append(' ').append(c.getValue());
                c.reset();
                for (int i = 0; i < b.length; i += 1 + i / 3) c.update(b[i]);
                c.update(b, b.length / 3, b.length / 2);
                s.append(' ').append(c.getValue());
            }
            System.out.println(s);
        });
    }
}

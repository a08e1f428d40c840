import java.io.*;
import java.nio.*;
import java.nio.charset.*;
import java.util.*;
import java.util.zip.CRC32;

/** Every charset that the library has encodes and decodes samples. */
public class TextCharsets {
    static final String SAMPLE = "Hello, Wörld! ñ é ß € Ж я Ω λ א ب ก ท 漢字 かな カナ 한국어 中文 简体 繁體 ™ ½ … – ☃ 𝄞 😀 \u0000\u007f\u0080\u00a0\u00ff\ufffd\t\r\n";

    public static void main(String[] args) throws Exception {
        everyCharset();
        errors();
        streams();
        names();
        coders();
    }

    static long crc(byte[] b) { CRC32 c = new CRC32(); c.update(b); return c.getValue(); }

    static void everyCharset() {
        StringBuilder all = new StringBuilder();
        for (char c = 0; c < 0xd800; c += 7) all.append(c);
        byte[] bytes = new byte[512];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (i * 31 + i / 256);
        for (Map.Entry<String, Charset> e : Charset.availableCharsets().entrySet()) {
            Charset c = e.getValue();
            StringBuilder line = new StringBuilder(e.getKey()).append(' ').append(new TreeSet<>(c.aliases())).append(' ').append(c.isRegistered());
            if (c.canEncode()) {
                byte[] b = SAMPLE.getBytes(c);
                String back = new String(b, c);
                CharsetEncoder n = c.newEncoder();
                line.append(' ').append(b.length).append(' ').append(crc(b)).append(' ').append(back.hashCode()).append(' ').append(crc(all.toString().getBytes(c)));
                line.append(' ').append(n.averageBytesPerChar()).append(' ').append(n.maxBytesPerChar()).append(' ').append(n.canEncode('é')).append(n.canEncode("漢")).append(' ').append(Arrays.toString(n.replacement()));
            }
            CharsetDecoder d = c.newDecoder();
            line.append(' ').append(new String(bytes, c).hashCode()).append(' ').append(d.averageCharsPerByte()).append(' ').append(d.maxCharsPerByte()).append(' ').append(c.contains(StandardCharsets.US_ASCII));
            System.out.println(line);
        }
    }

    static void errors() {
        for (String name : new String[] {"UTF-8", "UTF-16", "UTF-32LE", "US-ASCII", "Shift_JIS", "GB18030", "ISO-2022-JP", "Big5", "EUC-KR", "windows-1252", "IBM037"}) {
            Charset c = Charset.forName(name);
            for (byte[] b : new byte[][] {{(byte) 0xff, (byte) 0xfe, 65}, {(byte) 0xc3}, {(byte) 0xe2, (byte) 0x82}, {(byte) 0xed, (byte) 0xa0, (byte) 0x80}, {(byte) 0x81}, {27, 36, 66}, {(byte) 0xd8, 0, 0, 65}}) {
                try {
                    System.out.print(c.newDecoder().decode(ByteBuffer.wrap(b)).toString().hashCode() + " ");
                } catch (CharacterCodingException e) {
                    System.out.print(e + " ");
                }
                System.out.print(new String(b, c).hashCode() + "; ");
            }
            try {
                System.out.println(c.newEncoder().encode(CharBuffer.wrap("a\ud800b")));
            } catch (CharacterCodingException e) {
                System.out.println(e);
            }
            try {
                System.out.println(c.newEncoder().encode(CharBuffer.wrap("\u0e01\u4e00")));
            } catch (CharacterCodingException e) {
                System.out.println(e);
            }
        }
        for (String bad : new String[] {"no-such-charset", "bad name", "", "-x"}) {
            try {
                Charset.forName(bad);
            } catch (IllegalArgumentException e) {
                System.out.println(e);
            }
            try {
                "a".getBytes(bad);
            } catch (UnsupportedEncodingException e) {
                System.out.println(e);
            }
        }
    }

    static void streams() throws IOException {
        for (String name : new String[] {"UTF-8", "UTF-16", "UTF-16LE", "ISO-2022-JP", "EUC-JP", "GB18030", "x-UTF-16LE-BOM", "windows-1251"}) {
            ByteArrayOutputStream o = new ByteArrayOutputStream();
            try (Writer w = new OutputStreamWriter(o, name)) {
                for (int i = 0; i < 3000; i++) w.write(SAMPLE.charAt(i % SAMPLE.length()));
            }
            byte[] b = o.toByteArray();
            StringBuilder s = new StringBuilder();
            try (Reader r = new InputStreamReader(new ByteArrayInputStream(b) { public synchronized int read(byte[] x, int from, int n) { return super.read(x, from, Math.min(n, 7)); } }, name)) {
                for (int c; (c = r.read()) >= 0; ) s.append((char) c);
            }
            System.out.println(name + " " + b.length + " " + crc(b) + " " + s.length() + " " + s.toString().hashCode());
        }
        PrintStream p = new PrintStream(new ByteArrayOutputStream(), true, "UTF-16BE");
        p.print("ä");
        System.out.println(p.checkError());
    }

    static void names() {
        System.out.println(Charset.forName("latin1") + " " + Charset.forName("utf8").displayName(Locale.GERMAN) + " " + Charset.isSupported("cp1252") + " " + Charset.forName("ASCII").compareTo(StandardCharsets.UTF_8) + " " + StandardCharsets.UTF_16.equals(Charset.forName("utf-16")));
        System.out.println(new InputStreamReader(new ByteArrayInputStream(new byte[0]), StandardCharsets.UTF_8).getEncoding() + " " + new OutputStreamWriter(new ByteArrayOutputStream(), StandardCharsets.ISO_8859_1).getEncoding());
    }

    static void coders() {
        CharsetDecoder d = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE).onUnmappableCharacter(CodingErrorAction.IGNORE).replaceWith("?");
        CharBuffer out = CharBuffer.allocate(4);
        ByteBuffer in = ByteBuffer.wrap("aé\u20ac😀z".getBytes(StandardCharsets.UTF_8));
        System.out.println(d.decode(in, out, false) + " " + in + " " + out);
        out.flip();
        System.out.println(out.toString());
        out.clear();
        System.out.println(d.decode(in, out, true) + " " + d.flush(out) + " " + out.flip().length());
        d.reset();
        in = ByteBuffer.wrap(new byte[] {65, (byte) 0xff, 66, (byte) 0xe2});
        out = CharBuffer.allocate(20);
        System.out.println(d.decode(in, out, true) + " " + out.flip());
        CharsetEncoder e = StandardCharsets.US_ASCII.newEncoder().onUnmappableCharacter(CodingErrorAction.REPLACE).replaceWith(new byte[] {'#'});
        ByteBuffer b = ByteBuffer.allocateDirect(10);
        System.out.println(e.encode(CharBuffer.wrap("né!"), b, true) + " " + b + " " + b.get(1) + " " + e.isLegalReplacement(new byte[] {(byte) 200}));
        try {
            e.flush(b);
            e.encode(CharBuffer.wrap("x"), b, false);
        } catch (IllegalStateException x) {
            System.out.println(x);
        }
        System.out.println(StandardCharsets.UTF_8.encode("größe") + " " + StandardCharsets.UTF_8.decode(ByteBuffer.wrap(new byte[] {(byte) 0xf0, (byte) 0x9f, (byte) 0x98, (byte) 0x80})));
    }
}

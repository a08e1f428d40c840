import java.nio.*;
import java.nio.charset.*;
import java.util.*;

/** Charset encoders and decoders driven by hand: malformed and unmappable input, small buffers, states and names. */
public class NioCoders {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception | CoderMalfunctionError e) {
            System.out.println(what + ": " + e);
        }
    }

    static String escape(CharSequence s) {
        StringBuilder b = new StringBuilder();
        s.chars().forEach(c -> { if (c >= 32 && c < 127) b.append((char) c); else b.append(String.format("\\u%04x", c)); });
        return b.toString();
    }

    public static void main(String[] args) throws Exception {
        malformed();
        unmappable();
        steps();
        states();
        names();
        strings();
    }

    static void malformed() throws Exception {
        String[] inputs = {"61c3", "61c361", "e282", "e28261", "eda080", "f0908080", "f4908080", "c080", "80", "fe", "f09f98", "feff0041", "fffe4100", "d83d", "d83d0041", "de000041", "0000feff", "00110000", "8140", "81", "a1a1", "8ea1", "8fa1a1", "1b2442", "1b244224221b2842", "ff", "fd", "2b41", "90", "8130813081308130"};
        for (String name : new String[] {"US-ASCII", "ISO-8859-1", "UTF-8", "UTF-16", "UTF-16LE", "UTF-32", "windows-1252", "Shift_JIS", "EUC-JP", "ISO-2022-JP", "GB18030", "Big5", "EUC-KR", "IBM037", "x-MacRoman", "CESU-8"}) {
            if (!Charset.isSupported(name)) { System.out.println(name + " missing"); continue; }
            Charset c = Charset.forName(name);
            StringBuilder line = new StringBuilder(name);
            for (String hex : inputs) {
                byte[] bytes = HexFormat.of().parseHex(hex);
                line.append(' ').append(escape(new String(bytes, c))).append('/');
                try {
                    line.append(c.newDecoder().decode(ByteBuffer.wrap(bytes)).length());
                } catch (CharacterCodingException e) {
                    line.append(e.getClass().getSimpleName()).append(e.getMessage());
                }
            }
            System.out.println(line);
        }
    }

    static void unmappable() {
        String text = "aé€😀\ud800b\udc00日本Ж";
        for (String name : new String[] {"US-ASCII", "ISO-8859-1", "ISO-8859-15", "UTF-8", "UTF-16", "UTF-16BE", "UTF-32", "UTF-32LE", "windows-1252", "KOI8-R", "Shift_JIS", "EUC-JP", "ISO-2022-JP", "ISO-2022-KR", "GBK", "GB18030", "Big5-HKSCS", "IBM437", "IBM1047", "x-UTF-16LE-BOM", "x-JIS0208"}) {
            Charset c = Charset.forName(name);
            System.out.print(name + " " + HexFormat.of().formatHex(text.getBytes(c)));
            try {
                CharsetEncoder e = c.newEncoder();
                System.out.print(" " + e.averageBytesPerChar() + " " + e.maxBytesPerChar() + " " + HexFormat.of().formatHex(e.replacement()) + " " + e.canEncode('€') + e.canEncode("😀") + e.canEncode('\ud800'));
                System.out.println(" " + e.encode(CharBuffer.wrap(text)));
            } catch (CharacterCodingException e) {
                System.out.println(" " + e);
            }
        }
    }

    static void steps() {
        CharsetDecoder d = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap("x€\u00ff😀z".getBytes(StandardCharsets.UTF_8));
        CharBuffer out = CharBuffer.allocate(2);
        for (int i = 0; i < 8; i++) {
            CoderResult r = d.decode(in, out, true);
            System.out.println(r + " " + in + " " + out.position() + " " + escape(out.flip()));
            out.clear();
            if (r.isUnderflow()) break;
        }
        System.out.println(d.flush(out));
        CharsetDecoder partial = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer half = ByteBuffer.wrap(new byte[] {(byte) 0xe2, (byte) 0x82});
        CharBuffer two = CharBuffer.allocate(4);
        System.out.println(partial.decode(half, two, false) + " " + half.remaining() + " " + partial.decode(half, two, true) + " " + partial.reset().decode(half, two, true).length());
        CharsetEncoder e = StandardCharsets.UTF_16.newEncoder();
        ByteBuffer small = ByteBuffer.allocate(3);
        CharBuffer source = CharBuffer.wrap("ab");
        System.out.println(e.encode(source, small, true) + " " + source.remaining() + " " + small.position());
        CharsetDecoder replacing = StandardCharsets.US_ASCII.newDecoder().onMalformedInput(CodingErrorAction.REPLACE).replaceWith("<?>".substring(0, 1));
        attempt("replaced", () -> replacing.decode(ByteBuffer.wrap(new byte[] {65, -1, 66})));
        attempt("ignored", () -> StandardCharsets.US_ASCII.newDecoder().onMalformedInput(CodingErrorAction.IGNORE).decode(ByteBuffer.wrap(new byte[] {65, -1, 66})));
        attempt("replacement too long", () -> StandardCharsets.UTF_8.newDecoder().replaceWith("toolong"));
        attempt("empty replacement", () -> StandardCharsets.UTF_8.newDecoder().replaceWith(""));
        attempt("illegal replacement", () -> StandardCharsets.UTF_8.newEncoder().replaceWith(new byte[] {-1}));
        attempt("null action", () -> StandardCharsets.UTF_8.newEncoder().onMalformedInput(null));
    }

    static void states() {
        CharsetEncoder e = StandardCharsets.UTF_8.newEncoder();
        attempt("flush first", () -> e.flush(ByteBuffer.allocate(1)));
        e.encode(CharBuffer.wrap("a"), ByteBuffer.allocate(4), true);
        attempt("encode after end", () -> e.encode(CharBuffer.wrap("a"), ByteBuffer.allocate(4), false));
        attempt("canEncode inside", () -> e.canEncode('x'));
        System.out.println(e.flush(ByteBuffer.allocate(1)) + " " + e.malformedInputAction() + " " + e.unmappableCharacterAction());
        CharsetDecoder utf16 = StandardCharsets.UTF_16.newDecoder();
        System.out.println(utf16.isAutoDetecting() + " " + utf16.averageCharsPerByte() + " " + utf16.maxCharsPerByte() + " " + escape(utf16.replacement()));
        attempt("detected", utf16::isCharsetDetected);
        CoderResult r = CoderResult.malformedForLength(3);
        System.out.println(r + " " + r.isError() + r.isMalformed() + r.length() + " " + (r == CoderResult.malformedForLength(3)));
        attempt("throw", () -> { CoderResult.unmappableForLength(2).throwException(); return null; });
        attempt("throw overflow", () -> { CoderResult.OVERFLOW.throwException(); return null; });
        attempt("length", () -> CoderResult.UNDERFLOW.length());
        attempt("zero", () -> CoderResult.malformedForLength(0));
    }

    static void names() {
        for (String n : new String[] {"utf8", "latin1", "l1", "ascii", "cp1252", "sjis", "unicode", "646", "", " ", "utf-8 ", "ünicode", "x-none"}) attempt(n, () -> Charset.forName(n) + " " + new TreeSet<>(Charset.forName(n).aliases()));
        System.out.println(StandardCharsets.UTF_16.contains(StandardCharsets.UTF_8) + " " + StandardCharsets.US_ASCII.contains(StandardCharsets.ISO_8859_1) + " " + Charset.forName("IBM037").isRegistered() + " " + Charset.forName("GBK").displayName(Locale.FRANCE) + " " + StandardCharsets.UTF_8.compareTo(StandardCharsets.US_ASCII));
        System.out.println(Charset.availableCharsets().keySet());
    }

    static void strings() throws Exception {
        attempt("getBytes", () -> "x".getBytes("nope"));
        attempt("new String", () -> new String(new byte[1], ""));
        for (String name : Charset.availableCharsets().keySet()) {
            Charset c = Charset.forName(name);
            byte[] all = new byte[256];
            for (int i = 0; i < 256; i++) all[i] = (byte) i;
            int decoded = new String(all, c).hashCode();
            String encoded = c.canEncode() ? Integer.toHexString(Arrays.hashCode("Aé€Ж日😀ﬁ\u0000~".getBytes(c))) : "none";
            System.out.print(name + "=" + Integer.toHexString(decoded) + "," + encoded + " ");
        }
        System.out.println();
    }
}

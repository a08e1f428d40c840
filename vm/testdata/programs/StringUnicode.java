import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Strings beyond Latin-1: surrogates, code points, compact strings switching representation, encodings of broken text. */
public class StringUnicode {
    static String hex(String s) {
        return s.chars().mapToObj(c -> String.format("%04x", c)).collect(Collectors.joining(" "));
    }

    static String hex(byte[] bytes) {
        StringBuilder out = new StringBuilder();
        for (byte b : bytes) {
            out.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
        }
        return out.toString();
    }

    public static void main(String[] args) {
        String smile = "a\ud83d\ude00b";
        System.out.println(smile.length() + " " + smile.codePointCount(0, 4) + " " + smile.codePointAt(1) + " " + smile.codePointAt(2) + " " + smile.codePointBefore(3) + " " + smile.offsetByCodePoints(0, 2));
        System.out.println(smile.codePoints().boxed().collect(Collectors.toList()) + " " + hex(smile) + " " + hex(new StringBuilder(smile).reverse().toString()));
        System.out.println(smile.indexOf(0x1f600) + " " + smile.lastIndexOf(0x1f600) + " " + smile.indexOf(0xde00) + " " + smile.indexOf("\ude00b"));
        String broken = "x\ud83dy\ude00";
        System.out.println(broken.codePointCount(0, broken.length()) + " " + hex(broken.getBytes(StandardCharsets.UTF_8)) + " " + hex(new StringBuilder(broken).reverse().toString()));
        for (String s : new String[] {"ascii", "caf\u00e9", "\u20ac5", smile, "\u0000\u007f\u0080\u07ff\u0800\uffff"}) {
            System.out.println(s.length() + " utf8 " + hex(s.getBytes(StandardCharsets.UTF_8)) + " utf16 " + hex(s.getBytes(StandardCharsets.UTF_16)) + " be " + hex(s.getBytes(StandardCharsets.UTF_16BE))
                + " le " + hex(s.getBytes(StandardCharsets.UTF_16LE)) + " latin1 " + hex(s.getBytes(StandardCharsets.ISO_8859_1)) + " ascii " + hex(s.getBytes(StandardCharsets.US_ASCII)));
            System.out.println(new String(s.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).equals(s) + " " + new String(s.getBytes(StandardCharsets.UTF_16), StandardCharsets.UTF_16).equals(s));
        }
        byte[][] malformed = {{(byte) 0xc3}, {(byte) 0xc3, 0x28}, {(byte) 0xe2, (byte) 0x82}, {(byte) 0xf0, (byte) 0x9f, (byte) 0x98}, {(byte) 0xff, 'a'}, {(byte) 0xed, (byte) 0xa0, (byte) 0x80}, {(byte) 0xc0, (byte) 0x80}, {(byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80}};
        for (byte[] bytes : malformed) {
            System.out.println(hex(bytes) + " -> " + hex(new String(bytes, StandardCharsets.UTF_8)) + " ascii " + hex(new String(bytes, StandardCharsets.US_ASCII)));
        }
        String latin = "caf\u00e9";
        String wide = latin + "\u4e2d";
        System.out.println(wide.substring(0, 4).equals(latin) + " " + (wide.substring(0, 4).hashCode() == latin.hashCode()) + " " + latin.compareTo(wide) + " " + wide.indexOf(latin) + " " + wide.replace("\u4e2d", "").equals(latin)
            + " " + wide.startsWith("caf") + " " + latin.equals(new String("caf\u00e9".toCharArray())) + " " + wide.contains("\u00e9\u4e2d") + " " + latin.contains("\u4e2d"));
        StringBuilder sb = new StringBuilder("abc");
        sb.append('\u4e2d').insert(1, "\u00ff").setCharAt(2, '\u3042');
        sb.deleteCharAt(4);
        System.out.println(hex(sb.toString()) + " " + sb.length());
        sb.setLength(1);
        System.out.println(sb + " " + sb.toString().equals("a"));
        System.out.println(hex("\u0130\u00df\ufb01\u01c6".toUpperCase(Locale.ROOT)) + " | " + hex("\u0130\u03a3A\u03a3 \u01c4".toLowerCase(Locale.ROOT)));
        System.out.println(hex("iI".toUpperCase(new Locale("tr"))) + " | " + hex("iI".toLowerCase(new Locale("tr"))) + " | " + hex("\ud801\udc28".toUpperCase(Locale.ROOT)));
        System.out.println(hex(Normalizer.normalize("\u00e9\u1e9b\u0323\uac00", Normalizer.Form.NFD)) + " | " + hex(Normalizer.normalize("e\u0301", Normalizer.Form.NFC)) + " | " + hex(Normalizer.normalize("\ufb01\u2460", Normalizer.Form.NFKC)) + " " + Normalizer.isNormalized("a", Normalizer.Form.NFC));
        System.out.println(Arrays.toString("\u4e2d\u6587 \u65e5\u672c".split(" ")).length() + " " + "\u0661\u0662".chars().map(Character::getNumericValue).sum());
        String[] words = {"zebra", "\u00c4pfel", "apple", "\u4e2d", "Zoo", "\ud83d\ude00", "\ufb01"};
        Arrays.sort(words);
        System.out.println(Arrays.stream(words).map(w -> hex(w.substring(0, 1))).collect(Collectors.joining(",")));
        String big = "\u00e9".repeat(1000) + "\u20ac".repeat(1000);
        System.out.println(big.hashCode() + " " + big.getBytes(StandardCharsets.UTF_8).length + " " + big.indexOf('\u20ac') + " " + big.lastIndexOf('\u00e9') + " " + big.substring(500, 1500).hashCode());
        java.io.PrintStream utf8 = new java.io.PrintStream(System.out, true, StandardCharsets.UTF_8);
        utf8.println("direct: \u00e9 \u20ac \ud83d\ude00 \u4e2d\u6587");
    }
}

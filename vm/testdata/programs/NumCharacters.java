/** Character: classification over ranges of Unicode, case mapping, surrogates, names, types. */
public class NumCharacters {
    static String classify(int c) {
        return (Character.isLetter(c) ? "L" : "-") + (Character.isDigit(c) ? "D" : "-") + (Character.isWhitespace(c) ? "W" : "-") + (Character.isUpperCase(c) ? "U" : "-")
            + (Character.isLowerCase(c) ? "l" : "-") + (Character.isJavaIdentifierStart(c) ? "J" : "-") + (Character.isJavaIdentifierPart(c) ? "j" : "-")
            + (Character.isISOControl(c) ? "C" : "-") + (Character.isSpaceChar(c) ? "s" : "-") + (Character.isTitleCase(c) ? "T" : "-") + (Character.isDefined(c) ? "d" : "-")
            + (Character.isMirrored(c) ? "m" : "-") + (Character.isIdeographic(c) ? "i" : "-") + (Character.isAlphabetic(c) ? "a" : "-");
    }

    public static void main(String[] args) {
        int[] samples = {0, 9, 10, 28, 32, '0', '9', 'A', 'z', '_', '$', '(', 0x7f, 0x85, 0xa0, 0xaa, 0xb5, 0xdf, 0xe9, 0xff, 0x130, 0x131, 0x1c5, 0x3a3, 0x3c2, 0x430, 0x5d0, 0x660, 0x966,
            0x10a0, 0x1e9e, 0x2000, 0x2028, 0x2160, 0x20ac, 0x3042, 0x4e2d, 0xac00, 0xd800, 0xdc00, 0xfb01, 0xfeff, 0xff21, 0xffff, 0x10400, 0x1d7d8, 0x1f600, 0x20000, 0x10ffff};
        for (int c : samples) {
            System.out.println(Integer.toHexString(c) + " " + classify(c) + " type" + Character.getType(c) + " up" + Integer.toHexString(Character.toUpperCase(c)) + " low"
                + Integer.toHexString(Character.toLowerCase(c)) + " title" + Integer.toHexString(Character.toTitleCase(c)) + " num" + Character.getNumericValue(c)
                + " dir" + Character.getDirectionality(c) + " chars" + Character.charCount(c));
        }
        int[] counts = new int[6];
        long mix = 0;
        for (int c = 0; c < 0x3000; c++) {
            counts[0] += Character.isLetter(c) ? 1 : 0;
            counts[1] += Character.isDigit(c) ? 1 : 0;
            counts[2] += Character.isWhitespace(c) ? 1 : 0;
            counts[3] += Character.isUpperCase(c) ? 1 : 0;
            counts[4] += Character.isLowerCase(c) ? 1 : 0;
            counts[5] += Character.isJavaIdentifierPart(c) ? 1 : 0;
            mix = mix * 31 + Character.getType(c) + Character.toUpperCase(c) - Character.toLowerCase(c);
        }
        System.out.println(java.util.Arrays.toString(counts) + " " + mix);
        char[] pair = Character.toChars(0x1f600);
        System.out.println(pair.length + " " + Integer.toHexString(pair[0]) + " " + Integer.toHexString(pair[1]) + " " + Character.isSurrogatePair(pair[0], pair[1])
            + " " + Integer.toHexString(Character.toCodePoint(pair[0], pair[1])) + " " + Character.isHighSurrogate(pair[0]) + Character.isLowSurrogate(pair[0]));
        System.out.println(Character.isValidCodePoint(0x110000) + " " + Character.isBmpCodePoint(0xffff) + " " + Character.isSupplementaryCodePoint(0x10000));
        System.out.println(Character.getName('A') + ", " + Character.getName(0x1f600) + ", " + Character.getName(0x4e2d) + ", " + Character.codePointOf("LATIN SMALL LETTER A WITH GRAVE"));
        System.out.println(Character.UnicodeBlock.of(0x3b1) + " " + Character.UnicodeScript.of(0x430) + " " + Character.UnicodeScript.of(0x4e2d) + " " + Character.UnicodeBlock.of('a'));
        System.out.println(Character.compare('a', 'b') + " " + Character.valueOf('x').compareTo('z') + " " + Character.toString(0x1f600).length() + " " + Character.MAX_RADIX);
        System.out.println((int) Character.highSurrogate(0x10ffff) + " " + (int) Character.lowSurrogate(0x10ffff));
        try {
            Character.toChars(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println("stra\u00dfe".toUpperCase(java.util.Locale.ROOT) + " " + "\u0130".toLowerCase(java.util.Locale.ROOT).length() + " "
            + "TITLE".toLowerCase(new java.util.Locale("tr")).codePointAt(1) + " " + "\u03a3\u03a3".toLowerCase(java.util.Locale.ROOT).codePointAt(1));
    }
}

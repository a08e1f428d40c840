/** Integer and Long: toString and parse in radices, hex and binary forms, decode, errors, and bit tricks. */
public class NumParse {
    static void parse(String text, int radix) {
        try {
            System.out.println(text + "/" + radix + " = " + Integer.parseInt(text, radix));
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(text + "/" + radix + " = " + Long.parseLong(text, radix) + "L");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
    }

    static void decode(String text) {
        try {
            System.out.println("decode " + text + " " + Integer.decode(text) + " " + Long.decode(text) + " " + Short.decode(text));
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        int[] ints = {0, 1, -1, 9, 10, 255, -256, 123456789, 99999, -100000, 0x0F0F0F0F, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int i : ints) {
            System.out.println(Integer.toString(i) + " " + Integer.toHexString(i) + " " + Integer.toOctalString(i) + " " + Integer.toBinaryString(i) + " " + Integer.toUnsignedString(i)
                + " " + Integer.toString(i, 36) + " " + Integer.toString(i, 7) + " " + Integer.toString(i, 99));
            System.out.println("  count" + Integer.bitCount(i) + " lead" + Integer.numberOfLeadingZeros(i) + " trail" + Integer.numberOfTrailingZeros(i) + " high" + Integer.highestOneBit(i)
                + " low" + Integer.lowestOneBit(i) + " rev" + Integer.reverse(i) + " bytes" + Integer.reverseBytes(i) + " rotl" + Integer.rotateLeft(i, 5) + " rotr" + Integer.rotateRight(i, 37));
        }
        long[] longs = {0, -1, 1L << 40, 0x00FF00FF00FF00FFL, -987654321012345678L, Long.MAX_VALUE, Long.MIN_VALUE};
        for (long l : longs) {
            System.out.println(Long.toString(l) + " " + Long.toHexString(l) + " " + Long.toOctalString(l) + " " + Long.toBinaryString(l) + " " + Long.toUnsignedString(l)
                + " " + Long.toString(l, 36) + " " + Long.toUnsignedString(l, 16));
            System.out.println("  count" + Long.bitCount(l) + " lead" + Long.numberOfLeadingZeros(l) + " trail" + Long.numberOfTrailingZeros(l) + " high" + Long.highestOneBit(l)
                + " low" + Long.lowestOneBit(l) + " rev" + Long.reverse(l) + " bytes" + Long.reverseBytes(l) + " rotl" + Long.rotateLeft(l, 9) + " sig" + Long.signum(l));
        }
        parse("0", 10);
        parse("-0", 10);
        parse("+42", 10);
        parse("2147483647", 10);
        parse("2147483648", 10);
        parse("-2147483648", 10);
        parse("-2147483649", 10);
        parse("9223372036854775807", 10);
        parse("9223372036854775808", 10);
        parse("-9223372036854775808", 10);
        parse("zz", 36);
        parse("ZZ", 36);
        parse("7f", 16);
        parse("-80000000", 16);
        parse("102", 2);
        parse("", 10);
        parse("-", 10);
        parse("+", 10);
        parse(" 1", 10);
        parse("1.0", 10);
        parse("0x10", 16);
        parse("12", 1);
        parse("12", 37);
        parse(null, 10);
        parse("\u0663\u0664", 10);
        decode("0x7F");
        decode("-#7f");
        decode("010");
        decode("-0x8000");
        decode("0x8000");
        decode("");
        decode("09");
        System.out.println(Integer.parseUnsignedInt("4294967295") + " " + Long.parseUnsignedLong("18446744073709551615") + " " + Integer.parseInt("xx-12yy", 2, 5, 10));
        try {
            Byte.parseByte("128");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            Integer.parseUnsignedInt("4294967296");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Short.parseShort("-32768") + " " + Byte.valueOf("7f", 16) + " " + Integer.valueOf("12").equals(12) + " " + Integer.getInteger("no.such.property", 5));
        System.out.println(Character.digit('f', 16) + " " + Character.digit('g', 16) + " " + Character.forDigit(11, 16) + " " + Character.getNumericValue('Z') + " " + Character.digit('\u0967', 10));
        System.out.println(java.util.HexFormat.of().formatHex(new byte[] {0, 1, -1, 127}) + " " + java.util.HexFormat.ofDelimiter(":").withUpperCase().formatHex(new byte[] {10, -6}));
        System.out.println(java.util.HexFormat.of().parseHex("00ff7f")[1] + " " + java.util.HexFormat.fromHexDigits("beef"));
    }
}

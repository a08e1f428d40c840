/** byte, short and char: narrowing, compound assignment with implicit casts, promotion, and constants. */
public class NumNarrow {
    static byte byteField = 100;
    static char charField = 'a';
    static short[] shortArray = {32767, -32768, 0};
    byte instanceByte = -1;

    static int promote(byte b) {
        return b << 8;
    }

    static byte asByte(int i) {
        return (byte) i;
    }

    static char asChar(int i) {
        return (char) i;
    }

    static short asShort(long l) {
        return (short) l;
    }

    public static void main(String[] args) {
        for (int i : new int[] {0, 127, 128, 255, 256, -1, -128, -129, 32767, 32768, 65535, 65536, 70000, -70000, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            System.out.println(i + " " + asByte(i) + " " + asShort(i) + " " + (int) asChar(i) + " " + (byte) (short) (char) i + " " + (short) (char) i + " " + (int) (char) (byte) i);
        }
        byte b = 10;
        b += 120;
        System.out.println(b);
        b -= 1.7;
        System.out.println(b);
        b *= -3;
        System.out.println(b);
        b /= 0.25f;
        System.out.println(b);
        b <<= 3;
        System.out.println(b);
        b >>= 1;
        System.out.println(b);
        b >>>= 1;
        System.out.println(b);
        b = -16;
        b >>>= 2;
        System.out.println(b);
        b ^= 0xff;
        System.out.println(b);
        b %= 7;
        System.out.println(b);
        b = 127;
        b++;
        System.out.println(b + " " + b-- + " " + b + " " + --b + " " + ++b);
        short s = Short.MIN_VALUE;
        s--;
        System.out.println(s);
        s += 1L << 40 | 5;
        System.out.println(s);
        s *= s;
        System.out.println(s);
        char c = 'z';
        c += 1;
        System.out.println(c + " " + (int) c + " " + (c + 1) + " " + (char) (c + 1));
        c = 0;
        c--;
        System.out.println((int) c);
        c *= 2.5;
        System.out.println((int) c);
        c >>= 4;
        System.out.println((int) c);
        c = 'A';
        System.out.println(c++ + c + " " + c + (c < 'C') + (char) (c | 0x20) + (c == 67));
        byteField += byteField;
        charField ^= ' ';
        shortArray[0]++;
        shortArray[1]--;
        shortArray[2] -= 40000;
        System.out.println(byteField + " " + charField + " " + shortArray[0] + " " + shortArray[1] + " " + shortArray[2]);
        NumNarrow n = new NumNarrow();
        n.instanceByte >>>= 1;
        System.out.println(n.instanceByte);
        n.instanceByte &= 0x0f;
        System.out.println(n.instanceByte + " " + (n.instanceByte << 28));
        System.out.println(promote((byte) 0x80) + " " + ((byte) 0x80 & 0xff) + " " + ((byte) 0x80 >>> 4) + " " + (((byte) 0x80 & 0xff) >>> 4));
        final int constant = 100;
        byte fits = constant;
        char digit = '0' + 7;
        System.out.println(fits + " " + digit);
        int i = 5;
        i += 3.99;
        System.out.println(i);
        i -= 1e20;
        System.out.println(i);
        i = 'a' * 'b';
        System.out.println(i);
        long l = 1;
        l += 0.5f;
        l <<= 62;
        System.out.println(l);
        l *= 1.5;
        System.out.println(l);
        int big = 123456789;
        float f = big;
        System.out.println((int) f + " " + (big - (int) f) + " " + (int) (double) big);
        long bigger = 1234567890123456789L;
        double d = bigger;
        System.out.println((long) d + " " + (long) (float) bigger);
        boolean z = true;
        z &= false;
        z |= 3 > 2;
        z ^= z;
        System.out.println(z);
        System.out.println(Byte.MIN_VALUE + Byte.MAX_VALUE + Character.MAX_VALUE + Short.MAX_VALUE);
        System.out.println(Byte.toUnsignedInt((byte) -2) + " " + Short.toUnsignedLong((short) -2) + " " + Short.reverseBytes((short) 0x1234) + " " + (int) Character.reverseBytes('\u1234'));
    }
}

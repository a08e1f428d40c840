/** int and long arithmetic: overflow, division and remainder semantics, shifts, unsigned operations, bit tricks. */
public class NumInt {
    static final int[] INTS = {0, 1, -1, 2, -2, 3, 7, -7, 31, 32, 33, 100, -100, 65535, 65536, 0x55555555, 0xAAAAAAAA, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE + 1};
    static final long[] LONGS = {0, 1, -1, 2, -3, 63, 64, 1000000007L, -1000000007L, 1L << 31, 1L << 32, -(1L << 33), 0x123456789ABCDEFL, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1};

    static void pair(int a, int b) {
        String quotient = b == 0 ? "-" : a / b + "," + a % b;
        System.out.println(a + " " + b + ": " + (a + b) + " " + (a - b) + " " + a * b + " " + quotient + " " + (a & b) + " " + (a | b) + " " + (a ^ b)
            + " " + (a << b) + " " + (a >> b) + " " + (a >>> b) + " " + (a < b) + (a == b));
    }

    static void pair(long a, long b) {
        String quotient = b == 0 ? "-" : a / b + "," + a % b;
        System.out.println(a + " " + b + ": " + (a + b) + " " + (a - b) + " " + a * b + " " + quotient + " " + (a & b) + " " + (a | b) + " " + (a ^ b)
            + " " + (a << b) + " " + (a >> b) + " " + (a >>> b) + " " + (a < b) + (a == b));
    }

    static void floor(int a, int b) {
        System.out.println("floor " + a + " " + b + " " + Math.floorDiv(a, b) + " " + Math.floorMod(a, b) + " " + Integer.divideUnsigned(a, b)
            + " " + Integer.remainderUnsigned(a, b) + " " + Integer.compareUnsigned(a, b));
    }

    public static void main(String[] args) {
        for (int a : INTS) {
            for (int b : INTS) {
                pair(a, b);
            }
        }
        for (long a : LONGS) {
            for (long b : LONGS) {
                pair(a, b);
            }
        }
        for (int a : INTS) {
            System.out.println(a + " -" + -a + " ~" + ~a + " abs" + Math.abs(a) + " i2l" + (long) a + " i2b" + (byte) a + " i2s" + (short) a + " i2c" + (int) (char) a
                + " u" + Integer.toUnsignedLong(a) + " signum" + Integer.signum(a));
        }
        for (long a : LONGS) {
            System.out.println(a + " -" + -a + " ~" + ~a + " abs" + Math.abs(a) + " l2i" + (int) a + " l2b" + (byte) a + " u" + Long.toUnsignedString(a) + " hash" + Long.hashCode(a)
                + " du" + Long.divideUnsigned(a, 10) + " ru" + Long.remainderUnsigned(a, -7L));
        }
        int[] divisors = {1, -1, 3, -3, 7, Integer.MIN_VALUE, Integer.MAX_VALUE};
        for (int b : divisors) {
            floor(Integer.MIN_VALUE, b);
            floor(-8, b);
            floor(8, b);
        }
        try {
            System.out.println(INTS[3] / INTS[0]);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(LONGS[3] % LONGS[0]);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        int shifted = 1;
        shifted <<= 33;
        shifted >>>= -31;
        shifted >>= 40L;
        long wide = -1;
        wide >>>= 65;
        wide <<= -1;
        System.out.println(shifted + " " + wide + " " + (1 << 31 >> 31) + " " + (1 << 31 >>> 31) + " " + (5L >> 1L));
        int hash = 17;
        for (int i = 0; i < 10000; i++) {
            hash = hash * 31 + (i ^ hash >>> 7);
        }
        System.out.println(hash);
    }
}

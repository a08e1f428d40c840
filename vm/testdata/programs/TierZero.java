/** Compares 0, which is found to be a constant only after all that is called has been put in its place, with the bits that two numbers share. */
public class TierZero {
    static boolean differs(double d) {
        return d != d;
    }

    static long bits(double d) {
        if (!differs(d)) {
            return Double.doubleToRawLongBits(d);
        }
        return 1L << 40;
    }

    static int narrow(double d) {
        return (int) bits(d);
    }

    static int outcomes(long i, int k) {
        int all = 0;
        all |= bits(0d) < Long.highestOneBit(i) ? 1 : 0;
        all |= bits(0d) <= Long.highestOneBit(i) ? 2 : 0;
        all |= bits(0d) > (i & 12) ? 4 : 0;
        all |= bits(0d) >= (i & 12) ? 8 : 0;
        all |= narrow(0d) < Integer.highestOneBit(k) ? 16 : 0;
        all |= narrow(0d) <= Integer.highestOneBit(k) ? 32 : 0;
        all |= narrow(0d) > (k & 12) ? 64 : 0;
        all |= narrow(0d) >= (k & 12) ? 128 : 0;
        all |= Long.compareUnsigned(bits(0d), i & 12) < 0 ? 256 : 0;
        all |= Integer.compareUnsigned(narrow(0d), k & 12) < 0 ? 512 : 0;
        return all;
    }

    /** As long as there is fuel, by constants alone. */
    static int burn(int fuel) {
        while (--fuel > 0 && Double.doubleToLongBits(0d) <= Long.highestOneBit(1_000_000_007L)) {
        }
        return fuel;
    }

    public static void main(String[] args) {
        long[] longs = {0, 1, 4, 8, -1, Long.MIN_VALUE, Long.MIN_VALUE + 12, 1_000_000_007L};
        int[] ints = {0, 1, 4, 8, -1, Integer.MIN_VALUE, Integer.MIN_VALUE + 12, 1_000_000_007};
        long sum = 0;
        for (int round = 0; round < 3_000; round++) {
            for (int i = 0; i < longs.length; i++) {
                int all = outcomes(longs[i], ints[i]);
                sum = sum * 31 + all;
                if (round % 1_000 == 999) {
                    System.out.println(round + " " + longs[i] + " " + Integer.toBinaryString(all));
                }
            }
        }
        System.out.println(sum);
        for (int i = 0; i < 5; i++) {
            System.out.println(burn(20_000));
        }
    }
}

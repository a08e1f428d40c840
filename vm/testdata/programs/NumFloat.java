/** float and double arithmetic: NaN, infinities, signed zeros, comparison, remainder, conversions that saturate. */
public class NumFloat {
    static final double[] DOUBLES = {0.0, -0.0, 1.0, -1.0, 0.1, 1.5, -2.5, 1e308, -1e308, Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, Double.NaN,
        Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 2147483647.5, -2147483649.0, 9.3e18, 4294967296.0};
    static final float[] FLOATS = {0f, -0f, 1f, -1f, 0.1f, 3.5f, -7.25f, 3e38f, Float.MIN_VALUE, Float.MIN_NORMAL, Float.MAX_VALUE, Float.NaN, Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY, 2.14748365e9f, 1.6777216e7f};

    static String compare(double a, double b) {
        return (a < b ? "<" : "") + (a <= b ? "(<=)" : "") + (a == b ? "==" : "") + (a != b ? "!=" : "") + (a >= b ? "(>=)" : "") + (a > b ? ">" : "")
            + (!(a < b) ? "not<" : "") + (!(a > b) ? "not>" : "");
    }

    static String compare(float a, float b) {
        return (a < b ? "<" : "") + (a <= b ? "(<=)" : "") + (a == b ? "==" : "") + (a != b ? "!=" : "") + (a >= b ? "(>=)" : "") + (a > b ? ">" : "")
            + (!(a < b) ? "not<" : "") + (!(a > b) ? "not>" : "");
    }

    public static void main(String[] args) {
        for (double a : DOUBLES) {
            for (double b : DOUBLES) {
                System.out.println(a + " " + b + ": " + (a + b) + " " + (a - b) + " " + a * b + " " + a / b + " " + a % b + " " + compare(a, b)
                    + " " + Math.min(a, b) + " " + Math.max(a, b) + " " + Double.compare(a, b));
            }
        }
        for (float a : FLOATS) {
            for (float b : FLOATS) {
                System.out.println(a + " " + b + ": " + (a + b) + " " + (a - b) + " " + a * b + " " + a / b + " " + a % b + " " + compare(a, b)
                    + " " + Math.min(a, b) + " " + Math.max(a, b) + " " + Float.compare(a, b));
            }
        }
        for (double a : DOUBLES) {
            System.out.println(a + " d2i" + (int) a + " d2l" + (long) a + " d2f" + (float) a + " d2b" + (byte) a + " d2s" + (short) a + " d2c" + (int) (char) a
                + " neg" + -a + " bits" + Long.toHexString(Double.doubleToLongBits(a)) + " hash" + Double.hashCode(a) + " nan" + Double.isNaN(a) + " inf" + Double.isInfinite(a)
                + " finite" + Double.isFinite(a));
        }
        for (float a : FLOATS) {
            System.out.println(a + " f2i" + (int) a + " f2l" + (long) a + " f2d" + (double) a + " f2b" + (byte) a + " f2c" + (int) (char) a
                + " neg" + -a + " bits" + Integer.toHexString(Float.floatToIntBits(a)) + " hash" + Float.hashCode(a));
        }
        System.out.println(0.1 + 0.2);
        System.out.println(0.1f + 0.2f);
        System.out.println(0.1f + 0.2);
        System.out.println((float) 0.1 == 0.1);
        System.out.println(1.0 / 3 * 3 == 1.0);
        System.out.println(100 * 1.1);
        System.out.println(1e16 + 1);
        System.out.println(16777216f + 1f);
        System.out.println(5.0 % 3 + " " + -5.0 % 3 + " " + 5.0 % -3 + " " + 5.5f % 1.25f + " " + 1e300 % 7 + " " + -0.0 % 5);
        System.out.println(Float.intBitsToFloat(0x7fc00001) + " " + Integer.toHexString(Float.floatToRawIntBits(Float.intBitsToFloat(0x7fc00001)))
            + " " + Long.toHexString(Double.doubleToLongBits(Double.longBitsToDouble(0x7ff8000000000123L))));
        double sum = 0;
        for (int i = 1; i <= 1000; i++) {
            sum += 1.0 / i;
        }
        System.out.println(sum);
        float fsum = 0;
        for (int i = 1000; i >= 1; i--) {
            fsum += 1f / i;
        }
        System.out.println(fsum);
        double x = 1;
        while (1 + x / 2 > 1) {
            x /= 2;
        }
        System.out.println(x);
        double d = 5;
        d++;
        d %= 2.5;
        float f = 1;
        f--;
        f -= 0.1;
        System.out.println(d + " " + f + " " + d++ + " " + --f);
    }
}

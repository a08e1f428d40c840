/** The functions of Math that processors have instructions for, with the bits of what they return. */
public class NumRounding {
    static final double[] VALUES = {
        0.0, -0.0, 0.3, -0.3, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.49999999999999994, -0.49999999999999994, 1, -1, 1e-320, -1e-320,
        Double.MIN_VALUE, -Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE, 0x1p52 - 0.5, 0.5 - 0x1p52, 0x1p52 + 1, -0x1p53,
        Integer.MAX_VALUE + 0.5, Integer.MIN_VALUE - 0.5, Long.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY,
        Double.NaN, Double.longBitsToDouble(0xfff8000000000000L), Double.longBitsToDouble(0xfff8000000000123L), Double.longBitsToDouble(0x7ff8000000000123L),
    };

    static long hash(long hash, double value) {
        return 31 * hash + Double.doubleToRawLongBits(value);
    }

    /** Which bits what is not a number has is left to the processor. */
    static long bits(double value) {
        return Double.doubleToLongBits(value);
    }

    public static void main(String[] args) {
        for (double v : VALUES) {
            // HotSpot's compiler keeps the sign of what is not a number in rint, and its interpreter does not.
            System.out.printf("%s abs %x floor %x ceil %x rint %x%n", v, Double.doubleToRawLongBits(Math.abs(v)), Double.doubleToRawLongBits(Math.floor(v)),
                Double.doubleToRawLongBits(Math.ceil(v)), Double.doubleToLongBits(Math.rint(v)));
        }
        for (double v : VALUES) {
            StringBuilder line = new StringBuilder();
            for (double w : VALUES) {
                float f = (float) v, g = (float) w;
                line.append(String.format(" %x %x %x %x", bits(Math.min(v, w)), bits(Math.max(v, w)), bits(Math.min(f, g)), bits(Math.max(f, g))));
            }
            System.out.println("min and max of " + v + line);
        }
        // Once more in loops that get compiled.
        long abs = 0, floor = 0, ceil = 0, rint = 0;
        for (int i = 0; i < 20_000; i++) {
            for (double v : VALUES) {
                double x = v + i * 0.25;
                abs = hash(abs, Math.abs(x)) + hash(abs, Math.abs(v));
                floor = hash(floor, Math.floor(x)) + hash(floor, Math.floor(v));
                ceil = hash(ceil, Math.ceil(x)) + hash(ceil, Math.ceil(v));
                rint = 31 * rint + Double.doubleToLongBits(Math.rint(x)) + Double.doubleToLongBits(Math.rint(v));
            }
        }
        System.out.println(abs + " " + floor + " " + ceil + " " + rint);
        long min = 0, max = 0;
        for (int i = 0; i < 1_000; i++) {
            for (double v : VALUES) {
                for (double w : VALUES) {
                    float f = (float) v, g = (float) w;
                    min = 31 * min + bits(Math.min(v, w)) + bits(Math.min(f, g));
                    max = 31 * max + bits(Math.max(v, w)) + bits(Math.max(f, g));
                }
            }
        }
        System.out.println(min + " " + max + " " + Math.min(Double.NaN, 1) + " " + Math.max(-0.0, 0.0) + " " + Math.min(0.0f, -0.0f) + " " + Math.max(1, Float.NaN));
        System.out.println(StrictMath.abs(-2.5) + " " + StrictMath.floor(-2.5) + " " + StrictMath.ceil(-2.5) + " " + StrictMath.rint(-2.5));
    }
}

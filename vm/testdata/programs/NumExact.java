import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/** Math.*Exact, rounding, and the integer helpers of Math: every overflow with its message. */
public class NumExact {
    static void ints(String name, int a, int b, IntBinaryOperator op) {
        try {
            System.out.println(name + " " + a + " " + b + " = " + op.applyAsInt(a, b));
        } catch (ArithmeticException e) {
            System.out.println(name + " " + a + " " + b + " ! " + e.getMessage());
        }
    }

    static void longs(String name, long a, long b, LongBinaryOperator op) {
        try {
            System.out.println(name + " " + a + " " + b + " = " + op.applyAsLong(a, b));
        } catch (ArithmeticException e) {
            System.out.println(name + " " + a + " " + b + " ! " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        int[] ints = {0, 1, -1, 46340, 46341, -46341, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int a : ints) {
            for (int b : ints) {
                ints("add", a, b, Math::addExact);
                ints("subtract", a, b, Math::subtractExact);
                ints("multiply", a, b, Math::multiplyExact);
                ints("floorDiv", a, b, Math::floorDiv);
                ints("floorMod", a, b, Math::floorMod);
            }
            ints("negate", a, 0, (x, y) -> Math.negateExact(x));
            ints("increment", a, 0, (x, y) -> Math.incrementExact(x));
            ints("decrement", a, 0, (x, y) -> Math.decrementExact(x));
            ints("absExact", a, 0, (x, y) -> Math.absExact(x));
        }
        long[] longs = {0, 1, -1, 3037000499L, 3037000500L, -4294967296L, Long.MAX_VALUE, Long.MIN_VALUE};
        for (long a : longs) {
            for (long b : longs) {
                longs("add", a, b, Math::addExact);
                longs("subtract", a, b, Math::subtractExact);
                longs("multiply", a, b, Math::multiplyExact);
                longs("multiplyHigh", a, b, Math::multiplyHigh);
                longs("floorMod", a, b, Math::floorMod);
            }
            longs("toInt", a, 0, (x, y) -> Math.toIntExact(x));
            longs("absExact", a, 0, (x, y) -> Math.absExact(x));
        }
        System.out.println(Math.multiplyFull(Integer.MIN_VALUE, Integer.MAX_VALUE));
        double[] values = {0.5, -0.5, 1.5, 2.5, -1.5, -2.5, 0.49999999999999994, 4503599627370497.5, 1e18, -1e30, Double.NaN, -0.0, 2.0000000001, 1e-300};
        for (double v : values) {
            System.out.println(v + " round" + Math.round(v) + " rint" + Math.rint(v) + " floor" + Math.floor(v) + " ceil" + Math.ceil(v) + " roundf" + Math.round((float) v)
                + " abs" + Math.abs(v) + " signum" + Math.signum(v) + " ulp" + Math.ulp(v) + " up" + Math.nextUp(v) + " down" + Math.nextDown(v) + " exp" + Math.getExponent(v));
        }
        System.out.println(Math.copySign(3, -0.0) + " " + Math.nextAfter(1.0, 2) + " " + Math.nextAfter(1f, -1) + " " + Math.scalb(1.5, 10) + " " + Math.scalb(3f, -150)
            + " " + Math.IEEEremainder(10, 3) + " " + Math.IEEEremainder(11, 3) + " " + Math.ulp(1f));
        System.out.println(Math.max(-0.0f, 0.0f) + " " + Math.min(-0.0f, 0.0f) + " " + Math.max(1, Float.NaN) + " " + Math.abs(-0.0) + " " + Math.abs(Integer.MIN_VALUE));
        System.out.println(Math.fma(2.0, 3.0, 4.0) + " " + Math.fma(0.1, 10.0, -1.0) + " " + Math.fma(0.1f, 10f, -1f) + " " + Math.fma(1e308, 10.0, Double.NEGATIVE_INFINITY)
            + " " + (0.1 * 10.0 - 1.0));
    }
}

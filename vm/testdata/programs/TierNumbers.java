import java.lang.reflect.Method;

/**
 * exp, log, log10, pow, sin and cos in every tier, whose results have the same bits: of ordinary numbers, and at the borders of what compiled
 * code computes itself: small and large ones, subnormal ones, infinities and NaN.
 */
public class TierNumbers {
    static double exp(double x) { return Math.exp(x); }
    static double log(double x) { return Math.log(x); }
    static double log10(double x) { return Math.log10(x); }
    static double square(double x) { return Math.pow(x, 2.0); }
    static double sin(double x) { return Math.sin(x); }
    static double cos(double x) { return Math.cos(x); }
    static double pow(double x, double y) { return Math.pow(x, y); }

    static final double[] BORDERS = {
        0.0, -0.0, 1.0, -1.0, 0x1p-54, -0x1p-54, 0x1.fffffffffffffp-55, 0x1p-53, 700, -700, Math.nextUp(700.0), Math.nextDown(-700.0), 709.782712893384, 709.7827128933841,
        -708.4, -745.1, -745.2, 0x1p-1022, 0x1.fffffffffffffp-1023, Double.MIN_VALUE, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN,
        Math.nextDown(1.0), Math.nextUp(1.0), 2, 10, 100, 1e300, 1e-300, 0.5, 1e154, 1.4e154, -3, 1e-162,
        0x1p-252, 0x1.fffffffffffffp-253, -0x1p-252, 90112, Math.nextDown(90112.0), -90112, -Math.nextDown(90112.0), Math.PI, -Math.PI / 2, Math.PI / 64, 3 * Math.PI / 64, 100000,
    };

    static long hash;

    static void add(double x) {
        long bits = Double.doubleToLongBits(x);
        hash = 31 * hash + (bits ^ bits >>> 32);
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        for (int round = 0; round < 2000; round++) {
            hash = round < 2 || round == 1999 ? 0 : hash;
            for (double x : BORDERS) {
                add(exp(x));
                add(log(x));
                add(log10(x));
                add(square(x));
                add(sin(x));
                add(cos(x));
            }
            if (round < 2 || round == 1999) {
                System.out.println("borders " + hash);
            }
        }
        for (double x : BORDERS) {
            System.out.println(x + ": " + exp(x) + " " + log(x) + " " + log10(x) + " " + square(x) + " " + pow(x, 0.5) + " " + sin(x) + " " + cos(x));
        }

        long seed = 42;
        for (int part = 0; part < 4; part++) {
            hash = 0;
            for (int i = 0; i < 30000; i++) {
                seed = seed * 6364136223846793005L + 1442695040888963407L;
                double any = Double.longBitsToDouble(seed ^ seed >>> 29);
                double small = (seed >> 11) * 0x1p-52 * 720;
                add(exp(part % 2 == 0 ? small : any));
                add(exp(small / 1000));
                add(square(any));
                add(square(small));
                add(pow(Math.abs(small), 1.5));
                add(pow(Math.abs(small) / 100, small / 50));
                add(pow(1 + small / 12000, i % 300));
                add(pow(small, i % 7 - 3));
                add(pow(any, small / 5000));
                add(sin(small) + cos(small / 100));
                add(sin(small / 1000) - cos(small * 1000));
                add(sin(any) * cos(any));
            }
            System.out.println("exp, pow, sin and cos " + hash);
        }

        // The last bits of logarithms are the processor's: whoever computes them, they are the same.
        Method log = Math.class.getMethod("log", double.class);
        Method log10 = Math.class.getMethod("log10", double.class);
        int different = 0;
        for (int i = 0; i < 60000; i++) {
            seed = seed * 6364136223846793005L + 1442695040888963407L;
            double x = i % 2 == 0 ? Double.longBitsToDouble(seed & Long.MAX_VALUE) : (seed >>> 11) * 0x1p-50;
            if (i % 3 == 0 && (!log.invoke(null, x).equals(log(x)) || !log10.invoke(null, x).equals(log10(x)))) {
                different++;
            }
            if (!(Math.abs(StrictMath.log(x) - log(x)) <= 0x1p-40) && x == x) {
                different++;
            }
        }
        System.out.println("different logarithms: " + different);
    }
}

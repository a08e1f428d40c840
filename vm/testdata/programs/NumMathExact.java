import java.util.Random;

/**
 * All bits of Math's results: a hash over many arguments of each function, and samples. HotSpot's log, log10 and pow start
 * from a reciprocal that processors approximate in different ways and that is then rounded. So their arguments are chosen
 * such that all processors get to the same one.
 */
public class NumMathExact {
    interface Unary {
        double apply(double x);
    }

    interface Binary {
        double apply(double x, double y);
    }

    static final int COUNT = 200_000;
    static final int SAMPLES = 6;

    static final double[] SPECIAL = {
        0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 10.0, 1000.0, Math.PI, Math.PI / 2, Math.E, 1e22, 1e300, -1e-300, Double.MIN_VALUE, Double.MIN_NORMAL,
        Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, 0x1p-30, 0x1p-60, -745.0, 709.5, 90112.0, 12544.5,
    };

    /** Numbers of all sizes, and more of those for which functions have values worth computing. */
    static double draw(Random random, int round) {
        double unit = random.nextDouble() * 2 - 1;
        switch (round & 7) {
            case 0: return Double.longBitsToDouble(random.nextLong());
            case 1: return unit * 1000;
            case 2: return random.nextInt() * (Math.PI / 32);
            case 3: return 1 + unit * 0.03125;
            case 4: return unit * (1L << (round >> 3) % 60);
            default: return unit * 10;
        }
    }

    /**
     * Says whether scale/m, with m between 1 and 2 and x = m*2^k, is so far from the middle between two multiples of 1/steps
     * (half of that below limit) that an error of 1.5*2^-12 does not matter.
     */
    static boolean isClear(double x, double scale, double limit, int steps) {
        if (x == 0 || !Double.isFinite(x)) {
            return true;
        }
        if (Math.abs(x) < Double.MIN_NORMAL) {
            x *= 0x1p128;
        }
        double reciprocal = scale / (Math.abs(x) / Math.scalb(1.0, Math.getExponent(x)));
        double place = reciprocal * (reciprocal < limit ? 2 * steps : steps);
        double rest = place - Math.floor(place);
        double error = place * (1.5 / 4096);
        return rest + error < 0.5 || rest - error > 0.5;
    }

    static long mix(long hash, double result) {
        return (hash ^ Double.doubleToLongBits(result)) * 0x9E3779B97F4A7C15L + (hash >>> 29);
    }

    static void unary(String name, Unary function, double scale, double limit, int steps) {
        Random random = new Random(name.hashCode());
        StringBuilder samples = new StringBuilder();
        long hash = 0;
        for (double x : SPECIAL) {
            if (scale == 0 || isClear(x, scale, limit, steps)) {
                hash = mix(hash, function.apply(x));
            }
        }
        for (int i = 0; i < COUNT; i++) {
            double x = draw(random, i);
            if (scale != 0 && !isClear(x, scale, limit, steps)) {
                continue;
            }
            double result = function.apply(x);
            hash = mix(hash, result);
            if (i < SAMPLES) {
                samples.append(' ').append(result);
            }
        }
        System.out.println(name + " " + Long.toHexString(hash) + samples);
    }

    static void unary(String name, Unary function) {
        unary(name, function, 0, 0, 0);
    }

    static void binary(String name, Binary function, double scale) {
        Random random = new Random(name.hashCode());
        StringBuilder samples = new StringBuilder();
        long hash = 0;
        for (double x : SPECIAL) {
            for (double y : SPECIAL) {
                if (scale != 0 && !isClear(x, scale, 1, 512)) {
                    continue;
                }
                hash = mix(hash, function.apply(x, y));
            }
        }
        for (int i = 0; i < COUNT; i++) {
            double x = draw(random, i);
            double y = i % 3 == 0 ? random.nextInt(64) - 32 : draw(random, i >> 2);
            if (scale != 0 && !isClear(x, scale, 1, 512)) {
                continue;
            }
            double result = function.apply(x, y);
            hash = mix(hash, result);
            if (i < SAMPLES) {
                samples.append(' ').append(result);
            }
        }
        System.out.println(name + " " + Long.toHexString(hash) + samples);
    }

    static void fma() {
        Random random = new Random(3);
        long hash = 0;
        for (int i = 0; i < COUNT; i++) {
            double x = draw(random, i), y = draw(random, i >> 1), z = i % 3 == 0 ? -x * y : draw(random, i >> 2);
            hash = mix(hash, Math.fma(x, y, z));
            float a = (float) x, b = (float) y, c = i % 3 == 0 ? -a * b : i % 3 == 1 ? Math.ulp(a * b) / 2 : (float) z;
            hash = mix(hash, Math.fma(a, b, c));
        }
        System.out.println("fma " + Long.toHexString(hash));
    }

    public static void main(String[] args) {
        unary("sin", Math::sin);
        unary("cos", Math::cos);
        unary("tan", Math::tan);
        unary("exp", Math::exp);
        unary("log", Math::log, 1, 0, 256);
        unary("log10", Math::log10, 0.43359375, 0.25, 512);
        binary("pow", Math::pow, 1.4453125);
        fma();
        unary("cbrt", Math::cbrt);
        unary("sinh", Math::sinh);
        unary("cosh", Math::cosh);
        unary("tanh", Math::tanh);
        unary("expm1", Math::expm1);
        unary("log1p", Math::log1p);
        unary("asin", Math::asin);
        unary("acos", Math::acos);
        unary("atan", Math::atan);
        binary("atan2", Math::atan2, 0);
        binary("hypot", Math::hypot, 0);
    }
}

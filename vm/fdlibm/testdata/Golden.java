// Writes golden.txt: the bits of StrictMath's and Math's results for arguments
// from a fixed generator. Run it with a JDK as `java Golden.java | gzip -9n >
// golden.txt.gz`. Each line holds a function's name, its one or two arguments
// and its result, in hexadecimal; NaNs are written as 7ff8000000000000.
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

class Golden {
    static final double[] SPECIAL = {
        0.0, 1.0, 0.5, 2.0, 3.0, 10.0, 0.1, 1e-5, 1e-20, 1e-300, Double.MIN_VALUE, Double.MIN_NORMAL, 0x0.fffffp-1022,
        Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NaN, Math.PI, Math.PI / 2, Math.PI / 4, 3 * Math.PI / 4, 2 * Math.PI,
        Math.E, Math.log(2), Math.log(2) / 2, 1.5 * Math.log(2), 0.975, 7.0 / 16, 11.0 / 16, 19.0 / 16, 39.0 / 16, 22.0, 100.0,
        1000.0, 709.782712893384, 709.7827128933841, 710.4758600739439, 710.475860073944, 745.1332191019411,
        745.1332191019412, 708.0, 0x1p-27, 0x1p-28, 0x1p-29, 0x1p-54, 0x1p-57, 0x1p19, 0x1p20, 0x1p31, 0x1.00001p31, 0x1p52,
        0x1p53, 0x1p66, 0x1p100, 0x1p500, 0x1p600, 0x1p1023, 0x1p-500, 0x1p-600, 1e22, 6381956970095103e-3 * 0x1p800,
        823549.6645, 0.6744, 0.67434, 0.3, 0.78125, Math.nextDown(1.0), Math.nextUp(1.0), 1023.0, 1024.0, 1074.0, 1075.0, 27.0, 8.0,
        1e-9, 1e-8, 0.41421356, 0.29289, 1e15, 1e16, 123456789.0, 34.0, 1000.5,
    };

    static String hex(double d) {
        return String.format("%016x", Double.doubleToLongBits(d));
    }

    static double draw(Random random, int round) {
        double sign = random.nextBoolean() ? 1 : -1;
        switch (round % 6) {
            case 0: return Double.longBitsToDouble(random.nextLong());
            case 1: return sign * random.nextDouble();
            case 2: return sign * random.nextDouble() * 10;
            case 3: return sign * random.nextDouble() * 750;
            case 4: return sign * Math.scalb(1 + random.nextDouble(), random.nextInt(80) - 60);
            default: // near a multiple of pi/2, or of a small fraction
                double near = random.nextBoolean() ? random.nextInt(100000) * (Math.PI / 2) : random.nextInt(64) / 16.0;
                return sign * (near + Math.scalb(random.nextDouble() - 0.5, -random.nextInt(50)));
        }
    }

    static void one(String name, DoubleUnaryOperator f, int count) {
        Random random = new Random(name.hashCode());
        for (double x : SPECIAL) {
            for (double s : new double[] {x, -x}) {
                System.out.println(name + " " + hex(s) + " " + hex(f.applyAsDouble(s)));
            }
        }
        for (int i = 0; i < count; i++) {
            double x = draw(random, i);
            System.out.println(name + " " + hex(x) + " " + hex(f.applyAsDouble(x)));
        }
    }

    static void two(String name, DoubleBinaryOperator f, int count) {
        Random random = new Random(name.hashCode());
        double[] special = {0.0, 1.0, 0.5, 2.0, 3.0, Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, Double.POSITIVE_INFINITY,
            Double.NaN, Math.nextUp(1.0), Math.nextDown(1.0), 0x1p31, 0x1.00001p31, 0x1p53, 1e10, 1e-10, 1024.0, 1074.0, 1075.0, 7.0};
        for (double a : special) {
            for (double b : special) {
                for (int signs = 0; signs < 4; signs++) {
                    double x = signs % 2 == 0 ? a : -a;
                    double y = signs < 2 ? b : -b;
                    System.out.println(name + " " + hex(x) + " " + hex(y) + " " + hex(f.applyAsDouble(x, y)));
                }
            }
        }
        for (int i = 0; i < count; i++) {
            double x = draw(random, random.nextInt(6));
            double y = i % 3 == 0 ? random.nextInt(80) - 40 : draw(random, random.nextInt(6));
            if (i % 3 == 1) {
                x = Math.scalb(1 + random.nextDouble(), random.nextInt(20) - 10);
                y = x * (1 + (random.nextDouble() - 0.5) * Math.scalb(1.0, random.nextInt(10)));
            }
            System.out.println(name + " " + hex(x) + " " + hex(y) + " " + hex(f.applyAsDouble(x, y)));
        }
    }

    static void line(String name, double x, double result) {
        System.out.println(name + " " + hex(x) + " " + hex(result));
    }

    // Arguments that Math's functions have ways of their own for: huge ones, those
    // near multiples of pi/32, results that are subnormal or nearly infinite, powers
    // of numbers close to 1 and of negative ones.
    static void hard(int count) {
        Random random = new Random(17);
        for (int i = 0; i < count; i++) {
            double angle = Math.scalb(1 + random.nextDouble(), 13 + random.nextInt(1011));
            angle = i % 2 == 0 ? angle : random.nextInt() * (Math.PI / 32);
            line("Math.sin", angle, Math.sin(angle));
            line("Math.cos", angle, Math.cos(angle));
            line("Math.tan", angle, Math.tan(angle));

            double exponent = i % 2 == 0 ? -708 - 38 * random.nextDouble() : 709 + random.nextDouble();
            line("Math.exp", exponent, Math.exp(exponent));

            double subnormal = Double.longBitsToDouble(random.nextLong() >>> (12 + random.nextInt(50)));
            line("Math.log", subnormal, Math.log(subnormal));
            line("Math.log10", subnormal, Math.log10(subnormal));

            double x = i % 3 == 0 ? Math.scalb(1 + random.nextDouble(), random.nextInt(2000) - 1000)
                : 1 + Math.scalb(random.nextDouble() - 0.5, -random.nextInt(40));
            double bits = i % 5 == 0 ? -1022 - 55 * random.nextDouble() : 2200 * (random.nextDouble() - 0.5);
            double y = bits / (Math.log(x) / Math.log(2));
            if (i % 4 == 0) {
                x = -x;
                y = Math.rint(y);
            }
            System.out.println("Math.pow " + hex(x) + " " + hex(y) + " " + hex(Math.pow(x, y)));
        }
    }

    public static void main(String[] args) {
        int count = 2000;
        one("sin", StrictMath::sin, count);
        one("cos", StrictMath::cos, count);
        one("tan", StrictMath::tan, count);
        one("asin", StrictMath::asin, count);
        one("acos", StrictMath::acos, count);
        one("atan", StrictMath::atan, count);
        one("exp", StrictMath::exp, count);
        one("expm1", StrictMath::expm1, count);
        one("log", StrictMath::log, count);
        one("log10", StrictMath::log10, count);
        one("log1p", StrictMath::log1p, count);
        one("sqrt", StrictMath::sqrt, count);
        one("sinh", StrictMath::sinh, count);
        one("cosh", StrictMath::cosh, count);
        one("tanh", StrictMath::tanh, count);
        two("atan2", StrictMath::atan2, count);
        two("IEEEremainder", StrictMath::IEEEremainder, count);
        one("Math.sin", Math::sin, count);
        one("Math.cos", Math::cos, count);
        one("Math.tan", Math::tan, count);
        one("Math.exp", Math::exp, count);
        one("Math.log", Math::log, count);
        one("Math.log10", Math::log10, count);
        two("Math.pow", Math::pow, count);
        hard(count);
    }
}

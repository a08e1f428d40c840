import java.util.Locale;

/** The functions of Math with six digits, and of StrictMath with all of theirs. */
public class NumMath {
    interface Function {
        double apply(double x);
    }

    static void table(String name, Function function, double... values) {
        StringBuilder line = new StringBuilder(name);
        for (double value : values) {
            double result = function.apply(value);
            // Six significant digits: Math may differ from StrictMath in the last place. A sum with 0 drops the sign of zero results.
            line.append(' ').append(Double.isFinite(result) ? String.format(Locale.ROOT, "%.6e", result + 0.0) : Double.toString(result));
        }
        System.out.println(line);
    }

    static void strict(String name, Function function, double... values) {
        StringBuilder line = new StringBuilder("strict " + name);
        for (double value : values) {
            line.append(' ').append(function.apply(value));
        }
        System.out.println(line);
    }

    public static void main(String[] args) {
        double[] angles = {0, 0.5, 1, -2, 3, 10, 100, 1e6, 1e15, Double.NaN, Double.POSITIVE_INFINITY, 1e-10};
        double[] unit = {-1, -0.5, 0, 0.25, 1, 1.5, Double.NaN};
        double[] positive = {0, 1, 2, 10, 0.001, 1e300, -1, Double.POSITIVE_INFINITY, Double.MIN_VALUE};
        table("sin", Math::sin, angles);
        table("cos", Math::cos, angles);
        table("tan", Math::tan, angles);
        table("asin", Math::asin, unit);
        table("acos", Math::acos, unit);
        table("atan", Math::atan, angles);
        table("exp", Math::exp, 0, 1, -1, 10, 700, 710, -800, Double.NEGATIVE_INFINITY);
        table("expm1", Math::expm1, 0, 1e-10, 1, -40);
        table("log", Math::log, positive);
        table("log10", Math::log10, positive);
        table("log1p", Math::log1p, positive);
        table("sinh", Math::sinh, 0, 1, -3, 800);
        table("cosh", Math::cosh, 0, 1, -3, 800);
        table("tanh", Math::tanh, 0, 1, -3, 800);
        table("cbrt", Math::cbrt, 27, -8, 0.001, 2);
        table("toRadians", Math::toRadians, 180, 90, 1);
        table("toDegrees", Math::toDegrees, Math.PI, 1);
        strict("sin", StrictMath::sin, angles);
        strict("cos", StrictMath::cos, angles);
        strict("tan", StrictMath::tan, angles);
        strict("asin", StrictMath::asin, unit);
        strict("acos", StrictMath::acos, unit);
        strict("atan", StrictMath::atan, angles);
        strict("exp", StrictMath::exp, 0, 1, -1, 10, 700, 710, -800);
        strict("log", StrictMath::log, positive);
        strict("log10", StrictMath::log10, positive);
        strict("log1p", StrictMath::log1p, positive);
        strict("expm1", StrictMath::expm1, 0.5, 1e-10, -40);
        strict("cbrt", StrictMath::cbrt, 27, -8, 0.001, 2);
        strict("sinh", StrictMath::sinh, 0.1, 1, -3);
        strict("cosh", StrictMath::cosh, 0.1, 1, -3);
        strict("tanh", StrictMath::tanh, 0.1, 1, -3);
        strict("sqrt", StrictMath::sqrt, positive);
        strict("Math.sqrt", Math::sqrt, 2, 3, 1e-320, 1e308, -0.0, -1, 4);
        double[][] powers = {{2, 10}, {2, 0.5}, {-2, 3}, {-2, 0.5}, {0, 0}, {0, -1}, {-0.0, -3}, {1, Double.NaN}, {Double.NaN, 0}, {10, 308}, {10, 309}, {1.0001, 100000}, {-1, Double.POSITIVE_INFINITY}};
        for (double[] p : powers) {
            table("pow " + p[0] + "^" + p[1], x -> Math.pow(x, p[1]), p[0]);
            strict("pow " + p[0] + "^" + p[1], x -> StrictMath.pow(x, p[1]), p[0]);
        }
        double[][] points = {{1, 1}, {-1, 0}, {0, -1}, {-0.0, -1}, {0, 0}, {3, 4}, {Double.POSITIVE_INFINITY, 1}};
        for (double[] p : points) {
            table("atan2", y -> Math.atan2(y, p[1]), p[0]);
            strict("atan2", y -> StrictMath.atan2(y, p[1]), p[0]);
            strict("hypot", y -> StrictMath.hypot(y, p[1]), p[0]);
            strict("IEEEremainder", y -> StrictMath.IEEEremainder(y, p[1]), p[0]);
        }
        double sum = 0;
        for (int i = 0; i < 1000; i++) {
            sum += StrictMath.sin(i) * StrictMath.cos(i * 0.5) + StrictMath.sqrt(i);
        }
        System.out.println(sum);
    }
}

import java.io.IOException;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * Methods whose own times are known, called in the ways that programs call: in a chain, ten from one method, recursively,
 * with exceptions, through interfaces and lambdas, and one that is long, beside which timing takes nothing. The program measures each by its clock, over and over, and prints the
 * time of a call that a quarter of the rounds have not exceeded when its input ends. Nearly half of the rounds are under way while methods are timed from outside, and take longer: so that is about the
 * median of the others, and what is timed can be compared with what the same process takes when nothing is timed.
 *
 * With the argument "run" and a number it calls work so often instead.
 */
final class KnownTimes {
    private static final int PER_MICROSECOND = 225; // iterations: each waits for an addition and a division
    private static final long ROUND_NANOS = 50_000; // of each that is measured: so short that most are not interrupted
    private static final int MOST_ROUNDS = 1 << 17; // of each that are kept
    private static final int DEPTH = 6;
    private static final int UNWOUND = 3; // activations of passing
    private static final String[] MEASURED = {
        "nothing", "chain1", "chain2", "chain5", "chain10", "callee", "recursive", "catching", "once", "twice", "lambda", "shared", "turns", "unwinding",
        "reference", "work",
    };
    private static final int WORK = MEASURED.length - 1;
    private static final int REFERENCE = WORK - 1;

    private interface Step {
        double apply(double x);
    }

    private static final class Once implements Step {
        @Override
        public double apply(double x) {
            double sum = x;
            for (int i = 0; i < PER_MICROSECOND; i++) {
                sum = 1 / (sum + 1.5);
            }
            return sum;
        }
    }

    private static final class Twice implements Step {
        @Override
        public double apply(double x) {
            double sum = x;
            for (int i = 0; i < 2 * PER_MICROSECOND; i++) {
                sum = 1 / (sum + 1.5);
            }
            return sum;
        }
    }

    private static final class Found extends RuntimeException {
        Found() {
            super(null, null, false, false);
        }
    }

    /** Called by all of the callers below. */
    private static final class Shared implements Step {
        @Override
        public double apply(double x) {
            double sum = x;
            for (int i = 0; i < PER_MICROSECOND; i++) {
                sum = 1 / (sum + 1.5);
            }
            return sum;
        }
    }

    private static final class FirstCaller implements Step {
        @Override
        public double apply(double x) {
            double sum = x;
            for (int i = 0; i < PER_MICROSECOND; i++) {
                sum = 1 / (sum + 1.5);
            }
            return sum + SHARED.apply(sum);
        }
    }

    private static final class SecondCaller implements Step {
        @Override
        public double apply(double x) {
            double sum = x;
            for (int i = 0; i < PER_MICROSECOND; i++) {
                sum = 1 / (sum + 1.5);
            }
            return sum + SHARED.apply(sum);
        }
    }

    private static final class ThirdCaller implements Step {
        @Override
        public double apply(double x) {
            double sum = x;
            for (int i = 0; i < PER_MICROSECOND; i++) {
                sum = 1 / (sum + 1.5);
            }
            return sum + SHARED.apply(sum);
        }
    }

    private static final Step SHARED = new Shared();
    private static final Step[] CALLERS = {new FirstCaller(), new SecondCaller(), new ThirdCaller()};
    private static final Step ONCE = new Once();
    private static final Step TWICE = new Twice();
    private static final Found FOUND = new Found();
    private static final DoubleUnaryOperator LAMBDA = x -> {
        double sum = x;
        for (int i = 0; i < 2 * PER_MICROSECOND; i++) {
            sum = 1 / (sum + 1.5);
        }
        return sum;
    };

    static double chain1(double x) {
        double sum = x;
        for (int i = 0; i < PER_MICROSECOND; i++) {
            sum = 1 / (sum + 1.5);
        }
        return sum;
    }

    static double chain2(double x) {
        double sum = x;
        for (int i = 0; i < 2 * PER_MICROSECOND; i++) {
            sum = 1 / (sum + 1.5);
        }
        return sum + chain1(sum);
    }

    static double chain5(double x) {
        double sum = x;
        for (int i = 0; i < 5 * PER_MICROSECOND; i++) {
            sum = 1 / (sum + 1.5);
        }
        return sum + chain2(sum);
    }

    static double chain10(double x) {
        double sum = x;
        for (int i = 0; i < 10 * PER_MICROSECOND; i++) {
            sum = 1 / (sum + 1.5);
        }
        return sum + chain5(sum);
    }

    static double callee(double x) {
        double sum = x;
        for (int i = 0; i < PER_MICROSECOND; i++) {
            sum = 1 / (sum + 1.5);
        }
        return sum;
    }

    static double tenCalls(double x) {
        double sum = x;
        for (int i = 0; i < PER_MICROSECOND; i++) {
            sum = 1 / (sum + 1.5);
        }
        sum += callee(sum);
        sum += callee(sum);
        sum += callee(sum);
        sum += callee(sum);
        sum += callee(sum);
        sum += callee(sum);
        sum += callee(sum);
        sum += callee(sum);
        sum += callee(sum);
        return sum + callee(sum);
    }

    static double recursive(double x, int depth) {
        double sum = x;
        for (int i = 0; i < PER_MICROSECOND; i++) {
            sum = 1 / (sum + 1.5);
        }
        return depth > 1 ? sum + recursive(sum, depth - 1) : sum;
    }

    static double throwing(double x) {
        double sum = x;
        for (int i = 0; i < 5 * PER_MICROSECOND; i++) {
            sum = 1 / (sum + 1.5);
        }
        if (sum > 0) {
            throw FOUND;
        }
        return sum;
    }

    static double catching(double x) {
        double sum = x;
        for (int i = 0; i < 5 * PER_MICROSECOND; i++) {
            sum = 1 / (sum + 1.5);
        }
        try {
            return sum + throwing(sum);
        } catch (Found e) {
            return sum;
        }
    }

    static double interfaces(double x) {
        double sum = x;
        for (int i = 0; i < PER_MICROSECOND; i++) {
            sum = 1 / (sum + 1.5);
        }
        for (int i = 0; i < 4; i++) {
            sum += ((i & 1) == 0 ? ONCE : TWICE).apply(sum);
        }
        return sum;
    }

    static double lambdas(double x) {
        double sum = x;
        for (int i = 0; i < PER_MICROSECOND; i++) {
            sum = 1 / (sum + 1.5);
        }
        for (int i = 0; i < 4; i++) {
            sum += LAMBDA.applyAsDouble(sum);
        }
        return sum;
    }

    static double turns(double x) {
        double sum = x;
        for (int i = 0; i < PER_MICROSECOND; i++) {
            sum = 1 / (sum + 1.5);
        }
        for (Step caller : CALLERS) {
            sum += caller.apply(sum);
        }
        return sum;
    }

    static double thrower(double x) {
        double sum = x;
        for (int i = 0; i < PER_MICROSECOND; i++) {
            sum = 1 / (sum + 1.5);
        }
        if (sum > 0) {
            throw FOUND;
        }
        return sum;
    }

    static double passing(double x, int depth) {
        double sum = x;
        for (int i = 0; i < PER_MICROSECOND; i++) {
            sum = 1 / (sum + 1.5);
        }
        return sum + (depth > 1 ? passing(sum, depth - 1) : thrower(sum));
    }

    static double unwinding(double x) {
        double sum = x;
        for (int i = 0; i < PER_MICROSECOND; i++) {
            sum = 1 / (sum + 1.5);
        }
        try {
            return sum + passing(sum, UNWOUND);
        } catch (Found e) {
            return sum;
        }
    }

    static double reference(double x) {
        double sum = x;
        for (int i = 0; i < 50 * PER_MICROSECOND; i++) {
            sum = 1 / (sum + 1.5);
        }
        return sum;
    }

    static double work(double x) {
        double sum = x + reference(x);
        sum += chain10(sum);
        sum += tenCalls(sum);
        sum += recursive(sum, DEPTH);
        sum += catching(sum);
        sum += interfaces(sum);
        sum += turns(sum);
        sum += unwinding(sum);
        return sum + lambdas(sum);
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length == 2 && arguments[0].equals("run")) {
            run(Integer.parseInt(arguments[1]));
            return;
        }
        double[][] measured = new double[MEASURED.length][MOST_ROUNDS];
        int[] rounds = new int[MEASURED.length];
        double sum = 0;
        while (System.in.available() == 0) {
            for (int i = 0; i < MEASURED.length; i++) {
                sum += measure(i, sum, measured[i], rounds[i]++);
                sum += measure(WORK, sum, measured[WORK], rounds[WORK]++); // what is timed is half of all
            }
        }
        for (int i = 0; i < MEASURED.length; i++) {
            double[] nanos = Arrays.copyOf(measured[i], Math.min(rounds[i], MOST_ROUNDS));
            Arrays.sort(nanos);
            System.out.println(MEASURED[i] + " " + nanos[nanos.length / 4]);
        }
        System.err.println(sum);
    }

    private static double measure(int which, double x, double[] measured, int round) {
        double sum = x;
        int calls = 0;
        long start = System.nanoTime();
        long end = start;
        int calledAtOnce = which < REFERENCE ? 8 : 1; // those take a round each
        while (end - start < ROUND_NANOS) {
            for (int i = 0; i < calledAtOnce; i++) {
                sum += call(which, sum);
            }
            calls += calledAtOnce;
            end = System.nanoTime();
        }
        measured[round % MOST_ROUNDS] = (double) (end - start) / calls;
        return sum;
    }

    private static double call(int which, double x) {
        switch (which) {
            case 1: // chain1
                return chain1(x);
            case 2: // chain2
                return chain2(x);
            case 3: // chain5
                return chain5(x);
            case 4: // chain10
                return chain10(x);
            case 5: // callee
                return callee(x);
            case 6: // recursive
                return recursive(x, DEPTH);
            case 7: // catching
                return catching(x);
            case 8: // once
                return ONCE.apply(x);
            case 9: // twice
                return TWICE.apply(x);
            case 10: // lambda
                return LAMBDA.applyAsDouble(x);
            case 11: // shared
                return SHARED.apply(x);
            case 12: // turns
                return turns(x);
            case 13: // unwinding
                return unwinding(x);
            case 14: // reference
                return reference(x);
            case 15: // work
                return work(x);
            default:
                return x;
        }
    }

    private static void run(int calls) {
        double sum = 0;
        for (int i = 0; i < calls; i++) {
            sum += work(sum);
        }
        System.err.println(sum);
    }
}

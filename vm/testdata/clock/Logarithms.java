/** Prints how much longer logarithms take than square roots by the program's own clock, in nanoseconds: both are native, and compiled code executes roots itself. */
public class Logarithms {
    private static final int NUMBERS = 200_000;

    static double roots() {
        double sum = 0;
        for (int i = 1; i <= NUMBERS; i++) {
            sum += StrictMath.sqrt(i);
        }
        return sum;
    }

    static double logarithms() {
        double sum = 0;
        for (int i = 1; i <= NUMBERS; i++) {
            sum += StrictMath.log(i);
        }
        return sum;
    }

    public static void main(String[] args) {
        long start = System.nanoTime();
        double sum = roots();
        long middle = System.nanoTime();
        sum += logarithms();
        long end = System.nanoTime();
        System.out.println((end - middle) - (middle - start));
        if (sum < 0) {
            throw new AssertionError(sum);
        }
    }
}

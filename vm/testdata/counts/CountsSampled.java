// expect calls CountsSampled.often = 640000
// expect calls CountsSampled.seldom = 160000
// expect calls CountsSampled.even = 400000
// expect calls CountsSampled.odd = 400000
// expect calls CountsSampled.leaf = 800000
// expect edge CountsSampled.main -> CountsSampled.often = 640000
// expect edge CountsSampled.main -> CountsSampled.seldom = 160000

/**
 * Calls in proportions that are known, in an order that has nothing to do with the strides of a sampler: enough of
 * them for samples to be judged by (see TestSampling).
 */
public class CountsSampled {
    static final int CALLS = 800_000;
    static long sum;

    static void leaf(int x) { sum += x; }

    static void even(int x) { leaf(x); }

    static void odd(int x) { leaf(-x); }

    static void often(int x) {
        if (x % 2 == 0) even(x);
        else odd(x);
    }

    static void seldom(int x) {
        if (x % 2 == 0) even(x);
        else odd(x);
    }

    public static void main(String[] args) {
        // Adding a number that has no factor in common with CALLS goes through all numbers below it.
        long x = 1;
        for (int i = 0; i < CALLS; i++) {
            x = (x + 333_337) % CALLS;
            if (x * 5 < CALLS) seldom((int) x);
            else often((int) x);
        }
        System.out.println(sum);
    }
}

/**
 * Goes in step with the time slices: a turn of the loop of main executes 2500 bytecodes, of which all but
 * twelve are those of a method below the one that is timed, so that each slice of 20,000 ends at the same
 * place of that method, and the loop itself is never at a yieldpoint.
 */
public class TimingInStep {
    // 2488 bytecodes. It is synchronized so that it is not inlined.
    static synchronized int work() {
        int x = 1;
        do {
            x = x * 5 + 1;
        } while (x != 621590205); // after 276 times, which no compiler knows
        return x;
    }

    static int root() {
        return work() * 3 + 1;
    }

    static int caller(int last) {
        int sum = 0;
        while (sum != last) {
            sum = root();
        }
        return sum;
    }

    public static void main(String[] args) {
        int once = root();
        for (int i = 0; i < 100_000; i++) { // so that the call is inlined
            caller(once);
        }
        System.err.println("ready");
        caller(Integer.MIN_VALUE);
    }
}

/** Static calls and returns: the calls of the naive Fibonacci function. */
public final class Fib extends Harness {
    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    @Override
    long run(int size) {
        return fib(size);
    }

    public static void main(String[] arguments) {
        new Fib()
                .expect("tiny", 18, 2_584)
                .expect("interp", 30, 832_040)
                .expect("full", 34, 5_702_887)
                .measure(arguments);
    }
}

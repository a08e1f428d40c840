/** Static calls and returns: the calls of the naive Fibonacci function. */
public class Fib {
    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    public static void main(String[] args) {
        long start = System.nanoTime();
        int result = fib(30);
        System.out.println(result + " " + (System.nanoTime() - start));
    }
}

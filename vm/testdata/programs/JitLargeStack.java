/** A thread with a large stack recurs as deeply as that lets it, in code that is compiled by then. */
public class JitLargeStack {
    static int depth;

    static int recur(int n) {
        depth = n;
        return recur(n + 1) + 1;
    }

    static void overflow(int least) {
        try {
            recur(0);
        } catch (StackOverflowError e) {
            System.out.println(depth > least);
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            overflow(1000);
        }
        Thread large = new Thread(null, () -> overflow(100_000), "large", 64 << 20);
        large.start();
        large.join();
    }
}

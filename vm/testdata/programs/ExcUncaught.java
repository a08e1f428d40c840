/** An uncaught exception: output before it stays, the trace goes to standard error, the status is 1. */
public class ExcUncaught {
    static void step(int n) {
        System.out.println("step " + n);
        if (n == 3) {
            throw new IllegalStateException("uncaught", new RuntimeException("cause"));
        }
        try {
            step(n + 1);
        } finally {
            System.out.println("finally " + n);
        }
    }

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            System.out.println("in thread");
            throw new RuntimeException("only this thread ends");
        });
        other.start();
        try {
            other.join();
        } catch (InterruptedException e) {
            System.out.println("never");
        }
        System.out.println("main goes on");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook still runs")));
        step(0);
    }
}

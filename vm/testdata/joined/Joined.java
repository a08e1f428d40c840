import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Does known amounts of work for each byte that it reads, and answers each with one when it is done. Its threads never wait; with an argument it
 * has one thread, which waits for what it reads.
 */
public class Joined {
    static final int DEPTH = 150;
    static final int GUARDS = 10;
    static final int THREADS = 2;

    static boolean waits;
    static volatile int round;
    static final AtomicInteger finished = new AtomicInteger();
    static int[] kept;

    static class Stop extends RuntimeException {
        Stop() {
            super(null, null, false, false);
        }
    }

    static int leaf(int x) {
        return x * 31 + 1;
    }

    static int middle(int x) {
        kept = new int[2];
        return leaf(x) + leaf(x + 1);
    }

    static int work(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += middle(i);
        }
        return sum;
    }

    static int after(int n) {
        return middle(n) + n;
    }

    static int deep(int n) throws IOException {
        return n == 0 ? serve() : deep(n - 1) + after(n);
    }

    static int guarded(int n) throws IOException {
        try {
            return n == 0 ? serve() : guarded(n - 1);
        } catch (Stop stop) {
            after(n);
            throw stop;
        }
    }

    static void together() {
        int all = finished.get() + THREADS;
        round++;
        while (finished.get() < all) {
            Thread.yield();
        }
    }

    static void follow() {
        for (int seen = 0;; seen++) {
            while (round == seen) {
                Thread.yield();
            }
            work(500);
            finished.incrementAndGet();
        }
    }

    /** Has a thread do some work that is gone then. */
    static void start() {
        Thread thread = new Thread(() -> work(500));
        thread.start();
        while (thread.isAlive()) {
            Thread.yield();
        }
    }

    static int command() throws IOException {
        while (!waits && System.in.available() == 0) {
            Thread.onSpinWait();
        }
        return System.in.read();
    }

    static void answer() {
        System.out.print('.');
        System.out.flush();
    }

    static int serve() throws IOException {
        answer();
        for (;;) {
            switch (command()) {
                case 'w' -> work(1000);
                case 't' -> together();
                case 's' -> start();
                case 'd' -> deep(DEPTH);
                case 'g' -> {
                    try {
                        guarded(GUARDS);
                    } catch (Stop stop) {
                        after(0);
                    }
                }
                case 'x' -> throw new Stop();
                default -> {
                    return 1;
                }
            }
            answer();
        }
    }

    public static void main(String[] args) throws IOException {
        waits = args.length > 0;
        for (int i = 0; i < THREADS && !waits; i++) {
            Thread thread = new Thread() {
                @Override
                public void run() {
                    follow();
                }
            };
            thread.setDaemon(true);
            thread.start();
        }
        serve();
    }
}

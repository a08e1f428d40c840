import java.util.ArrayList;
import java.util.List;

/** Stack overflow caught in many shapes; the program goes on. Depths are not printed. */
public class ExcStackOverflow {
    static int depth;

    static int plain(int n) {
        return plain(n + 1) + 1;
    }

    static double wide(long a, double b, long c, double d, Object e) {
        return wide(a + 1, b, c, d, e) + b;
    }

    static void mutualA() {
        depth++;
        mutualB();
    }

    static void mutualB() {
        mutualA();
    }

    static int withFinally() {
        try {
            return withFinally();
        } finally {
            depth++;
        }
    }

    static synchronized void locked() {
        locked();
    }

    static class Chain {
        final Chain next;

        Chain() {
            next = new Chain();
        }
    }

    interface Recursive {
        int apply(Recursive r, int n);
    }

    static String viaToString() {
        Object o = new Object() {
            @Override
            public String toString() {
                return "x" + this;
            }
        };
        return o.toString();
    }

    static int deep(int n) {
        return n == 0 ? 0 : deep(n - 1) + 1;
    }

    static boolean overflows(Runnable r) {
        try {
            r.run();
            return false;
        } catch (StackOverflowError e) {
            return e.getMessage() == null;
        }
    }

    static int recoverDepth(int n) {
        try {
            return recoverDepth(n + 1);
        } catch (StackOverflowError e) {
            return n;
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 2; i++) {
            Thread large = new Thread(null, () -> System.out.println(deep(500_000)), "large", 63 << 20);
            large.start();
            large.join();
        }
        System.out.println("plain " + overflows(() -> plain(0)));
        System.out.println("wide " + overflows(() -> wide(0, 1, 2, 3, null)));
        System.out.println("mutual " + overflows(ExcStackOverflow::mutualA) + " " + (depth > 100));
        depth = 0;
        System.out.println("finally " + overflows(ExcStackOverflow::withFinally) + " " + (depth > 100));
        System.out.println("locked " + overflows(ExcStackOverflow::locked));
        System.out.println("constructor " + overflows(Chain::new));
        System.out.println("toString " + overflows(() -> viaToString()));
        Recursive lambda = (r, n) -> r.apply(r, n + 1);
        System.out.println("lambda " + overflows(() -> lambda.apply(lambda, 0)));
        List<Object> self = new ArrayList<>();
        self.add(self);
        System.out.println("list in itself " + overflows(self::hashCode) + " " + self);
        System.out.println("recover " + (recoverDepth(0) > 100));
        for (int i = 0; i < 3; i++) {
            System.out.println("again " + i + " " + overflows(() -> plain(0)));
        }
        boolean[] inThread = new boolean[1];
        Thread t = new Thread(() -> inThread[0] = overflows(() -> plain(0)));
        t.start();
        t.join();
        System.out.println("thread " + inThread[0]);
        Object lock = new Object();
        boolean holds;
        try {
            lockAndRecurse(lock);
            holds = true;
        } catch (StackOverflowError e) {
            holds = Thread.holdsLock(lock);
        }
        System.out.println("lock still held " + holds);
    }

    static void lockAndRecurse(Object lock) {
        synchronized (lock) {
            lockAndRecurse(lock);
        }
    }
}

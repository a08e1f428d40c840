import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Class initialisation with threads: exactly once, others wait, the same thread may recurse, failure is seen by all. */
public class InitThreads {
    static final AtomicInteger INITS = new AtomicInteger();
    static final CountDownLatch ENTERED = new CountDownLatch(1);
    static final CountDownLatch RELEASE = new CountDownLatch(1);

    static class Slow {
        static int value;

        static {
            INITS.incrementAndGet();
            ENTERED.countDown();
            try {
                RELEASE.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            value = 42;
        }
    }

    static class Once {
        static final int VALUE = INITS.incrementAndGet() * 100;
    }

    static class Recursive {
        static int before = helper();
        static int after = 5;

        static int helper() {
            return Recursive.after + 1;
        }
    }

    static class Fails {
        static {
            INITS.incrementAndGet();
            if (INITS.get() > 0) {
                throw new IllegalArgumentException("no");
            }
        }

        static int value;
    }

    static class Holder {
        static final Holder INSTANCE = new Holder();
        final int id = INITS.incrementAndGet();

        static Holder get() {
            return INSTANCE;
        }
    }

    static class SpawnsThread {
        static volatile String result = "unset";

        static {
            Thread t = new Thread(() -> result = "set by helper");
            // The helper's lambda body is a method of this very class, so it can run only after this initialiser is done.
            t.start();
            helper = t;
        }

        static Thread helper;
    }

    public static void main(String[] args) throws Exception {
        Thread first = new Thread(() -> System.out.println("first sees " + Slow.value));
        first.start();
        ENTERED.await();
        int[] seen = new int[1];
        Thread second = new Thread(() -> seen[0] = Slow.value);
        second.start();
        RELEASE.countDown();
        first.join();
        second.join();
        System.out.println("second sees " + seen[0] + ", inits " + INITS.get());
        INITS.set(0);
        int[] results = new int[8];
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) {
            int n = i;
            threads[i] = new Thread(() -> results[n] = Once.VALUE);
            threads[i].start();
        }
        int sum = 0;
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            sum += results[i];
        }
        System.out.println(sum + " inits " + INITS.get());
        System.out.println(Recursive.before + " " + Recursive.after);
        INITS.set(0);
        AtomicInteger eiie = new AtomicInteger(), ncdfe = new AtomicInteger();
        for (int i = 0; i < 4; i++) {
            threads[i] = new Thread(() -> {
                try {
                    Fails.value++;
                } catch (ExceptionInInitializerError e) {
                    eiie.incrementAndGet();
                } catch (NoClassDefFoundError e) {
                    ncdfe.incrementAndGet();
                }
            });
            threads[i].start();
        }
        for (int i = 0; i < 4; i++) {
            threads[i].join();
        }
        System.out.println(eiie + " " + ncdfe + " inits " + INITS);
        INITS.set(0);
        System.out.println((Holder.get() == Holder.get()) + " " + Holder.get().id + " " + INITS);
        Thread helper = SpawnsThread.helper;
        System.out.println(helper == null);
        while (SpawnsThread.result.equals("unset")) {
            Thread.onSpinWait();
        }
        System.out.println(SpawnsThread.result);
    }
}

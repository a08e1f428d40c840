import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** The stack traces of other threads: blocked in synchronized statements and methods, waiting, sleeping, parked, joining, not started and ended ones. */
public class ThreadTraces {
    static final Object LOCK = new Object();
    static int entered;

    static synchronized void classLocked() {
        entered++;
        entered--;
    }

    synchronized int locked(int a) {
        entered++;
        return a + 1;
    }

    static void statement() {
        int local = entered;
        synchronized (LOCK) {
            entered = local + 1;
        }
    }

    static void oneLine() {
        synchronized (LOCK) { entered++; }
    }

    static void waits(Object o) {
        synchronized (o) {
            try {
                o.wait();
            } catch (InterruptedException e) {
                System.out.println(Thread.currentThread().getName() + " interrupted");
            }
        }
    }

    static void sleeps() {
        try {
            Thread.sleep(Integer.MAX_VALUE);
        } catch (InterruptedException e) {
            System.out.println("sleep interrupted");
        }
    }

    static void joins(Thread other) {
        try {
            other.join();
        } catch (InterruptedException e) {
            System.out.println("join interrupted");
        }
    }

    static class Lazy {
        static final int VALUE;

        static {
            CountDownLatch started = STARTED;
            started.countDown();
            try {
                RELEASE.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            VALUE = entered;
        }
    }

    static final CountDownLatch STARTED = new CountDownLatch(1), RELEASE = new CountDownLatch(1);

    static void touches() {
        entered = Lazy.VALUE;
    }

    static Thread start(String name, Runnable body, Thread.State state) {
        Thread t = new Thread(body, name);
        t.start();
        while (t.getState() != state) {
            Thread.yield();
        }
        return t;
    }

    static void print(Thread t) {
        System.out.println(t.getName() + " " + t.getState() + " " + t.isAlive());
        for (StackTraceElement e : t.getStackTrace()) {
            if (!e.getClassName().contains("$$Lambda")) {
                boolean jdk = e.getModuleName() != null;
                System.out.println("  " + (jdk ? e.getClassName() + "." + e.getMethodName() + (e.isNativeMethod() ? " native" : "") : e));
            }
        }
    }

    public static void main(String[] args) throws Exception {
        ThreadTraces instance = new ThreadTraces();
        Thread fresh = new Thread(() -> { }, "fresh");
        print(fresh);
        Thread[] threads = new Thread[9];
        Object condition = new Object();
        synchronized (LOCK) {
            synchronized (instance) {
                synchronized (ThreadTraces.class) {
                    threads[0] = start("statement", ThreadTraces::statement, Thread.State.BLOCKED);
                    threads[1] = start("one line", ThreadTraces::oneLine, Thread.State.BLOCKED);
                    threads[2] = start("class", ThreadTraces::classLocked, Thread.State.BLOCKED);
                    threads[3] = start("instance", () -> {
                        int v = instance.locked(3);
                        System.out.println(v);
                    }, Thread.State.BLOCKED);
                    threads[4] = start("waits", () -> waits(condition), Thread.State.WAITING);
                    threads[5] = start("sleeps", ThreadTraces::sleeps, Thread.State.TIMED_WAITING);
                    threads[6] = start("parks", LockSupport::park, Thread.State.WAITING);
                    threads[7] = start("joins", () -> joins(threads[5]), Thread.State.WAITING);
                    threads[8] = start("initialises", ThreadTraces::touches, Thread.State.WAITING);
                    STARTED.await();
                    for (Thread t : threads) {
                        print(t);
                    }
                    Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
                    System.out.println(all.containsKey(threads[0]) + " " + all.containsKey(fresh) + " " + all.get(threads[3]).length);
                    synchronized (condition) {
                        threads[4].interrupt();
                        while (threads[4].getState() != Thread.State.BLOCKED) {
                            Thread.yield();
                        }
                        print(threads[4]);
                    }
                    threads[4].join();
                }
                threads[2].join();
            }
            threads[3].join();
        }
        RELEASE.countDown();
        threads[7].interrupt();
        threads[7].join();
        threads[5].interrupt();
        LockSupport.unpark(threads[6]);
        for (Thread t : threads) {
            t.join();
        }
        print(threads[0]);
    }
}

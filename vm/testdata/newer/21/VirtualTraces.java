import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/** Virtual threads that are pinned or not, as the JDK has it: the carrier that they tell, and traces. */
public class VirtualTraces {
    interface Join {
        void of(Thread t) throws InterruptedException;
    }
    static class Sleepy {
        static int woken;
        static {
            try {
                Thread.sleep(100000);
            } catch (InterruptedException e) {
                woken++;
            }
        }
    }
    static void await(Thread t, Thread.State state) throws InterruptedException {
        while (t.getState() != state) Thread.sleep(1);
        Thread.sleep(20);
        System.out.println(s(t));
        for (var e : t.getStackTrace()) System.out.println("  " + e);
    }
    /** Threads of both kinds join a virtual one, and are interrupted. */
    static void join(Thread v, Thread.State state, Join join) throws InterruptedException {
        for (var builder : new Thread.Builder[] {Thread.ofPlatform(), Thread.ofVirtual()}) {
            Thread t = builder.name("joins").start(() -> {
                try {
                    join.of(v);
                } catch (InterruptedException e) {
                    e.printStackTrace(System.out);
                }
            });
            await(t, state);
            if (!t.isVirtual()) System.out.println(Thread.getAllStackTraces().get(t)[0]);
            t.interrupt();
            t.join();
        }
        Thread.currentThread().interrupt();
        try {
            join.of(v);
        } catch (InterruptedException e) {
            e.printStackTrace(System.out);
        }
    }
    static void joins(Object m) throws InterruptedException {
        Thread v = Thread.ofVirtual().name("joined").start(LockSupport::park);
        join(v, Thread.State.WAITING, t -> t.join());
        join(v, Thread.State.WAITING, t -> {
            synchronized (m) {
                t.join(0);
            }
        });
        join(v, Thread.State.TIMED_WAITING, t -> t.join(100000));
        join(v, Thread.State.TIMED_WAITING, t -> t.join(100000, 1));
        join(v, Thread.State.TIMED_WAITING, t -> t.join(java.time.Duration.ofSeconds(100)));
        LockSupport.unpark(v);
        v.join();
        try {
            v.start();
        } catch (IllegalThreadStateException e) {
            e.printStackTrace(System.out);
        }
    }
    /** What has been interrupted before it waits, and who has been notified but has no monitor yet. */
    static void moments(Object m) throws InterruptedException {
        for (var builder : new Thread.Builder[] {Thread.ofPlatform(), Thread.ofVirtual()}) {
            builder.start(() -> {
                for (long millis = 0; millis < 2; millis++) {
                    Thread.currentThread().interrupt();
                    try {
                        Thread.sleep(millis);
                    } catch (InterruptedException e) {
                        e.printStackTrace(System.out);
                    }
                }
            }).join();
            Thread t = builder.name("notified").start(() -> {
                synchronized (m) {
                    try {
                        m.wait();
                    } catch (InterruptedException e) {
                        e.printStackTrace(System.out);
                    }
                }
            });
            while (t.getState() != Thread.State.WAITING) Thread.sleep(1);
            synchronized (m) {
                m.notify();
                System.out.println(t.getState());
            }
            t.join();
        }
        Thread initialises = Thread.ofVirtual().name("initialises").start(() -> System.out.println(Sleepy.woken));
        await(initialises, Thread.State.TIMED_WAITING);
        initialises.interrupt();
        initialises.join();
    }
    static String s(Thread t) {
        return t.toString().replaceAll("#\\d+|worker-\\d+", "#");
    }
    public static void main(String[] a) throws Exception {
        ForkJoinPool before = new ForkJoinPool(1);
        System.out.println(before.submit(() -> Thread.currentThread().getName()).get());
        Thread.startVirtualThread(() -> System.out.println(s(Thread.currentThread()))).join();
        ForkJoinPool after = new ForkJoinPool(1);
        System.out.println(after.submit(() -> Thread.currentThread().getName()).get());
        Object m = new Object();
        Thread p = Thread.ofVirtual().name("pin").start(() -> {
            synchronized (m) {
                LockSupport.park();
            }
        });
        while (p.getState() != Thread.State.WAITING) Thread.sleep(1);
        Thread.sleep(50);
        System.out.println(s(p));
        for (var e : p.getStackTrace()) System.out.println("  " + e);
        LockSupport.unpark(p);
        p.join();
        Thread q = Thread.ofVirtual().name("pinsleep").start(() -> {
            synchronized (m) {
                try {
                    Thread.sleep(100000);
                } catch (InterruptedException e) {
                    e.printStackTrace(System.out);
                }
            }
        });
        while (q.getState() != Thread.State.TIMED_WAITING) Thread.sleep(1);
        Thread.sleep(50);
        System.out.println(s(q));
        for (var e : q.getStackTrace()) System.out.println("  " + e);
        q.interrupt();
        q.join();
        Thread w = Thread.ofVirtual().name("wait").start(() -> {
            synchronized (m) {
                try {
                    m.wait();
                } catch (InterruptedException e) {
                    e.printStackTrace(System.out);
                }
            }
        });
        while (w.getState() != Thread.State.WAITING) Thread.sleep(1);
        Thread.sleep(50);
        System.out.println(s(w));
        for (var e : w.getStackTrace()) System.out.println("  " + e);
        w.interrupt();
        w.join();
        Thread tw = Thread.ofVirtual().name("twait").start(() -> {
            synchronized (m) {
                try {
                    m.wait(100000);
                } catch (InterruptedException e) {
                    e.printStackTrace(System.out);
                }
            }
        });
        while (tw.getState() != Thread.State.TIMED_WAITING) Thread.sleep(1);
        Thread.sleep(50);
        System.out.println(s(tw));
        for (var e : tw.getStackTrace()) System.out.println("  " + e);
        tw.interrupt();
        tw.join();
        Thread b;
        synchronized (m) {
            b = Thread.ofVirtual().name("block").start(() -> {
                synchronized (m) {}
            });
            while (b.getState() != Thread.State.BLOCKED) Thread.sleep(1);
            Thread.sleep(50);
            System.out.println(s(b));
        }
        b.join();
        System.out.println(s(b));
        Thread n = Thread.ofVirtual().unstarted(() -> {});
        System.out.println(s(n));
        Thread y = Thread.ofVirtual().name("joiner").start(() -> {
            try {
                n.join();
            } catch (InterruptedException e) {
                e.printStackTrace(System.out);
            }
        });
        y.join();
        var sem = new Semaphore(0);
        Thread z = Thread.ofVirtual().name("sem").start(() -> {
            try {
                sem.acquire();
            } catch (InterruptedException e) {
                e.printStackTrace(System.out);
            }
        });
        while (z.getState() != Thread.State.WAITING) Thread.sleep(1);
        for (var e : z.getStackTrace()) System.out.println("  " + e);
        z.interrupt();
        z.join();
        var queue = new SynchronousQueue<String>();
        Thread k = Thread.ofVirtual().name("q").start(() -> {
            try {
                queue.poll(100, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                e.printStackTrace(System.out);
            }
        });
        while (k.getState() != Thread.State.TIMED_WAITING) Thread.sleep(1);
        for (var e : k.getStackTrace()) System.out.println("  " + e);
        k.interrupt();
        k.join();
        joins(m);
        moments(m);
    }
}

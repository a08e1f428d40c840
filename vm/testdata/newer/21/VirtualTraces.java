import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/** Virtual threads that are pinned or not, as the JDK has it: the carrier that they tell, and traces. */
public class VirtualTraces {
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
    }
}

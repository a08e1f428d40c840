import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/** Shutdown hooks, exit from several threads, uncaught handlers: the end of a program. */
public class ProcHooks {
    public static void main(String[] args) throws Exception {
        Runtime r = Runtime.getRuntime();
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        Thread removed = new Thread(() -> System.out.println("never"));
        r.addShutdownHook(removed);
        System.out.println(r.removeShutdownHook(removed) + " " + r.removeShutdownHook(removed));
        Thread once = new Thread(() -> log.add("once"));
        r.addShutdownHook(once);
        try {
            r.addShutdownHook(once);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            r.addShutdownHook(Thread.currentThread());
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        CountDownLatch others = new CountDownLatch(2);
        r.addShutdownHook(new Thread(() -> { log.add("second"); others.countDown(); }));
        Thread third = new Thread(() -> { log.add("third"); others.countDown(); throw new IllegalStateException("in a hook"); });
        r.addShutdownHook(third);
        r.addShutdownHook(new Thread(() -> {
            try {
                others.await();
                once.join();
                third.join(); // and what the handler says of it is printed
            } catch (InterruptedException e) {
                System.out.println(e);
            }
            List<String> sorted = new ArrayList<>(log);
            Collections.sort(sorted);
            System.out.println(sorted);
            try {
                r.addShutdownHook(new Thread());
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
            try {
                r.removeShutdownHook(once);
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }));
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("default handler: " + t.getName() + " " + e));
        Thread a = new Thread(() -> { throw new RuntimeException("plain"); }, "a");
        a.start();
        a.join();
        Thread b = new Thread(() -> { throw new Error("own"); }, "b");
        b.setUncaughtExceptionHandler((t, e) -> { System.out.println("own handler: " + e.getMessage()); throw new RuntimeException("lost"); });
        b.start();
        b.join();
        ThreadGroup g = new ThreadGroup("group") { public void uncaughtException(Thread t, Throwable e) { System.out.println("group: " + t.getName() + " " + e.getMessage()); } };
        Thread c = new Thread(g, () -> { throw new RuntimeException("grouped"); }, "c");
        c.start();
        c.join();
        Thread daemon = new Thread(() -> { try { Thread.sleep(1_000_000); } catch (InterruptedException e) { } finally { System.out.println("never: a daemon"); } });
        daemon.setDaemon(true);
        daemon.start();
        AtomicInteger exits = new AtomicInteger();
        CyclicBarrier together = new CyclicBarrier(3);
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                try {
                    together.await();
                    System.exit(42);
                    System.out.println("never: after exit");
                } catch (Exception e) {
                    System.out.println(e);
                } finally {
                    exits.incrementAndGet();
                    System.out.println("never: finally");
                }
            }).start();
        }
        new CountDownLatch(1).await();
    }
}

import java.util.ArrayList;
import java.util.List;

/** Threads: start, join, names, daemon, states, interrupt, priorities, groups, uncaught handlers, thread locals. */
public class ThreadBasics {
    static final ThreadLocal<Integer> LOCAL = ThreadLocal.withInitial(() -> 7);
    static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>() {
        @Override
        protected String childValue(String parent) {
            return parent + "+child";
        }
    };
    static volatile boolean stop;

    static class Counter extends Thread {
        int count;

        Counter(String name) {
            super(name);
        }

        @Override
        public void run() {
            for (int i = 0; i < 1000; i++) {
                count += i;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        System.out.println(main.getName() + " " + main.getPriority() + " " + main.isDaemon() + " " + main.isAlive() + " " + main.getThreadGroup().getName() + " " + main.getState() + " " + main.isInterrupted());
        Counter counter = new Counter("counter");
        System.out.println(counter.getState() + " " + counter.isAlive());
        counter.start();
        counter.join();
        System.out.println(counter.getState() + " " + counter.count + " " + counter.isAlive() + " " + (counter.getThreadGroup() == null));
        try {
            counter.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("cannot restart");
        }
        List<Thread> threads = new ArrayList<>();
        int[] slots = new int[6];
        for (int i = 0; i < slots.length; i++) {
            int n = i;
            threads.add(new Thread(() -> slots[n] = n * n, "worker-" + i));
        }
        threads.forEach(Thread::start);
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(java.util.Arrays.toString(slots));
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(60_000);
                System.out.println("never");
            } catch (InterruptedException e) {
                System.out.println("interrupted: " + e.getMessage() + " " + Thread.currentThread().isInterrupted());
            }
        });
        sleeper.start();
        while (sleeper.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        sleeper.interrupt();
        sleeper.join();
        Thread.currentThread().interrupt();
        System.out.println(Thread.currentThread().isInterrupted() + " " + Thread.interrupted() + " " + Thread.interrupted());
        Thread.currentThread().interrupt();
        try {
            new Object() {
                synchronized void go() throws InterruptedException {
                    wait();
                }
            }.go();
        } catch (InterruptedException e) {
            System.out.println("wait saw the flag " + Thread.interrupted());
        }
        LOCAL.set(8);
        INHERITED.set("parent");
        Thread child = new Thread(() -> {
            System.out.println("child " + LOCAL.get() + " " + INHERITED.get());
            LOCAL.set(99);
            LOCAL.remove();
            System.out.println("child " + LOCAL.get());
        });
        child.start();
        child.join();
        System.out.println("parent " + LOCAL.get() + " " + INHERITED.get());
        Thread failing = new Thread(() -> {
            throw new IllegalStateException("boom");
        }, "failing");
        failing.setUncaughtExceptionHandler((t, e) -> System.out.println("handler " + t.getName() + " " + e.getMessage()));
        failing.start();
        failing.join();
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("default handler " + t.getName() + " " + e));
        Thread second = new Thread(() -> System.out.println(1 / (slots[0])), "second");
        second.start();
        second.join();
        ThreadGroup group = new ThreadGroup("group");
        Thread member = new Thread(group, () -> {
            while (!stop) {
                Thread.onSpinWait();
            }
        }, "member");
        member.start();
        System.out.println(group.activeCount() + " " + group.getParent().getName() + " " + member.getThreadGroup().getName() + " " + group.parentOf(group) + " " + group.getMaxPriority());
        stop = true;
        member.join(10_000);
        System.out.println(member.isAlive() + " " + group.activeCount());
        Thread daemon = new Thread(() -> {
            while (true) {
                try {
                    Thread.sleep(1000);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        daemon.setDaemon(true);
        daemon.setPriority(Thread.MIN_PRIORITY);
        daemon.start();
        System.out.println(daemon.isDaemon() + " " + daemon.getPriority() + " " + Thread.holdsLock(daemon) + " " + new Thread(() -> { }).isDaemon());
        Thread.yield();
        Thread.sleep(1);
        Thread.sleep(0, 1000);
        counter.join(5);
        System.out.println("end of main, the daemon does not keep us alive");
    }
}

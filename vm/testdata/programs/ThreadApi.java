import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** The Thread API: states, interrupts, daemons, groups, handlers, locals, stop and suspend as in 17, deadlocks found, timers. */
public class ThreadApi {
    interface Call { Object run() throws Throwable; }

    static void tell(String name, Call c) {
        try {
            System.out.println(name + " -> " + c.run());
        } catch (Throwable t) {
            System.out.println(name + ": " + t);
        }
    }

    /** A thread's text without its number, which java gives to threads of its own, too. */
    static String text(Thread t) {
        return t.toString().replaceAll("#\\d+", "#");
    }

    static void await(Thread t, Thread.State s) {
        while (t.getState() != s) Thread.onSpinWait();
    }

    public static void main(String[] args) throws Throwable {
        Thread main = Thread.currentThread();
        System.out.println(text(main) + " " + main.getName() + main.getPriority() + main.isDaemon() + main.getThreadGroup() + main.getState() + main.isAlive() + main.getThreadGroup().getParent() + main.getContextClassLoader().equals(ClassLoader.getSystemClassLoader()) + (main.getId() < 4));
        Object lock = new Object();
        Thread t = new Thread(() -> { synchronized (lock) { } }, "blocked");
        System.out.println(t.getState() + " " + t.isAlive() + t.getThreadGroup().getName() + Arrays.toString(t.getStackTrace()));
        synchronized (lock) {
            t.start();
            await(t, Thread.State.BLOCKED);
            System.out.println(t.getState());
            tell("start again", () -> { t.start(); return null; });
            tell("daemon late", () -> { t.setDaemon(true); return null; });
        }
        t.join();
        System.out.println(t.getState() + " " + t.isAlive() + t.getThreadGroup() + " " + text(t));
        tell("start dead", () -> { t.start(); return null; });
        Thread w = new Thread(() -> { synchronized (lock) { try { lock.wait(); } catch (InterruptedException e) { System.out.println(e.getMessage() + " " + Thread.currentThread().isInterrupted()); } } });
        w.start();
        await(w, Thread.State.WAITING);
        System.out.println(w.getState() + " " + w.getStackTrace()[0] + " " + w.getName());
        w.interrupt();
        w.join();
        Thread tw = new Thread(() -> { try { Thread.sleep(1000000); } catch (InterruptedException e) { System.out.println(e.getMessage()); } });
        tw.start();
        await(tw, Thread.State.TIMED_WAITING);
        tw.interrupt();
        tw.join();
        Thread self = new Thread(() -> { Thread.currentThread().interrupt(); System.out.println(Thread.interrupted()); LockSupport.park(); System.out.println("an interrupt leaves a permit"); });
        self.start();
        self.join();
        Thread pk = new Thread(() -> { LockSupport.park("blocker"); System.out.println("unparked " + Thread.interrupted()); LockSupport.parkNanos(1); LockSupport.unpark(Thread.currentThread()); LockSupport.park(); System.out.println("permit"); });
        pk.start();
        await(pk, Thread.State.WAITING);
        System.out.println(LockSupport.getBlocker(pk));
        LockSupport.unpark(pk);
        pk.join();
        main.interrupt();
        System.out.println(main.isInterrupted() + " " + Thread.interrupted() + Thread.interrupted());
        main.interrupt();
        tell("sleep interrupted", () -> { Thread.sleep(10); return null; });
        main.interrupt();
        tell("join interrupted", () -> { new Thread(() -> { }).join(); return "not started"; });
        System.out.println(Thread.interrupted());
        main.interrupt();
        tell("wait interrupted", () -> { synchronized (lock) { lock.wait(); } return null; });
        tell("wait without lock", () -> { lock.wait(); return null; });
        tell("notify without lock", () -> { lock.notify(); return null; });
        tell("wait negative", () -> { synchronized (lock) { lock.wait(-1); } return null; });
        tell("wait nanos", () -> { synchronized (lock) { lock.wait(0, 1000000); } return null; });
        tell("sleep negative", () -> { Thread.sleep(-1); return null; });
        tell("sleep nanos", () -> { Thread.sleep(0, 1000000); return null; });
        tell("join negative", () -> { t.join(-1); return null; });
        tell("priority", () -> { t.setPriority(11); return null; });
        tell("name", () -> { t.setName(null); return null; });
        tell("null name", () -> new Thread((String) null));
        tell("stop", () -> { new Thread(() -> { }).stop(); return null; });
        tell("suspend", () -> { Thread.class.getMethod("suspend").invoke(new Thread(() -> { })); return null; });
        tell("countStackFrames", () -> Thread.class.getMethod("countStackFrames").invoke(main));
        if (Runtime.version().feature() < 20) {
            stop(lock);
        }

        ThreadGroup g = new ThreadGroup("group");
        g.setMaxPriority(3);
        Thread in = new Thread(g, () -> System.out.println(text(Thread.currentThread())), "in group");
        in.setPriority(9);
        System.out.println(text(in) + " " + g + g.activeCount() + g.getParent().getName() + g.getMaxPriority() + g.isDaemon() + g.parentOf(g));
        in.start();
        in.join();
        ThreadGroup handler = new ThreadGroup("handler") { @Override public void uncaughtException(Thread th, Throwable e) { System.out.println(th.getName() + " group handler " + e); } };
        Thread fails = new Thread(handler, () -> { throw new RuntimeException("one"); }, "fails");
        fails.start();
        fails.join();
        Thread fails2 = new Thread(handler, () -> { throw new RuntimeException("two"); }, "fails2");
        fails2.setUncaughtExceptionHandler((th, e) -> { System.out.println(th.getName() + " own handler " + e); throw new Error("ignored"); });
        fails2.start();
        fails2.join();
        Thread.setDefaultUncaughtExceptionHandler((th, e) -> System.out.println("default " + th.getName() + " " + e));
        Thread fails3 = new Thread(() -> { throw new Error("three"); }, "fails3");
        System.out.println(fails3.getUncaughtExceptionHandler() == fails3.getThreadGroup());
        fails3.start();
        fails3.join();
        ThreadLocal<String> local = ThreadLocal.withInitial(() -> "init " + Thread.currentThread().getName());
        InheritableThreadLocal<List<Integer>> inherited = new InheritableThreadLocal<>() { @Override protected List<Integer> childValue(List<Integer> p) { List<Integer> l = new ArrayList<>(p); l.add(99); return l; } };
        inherited.set(new ArrayList<>(List.of(1)));
        local.set("changed");
        Thread l = new Thread(() -> System.out.println(local.get() + " " + inherited.get()), "local");
        l.start();
        l.join();
        local.remove();
        System.out.println(local.get() + inherited.get());
        System.out.println(Thread.holdsLock(lock) + " " + new Thread().getName().startsWith("Thread-") + " " + Thread.currentThread().getStackTrace()[1].getMethodName());
        ReentrantLock a = new ReentrantLock();
        Object b = new Object();
        CountDownLatch both = new CountDownLatch(2);
        Object c = new Object();
        Thread d1 = new Thread(() -> { synchronized (b) { both.countDown(); try { both.await(); } catch (InterruptedException e) { } synchronized (c) { } } }, "d1");
        Thread d2 = new Thread(() -> { synchronized (c) { both.countDown(); try { both.await(); } catch (InterruptedException e) { } synchronized (b) { } } }, "d2");
        d1.setDaemon(true);
        d2.setDaemon(true);
        d1.start();
        d2.start();
        await(d1, Thread.State.BLOCKED);
        await(d2, Thread.State.BLOCKED);
        var bean = java.lang.management.ManagementFactory.getThreadMXBean();
        long[] dead = bean.findDeadlockedThreads();
        List<String> names = new ArrayList<>();
        for (var info : bean.getThreadInfo(dead, 3)) names.add(info.getThreadName() + " " + info.getThreadState() + " waits for " + info.getLockOwnerName() + " " + info.getLockInfo().getClassName() + info.isInNative() + info.getStackTrace()[0].getMethodName());
        Collections.sort(names);
        System.out.println(names);
        Timer timer = new Timer("timer", true);
        CountDownLatch ticks = new CountDownLatch(3);
        timer.schedule(new TimerTask() { int n; public void run() { System.out.println("tick " + ++n + Thread.currentThread().getName()); if (n == 3) System.out.println(cancel()); ticks.countDown(); } }, 0, 1);
        ticks.await();
        timer.cancel();
        tell("timer cancelled", () -> { timer.schedule(new TimerTask() { public void run() { } }, 1); return null; });
        tell("join timeout", () -> { Thread s = new Thread(() -> LockSupport.park()); s.setDaemon(true); s.start(); s.join(5); return s.isAlive(); });
        System.out.println(a.tryLock(1, TimeUnit.MILLISECONDS) + " " + a.isHeldByCurrentThread() + a.toString().replaceAll("@[0-9a-f]+", "@"));
        System.out.println(Thread.getAllStackTraces().containsKey(main) + " " + Thread.activeCount() / 100);
    }

    /** Later JDKs have Thread.stop only to refuse. */
    static void stop(Object lock) throws InterruptedException {
        CountDownLatch spinning = new CountDownLatch(1);
        Thread stopped = new Thread(() -> { try { spinning.countDown(); while (true) Thread.onSpinWait(); } catch (ThreadDeath d) { System.out.println("died " + d); throw d; } finally { System.out.println("finally"); } });
        stopped.start();
        spinning.await();
        CountDownLatch running = new CountDownLatch(1);
        Thread stopped2 = new Thread(() -> { running.countDown(); try { synchronized (lock) { lock.wait(); } } catch (InterruptedException e) { System.out.println("interrupted"); } finally { System.out.println("stopped in wait"); } });
        stopped.stop();
        stopped.join();
        stopped2.start();
        running.await();
        await(stopped2, Thread.State.WAITING);
        stopped2.stop();
        stopped2.join();
    }
}

import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** What virtual threads say of themselves: their names, states, and traces while they wait. */
public class VirtualLooks {
    static final ThreadLocal<Integer> TL = new ThreadLocal<>();
    static final InheritableThreadLocal<String> IT = new InheritableThreadLocal<>();
    static class Fails {
        static int x;
        static {
            if (TL != null) throw new IllegalStateException("fails");
        }
    }
    /** Which thread initialised a class in vain is told where others use it. */
    static void fails() {
        try {
            System.out.println(Fails.x);
        } catch (LinkageError e) {
            System.out.println(e + " " + String.valueOf(e.getCause()).replaceAll("worker-\\d+", "#"));
        }
    }
    static void ofClass(Object thread) throws Exception {
        Class<?> c = thread.getClass();
        System.out.println(c.toGenericString() + c.accessFlags() + c.isMemberClass() + c.getEnclosingClass() + c.getNestHost() + (Class.forName(c.getName()) == c) + (c.getDeclaredMethods().length > 9));
        try {
            System.out.println((String) thread);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        try {
            Object[] strings = new String[1];
            strings[0] = thread;
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
    }
    public static void main(String[] a) throws Exception {
        IT.set("inh");
        Thread v = Thread.ofVirtual().name("v-", 1).start(() -> {
            System.out.println(Thread.currentThread().getName() + IT.get() + TL.get() + Thread.currentThread().threadId() % 1);
        });
        v.join();
        System.out.println(v.toString().replaceAll("#\\d+|worker-\\d+", "#"));
        Thread u = Thread.ofVirtual().unstarted(() -> {});
        System.out.println(u.getName().isEmpty() + " " + u.toString().replaceAll("#\\d+|worker-\\d+", "#") + u.getState());
        Thread.startVirtualThread(() -> System.out.println(Thread.currentThread().toString().replaceAll("#\\d+|worker-\\d+", "#"))).join();
        Thread.ofVirtual().name("nm").start(() -> System.out.println(Thread.currentThread().toString().replaceAll("#\\d+|worker-\\d+", "#"))).join();
        Thread.ofVirtual().start(() -> {
            for (StackTraceElement e : Thread.currentThread().getStackTrace()) System.out.println("  " + e);
            new Throwable("t").printStackTrace(System.out);
            StackWalker.getInstance().forEach(f -> System.out.println(f + " " + f.getDescriptor() + f.getByteCodeIndex()));
        }).join();
        CountDownLatch go = new CountDownLatch(1);
        Thread parked = Thread.ofVirtual().name("parked").start(() -> {
            try {
                go.await();
            } catch (InterruptedException e) {}
        });
        while (parked.getState() != Thread.State.WAITING) Thread.sleep(1);
        for (StackTraceElement e : parked.getStackTrace()) System.out.println("  p " + e);
        System.out.println(parked.toString().replaceAll("#\\d+|worker-\\d+", "#"));
        go.countDown();
        parked.join();
        Thread sl = Thread.ofVirtual().name("sleeping").start(() -> {
            try {
                Thread.sleep(100000);
            } catch (InterruptedException e) {
                System.out.println("int " + e.getMessage());
                e.printStackTrace(System.out);
            }
        });
        while (sl.getState() != Thread.State.TIMED_WAITING) Thread.sleep(1);
        for (StackTraceElement e : sl.getStackTrace()) System.out.println("  s " + e);
        sl.interrupt();
        sl.join();
        System.out.println(sl.toString().replaceAll("#\\d+|worker-\\d+", "#") + sl.getState());
        Object mon = new Object();
        Thread w = Thread.ofVirtual().name("w").start(() -> {
            synchronized (mon) {
                try {
                    mon.wait();
                } catch (InterruptedException e) {
                    System.out.println("wi " + Thread.holdsLock(mon));
                }
            }
        });
        while (w.getState() != Thread.State.WAITING) Thread.sleep(1);
        for (StackTraceElement e : w.getStackTrace()) System.out.println("  w " + e);
        w.interrupt();
        w.join();
        Thread bl;
        synchronized (mon) {
            bl = Thread.ofVirtual().name("bl").start(() -> {
                synchronized (mon) {
                    System.out.println("got");
                }
            });
            while (bl.getState() != Thread.State.BLOCKED) Thread.sleep(1);
            for (StackTraceElement e : bl.getStackTrace()) System.out.println("  b " + e);
        }
        bl.join();
        Thread lp = Thread.ofVirtual().name("lp").start(() -> {
            LockSupport.parkNanos(3600_000_000_000L);
            System.out.println("unparked");
        });
        while (lp.getState() != Thread.State.TIMED_WAITING) Thread.sleep(1);
        for (StackTraceElement e : lp.getStackTrace()) System.out.println("  l " + e);
        LockSupport.unpark(lp);
        lp.join();
        ThreadFactory f = Thread.ofVirtual().name("f", 0).factory();
        System.out.println(f.newThread(() -> {}).getName() + f.newThread(() -> {}).getName() + f.getClass().getName());
        Thread ue = Thread.ofVirtual().name("ue").start(() -> {
            throw new IllegalStateException("uncaught in virtual");
        });
        ue.join();
        try (var ex = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("x-", 0).factory())) {
            var fs = ex.invokeAll(List.of(() -> Thread.currentThread().getName(), () -> 2, () -> {
                throw new Exception("c");
            }));
            for (var q : fs) {
                System.out.println(q.state());
                if (q.state() == Future.State.SUCCESS) System.out.println(q.resultNow());
                else {
                    System.out.println(q.exceptionNow());
                    try {
                        q.resultNow();
                    } catch (IllegalStateException e) {
                        System.out.println(e.getMessage());
                    }
                }
            }
        }
        System.out.println(v.getThreadGroup() + " " + u.getThreadGroup() + " " + u.getPriority() + u.isDaemon() + v.isInterrupted());
        try {
            u.setPriority(9);
            System.out.println(u.getPriority());
            u.setDaemon(false);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            u.stop();
        } catch (UnsupportedOperationException e) {
            System.out.println("stop " + e);
        }
        try {
            u.start();
            u.start();
        } catch (IllegalThreadStateException e) {
            System.out.println(e);
        }
        u.join();
        System.out.println(u.getClass() + " " + u.getClass().getSimpleName() + " " + u.getClass().getDeclaringClass() + " " + u.getClass().getSuperclass());
        ofClass(u);
        Thread.ofVirtual().start(() -> {
            StackWalker.getInstance(StackWalker.Option.SHOW_HIDDEN_FRAMES).forEach(h -> System.out.println(h.toString().replaceAll("0x\\w+", "") + " " + h.getByteCodeIndex()));
            fails();
        }).join();
        fails();
        System.out.println(u.join(Duration.ZERO));
        Thread pt = Thread.ofPlatform().name("plat").group(new ThreadGroup("g")).priority(7).stackSize(1<<16).inheritInheritableThreadLocals(false).unstarted(() -> System.out.println(IT.get()));
        System.out.println(pt.toString().replaceAll("#\\d+|worker-\\d+", "#"));
        pt.start();
        pt.join();
        System.out.println(pt.toString().replaceAll("#\\d+|worker-\\d+", "#"));
    }
}

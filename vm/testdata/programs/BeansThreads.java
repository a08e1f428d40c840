import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** ThreadMXBean: thread infos with locked monitors and synchronizers, states, deadlocks. */
public class BeansThreads {
    static final Object FIRST = new Object(), SECOND = new Object();
    static final ReentrantLock LOCK = new ReentrantLock();

    static void await(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    static void holder(CountDownLatch ready, CountDownLatch end) {
        synchronized (FIRST) {
            LOCK.lock();
            synchronized (SECOND) {
                ready.countDown();
                await(end);
            }
            LOCK.unlock();
        }
    }

    static void untilState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.onSpinWait();
            Thread.yield();
        }
    }

    static String name(LockInfo info) {
        return info == null ? "none" : info.getClassName();
    }

    static void print(ThreadInfo info) {
        System.out.println(info.getThreadName() + " " + info.getThreadState() + " on " + name(info.getLockInfo()) + " owner " + info.getLockOwnerName() + " daemon " + info.isDaemon() + " prio " + info.getPriority()
                + " native " + info.isInNative() + " suspended " + info.isSuspended());
        for (StackTraceElement e : info.getStackTrace()) {
            if (e.getClassName().equals("BeansThreads")) {
                System.out.println("  " + e);
            }
        }
        for (MonitorInfo m : info.getLockedMonitors()) {
            System.out.println("  monitor " + m.getClassName() + " at " + m.getLockedStackFrame());
        }
        for (LockInfo l : info.getLockedSynchronizers()) {
            System.out.println("  synchronizer " + l.getClassName());
        }
    }

    public static void main(String[] args) throws Exception {
        ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        System.out.println(bean.isObjectMonitorUsageSupported() + " " + bean.isSynchronizerUsageSupported() + " " + bean.isThreadCpuTimeSupported() + " " + bean.isThreadContentionMonitoringSupported() + " " + bean.isThreadContentionMonitoringEnabled());
        CountDownLatch ready = new CountDownLatch(1), end = new CountDownLatch(1);
        Thread holder = new Thread(() -> holder(ready, end), "holder");
        holder.start();
        await(ready);
        untilState(holder, Thread.State.WAITING);
        Thread blocked = new Thread(() -> {
            synchronized (FIRST) {
                garbage = FIRST;
            }
        }, "blocked");
        blocked.setDaemon(true);
        blocked.setPriority(7);
        blocked.start();
        untilState(blocked, Thread.State.BLOCKED);
        Thread locking = new Thread(() -> {
            LOCK.lock();
            LOCK.unlock();
        }, "locking");
        locking.start();
        untilState(locking, Thread.State.WAITING);
        Thread waiting = new Thread(() -> {
            synchronized (waitsOn) {
                try {
                    waitsOn.wait();
                } catch (InterruptedException e) {
                    System.out.println("interrupted " + Thread.currentThread().isInterrupted());
                }
            }
        }, "waiting");
        waiting.start();
        untilState(waiting, Thread.State.WAITING);
        Thread parked = new Thread(() -> LockSupport.parkNanos(waitsOn, Long.MAX_VALUE / 2), "parked");
        parked.start();
        untilState(parked, Thread.State.TIMED_WAITING);
        ThreadInfo[] infos = bean.dumpAllThreads(true, true);
        Arrays.stream(infos).filter(i -> java.util.Set.of("holder", "blocked", "locking", "waiting", "parked").contains(i.getThreadName()))
                .sorted(Comparator.comparing(ThreadInfo::getThreadName)).forEach(BeansThreads::print);
        System.out.println("main " + Arrays.stream(infos).anyMatch(i -> i.getThreadName().equals("main") && i.getThreadState() == Thread.State.RUNNABLE));
        print(bean.getThreadInfo(new long[] {holder.getId()}, true, false)[0]);
        print(bean.getThreadInfo(new long[] {holder.getId()}, false, true)[0]);
        print(bean.getThreadInfo(holder.getId()));
        System.out.println(bean.getThreadInfo(holder.getId(), 2).getStackTrace().length + " " + bean.getThreadInfo(holder.getId(), Integer.MAX_VALUE).getLockedMonitors().length);
        String text = bean.getThreadInfo(new long[] {blocked.getId()}, true, true)[0].toString();
        System.out.println(text.replaceAll("Id=\\d+", "Id=N").replaceAll("@[0-9a-f]+", "@H").replaceAll("Lambda[$/].*\\.run", "Lambda.run"));
        ThreadInfo byData = ThreadInfo.from((javax.management.openmbean.CompositeData) ManagementFactory.getPlatformMBeanServer()
                .invoke(new javax.management.ObjectName("java.lang:type=Threading"), "getThreadInfo", new Object[] {holder.getId()}, new String[] {"long"}));
        System.out.println(byData.getThreadName() + " " + byData.getThreadState());
        System.out.println(Arrays.toString(bean.findDeadlockedThreads()) + Arrays.toString(bean.findMonitorDeadlockedThreads()));
        measures((com.sun.management.ThreadMXBean) bean, holder, waiting);
        waiting.interrupt();
        LockSupport.unpark(parked);
        end.countDown();
        for (Thread t : new Thread[] {holder, blocked, locking, waiting, parked}) {
            t.join();
        }
        System.out.println(bean.getThreadCount() - bean.getDaemonThreadCount() + " " + (bean.getPeakThreadCount() - bean.getThreadCount() >= 5) + " " + (bean.getTotalStartedThreadCount() >= bean.getPeakThreadCount()));
        bean.resetPeakThreadCount();
        System.out.println(bean.getPeakThreadCount() == bean.getThreadCount());
        System.out.println(bean.getThreadInfo(holder.getId()) + " " + Arrays.toString(bean.getThreadInfo(new long[] {holder.getId(), Thread.currentThread().getId()}, 1).length == 2 ? new int[] {2} : null));
        deadlock(bean);
    }

    static final Object waitsOn = new StringBuilder();

    static Object garbage;

    /** What threads consume: own and others' processor time, allocated bytes, and how long they wait. */
    static void measures(com.sun.management.ThreadMXBean bean, Thread holder, Thread waiting) throws InterruptedException {
        long self = Thread.currentThread().getId();
        System.out.println(bean.isThreadAllocatedMemorySupported() + " " + bean.isThreadAllocatedMemoryEnabled() + " " + bean.isThreadCpuTimeEnabled() + " " + bean.isCurrentThreadCpuTimeSupported());
        long before = bean.getThreadAllocatedBytes(self), others = bean.getThreadAllocatedBytes(holder.getId()), time = bean.getThreadCpuTime(self);
        for (int i = 0; i < 100; i++) {
            garbage = new byte[100_000];
        }
        long bytes = bean.getThreadAllocatedBytes(self) - before;
        System.out.println(bytes >= 10_000_000 && bytes < 11_000_000);
        System.out.println(bean.getThreadAllocatedBytes(holder.getId()) - others);
        System.out.println((bean.getThreadCpuTime(self) > time) + " " + (bean.getThreadCpuTime(holder.getId()) > 0) + " " + (bean.getThreadUserTime(self) >= 0) + " " + bean.getThreadCpuTime(new long[] {self, 99_999})[1] + " " + bean.getThreadAllocatedBytes(new long[] {self, 99_999})[1] + " " + bean.getThreadCpuTime(99_999));
        ThreadInfo unmeasured = bean.getThreadInfo(waiting.getId());
        System.out.println(unmeasured.getWaitedTime() + " " + unmeasured.getBlockedTime() + " " + unmeasured.getWaitedCount());
        bean.setThreadContentionMonitoringEnabled(true);
        Thread.sleep(3);
        ThreadInfo fresh = bean.getThreadInfo(waiting.getId());
        System.out.println((fresh.getWaitedTime() >= 0) + " " + fresh.getBlockedTime() + " " + bean.isThreadContentionMonitoringEnabled());
        bean.setThreadContentionMonitoringEnabled(false);
        for (long id : new long[] {0, -1}) {
            try {
                System.out.println(bean.getThreadInfo(id));
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    static void deadlock(ThreadMXBean bean) {
        Object left = new int[0], right = new String[0];
        CountDownLatch both = new CountDownLatch(2);
        Thread a = new Thread(() -> take(left, right, both), "dead-a"), b = new Thread(() -> take(right, left, both), "dead-b");
        a.setDaemon(true);
        b.setDaemon(true);
        a.start();
        b.start();
        untilState(a, Thread.State.BLOCKED);
        untilState(b, Thread.State.BLOCKED);
        long[] dead = bean.findDeadlockedThreads();
        Arrays.stream(bean.getThreadInfo(dead, true, true)).sorted(Comparator.comparing(ThreadInfo::getThreadName)).forEach(BeansThreads::print);
        System.out.println(bean.findMonitorDeadlockedThreads().length);
    }

    static void take(Object one, Object two, CountDownLatch both) {
        synchronized (one) {
            both.countDown();
            await(both);
            synchronized (two) {
                System.out.println("impossible");
            }
        }
    }
}

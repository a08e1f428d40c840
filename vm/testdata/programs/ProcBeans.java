import java.lang.management.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import javax.management.*;
import javax.management.openmbean.*;

/** java.lang.management and javax.management. */
public class ProcBeans {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    public interface HelloMBean { int getCount(); void setCount(int n); String getName(); String say(String what); }

    public static class Hello extends NotificationBroadcasterSupport implements HelloMBean {
        int count;
        long sequence;
        public int getCount() { return count; }
        public void setCount(int n) { sendNotification(new AttributeChangeNotification(this, ++sequence, 0, "changed", "Count", "int", count, n)); count = n; }
        public String getName() { return "hello"; }
        public String say(String what) { return "said " + what; }
    }

    public static class Point {
        final int x, y;
        @java.beans.ConstructorProperties({"x", "y"}) public Point(int x, int y) { this.x = x; this.y = y; }
        public int getX() { return x; }
        public int getY() { return y; }
    }

    public interface ShapeMXBean { Point getCentre(); List<Point> getCorners(); Map<String, Integer> getNames(); TimeUnit getUnit(); }

    public static class Shape implements ShapeMXBean {
        public Point getCentre() { return new Point(1, 2); }
        public List<Point> getCorners() { return List.of(new Point(0, 0), new Point(3, 4)); }
        public Map<String, Integer> getNames() { return new TreeMap<>(Map.of("a", 1)); }
        public TimeUnit getUnit() { return TimeUnit.DAYS; }
    }

    public static void main(String[] args) throws Exception {
        platform();
        threads();
        deadlock();
        server();
    }

    static void platform() throws Exception {
        RuntimeMXBean r = ManagementFactory.getRuntimeMXBean();
        System.out.println(r.getSpecVersion() + " " + r.getSpecName() + " " + (r.getUptime() >= 0) + " " + (r.getStartTime() > 0) + " " + r.getName().matches("\\d+@.*") + " " + (r.getPid() > 0) + " " + r.isBootClassPathSupported() + " " + r.getInputArguments().getClass().getSimpleName().contains("List") + " " + r.getSystemProperties().get("java.specification.version") + " " + r.getManagementSpecVersion());
        MemoryMXBean m = ManagementFactory.getMemoryMXBean();
        MemoryUsage h = m.getHeapMemoryUsage();
        System.out.println((h.getUsed() > 0) + " " + (h.getUsed() <= h.getCommitted()) + " " + (h.getCommitted() <= h.getMax()) + " " + (m.getNonHeapMemoryUsage().getUsed() > 0) + " " + m.getObjectPendingFinalizationCount() + " " + m.isVerbose());
        long before = 0, after = 0;
        for (GarbageCollectorMXBean g : ManagementFactory.getGarbageCollectorMXBeans()) before += g.getCollectionCount();
        System.gc();
        m.gc();
        for (GarbageCollectorMXBean g : ManagementFactory.getGarbageCollectorMXBeans()) { after += g.getCollectionCount(); if (g.getCollectionTime() < 0 || g.getMemoryPoolNames().length == 0 || !g.isValid()) System.out.println("odd"); }
        System.out.println(after >= before + 2);
        boolean told = false;
        for (var g : ManagementFactory.getPlatformMXBeans(com.sun.management.GarbageCollectorMXBean.class)) {
            com.sun.management.GcInfo last = g.getLastGcInfo();
            told |= last != null && last.getId() > 0 && last.getDuration() == last.getEndTime() - last.getStartTime() && last.getMemoryUsageAfterGc().keySet().containsAll(java.util.List.of(g.getMemoryPoolNames())) && last.get("GcThreadCount") instanceof Integer && last.toCompositeData(null).containsKey("memoryUsageBeforeGc");
        }
        System.out.println(told);
        boolean heap = false;
        for (MemoryPoolMXBean p : ManagementFactory.getMemoryPoolMXBeans()) { heap |= p.getType() == MemoryType.HEAP; if (p.getUsage() == null || p.getPeakUsage().getUsed() < 0 || p.getMemoryManagerNames().length == 0) System.out.println("odd " + p.getName()); }
        System.out.println(heap);
        ClassLoadingMXBean c = ManagementFactory.getClassLoadingMXBean();
        System.out.println((c.getLoadedClassCount() > 100) + " " + (c.getTotalLoadedClassCount() >= c.getLoadedClassCount()) + " " + (c.getUnloadedClassCount() >= 0));
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        System.out.println(compiler.getName().isEmpty() + " " + compiler.isCompilationTimeMonitoringSupported() + " " + (compiler.getTotalCompilationTime() >= 0) + " " + System.getProperty("java.vm.info").startsWith("mixed mode"));
        OperatingSystemMXBean o = ManagementFactory.getOperatingSystemMXBean();
        System.out.println(o.getName() + " " + (o.getAvailableProcessors() > 0) + " " + (o.getSystemLoadAverage() >= -1) + " " + o.getArch() + " " + (o instanceof com.sun.management.UnixOperatingSystemMXBean u && u.getMaxFileDescriptorCount() > 0 && u.getProcessCpuTime() >= 0 && u.getTotalMemorySize() > 0));
        System.out.println(ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream().map(BufferPoolMXBean::getName).sorted().toList() + " " + ManagementFactory.getPlatformMXBean(PlatformLoggingMXBean.class).getLoggerLevel(""));
        java.nio.ByteBuffer direct = java.nio.ByteBuffer.allocateDirect(5000);
        System.out.println(ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream().filter(b -> b.getName().equals("direct")).allMatch(b -> b.getMemoryUsed() >= direct.capacity() && b.getCount() >= 1));
    }

    static void threads() throws Exception {
        ThreadMXBean t = ManagementFactory.getThreadMXBean();
        System.out.println((t.getThreadCount() > 0) + " " + (t.getPeakThreadCount() >= t.getThreadCount()) + " " + (t.getTotalStartedThreadCount() > 0) + " " + (t.getDaemonThreadCount() > 0) + " " + t.isCurrentThreadCpuTimeSupported() + " " + (t.getCurrentThreadCpuTime() >= 0) + " " + t.isObjectMonitorUsageSupported() + " " + t.isSynchronizerUsageSupported() + " " + (t.findDeadlockedThreads() == null));
        Object lock = new Object();
        CountDownLatch held = new CountDownLatch(1), release = new CountDownLatch(1);
        Thread holder = new Thread(() -> { synchronized (lock) { held.countDown(); try { release.await(); } catch (InterruptedException e) { } } }, "holder");
        holder.start();
        held.await();
        Thread blocked = new Thread(() -> { synchronized (lock) { } }, "blocked");
        blocked.start();
        while (blocked.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
        while (holder.getState() != Thread.State.WAITING) Thread.onSpinWait();
        ThreadInfo b = t.getThreadInfo(blocked.getId(), 10);
        System.out.println(b.getThreadName() + " " + b.getThreadState() + " " + b.getLockOwnerName() + " " + (b.getLockOwnerId() == holder.getId()) + " " + b.getLockName().startsWith("java.lang.Object@") + " " + (b.getStackTrace().length > 1) + " " + b.getBlockedCount() + " " + b.isInNative() + b.isSuspended() + b.isDaemon() + " " + b.getPriority());
        ThreadInfo h = t.getThreadInfo(new long[] {holder.getId()}, true, true)[0];
        System.out.println(h.getThreadState() + " " + Arrays.stream(h.getLockedMonitors()).map(m -> m.getClassName() + " " + m.getLockedStackFrame().getMethodName().startsWith("lambda")).toList() + " " + h.getLockInfo().getClassName() + " " + h.getLockedSynchronizers().length);
        System.out.println(h.toString().startsWith("\"holder\" prio=5 Id=") + " " + t.getThreadInfo(999_999) + " " + Arrays.stream(t.dumpAllThreads(true, true)).anyMatch(i -> i.getThreadName().equals("main")));
        release.countDown();
        holder.join();
        blocked.join();
        attempt("bad id", () -> t.getThreadInfo(-1));
    }

    static void deadlock() throws Exception {
        ThreadMXBean t = ManagementFactory.getThreadMXBean();
        Object a = new Object(), b = new Object();
        CyclicBarrier both = new CyclicBarrier(2);
        Thread x = new Thread(() -> { synchronized (a) { wait(both); synchronized (b) { } } }, "x"), y = new Thread(() -> { synchronized (b) { wait(both); synchronized (a) { } } }, "y");
        ReentrantLock l = new ReentrantLock(), m = new ReentrantLock();
        CyclicBarrier pair = new CyclicBarrier(2);
        Thread u = new Thread(() -> { l.lock(); wait(pair); try { m.lockInterruptibly(); } catch (InterruptedException e) { } l.unlock(); }, "u"), v = new Thread(() -> { m.lock(); wait(pair); l.lock(); l.unlock(); m.unlock(); }, "v");
        for (Thread th : new Thread[] {x, y, u, v}) { th.setDaemon(true); th.start(); }
        while (x.getState() != Thread.State.BLOCKED || y.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
        while (!m.hasQueuedThread(u) || !l.hasQueuedThread(v) || u.getState() != Thread.State.WAITING || v.getState() != Thread.State.WAITING) Thread.onSpinWait();
        System.out.println(names(t, t.findMonitorDeadlockedThreads()) + " " + names(t, t.findDeadlockedThreads()));
        ThreadInfo i = t.getThreadInfo(v.getId());
        System.out.println(i.getLockOwnerName() + " " + i.getLockInfo().getClassName());
        System.out.println(t.getThreadInfo(new long[] {v.getId()}, false, true)[0].getLockedSynchronizers()[0].getClassName());
        u.interrupt();
        u.join();
        v.join();
        System.out.println(names(t, t.findDeadlockedThreads()));
    }

    static void wait(CyclicBarrier b) {
        try {
            b.await();
        } catch (Exception e) {
            System.out.println(e);
        }
    }

    static List<String> names(ThreadMXBean t, long[] ids) {
        if (ids == null) return null;
        return Arrays.stream(t.getThreadInfo(ids)).map(ThreadInfo::getThreadName).sorted().toList();
    }

    static void server() throws Exception {
        MBeanServer s = ManagementFactory.getPlatformMBeanServer();
        ObjectName n = new ObjectName("test:type=Hello,name=one");
        s.registerMBean(new Hello(), n);
        List<String> heard = new ArrayList<>();
        s.addNotificationListener(n, (note, back) -> heard.add(note.getMessage() + " " + ((AttributeChangeNotification) note).getNewValue() + " " + back), null, "handback");
        s.setAttribute(n, new Attribute("Count", 7));
        System.out.println(s.getAttribute(n, "Count") + " " + s.invoke(n, "say", new Object[] {"x"}, new String[] {"java.lang.String"}) + " " + heard + " " + s.isRegistered(n) + " " + s.queryNames(new ObjectName("test:*"), null));
        MBeanInfo i = s.getMBeanInfo(n);
        System.out.println(Arrays.stream(i.getAttributes()).map(a -> a.getName() + a.isWritable()).sorted().toList() + " " + i.getOperations().length + " " + i.getNotifications().length);
        attempt("none", () -> s.getAttribute(n, "None"));
        attempt("read only", () -> { s.setAttribute(n, new Attribute("Name", "x")); return 0; });
        attempt("unknown", () -> s.getMBeanInfo(new ObjectName("x:y=z")));
        attempt("name", () -> new ObjectName("bad"));
        attempt("twice", () -> s.registerMBean(new Hello(), n));
        attempt("not compliant", () -> s.registerMBean(new Object(), new ObjectName("a:b=c")));
        ObjectName shape = new ObjectName("test:type=Shape");
        s.registerMBean(new Shape(), shape);
        CompositeData c = (CompositeData) s.getAttribute(shape, "Centre");
        System.out.println(c.get("x") + " " + c.getCompositeType().keySet() + " " + ((CompositeData[]) s.getAttribute(shape, "Corners")).length + " " + ((TabularData) s.getAttribute(shape, "Names")).size() + " " + s.getAttribute(shape, "Unit") + " " + JMX.newMXBeanProxy(s, shape, ShapeMXBean.class).getCorners().get(1).y);
        System.out.println(s.getAttribute(new ObjectName("java.lang:type=Runtime"), "SpecVersion") + " " + s.getDefaultDomain() + " " + Arrays.asList(s.getDomains()).containsAll(List.of("java.lang", "test", "java.util.logging")));
        s.unregisterMBean(n);
        System.out.println(s.isRegistered(n));
    }
}

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.*;
import java.util.*;
import java.util.concurrent.*;
import javax.management.*;
import javax.management.openmbean.*;

/** MBeans of every kind: standard, MXBean, dynamic, notifications, queries, open types and their errors. */
public class BeansManaged {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Throwable e) {
            System.out.println(what + ": " + e + (e.getCause() != null ? " / " + e.getCause() : ""));
        }
    }

    public interface CounterMBean {
        int getCount();
        void setCount(int n);
        boolean isBig();
        String[] getNames();
        int add(int a, int b);
        void fail() throws java.io.IOException;
    }

    public static class Counter extends NotificationBroadcasterSupport implements CounterMBean, MBeanRegistration {
        int count = 3;

        public int getCount() { return count; }
        public void setCount(int n) {
            if (n < 0) throw new IllegalArgumentException("negative " + n);
            sendNotification(new AttributeChangeNotification(this, 1, 0, "changed", "Count", "int", count, n));
            count = n;
        }
        public boolean isBig() { return count > 100; }
        public String[] getNames() { return new String[] {"a", "b"}; }
        public int add(int a, int b) { return a + b; }
        public void fail() throws java.io.IOException { throw new java.io.IOException("on purpose"); }
        public ObjectName preRegister(MBeanServer s, ObjectName n) { System.out.println("preRegister " + n); return n; }
        public void postRegister(Boolean done) { System.out.println("postRegister " + done); }
        public void preDeregister() { System.out.println("preDeregister"); }
        public void postDeregister() { System.out.println("postDeregister"); }
    }

    public static class Point {
        final int x, y;
        @java.beans.ConstructorProperties({"x", "y"})
        public Point(int x, int y) { this.x = x; this.y = y; }
        public int getX() { return x; }
        public int getY() { return y; }
    }

    public enum Color { RED, GREEN }

    @MXBean
    public interface Shapes {
        Point getOrigin();
        void setOrigin(Point p);
        List<Point> getAll();
        Map<String, Point> getNamed();
        Color getColor();
        int[][] getGrid();
        Set<String> getTags();
    }

    public static class ShapesImpl implements Shapes {
        Point origin = new Point(1, 2);
        public Point getOrigin() { return origin; }
        public void setOrigin(Point p) { origin = p; }
        public List<Point> getAll() { return List.of(origin, new Point(3, 4)); }
        public Map<String, Point> getNamed() { return new TreeMap<>(Map.of("o", origin)); }
        public Color getColor() { return Color.GREEN; }
        public int[][] getGrid() { return new int[][] {{1}, {2, 3}}; }
        public Set<String> getTags() { return new TreeSet<>(Set.of("x", "y")); }
    }

    public static void main(String[] args) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("test:type=Counter,name=c1");
        System.out.println(server.registerMBean(new Counter(), name));
        describe(server.getMBeanInfo(name));
        NotificationListener listener = (n, handback) -> System.out.println(n.getClass().getSimpleName() + " " + n.getMessage() + " " + ((AttributeChangeNotification) n).getOldValue() + "->" + ((AttributeChangeNotification) n).getNewValue() + " " + handback);
        AttributeChangeNotificationFilter filter = new AttributeChangeNotificationFilter();
        filter.enableAttribute("Count");
        server.addNotificationListener(name, listener, filter, "hand");
        server.setAttribute(name, new Attribute("Count", 200));
        System.out.println(server.getAttribute(name, "Count") + " " + server.getAttribute(name, "Big") + " " + server.getAttributes(name, new String[] {"Count", "Nope", "Big"}));
        System.out.println(server.invoke(name, "add", new Object[] {2, 3}, new String[] {"int", "int"}));
        attempt("missing attribute", () -> server.getAttribute(name, "Nope"));
        attempt("read only", () -> { server.setAttribute(name, new Attribute("Big", true)); return null; });
        attempt("type", () -> { server.setAttribute(name, new Attribute("Count", "text")); return null; });
        attempt("negative", () -> { server.setAttribute(name, new Attribute("Count", -1)); return null; });
        attempt("fail", () -> server.invoke(name, "fail", null, null));
        attempt("no operation", () -> server.invoke(name, "nope", null, null));
        attempt("signature", () -> server.invoke(name, "add", new Object[] {1}, new String[] {"int"}));
        attempt("again", () -> server.registerMBean(new Counter(), name));
        attempt("not compliant", () -> server.registerMBean(new Object(), new ObjectName("test:x=1")));
        attempt("not found", () -> server.getMBeanInfo(new ObjectName("test:x=2")));
        for (String bad : new String[] {"", "x", "d:", "d:a", "d:a=,b=1", "d:a=1,a=2", "d:a=*", "*:*", "d:a=\"q,u\"", "d:a=1,*", ":a=b"}) attempt("name " + bad, () -> { ObjectName n = new ObjectName(bad); return n.getCanonicalName() + " " + n.isPattern() + " " + n.getKeyPropertyList(); });
        CounterMBean proxy = JMX.newMBeanProxy(server, name, CounterMBean.class);
        proxy.setCount(5);
        System.out.println(proxy.getCount() + " " + proxy.add(4, 5) + " " + proxy.getNames().length);
        attempt("proxy fail", () -> { proxy.fail(); return null; });
        attempt("proxy negative", () -> { proxy.setCount(-9); return null; });
        System.out.println(server.queryNames(new ObjectName("test:*"), Query.eq(Query.attr("Count"), Query.value(5))) + " " + Query.and(Query.gt(Query.attr("Count"), Query.value(1)), Query.match(Query.attr("N"), Query.value("a*"))));
        server.unregisterMBean(name);
        System.out.println(server.isRegistered(name));
        shapes(server);
        platform(server);
        collections();
    }

    /** A collector's listeners are told of collections, by a thread of the VM's own. */
    static void collections() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        NotificationListener listener = (n, handback) -> {
            GarbageCollectionNotificationInfo info = GarbageCollectionNotificationInfo.from((CompositeData) n.getUserData());
            GcInfo gc = info.getGcInfo();
            if (info.getGcCause().equals("System.gc()"))
                told.add(n.getType() + " " + info.getGcAction() + " " + n.getMessage().equals(info.getGcName()) + " " + n.getSource().toString().contains(info.getGcName()) + " " + (gc.getId() > 0) + " " + (gc.getDuration() >= 0) + " "
                        + (gc.getStartTime() <= gc.getEndTime()) + " " + gc.getMemoryUsageAfterGc().keySet().equals(gc.getMemoryUsageBeforeGc().keySet()) + " " + handback + " " + Thread.currentThread().getName() + " " + Thread.currentThread().isDaemon());
        };
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) ((NotificationEmitter) collector).addNotificationListener(listener, null, "hand");
        for (int i = 0; i < 2; i++) {
            System.gc();
            System.out.println(told.take());
        }
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) ((NotificationEmitter) collector).removeNotificationListener(listener);
        System.gc();
        System.out.println(told.poll(50, TimeUnit.MILLISECONDS));
    }

    static void describe(MBeanInfo info) {
        System.out.println(info.getClassName() + " " + info.getDescription());
        for (MBeanAttributeInfo a : info.getAttributes()) System.out.println("  " + a);
        for (MBeanOperationInfo o : info.getOperations()) System.out.println("  " + o);
        System.out.println("  " + Arrays.toString(info.getConstructors()) + " " + Arrays.toString(info.getNotifications()) + " " + info.getDescriptor());
    }

    static void shapes(MBeanServer server) throws Exception {
        ObjectName name = new ObjectName("test:type=Shapes");
        server.registerMBean(new ShapesImpl(), name);
        for (MBeanAttributeInfo a : server.getMBeanInfo(name).getAttributes()) {
            Object value = server.getAttribute(name, a.getName());
            System.out.println(a.getName() + " " + a.getType() + " " + (value instanceof Object[] array ? Arrays.deepToString(array) : value) + " " + a.getDescriptor().getFieldValue("openType"));
        }
        CompositeData origin = (CompositeData) server.getAttribute(name, "Origin");
        CompositeType type = origin.getCompositeType();
        server.setAttribute(name, new Attribute("Origin", new CompositeDataSupport(type, new String[] {"x", "y"}, new Object[] {7, 8})));
        Shapes proxy = JMX.newMXBeanProxy(server, name, Shapes.class);
        System.out.println(proxy.getOrigin().getX() + " " + proxy.getAll().get(0).getY() + " " + proxy.getNamed().get("o").getX() + " " + proxy.getColor() + " " + proxy.getGrid()[1][1] + " " + proxy.getTags());
        attempt("open", () -> new CompositeDataSupport(type, new String[] {"x"}, new Object[] {7}));
        attempt("open type", () -> new CompositeDataSupport(type, new String[] {"x", "y"}, new Object[] {7, "8"}));
        attempt("get", () -> origin.get("z"));
        TabularDataSupport table = new TabularDataSupport(new TabularType("t", "d", type, new String[] {"x"}));
        table.put(origin);
        attempt("twice", () -> { table.put(origin); return null; });
        System.out.println(table.size() + " " + table.containsKey(new Object[] {1}) + " " + table.getTabularType().getIndexNames());
        attempt("array type", () -> new ArrayType<>(2, SimpleType.INTEGER) + " " + ArrayType.getPrimitiveArrayType(int[].class));
    }

    static void platform(MBeanServer server) throws Exception {
        System.out.println(ManagementFactory.getRuntimeMXBean().getSpecVersion() + " " + ManagementFactory.getClassLoadingMXBean().isVerbose() + " " + ManagementFactory.getMemoryMXBean().getObjectName() + " " + ManagementFactory.getThreadMXBean().getObjectName() + " " + ManagementFactory.getOperatingSystemMXBean().getName());
        System.out.println(server.getDefaultDomain() + " " + new TreeSet<>(Arrays.asList(server.getDomains())) + " " + server.isInstanceOf(new ObjectName("java.lang:type=Memory"), "java.lang.management.MemoryMXBean"));
        attempt("thread names", () -> server.getAttribute(new ObjectName("java.lang:type=Threading"), "ThreadCpuTimeSupported").getClass());
        attempt("gc", () -> server.invoke(new ObjectName("java.lang:type=Memory"), "gc", null, null));
        attempt("usage", () -> ((CompositeData) server.getAttribute(new ObjectName("java.lang:type=Memory"), "HeapMemoryUsage")).getCompositeType());
        attempt("logging", () -> server.invoke(new ObjectName("java.util.logging:type=Logging"), "getLoggerLevel", new Object[] {""}, new String[] {"java.lang.String"}));
        attempt("timer", () -> { server.createMBean("javax.management.timer.Timer", new ObjectName("test:type=Timer")); return server.getAttribute(new ObjectName("test:type=Timer"), "Active"); });
        attempt("mlet", () -> server.createMBean("no.such.Class", new ObjectName("test:type=None")));
        HotSpotDiagnosticMXBean options = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        for (String option : new String[] {"UseCompressedOops", "ObjectAlignmentInBytes", "MaxHeapSize", "CompactStrings", "NoSuchOption"}) {
            attempt("option", () -> options.getVMOption(option).getValue());
        }
        attempt("fixed option", () -> { options.setVMOption("UseCompressedOops", "false"); return null; });
        MemoryUsage u = new MemoryUsage(1, 2, 3, 4);
        System.out.println(u);
        attempt("usage", () -> new MemoryUsage(5, 4, 3, 2));
    }
}

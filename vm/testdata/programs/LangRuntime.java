import java.lang.management.ManagementFactory;
import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.ResourceBundle;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;

/** Runtime, System, management, references and cleaners, bundles, services, assertions. */
public class LangRuntime {
    interface Call { Object run() throws Throwable; }

    static void tell(String name, Call c) {
        try {
            System.out.println((name + " -> " + c.run()).replaceAll("@[0-9a-f]+", "@"));
        } catch (Throwable t) {
            System.out.println((name + ": " + t + (t.getCause() == null ? "" : " caused by " + t.getCause())).replaceAll("@[0-9a-f]+", "@"));
        }
    }

    public static class Words extends ListResourceBundle {
        protected Object[][] getContents() { return new Object[][] {{"hello", "hi"}, {"n", 3}, {"list", new String[] {"a"}}}; }
    }
    public static class Words_de extends ListResourceBundle {
        protected Object[][] getContents() { return new Object[][] {{"hello", "hallo"}}; }
    }
    public static class Words_de_AT extends ListResourceBundle {
        protected Object[][] getContents() { return new Object[][] {{"hello", "servus"}}; }
    }
    static class Finalized {
        static final CountDownLatch LATCH = new CountDownLatch(1);
        @Override protected void finalize() { LATCH.countDown(); }
    }
    static class Cloned implements Cloneable {
        int[] shared = {1};
        String name = "c";
        @Override public Cloned clone() throws CloneNotSupportedException { return (Cloned) super.clone(); }
    }
    static class NotCloned { Object copy() throws CloneNotSupportedException { return clone(); } }

    static Object make() { return new Finalized(); }

    public static void main(String[] args) throws Throwable {
        Runtime r = Runtime.getRuntime();
        System.out.println((r.availableProcessors() > 0) + " " + (r.freeMemory() <= r.totalMemory()) + " " + (r.totalMemory() <= r.maxMemory()) + " " + Runtime.version().feature() + " " + Runtime.Version.parse("11.0.2+9-LTS").compareTo(Runtime.Version.parse("11.0.10")) + Runtime.Version.parse("17-ea+3").pre());
        tell("bad version", () -> Runtime.Version.parse("x"));
        System.out.println(System.getProperty("java.specification.version") + System.getProperty("java.class.version") + System.getProperty("file.separator") + System.getProperty("path.separator") + System.getProperty("line.separator").length() + System.getProperty("no.such") + System.getProperty("no.such", "default") + System.getProperty("java.vm.specification.name"));
        tell("empty key", () -> System.getProperty(""));
        tell("set", () -> System.setProperty("mine", "1") + System.setProperty("mine", "2") + System.clearProperty("mine") + System.getProperty("mine"));
        System.out.println(Integer.getInteger("mine", 7) + " " + Long.getLong("none") + Boolean.getBoolean("x"));
        System.out.println(System.identityHashCode(null) + " " + (System.identityHashCode("a") == System.identityHashCode("a")) + " " + (System.nanoTime() <= System.nanoTime()) + (System.currentTimeMillis() > 0) + System.lineSeparator().length() + (System.console() == null) + System.getSecurityManager());
        tell("arraycopy", () -> { int[] x = {1, 2, 3, 4}; System.arraycopy(x, 0, x, 1, 3); return Arrays.toString(x); });
        tell("arraycopy type", () -> { System.arraycopy(new int[1], 0, new long[1], 0, 1); return null; });
        tell("arraycopy not array", () -> { System.arraycopy("x", 0, new long[1], 0, 1); return null; });
        tell("arraycopy to not array", () -> { System.arraycopy(new int[1], 0, "x", 0, 1); return null; });
        tell("arraycopy primitive to objects", () -> { System.arraycopy(new int[1], 0, new Object[1], 0, 1); return null; });
        tell("arraycopy bounds", () -> { System.arraycopy(new int[2], 1, new int[5], 0, 3); return null; });
        tell("arraycopy target bounds", () -> { System.arraycopy(new Object[9], 1, new Object[5], 3, 3); return null; });
        tell("arraycopy negative", () -> { System.arraycopy(new int[2], -1, new int[5], 0, 1); return null; });
        tell("arraycopy negative length", () -> { System.arraycopy(new int[2], 0, new int[5], 0, -1); return null; });
        tell("arraycopy element", () -> { System.arraycopy(new Object[] {"a", 1}, 0, new String[2], 0, 2); return null; });
        tell("arraycopy null", () -> { System.arraycopy(null, 0, new String[2], 0, 2); return null; });

        var bean = ManagementFactory.getRuntimeMXBean();
        System.out.println(bean.getSpecVersion() + " " + bean.getVmName().isEmpty() + " " + (bean.getUptime() >= 0) + " " + bean.getInputArguments().getClass().getSimpleName().isEmpty() + ManagementFactory.getThreadMXBean().getThreadCount() / 1000 + " " + ManagementFactory.getClassLoadingMXBean().getUnloadedClassCount() + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / (1L << 40) + ManagementFactory.getOperatingSystemMXBean().getArch().isEmpty());
        System.out.println(ProcessHandle.current().isAlive() + " " + (ProcessHandle.current().pid() > 0) + ProcessHandle.current().info().command().isPresent() + ProcessHandle.current().equals(ProcessHandle.current()));
        tell("destroy self", () -> ProcessHandle.current().destroy());

        WeakReference<Object> weak = new WeakReference<>(new Object());
        SoftReference<int[]> soft = new SoftReference<>(new int[10]);
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object kept = new Object();
        PhantomReference<Object> phantom = new PhantomReference<>(new Object(), queue);
        WeakReference<Object> keptWeak = new WeakReference<>(kept, queue);
        WeakHashMap<Object, String> map = new WeakHashMap<>();
        map.put(kept, "kept");
        map.put(new Object(), "lost");
        CountDownLatch cleaned = new CountDownLatch(1);
        Cleaner cleaner = Cleaner.create();
        cleaner.register(new Object(), cleaned::countDown);
        Cleaner.Cleanable once = cleaner.register(kept, () -> System.out.println("cleaned by hand"));
        once.clean();
        once.clean();
        make();
        System.gc();
        Finalized.LATCH.await();
        cleaned.await();
        while (map.size() > 1) Thread.onSpinWait();
        System.out.println((queue.remove() == phantom) + " " + weak.get() + " " + (soft.get() != null) + " " + (keptWeak.get() == kept) + map.size() + map.values() + phantom.get() + keptWeak.refersTo(kept) + weak.refersTo(null));
        System.out.println(keptWeak.enqueue() + " " + keptWeak.get() + (queue.poll() == keptWeak) + keptWeak.enqueue() + queue.poll() + phantom.isEnqueued());
        tell("remove timeout", () -> queue.remove(1));
        tell("remove negative", () -> queue.remove(-1));

        Locale.setDefault(Locale.ROOT);
        String name = "LangRuntime$Words";
        System.out.println(ResourceBundle.getBundle(name).getString("hello") + ResourceBundle.getBundle(name, Locale.GERMANY).getString("hello") + ResourceBundle.getBundle(name, new Locale("de", "AT")).getString("hello") + ResourceBundle.getBundle(name, new Locale("de", "AT")).getObject("n") + ResourceBundle.getBundle(name, Locale.FRENCH).getLocale() + ResourceBundle.getBundle(name, Locale.GERMANY).getLocale() + ResourceBundle.getBundle(name).keySet().size() + ResourceBundle.getBundle(name).getStringArray("list").length + ResourceBundle.getBundle(name).containsKey("x"));
        tell("bundle", () -> ResourceBundle.getBundle("no.such.Bundle"));
        tell("bundle locale", () -> ResourceBundle.getBundle("no.such.Bundle", Locale.CANADA_FRENCH));
        tell("key", () -> ResourceBundle.getBundle(name).getString("none"));
        tell("key type", () -> ResourceBundle.getBundle(name).getString("n"));
        try { ResourceBundle.getBundle("none"); } catch (MissingResourceException e) { System.out.println(e.getClassName() + "|" + e.getKey()); }

        System.out.println(ServiceLoader.load(Call.class).findFirst() + " " + ServiceLoader.load(java.nio.file.spi.FileSystemProvider.class).stream().map(p -> p.type().getSimpleName()).sorted().toList() + ServiceLoader.load(Call.class).toString().replace("LangRuntime$", ""));
        tell("service null", () -> ServiceLoader.load(null));
        tell("assertions", () -> { assert args.length > 99 : "asserted"; return LangRuntime.class.desiredAssertionStatus(); });
        ClassLoader.getSystemClassLoader().setClassAssertionStatus("LangRuntime$Asserting", true);
        tell("asserting", () -> Asserting.check(0));
        Cloned c = new Cloned(), d = c.clone();
        System.out.println((c.shared == d.shared) + " " + (c != d) + d.name + new int[][] {{1}}.clone()[0][0]);
        tell("clone", () -> new NotCloned().copy());
        Thread hook = new Thread(() -> System.out.println("hook runs"));
        r.addShutdownHook(hook);
        tell("hook twice", () -> { r.addShutdownHook(hook); return null; });
        System.out.println(r.removeShutdownHook(hook) + " " + r.removeShutdownHook(hook));
        r.addShutdownHook(hook);
        tell("load", () -> { System.load("relative.so"); return null; });
        tell("map library", () -> System.mapLibraryName("x"));
        Map<String, String> env = new TreeMap<>(System.getenv());
        tell("environment", () -> System.getenv().put("a", "b"));
        tell("environment null", () -> System.getenv(null));
        System.err.println("to stderr");
        tell("exit in hook", () -> { r.addShutdownHook(new Thread(() -> System.out.print(""))); return env.isEmpty(); });
        System.exit(3);
    }

    static class Asserting { static int check(int n) { assert n > 0 : "n is " + n; return n; } }
}

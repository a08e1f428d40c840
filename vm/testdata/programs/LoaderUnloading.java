import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** What keeps classes and their loaders alive, and that they go when nothing does any more. */
public class LoaderUnloading {
    /** What is loaded again and again: it uses itself in every way that code has. */
    public static class Plugin implements Supplier<String> {
        static final List<Object> HELD = new ArrayList<>();
        static int calls;
        static Plugin last;
        int number = 7;

        public String get() {
            calls++;
            last = this;
            IntSupplier lambda = () -> number + calls;
            Supplier<Part> reference = Part::new;
            return "plugin " + calls + " " + lambda.getAsInt() + " " + reference.get().name("x") + " " + new Plugin[2].length;
        }

        public static int twice(int n) {
            return 2 * n + calls;
        }

        public static Object hold(Object what) {
            HELD.add(what);
            return what;
        }

        public static void fail() {
            throw new IllegalStateException("from the plugin");
        }

        public static void await(CountDownLatch entered, CountDownLatch leave) throws InterruptedException {
            entered.countDown();
            leave.await();
            System.out.println("left with " + twice(calls));
        }
    }

    public static class Part {
        String name(String text) {
            return getClass().getName().substring(16, 20) + text;
        }
    }

    interface Named {
        String name();
    }

    record Pair(int a, String b) {}

    static class Loader extends ClassLoader {
        final byte[][] files;

        Loader(byte[]... files) {
            super(LoaderUnloading.class.getClassLoader());
            this.files = files;
        }

        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("LoaderUnloading$P")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            byte[] file = files[name.endsWith("Plugin") ? 0 : 1];
            return defineClass(name, file, 0, file.length);
        }
    }

    static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();

    static byte[] plugin, part;

    static byte[] bytes(String name) throws Exception {
        try (InputStream in = LoaderUnloading.class.getResourceAsStream("LoaderUnloading$" + name + ".class")) {
            return in.readAllBytes();
        }
    }

    static Class<?> load() throws Exception {
        return Class.forName("LoaderUnloading$Plugin", true, new Loader(plugin, part));
    }

    static Class<?> hidden() throws Exception {
        return MethodHandles.lookup().defineHiddenClass(part, true).lookupClass();
    }

    static boolean gone(Reference<?> r) throws InterruptedException {
        for (int i = 0; i < 5 && r.get() != null; i++) {
            System.gc();
            Thread.sleep(1);
        }
        return r.get() == null;
    }

    interface Keeper {
        Object of(Class<?> c) throws Throwable;
    }

    /** Prints whether what a keeper makes of a class keeps the class, and that it goes afterwards. */
    static void keeps(String what, Keeper keeper) throws Throwable {
        for (boolean hide : new boolean[] {false, true}) {
            Object[] box = new Object[1];
            WeakReference<?>[] weak = make(hide, keeper, box);
            if (weak == null) {
                continue;
            }
            System.gc();
            boolean kept = weak[0].get() != null && weak[1].get() != null;
            String says = box[0] == null ? "nothing" : box[0].getClass().isArray() ? "an array" : "it";
            box[0] = null;
            System.out.println(what + (hide ? " (hidden)" : "") + ": " + says + " keeps it: " + kept + ", gone without: " + gone(weak[0]) + " " + (hide || gone(weak[1])));
        }
    }

    static WeakReference<?>[] make(boolean hide, Keeper keeper, Object[] box) throws Throwable {
        Class<?> c = hide ? hidden() : load();
        if (!hide) {
            Supplier<?> s = (Supplier<?>) c.getConstructor().newInstance();
            if (!s.get().equals("plugin 1 8 Partx 2")) {
                System.out.println("wrong: " + s.get());
            }
        }
        try {
            box[0] = keeper.of(c);
        } catch (NoSuchMethodException e) {
            return null; // a hidden Part has no such thing
        }
        return new WeakReference<?>[] {new WeakReference<>(c), new WeakReference<>(c.getClassLoader())};
    }

    static Throwable failure(Class<?> c) throws Exception {
        Method fail = c.getMethod("fail");
        try {
            fail.invoke(null);
            return null;
        } catch (java.lang.reflect.InvocationTargetException e) {
            return e.getCause();
        }
    }

    static void stacks() throws Throwable {
        CountDownLatch entered = new CountDownLatch(1), leave = new CountDownLatch(1);
        WeakReference<?>[] weak = new WeakReference<?>[1];
        Thread thread = started(entered, leave, weak);
        entered.await();
        System.gc();
        System.gc();
        System.out.println("a thread's stack keeps it: " + (weak[0].get() != null));
        leave.countDown();
        thread.join();
        thread = null;
        System.out.println("gone with the thread: " + gone(weak[0]));
    }

    static Thread started(CountDownLatch entered, CountDownLatch leave, WeakReference<?>[] weak) throws Throwable {
        Class<?> c = load();
        weak[0] = new WeakReference<>(c);
        MethodHandle await = MethodHandles.lookup().findStatic(c, "await", MethodType.methodType(void.class, CountDownLatch.class, CountDownLatch.class));
        MethodHandle[] once = {await};
        Thread thread = new Thread(() -> {
            MethodHandle h = once[0];
            once[0] = null;
            try {
                h.invokeExact(entered, leave);
            } catch (Throwable e) {
                System.out.println(e);
            }
        });
        thread.start();
        return thread;
    }

    static final ClassValue<int[]> VALUES = new ClassValue<>() {
        protected int[] computeValue(Class<?> type) {
            return new int[1000];
        }
    };

    static int cleaned;

    static void references() throws Throwable {
        List<Reference<?>> list = new ArrayList<>();
        Cleaner cleaner = Cleaner.create();
        for (int i = 0; i < 20; i++) {
            Class<?> c = load();
            VALUES.get(c)[0]++;
            list.add(new WeakReference<>(c, QUEUE));
            list.add(new PhantomReference<>(c.getClassLoader(), QUEUE));
            cleaner.register(c, () -> {
                synchronized (LoaderUnloading.class) {
                    cleaned++;
                }
            });
        }
        int queued = 0;
        for (int i = 0; i < 200 && queued < list.size(); i++) {
            System.gc();
            while (QUEUE.poll() != null) {
                queued++;
            }
            Thread.sleep(1);
        }
        for (int i = 0; i < 200; i++) {
            synchronized (LoaderUnloading.class) {
                if (cleaned == 20) {
                    break;
                }
            }
            Thread.sleep(1);
        }
        System.out.println(queued + " references enqueued, " + cleaned + " classes cleaned");
    }

    /** Classes come and go while the same code calls them, so that addresses and numbers are used again. */
    static void churn() throws Throwable {
        long sum = 0;
        int failures = 0;
        List<WeakReference<?>> weak = new ArrayList<>();
        for (int round = 0; round < 300; round++) {
            Class<?> c = load();
            weak.add(new WeakReference<>(c));
            Supplier<?> s = (Supplier<?>) c.getConstructor().newInstance();
            for (int i = 1; i <= 30; i++) {
                String got = (String) s.get();
                if (!got.startsWith("plugin " + i + " ")) {
                    failures++;
                }
                sum += got.length();
            }
            Object part = hidden().getConstructor().newInstance();
            sum += part.toString().startsWith("LoaderUnloading$Part/0x") ? 1 : 0;
            Runnable proxy = (Runnable) Proxy.newProxyInstance(c.getClassLoader(), new Class<?>[] {Runnable.class}, (p, m, a) -> null);
            proxy.run();
            if (round % 50 == 49) {
                System.gc();
            }
        }
        System.gc();
        int left = 0;
        for (WeakReference<?> w : weak) {
            left += w.get() != null ? 1 : 0;
        }
        System.out.println("sum " + sum + ", failures " + failures + ", most are gone: " + (left < 10));
    }

    public static void main(String[] args) throws Throwable {
        plugin = bytes("Plugin");
        part = bytes("Part");
        keeps("no object", c -> null);
        keeps("the class", c -> c);
        keeps("an instance", c -> c.getDeclaredConstructor().newInstance());
        keeps("an array of instances", c -> Array.newInstance(c, 1));
        keeps("an array of arrays", c -> Array.newInstance(c, 1, 1));
        keeps("the array's class", c -> Array.newInstance(c, 0).getClass());
        keeps("a method", c -> c.getMethod("get"));
        keeps("a constructor", c -> c.getConstructor());
        keeps("a method handle", c -> MethodHandles.lookup().findStatic(c, "twice", MethodType.methodType(int.class, int.class)));
        keeps("a bound method handle", c -> MethodHandles.insertArguments(MethodHandles.lookup().findStatic(c, "twice", MethodType.methodType(int.class, int.class)), 0, 4));
        keeps("a method type", c -> MethodType.methodType(c));
        keeps("an exception", c -> failure(c = c.getMethod("fail").getDeclaringClass()));
        keeps("a proxy", c -> Proxy.newProxyInstance(c.getClassLoader() instanceof Loader l ? l : null, new Class<?>[] {Runnable.class}, (p, m, a) -> null));
        keeps("a static field's object", c -> c.getMethod("hold", Object.class).invoke(null, new Object()));
        stacks();
        references();
        churn();
        System.out.println(new Pair(1, "b"));
    }
}

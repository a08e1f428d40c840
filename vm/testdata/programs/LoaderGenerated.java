import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/** Class loaders with several versions of a class, bytes patched in memory, packages, domains, parallel loading, assertions, names, unloading, and their errors. */
public class LoaderGenerated {
    public static class Plugin implements Callable<String> {
        static int loads;
        String version = "VERSION-0";

        public String call() {
            assert loads >= 0 : "never";
            return version + " " + ++loads + " " + helper();
        }

        private static String helper() {
            return new Helper().toString();
        }
    }

    static class Helper {
        @Override
        public String toString() {
            return "helper of " + getClass().getClassLoader().getName();
        }
    }

    static byte[] bytes(String name) {
        try (InputStream in = LoaderGenerated.class.getResourceAsStream("/" + name + ".class")) {
            return in.readAllBytes();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] patched(String name, String from, String to) {
        byte[] bytes = bytes(name), find = from.getBytes(), with = to.getBytes();
        outer:
        for (int i = 0; i + find.length <= bytes.length; i++) {
            for (int j = 0; j < find.length; j++) {
                if (bytes[i + j] != find[j]) {
                    continue outer;
                }
            }
            System.arraycopy(with, 0, bytes, i, with.length);
        }
        return bytes;
    }

    static class Versioned extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        final Map<String, byte[]> own = new HashMap<>();
        final List<String> asked = new ArrayList<>();

        Versioned(String name, int version) {
            super(name, LoaderGenerated.class.getClassLoader());
            own.put("LoaderGenerated$Plugin", patched("LoaderGenerated$Plugin", "VERSION-0", "VERSION-" + version));
            own.put("LoaderGenerated$Helper", bytes("LoaderGenerated$Helper"));
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                asked.add(name);
                Class<?> c = findLoadedClass(name);
                if (c == null && own.containsKey(name)) {
                    byte[] b = own.get(name);
                    ProtectionDomain domain = new ProtectionDomain(new CodeSource(null, (java.security.cert.Certificate[]) null), null, this, null);
                    c = name.endsWith("Helper") ? defineClass(name, ByteBuffer.wrap(b), domain) : defineClass(name, b, 0, b.length, domain);
                }
                return c != null ? c : super.loadClass(name, resolve);
            }
        }

        Class<?> define(String name, byte[] b, int off, int len) {
            return defineClass(name, b, off, len);
        }
    }

    static void fails(String title, Callable<?> c) {
        try {
            System.out.println(title + " " + c.call());
        } catch (Throwable t) {
            System.out.println(title + " " + t.getClass().getName() + ": " + String.valueOf(t.getMessage()).replaceAll("(@|/0x)[0-9a-f]+", "$1H"));
        }
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Exception {
        Versioned one = new Versioned("one", 1), two = new Versioned("two", 2);
        two.setClassAssertionStatus("LoaderGenerated$Plugin", true);
        List<Callable<String>> plugins = new ArrayList<>();
        for (Versioned v : List.of(one, two, one)) {
            Class<?> c = v.loadClass("LoaderGenerated$Plugin");
            plugins.add((Callable<String>) c.getDeclaredConstructor().newInstance());
            System.out.println(c + " " + c.getClassLoader().getName() + " " + c.desiredAssertionStatus() + " " + c.getProtectionDomain().getCodeSource() + " " + c.getPackage() + " " + c.isInstance(plugins.get(0)));
        }
        for (Callable<String> p : plugins) {
            System.out.println(p.call());
        }
        System.out.println(one.asked);
        fails("cast", () -> (Plugin) (Object) plugins.get(0));
        fails("array", () -> Class.forName("[[LLoaderGenerated$Plugin;", false, two).getComponentType().getComponentType() == plugins.get(1).getClass());
        fails("twice", () -> one.define("LoaderGenerated$Plugin", bytes("LoaderGenerated$Plugin"), 0, bytes("LoaderGenerated$Plugin").length));
        fails("wrong name", () -> one.define("Other", bytes("LoaderGenerated"), 0, bytes("LoaderGenerated").length));
        fails("null name", () -> one.define(null, bytes("LoaderGenerated"), 0, bytes("LoaderGenerated").length).getName());
        fails("java.", () -> one.define("java.evil.X", bytes("LoaderGenerated"), 0, 10));
        fails("truncated", () -> one.define("X", bytes("LoaderGenerated"), 0, 10));
        fails("empty", () -> one.define("X", new byte[0], 0, 0));
        fails("bounds", () -> one.define("X", new byte[5], 3, 9));
        fails("magic", () -> one.define("X", new byte[100], 0, 100));
        fails("slash", () -> one.loadClass("a/b"));
        fails("primitive", () -> one.loadClass("int"));
        fails("array name", () -> one.loadClass("[I"));
        fails("missing", () -> Class.forName("no.Such", true, one));
        fails("system", () -> ClassLoader.getSystemClassLoader().getName() + ClassLoader.getPlatformClassLoader().getName() + ClassLoader.getSystemClassLoader().getParent().getParent());
        fails("hidden", () -> {
            byte[] b = bytes("LoaderGenerated$Helper");
            Class<?> h = MethodHandles.lookup().defineHiddenClass(b, false).lookupClass();
            return h.isHidden() + h.getName().replaceAll("/0x.*", "/H") + h.getSimpleName().replaceAll("/0x.*", "/H") + h.getNestHost().getSimpleName().length() + (Class.forName("LoaderGenerated$Helper") == h);
        });
        fails("context", () -> {
            Thread.currentThread().setContextClassLoader(one);
            return Thread.currentThread().getContextClassLoader().toString().replaceAll("@.*", "") + one.getDefinedPackages().length + one.getUnnamedModule().isNamed() + one.isRegisteredAsParallelCapable();
        });
        fails("proxy", () -> ((Callable<?>) Proxy.newProxyInstance(one, new Class<?>[] {Callable.class}, (p, m, a) -> m.getName() + p.getClass().getClassLoader().getName())).call());
        parallel();
        WeakReference<Object> gone = new WeakReference<>(new Versioned("gone", 3).loadClass("LoaderGenerated$Plugin"));
        System.out.println(gone.get() == null || gone.get() instanceof Class);
    }

    static void parallel() throws Exception {
        Versioned v = new Versioned("parallel", 7);
        CountDownLatch go = new CountDownLatch(1);
        Class<?>[] found = new Class<?>[4];
        Thread[] threads = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int n = i;
            threads[i] = new Thread(() -> {
                try {
                    go.await();
                    found[n] = Class.forName("LoaderGenerated$Plugin", true, v);
                } catch (Exception e) {
                    System.out.println(e);
                }
            });
            threads[i].start();
        }
        go.countDown();
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(List.of(found).stream().distinct().count() + " " + found[0].getClassLoader().getName());
    }
}

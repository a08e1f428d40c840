import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;

/** Loaders that define the same class twice: separate statics, failing casts, LinkageError, class files that are broken. */
public class MiscClassLoading {
    public static class Plugin implements Runnable {
        static int runs;

        @Override
        public void run() {
            runs++;
            System.out.println("run " + runs + " loader " + getClass().getClassLoader().getName());
        }

        public static String partner() {
            return new Partner().describe();
        }
    }

    public static class Partner {
        String describe() {
            return getClass().getName() + " of " + getClass().getClassLoader().getName();
        }
    }

    static class Isolating extends ClassLoader {
        Isolating(String name) {
            super(name, MiscClassLoading.class.getClassLoader());
        }

        static byte[] bytes(String name) throws Exception {
            try (InputStream in = MiscClassLoading.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                return in.readAllBytes();
            }
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("MiscClassLoading$P")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            try {
                byte[] b = bytes(name);
                return defineClass(name, b, 0, b.length);
            } catch (Exception e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        Class<?> define(String name, byte[] b) {
            return defineClass(name, b, 0, b.length);
        }
    }

    static void attempt(String what, java.util.concurrent.Callable<?> action) {
        try {
            System.out.println(what + " " + action.call());
        } catch (InvocationTargetException e) {
            System.out.println(what + " target " + e.getCause());
        } catch (Throwable t) {
            System.out.println(what + " " + t.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Exception {
        Isolating one = new Isolating("one"), two = new Isolating("two");
        Class<?> a = one.loadClass("MiscClassLoading$Plugin"), b = two.loadClass("MiscClassLoading$Plugin");
        System.out.println((a == b) + " " + (a == Plugin.class) + " " + a.getName().equals(b.getName()) + " " + (a == one.loadClass("MiscClassLoading$Plugin")));
        for (Class<?> c : new Class<?>[] {a, b, a, Plugin.class}) {
            ((Runnable) c.getDeclaredConstructor().newInstance()).run();
        }
        Object o = a.getDeclaredConstructor().newInstance();
        System.out.println((o instanceof Plugin) + " " + a.isInstance(o) + " " + b.isInstance(o) + " " + (o instanceof Runnable));
        try {
            Plugin p = (Plugin) o;
            System.out.println("never " + p);
        } catch (ClassCastException e) {
            System.out.println("cast fails between loaders");
        }
        Method partner = a.getMethod("partner");
        System.out.println(partner.invoke(null) + " " + b.getMethod("partner").invoke(null) + " " + Plugin.partner());
        byte[] bytes = Isolating.bytes("MiscClassLoading$Partner");
        attempt("again", () -> one.define("MiscClassLoading$Partner", bytes));
        attempt("wrong name", () -> new Isolating("three").define("Wrong", bytes));
        attempt("java package", () -> new Isolating("three").define("java.lang.Evil", bytes));
        attempt("truncated", () -> new Isolating("four").define(null, java.util.Arrays.copyOf(bytes, 50)));
        byte[] magic = bytes.clone();
        magic[0] = 0;
        attempt("magic", () -> new Isolating("five").define(null, magic));
        byte[] version = bytes.clone();
        version[7] = 99;
        attempt("version", () -> new Isolating("six").define(null, version));
        attempt("null name", () -> new Isolating("seven").define(null, bytes).getName());
        URL here = MiscClassLoading.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader url = new URLClassLoader("url", new URL[] {here}, null)) {
            Class<?> c = url.loadClass("MiscClassLoading$Partner");
            System.out.println((c == Partner.class) + " " + c.getClassLoader().getName() + " " + (url.getResource("MiscClassLoading.class") != null));
            attempt("absent", () -> url.loadClass("Absent"));
        }
        attempt("found", () -> Class.forName("MiscClassLoading$Plugin", true, two) == b);
        System.out.println(a.getNestHost() == a ? "own nest" : "nest of " + a.getNestHost().getName());
        System.out.println(a.getModule() == one.getUnnamedModule() ? "unnamed module of one" : "other");
    }
}

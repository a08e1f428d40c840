import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;

/** A loader prints what is asked of it: verification loads classes only where their hierarchy decides. */
public class VerifyLoading {
    interface Face {}

    interface Unasked {}

    static class Base {
        protected int value = 1;
    }

    static class Derived extends Base {}

    static class Sibling extends Base {}

    static class Faced extends Base implements Face {}

    static class Problem extends RuntimeException {}

    static class Other extends Exception {}

    static class Returned {
        static Base run(Derived d) {
            return d;
        }
    }

    static class AsInterface {
        static Face run(Faced d) {
            return d;
        }
    }

    static class AsObject {
        static Object run(Unasked u) {
            return u;
        }
    }

    static class Same {
        static Derived run(Derived d) {
            return d;
        }
    }

    static class Merged {
        static Base run(boolean b, Derived d, Sibling s) {
            return b ? d : s;
        }
    }

    static class Arrays {
        static Base[] run(Derived[] d) {
            return d;
        }
    }

    static class Caught {
        static int run() {
            try {
                return Integer.parseInt("x");
            } catch (Problem p) {
                return 1;
            } catch (NumberFormatException e) {
                return 2;
            }
        }
    }

    static class Thrown {
        static void run(Other o) throws Other {
            throw o;
        }
    }

    static class FieldOf {
        static int run(Derived d) {
            return d.value;
        }
    }

    static class Lambda {
        static Supplier<Base> run(Derived d) {
            return () -> d;
        }
    }

    static class Nothing {
        static Base run() {
            return null;
        }
    }

    static class Concat {
        static String run(Unasked u, Derived d) {
            return "x" + u + d;
        }
    }

    static class Lazy {
        static Unasked unasked() {
            return null;
        }

        static int run() {
            return Lazier.run();
        }
    }

    static class Lazier {
        static int run() {
            Base b = new Derived();
            return b.value;
        }
    }

    static final class Loader extends ClassLoader {
        Loader() {
            super(VerifyLoading.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            System.out.println("load " + name);
            Class<?> found = findLoadedClass(name);
            if (found != null || !name.startsWith("VerifyLoading$")) {
                return found != null ? found : super.loadClass(name, resolve);
            }
            try (InputStream in = VerifyLoading.class.getResourceAsStream("/" + name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        for (String name : new String[] {
            "Returned", "AsInterface", "AsObject", "Same", "Merged", "Arrays", "Caught", "Thrown", "FieldOf", "Lambda", "Nothing", "Concat", "Lazy", "Derived"
        }) {
            Loader loader = new Loader();
            System.out.println("-- " + name);
            Class<?> c = Class.forName("VerifyLoading$" + name, false, loader);
            System.out.println("loaded " + c.getName());
            c.getDeclaredFields();
            System.out.println("linked");
            Class.forName(c.getName(), true, loader);
            System.out.println("initialised");
            if (name.equals("Lazy")) {
                java.lang.reflect.Method run = c.getDeclaredMethod("run");
                run.setAccessible(true);
                System.out.println(run.invoke(null));
            }
        }
    }
}

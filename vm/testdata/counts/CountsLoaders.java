import java.io.IOException;
import java.io.InputStream;

/** A class loader of the program's own is called by the VM: below whatever needs the class, once for each. */
// expect calls CountsLoaders$Own.read = 3
// expect path CountsLoaders.main > java.lang.Class.forName > java.lang.Class.forName0 > java.lang.ClassLoader.loadClass > CountsLoaders$Own.loadClass > CountsLoaders$Own.read = 2 on 17 25
// expect path CountsLoaders.main > java.lang.Class.forName > java.lang.Class.forName > java.lang.Class.forName0 > java.lang.ClassLoader.loadClass > CountsLoaders$Own.loadClass > CountsLoaders$Own.read = 2 on 21
// expect path CountsLoaders.main > CountsLoaders$InFirst.run > CountsLoaders$InFirst.use > java.lang.ClassLoader.loadClass > CountsLoaders$Own.loadClass > CountsLoaders$Own.read = 1
// expect edge java.lang.Class.forName0 -> java.lang.ClassLoader.loadClass = 2 kind callback
// expect edge CountsLoaders$InFirst.use -> java.lang.ClassLoader.loadClass = 1 kind callback
// expect edge java.lang.Class.forName0 -> CountsLoaders$InFirst.<clinit> = 1 kind initializer
// expect edge CountsLoaders.main -> CountsLoaders$InFirst.<clinit> = 0
// expect edge CountsLoaders$InFirst.use -> CountsLoaders$InSecond.step = 5
// expect edge CountsLoaders.main -> CountsLoaders$InFirst.run = 5
public class CountsLoaders {
    static class Own extends ClassLoader {
        Own(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("CountsLoaders$In")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            byte[] file = read(name);
            return defineClass(name, file, 0, file.length);
        }

        byte[] read(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name + ".class")) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static class InFirst implements Runnable {
        static int uses = Integer.parseInt("0");

        public void run() {
            use();
        }

        static void use() {
            new InSecond().step();
            uses++;
        }
    }

    static class InSecond {
        void step() {
        }
    }

    static class InThird {
    }

    public static void main(String[] args) throws Exception {
        Own own = new Own(CountsLoaders.class.getClassLoader());
        Runnable first = (Runnable) Class.forName("CountsLoaders$InFirst", true, own).getConstructor().newInstance();
        for (int i = 0; i < 5; i++) {
            first.run();
        }
        System.out.println(Class.forName("CountsLoaders$InThird", true, own).getClassLoader() == own);
    }
}

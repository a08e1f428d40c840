import java.io.InputStream;
import java.util.concurrent.CyclicBarrier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Two threads link the same instruction at the same time: both are within the class loader. */
public class MiscLinkingThreads {
    static class Meeting extends ClassLoader {
        static { registerAsParallelCapable(); }
        final CyclicBarrier barrier = new CyclicBarrier(2);

        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("MiscLinkingThreads$In")) {
                return super.loadClass(name, resolve);
            }
            if (!name.endsWith("Worker")) {
                try {
                    barrier.await();
                } catch (Exception e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
            synchronized (this) {
                Class<?> found = findLoadedClass(name);
                if (found != null) {
                    return found;
                }
                try (InputStream in = MiscLinkingThreads.class.getResourceAsStream(name + ".class")) {
                    byte[] bytes = in.readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (java.io.IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }

    static class InStatic { static int call(int x) { return x + 1; } }
    static class InVirtual { int call(int x) { return x + 2; } }
    static class InField { int field = 3; static int shared = 4; }
    static class InInstanceOf { }
    static class InArray { }
    static class InNew { public String toString() { return "new"; } }
    static class InLambda { static int get() { return 5; } }
    static class InCapture { int get() { return 6; } }
    static class InConstant { }

    public static class InWorker implements Supplier<String> {
        public String get() {
            Object text = "text";
            StringBuilder out = new StringBuilder();
            for (int i = 0; i < 3; i++) {
                out.append(InStatic.call(i));
                out.append(text instanceof InInstanceOf);
                out.append(new InArray[i].length).append(new InArray[1][i].length);
                out.append(new InNew());
                IntSupplier lambda = InLambda::get;
                out.append(lambda.getAsInt());
                out.append(InField.shared++ > 0).append(new InField().field);
                InCapture captured = new InCapture();
                IntSupplier capture = captured::get;
                out.append(capture.getAsInt());
                out.append(new InVirtual().call(i));
                out.append(InConstant.class.getName()).append(' ');
            }
            return out.toString();
        }
    }

    public static void main(String[] args) throws Exception {
        Meeting loader = new Meeting();
        Supplier<?> worker = (Supplier<?>) loader.loadClass("MiscLinkingThreads$InWorker").getDeclaredConstructor().newInstance();
        Object[] results = new Object[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int n = i;
            threads[i] = new Thread(() -> {
                try {
                    results[n] = worker.get();
                } catch (Throwable t) {
                    results[n] = t;
                    loader.barrier.reset();
                }
            });
            threads[i].start();
        }
        for (int i = 0; i < 2; i++) {
            threads[i].join();
            System.out.println(results[i]);
        }
        try {
            System.out.println(worker.getClass().getDeclaringClass());
        } catch (IncompatibleClassChangeError e) {
            System.out.println(e.getMessage()); // the outer class means a member of its own loader
        }
    }
}

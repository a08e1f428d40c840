import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;

/** A thread asks for the nest of classes whose host another thread is just loading, on its own account. */
public class LoaderNests {
    static class Secret {
        private static String tell() {
            return "a nest mate's";
        }
    }

    public static class First implements Callable<String> {
        @Override
        public String call() {
            return Secret.tell();
        }
    }

    public static class Second implements Callable<String> {
        @Override
        public String call() {
            Callable<String> mine = Secret::tell;
            try {
                return mine.call() + " " + mine.getClass().getNestHost().getName();
            } catch (Exception e) {
                return e.toString();
            }
        }
    }

    static class Own extends ClassLoader {
        final CountDownLatch asked = new CountDownLatch(1);

        Own() {
            super(LoaderNests.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("LoaderNests")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> c = findLoadedClass(name);
                if (c != null) {
                    return c;
                }
                if (name.equals("LoaderNests")) {
                    asked.countDown();
                    try {
                        Thread.sleep(50); // the other thread goes on meanwhile
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
                try (InputStream in = getResourceAsStream(name + ".class")) {
                    byte[] file = in.readAllBytes();
                    return defineClass(name, file, 0, file.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }

    @SuppressWarnings("unchecked")
    static FutureTask<String> start(Own own, String name, boolean waits) throws Exception {
        Callable<String> code = (Callable<String>) own.loadClass(name).getConstructor().newInstance();
        FutureTask<String> task = new FutureTask<>(() -> {
            if (waits) {
                own.asked.await();
            }
            return code.call();
        });
        new Thread(task).start();
        return task;
    }

    public static void main(String[] args) throws Exception {
        for (String second : new String[] {"First", "Second"}) {
            Own own = new Own();
            own.loadClass("LoaderNests$Secret");
            FutureTask<String> waiting = start(own, "LoaderNests$" + second, true);
            FutureTask<String> asking = start(own, "LoaderNests$First", false);
            System.out.println(asking.get());
            System.out.println(waiting.get());
        }
    }
}

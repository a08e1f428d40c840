import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** Hidden classes without end: those that nothing uses any more have to go. */
public class LoaderHiddenMany {
    static final int CLASSES = 8_000;
    static long sum;

    public static class Task implements Runnable {
        static int created;
        final int number = ++created;

        public void run() { sum += number; }
    }

    public static void main(String[] args) throws Throwable {
        int classes = args.length > 0 ? Integer.parseInt(args[0]) : CLASSES;
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        byte[] template;
        try (InputStream in = LoaderHiddenMany.class.getResourceAsStream("LoaderHiddenMany$Task.class")) {
            template = in.readAllBytes();
        }
        Runnable[] kept = new Runnable[100];
        List<WeakReference<Class<?>>> all = new ArrayList<>();
        for (int i = 0; i < classes; i++) {
            Class<?> made = lookup.defineHiddenClass(template, true).lookupClass();
            Runnable task = (Runnable) made.getConstructor().newInstance();
            task.run();
            all.add(new WeakReference<>(made));
            kept[i % kept.length] = task;
        }
        System.out.println(sum);
        for (Runnable task : kept) {
            task.run();
        }
        System.out.println(sum);
        System.gc();
        long left = all.stream().filter(c -> c.get() != null).count();
        System.out.println("all of the last are there: " + (left >= kept.length) + ", most others are gone: " + (left < 2 * kept.length));
        Reference.reachabilityFence(kept);
    }
}

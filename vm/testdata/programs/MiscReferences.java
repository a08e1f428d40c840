import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** References and the collector: only what must hold for every collector, waiting for it where it may be late. */
public class MiscReferences {
    static final CountDownLatch FINALIZED = new CountDownLatch(1);

    static class Finalizable {
        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            FINALIZED.countDown();
        }
    }

    interface Condition {
        boolean holds() throws Exception;
    }

    /** Asks for collections until the condition holds; gives up after some seconds. */
    static boolean eventually(Condition c) throws Exception {
        for (int i = 0; i < 200; i++) {
            if (c.holds()) {
                return true;
            }
            System.gc();
            Thread.sleep(i < 5 ? 1 : 20);
        }
        return false;
    }

    static WeakReference<Object> weak(ReferenceQueue<Object> queue) {
        return new WeakReference<>(new Object(), queue);
    }

    static PhantomReference<Object> phantom(ReferenceQueue<Object> queue) {
        return new PhantomReference<>(new byte[1000], queue);
    }

    static void garbage() {
        new Finalizable();
    }

    static void register(Cleaner cleaner, CountDownLatch cleaned) {
        cleaner.register(new Object(), cleaned::countDown);
    }

    static void fill(WeakHashMap<Object, String> map, Object kept) {
        map.put(kept, "kept");
        for (int i = 0; i < 10; i++) {
            map.put(new Object(), "lost");
        }
    }

    static class Cycle {
        Object other;
        byte[] load = new byte[1 << 16];
    }

    static WeakReference<Cycle> cycle() {
        Cycle a = new Cycle(), b = new Cycle();
        a.other = b;
        b.other = a;
        return new WeakReference<>(a);
    }

    public static void main(String[] args) throws Exception {
        Object strong = new Object();
        WeakReference<Object> kept = new WeakReference<>(strong);
        SoftReference<String> soft = new SoftReference<>("constant");
        System.gc();
        System.out.println((kept.get() == strong) + " " + soft.get() + " " + kept.refersTo(strong) + " " + kept.enqueue() + " " + kept.get());
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> weak = weak(queue);
        System.out.println("weak cleared " + eventually(() -> weak.get() == null));
        System.out.println("weak queued " + eventually(() -> queue.poll() == weak));
        PhantomReference<Object> phantom = phantom(queue);
        System.out.println(phantom.get());
        Reference<?>[] found = new Reference<?>[1];
        System.out.println("phantom queued " + eventually(() -> (found[0] = queue.remove(1)) == phantom));
        System.out.println(queue.poll() + " " + queue.remove(1));
        garbage();
        System.out.println("finalized " + eventually(() -> FINALIZED.await(1, TimeUnit.MILLISECONDS)));
        CountDownLatch cleaned = new CountDownLatch(1);
        Cleaner cleaner = Cleaner.create();
        register(cleaner, cleaned);
        System.out.println("cleaned " + eventually(() -> cleaned.await(1, TimeUnit.MILLISECONDS)));
        int[] runs = new int[1];
        Cleaner.Cleanable cleanable = cleaner.register(strong, () -> runs[0]++);
        cleanable.clean();
        cleanable.clean();
        System.out.println("cleaned by hand once: " + runs[0]);
        WeakHashMap<Object, String> map = new WeakHashMap<>();
        fill(map, strong);
        System.out.println("weak map " + eventually(() -> map.size() == 1) + " " + map.get(strong));
        WeakReference<Cycle> cycle = cycle();
        System.out.println("cycle collected " + eventually(() -> cycle.get() == null));
        List<byte[]> live = new ArrayList<>();
        long sum = 0;
        for (int i = 0; i < 2000; i++) {
            byte[] b = new byte[20_000];
            b[i % 20_000] = (byte) i;
            if (i % 100 == 0) {
                live.add(b);
            }
            sum += b[i % 20_000];
        }
        for (int i = 0; i < live.size(); i++) {
            sum += live.get(i)[i * 100] == (byte) (i * 100) ? 1000 : -1;
        }
        System.out.println(sum);
        Object[] chain = null;
        for (int i = 0; i < 100_000; i++) {
            chain = new Object[] {chain, i};
        }
        System.gc();
        int length = 0;
        for (Object[] c = chain; c != null; c = (Object[]) c[0]) {
            length++;
        }
        System.out.println(length);
        Reference.reachabilityFence(strong);
    }
}

import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** References of every strength, their queues, cleaners and finalizers, under a full heap. */
public class MemReferences {
    static final AtomicInteger finalized = new AtomicInteger();
    static Resurrected kept;

    static class Finalizable {
        @Override
        protected void finalize() {
            finalized.incrementAndGet();
        }
    }

    static class Resurrected {
        int times;

        @Override
        protected void finalize() {
            times++;
            kept = this;
        }
    }

    public static void main(String[] arguments) throws Exception {
        softSurvivesUntilTheHeapIsFull();
        weakGoesAtOnce();
        phantomComesLast();
        chains();
        cleaners();
        finalizers();
        weakMap();
        manyReferences();
    }

    private static void fillHeap() {
        try {
            List<byte[]> all = new ArrayList<>();
            while (true) {
                all.add(new byte[1 << 20]);
            }
        } catch (OutOfMemoryError expected) {
            // The heap was full: by then every soft reference had to go.
        }
    }

    private static void softSurvivesUntilTheHeapIsFull() {
        SoftReference<byte[]> soft = new SoftReference<>(new byte[1000]);
        System.gc();
        System.out.println("soft after a collection: " + (soft.get() != null));
        fillHeap();
        System.out.println("soft after exhaustion: " + (soft.get() != null));
    }

    private static void weakGoesAtOnce() throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object strong = new Object();
        WeakReference<Object> held = new WeakReference<>(strong, queue);
        WeakReference<Object> dropped = new WeakReference<>(new Object(), queue);
        System.gc();
        Reference<?> first = queue.remove(10_000);
        System.out.println("weak: " + (first == dropped) + " " + (held.get() == strong) + " " + dropped.get() + " " + dropped.refersTo(null) + " " + queue.poll());
        held.enqueue();
        System.out.println("enqueued by hand: " + (queue.poll() == held) + " " + held.enqueue());
        Reference.reachabilityFence(strong);
    }

    private static void phantomComesLast() throws InterruptedException {
        ReferenceQueue<Resurrected> queue = new ReferenceQueue<>();
        PhantomReference<Resurrected> phantom = new PhantomReference<>(new Resurrected(), queue);
        System.out.println("phantom get: " + phantom.get());
        while (kept == null) {
            System.gc();
            System.runFinalization();
        }
        System.gc();
        System.out.println("phantom of a resurrected object: " + queue.poll() + " " + kept.times);
        kept = null;
        System.gc();
        System.out.println("phantom afterwards: " + (queue.remove(10_000) == phantom) + " finalized again " + (kept != null));
    }

    private static void chains() throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object inner = new Object();
        WeakReference<Object> toInner = new WeakReference<>(inner, queue);
        WeakReference<Object> toReference = new WeakReference<>(new WeakReference<>(inner), queue);
        inner = null;
        System.gc();
        Set<Reference<?>> seen = new HashSet<>();
        seen.add(queue.remove(10_000));
        seen.add(queue.remove(10_000));
        System.out.println("chain: " + seen.contains(toInner) + " " + seen.contains(toReference));
    }

    private static void cleaners() throws InterruptedException {
        Cleaner cleaner = Cleaner.create();
        CountDownLatch cleaned = new CountDownLatch(10);
        for (int i = 0; i < 10; i++) {
            cleaner.register(new Object(), cleaned::countDown);
        }
        System.gc();
        cleaned.await();
        AtomicInteger explicit = new AtomicInteger();
        Object held = new Object();
        Cleaner.Cleanable cleanable = cleaner.register(held, explicit::incrementAndGet);
        cleanable.clean();
        cleanable.clean();
        Reference.reachabilityFence(held);
        System.out.println("cleaned: " + cleaned.getCount() + " explicit " + explicit);
    }

    private static void finalizers() {
        for (int i = 0; i < 1000; i++) {
            new Finalizable();
        }
        while (finalized.get() < 1000) {
            System.gc();
            System.runFinalization();
        }
        System.out.println("finalized: " + finalized);
    }

    private static void weakMap() {
        Map<Object, String> map = new WeakHashMap<>();
        List<Object> keys = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Object key = new Object();
            map.put(key, "value " + i);
            if (i % 10 == 0) {
                keys.add(key);
            }
        }
        while (map.size() > keys.size()) {
            System.gc();
        }
        System.out.println("weak map: " + map.size() + " " + map.containsKey(keys.get(3)));
    }

    private static void manyReferences() {
        List<WeakReference<Object>> weak = new ArrayList<>();
        List<Object> strong = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            Object o = new Object();
            weak.add(new WeakReference<>(o));
            if (i % 4 == 0) {
                strong.add(o);
            }
        }
        System.gc();
        int alive = 0;
        for (WeakReference<Object> w : weak) {
            if (w.get() != null) {
                alive++;
            }
        }
        System.out.println("many: " + alive + " of " + weak.size() + " strong " + strong.size());
    }
}

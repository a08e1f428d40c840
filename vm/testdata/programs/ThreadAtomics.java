import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Atomics: every operation single-threaded, then contended; a lock-free stack; publication through volatile. */
public class ThreadAtomics {
    volatile int updated;
    volatile String text = "start";

    static class Stack<T> {
        private record Node<T>(T item, Node<T> next) {}

        private final AtomicReference<Node<T>> top = new AtomicReference<>();

        void push(T item) {
            Node<T> old;
            do {
                old = top.get();
            } while (!top.compareAndSet(old, new Node<>(item, old)));
        }

        T pop() {
            for (Node<T> old = top.get(); old != null; old = top.get()) {
                if (top.compareAndSet(old, old.next())) {
                    return old.item();
                }
            }
            return null;
        }
    }

    static class Publisher {
        int plain;
        volatile boolean ready;
    }

    static void parallel(int n, Runnable r) throws InterruptedException {
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            threads[i] = new Thread(r);
            threads[i].start();
        }
        for (Thread t : threads) {
            t.join();
        }
    }

    public static void main(String[] args) throws Exception {
        AtomicInteger i = new AtomicInteger(5);
        System.out.println(i.getAndIncrement() + " " + i.incrementAndGet() + " " + i.getAndAdd(10) + " " + i.addAndGet(-3) + " " + i.getAndSet(100) + " " + i.compareAndSet(100, 7) + " " + i.compareAndSet(100, 8) + " " + i.updateAndGet(x -> x * x) + " " + i.getAndUpdate(x -> -x) + " " + i.accumulateAndGet(4, Math::max) + " " + i.decrementAndGet() + " " + i.compareAndExchange(3, 30) + " " + i);
        AtomicLong l = new AtomicLong(Long.MAX_VALUE);
        System.out.println(l.incrementAndGet() + " " + l.getAndAccumulate(1, (a, b) -> a >>> b) + " " + l.intValue() + " " + l.doubleValue());
        AtomicBoolean b = new AtomicBoolean();
        System.out.println(b.getAndSet(true) + " " + b.compareAndSet(false, true) + " " + b + " " + b.compareAndExchange(true, false));
        AtomicReference<String> r = new AtomicReference<>("a");
        String a = r.get();
        System.out.println(r.compareAndSet(a, "b") + " " + r.getAndUpdate(s -> s + "c") + " " + r.accumulateAndGet("d", String::concat) + " " + r.compareAndSet(new String("bcd"), "x"));
        AtomicIntegerArray array = new AtomicIntegerArray(new int[] {1, 2, 3});
        System.out.println(array.addAndGet(1, 5) + " " + array.getAndDecrement(2) + " " + array + " " + array.length());
        try {
            array.get(3);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        AtomicStampedReference<String> stamped = new AtomicStampedReference<>("s", 0);
        int[] stamp = new int[1];
        String seen = stamped.get(stamp);
        System.out.println(stamped.compareAndSet(seen, "t", 0, 1) + " " + stamped.compareAndSet("t", "u", 0, 2) + " " + stamped.getStamp() + " " + stamped.getReference() + stamp[0]);
        AtomicMarkableReference<String> marked = new AtomicMarkableReference<>("m", false);
        System.out.println(marked.attemptMark("m", true) + " " + marked.isMarked());
        ThreadAtomics target = new ThreadAtomics();
        AtomicIntegerFieldUpdater<ThreadAtomics> updater = AtomicIntegerFieldUpdater.newUpdater(ThreadAtomics.class, "updated");
        AtomicReferenceFieldUpdater<ThreadAtomics, String> texts = AtomicReferenceFieldUpdater.newUpdater(ThreadAtomics.class, String.class, "text");
        System.out.println(updater.addAndGet(target, 9) + " " + texts.getAndSet(target, "next") + " " + target.text);
        try {
            AtomicIntegerFieldUpdater.newUpdater(Publisher.class, "plain");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        AtomicInteger hot = new AtomicInteger();
        LongAdder adder = new LongAdder();
        LongAccumulator max = new LongAccumulator(Long::max, Long.MIN_VALUE);
        DoubleAccumulator product = new DoubleAccumulator((x, y) -> x * y, 1);
        Stack<Integer> stack = new Stack<>();
        AtomicLong popped = new AtomicLong();
        parallel(4, () -> {
            for (int k = 1; k <= 1000; k++) {
                hot.incrementAndGet();
                adder.add(k);
                max.accumulate(k * 7 % 997);
                updater.incrementAndGet(target);
                stack.push(k);
                if (k % 2 == 0) {
                    popped.addAndGet(stack.pop());
                }
            }
            product.accumulate(2);
        });
        long rest = 0;
        for (Integer n = stack.pop(); n != null; n = stack.pop()) {
            rest += n;
        }
        System.out.println(hot + " " + adder + " " + max + " " + product + " " + target.updated + " " + (popped.get() + rest) + " " + adder.sumThenReset() + " " + adder.intValue());
        Publisher p = new Publisher();
        int[] got = new int[1];
        Thread reader = new Thread(() -> {
            while (!p.ready) {
                Thread.onSpinWait();
            }
            got[0] = p.plain;
        });
        reader.start();
        p.plain = 42;
        p.ready = true;
        reader.join();
        System.out.println(got[0]);
    }
}

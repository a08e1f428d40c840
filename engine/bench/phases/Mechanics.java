import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Phases that throw, lock, box, reflect and serialize. */
final class Mechanics {
    public static void main(String[] arguments) throws Exception {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("thrown");
            p.end(thrown());
            p.start("thrownDeep");
            p.end(thrownDeep());
            p.start("thrownAgain");
            p.end(thrownAgain());
            p.start("wrapped");
            p.end(wrapped());
            p.start("synchronizedMethods");
            p.end(synchronizedMethods());
            p.start("locks");
            p.end(locks());
            p.start("atomics");
            p.end(atomics());
            p.start("boxed");
            p.end(boxed());
            p.start("boxedMap");
            p.end(boxedMap());
            p.start("invoked");
            p.end(invoked());
            p.start("fields");
            p.end(fields());
            p.start("handles");
            p.end(handles());
            p.start("proxies");
            p.end(proxies());
            p.start("reflectiveArrays");
            p.end(reflectiveArrays());
            p.start("serialized");
            p.end(serialized());
            p.start("threads");
            p.end(threads());
        }
    }

    private static int fail(int n) {
        if (n % 3 != 0) {
            throw new IllegalArgumentException("bad " + (n & 7));
        }
        return n;
    }

    private static long thrown() {
        long total = 0;
        for (int i = 0; i < 60000; i++) {
            try {
                total += fail(i);
            } catch (IllegalArgumentException e) {
                total += e.getMessage().length();
            }
        }
        return total;
    }

    private static int descend(int depth, int n) {
        if (depth == 0) {
            throw new IllegalStateException();
        }
        return descend(depth - 1, n) + n;
    }

    private static long thrownDeep() {
        long total = 0;
        for (int i = 0; i < 20000; i++) {
            try {
                total += descend(60, i);
            } catch (IllegalStateException e) {
                total += i & 3;
            }
        }
        return total;
    }

    private static final RuntimeException PREPARED = new RuntimeException("prepared", null, false, false) {};

    private static int refuse(int n) {
        if ((n & 1) == 0) {
            throw PREPARED;
        }
        return n;
    }

    private static long thrownAgain() {
        long total = 0;
        for (int i = 0; i < 2000000; i++) {
            try {
                total += refuse(i);
            } catch (RuntimeException e) {
                total++;
            }
        }
        return total;
    }

    private static long wrapped() {
        long total = 0;
        int[] values = new int[4];
        for (int i = 0; i < 25000; i++) {
            try {
                try {
                    total += values[i & 7] + Integer.parseInt("x" + i);
                } catch (NumberFormatException e) {
                    throw new RuntimeException("wrapped", e);
                } finally {
                    total++;
                }
            } catch (RuntimeException e) {
                total += e.getCause() == null ? 1 : 2;
            }
        }
        return total;
    }

    private static final class Counter {
        private long value;

        synchronized void add(long amount) {
            value += amount;
        }

        synchronized long value() {
            return value;
        }
    }

    private static long synchronizedMethods() {
        Counter counter = new Counter();
        for (int i = 0; i < 5000000; i++) {
            counter.add(i);
            synchronized (counter) {
                counter.value++;
            }
        }
        return counter.value();
    }

    private static long locks() {
        ReentrantLock lock = new ReentrantLock();
        ReentrantReadWriteLock shared = new ReentrantReadWriteLock();
        long total = 0;
        for (int i = 0; i < 2500000; i++) {
            lock.lock();
            try {
                total += i;
            } finally {
                lock.unlock();
            }
            shared.readLock().lock();
            total ^= i;
            shared.readLock().unlock();
        }
        return total;
    }

    private static long atomics() {
        AtomicLong counter = new AtomicLong();
        for (int i = 0; i < 10000000; i++) {
            counter.incrementAndGet();
            counter.compareAndSet(i, i + 1L);
        }
        return counter.get();
    }

    private static long boxed() {
        Long total = 0L;
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            list.add(i * 1000);
        }
        for (int round = 0; round < 12000; round++) {
            for (Integer value : list) {
                total += value;
            }
        }
        return total;
    }

    private static long boxedMap() {
        Map<Long, Double> map = new HashMap<>();
        for (long i = 0; i < 6000000; i++) {
            Double old = map.get(i % 1000);
            map.put(i % 1000, old == null ? 1.0 : old + 0.5);
        }
        return map.get(5L).longValue();
    }

    public static int twice(int n) {
        return n * 2;
    }

    private static long invoked() throws Exception {
        Method method = Mechanics.class.getMethod("twice", int.class);
        Constructor<StringBuilder> constructor = StringBuilder.class.getConstructor();
        long total = 0;
        for (int i = 0; i < 4000000; i++) {
            total += (int) method.invoke(null, i);
            if ((i & 3) == 0) {
                total += constructor.newInstance().capacity();
            }
        }
        return total;
    }

    private static final class Bean implements Serializable {
        int number;
        String text = "text";
        double[] values = {1, 2, 3};
        List<String> names = new ArrayList<>(List.of("a", "b", "c"));
    }

    private static long fields() throws Exception {
        Bean bean = new Bean();
        Field number = Bean.class.getDeclaredField("number");
        long total = 0;
        for (int i = 0; i < 6000000; i++) {
            number.setInt(bean, i);
            total += number.getInt(bean);
            if ((i & 255) == 0) {
                total += Bean.class.getDeclaredFields().length + Bean.class.getMethods().length;
            }
        }
        return total;
    }

    private static long handles() throws Exception {
        MethodHandle handle = MethodHandles.lookup().findStatic(Mechanics.class, "twice", MethodType.methodType(int.class, int.class));
        long total = 0;
        try {
            for (int i = 0; i < 6000000; i++) {
                total += (int) handle.invokeExact(i);
            }
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        return total;
    }

    private interface Greeter {
        String greet(String name);
    }

    private static long proxies() {
        Greeter greeter = (Greeter) Proxy.newProxyInstance(Mechanics.class.getClassLoader(), new Class<?>[] {Greeter.class},
                (proxy, method, values) -> method.getName() + values[0]);
        long total = 0;
        for (int i = 0; i < 2000000; i++) {
            total += greeter.greet("x").length();
        }
        return total;
    }

    private static long reflectiveArrays() {
        long total = 0;
        for (int i = 0; i < 2000000; i++) {
            Object array = Array.newInstance(int.class, 8);
            Array.setInt(array, i & 7, i);
            total += Array.getInt(array, 3) + Array.getLength(array);
        }
        return total;
    }

    private static long serialized() throws Exception {
        long total = 0;
        for (int i = 0; i < 2500; i++) {
            Bean bean = new Bean();
            bean.number = i;
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(bean);
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                Bean copy = (Bean) in.readObject();
                total += copy.number + copy.names.size() + bytes.size();
            }
        }
        return total;
    }

    private static long threads() throws Exception {
        AtomicLong total = new AtomicLong();
        for (int i = 0; i < 800; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                long sum = 0;
                for (int n = 0; n < 10000; n++) {
                    sum += n ^ number;
                }
                total.addAndGet(sum);
            });
            thread.start();
            thread.join();
        }
        return total.get();
    }
}

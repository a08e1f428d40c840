import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import sun.misc.Unsafe;

/** Native methods that compiled code executes itself, with arguments of all sorts, called often. */
public class LangIntrinsics {
    static final int OFTEN = 600;

    /** Says what a piece of code gives, the same every time. */
    static void show(String what, Supplier<Object> code) {
        String first = null;
        for (int i = 0; i < OFTEN; i++) {
            String now;
            try {
                now = String.valueOf(code.get());
            } catch (RuntimeException | Error e) {
                now = e.toString();
            }
            if (first == null) {
                first = now;
            } else if (!first.equals(now)) {
                System.out.println(what + " changes to " + now);
            }
        }
        System.out.println(what + ": " + first);
    }

    static void copy(Object from, int fromIndex, Object to, int toIndex, int length) {
        System.arraycopy(from, fromIndex, to, toIndex, length);
    }

    static String copied(Supplier<Object> from, int fromIndex, Supplier<Object> to, int toIndex, int length) {
        Object source = from.get();
        Object target = to == null ? source : to.get();
        String problem = "";
        try {
            copy(source, fromIndex, target, toIndex, length);
        } catch (RuntimeException e) {
            problem = " " + e;
        }
        return text(target) + problem;
    }

    static String text(Object array) {
        if (array instanceof int[] a) {
            return Arrays.toString(a);
        }
        if (array instanceof long[] a) {
            return Arrays.toString(a);
        }
        if (array instanceof byte[] a) {
            return Arrays.toString(a);
        }
        if (array instanceof char[] a) {
            return Arrays.toString(a);
        }
        if (array instanceof double[] a) {
            return Arrays.toString(a);
        }
        if (array instanceof Object[] a) {
            return a.getClass().getSimpleName() + Arrays.toString(a);
        }
        return String.valueOf(array);
    }

    static int[] ints() {
        return new int[] {1, 2, 3, 4, 5, 6, 7};
    }

    static Object[] mixed() {
        return new Object[] {"a", "b", 3, null, "e"};
    }

    static void arrays() {
        int[] indices = {-1, 0, 1, 3, 7, 8, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int from : indices) {
            for (int to : new int[] {0, 2, -3, 7}) {
                for (int length : indices) {
                    show("ints " + from + " " + to + " " + length, () -> copied(LangIntrinsics::ints, from, () -> new int[7], to, length));
                }
            }
        }
        show("overlap up", () -> copied(LangIntrinsics::ints, 0, null, 2, 5));
        show("overlap down", () -> copied(LangIntrinsics::ints, 2, null, 0, 5));
        show("bytes", () -> copied(() -> new byte[] {1, 2, 3, 4, 5}, 1, () -> new byte[6], 2, 3));
        show("chars", () -> copied(() -> "hello".toCharArray(), 1, () -> new char[] {'a', 'b', 'c'}, 0, 3));
        show("longs", () -> copied(() -> new long[] {1L << 40, 2}, 0, () -> new long[3], 1, 2));
        show("doubles", () -> copied(() -> new double[] {-0.0, Double.NaN, 1}, 0, () -> new double[3], 0, 3));
        show("objects", () -> copied(LangIntrinsics::mixed, 1, () -> new Object[4], 0, 4));
        show("strings to objects", () -> copied(() -> new String[] {"x", null, "y"}, 0, () -> new Object[3], 0, 3));
        show("objects to strings", () -> copied(() -> new Object[] {"x", null, "y"}, 0, () -> new String[3], 0, 3));
        show("a stranger", () -> copied(LangIntrinsics::mixed, 0, () -> new String[5], 0, 5));
        show("integers to comparables", () -> copied(() -> new Integer[] {1, 2}, 0, () -> new Comparable<?>[2], 0, 2));
        show("rows to objects", () -> copied(() -> new int[][] {null, null}, 0, () -> new Object[2], 0, 2));
        show("ints to longs", () -> copied(LangIntrinsics::ints, 0, () -> new long[7], 0, 1));
        show("ints to objects", () -> copied(LangIntrinsics::ints, 0, () -> new Object[7], 0, 1));
        show("objects to ints", () -> copied(LangIntrinsics::mixed, 0, LangIntrinsics::ints, 0, 1));
        show("from no array", () -> copied(() -> "text", 0, LangIntrinsics::ints, 0, 1));
        show("to no array", () -> copied(LangIntrinsics::ints, 0, () -> "text", 0, 1));
        show("between texts", () -> copied(() -> "text", 0, () -> "text", 0, 0));
        show("from null", () -> copied(() -> null, 0, LangIntrinsics::ints, 0, 1));
        show("to null", () -> copied(LangIntrinsics::ints, 0, () -> null, 0, 1));
        byte[] large = new byte[100_000];
        for (int i = 0; i < large.length; i++) {
            large[i] = (byte) (i * 7);
        }
        show("large", () -> {
            byte[] to = new byte[large.length];
            System.arraycopy(large, 1, to, 0, large.length - 1);
            return Arrays.hashCode(to);
        });
        for (int length = 0; length < 70; length++) {
            int n = length;
            show("length " + n, () -> {
                byte[] to = new byte[80];
                System.arraycopy(large, 13, to, 5, n);
                return Arrays.hashCode(to);
            });
        }
    }

    static long square(double v) {
        return Double.doubleToRawLongBits(Math.sqrt(v));
    }

    static void numbers() {
        long[] bits = {0, Long.MIN_VALUE, 1, 0x7ff0000000000000L, 0xfff0000000000000L, 0x7ff8000000000000L, 0x7ff8000000000123L,
                0xfff8000000000001L, 0x3ff0000000000000L, 0x4000000000000000L, 0x0010000000000000L, 0x7fefffffffffffffL, -1L};
        for (long b : bits) {
            double v = Double.longBitsToDouble(b);
            show("double " + Long.toHexString(b), () -> Long.toHexString(Double.doubleToRawLongBits(Double.longBitsToDouble(b))) + " "
                    + Long.toHexString(Double.doubleToLongBits(v)) + " " + Math.abs(v) + " " + Math.signum(v) + " " + Math.getExponent(v));
            if (v == v && v >= 0) {
                show("square root", () -> Long.toHexString(square(v)));
            } else {
                show("square root", () -> Double.isNaN(Math.sqrt(v)) ? "NaN" : Math.sqrt(v));
            }
        }
        show("square root of -0", () -> 1 / Math.sqrt(-0.0));
        for (int b : new int[] {0, Integer.MIN_VALUE, 1, 0x7f800000, 0xff800000, 0x7fc00000, 0x7fc00321, 0xffc00001, 0x3f800000, -1}) {
            show("float " + Integer.toHexString(b), () -> Integer.toHexString(Float.floatToRawIntBits(Float.intBitsToFloat(b))) + " "
                    + Integer.toHexString(Float.floatToIntBits(Float.intBitsToFloat(b))));
        }
    }

    enum Color { RED, GREEN { } }

    static Class<?> classOf(Object o) {
        return o.getClass();
    }

    static void objects() throws Exception {
        Object[] all = {"text", 1, new int[0], new String[0], new Object[0][0], Color.RED, Color.GREEN, String.class, new Object() { }, null};
        for (int i = 0; i < all.length; i++) {
            Object o = all[i];
            show("class " + i, () -> classOf(o));
        }
        show("class of a lambda", () -> classOf((Runnable) () -> { }).isHidden());
        Object plain = new Object();
        Object locked = new Object();
        show("hash", () -> System.identityHashCode(plain) == plain.hashCode() && plain.hashCode() != 0);
        show("hash of null", () -> System.identityHashCode(null));
        show("hash of a text", () -> "x".hashCode() + (System.identityHashCode("x") == System.identityHashCode("x") ? " same" : " other"));
        show("hash of a locked object", () -> {
            synchronized (locked) {
                return System.identityHashCode(locked) == locked.hashCode();
            }
        });
        show("new hashes", () -> {
            Object o = new Object();
            return o.hashCode() == o.hashCode() && System.identityHashCode(o) == o.hashCode();
        });
        show("thread", () -> Thread.currentThread().getName());
        for (int i = 0; i < 3; i++) {
            Thread t = new Thread(() -> {
                int mine = 0;
                for (int k = 0; k < 20_000; k++) {
                    if (Thread.currentThread().getName().startsWith("worker")) {
                        mine++;
                    }
                    if (k % 1000 == 0) {
                        Thread.yield();
                    }
                }
                System.out.println(Thread.currentThread().getName() + " " + mine);
            }, "worker " + i);
            t.start();
            t.join();
        }
        WeakReference<Object> weak = new WeakReference<>(plain);
        PhantomReference<Object> phantom = new PhantomReference<>(plain, new ReferenceQueue<>());
        show("refers", () -> weak.refersTo(plain) + " " + weak.refersTo(locked) + " " + weak.refersTo(null) + " " + phantom.refersTo(plain) + " "
                + phantom.refersTo(null));
        weak.clear();
        show("refers no more", () -> weak.refersTo(plain) + " " + weak.refersTo(null));
    }

    static class Fields {
        boolean z = true;
        byte b = -2;
        short s = -3;
        char c = 'c';
        int i = 5;
        long j = 6L << 40;
        float f = 7.5f;
        double d = -8.25;
        Object o = "object";
        volatile int v = 9;
        static int counter = 10;
        static Object kept = "kept";
    }

    static VarHandle handle(String name, Class<?> type) throws Exception {
        return MethodHandles.lookup().findVarHandle(Fields.class, name, type);
    }

    static void memory() throws Exception {
        var field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        Fields fields = new Fields();
        for (var f : Fields.class.getDeclaredFields()) {
            if (java.lang.reflect.Modifier.isStatic(f.getModifiers())) {
                continue;
            }
            long offset = unsafe.objectFieldOffset(f);
            switch (f.getName()) {
                case "z" -> show("z", () -> {
                    boolean old = unsafe.getBoolean(fields, offset);
                    unsafe.putBoolean(fields, offset, !old);
                    boolean now = unsafe.getBooleanVolatile(fields, offset);
                    unsafe.putBooleanVolatile(fields, offset, old);
                    return old + " " + now + " " + fields.z;
                });
                case "b" -> show("b", () -> {
                    byte old = unsafe.getByte(fields, offset);
                    unsafe.putByte(fields, offset, (byte) 200);
                    byte now = fields.b;
                    fields.b = old;
                    return old + " " + now + " " + unsafe.getByteVolatile(fields, offset);
                });
                case "s" -> show("s", () -> {
                    short old = unsafe.getShort(fields, offset);
                    unsafe.putShort(fields, offset, (short) 40_000);
                    short now = fields.s;
                    unsafe.putShortVolatile(fields, offset, old);
                    return old + " " + now + " " + fields.s;
                });
                case "c" -> show("c", () -> {
                    char old = unsafe.getChar(fields, offset);
                    unsafe.putChar(fields, offset, (char) 0xfedc);
                    char now = unsafe.getCharVolatile(fields, offset);
                    fields.c = old;
                    return old + " " + (int) now;
                });
                case "i" -> show("i", () -> {
                    int old = unsafe.getInt(fields, offset);
                    unsafe.putInt(fields, offset, old + 1);
                    boolean yes = unsafe.compareAndSwapInt(fields, offset, old + 1, -7);
                    boolean no = unsafe.compareAndSwapInt(fields, offset, old + 1, 99);
                    int now = fields.i;
                    fields.i = old;
                    return old + " " + yes + " " + no + " " + now;
                });
                case "j" -> show("j", () -> {
                    long old = unsafe.getLongVolatile(fields, offset);
                    boolean yes = unsafe.compareAndSwapLong(fields, offset, old, Long.MIN_VALUE);
                    boolean no = unsafe.compareAndSwapLong(fields, offset, old, 1);
                    long now = fields.j;
                    unsafe.putLong(fields, offset, old);
                    return old + " " + yes + " " + no + " " + now;
                });
                case "f" -> show("f", () -> {
                    float old = unsafe.getFloat(fields, offset);
                    unsafe.putFloatVolatile(fields, offset, Float.intBitsToFloat(0x7fc00321));
                    int now = Float.floatToRawIntBits(fields.f);
                    unsafe.putFloat(fields, offset, old);
                    return old + " " + Integer.toHexString(now) + " " + fields.f;
                });
                case "d" -> show("d", () -> {
                    double old = unsafe.getDouble(fields, offset);
                    unsafe.putDouble(fields, offset, -0.0);
                    double now = unsafe.getDoubleVolatile(fields, offset);
                    fields.d = old;
                    return old + " " + now;
                });
                case "o" -> show("o", () -> {
                    Object old = unsafe.getObject(fields, offset);
                    boolean yes = unsafe.compareAndSwapObject(fields, offset, old, fields);
                    boolean no = unsafe.compareAndSwapObject(fields, offset, old, null);
                    boolean now = unsafe.getObjectVolatile(fields, offset) == fields;
                    unsafe.putObject(fields, offset, old);
                    return old + " " + yes + " " + no + " " + now;
                });
                default -> { }
            }
        }
        long[] longs = {1, -1, 3};
        show("elements", () -> unsafe.getLong(longs, Unsafe.ARRAY_LONG_BASE_OFFSET + 8L) + " "
                + unsafe.getInt(longs, Unsafe.ARRAY_LONG_BASE_OFFSET + 12L) + " " + unsafe.getByte(longs, Unsafe.ARRAY_LONG_BASE_OFFSET + 16L));
        long address = unsafe.allocateMemory(64);
        show("off heap", () -> {
            unsafe.putLong(address, 0x1122334455667788L);
            unsafe.putInt(null, address + 8, -5);
            unsafe.putDouble(address + 16, 2.5);
            return Long.toHexString(unsafe.getLong(address)) + " " + unsafe.getByte(address) + " " + unsafe.getInt(address + 8) + " "
                    + unsafe.getShort(null, address + 2) + " " + unsafe.getDouble(address + 16);
        });
        unsafe.freeMemory(address);
        var counter = Fields.class.getDeclaredField("counter");
        Object base = unsafe.staticFieldBase(counter);
        long offset = unsafe.staticFieldOffset(counter);
        show("static", () -> {
            unsafe.putInt(base, offset, unsafe.getInt(base, offset) + 1);
            return Fields.counter-- + " " + unsafe.compareAndSwapInt(base, offset, 10, 10);
        });

        ByteBuffer direct = ByteBuffer.allocateDirect(100);
        show("direct", () -> {
            direct.clear();
            for (int i = 0; i < 100; i++) {
                direct.put((byte) (i * 3));
            }
            direct.flip();
            int sum = 0;
            while (direct.hasRemaining()) {
                sum += direct.get();
            }
            return sum + " " + direct.getLong(3) + " " + direct.getInt(50) + " " + direct.getChar(7);
        });

        VarHandle i = handle("i", int.class);
        VarHandle v = handle("v", int.class);
        VarHandle o = handle("o", Object.class);
        VarHandle kept = MethodHandles.lookup().findStaticVarHandle(Fields.class, "kept", Object.class);
        show("handles", () -> {
            int old = (int) i.getVolatile(fields);
            i.setVolatile(fields, old * 2);
            int added = (int) v.getAndAdd(fields, 3);
            v.setRelease(fields, added);
            Object was = o.getAndSet(fields, "new");
            Object exchanged = o.compareAndExchange(fields, "new", was);
            boolean swapped = kept.compareAndSet("kept", "kept");
            int doubled = (int) i.getAndSet(fields, old);
            return old + " " + doubled + " " + added + " " + was + " " + exchanged + " " + swapped;
        });
        show("atomics", () -> {
            AtomicInteger a = new AtomicInteger(5);
            AtomicLong b = new AtomicLong(1L << 33);
            AtomicReference<String> c = new AtomicReference<>("c");
            AtomicBoolean d = new AtomicBoolean();
            AtomicIntegerArray e = new AtomicIntegerArray(4);
            return a.incrementAndGet() + " " + a.compareAndSet(6, 7) + " " + a.getAndUpdate(x -> x * 2) + " " + b.addAndGet(-1) + " "
                    + b.compareAndExchange(5, 6) + " " + c.getAndSet("d") + " " + c.compareAndSet("c", "e") + " " + d.getAndSet(true) + " "
                    + d.compareAndSet(true, false) + " " + e.addAndGet(3, 8) + " " + e;
        });
        show("outside an array", () -> {
            AtomicIntegerArray e = new AtomicIntegerArray(4);
            return e.get(4);
        });
    }

    public static void main(String[] arguments) throws Exception {
        arrays();
        numbers();
        objects();
        memory();
    }
}

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Every access mode of every kind of VarHandle, by toMethodHandle, and what is unsupported. */
public class HandleVarAccess {
    boolean z = true; byte b = 1; short s = 2; char c = 'c'; int i = 4; long j = 5; float f = 6; double d = 7; Object o = "eight"; String t = "nine";
    static boolean sz = true; static byte sb = 1; static short ss = 2; static char sc = 'c'; static int si = 4; static long sj = 5; static float sf = 6; static double sd = 7; static Object so = "eight";
    final int fi = 10;
    volatile int vi = 11;

    static final Object[][] VALUES = {{false, true}, {(byte) 21, (byte) 22}, {(short) 31, (short) 32}, {'x', 'y'}, {41, 42}, {51L, 52L}, {6.5f, 7.5f}, {8.5, 9.5}, {"obj1", "obj2"}};

    static Object[] values(Class<?> c) {
        for (Object[] v : VALUES) if (MethodType.methodType(c).wrap().returnType().isInstance(v[0])) return v;
        return VALUES[8];
    }

    static String attempt(MethodHandle h, Object... args) {
        try {
            return String.valueOf(h.invokeWithArguments(args));
        } catch (Throwable e) {
            return e.toString();
        }
    }

    static Object[] join(Object[] a, Object... b) {
        Object[] r = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, r, a.length, b.length);
        return r;
    }

    static void all(String name, VarHandle h, Object... coordinates) {
        System.out.println(name + " " + h.varType().getSimpleName() + " " + h.coordinateTypes().size() + " " + h.hasInvokeExactBehavior());
        Object[] v = values(h.varType());
        StringBuilder line = new StringBuilder();
        for (VarHandle.AccessMode m : VarHandle.AccessMode.values()) {
            line.append(m.methodName()).append(h.accessModeType(m)).append('=');
            if (!h.isAccessModeSupported(m)) {
                line.append("unsupported;");
                continue;
            }
            MethodHandle mh = h.toMethodHandle(m);
            int extra = mh.type().parameterCount() - coordinates.length;
            Object[] more = extra == 0 ? new Object[0] : extra == 1 ? new Object[] {v[0]} : new Object[] {attemptRaw(h, coordinates), v[1]};
            line.append(attempt(mh, join(coordinates, more))).append("->").append(attempt(h.toMethodHandle(VarHandle.AccessMode.GET), coordinates)).append(';');
        }
        System.out.println(line);
    }

    static Object attemptRaw(VarHandle h, Object[] coordinates) {
        try {
            return h.toMethodHandle(VarHandle.AccessMode.GET).invokeWithArguments(coordinates);
        } catch (Throwable e) {
            throw new Error(e);
        }
    }

    interface Call { Object run() throws Throwable; }

    static void tell(String name, Call c) {
        try {
            System.out.println(name + " -> " + c.run());
        } catch (Throwable t) {
            System.out.println(name + ": " + t);
        }
    }

    public static void main(String[] args) throws Throwable {
        Lookup l = MethodHandles.lookup();
        HandleVarAccess x = new HandleVarAccess();
        Object[][] fields = {{"z", boolean.class}, {"b", byte.class}, {"s", short.class}, {"c", char.class}, {"i", int.class}, {"j", long.class}, {"f", float.class}, {"d", double.class}, {"o", Object.class}};
        for (Object[] field : fields) {
            Class<?> type = (Class<?>) field[1];
            all("field " + field[0], l.findVarHandle(HandleVarAccess.class, (String) field[0], type), x);
            all("static s" + field[0], l.findStaticVarHandle(HandleVarAccess.class, "s" + field[0], type));
            Object array = java.lang.reflect.Array.newInstance(type, 3);
            all("array " + type, MethodHandles.arrayElementVarHandle(array.getClass()), array, 1);
        }
        all("final", l.findVarHandle(HandleVarAccess.class, "fi", int.class), x);
        all("volatile", l.findVarHandle(HandleVarAccess.class, "vi", int.class), x);
        for (Class<?> view : new Class<?>[] {short[].class, char[].class, int[].class, long[].class, float[].class, double[].class}) {
            for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
                all("bytes as " + view.getSimpleName() + order, MethodHandles.byteArrayViewVarHandle(view, order), new byte[32], 8);
                all("buffer as " + view.getSimpleName() + order, MethodHandles.byteBufferViewVarHandle(view, order), ByteBuffer.allocate(32), 8);
                all("direct as " + view.getSimpleName() + order, MethodHandles.byteBufferViewVarHandle(view, order), ByteBuffer.allocateDirect(32), 8);
            }
        }
        VarHandle bi = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        byte[] bytes = new byte[11];
        for (int k = 0; k < bytes.length; k++) bytes[k] = (byte) (k * 37);
        tell("unaligned get", () -> (int) bi.get(bytes, 3));
        tell("unaligned volatile", () -> (int) bi.getVolatile(bytes, 1));
        tell("aligned", () -> (int) bi.getVolatile(bytes, 4));
        tell("outside", () -> (int) bi.get(bytes, 8));
        tell("negative", () -> (int) bi.get(bytes, -1));
        tell("add", () -> (int) bi.getAndAdd(bytes, 4, 5) + " " + (int) bi.get(bytes, 4));
        VarHandle bb = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        ByteBuffer ro = ByteBuffer.allocate(16).asReadOnlyBuffer();
        tell("read only", () -> { bb.set(ro, 0, 3L); return null; });
        tell("read only get", () -> (long) bb.get(ro, 0));
        tell("buffer outside", () -> (long) bb.get(ro, 9));
        VarHandle ai = MethodHandles.arrayElementVarHandle(int[].class);
        int[] ints = {1, 2, 3};
        tell("array outside", () -> (int) ai.get(ints, 3));
        tell("array null", () -> (int) ai.get((int[]) null, 3));
        tell("array wrong", () -> (int) ai.get("x", 3));
        tell("array convert", () -> (long) ai.get(ints, (byte) 2));
        tell("array bits", () -> (int) ai.getAndBitwiseXor(ints, 0, 7) + " " + (int) ai.getAndBitwiseOrAcquire(ints, 1, 8) + " " + (int) ai.getAndBitwiseAndRelease(ints, 2, 2) + Arrays.toString(ints));
        tell("array cas", () -> ai.compareAndSet(ints, 0, 6, 60) + " " + (int) ai.compareAndExchange(ints, 0, 6, 61) + " " + ai.weakCompareAndSetPlain(ints, 0, 60, 62) + Arrays.toString(ints));
        VarHandle as = MethodHandles.arrayElementVarHandle(String[].class);
        Object[] objects = new String[] {"a"};
        tell("store", () -> { as.set((Object[]) objects, 0, (Object) 3); return null; });
        tell("store array", () -> { as.set(new Object[] {1}, 0, "x"); return null; });
        VarHandle ao = MethodHandles.arrayElementVarHandle(Object[].class);
        tell("store object", () -> { ao.set(objects, 0, (Object) 3); return null; });
        VarHandle vi = l.findVarHandle(HandleVarAccess.class, "i", int.class);
        tell("null receiver", () -> (int) vi.get((HandleVarAccess) null));
        tell("wrong receiver", () -> (int) vi.get((Object) "x"));
        tell("no receiver", () -> (int) vi.get());
        tell("wrong value", () -> { vi.set(x, "y"); return null; });
        tell("long value", () -> { vi.set(x, 3L); return null; });
        tell("final set", () -> { l.findVarHandle(HandleVarAccess.class, "fi", int.class).set(x, 3); return null; });
        tell("exact behaviour", () -> (long) vi.withInvokeExactBehavior().get(x));
        tell("exact ok", () -> (int) vi.withInvokeExactBehavior().get(x));
        tell("invoke behaviour", () -> (long) vi.withInvokeExactBehavior().withInvokeBehavior().get(x));
        tell("add on object", () -> l.findVarHandle(HandleVarAccess.class, "o", Object.class).getAndAdd(x, "z"));
        tell("exact invoker", () -> (int) MethodHandles.varHandleExactInvoker(VarHandle.AccessMode.GET, MethodType.methodType(int.class, HandleVarAccess.class)).invokeExact(vi, x));
        tell("invoker", () -> (long) MethodHandles.varHandleInvoker(VarHandle.AccessMode.GET, MethodType.methodType(long.class, HandleVarAccess.class)).invokeExact(vi, x));
        tell("exact invoker wrong", () -> (long) MethodHandles.varHandleExactInvoker(VarHandle.AccessMode.GET, MethodType.methodType(long.class, HandleVarAccess.class)).invokeExact(vi, x));
        tell("describe", () -> vi + " " + vi.describeConstable().isPresent() + " " + vi.equals(l.findVarHandle(HandleVarAccess.class, "i", int.class)) + ai.describeConstable());
        tell("modes", () -> VarHandle.AccessMode.valueFromMethodName("getAndSet") + " " + VarHandle.AccessMode.valueFromMethodName("no"));
        VarHandle.fullFence();
        VarHandle.acquireFence();
        VarHandle.releaseFence();
        VarHandle.loadLoadFence();
        VarHandle.storeStoreFence();
        tell("view of bytes", () -> MethodHandles.byteArrayViewVarHandle(byte[].class, ByteOrder.BIG_ENDIAN));
        tell("no array", () -> MethodHandles.arrayElementVarHandle(String.class));
    }
}

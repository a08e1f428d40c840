import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** VarHandles: fields, statics, arrays, byte views, every access mode, contended compare-and-set. */
public class HandleVariables {
    int i;
    volatile long l;
    Object ref = "start";
    boolean z;
    byte b;
    final double fixed = 2.5;
    static int shared = 10;
    static final VarHandle I, L, REF, Z, B, SHARED, FIXED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            I = lookup.findVarHandle(HandleVariables.class, "i", int.class);
            L = lookup.findVarHandle(HandleVariables.class, "l", long.class);
            REF = lookup.findVarHandle(HandleVariables.class, "ref", Object.class);
            Z = lookup.findVarHandle(HandleVariables.class, "z", boolean.class);
            B = lookup.findVarHandle(HandleVariables.class, "b", byte.class);
            SHARED = lookup.findStaticVarHandle(HandleVariables.class, "shared", int.class);
            FIXED = lookup.findVarHandle(HandleVariables.class, "fixed", double.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    interface Action {
        Object run() throws Throwable;
    }

    static void show(String name, Action a) {
        try {
            System.out.println(name + " = " + a.run());
        } catch (Throwable t) {
            System.out.println(name + " ! " + t.getClass().getSimpleName() + " " + t.getMessage());
        }
    }

    public static void main(String[] args) throws Throwable {
        HandleVariables v = new HandleVariables();
        I.set(v, 5);
        System.out.println((int) I.get(v) + " " + I.getVolatile(v) + " " + (int) I.getAcquire(v) + " " + (int) I.getOpaque(v) + " " + (int) I.getAndAdd(v, 3) + " " + (int) I.getAndSet(v, 20) + " " + I.compareAndSet(v, 20, 21) + " " + I.compareAndSet(v, 20, 22) + " " + (int) I.compareAndExchange(v, 21, 30) + " " + v.i);
        System.out.println((int) I.getAndBitwiseOr(v, 1) + " " + (int) I.getAndBitwiseAnd(v, 0x1b) + " " + (int) I.getAndBitwiseXor(v, 0xff) + " " + v.i);
        I.setVolatile(v, 1);
        I.setRelease(v, 2);
        I.setOpaque(v, 3);
        boolean weak = false;
        while (!weak) {
            weak = I.weakCompareAndSet(v, 3, 4);
        }
        System.out.println(v.i + " " + I.varType() + " " + I.coordinateTypes() + " " + I.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD) + " " + REF.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD) + " " + I.accessModeType(VarHandle.AccessMode.COMPARE_AND_SET));
        System.out.println((long) L.getAndAdd(v, 1L << 40) + " " + L.getAndAddRelease(v, 2) + " " + v.l + " " + L.compareAndSet(v, (1L << 40) + 2, -1L) + " " + v.l);
        String start = (String) REF.get(v);
        System.out.println(REF.compareAndSet(v, start, "next") + " " + REF.getAndSet(v, null) + " " + v.ref + " " + Z.compareAndSet(v, false, true) + " " + v.z + " " + (boolean) Z.getAndBitwiseXor(v, true) + v.z);
        B.set(v, (byte) 100);
        System.out.println((byte) B.getAndAdd(v, (byte) 100) + " " + v.b + " " + B.compareAndSet(v, (byte) -56, (byte) 7) + " " + v.b);
        SHARED.set(11);
        System.out.println((int) SHARED.getAndAdd(1) + " " + shared + " " + (double) FIXED.get(v));
        show("set final", () -> {
            FIXED.set(v, 1.0);
            return null;
        });
        show("wrong type", () -> {
            I.set(v, "x");
            return null;
        });
        show("null", () -> (int) I.get((HandleVariables) null));
        show("wrong class", () -> (int) I.get((Object) "x"));
        show("unsupported", () -> REF.getAndAdd(v, 1));
        show("exact", () -> {
            I.withInvokeExactBehavior().set(v, (short) 1);
            return null;
        });
        VarHandle ints = MethodHandles.arrayElementVarHandle(int[].class);
        int[] array = {1, 2, 3};
        System.out.println((int) ints.getAndAdd(array, 1, 10) + " " + ints.compareAndSet(array, 2, 3, 33) + " " + Arrays.toString(array));
        show("index", () -> (int) ints.get(array, 3));
        VarHandle strings = MethodHandles.arrayElementVarHandle(String[].class);
        String[] texts = {"a", "b"};
        System.out.println(strings.getAndSet(texts, 0, "z") + " " + Arrays.toString(texts));
        show("store", () -> {
            MethodHandles.arrayElementVarHandle(Object[].class).set((Object[]) texts, 0, 5);
            return null;
        });
        VarHandle little = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN), big = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
        byte[] bytes = new byte[16];
        little.set(bytes, 0, 0x01020304);
        big.set(bytes, 8, 0x1122334455667788L);
        System.out.println(Arrays.toString(bytes) + " " + Integer.toHexString((int) little.get(bytes, 1)) + " " + Long.toHexString((long) big.get(bytes, 5)));
        show("view bounds", () -> (int) little.get(bytes, 13));
        VarHandle buffer = MethodHandles.byteBufferViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
        ByteBuffer direct = ByteBuffer.allocateDirect(8);
        buffer.set(direct, 2, (short) 0x1234);
        System.out.println(direct.get(2) + " " + direct.get(3) + " " + (short) buffer.getVolatile(direct, 2));
        Thread[] threads = new Thread[4];
        I.set(v, 0);
        for (int t = 0; t < 4; t++) {
            threads[t] = new Thread(() -> {
                for (int n = 0; n < 500; n++) {
                    int old;
                    do {
                        old = (int) I.getVolatile(v);
                    } while (!I.compareAndSet(v, old, old + 1));
                    SHARED.getAndAdd(1);
                    ints.getAndAdd(array, 0, 1);
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) {
            t.join();
        }
        VarHandle.fullFence();
        VarHandle.acquireFence();
        System.out.println(v.i + " " + shared + " " + array[0]);
        System.out.println(I.toMethodHandle(VarHandle.AccessMode.GET).invoke(v) + " " + I.describeConstable().isPresent());
    }
}

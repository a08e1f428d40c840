import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Calls of VarHandles whose results, of every kind, are dropped: one call site of the library calls methods with such results and without, and some throw. */
final class JitDroppedResults {
    private boolean flag;
    private byte small;
    private short few;
    private int count;
    private long total;
    private float part = 1;
    private double weight = 1;
    private Object last = "none";
    private static int all;
    private static final int CALLS = 20_000;

    private static final VarHandle ALL;
    private static final VarHandle[] NUMBERS;
    private static final VarHandle FLAG;
    private static final VarHandle LAST;
    private static final VarHandle COUNT;
    private static final VarHandle TOTAL;
    private static final VarHandle PART;
    private static final VarHandle WEIGHT;
    private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(long[].class);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            Class<?> type = JitDroppedResults.class;
            ALL = lookup.findStaticVarHandle(type, "all", int.class);
            FLAG = lookup.findVarHandle(type, "flag", boolean.class);
            LAST = lookup.findVarHandle(type, "last", Object.class);
            COUNT = lookup.findVarHandle(type, "count", int.class);
            TOTAL = lookup.findVarHandle(type, "total", long.class);
            PART = lookup.findVarHandle(type, "part", float.class);
            WEIGHT = lookup.findVarHandle(type, "weight", double.class);
            NUMBERS = new VarHandle[] {lookup.findVarHandle(type, "small", byte.class), lookup.findVarHandle(type, "few", short.class), COUNT, TOTAL, PART, WEIGHT};
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private void exact(int i) {
        COUNT.getAndAdd(this, i);
        TOTAL.getAndAdd(this, (long) i);
        PART.getAndAdd(this, 0.5f);
        WEIGHT.getAndAdd(this, 0.25);
        FLAG.getAndBitwiseXor(this, true);
        LAST.getAndSet(this, (Object) (i % 100 == 0 ? "hundred" : "other"));
        ALL.getAndAdd(i);
    }

    private void conditional(int i) {
        COUNT.compareAndSet(this, count, count + 1);
        COUNT.compareAndExchange(this, -1, i);
        LAST.weakCompareAndSet(this, (Object) "hundred", (Object) "more");
        TOTAL.setVolatile(this, total + 1);
        TOTAL.getVolatile(this);
    }

    /** The same call of handles of different types, which each convert what they are given. */
    private void converting(int i) {
        for (VarHandle number : NUMBERS) {
            number.getAndSet(this, (byte) (i & 15));
        }
    }

    private static int thrown(long[] elements, int index) {
        try {
            ELEMENTS.getAndAdd(elements, index, 3L);
            return 0;
        } catch (ArrayIndexOutOfBoundsException e) {
            return 1;
        }
    }

    @Override
    public String toString() {
        return flag + " " + small + " " + few + " " + count + " " + total + " " + part + " " + weight + " " + last + " " + all;
    }

    public static void main(String[] arguments) {
        JitDroppedResults made = new JitDroppedResults();
        for (int i = 0; i < CALLS; i++) {
            made.exact(i);
            made.conditional(i);
        }
        System.out.println(made);
        for (int i = 0; i < CALLS; i++) {
            made.converting(i);
        }
        System.out.println(made);
        long[] elements = new long[8];
        int thrown = 0;
        for (int i = 0; i < CALLS; i++) {
            thrown += thrown(elements, i % 9);
        }
        System.out.println(thrown + " " + elements[0] + " " + elements[7]);
        try {
            COUNT.getAndAdd((JitDroppedResults) null, 1);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        try {
            COUNT.getAndAdd("no such object", 1);
        } catch (ClassCastException e) {
            System.out.println("another class");
        }
    }
}

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.WeakHashMap;

/** What a frame no longer holds is collected: popped operands, arguments that the callee cleared. Locals hold what they were assigned. */
public class MiscReachable {
    static boolean alive(WeakReference<?> reference) {
        System.gc();
        return reference.get() != null;
    }

    static boolean clearsArgument(int before, Object argument, long after) {
        WeakReference<Object> reference = new WeakReference<>(argument);
        argument = null;
        return alive(reference);
    }

    static boolean usesArgument(Object argument) {
        WeakReference<Object> reference = new WeakReference<>(argument);
        boolean result = alive(reference);
        return result & argument.hashCode() == argument.hashCode();
    }

    static int make(List<WeakReference<byte[]>> all, byte[] bytes) {
        all.add(new WeakReference<>(bytes));
        return bytes.length;
    }

    public static void main(String[] args) {
        List<WeakReference<byte[]>> all = new ArrayList<>();
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            all.add(new WeakReference<>(new byte[10]));
            sum += 1 + 2 * (3 + make(all, new byte[i]));
        }
        System.gc();
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).get() != null) System.out.println(i + " is alive");
        }
        System.out.println(sum);
        System.out.println(clearsArgument(1, new Object(), 2L) + " " + usesArgument(new Object()));
        Object kept = new Object();
        System.out.println(1 + (clearsArgument(1, kept, 2L) ? " kept " : " lost ") + (kept == null));
        holds(args.length == 0);
    }

    /** Locals that nobody reads any more, in the ways of those who try weak references out. */
    static void holds(boolean branch) {
        Object strong = new Object();
        WeakReference<Object> weak = new WeakReference<>(strong);
        System.out.println("held " + alive(weak));
        strong = null;
        System.out.println("cleared " + alive(weak));
        WeakHashMap<Object, String> map = new WeakHashMap<>();
        Object first = new Object(), second = new Object();
        map.put(first, "first");
        map.put(second, "second");
        first = null;
        System.gc();
        System.out.println(map.values());
        WeakReference<Object> assigned = null;
        for (int i = 0; i < 3; i++) {
            Object each = new Object();
            if (assigned != null) System.out.println("before " + alive(assigned));
            assigned = new WeakReference<>(each);
        }
        Object maybe;
        if (branch) {
            maybe = new Object();
            assigned = new WeakReference<>(maybe);
            System.out.println("in a branch " + alive(assigned));
        }
        System.out.println("after it " + alive(assigned));
        try {
            Object tried = new Object();
            assigned = new WeakReference<>(tried);
            throw new IllegalStateException();
        } catch (IllegalStateException e) {
            System.out.println("in a handler " + alive(assigned));
        }
    }
}

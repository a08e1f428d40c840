import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** What a frame no longer needs is collected: popped operands, arguments that the callee cleared, dead locals. */
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
    }
}

import java.lang.ref.WeakReference;

/**
 * The collector keeps the same in every tier: loops that wait for it to clear a reference go round as often. What is
 * referred to was in a slot of a frame that is not read any more: the one that an argument was copied from, or one that
 * compiled code has left as it was when the interpreter executes an instruction for it.
 */
public class TierLiveness {
    static WeakReference<byte[]> weak;
    static long made;

    /** The argument is a local variable, which its caller has no more use for. */
    static void pass(byte[] bytes) { drop(bytes, bytes.length); }

    static void drop(byte[] bytes, int n) {
        weak = new WeakReference<>(bytes);
        bytes = null;
        for (int k = 0; weak.get() != null && k < 4000; k++) {
            made += new byte[n].length;
        }
    }

    /** Its argument lies where hold had the array, unless compiled code has it in a register. */
    static String text(int i) { return "number " + i; }

    static int hold(byte[] bytes, int n) {
        made += new int[n].length;
        return bytes.length;
    }

    static void join(byte[] bytes) {
        weak = new WeakReference<>(bytes);
        made += hold(bytes, 10);
        bytes = null;
        for (int k = 0; weak.get() != null && k < 1500000; k++) {
            made += text(k).length();
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            pass(new byte[20000]);
        }
        for (int i = 0; i < 3; i++) {
            join(new byte[20000]);
        }
        System.out.println(made > 0);
    }
}

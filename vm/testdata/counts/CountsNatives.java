/** Native methods are contexts too: arraycopy, identity hashes, getClass, clone, and what the library calls below. */
// expect edge CountsNatives.main -> java.lang.System.arraycopy = 25 kind native
// expect edge CountsNatives.main -> java.lang.Object.hashCode = 15 kind native
// expect edge CountsNatives.main -> java.lang.System.identityHashCode = 15 kind native
// expect edge CountsNatives.main -> java.lang.Object.getClass = 10 kind native
// expect edge CountsNatives$Copied.copy -> java.lang.Object.clone = 5 kind native
// expect edge CountsNatives.main -> CountsNatives$Copied.copy = 5 kind virtual
// expect edge CountsNatives.main -> java.lang.Thread.currentThread = 8 kind native
// expect edge CountsNatives.main -> CountsNatives$Own.hashCode = 6 kind virtual
// expect path CountsNatives.main > CountsNatives$Copied.copy > java.lang.Object.clone = 5
// expect path CountsNatives.main > java.lang.System.arraycopy = 25
// expect sites CountsNatives.main -> java.lang.System.arraycopy = 2
// expect bytecodes java.lang.System.arraycopy = 0
// expect bytecodes java.lang.Object.hashCode = 0
public class CountsNatives {
    static class Copied implements Cloneable {
        Object copy() throws CloneNotSupportedException {
            return super.clone();
        }
    }

    static class Own {
        @Override
        public int hashCode() {
            return 1;
        }
    }

    public static void main(String[] args) throws Exception {
        int[] a = {1, 2, 3, 4}, b = new int[4];
        for (int i = 0; i < 20; i++) {
            System.arraycopy(a, 0, b, i % 2, 3);
        }
        for (int i = 0; i < 5; i++) {
            System.arraycopy(b, 1, b, 0, 3);
        }
        Object o = new Object();
        boolean same = true;
        for (int i = 0; i < 15; i++) {
            same &= o.hashCode() == System.identityHashCode(o);
        }
        for (int i = 0; i < 10; i++) {
            same &= o.getClass() == Object.class;
        }
        Copied c = new Copied();
        for (int i = 0; i < 5; i++) {
            same &= c.copy() != c;
        }
        for (int i = 0; i < 8; i++) {
            same &= Thread.currentThread() != null;
        }
        Object own = new Own();
        int sum = 0;
        for (int i = 0; i < 6; i++) {
            sum += own.hashCode();
        }
        System.out.println(same + " " + sum + " " + b[0] + b[3]);
    }
}

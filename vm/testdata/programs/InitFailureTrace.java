/** The stack of what an initialiser threw, at the first and at later uses of its class. */
public class InitFailureTrace {
    static class Failing {
        static int value = fail(1);
        static int fail(int v) { if (v > 0) throw new IllegalStateException("no"); return v; }
    }
    static void use() { System.out.println(Failing.value); }
    static void show(Throwable t) {
        for (; t != null; t = t.getCause()) {
            System.out.println(t);
            for (StackTraceElement f : t.getStackTrace()) System.out.println("  " + f);
        }
    }
    public static void main(String[] a) {
        for (int i = 0; i < 2; i++) try { use(); } catch (Throwable t) { show(t); }
    }
}

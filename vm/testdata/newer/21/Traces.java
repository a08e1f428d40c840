import java.util.*;

/** Stack traces through lambdas, streams, reflection and suppressed exceptions. */
public class Traces {
    static class Res implements AutoCloseable {
        final String n;
        Res(String n) {
            this.n = n;
        }
        public void close() throws Exception {
            throw new Exception("close " + n);
        }
    }
    static int depth(int n) {
        return n == 0 ? fail() : depth(n - 1) + 1;
    }
    static int fail() {
        throw new UnsupportedOperationException();
    }
    public static void main(String[] a) throws Throwable {
        try (Res r = new Res("a"); Res q = new Res("b")) {
            throw new RuntimeException("body", new Error("cause"));
        } catch (Exception e) {
            e.printStackTrace(System.out);
        }
        try {
            depth(3);
        } catch (Exception e) {
            e.printStackTrace(System.out);
        }
        try {
            List.of(1,2).forEach(x -> { throw new IllegalArgumentException("lam" + x); });
        } catch (Exception e) {
            for (var s : e.getStackTrace()) System.out.println(s.toString().replaceAll("0x[0-9a-f]+", "0x"));
        }
        try {
            List.of(3,1,2).stream().sorted((x, y) -> { throw new IllegalStateException("cmp"); }).toList();
        } catch (Exception e) {
            for (var s : e.getStackTrace()) System.out.println(s.toString());
        }
        try {
            new TreeMap<Object,Object>().put(new Object(), 1);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
            for (var s : e.getStackTrace()) System.out.println(s);
        }
        Throwable t = new Throwable("x", null, false, false) {};
        t.addSuppressed(new Exception());
        System.out.println(t.getSuppressed().length + " " + t.getStackTrace().length);
        try {
            try {
                throw new Exception("1");
            } finally {
                Object o = null;
                o.hashCode();
            }
        } catch (Exception e) {
            System.out.println(e);
        }
        Thread th = new Thread(() -> { throw new RuntimeException("in thread"); }, "tt");
        th.start();
        th.join();
        StackWalker.getInstance(Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_HIDDEN_FRAMES)).walk(s -> { s.forEach(f -> System.out.println(f.getMethodName() + f.getDescriptor() + f.getDeclaringClass().isHidden())); return null; });
        Runnable r = () -> System.out.println(StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass());
        r.run();
        throw new Exception("last", new RuntimeException("inner", new Error("innermost")));
    }
}

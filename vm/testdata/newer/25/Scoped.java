import java.util.*;
import java.util.concurrent.*;

/** Scoped values (JEP 506), also in virtual threads and when the stack overflows. */
public class Scoped {
    static final ScopedValue<String> S = ScopedValue.newInstance();
    static final ScopedValue<List<Integer>> L = ScopedValue.newInstance();
    static int deep(int n) {
        return n == 0 ? S.get().length() : ScopedValue.where(S, S.get() + n).call(() -> deep(n - 1));
    }
    static int so(int n) {
        return so(n + 1) + 1;
    }
    public static void main(String[] a) throws Exception {
        ScopedValue.where(S, "a").where(L, List.of(1)).run(() -> { System.out.println(S.get() + L.get() + S.isBound()); ScopedValue.where(S, "b").run(() -> System.out.println(S.get() + L.get())); System.out.println(S.get()); });
        System.out.println(S.isBound() + S.orElse("none"));
        try {
            S.get();
        } catch (NoSuchElementException e) {
            System.out.println(e);
            e.printStackTrace(System.out);
        }
        try {
            S.orElseThrow(() -> new Exception("e"));
        } catch (Exception e) {
            System.out.println(e);
        }
        System.out.println(ScopedValue.where(S, "z").call(() -> deep(20)));
        try {
            ScopedValue.where(S, "t").call(() -> { throw new java.io.IOException("scoped"); });
        } catch (java.io.IOException e) {
            e.printStackTrace(System.out);
        }
        ScopedValue.where(S, "thr").run(() -> { Thread t = Thread.ofVirtual().start(() -> System.out.println("in thread " + S.isBound())); try { t.join(); } catch (InterruptedException e) {} });
        Thread.ofVirtual().start(() -> ScopedValue.where(S, "virt").run(() -> { Thread.yield(); try { Thread.sleep(2); } catch (InterruptedException e) {} System.out.println(S.get()); })).join();
        var c = ScopedValue.where(S, "carrier");
        System.out.println(c.get(S));
        try {
            c.get(L);
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            ScopedValue.where(null, "x");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        ScopedValue<?>[] many = new ScopedValue<?>[40];
        for (int i = 0; i < 40; i++) many[i] = ScopedValue.newInstance();
        ScopedValue.Carrier k = ScopedValue.where((ScopedValue<Object>) many[0], 0);
        for (int i = 1; i < 40; i++) k = k.where((ScopedValue<Object>) many[i], i);
        k.run(() -> { int t = 0; for (int r = 0; r < 100; r++) for (var m : many) t += (Integer) m.get(); System.out.println(t); });
        ScopedValue.where(S, "over").run(() -> { try { so(0); } catch (StackOverflowError e) { System.out.println("SO " + S.get()); } });
        try {
            ScopedValue.where(S, "over").run(() -> so(0));
        } catch (StackOverflowError e) {
            System.out.println("SO2 " + S.isBound());
        }
    }
}

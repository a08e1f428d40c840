import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Fills the heap in many ways; each time the error can be caught and the program goes on. */
public class MemExhausted {
    static class Chain {
        Chain next;
        long a, b, c, d, e, f, g, h;

        Chain(Chain next) {
            this.next = next;
        }
    }

    static int finallyRuns;

    public static void main(String[] arguments) throws Exception {
        attempt("large arrays", () -> {
            List<byte[]> all = new ArrayList<>();
            while (true) {
                all.add(new byte[1 << 20]);
            }
        });
        attempt("arrays of many sizes", () -> {
            List<Object> all = new ArrayList<>();
            for (int i = 0; ; i++) {
                all.add(new int[64 << i % 12]);
            }
        });
        attempt("objects", () -> {
            Chain head = null;
            while (true) {
                head = new Chain(head);
            }
        });
        attempt("map", () -> {
            Map<Integer, String> map = new HashMap<>();
            for (int i = 0; ; i++) {
                map.put(i, "a value of some length for the key " + i + " ".repeat(4000));
            }
        });
        attempt("string builder", () -> {
            StringBuilder b = new StringBuilder("0123456789");
            while (true) {
                b.append(b);
            }
        });
        attempt("clone", () -> {
            List<long[]> all = new LinkedList<>();
            long[] one = new long[50_000];
            while (true) {
                all.add(one.clone());
            }
        });
        attempt("rows", () -> new long[40_000][100_000]);
        attempt("one huge array", () -> new long[Integer.MAX_VALUE - 8]);
        attempt("array over the limit", () -> new byte[Integer.MAX_VALUE]);
        attempt("in a finally", () -> {
            try {
                return new long[Integer.MAX_VALUE - 8];
            } finally {
                finallyRuns++;
            }
        });
        attempt("nested", () -> {
            try {
                return new long[Integer.MAX_VALUE - 8];
            } catch (OutOfMemoryError first) {
                try {
                    return new double[Integer.MAX_VALUE - 8];
                } catch (OutOfMemoryError second) {
                    return first.getMessage() + ", then " + second.getMessage();
                }
            }
        });
        inThread();
        System.out.println("finally " + finallyRuns);
        System.out.println("still usable: " + String.join(",", new ArrayList<>(List.of("a", "b", "c"))) + " " + usable());
    }

    private static void attempt(String name, Supplier<Object> filler) {
        try {
            Object result = filler.get();
            System.out.println(name + ": " + result.getClass().getSimpleName() + (result instanceof String ? " " + result : ""));
        } catch (OutOfMemoryError e) {
            System.out.println(name + ": " + e.getMessage());
        }
    }

    private static void inThread() throws InterruptedException {
        Thread filler = new Thread(() -> {
            List<Object> all = new ArrayList<>();
            while (true) {
                all.add(new char[200_000]);
            }
        });
        filler.setUncaughtExceptionHandler((thread, error) -> System.out.println("thread: " + error));
        filler.start();
        filler.join();
    }

    /** Needs much of the heap again: nothing of the attempts may still be held. */
    private static int usable() {
        List<byte[]> all = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            all.add(new byte[1 << 20]);
        }
        return all.size();
    }
}

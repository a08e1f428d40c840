import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Stack overflows caught in every place, again and again, and deep recursion that must work. */
public class StackDepths {
    static int depth, finallies;

    static int forever(int n) {
        depth = n;
        return forever(n + 1) + 1;
    }

    static void withFinally(int n) {
        try {
            withFinally(n + 1);
        } finally {
            finallies++;
        }
    }

    static synchronized long locked(long n) {
        return locked(n + 1) * 3;
    }

    interface Even {
        boolean test(int n);
    }

    static class Node {
        Node next;
        int value;

        Node(Node next, int value) {
            this.next = next;
            this.value = value;
        }

        int sum() {
            return value + (next == null ? 0 : next.sum());
        }

        @Override
        public String toString() {
            return value + "," + next;
        }

        @Override
        public int hashCode() {
            return value * 31 + (next == null ? 0 : next.hashCode());
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Node n && n.value == value && (next == null ? n.next == null : next.equals(n.next));
        }
    }

    static class Recursing {
        final Recursing inner = new Recursing();
    }

    static class Throwing {
        @Override
        public String toString() {
            return "x" + this;
        }
    }

    static class InStatic {
        static int v = forever(0);
    }

    static int ackermann(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    static int nested(String s, int at) {
        return at == s.length() ? 0 : Math.max(s.charAt(at) == '(' ? 1 : 0, 1 + nested(s, at + 1));
    }

    static boolean overflows(Runnable r) {
        try {
            r.run();
            return false;
        } catch (StackOverflowError e) {
            StackTraceElement[] trace = e.getStackTrace();
            return trace.length == 1024 && e.getMessage() == null && e.getCause() == null;
        }
    }

    static int go(int n, List<Integer> caught) {
        try {
            return go(n + 1, caught);
        } catch (StackOverflowError e) {
            caught.add(1);
            return n;
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 5; i++) {
            System.out.println(overflows(() -> forever(0)) + " " + (depth > 2000));
        }
        System.out.println(overflows(() -> withFinally(0)) + " " + (finallies > 2000));
        System.out.println(overflows(() -> locked(1)) + " " + Thread.holdsLock(StackDepths.class));
        System.out.println(overflows(Recursing::new) + " " + overflows(() -> new Throwing().toString()));
        Even[] even = new Even[2];
        even[0] = n -> n == 0 || even[1].test(n - 1);
        even[1] = n -> n != 0 && even[0].test(n - 1);
        System.out.println(even[0].test(1000) + " " + overflows(() -> even[0].test(10_000_000)));
        Node list = null, same = null;
        for (int i = 0; i < 1000; i++) {
            list = new Node(list, i);
            same = new Node(same, i);
        }
        System.out.println(list.sum() + " " + list.hashCode() + " " + list.equals(same) + " " + list.toString().length());
        for (int i = 0; i < 200_000; i++) {
            list = new Node(list, i);
        }
        Node deep = list;
        System.out.println(overflows(deep::sum) + " " + overflows(deep::hashCode));
        List<Object> cyclic = new ArrayList<>();
        cyclic.add(cyclic);
        System.out.println(cyclic + " " + overflows(cyclic::hashCode));
        List<Object> a = new ArrayList<>(), b = new ArrayList<>(List.of(a));
        a.add(b);
        System.out.println(overflows(a::toString));
        Map<Object, Object> map = new HashMap<>();
        map.put("self", map);
        System.out.println(map + " " + overflows(map::hashCode));
        Object[] array = new Object[1];
        array[0] = array;
        System.out.println(Arrays.deepToString(array) + " " + overflows(() -> Arrays.deepHashCode(array)));
        System.out.println(overflows(() -> Pattern.matches("(a|b)*", "ab".repeat(100_000))) + " " + Pattern.matches("(?:a|b){0,900}", "ab".repeat(400)));
        try {
            System.out.println(InStatic.v);
        } catch (StackOverflowError e) {
            System.out.println("in static");
        }
        try {
            System.out.println(InStatic.v);
        } catch (NoClassDefFoundError e) {
            System.out.println(e.getMessage());
        }
        List<Integer> caught = new ArrayList<>();
        System.out.println((go(0, caught) > 1000) + " " + (caught.size() > 0));
        System.out.println(ackermann(2, 300) + " " + nested("(".repeat(1500), 0));
        int[] small = {0}, large = {0};
        for (long size : new long[] {256 << 10, 8 << 20}) {
            int[] into = size > 1 << 20 ? large : small;
            Thread t = new Thread(null, () -> {
                try {
                    forever(0);
                } catch (StackOverflowError e) {
                    into[0] = depth;
                }
            }, "sized", size);
            t.start();
            t.join();
        }
        System.out.println(small[0] > 500);
        Thread uncaught = new Thread(() -> forever(0), "uncaught");
        uncaught.setUncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + " " + e));
        uncaught.start();
        uncaught.join();
        System.out.println("end " + overflows(() -> forever(0)));
    }
}

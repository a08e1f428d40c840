import java.util.*;
import java.util.function.*;

/** Everything that JaCoCo 0.8.6 filters or counts in a way of its own. */
public class Covered {
    enum Color { RED, GREEN; int weight() { return ordinal(); } }
    enum Utility { ; static int twice(int n) { return 2 * n; } }
    interface Empty { void nothing(); }
    interface Shape { double area(); default String name() { return "shape"; } }
    static class Square implements Shape {
        private final double side;
        Square(double side) { this.side = side; }
        public double area() { return side * side; }
    }
    static final class Never {
        private Never() { }
        int unused(int n) {
            return n > 0 ? n : -n;
        }
    }
    static class Resource implements AutoCloseable {
        final String name;
        Resource(String name) { this.name = name; }
        @Override public void close() { System.out.println("close " + name); }
    }
    static Resource open(String name) { return name.isEmpty() ? null : new Resource(name); }

    static int branches(int a, int b) {
        if (a > 0 && b > 0) {
            return 1;
        } else if (a < 0 || b < 0) {
            return 2;
        }
        int n = a == 0 ? b : a;
        boolean same = a == b;
        return same ? n : n + 1;
    }
    static int loops(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (i % 3 == 0) continue;
            if (i > 1000) break;
            sum += i;
        }
        while (sum > 100) { sum /= 2; }
        do { sum++; } while (sum < 10);
        outer:
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                if (i * j > 50) continue outer;
                if (i * j > 1_000_000) break outer;
                sum ^= i * j;
            }
        return sum;
    }
    static String strings(String s) {
        switch (s) {
            case "one": return "1";
            case "two": return "2";
            case "Aa": case "BB": return "hash";
            default: return "?";
        }
    }
    static int numbers(int n) {
        int r = 0;
        switch (n) {
            case 1: r += 1;
            case 2: r += 2; break;
            case 3: r = 9; break;
            case 1000: r = 5; break;
            default: r = -1;
        }
        return r;
    }
    static int tight(int n) {
        return switch (n) { case 0 -> 5; case 1 -> 6; case 2, 3 -> 7; default -> 8; };
    }
    static int finals(int n) {
        int r = 0;
        try {
            if (n == 0) return 1;
            if (n == 1) throw new IllegalStateException("one");
            r = 10 / (n - 2);
        } catch (ArithmeticException e) {
            r = -1;
        } finally {
            r += 3;
            System.out.println("finally " + r);
        }
        return r;
    }
    static void resources(String a, boolean fail) {
        try (Resource r = open(a)) {
            System.out.println(r == null ? "none" : r.name);
            if (fail) throw new IllegalStateException("fail");
        }
        try (Resource r = new Resource("x"); Resource s = new Resource("y")) {
            System.out.println(r.name + s.name);
        }
    }
    synchronized int locked(int n) {
        synchronized (this) {
            if (n > 3) return n;
            n++;
        }
        return n;
    }
    static int lambdas(List<Integer> list) {
        Function<Integer, Integer> twice = x -> x * 2;
        Function<Integer, Integer> never = x -> { int y = x + 1; return y; };
        Supplier<String> ref = Covered::hello;
        int n = 0;
        for (int x : list) n += twice.apply(x);
        return n + ref.get().length() + (never == null ? 1 : 0)
            + list.stream()
                .filter(x -> x > 1)
                .mapToInt(x -> x > 100 ? 1 : 2)
                .sum();
    }
    static String hello() { return "hello"; }
    static void thrower(int n) {
        int x = n + 1;
        x *= 2;
        helper(x);
        System.out.println("after " + x);
    }
    static void helper(int x) {
        if (x > 4) throw new RuntimeException("x");
    }
    static int npe(String s) {
        int a = 1;
        int b = s.length();
        return a + b;
    }
    static long ternaries(long a, long b,
                          Object o) {
        long m = a < b
            ? a
            : b;
        return m + (o instanceof String s && s.length() > 2
            ? s.length()
            : hello().length());
    }
    class Inner {
        int f = new Random(1).nextInt(3) + (locked(1) > 0 ? 1 : 2);
        { if (f > 10) f = 0; }
        Inner() { this(1); }
        Inner(int n) { super(); f += n; }
    }
    static <T extends Comparable<T>> T max(T a, T b) { return a.compareTo(b) >= 0 ? a : b; }
    static class Key implements Comparable<Key> {
        int k;
        public int compareTo(Key o) { return Integer.compare(k, o.k); }
    }
    record Point(int x, int y) {
        Point { if (x < 0) throw new IllegalArgumentException(); }
        public int x() { return Math.abs(x); }
        public int y() { return Math.abs(y); }
        int sum() { return x + y; }
    }
    static int constant;
    static { constant = hello().length() > 3 ? 1 : 2; }

    public static void main(String[] args) throws Exception {
        System.out.println(branches(1, 1) + branches(0, 5) + branches(3, 0));
        System.out.println(loops(20));
        System.out.println(strings("one") + strings("BB") + strings("zzz"));
        System.out.println(numbers(1) + numbers(1000));
        System.out.println(tight(2));
        System.out.println(finals(0) + finals(2) + finals(3));
        try { finals(1); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        resources("", false);
        try { resources("a", true); } catch (IllegalStateException e) { System.out.println(e); }
        Covered c = new Covered();
        System.out.println(c.locked(1) + c.locked(5));
        System.out.println(lambdas(List.of(1, 2, 3)));
        thrower(0);
        try { thrower(5); } catch (RuntimeException e) { System.out.println(e); }
        try { npe(null); } catch (NullPointerException e) { System.out.println("npe"); }
        System.out.println(ternaries(1, 2, "abc"));
        System.out.println(c.new Inner().f);
        System.out.println(max(1, 2));
        System.out.println(Color.valueOf("RED").weight() + Color.GREEN.weight() + Color.values().length);
        System.out.println(new Square(2).area());
        System.out.println(new Point(1, 2).sum() + new Point(1, 2).toString());
        Thread t = new Thread(() -> System.out.println("thread"));
        t.start();
        t.join();
        int[] a = {3, 1, 2};
        if (args.length > 5
            || a[0] == 4
            && a[1] == 1) {
            System.out.println("never");
        }
        System.out.println(a.length > 2 ? "yes" : "no");
    }
}

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;

/**
 * A dozen programs that keep their calling context tree themselves, and print it. The last argument of each method is
 * the number of the call site in its caller.
 */
public class Paths {
    static int fib(int n, int site) {
        Path.enter(site, "Paths.fib");
        try {
            return n < 2 ? n : fib(n - 1, 0) + fib(n - 2, 1);
        } finally {
            Path.leave();
        }
    }

    static int moves;

    static void tower(int disks, int site) {
        Path.enter(site, "Paths.tower");
        if (disks > 0) {
            tower(disks - 1, 0);
            moves++;
            tower(disks - 1, 1);
        }
        Path.leave();
    }

    static int ackermann(int m, int n, int site) {
        Path.enter(site, "Paths.ackermann");
        try {
            if (m == 0) return n + 1;
            if (n == 0) return ackermann(m - 1, 1, 0);
            return ackermann(m - 1, ackermann(m, n - 1, 1), 2);
        } finally {
            Path.leave();
        }
    }

    static boolean even(int n, int site) {
        Path.enter(site, "Paths.even");
        try {
            return n == 0 || odd(n - 1, 0);
        } finally {
            Path.leave();
        }
    }

    static boolean odd(int n, int site) {
        Path.enter(site, "Paths.odd");
        try {
            return n != 0 && even(n - 1, 0);
        } finally {
            Path.leave();
        }
    }

    /** Collatz by three methods that call each other. */
    static int collatz(long n, int site) {
        Path.enter(site, "Paths.collatz");
        try {
            if (n == 1) return 0;
            return n % 2 == 0 ? halve(n, 0) : triple(n, 1);
        } finally {
            Path.leave();
        }
    }

    static int halve(long n, int site) {
        Path.enter(site, "Paths.halve");
        try {
            return 1 + collatz(n / 2, 0);
        } finally {
            Path.leave();
        }
    }

    static int triple(long n, int site) {
        Path.enter(site, "Paths.triple");
        try {
            return 1 + collatz(3 * n + 1, 0);
        } finally {
            Path.leave();
        }
    }

    /** An expression tree, evaluated by virtual calls from two sites. */
    abstract static class Node {
        abstract int value(int site);
    }

    static class Leaf extends Node {
        final int n;

        Leaf(int n) { this.n = n; }

        int value(int site) {
            Path.enter(site, "Leaf.value");
            Path.leave();
            return n;
        }
    }

    static class Sum extends Node {
        final Node a, b;

        Sum(Node a, Node b) {
            this.a = a;
            this.b = b;
        }

        int value(int site) {
            Path.enter(site, "Sum.value");
            int sum = a.value(0) + b.value(1);
            Path.leave();
            return sum;
        }
    }

    static class Product extends Sum {
        Product(Node a, Node b) { super(a, b); }

        int value(int site) {
            Path.enter(site, "Product.value");
            int product = a.value(0) * b.value(1);
            Path.leave();
            return product;
        }
    }

    static Node expression(int depth, int seed) {
        if (depth == 0) return new Leaf(seed % 7);
        Node a = expression(depth - 1, seed * 31 + 1 & 0xffff), b = expression(depth - 1, seed * 17 + 3 & 0xffff);
        return seed % 3 == 0 ? new Product(a, b) : new Sum(a, b);
    }

    /** Twelve implementations at one site, which takes turns. */
    interface Shape {
        int area(int site);
    }

    static class S0 implements Shape { public int area(int site) { Path.enter(site, "S0.area"); Path.leave(); return 0; } }
    static class S1 implements Shape { public int area(int site) { Path.enter(site, "S1.area"); Path.leave(); return 1; } }
    static class S2 implements Shape { public int area(int site) { Path.enter(site, "S2.area"); Path.leave(); return 2; } }
    static class S3 implements Shape { public int area(int site) { Path.enter(site, "S3.area"); Path.leave(); return 3; } }
    static class S4 implements Shape { public int area(int site) { Path.enter(site, "S4.area"); Path.leave(); return 4; } }
    static class S5 implements Shape { public int area(int site) { Path.enter(site, "S5.area"); Path.leave(); return 5; } }
    static class S6 implements Shape { public int area(int site) { Path.enter(site, "S6.area"); Path.leave(); return 6; } }
    static class S7 implements Shape { public int area(int site) { Path.enter(site, "S7.area"); Path.leave(); return 7; } }
    static class S8 implements Shape { public int area(int site) { Path.enter(site, "S8.area"); Path.leave(); return 8; } }
    static class S9 implements Shape { public int area(int site) { Path.enter(site, "S9.area"); Path.leave(); return 9; } }
    static class S10 implements Shape { public int area(int site) { Path.enter(site, "S10.area"); Path.leave(); return 10; } }
    static class S11 implements Shape { public int area(int site) { Path.enter(site, "S11.area"); Path.leave(); return 11; } }

    static int areas(int rounds, int site) {
        Path.enter(site, "Paths.areas");
        Shape[] shapes = {new S0(), new S1(), new S2(), new S3(), new S4(), new S5(), new S6(), new S7(), new S8(), new S9(), new S10(), new S11()};
        int sum = 0;
        for (int i = 0; i < rounds; i++) sum += shapes[i * 7 % shapes.length].area(0);
        Path.leave();
        return sum;
    }

    static class Found extends RuntimeException {
        Found() { super(null, null, false, false); }
    }

    /** Exceptions that leave a number of frames. */
    static void dig(int depth, int from, int site) {
        Path.enter(site, "Paths.dig");
        try {
            if (depth == 0) throw new Found();
            try {
                dig(depth - 1, from, 0);
            } catch (Found e) {
                if (depth != from) throw e;
                dig(depth - 1, -1, 1);
            }
        } finally {
            Path.leave();
        }
    }

    /** Backtracking. */
    static int queens(int n, int row, int columns, int left, int right, int site) {
        Path.enter(site, "Paths.queens");
        try {
            if (row == n) return 1;
            int solutions = 0;
            for (int c = 0; c < n; c++) {
                int bit = 1 << c;
                if ((columns & bit | left & bit | right & bit) == 0)
                    solutions += queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1, 0);
            }
            return solutions;
        } finally {
            Path.leave();
        }
    }

    static void sort(int[] a, int low, int high, int site) {
        Path.enter(site, "Paths.sort");
        if (low < high) {
            int p = partition(a, low, high, 0);
            sort(a, low, p - 1, 1);
            sort(a, p + 1, high, 2);
        }
        Path.leave();
    }

    static int partition(int[] a, int low, int high, int site) {
        Path.enter(site, "Paths.partition");
        int pivot = a[high], i = low;
        for (int j = low; j < high; j++) if (a[j] < pivot) { int t = a[i]; a[i++] = a[j]; a[j] = t; }
        a[high] = a[i];
        a[i] = pivot;
        Path.leave();
        return i;
    }

    /** Calls through the library: a comparator is called from sites of the library's. */
    static int compared;

    static int compare(Integer a, Integer b) {
        Path.enter(0, "Paths.compare");
        compared++;
        Path.leave();
        return a - b;
    }

    static void library(int n, int site) {
        Path.enter(site, "Paths.library");
        Integer[] numbers = new Integer[n];
        for (int i = 0; i < n; i++) numbers[i] = i * 7919 % n;
        Arrays.sort(numbers, Paths::compare);
        Path.leave();
    }

    static int lambdas(int n, int site) {
        Path.enter(site, "Paths.lambdas");
        IntBinaryOperator[] f = new IntBinaryOperator[1];
        f[0] = (k, from) -> {
            Path.enter(from, "Paths.lambda");
            try {
                return k < 2 ? 1 : f[0].applyAsInt(k - 1, 0) + f[0].applyAsInt(k - 3, 1);
            } finally {
                Path.leave();
            }
        };
        int result = f[0].applyAsInt(n, 0);
        Path.leave();
        return result;
    }

    /** A walk through five methods that looks random. */
    static int seed = 42;

    static boolean go(int depth) {
        seed = seed * 1103515245 + 12345;
        return depth > 0 && (seed >>> 16) % 3 != 0;
    }

    static void a(int d, int site) { Path.enter(site, "Paths.a"); if (go(d)) b(d - 1, 0); if (go(d)) c(d - 1, 1); if (go(d)) a(d - 1, 2); Path.leave(); }
    static void b(int d, int site) { Path.enter(site, "Paths.b"); if (go(d)) c(d - 1, 0); if (go(d)) c(d - 1, 1); if (go(d)) d(d - 1, 2); Path.leave(); }
    static void c(int d, int site) { Path.enter(site, "Paths.c"); if (go(d)) a(d - 1, 0); if (go(d)) e(d - 1, 1); Path.leave(); }
    static void d(int d, int site) { Path.enter(site, "Paths.d"); if (go(d)) e(d - 1, 0); if (go(d)) b(d - 1, 1); Path.leave(); }
    static void e(int d, int site) { Path.enter(site, "Paths.e"); if (go(d)) d(d - 1, 0); if (go(d)) a(d - 1, 1); Path.leave(); }

    public static void main(String[] args) throws Exception {
        Path main = Path.begin("Paths.main");
        fib(16, 0);
        tower(12, 1);
        ackermann(2, 12, 2);
        even(200, 3);
        for (int n = 1; n < 100; n++) collatz(n, 4);
        Node expression = expression(9, 1);
        for (int i = 0; i < 20; i++) expression.value(5);
        areas(20_000, 6);
        for (int i = 1; i < 60; i++) {
            try {
                dig(i, i, 7);
            } catch (Found e) {
                moves++;
            }
        }
        queens(7, 0, 0, 0, 0, 8);
        int[] numbers = new int[3000];
        for (int i = 0; i < numbers.length; i++) numbers[i] = i * 7919 % 3001;
        sort(numbers, 0, numbers.length - 1, 9);
        library(3000, 10);
        lambdas(20, 11);
        for (int i = 0; i < 50; i++) a(10, 12);
        List<Path> roots = new ArrayList<>(List.of(main));
        Thread thread = new Thread(() -> {
            Path root = Path.begin("Paths.thread");
            tower(8, 0);
            synchronized (roots) {
                roots.add(root);
            }
        });
        thread.start();
        thread.join();
        StringBuilder out = new StringBuilder();
        for (Path root : roots) root.print(-1, out);
        System.out.print(out);
    }
}

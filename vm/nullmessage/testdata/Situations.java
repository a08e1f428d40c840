import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import sun.misc.Unsafe;

/**
 * Situations that raise a NullPointerException in this file's code. Prints for each, separated by tabs, the class,
 * method and bytecode index that raised it, and the message ("-" for none).
 */
public class Situations {
    interface Situation {
        void run() throws Throwable;
    }

    static class Node {
        Node next;
        Node[] children;
        int value;
        long wide;
        double ratio;
        boolean flag;
        String text;
        int[] data;
        String[][] grid = new String[2][];
        Integer boxed;
        static Node root;
        static Node spare = new Node();
        static int[][] table = new int[3][];

        Node next() {
            return next;
        }

        Node find(int index, String name, Object[] path, int[][] grid, Node... more) {
            return null;
        }

        static Node none(long a, double b, StringBuilder c, Objects d, Map.Entry<?, ?> e) {
            return null;
        }

        void readThis() {
            this.next.value++;
        }

        void readParameters(Node a, long wide, Node b) {
            if (wide > 0) {
                a.next();
            } else {
                b.next();
            }
        }

        synchronized int chain() {
            return next.next.next.next.next.next.value;
        }
    }

    static Node chainOf(int n) {
        Node first = new Node();
        if (n > 1) {
            first.next = chainOf(n - 1);
        }
        first.children = new Node[] {first};
        return first;
    }

    static class Holder<T> {
        T item;

        T get() {
            return item;
        }
    }

    static class Built {
        final int length;

        Built(String text) {
            length = text.length();
        }
    }

    static class Derived extends Node {
        Derived(int[] numbers) {
            this.value = numbers[0];
        }
    }

    static class Delegating extends Exception {
        Delegating(Node n) {
            super(n.text, null);
        }
    }

    enum Kind { ONE, TWO }

    record Pair(Node left, Node right) {
    }

    static class Umlaut {
        Node länge;

        Node maß(Umlaut größe) {
            return null;
        }
    }

    static Object nothing;
    static String word;
    static long[] longs;
    static float[] floats;
    static int index = 3;

    static int count;

    // Parameters and locals.

    static int parameter(Node p, int i) {
        return p.data[i];
    }

    static int wideParameters(long a, double b, Node c) {
        return c.value;
    }

    static void written(Node p) {
        p = p.next;
        p.value = 1;
    }

    static void counted(Node[] p, int i) {
        i++;
        p[i - 1].value = 1;
        p[i].value = 1;
    }

    static void writtenLater(Node p, int n) {
        for (int i = 0; i < n; i++) {
            p.value = i;
            p = p.next;
        }
    }

    static void writtenInCall(Node p) {
        p.find(1, null, null, null, p = new Node());
    }

    static void varargs(Node... nodes) {
        nodes[1].value = 2;
    }

    static void manyLocals() {
        long a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14, o = 15, p = 16;
        long q = 1, r = 2, s = 3, t = 4, u = 5, v = 6, w = 7, x = 8, y = 9, z = 10, aa = 11, bb = 12, cc = 13, dd = 14, ee = 15, ff = 16;
        Node beyond = null;
        int at = 1;
        int[][] rows = new int[2][];
        rows[at][0] = beyond.value;
    }

    static void manyLocalsArray() {
        long a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14, o = 15, p = 16;
        long q = 1, r = 2, s = 3, t = 4, u = 5, v = 6, w = 7, x = 8, y = 9, z = 10, aa = 11, bb = 12, cc = 13, dd = 14, ee = 15, ff = 16;
        int at = 1;
        int[][] rows = new int[2][];
        rows[at][0] = 5;
    }

    static void manyParameters(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, long k, long l, long m, long n,
            long o, long p, long q, long r, long s, long t, long u, long v, long w, long x, long y, long z, long aa, long bb, long cc, long dd,
            long ee, long ff, Node gg) {
        gg = gg.next;
        gg.value = 1;
    }

    void self(Node n) {
        n.next = Situations.this.instance.next.next;
    }

    Node instance = new Node();

    // Control flow.

    static void conditional(boolean b, Node x, Node y) {
        (b ? x : y).value = 1;
    }

    static int conditionalArgument(Node x, boolean b) {
        return Math.max(b ? 1 : 2, x.value);
    }

    static void conditionalIndex(boolean b) {
        int[][] a = new int[3][];
        a[b ? 1 : 2][0] = 5;
    }

    static void sameSourceTwice(Node x, boolean b) {
        Object o = b ? (Object) x.next : x.next;
        x.next.find(b ? 1 : 2, "a", null, null);
    }

    static void inCatch() {
        Node n = null;
        try {
            Integer.parseInt("x");
        } catch (NumberFormatException e) {
            n.value = e.getMessage().length();
        }
    }

    static void inFinally() {
        String[] s = null;
        try {
            count++;
        } finally {
            s[0] = "x";
        }
    }

    static int inSwitch(int k) {
        Node n = null;
        switch (k) {
            case 1:
                return 5;
            case 2:
                return n.value;
            case 1000:
                return n.data[1];
            default:
                return n.next().value;
        }
    }

    static int inTableSwitch(int k) {
        switch (k) {
            case 1: return 2;
            case 2: return Node.root.value;
            case 3: return 4;
            default: return 5;
        }
    }

    static void inLoop(List<Node> nodes) {
        for (Node n : nodes) {
            n.value++;
        }
    }

    static void afterLoop() {
        int i = 0;
        while (i < 10) {
            i++;
        }
        Node[] nodes = new Node[20];
        nodes[i].value = i;
    }

    static void inSynchronized(Object lock) {
        synchronized (lock) {
            count++;
        }
    }

    static void inSynchronizedBody(Node n) {
        synchronized (Node.class) {
            n.value++;
        }
    }

    static void shortCircuit(String s) {
        if (count > 1_000_000 || s.isEmpty()) {
            count++;
        }
    }

    static void nestedTry(Node n) {
        try {
            try {
                n.next.value = 1;
            } finally {
                count++;
            }
        } finally {
            count--;
        }
    }

    static <T extends Node> int generic(Holder<T> h) {
        return h.get().value;
    }

    static <T> String genericArray(T[] a) {
        return a[1].toString();
    }

    // Assignments that use the stack instructions.

    static int[] array() {
        return null;
    }

    static Node node() {
        return null;
    }

    static int[][][] cube() {
        return new int[2][3][];
    }

    static int two() {
        return 2;
    }

    static void stack() throws Throwable {
        show(() -> array()[0]++);
        show(() -> array()[two()] += 5);
        show(() -> node().wide++);
        show(() -> node().wide += 2);
        show(() -> {
            long x = node().wide++;
        });
        show(() -> {
            double[] d = null;
            double y = d[1]++ + --d[2];
        });
        show(() -> {
            Node n = null;
            int a = n.value = 5;
        });
        show(() -> {
            Node n = null;
            double a = n.ratio = 5;
        });
        show(() -> {
            long[][] l = new long[1][];
            long a = l[0][1] = 7L;
        });
        show(() -> {
            Node a = new Node();
            a.next.text += "x";
        });
        show(() -> {
            String[][] s = {null};
            s[0][1] += "y";
        });
        show(() -> cube()[1][2][3] = 4);
        show(() -> cube()[two() - 1][two()][0]++);
        show(() -> {
            int[][] a = cube()[1], b = a;
            b[1 + 1][0] = a[0].length;
        });
    }

    static void fields() throws Throwable {
        show(() -> new Node().readThis());
        show(() -> new Node().readParameters(null, 1, null));
        show(() -> new Node().readParameters(null, 0, null));
        show(() -> new Node().chain());
        show(() -> chainOf(2).chain());
        show(() -> chainOf(4).chain());
        show(() -> chainOf(5).chain());
        show(() -> chainOf(6).chain());
        show(() -> chainOf(3).next.next.next.next());
        show(() -> chainOf(5).next.next.next.next.next.next());
        show(() -> chainOf(6).next.next.next.next.next.next.next());
        show(() -> chainOf(4).children[0].next.children[0].next.children[0].next.next.value++);
        show(() -> chainOf(4).children[0].next.children[0].next.children[0].next.children[0].next.value++);
        show(() -> chainOf(1).children[0].children[0].children[0].children[0].children[0].data[1]++);
        show(() -> {
            Node n = chainOf(2);
            n.children[n.children[n.children[n.children[n.children[n.value].value].value].value].value].data[n.next.value]++;
        });
        show(() -> Node.root.next = null);
        show(() -> Node.spare.next.next.next.next.next.next.next.value++);
        show(() -> Node.spare.children[0].data[1] = 2);
        show(() -> Node.spare.grid[1][0] = "x");
        show(() -> Node.spare.grid[index - 2][0] = "x");
        show(() -> Node.spare.grid[Node.spare.value][Node.spare.next.value] = "x");
        show(() -> Node.table[2][1] = 1);
        show(() -> Node.table[Node.spare.value][two()]++);
        show(() -> Node.table[Node.table[1][1]][0]++);
        show(() -> Node.spare.text.length());
        show(() -> count = Node.spare.boxed);
        show(() -> Node.spare.boxed++);
        show(() -> nothing.toString());
        show(() -> nothing.hashCode());
        show(() -> System.out.println(nothing.getClass()));
        show(() -> word.isEmpty());
        show(() -> System.out.println(word + word.charAt(0)));
        show(() -> ((String) nothing).length());
        show(() -> ((Node) nothing).flag = true);
        show(() -> ((List<?>) nothing).size());
        show(() -> ((int[]) nothing)[0]++);
        show(() -> count = (int) (Integer) nothing);
        show(() -> longs[index + 2 * 3]++);
        show(() -> longs[(int) 5L] = 1);
        show(() -> System.out.println(longs.length));
        show(() -> System.out.println(longs.clone()));
        show(() -> System.out.println(((Object[]) nothing).clone()));
        show(() -> floats[-1] = floats[70000]);
        show(() -> System.out.println(floats[300]));
        show(() -> new Situations().self(new Node()));
        show(() -> new Umlaut().länge.next());
        show(() -> new Umlaut().maß(new Umlaut()).next());
        show(() -> ((Umlaut) nothing).maß(null));
    }

    static void methods() throws Throwable {
        show(() -> node().next());
        show(() -> node().find(1, "b", null, null));
        show(() -> new Node().find(1, "b", null, null, null, null).find(2, "c", new String[0], new int[0][]));
        show(() -> Node.none(1, 2, null, null, null).flag = Node.spare.flag);
        show(() -> new Node().next().next().next());
        show(() -> new Node().next().children[0].next());
        show(() -> Node.spare.find(0, "", null, null).next.next());
        show(() -> array().clone());
        show(() -> generic(new Holder<Node>()));
        show(() -> new Holder<Node[]>().get()[1].next());
        show(() -> new Holder<int[]>().get()[1]++);
        show(() -> genericArray(new Object[2]));
        show(() -> Map.<String, Integer>of().get("x").intValue());
        show(() -> count = new java.util.HashMap<String, Integer>().get("x"));
        show(() -> new Pair(null, null).left().next());
        show(() -> new Pair(new Node(), null).right.value++);
        show(() -> new Pair(null, null).left.next());
        show(() -> {
            Supplier<Node> supplier = () -> null;
            supplier.get().find(1, "b", null, null);
        });
        show(() -> {
            Supplier<Node> supplier = null;
            supplier.get();
        });
        show(() -> {
            Kind k = null;
            switch (k) {
                case ONE:
                    count++;
                    break;
                default:
            }
        });
        show(() -> {
            switch (word) {
                case "x":
                    count++;
                    break;
                default:
            }
        });
        show(() -> new Built((String) null));
        show(() -> new Derived(null));
        show(() -> new Delegating(null));
        show(() -> {
            throw (RuntimeException) nothing;
        });
    }

    static void locals() throws Throwable {
        show(() -> parameter(null, 2));
        show(() -> parameter(new Node(), 2));
        show(() -> wideParameters(1, 2, null));
        show(() -> written(null));
        show(() -> written(new Node()));
        show(() -> counted(new Node[] {new Node(), null}, 0));
        show(() -> writtenLater(null, 2));
        show(() -> writtenLater(new Node(), 2));
        show(() -> writtenInCall(null));
        show(() -> varargs(null, null));
        show(() -> varargs((Node[]) null));
        show(Situations::manyLocals);
        show(Situations::manyLocalsArray);
        show(() -> manyParameters(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                32, null));
        show(() -> manyParameters(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                32, new Node()));
        show(() -> conditional(true, null, null));
        show(() -> conditionalArgument(null, true));
        show(() -> conditionalIndex(true));
        show(() -> sameSourceTwice(new Node(), true));
        show(Situations::inCatch);
        show(Situations::inFinally);
        show(() -> inSwitch(2));
        show(() -> inSwitch(1000));
        show(() -> inSwitch(3));
        show(() -> inTableSwitch(2));
        show(() -> inLoop(java.util.Arrays.asList(new Node(), null)));
        show(() -> inLoop(null));
        show(Situations::afterLoop);
        show(() -> inSynchronized(null));
        show(() -> inSynchronizedBody(null));
        show(() -> shortCircuit(null));
        show(() -> nestedTry(null));
        show(() -> nestedTry(new Node()));
        show(() -> {
            boolean[] b = null;
            b[0] = !b[1];
        });
        show(() -> {
            byte[] b = null;
            b[1] = 5;
        });
        show(() -> {
            char[] c = null;
            c[1] = c[2];
        });
        show(() -> {
            short[] s = null;
            s[200] = 5;
        });
        show(() -> {
            Object[] o = null;
            o[40000] = "x";
        });
        show(() -> {
            double[] d = null;
            d[0] = 1.5;
        });
        show(() -> {
            float[] f = null;
            count = (int) f[two()];
        });
        show(() -> {
            Node[][][] n = new Node[2][2][];
            int i = 1, j = 0;
            n[i][j][i + j].value = 1;
        });
        show(() -> {
            int[] at = {1};
            Node[][] n = new Node[2][];
            n[at[0]][at[at[0] - 1]] = null;
        });
        show(() -> {
            ((Node) null).value = 1;
        });
        show(() -> ((Object) null).notify());
        show(() -> {
            synchronized (nothing) {
                count++;
            }
        });
        Node captured = null;
        show(() -> captured.next());
        int[] capturedArray = new int[1];
        show(() -> Node.table[capturedArray[0]][1] = 2);
    }

    static void explicit() throws Throwable {
        show(() -> {
            throw new NullPointerException();
        });
        show(() -> Situations.class.getDeclaredMethod("node").invoke(null).hashCode());
    }

    static void show(Situation situation) throws Throwable {
        try {
            situation.run();
        } catch (NullPointerException e) {
            StackTraceElement top = e.getStackTrace()[0];
            Object[] trace = (Object[]) unsafe.getObject(e, backtrace);
            System.out.println(top.getClassName() + "\t" + top.getMethodName() + "\t" + (((int[]) trace[1])[0] >>> 16) + "\t"
                    + (e.getMessage() == null ? "-" : e.getMessage()));
            return;
        }
        throw new AssertionError("no exception");
    }

    static final Unsafe unsafe;

    /** Offset of Throwable.backtrace, in which HotSpot keeps bytecode indices. */
    static final long backtrace;

    static {
        try {
            Field f = Unsafe.class.getDeclaredField("theUnsafe");
            f.setAccessible(true);
            unsafe = (Unsafe) f.get(null);
            backtrace = unsafe.objectFieldOffset(Throwable.class.getDeclaredField("backtrace"));
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    public static void main(String[] args) throws Throwable {
        fields();
        methods();
        locals();
        stack();
        explicit();
    }
}

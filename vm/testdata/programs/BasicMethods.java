import java.io.Serializable;

/** Choosing a method: overload resolution, varargs, widening, evaluation order, recursion, many parameters. */
public class BasicMethods {
    static String f(int x) {
        return "int";
    }

    static String f(long x) {
        return "long";
    }

    static String f(float x) {
        return "float";
    }

    static String f(double x) {
        return "double";
    }

    static String f(Object x) {
        return "Object";
    }

    static String g(Object x) {
        return "Object";
    }

    static String g(CharSequence x) {
        return "CharSequence";
    }

    static String g(String x) {
        return "String";
    }

    static String g(Object... x) {
        return "Object..." + (x == null ? "null" : x.length);
    }

    static String h(Number n) {
        return "Number";
    }

    static String h(Comparable<?> n) {
        return "Comparable";
    }

    static String h(Serializable s, int... rest) {
        return "Serializable,int..." + rest.length;
    }

    static String v(String format, Object... args) {
        return format + args.length;
    }

    static String v(int first, long... rest) {
        return "int,long..." + rest.length;
    }

    static String v(char... letters) {
        return "char..." + letters.length;
    }

    static int trace(String label, int value) {
        System.out.print(label + " ");
        return value;
    }

    static long many(byte a, short b, char c, int d, long e, float f, double g, boolean h, String i, long[] j, double k, long l, int m) {
        return a + b + c + d + e + (long) f + (long) g + (h ? 1 : 0) + i.length() + j[0] + (long) k + l + m;
    }

    static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    static int ackermann(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    static void hanoi(int n, char from, char to, char via, StringBuilder out) {
        if (n > 0) {
            hanoi(n - 1, from, via, to, out);
            out.append(from).append(to).append(' ');
            hanoi(n - 1, via, to, from, out);
        }
    }

    static void swap(int a, int b) {
        int t = a;
        a = b;
        b = t;
    }

    static void change(int[] array, StringBuilder builder, String string) {
        array[0] = 99;
        builder.append("!");
        string += "!";
        builder = null;
    }

    public static void main(String[] args) {
        byte b = 1;
        short s = 1;
        char c = 'c';
        System.out.println(f(b) + " " + f(s) + " " + f(c) + " " + f(1) + " " + f(1L) + " " + f(1f) + " " + f(1d) + " " + f("s") + " " + f(true));
        System.out.println(f(c + c) + " " + f(b + 1L) + " " + f(1 / 2f) + " " + f(s * 2.0) + " " + f(Integer.valueOf(1)));
        System.out.println(g("x") + " " + g(new StringBuilder()) + " " + g(1) + " " + g() + " " + g(1, 2) + " " + g((String) null));
        System.out.println(g((Object[]) null) + " " + g(new Object[] {1, 2, 3}) + " " + g((Object) new Object[] {1}) + " " + g(new int[] {1, 2}));
        System.out.println(h("s") + " " + h(new StringBuffer(), 1, 2) + " " + h((Number) 1));
        System.out.println(v("x") + " " + v("x", 1, 2) + " " + v(1) + " " + v(1, 2, 3) + " " + v('a', 'b') + " " + v());
        System.out.println(trace("a", 1) + trace("b", 2) * trace("c", 3));
        System.out.println(trace("x", 0) == 1 && trace("y", 1) == 1 || trace("z", 2) == 2);
        System.out.println(many((byte) 1, (short) 2, 'a', 4, 5L, 6.5f, 7.5, true, "nine", new long[] {10}, 11.9, 12, 13));
        System.out.println(gcd(1071, 462) + " " + ackermann(2, 6));
        StringBuilder moves = new StringBuilder();
        hanoi(4, 'A', 'C', 'B', moves);
        System.out.println(moves);
        int p = 1, q = 2;
        swap(p, q);
        int[] array = {1};
        StringBuilder builder = new StringBuilder("sb");
        String string = "str";
        change(array, builder, string);
        System.out.println(p + " " + q + " " + array[0] + " " + builder + " " + string);
    }
}

/** Conditions: short circuits, ternaries and their types, boolean operators, instanceof patterns and their scope. */
public class ControlConditions {
    static StringBuilder log = new StringBuilder();

    static boolean t(String name) {
        log.append(name);
        return true;
    }

    static boolean f(String name) {
        log.append(name.toUpperCase());
        return false;
    }

    static String flush() {
        String s = log.toString();
        log.setLength(0);
        return s;
    }

    static String size(Object o) {
        if (o instanceof String s && !s.isEmpty()) {
            return "string " + s.length();
        } else if (o instanceof Integer i && i > 10 || o instanceof Long) {
            return "number";
        } else if (!(o instanceof int[] array)) {
            return "other " + o;
        } else {
            return "array " + array.length;
        }
    }

    static int loop(Object o) {
        while (!(o instanceof Integer i)) {
            o = o.toString().length();
        }
        return i + 1;
    }

    static boolean same(Object a, Object b) {
        return a instanceof Number n && b instanceof Number m && n.intValue() == m.intValue();
    }

    static int sign(double d) {
        return d > 0 ? 1 : d < 0 ? -1 : d == 0 ? 0 : 99;
    }

    public static void main(String[] args) {
        System.out.println((t("a") && f("b") && t("c")) + flush());
        System.out.println((f("a") || f("b") || t("c") || t("d")) + flush());
        System.out.println((t("a") & f("b") & t("c")) + flush());
        System.out.println((t("a") | f("b")) + flush());
        System.out.println((t("a") ^ t("b") ^ t("c")) + flush());
        System.out.println((f("a") && t("b") || t("c") && !f("d")) + flush());
        System.out.println(!(t("a") && (f("b") || !t("c"))) + flush());
        System.out.println((t("a") ? f("b") : t("c")) + flush());
        System.out.println((f("a") ? t("b") : f("c") ? t("d") : t("e")) + flush());
        boolean x = f("x"), y;
        y = x |= t("y");
        System.out.println(x + " " + y + " " + flush());
        if (x = false) {
            System.out.println("never");
        }
        System.out.println(x);
        Object[] objects = {"", "four", 5, 50, 5L, new int[3], null, 'c'};
        for (Object o : objects) {
            System.out.println(size(o));
        }
        System.out.println(loop("hello") + " " + loop(41) + " " + loop(12345.5));
        System.out.println(same(1, 1L) + " " + same(1, 1.9) + " " + same("1", 1) + " " + same(2, (byte) 3));
        System.out.println(sign(2) + " " + sign(-0.5) + " " + sign(-0.0) + " " + sign(Double.NaN));
        System.out.println((Object) (true ? 1 : 'a') + " " + (Object) (true ? 1 : 1L) + " " + (Object) (false ? 1.0f : 2) + " " + (true ? null : 0));
        Integer i = null;
        try {
            int v = args.length == 0 ? i : 0;
            System.out.println(v);
        } catch (NullPointerException e) {
            System.out.println("ternary unboxed null");
        }
        System.out.println(true ? Integer.valueOf(1) : Double.valueOf(2));
        int n = 7;
        int max = n > 5 ? n < 10 ? 1 : 2 : n == 0 ? 3 : 4;
        System.out.println(max);
        System.out.println(n > 5 == true != false);
        System.out.println(1 < 2 == 3 > 2);
        System.out.println(5 & 6 | 1 ^ 3 << 1 + 1);
        System.out.println(-5 >> 1 + 2 * 3 % 4 - -1);
        final boolean DEBUG = false;
        if (DEBUG) {
            System.out.println("dead");
        }
        int assigned;
        if (n > 3 && (assigned = n * 2) > 10) {
            System.out.println(assigned);
        }
        Object o = "pattern";
        if (!(o instanceof String s)) {
            throw new AssertionError();
        }
        System.out.println(s.toUpperCase());
        boolean nullCheck = null instanceof Object;
        System.out.println(nullCheck);
        CharSequence cs = new StringBuilder("sb");
        System.out.println(cs instanceof Comparable<?> c && c != null);
        int a = 3, b = 3;
        System.out.println(a++ == b-- ? a + b : a * b);
        System.out.println((a > b ? "a" : "b") + (a = b) + (a == b));
    }
}

import java.util.function.Function;

/** Casts and tests of a class that see nothing but null for long, as in calls of overloaded methods, and then something else. */
public class TierNullCasts {
    record Point(int x, int y) {
    }

    static class Node {
        Object value;
        Node next;
    }

    private static int failures;

    static void check(boolean condition) {
        check(condition, (String) null);
    }

    static void check(boolean condition, Function<String, String> message) {
        if (!condition) {
            failures += message.apply("f").length();
        }
    }

    static void check(boolean condition, String message) {
        if (!condition) {
            failures += message == null ? 1 : message.length();
        }
    }

    static int kind(Object o) {
        if (o instanceof Point p) {
            return p.x() + p.y();
        }
        if (o instanceof int[][]) {
            return 1;
        }
        return o instanceof Comparable<?> ? 2 : 3;
    }

    static int length(Object o) {
        CharSequence text = (CharSequence) o;
        return text == null ? 0 : text.length();
    }

    static Point pointOf(Node n) {
        return n == null ? null : (Point) n.value;
    }

    static int hidden(Object o) {
        return ((Object) o) instanceof String s ? s.length() : -1;
    }

    static long round(int count, Object o, Node node) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            check(i >= 0);
            check(i % 1000 != 999);
            sum = sum * 3 + kind(o) + length(null) + hidden(o);
            Point p = pointOf(i % 2 == 0 ? node : null);
            sum += p == null ? 5 : p.y();
        }
        return sum;
    }

    public static void main(String[] args) {
        Node node = new Node();
        System.out.println(round(200_000, null, node) + " " + failures);
        if (Boolean.getBoolean("nullOnly")) {
            return;
        }
        node.value = new Point(3, 4);
        System.out.println(round(20_000, node.value, node) + " " + failures);
        System.out.println(round(20_000, new int[2][], node) + " " + round(20_000, "text", null) + " " + round(20_000, node, null));
        System.out.println(length("abc") + length(new StringBuilder("de")));
        node.value = "no point";
        for (Object wrong : new Object[] {node, 7}) {
            try {
                System.out.println(length(wrong));
            } catch (ClassCastException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            System.out.println(pointOf(node));
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        check(false, s -> s + "ailed");
        System.out.println(failures + " " + round(50_000, null, new Node()));
    }
}

import java.util.*;
import java.util.function.*;

/** Pattern switches with what they throw: MatchException, and where. */
public class PatternTraces {
    sealed interface Shape permits Circle, Square, Rect {}
    record Circle(double r) implements Shape {}
    record Square(double s) implements Shape {}
    record Rect(Point a, Point b) implements Shape {}
    record Point(int x, int y) {
        Point {
            if (x < -100) throw new IllegalArgumentException("x " + x);
        }
    }
    enum Color {
        RED, GREEN {
            int f() {
                return 2;
            }
        }, BLUE;
        int f() {
            return 1;
        }
    }
    static String t(Object o) {
        return switch (o) {
            case null -> "null!";
            case Integer i when i > 100 -> "big " + i;
            case Integer i -> "int " + i;
            case Long l -> "long " + l;
            case String s when s.length() > 3 && s.charAt(0) == 'h' -> "h-string " + s;
            case String s -> "string " + s;
            case Color c when c == Color.RED -> "red";
            case Color c -> "color " + c + c.f();
            case Rect(Point(var x, var y), Point p) when x == y -> "diag " + x + p;
            case Rect(Point(int x, int y), Point(int x2, int y2)) -> "rect " + (x2 - x) * (y2 - y);
            case Circle(double r) -> "circle " + r;
            case int[] a -> "ints " + a.length;
            case List<?> l when l.isEmpty() -> "empty list";
            case List<?> l -> "list " + l.getFirst() + l.getLast();
            case Character c -> "char " + c;
            default -> "other " + o.getClass().getName();
        };
    }
    static String e(Color c) {
        return switch (c) {
            case RED -> "r";
            case GREEN -> "g";
            case BLUE -> "b";
        };
    }
    static String s(Shape s) {
        return switch (s) {
            case Circle c -> "c";
            case Square q -> "q";
            case Rect r -> "r";
        };
    }
    interface Any {}
    static String q(Object x) {
        return switch (x) {
            case Color d when d == Color.RED -> "RED const";
            case Color c -> "c";
            case String t -> t;
            default -> "?";
        };
    }
    public static void main(String[] a) {
        for (Object o : new Object[]{null, 5, 500, 7L, "hello", "abc", "xhello", Color.RED, Color.GREEN, new Rect(new Point(1,1), new Point(3,4)), new Rect(new Point(1,2), new Point(3,4)), new Circle(2.5), new int[3], List.of(), List.of(1,2,3), 'c', 2.0f, new Object[0], new Square(1)})       System.out.println(t(o));
        for (Color c : Color.values()) System.out.println(e(c));
        System.out.println(s(new Square(2)) + s(new Circle(1)) + q(Color.RED) + q(Color.BLUE) + q("z") + q(3));
        try {
            e(null);
        } catch (NullPointerException x) {
            System.out.println(x.getMessage());
        }
        try {
            s(null);
        } catch (NullPointerException x) {
            System.out.println(x.getMessage());
            x.printStackTrace(System.out);
        }
        Object o = new Rect(null, new Point(1, 2));
        if (o instanceof Rect(Point(var x, var y), var p)) System.out.println("no");
        else System.out.println("no match " + o);
        record Bad(int v) {
            public int v() {
                throw new IllegalStateException("accessor " + v);
            }
        }
        Object b = new Bad(4);
        try {
            if (b instanceof Bad(int v)) System.out.println(v);
        } catch (MatchException x) {
            System.out.println(x + " cause " + x.getCause());
            x.printStackTrace(System.out);
        }
        try {
            System.out.println(switch (b) { case Bad(int v) when v > 1 -> v; default -> -1; });
        } catch (MatchException x) {
            System.out.println(x.getMessage());
        }
    }
}

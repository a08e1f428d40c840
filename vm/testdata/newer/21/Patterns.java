import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;

/** Record patterns, patterns for switch (JEP 440, 441) and sequenced collections (JEP 431). */
public class Patterns {
    sealed interface Shape permits Circle, Square, Group {}
    record Point(int x, double y) {}
    record Circle(Point centre, int radius) implements Shape {}
    record Square(Point corner, long side) implements Shape {}
    record Group(List<Shape> shapes, Shape first) implements Shape {}
    record Box<T>(T content) {}
    enum Colour { RED, GREEN, BLUE }
    sealed interface Token permits Colours, Other {}
    enum Colours implements Token { CYAN, MAGENTA }
    record Other(String text) implements Token {}

    static String describe(Object o) {
        return switch (o) {
            case null -> "nothing";
            case Integer i when i > 100 -> "large " + i;
            case Integer i -> "int " + i;
            case Long l -> "long " + l;
            case String s when s.isEmpty() -> "empty";
            case String s -> "text of " + s.length();
            case Circle(Point(int x, double y), var r) when r == 0 -> "dot at " + x + "," + y;
            case Circle(Point p, int r) -> "circle " + p + " " + r;
            case Square(Point(var x, var y), long side) -> "square " + x + " " + y + " " + side;
            case Group(var shapes, Circle(var centre, var r)) -> shapes.size() + " shapes, first a circle of " + r;
            case Group g -> "group";
            case Colour c when c == Colour.RED -> "red";
            case Colour c -> "colour " + c.ordinal();
            case int[] a -> "ints " + a.length;
            case Box(String s) -> "box of text " + s;
            case Box(Box(var inner)) -> "box in a box of " + inner;
            case Box(var any) -> "box of " + any;
            case Class<?> c -> "class " + c.getSimpleName();
            default -> o.getClass().getSimpleName();
        };
    }

    static int constants(Colour c) {
        return switch (c) {
            case RED -> 1;
            case GREEN -> 2;
            case BLUE -> 3;
        };
    }

    static String qualified(Token t) {
        return switch (t) {
            case Colours.CYAN -> "cyan";
            case Colours.MAGENTA -> "magenta";
            case Other(var text) -> "other " + text;
        };
    }

    static String strings(CharSequence s) {
        return switch (s) {
            case String t when t.startsWith("a") -> "a...";
            case String t -> "string";
            case StringBuilder b -> "builder";
            default -> "sequence";
        };
    }

    static String mixed(String s) {
        return switch (s) {
            case "one", "two" -> "small";
            case String t when t.length() > 4 -> "long";
            case null, default -> "other";
        };
    }

    record Failing(int value) {
        public int value() { throw new IllegalStateException("accessor"); }
    }

    public static void main(String[] args) {
        Circle dot = new Circle(new Point(1, 2.5), 0);
        Object[] objects = {
            null, 5, 500, 7L, "", "word", dot, new Circle(new Point(3, 4), 5), new Square(new Point(6, 7), 8L),
            new Group(List.of(dot, dot), dot), new Group(List.of(), new Square(null, 1)), Colour.RED, Colour.BLUE, new int[3],
            new Box<>("x"), new Box<>(new Box<>(2)), new Box<>(3), new Box<>(null), String.class, 'c', new ArrayList<>(),
        };
        for (int round = 0; round < 3; round++) {
            for (Object o : objects) {
                System.out.println(describe(o));
            }
        }
        for (Colour c : Colour.values()) {
            System.out.println(c + " " + constants(c));
        }
        System.out.println(qualified(Colours.CYAN) + qualified(Colours.MAGENTA) + qualified(new Other("o")));
        System.out.println(strings("abc") + strings("bcd") + strings(new StringBuilder()) + strings(new StringBuffer()));
        System.out.println(mixed("one") + mixed("three") + mixed("four") + mixed(null));
        try {
            if (new Failing(1) instanceof Failing(int v)) {
                System.out.println("not reached " + v);
            }
        } catch (MatchException e) {
            System.out.println(e + " " + e.getCause().getClass());
        }
        if (objects[6] instanceof Circle(Point(var x, var y), var r) && r == 0) {
            System.out.println(x + y + r);
        }
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        list.addFirst(0);
        list.addLast(4);
        System.out.println(list.reversed() + " " + list.getFirst() + list.getLast() + list.removeFirst() + list.removeLast());
        LinkedHashSet<String> set = new LinkedHashSet<>(List.of("a", "b", "c"));
        set.addFirst("c");
        System.out.println(set + " " + set.reversed());
        LinkedHashMap<String, Integer> map = new LinkedHashMap<>();
        map.put("x", 1);
        map.putFirst("y", 2);
        System.out.println(map + " " + map.firstEntry() + map.pollLastEntry() + map.sequencedKeySet().reversed());
        System.out.println("abcab".indexOf("ab", 1, 5) + " " + new StringBuilder().repeat("ha", 3) + " " + Math.clamp(12L, 1, 5));
    }
}

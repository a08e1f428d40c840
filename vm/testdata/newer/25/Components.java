import java.util.List;
import java.util.Objects;

/**
 * Switches over several patterns of one record, with components of primitive types: javac tries the components one after the other, each by a switch of its own.
 * Their sites are linked by the virtual machine, so that nothing of the library is called for them.
 */
public class Components {
    sealed interface Shape permits Circle, Rectangle, Text {
    }

    record Circle(double radius) implements Shape {
    }

    record Rectangle(double width, double height) implements Shape {
    }

    record Text(char first, long length, Object rest) implements Shape {
    }

    record Flags(boolean on, byte small, short more, int most, float rough) {
    }

    record Pair<A, B>(A first, B second) {
    }

    static double area(Shape shape) {
        return switch (shape) {
            case Circle(double radius) -> 3 * radius * radius;
            case Rectangle(double width, double height) when width > 10 -> 10 * height;
            case Rectangle(double width, double height) when height > 10 -> 10 * width;
            case Rectangle(double width, double height) -> width * height;
            case Text(char first, long length, String rest) when first == 'a' -> length + rest.length();
            case Text(char first, long length, Integer rest) when length > 2 -> first + rest;
            case Text(char first, long length, Object rest) -> Objects.hashCode(rest) + length;
        };
    }

    static String flags(Object object) {
        return switch (object) {
            case Flags(boolean on, byte small, short more, int most, float rough) when on && small > 0 -> "small " + small;
            case Flags(boolean on, byte small, short more, int most, float rough) when on && more > 0 -> "more " + more;
            case Flags(boolean on, byte small, short more, int most, float rough) when most > 0 -> "most " + most;
            case Flags(boolean on, byte small, short more, int most, float rough) -> "rough " + rough;
            case Pair(Pair(Integer a, Integer b), String c) when a > b -> c + a;
            case Pair(Pair(Integer a, Integer b), String c) -> c + b;
            case Pair(Pair(var a, var b), var c) -> "pair " + a + b + c;
            case Pair<?, ?> pair -> "other " + pair;
            case null -> "null";
            default -> "default " + object;
        };
    }

    public static void main(String[] args) {
        double sum = 0;
        for (int i = 0; i < 3000; i++) {
            Shape shape = switch (i % 6) {
                case 0 -> new Circle(i);
                case 1 -> new Rectangle(i % 20, 3);
                case 2 -> new Rectangle(3, i % 20);
                case 3 -> new Text((char) ('a' + i % 4), i % 5, "text" + i);
                case 4 -> new Text('b', i % 5, i);
                default -> new Text('c', i, i % 2 == 0 ? null : List.of(i));
            };
            sum += area(shape);
        }
        System.out.println(sum);
        for (int i = 0; i < 8; i++) {
            System.out.println(flags(new Flags(i % 2 == 0, (byte) (i % 4 - 1), (short) (i - 4), i - 5, i / 2f)));
        }
        System.out.println(flags(new Pair<>(new Pair<>(2, 1), "a")) + flags(new Pair<>(new Pair<>(1, 2), "b")) + flags(new Pair<>(new Pair<>(1L, 2), "c")));
        System.out.println(flags(new Pair<>(null, "d")) + flags(null) + flags("e"));
    }
}

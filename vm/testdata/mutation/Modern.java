import java.util.function.Function;
import java.util.function.Supplier;

/** A seed: lambdas, concatenation, records, nested classes, default methods. */
public class Modern {
    interface Shape {
        double area();

        default String text() {
            return "shape of " + area();
        }

        static Shape unit() {
            return new Square(1);
        }
    }

    record Square(double side) implements Shape {
        public double area() {
            return side * side;
        }
    }

    enum Color {
        RED, GREEN {
            @Override
            int code() {
                return 5;
            }
        };

        int code() {
            return ordinal();
        }
    }

    private static int calls;

    static String lambdas() {
        int base = 10;
        Function<Integer, Integer> add = x -> x + base + calls++;
        Supplier<String> name = Modern.class::getSimpleName;
        return name.get() + add.andThen(x -> x * 2).apply(5);
    }

    static Object shapes() {
        Shape s = new Square(2);
        return s.text() + s + s.equals(Shape.unit()) + s.hashCode();
    }

    static int colors() {
        int sum = 0;
        for (Color c : Color.values()) {
            sum += switch (c) {
                case RED -> 1;
                case GREEN -> c.code();
            };
        }
        return sum;
    }

    static class Inner {
        private static String hidden = "hidden";

        private int twice(int x) {
            return 2 * x + calls;
        }
    }

    static String nest() {
        return Inner.hidden + new Inner().twice(4);
    }
}

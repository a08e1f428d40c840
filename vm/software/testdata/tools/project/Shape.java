package partNUMBER;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** A sealed interface with default, static and private methods. */
public sealed interface Shape<T extends Comparable<? super T>> permits Shape.Circle, Shape.Square, Solid {
    int PART = NUMBER;

    T key();

    double area();

    default boolean largerThan(Shape<?> other) {
        return compareAreas(this, other) > 0;
    }

    private static int compareAreas(Shape<?> a, Shape<?> b) {
        return Double.compare(a.area(), b.area());
    }

    static <K extends Comparable<? super K>> Optional<Shape<K>> largest(Iterable<? extends Shape<K>> all) {
        Shape<K> best = null;
        for (Shape<K> shape : all) {
            if (best == null || shape.largerThan(best)) {
                best = shape;
            }
        }
        return Optional.ofNullable(best);
    }

    static <K extends Comparable<? super K>> Comparator<Shape<K>> by(ToDoubleFunction<? super Shape<K>> measure) {
        return Comparator.<Shape<K>>comparingDouble(measure).thenComparing(Shape::key);
    }

    default int metricCOPY(int x) { return x * NUMBER + COPY; } // repeat

    record Circle(String key, double radius) implements Shape<String> {
        @Override
        public double area() {
            return Math.PI * radius * radius;
        }
    }

    record Square(Integer key, double side) implements Shape<Integer> {
        public Square {
            if (side < 0) {
                throw new IllegalArgumentException("side " + side + " of " + key);
            }
        }

        public Square(double side) {
            this(NUMBER, side);
        }

        @Override
        public double area() {
            return side * side;
        }
    }
}

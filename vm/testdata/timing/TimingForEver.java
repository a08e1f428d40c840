import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** Does the same for ever, with calls of all kinds. */
public class TimingForEver {
    interface Shape {
        int area();
    }

    record Square(int side) implements Shape {
        public int area() {
            return times(side, side);
        }
    }

    record Flat() implements Shape {
        public int area() {
            throw new IllegalStateException("flat");
        }
    }

    static int times(int a, int b) {
        int product = 0;
        for (int i = 0; i < b; i++) {
            product += a;
        }
        return product;
    }

    static int safely(Shape shape) {
        try {
            return shape.area();
        } catch (IllegalStateException e) {
            return 1;
        }
    }

    static int apply(IntUnaryOperator f, int x) {
        return f.applyAsInt(x);
    }

    static int root(int n) {
        Map<Integer, Integer> seen = new HashMap<>();
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += safely(i % 5 == 0 ? new Flat() : new Square(i));
            sum += apply(x -> times(x, 2), n);
            seen.merge(i % 3, sum, Integer::sum);
        }
        return sum + seen.size();
    }

    public static void main(String[] args) {
        System.err.println("ready");
        int sum = 0;
        while (sum != Integer.MIN_VALUE) {
            sum = root(sum & 7);
        }
    }
}

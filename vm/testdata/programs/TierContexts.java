import java.util.function.IntUnaryOperator;

/** Methods that get hot in one context and are called in others afterwards: from elsewhere, deeper, in another thread, by reflection. */
public class TierContexts {
    private static final int ROUNDS = 3000;

    interface Shape {
        int area(int side);
    }

    static final class Square implements Shape {
        @Override
        public int area(int side) {
            return side * side;
        }
    }

    static final class Triangle implements Shape {
        @Override
        public int area(int side) {
            return half(side * side);
        }
    }

    static final class Circle implements Shape {
        @Override
        public int area(int side) {
            return side > 10 ? 3 * side : half(side) + half(side + 1);
        }
    }

    static int half(int n) {
        return n >> 1;
    }

    static int limited(int n) {
        return n < 0 ? -n : n > 1000 ? 1000 + half(n) : n;
    }

    static int sum(Shape shape, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += limited(shape.area(i)) + half(i);
        }
        return sum;
    }

    static int once(Shape shape, int n) {
        return limited(sum(shape, n & 7)) + limited(n);
    }

    static int deeper(Shape shape, int n, int depth) {
        return depth == 0 ? once(shape, n) : deeper(shape, n + 1, depth - 1) + half(depth);
    }

    static synchronized int locked(Shape shape, int n) {
        return once(shape, n) + half(n);
    }

    static int many(Shape shape, IntUnaryOperator f) {
        int sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            sum = 31 * sum + f.applyAsInt(once(shape, i));
        }
        return sum;
    }

    static int failing(Shape shape, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            try {
                sum += once(i % 7 == 3 ? null : shape, i);
            } catch (NullPointerException e) {
                sum--;
            }
        }
        return sum;
    }

    public static void main(String[] arguments) throws Exception {
        Shape square = new Square();
        Shape triangle = new Triangle();
        System.out.println(many(square, n -> n));
        System.out.println(many(square, n -> n + once(square, n)));
        System.out.println(many(triangle, TierContexts::half));
        int sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            sum += deeper(i % 3 == 0 ? triangle : square, i, i % 5) + locked(square, i);
        }
        System.out.println(sum);
        Shape circle = new Circle();
        System.out.println(many(circle, n -> limited(n) - half(n)));
        System.out.println(failing(circle, ROUNDS));
        Thread thread = new Thread(() -> System.out.println(many(triangle, n -> locked(circle, n))));
        thread.start();
        thread.join();
        var method = TierContexts.class.getDeclaredMethod("once", Shape.class, int.class);
        for (int i = 0; i < 100; i++) {
            sum += (int) method.invoke(null, i % 2 == 0 ? square : circle, i);
        }
        System.out.println(sum);
        System.out.println(sum(circle, 100 * ROUNDS) + sum(square, 30 * ROUNDS));
    }
}

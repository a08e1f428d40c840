import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Runs long enough to be compiled, and touches what differs between processors: numbers. */
public class Work {
    interface Shape {
        double area();
    }

    record Circle(double radius) implements Shape {
        public double area() {
            return Math.PI * radius * radius;
        }
    }

    record Square(double side) implements Shape {
        public double area() {
            return side * side;
        }
    }

    static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    public static void main(String[] arguments) {
        List<Shape> shapes = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            shapes.add(i % 3 == 0 ? new Circle(i / 7.0) : new Square(i % 11 - 0.5));
        }
        double sum = 0;
        for (int round = 0; round < 50; round++) {
            for (Shape s : shapes) {
                sum += s.area() % 10;
            }
        }
        System.out.println(sum + " " + (long) sum + " " + (int) (float) -sum + " " + Math.sqrt(sum) + " " + Math.sin(sum));
        System.out.println(fibonacci(20) + " " + Long.MIN_VALUE / -1 + " " + (1 << 33) + " " + (-7 >> 1) + " " + (-7 >>> 28) + " " + -7 % 3);
        System.out.println(shapes.stream().map(Object::toString).collect(Collectors.joining()).hashCode());
    }
}

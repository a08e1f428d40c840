import java.util.List;

/** Adds up areas. */
public class Shapes {
    interface Shape {
        double area();
    }

    record Square(double side) implements Shape {
        public double area() {
            return side * side;
        }
    }

    record Circle(double radius) implements Shape {
        public double area() {
            return Math.PI * radius * radius;
        }
    }

    record Triangle(double base, double height) implements Shape {
        public double area() {
            return base * height / 2;
        }
    }

    record Point() implements Shape {
        public double area() {
            return 0;
        }
    }

    public static void main(String[] args) {
        List<Shape> shapes = List.of(new Square(2), new Circle(1), new Square(3), new Triangle(2, 3), new Square(1), new Point());
        double sum = 0;
        for (int i = 0; i < 600_000; i++) {
            sum += shapes.get(i % shapes.size()).area();
        }
        System.out.println(Math.round(sum));
    }
}

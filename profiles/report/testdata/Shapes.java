package geometry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Sums the areas of many shapes, once in order and once by size.
 */
public class Shapes {
    interface Shape {
        double area();

        default String label() {
            return "shape of " + area();
        }
    }

    record Circle(double radius) implements Shape {
        @Override
        public double area() {
            return Math.PI * radius * radius;
        }
    }

    record Square(double side) implements Shape {
        @Override
        public double area() {
            return side * side;
        }
    }

    record Labelled(String name, Shape shape) implements Shape {
        @Override
        public double area() {
            return shape.area(); // 面積 of the shape inside
        }
    }

    private static final int COUNT = 10_000;

    static double sum(List<Shape> shapes) {
        double sum = 0;
        for (Shape shape : shapes) {
            sum += shape.area();
        }
        return sum;
    }

    static int depth(int n) {
        return n == 0 ? 0 : 1 + depth(n - 1);
    }

    static double sum(double[] areas) {
        double sum = 0;
        for (double area : areas) {
            sum += area;
        }
        return sum;
    }

    public static void main(String[] args) {
        List<Shape> shapes = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            shapes.add(i % 4 == 0 ? new Square(i) : new Circle(i));
        }
        shapes.add(new Labelled("unit", new Square(1)));
        System.out.println(sum(shapes));
        shapes.sort(Comparator.comparingDouble(shape -> shape.area()));
        System.out.println(sum(shapes) + depth(60));
        Thread counter = new Thread(() -> sum(shapes), "counter");
        counter.start();
    }
}

package demo;
import java.util.*;
public class Shapes {
    sealed interface Shape permits Circle, Square {}
    record Circle(double r) implements Shape {}
    record Square(double a) implements Shape {}
    static double area(Shape s) { return s instanceof Circle c ? Math.PI * c.r() * c.r() : ((Square) s).a() * ((Square) s).a(); }
    public static int sum(int... xs) { return Arrays.stream(xs).sum(); }
    public static void main(String[] args) {
        for (Shape s : List.of(new Circle(1), new Square(2))) System.out.printf("%s %.3f%n", s, area(s));
        System.out.println(String.join(",", args));
    }
}

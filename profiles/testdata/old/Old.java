import java.util.List;

public class Old {
    interface Shape { int area(); }
    record Square(int side) implements Shape { public int area() { return side * side; } }
    record Strip(int length) implements Shape { public int area() { return length; } }

    static int sum(List<Shape> shapes) {
        int sum = 0;
        for (Shape shape : shapes) sum += shape.area();
        return sum;
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 20; i++) sum += sum(List.of(new Square(i), new Strip(i)));
        if (sum == 0) throw new IllegalStateException();
    }
}

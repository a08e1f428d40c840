/** Virtual calls of one site with three receiver classes. */
public class VirtualCalls {
    abstract static class Shape {
        abstract int area();
    }

    static final class Square extends Shape {
        int side = 3;

        int area() {
            return side * side;
        }
    }

    static final class Rectangle extends Shape {
        int width = 2, height = 5;

        int area() {
            return width * height;
        }
    }

    static final class Point extends Shape {
        int area() {
            return 0;
        }
    }

    public static void main(String[] args) {
        Shape[] shapes = {new Square(), new Rectangle(), new Point()};
        long start = System.nanoTime();
        int result = 0;
        for (int i = 0, which = 0; i < 4_000_000; i++) {
            result += shapes[which].area();
            if (++which == shapes.length) {
                which = 0;
            }
        }
        System.out.println(result + " " + (System.nanoTime() - start));
    }
}

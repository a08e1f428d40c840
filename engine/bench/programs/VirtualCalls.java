/** Virtual calls of one site with three receiver classes. */
public final class VirtualCalls extends Harness {
    abstract static class Shape {
        abstract int area();
    }

    static final class Square extends Shape {
        int side = 3;

        @Override
        int area() {
            return side * side;
        }
    }

    static final class Rectangle extends Shape {
        int width = 2, height = 5;

        @Override
        int area() {
            return width * height;
        }
    }

    static final class Point extends Shape {
        @Override
        int area() {
            return 0;
        }
    }

    @Override
    long run(int size) {
        Shape[] shapes = {new Square(), new Rectangle(), new Point()};
        int result = 0;
        for (int i = 0, which = 0; i < size; i++) {
            result += shapes[which].area();
            if (++which == shapes.length) {
                which = 0;
            }
        }
        return result;
    }

    public static void main(String[] arguments) {
        new VirtualCalls()
                .expect("tiny", 3_000, 19_000)
                .expect("interp", 4_000_000, 25_333_336)
                .expect("full", 8_000_000, 50_666_673)
                .measure(arguments);
    }
}

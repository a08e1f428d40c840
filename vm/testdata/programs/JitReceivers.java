/** Calls whose receivers had one class when they were compiled, and later have others. */
public class JitReceivers {
    interface Shape {
        int area();

        default int twice() {
            return 2 * area();
        }
    }

    record Square(int side) implements Shape {
        @Override
        public int area() {
            return side * side;
        }
    }

    static class Bar implements Shape {
        final int length;

        Bar(int length) {
            this.length = length;
        }

        @Override
        public int area() {
            return length;
        }
    }

    /** Loaded late: it inherits the method that the calls have reached. */
    static class LongBar extends Bar {
        LongBar(int length) {
            super(length);
        }
    }

    /** Loaded late: it overrides the method. */
    static class Frame extends Bar {
        Frame(int length) {
            super(length);
        }

        @Override
        public int area() {
            return 4 * super.area();
        }
    }

    static long sum(Shape[] shapes, int rounds) {
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            Shape shape = shapes[i % shapes.length];
            sum += shape.area() + shape.twice();
            if (shape instanceof Square square) {
                sum += square.side() + square.hashCode() % 7;
            }
        }
        return sum;
    }

    static long bars(Bar[] bars, int rounds) {
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            Bar bar = bars[i % bars.length];
            sum = sum * 31 + bar.area();
        }
        return sum;
    }

    static String attempt(Shape shape) {
        try {
            return "" + shape.area();
        } catch (NullPointerException e) {
            return "null";
        }
    }

    public static void main(String[] arguments) {
        Shape[] shapes = {new Square(3)};
        Bar[] bars = {new Bar(5)};
        for (int i = 0; i < 30; i++) {
            System.out.println(sum(shapes, 2000) + " " + bars(bars, 2000) + " " + attempt(shapes[i % shapes.length]));
            switch (i) {
                case 5 -> shapes = new Shape[] {new Square(3), new Bar(2)};
                case 10 -> bars = new Bar[] {new Bar(5), new LongBar(6)};
                case 15 -> shapes = new Shape[] {new LongBar(3), new Square(4), new Frame(2)};
                case 20 -> bars = new Bar[] {new Frame(1), new LongBar(2), new Bar(9)};
                case 25 -> shapes = new Shape[] {new Square(1), new Shape() {
                    @Override
                    public int area() {
                        return 11;
                    }
                }};
            }
            for (int k = 0; k < 2000; k++) {
                attempt(k % 500 == 499 ? null : shapes[k % shapes.length]);
            }
        }
        System.out.println(attempt(null));
    }
}

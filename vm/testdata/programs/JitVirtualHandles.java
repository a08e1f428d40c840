import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Method handles to methods that are selected by the receiver, one of which a call site gets after the other. */
public class JitVirtualHandles {
    abstract static class Shape {
        abstract int area(int scale);

        int sides() {
            return 0;
        }

        final String name() {
            return getClass().getSimpleName() + sides();
        }

        @Override
        public String toString() {
            return "shape " + area(1);
        }
    }

    static class Square extends Shape {
        final int side;

        Square(int side) {
            this.side = side;
        }

        @Override
        int area(int scale) {
            return side * side * scale;
        }

        @Override
        int sides() {
            return 4;
        }
    }

    static final class Tile extends Square implements Comparable<Tile> {
        Tile(int side) {
            super(side);
        }

        @Override
        int area(int scale) {
            if (scale == 77) {
                throw new IllegalArgumentException("scale of " + side);
            }
            return super.area(scale) - 1;
        }

        @Override
        public int compareTo(Tile other) {
            return side - other.side;
        }
    }

    static final class Dot extends Shape {
        @Override
        int area(int scale) {
            return scale & 1;
        }

        @Override
        public int hashCode() {
            return 7;
        }
    }

    static int called(MethodHandle handle, Shape shape, int scale) throws Throwable {
        return (int) handle.invoke(shape, scale);
    }

    static Object asked(MethodHandle handle, Object receiver) throws Throwable {
        return handle.invoke(receiver);
    }

    public static void main(String[] arguments) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle area = lookup.findVirtual(Shape.class, "area", MethodType.methodType(int.class, int.class));
        MethodHandle squareArea = lookup.findVirtual(Square.class, "area", MethodType.methodType(int.class, int.class)).asType(area.type());
        MethodHandle sides = lookup.findVirtual(Shape.class, "sides", MethodType.methodType(int.class));
        MethodHandle name = lookup.findVirtual(Shape.class, "name", MethodType.methodType(String.class));
        MethodHandle text = lookup.findVirtual(Object.class, "toString", MethodType.methodType(String.class));
        MethodHandle hash = lookup.findVirtual(Object.class, "hashCode", MethodType.methodType(int.class));
        MethodHandle compare = lookup.findVirtual(Comparable.class, "compareTo", MethodType.methodType(int.class, Object.class));
        Shape[] shapes = {new Square(3), new Tile(5), new Dot()};
        long sum = 0;
        int thrown = 0;
        for (int i = 0; i < 60_000; i++) {
            Shape shape = shapes[i % 7 % 3];
            try {
                sum = sum * 31 + called(area, shape, i % 100);
                if (shape instanceof Square) {
                    sum += called(squareArea, shape, i & 7);
                }
            } catch (IllegalArgumentException e) {
                thrown++;
            }
            sum += (int) asked(sides, shape) + ((String) asked(name, shape)).length() + ((String) asked(text, i % 5 == 0 ? "five" : shape)).length();
            sum += (int) asked(hash, i % 3 == 0 ? shapes[2] : (Object) i);
            sum += (int) compare.invoke(shapes[1], new Tile(i % 9));
        }
        System.out.println(sum + " " + thrown);
        for (MethodHandle handle : new MethodHandle[] {sides, text}) {
            try {
                System.out.println(asked(handle, null));
            } catch (NullPointerException e) {
                System.out.println("a null receiver");
            }
            try {
                System.out.println(asked(handle, "no shape"));
            } catch (ClassCastException e) {
                System.out.println("another receiver");
            }
        }
    }
}

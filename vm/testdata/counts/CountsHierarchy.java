/** Call sites that could call more than they do: see TestHierarchy, which states how many methods. */
// expect edge CountsHierarchy.sum -> CountsHierarchy$Square.area = 20 kind interface
// expect edge CountsHierarchy.sum -> CountsHierarchy$Tall.area = 10 kind interface
// expect edge CountsHierarchy.square -> CountsHierarchy$Square.area = 10 kind virtual
// expect edge CountsHierarchy.text -> CountsHierarchy$Square.toString = 10
// expect edge CountsHierarchy.tall -> CountsHierarchy$Tall.area = 10
// expect calls CountsHierarchy$Loaded.<clinit> = 1
public class CountsHierarchy {
    interface Shape {
        int area();

        default int twice() {
            return 2 * area();
        }
    }

    static class Square implements Shape {
        public int area() {
            return 1;
        }

        @Override
        public String toString() {
            return "square";
        }
    }

    static class Tall extends Square {
        @Override
        public int area() {
            return 2;
        }
    }

    static class Loaded implements Shape { // but there is no object of it
        static int constant = Integer.parseInt("7");

        public int area() {
            return 3;
        }

        public int twice() {
            return 6;
        }
    }

    static class Never implements Shape { // not loaded
        public int area() {
            return 4;
        }
    }

    abstract static class Round implements Shape {
    }

    static class Circle extends Round { // the same as Loaded
        static int constant = Loaded.constant;

        public int area() {
            return helper();
        }

        static int helper() {
            return 5;
        }
    }

    static int sum(Shape[] all) {
        int sum = 0;
        for (Shape s : all) {
            sum += s.area();
        }
        return sum;
    }

    static int square(Square s) {
        return s.area();
    }

    static int tall(Tall s) {
        return s.area();
    }

    static int twice(Shape s) {
        return s.twice();
    }

    static String text(Square s) {
        return s.toString();
    }

    static int never(Object o) {
        return o instanceof Never n ? n.area() : 0;
    }

    public static void main(String[] args) {
        int sum = Circle.constant;
        Shape[] shapes = {new Square(), new Square(), new Tall()};
        for (int i = 0; i < 10; i++) {
            sum += sum(shapes) + square((Square) shapes[0]) + tall((Tall) shapes[2]) + twice(shapes[0]) + text((Square) shapes[1]).length() + never(null);
        }
        System.out.println(sum);
    }
}

/** One virtual call site with a known distribution of receivers: 500, 300 and 200 of 1000; one class inherits. */
// expect calls CountsDispatch$Shape.area = 200
// expect calls CountsDispatch$Circle.area = 500
// expect calls CountsDispatch$Square.area = 300
// expect edge CountsDispatch.total -> CountsDispatch$Circle.area = 500 kind virtual
// expect edge CountsDispatch.total -> CountsDispatch$Square.area = 300 kind virtual
// expect edge CountsDispatch.total -> CountsDispatch$Shape.area = 200 kind virtual
// expect edge CountsDispatch.main -> CountsDispatch.total = 1 kind static
// expect path CountsDispatch.main > CountsDispatch.total > CountsDispatch$Circle.area = 500
// expect calls CountsDispatch$Shape.<init> = 3
// expect edge CountsDispatch$Circle.<init> -> CountsDispatch$Shape.<init> = 1 kind special
// expect bytecodes CountsDispatch$Circle.area = 1000
public class CountsDispatch {
    static class Shape {
        int area() {
            return 1;
        }
    }

    static class Circle extends Shape {
        @Override
        int area() {
            return 3;
        }
    }

    static class Square extends Shape {
        @Override
        int area() {
            return 4;
        }
    }

    static class Inherits extends Shape {
    }

    static int total(Shape[] shapes) {
        int sum = 0;
        for (int i = 0; i < 1000; i++) {
            sum += shapes[i % shapes.length].area();
        }
        return sum;
    }

    public static void main(String[] args) {
        Shape circle = new Circle(), square = new Square(), inherits = new Inherits();
        Shape[] shapes = {circle, square, inherits, circle, circle, square, circle, inherits, square, circle};
        System.out.println(total(shapes));
    }
}

import java.util.ArrayList;
import java.util.List;

/** Interfaces: default, static and private methods, diamonds, re-abstraction, super calls, Object methods, constants. */
public class ClassInterfaces {
    interface Top {
        default String who() {
            return "Top";
        }

        String plain();
    }

    interface Left extends Top {
        @Override
        default String who() {
            return "Left<" + Top.super.who() + ">";
        }
    }

    interface Right extends Top {
    }

    interface OtherRight extends Top {
        @Override
        default String who() {
            return "OtherRight";
        }
    }

    interface Abstracted extends Left {
        @Override
        String who();
    }

    static class Diamond implements Left, Right {
        @Override
        public String plain() {
            return "diamond";
        }
    }

    static class Resolved implements Left, OtherRight {
        @Override
        public String who() {
            return Left.super.who() + "+" + OtherRight.super.who();
        }

        @Override
        public String plain() {
            return "resolved";
        }
    }

    static class Base {
        public String who() {
            return "Base class";
        }
    }

    static class ClassWins extends Base implements Left {
        @Override
        public String plain() {
            return "class wins";
        }
    }

    static class Again implements Abstracted {
        @Override
        public String who() {
            return "Again";
        }

        @Override
        public String plain() {
            return "again";
        }
    }

    static class SubDiamond extends Diamond implements OtherRight, Left {
        @Override
        public String who() {
            return "Sub:" + super.who() + ":" + OtherRight.super.who();
        }
    }

    interface Stack<T> {
        List<T> items();

        default Stack<T> push(T item) {
            check(item);
            items().add(item);
            return this;
        }

        default T pop() {
            return items().remove(items().size() - 1);
        }

        private void check(T item) {
            if (item == null) {
                throw new IllegalArgumentException(message("null item"));
            }
        }

        private static String message(String what) {
            return "Stack: " + what;
        }

        static <T> Stack<T> create() {
            List<T> list = new ArrayList<>();
            return () -> list;
        }
    }

    interface Shape extends Comparable<Shape> {
        double area();

        @Override
        default int compareTo(Shape o) {
            return Double.compare(area(), o.area());
        }

        boolean equals(Object o);

        String toString();
    }

    record Square(double side) implements Shape {
        @Override
        public double area() {
            return side * side;
        }
    }

    enum Unit implements Shape2 {
        ONE, TWO {
            @Override
            public int weight() {
                return 22;
            }
        }
    }

    interface Shape2 {
        default int weight() {
            return 11;
        }
    }

    interface A1 {
        default int f(int x) {
            return x <= 0 ? 0 : 1 + f(x - 1);
        }
    }

    interface A2 extends A1 {
        @Override
        default int f(int x) {
            return 100 + A1.super.f(x);
        }
    }

    public static void main(String[] args) {
        Top[] tops = {new Diamond(), new Resolved(), new ClassWins(), new Again(), new SubDiamond(), () -> "lambda"};
        for (Top top : tops) {
            System.out.println(top.who() + " " + top.plain());
        }
        Stack<String> stack = Stack.create();
        stack.push("a").push("b").push("c");
        System.out.println(stack.pop() + stack.pop() + stack.items());
        try {
            stack.push(null);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Shape s = new Square(2), t = new Square(3);
        System.out.println(s.compareTo(t) + " " + s.equals(new Square(2)) + " " + s + " " + (s.hashCode() == new Square(2).hashCode()));
        for (Unit u : Unit.values()) {
            System.out.println(u + " " + u.weight());
        }
        System.out.println(new A2() { }.f(3));
        System.out.println(new A1() { }.f(4));
        Object o = new Diamond();
        System.out.println((o instanceof Top) + " " + (o instanceof Right) + " " + (o instanceof OtherRight) + " " + (o instanceof Runnable));
        long total = 0;
        for (int i = 0; i < 6000; i++) {
            total += tops[i % tops.length].who().length();
        }
        System.out.println(total);
    }
}

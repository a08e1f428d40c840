import java.util.ArrayList;
import java.util.List;
import java.util.function.IntBinaryOperator;

/** Phases that make objects, call methods and choose between ways. */
final class Dispatch {
    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("trees");
            p.end(trees());
            p.start("chains");
            p.end(chains());
            p.start("shapes");
            p.end(shapes());
            p.start("twoShapes");
            p.end(twoShapes());
            p.start("visited");
            p.end(visited());
            p.start("points");
            p.end(points());
            p.start("ackermann");
            p.end(ackermann());
            p.start("machine");
            p.end(machine());
            p.start("enums");
            p.end(enums());
            p.start("textSwitch");
            p.end(textSwitch());
            p.start("typeTests");
            p.end(typeTests());
            p.start("interned");
            p.end(interned());
            p.start("stack");
            p.end(stack());
            p.start("searchTree");
            p.end(searchTree());
            p.start("garbage");
            p.end(garbage());
            p.start("accumulated");
            p.end(accumulated());
        }
    }

    private static final class Tree {
        Tree left;
        Tree right;

        static Tree make(int depth) {
            Tree tree = new Tree();
            if (depth > 0) {
                tree.left = make(depth - 1);
                tree.right = make(depth - 1);
            }
            return tree;
        }

        int count() {
            return 1 + (left == null ? 0 : left.count() + right.count());
        }
    }

    private static long trees() {
        long total = 0;
        for (int i = 0; i < 40; i++) {
            total += Tree.make(15).count();
        }
        return total;
    }

    private static final class Link {
        final int value;
        Link next;

        Link(int value, Link next) {
            this.value = value;
            this.next = next;
        }
    }

    private static long chains() {
        long total = 0;
        for (int round = 0; round < 20; round++) {
            Link first = null;
            for (int i = 0; i < 50000; i++) {
                first = new Link(i, first);
            }
            for (int again = 0; again < 5; again++) {
                for (Link link = first; link != null; link = link.next) {
                    total += link.value;
                }
            }
        }
        return total;
    }

    private interface Shape {
        double area();
    }

    private record Square(double side) implements Shape {
        public double area() {
            return side * side;
        }
    }

    private record Circle(double radius) implements Shape {
        public double area() {
            return 3.14 * radius * radius;
        }
    }

    private record Oblong(double width, double height) implements Shape {
        public double area() {
            return width * height;
        }
    }

    private record Triangle(double base, double height) implements Shape {
        public double area() {
            return base * height / 2;
        }
    }

    private static double areas(Shape[] shapes, int rounds) {
        double total = 0;
        for (int round = 0; round < rounds; round++) {
            for (Shape shape : shapes) {
                total += shape.area();
            }
        }
        return total;
    }

    private static long shapes() {
        Shape[] shapes = new Shape[1000];
        for (int i = 0; i < shapes.length; i++) {
            shapes[i] = switch (i * 7 % 4) {
                case 0 -> new Square(i);
                case 1 -> new Circle(i);
                case 2 -> new Oblong(i, 2);
                default -> new Triangle(i, 3);
            };
        }
        return (long) areas(shapes, 20000);
    }

    private abstract static class Animal {
        abstract int legs();

        int twice() {
            return legs() * 2;
        }
    }

    private static final class Dog extends Animal {
        int legs() {
            return 4;
        }
    }

    private static final class Bird extends Animal {
        int legs() {
            return 2;
        }
    }

    private static long twoShapes() {
        Animal[] animals = new Animal[512];
        for (int i = 0; i < animals.length; i++) {
            animals[i] = i % 3 == 0 ? new Dog() : new Bird();
        }
        long total = 0;
        for (int round = 0; round < 60000; round++) {
            for (Animal animal : animals) {
                total += animal.twice();
            }
        }
        return total;
    }

    private interface Visitor<R> {
        R number(int value);

        R sum(Node left, Node right);

        R product(Node left, Node right);
    }

    private interface Node {
        <R> R accept(Visitor<R> visitor);
    }

    private static Node number(int value) {
        return new Node() {
            public <R> R accept(Visitor<R> visitor) {
                return visitor.number(value);
            }
        };
    }

    private static Node expression(int depth) {
        if (depth == 0) {
            return number(depth + 3);
        }
        Node left = expression(depth - 1);
        Node right = expression(depth - 1);
        boolean even = depth % 2 == 0;
        return new Node() {
            public <R> R accept(Visitor<R> visitor) {
                return even ? visitor.sum(left, right) : visitor.product(left, right);
            }
        };
    }

    private static final class Evaluator implements Visitor<Integer> {
        public Integer number(int value) {
            return value;
        }

        public Integer sum(Node left, Node right) {
            return left.accept(this) + right.accept(this);
        }

        public Integer product(Node left, Node right) {
            return left.accept(this) * right.accept(this) % 10007;
        }
    }

    private static long visited() {
        Node expression = expression(10);
        long total = 0;
        for (int i = 0; i < 3000; i++) {
            total += expression.accept(new Evaluator());
        }
        return total;
    }

    private record Point(double x, double y) {
        Point plus(Point other) {
            return new Point(x + other.x, y + other.y);
        }

        Point times(double factor) {
            return new Point(x * factor, y * factor);
        }
    }

    private static long points() {
        Point position = new Point(0, 0);
        Point speed = new Point(1, 0.5);
        for (int i = 0; i < 10000000; i++) {
            position = position.plus(speed.times(0.001));
            if (position.x() > 100) {
                position = new Point(0, position.y() * 0.5);
            }
        }
        return (long) (position.x() + position.y());
    }

    private static int ackermann(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    private static long ackermann() {
        long total = 0;
        for (int i = 0; i < 12; i++) {
            total += ackermann(2, 700) + ackermann(3, 5);
        }
        return total;
    }

    /** A little stack machine, that counts down. */
    private static long machine() {
        byte[] code = {1, 100, 0, 2, 3, 4, 5, 1, 6, 7, 8, 3};
        long total = 0;
        for (int run = 0; run < 80000; run++) {
            int[] stack = new int[16];
            int top = 0;
            int counter = 40;
            int at = 0;
            while (at < code.length) {
                switch (code[at++]) {
                    case 0 -> stack[top++] = counter;
                    case 1 -> stack[top++] = code[at++];
                    case 2 -> stack[top - 1] += 3;
                    case 3 -> counter--;
                    case 4 -> total += stack[top - 1];
                    case 5 -> top = Math.max(top - 2, 0);
                    case 6 -> total ^= counter;
                    case 7 -> top = 0;
                    default -> at = counter > 0 ? 3 : code.length;
                }
                if (top == 0) {
                    stack[top++] = 1;
                }
            }
        }
        return total;
    }

    private enum Operation {
        ADD, SUBTRACT, TIMES, EXCLUSIVE
    }

    private static long enums() {
        Operation[] operations = Operation.values();
        long total = 1;
        for (int i = 0; i < 30000000; i++) {
            switch (operations[(i * 31 >>> 3) & 3]) {
                case ADD -> total += i;
                case SUBTRACT -> total -= i >> 1;
                case TIMES -> total *= 3;
                default -> total ^= i;
            }
        }
        return total;
    }

    private static long textSwitch() {
        String[] words = {"apple", "pear", "plum", "cherry", "none"};
        long total = 0;
        for (int i = 0; i < 15000000; i++) {
            switch (words[i % 5]) {
                case "apple" -> total += 1;
                case "pear" -> total += 2;
                case "plum" -> total += 3;
                case "cherry" -> total += 4;
                default -> total -= 1;
            }
        }
        return total;
    }

    private static long typeTests() {
        Object[] objects = {1, "two", 3.0, new int[4], 'c', new ArrayList<String>(), 7L};
        long total = 0;
        for (int i = 0; i < 5000000; i++) {
            Object object = objects[i % 7];
            if (object instanceof Integer number) {
                total += number;
            } else if (object instanceof CharSequence text) {
                total += text.length();
            } else if (object instanceof List<?> list) {
                total += list.size();
            } else if (object instanceof Comparable) {
                total++;
            }
        }
        return total;
    }

    private static long interned() {
        long total = 0;
        for (int i = 0; i < 400000; i++) {
            String text = ("text" + i % 100).intern();
            total += text == "text7" ? 100 : text.hashCode() & 3;
        }
        return total;
    }

    private static final class Stack<T> {
        private Object[] elements = new Object[4];
        private int size;

        void push(T element) {
            if (size == elements.length) {
                elements = java.util.Arrays.copyOf(elements, size * 2);
            }
            elements[size++] = element;
        }

        @SuppressWarnings("unchecked")
        T pop() {
            T element = (T) elements[--size];
            elements[size] = null;
            return element;
        }
    }

    private static long stack() {
        long total = 0;
        for (int round = 0; round < 3000; round++) {
            Stack<String> stack = new Stack<>();
            for (int i = 0; i < 2000; i++) {
                stack.push("s");
            }
            for (int i = 0; i < 2000; i++) {
                total += stack.pop().length();
            }
        }
        return total;
    }

    private static final class Branch {
        final int key;
        Branch left;
        Branch right;

        Branch(int key) {
            this.key = key;
        }

        void insert(int other) {
            if (other < key) {
                if (left == null) {
                    left = new Branch(other);
                } else {
                    left.insert(other);
                }
            } else if (other > key) {
                if (right == null) {
                    right = new Branch(other);
                } else {
                    right.insert(other);
                }
            }
        }

        long sum() {
            return key + (left == null ? 0 : left.sum()) + (right == null ? 0 : right.sum());
        }
    }

    private static long searchTree() {
        long total = 0;
        for (int round = 0; round < 8; round++) {
            Branch root = new Branch(500000);
            int state = round;
            for (int i = 0; i < 20000; i++) {
                state = state * 1103515245 + 12345;
                root.insert((state >>> 8) % 1000000);
            }
            total += root.sum();
        }
        return total;
    }

    private static byte[] kept;

    private static long garbage() {
        long total = 0;
        for (int i = 0; i < 1200000; i++) {
            kept = new byte[200 + (i & 255)];
            kept[i & 63] = 1;
            total += kept.length;
        }
        return total;
    }

    private static int fold(int[] values, int start, IntBinaryOperator operator) {
        int result = start;
        for (int value : values) {
            result = operator.applyAsInt(result, value);
        }
        return result;
    }

    private static long accumulated() {
        int[] values = new int[2000];
        for (int i = 0; i < values.length; i++) {
            values[i] = i * 17;
        }
        long total = 0;
        for (int i = 0; i < 8000; i++) {
            total += fold(values, i, (a, b) -> a + b) + fold(values, 1, (a, b) -> a ^ b) + fold(values, 0, Math::max);
        }
        return total;
    }
}

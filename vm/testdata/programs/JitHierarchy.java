import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;

/**
 * Methods that no class overrides while calls of them get hot, and that classes override which
 * are loaded later: in the middle of a loop, while the call is under way, by another thread,
 * by another loader, without a name.
 */
public class JitHierarchy {
    static final int ROUNDS = 120_000;

    static class Leaf {
        int value(int i) {
            return i & 3;
        }
    }

    static class LateLeaf extends Leaf {
        @Override
        int value(int i) {
            return 100 + (i & 1);
        }
    }

    /** Inherits the method: calls find the same one, but other objects. */
    static class QuietLeaf extends Leaf {
        int more = 7;
    }

    static Leaf make(String name) {
        try {
            return (Leaf) Class.forName(name).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** A leaf class gets subclasses in the middle of the loop, by name. */
    static long byName() {
        Leaf leaf = new Leaf();
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            if (i == ROUNDS / 2) {
                leaf = make("JitHierarchy$QuietLeaf");
            } else if (i == ROUNDS * 3 / 4) {
                leaf = make("JitHierarchy$LateLeaf");
            }
            sum = sum * 3 + leaf.value(i);
        }
        return sum;
    }

    static class Base {
        int value(int i) {
            return i % 5;
        }
    }

    static class First extends Base {}

    static class Second extends Base {}

    static class Third extends First {
        @Override
        int value(int i) {
            return super.value(i) + 1000;
        }
    }

    static int of(Base base, int i) {
        return base.value(i);
    }

    /** Several classes share a method until the first new of one that overrides it. */
    static long byNew() {
        Base[] bases = {new Base(), new First(), new Second()};
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            if (i == ROUNDS / 2) {
                bases[1] = new Third();
            }
            sum = sum * 3 + of(bases[i % 3], i) + bases[(i + 1) % 3].value(i);
        }
        return sum;
    }

    abstract static class Shape {
        abstract int area(int i);

        int twice(int i) {
            return 2 * area(i);
        }
    }

    static class Square extends Shape {
        @Override
        int area(int i) {
            return i * i & 15;
        }
    }

    /** Loaded first: it has no objects, and ends nothing. */
    abstract static class Round extends Shape {
        @Override
        int area(int i) {
            return -1;
        }
    }

    static class Circle extends Round {
        @Override
        int area(int i) {
            return super.area(i) + 3;
        }
    }

    /** An abstract method that one class implements. */
    static long byImplementation() {
        Shape shape = new Square();
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            if (i == ROUNDS / 3) {
                try {
                    Class.forName("JitHierarchy$Round");
                } catch (ClassNotFoundException e) {
                    throw new AssertionError(e);
                }
            } else if (i == ROUNDS / 2) {
                shape = new Circle();
            }
            sum = sum * 3 + shape.twice(i);
        }
        return sum;
    }

    static class Node {
        Node next;
        int limit;

        /** Calls itself, and at the end of the list has a class loaded. */
        int visit(int depth, boolean last) {
            int sum = depth;
            if (next != null) {
                sum += next.visit(depth + 1, last);
                sum += next.visit(depth + 2, false);
            } else if (last) {
                sum += replace(this);
            }
            return sum & 0xffff;
        }

        int step(int i) {
            if (i == limit) {
                current = lateNode();
                return -1;
            }
            return i & 7;
        }
    }

    static class LateNode extends Node {
        @Override
        int visit(int depth, boolean last) {
            return 31 * depth;
        }

        @Override
        int step(int i) {
            return -(i & 7);
        }
    }

    static class LaterNode extends LateNode {
        @Override
        int visit(int depth, boolean last) {
            return 37 * depth;
        }
    }

    static Node current;
    static Node middle;

    static Node lateNode() {
        return new LateNode();
    }

    static int replace(Node end) {
        middle.next = new LaterNode();
        return 1;
    }

    /** The frame of the loop waits in the inlined call when the class is loaded. */
    static long byCallee() {
        Node head = new Node();
        middle = head;
        for (int i = 0; i < 4; i++) {
            Node node = new Node();
            node.next = head;
            head = node;
            if (i == 1) {
                middle = node;
            }
        }
        long sum = 0;
        for (int i = 0; i < ROUNDS / 10; i++) {
            sum = sum * 3 + head.visit(i, i == ROUNDS / 12);
        }
        current = new Node();
        current.limit = ROUNDS / 2;
        for (int i = 0; i < ROUNDS; i++) {
            sum = sum * 3 + current.step(i);
        }
        return sum;
    }

    static class Watched {
        int value() {
            return 1;
        }
    }

    static class WatchedFromAside extends Watched {
        @Override
        int value() {
            return 2;
        }
    }

    static volatile Watched watched = new Watched();
    static volatile int progress;

    /** Another thread has the class loaded while this one loops. */
    static String byThread() throws InterruptedException {
        Thread thread = new Thread(() -> {
            while (progress < ROUNDS) {
                Thread.yield();
            }
            watched = new WatchedFromAside();
        });
        thread.start();
        int value;
        do {
            value = watched.value();
            progress++;
        } while (value == 1);
        thread.join();
        return "value " + value;
    }

    static class Glanced {
        int value() {
            return 1;
        }
    }

    static class GlancedFromAside extends Glanced {
        @Override
        int value() {
            return 2;
        }
    }

    static final Glanced[] glanced = new Glanced[8];
    static volatile boolean looping;

    /** The same, in a loop that writes nothing and calls nothing: all that it tests could be tested once. */
    static String byThreadWhileNothingHappens() throws InterruptedException {
        Arrays.fill(glanced, new Glanced());
        Thread thread = new Thread(() -> {
            while (!looping) {
                Thread.yield();
            }
            for (int i = 0; i < 40; i++) {
                Thread.yield();
            }
            Arrays.fill(glanced, new GlancedFromAside());
        });
        thread.start();
        looping = true;
        int value = 1;
        for (int i = 0; value == 1; i++) {
            value = glanced[i & 7].value();
        }
        thread.join();
        return "value " + value;
    }

    public static class Local {
        public Local() {}

        int local(int i) {
            return i & 1;
        }

        protected int shared(int i) {
            return i & 1;
        }

        static int ask(Local local, int i) {
            return 10 * local.local(i) + local.shared(i);
        }
    }

    /** Of another loader it lies in another package, and does not override the first method. */
    static class Foreign extends Local {
        public Foreign() {}

        @Override
        int local(int i) {
            return 5;
        }

        @Override
        protected int shared(int i) {
            return 7;
        }
    }

    static class Hidden extends Local {
        public Hidden() {}

        @Override
        int local(int i) {
            return 8;
        }
    }

    static byte[] bytes(String name) throws Exception {
        try (InputStream in = JitHierarchy.class.getResourceAsStream("/" + name + ".class")) {
            return in.readAllBytes();
        }
    }

    static class Other extends ClassLoader {
        Other() {
            super(JitHierarchy.class.getClassLoader());
        }

        Class<?> define(String name) throws Exception {
            byte[] b = bytes(name);
            return defineClass(name, b, 0, b.length);
        }
    }

    static Local made(Class<?> c) throws Exception {
        var constructor = c.getDeclaredConstructor();
        constructor.setAccessible(true);
        return (Local) constructor.newInstance();
    }

    static long ask(Local[] locals) {
        long sum = 0;
        for (int i = 0; i < ROUNDS / 3; i++) {
            sum = sum * 3 + Local.ask(locals[i % locals.length], i);
        }
        return sum;
    }

    /** Classes of another loader, of this one, and hidden ones. */
    static String byLoader() throws Exception {
        Local[] locals = {new Local(), new Local()};
        String result = "" + ask(locals);
        locals[0] = made(new Other().define("JitHierarchy$Foreign"));
        result += " " + ask(locals);
        locals[1] = made(MethodHandles.lookup().defineHiddenClass(bytes("JitHierarchy$Hidden"), false).lookupClass());
        result += " " + ask(locals);
        locals[1] = new Foreign();
        return result + " " + ask(locals);
    }

    interface Greeter {
        default int greet(int i) {
            return i & 1;
        }
    }

    interface LoudGreeter extends Greeter {
        @Override
        default int greet(int i) {
            return 9;
        }
    }

    static class Person implements Greeter {}

    static class Friend extends Person {}

    /** Declares nothing: the interface that it names has a more special method. */
    static class Neighbour extends Person implements LoudGreeter {}

    static long byDefault() {
        Person[] persons = {new Person(), new Friend()};
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            if (i == ROUNDS / 2) {
                persons[1] = new Neighbour();
            }
            sum = sum * 3 + persons[i % 2].greet(i);
        }
        return sum;
    }

    static class Fragile {
        int divide(int a, int b) {
            return a / b;
        }
    }

    static class Careful extends Fragile {
        @Override
        int divide(int a, int b) {
            return b == 0 ? -1 : super.divide(a, b);
        }
    }

    /** Null receivers and exceptions where the receiver is not looked at. */
    static String byException() {
        Fragile[] all = {new Fragile(), null};
        int nulls = 0;
        int arithmetic = 0;
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            if (i == ROUNDS / 2) {
                all[0] = new Careful();
            }
            try {
                sum += all[i % 1000 == 999 ? 1 : 0].divide(i, i % 1001);
            } catch (NullPointerException e) {
                nulls++;
            } catch (ArithmeticException e) {
                arithmetic++;
            }
        }
        return sum + " " + nulls + " " + arithmetic;
    }

    static final class Sealed extends Base {}

    static long byFinal() {
        Sealed last = new Sealed();
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            sum = sum * 3 + last.value(i);
        }
        return sum;
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println("final " + byFinal());
        for (int i = 0; i < 2; i++) {
            System.out.println("name " + byName());
            System.out.println("new " + byNew());
            System.out.println("implementation " + byImplementation());
            System.out.println("callee " + byCallee());
            System.out.println("loader " + byLoader());
            System.out.println("default " + byDefault());
            System.out.println("exception " + byException());
        }
        System.out.println("thread " + byThread());
        System.out.println("by thread, while nothing happens: " + byThreadWhileNothingHappens());
    }
}

import java.util.ArrayList;
import java.util.List;

/**
 * What inlined calls count is pending where a real call, an exception, the end of the program, or another way through the
 * method finds it.
 */
public class TierCounters {
    interface Shape {
        int area();
    }

    static final class Square implements Shape {
        final int side;

        Square(int side) {
            this.side = side;
        }

        @Override
        public int area() {
            return side * side;
        }
    }

    static final class Band implements Shape {
        final int width;
        final int height;

        Band(int width, int height) {
            this.width = width;
            this.height = height;
        }

        @Override
        public int area() {
            return width * height;
        }
    }

    static final class Dot implements Shape {
        @Override
        public int area() {
            return 0;
        }
    }

    static final class Line implements Shape {
        @Override
        public int area() {
            return twice(calls) & 1;
        }
    }

    static final class Ring implements Shape {
        final Shape inner = new Square(2);
        final Shape outer = new Band(4, 5);

        @Override
        public int area() {
            return outer.area() - inner.area();
        }
    }

    static final class Broken implements Shape {
        @Override
        public int area() {
            throw new IllegalStateException("broken");
        }
    }

    static int calls;

    static int twice(int value) {
        return value + value;
    }

    static int sign(int value) {
        if (value < 0) {
            return -1;
        }
        return value == 0 ? 0 : 1;
    }

    /** Never inlined, as it is synchronized. */
    static synchronized int real(int depth, int value) {
        calls++;
        int sum = value;
        for (int i = 0; i < depth; i++) {
            sum += real(depth - 1 - i, sign(value - i)) + twice(i);
            sum ^= sum << 3;
            sum += sum >>> 5;
            sum ^= sum << 7;
        }
        return sum;
    }

    /** A real call of a known callee comes before one of any callee, in a method that is inlined. */
    static int knownThenAny(Shape shape, int value) {
        int known = real(1, value);
        return known + shape.area();
    }

    static class Ground {
        int height() {
            return 0;
        }
    }

    static class Hill extends Ground {
        @Override
        int height() {
            return calls & 7;
        }
    }

    static class Mountain extends Hill {
        @Override
        int height() {
            return super.height() + 100;
        }
    }

    static class Peak extends Mountain {
        @Override
        int height() {
            return super.height() * 2;
        }
    }

    /** The same, where the classes of receivers have subclasses: none is tested for. */
    static int knownThenSelected(Ground ground, int value) {
        int known = real(1, value);
        return known + ground.height();
    }

    static int inlinesSelected(Ground ground, int value) {
        return knownThenSelected(ground, value) + sign(value);
    }

    /** Has a context at each depth. */
    static synchronized int climbs(int depth, Ground[] grounds, int value) {
        int climbed = inlinesSelected(grounds[(value + depth) % 4], value);
        return depth == 0 ? climbed : climbed + climbs(depth - 1, grounds, value + 1);
    }

    static int inlinesBoth(Shape shape, int value) {
        return knownThenAny(shape, value) + sign(value);
    }

    /** Contexts begin in the order of the calls, also where some ways leave one out. */
    static int sometimes(int value) {
        int sum = 0;
        if (value % 3 == 0) {
            sum += twice(value);
        }
        sum += real(1, value);
        if (value % 5 == 0) {
            sum += sign(value);
        }
        sum += real(2, value);
        return sum;
    }

    static int checked(int[] values, int index) {
        return twice(index) + values[index] + sign(index);
    }

    /** Exceptions leave several activations with pending events, some of which handle them. */
    static int risky(int[] values, int index, Shape shape) {
        int before = twice(index) + sign(index);
        try {
            return before + checked(values, index) + real(1, index) + shape.area() + twice(before);
        } catch (ArrayIndexOutOfBoundsException e) {
            return -before + sign(before);
        }
    }

    static int riskier(int[] values, int index, Shape shape) {
        int before = twice(index);
        return before + risky(values, index, shape) + sign(before);
    }

    static int caught(int[] values, int index, Shape shape) {
        try {
            return riskier(values, index, shape);
        } catch (IllegalStateException e) {
            return sign(index) + e.getMessage().length();
        }
    }

    static int deep(int depth) {
        int before = twice(depth) + sign(depth);
        return depth == 0 ? Integer.parseInt("x" + before) : deep(depth - 1) + sign(before);
    }

    static int endless(int depth) {
        return endless(depth + 1) + twice(depth) + sign(depth);
    }

    /** Natives that compiled code executes itself, most of the time. */
    static int copies(Object from, Object to, int length) {
        int before = twice(length);
        System.arraycopy(from, 0, to, 0, length);
        return before + sign(length) + to.getClass().getName().length();
    }

    static int copied(Object from, Object to, int length) {
        try {
            return copies(from, to, length) + twice(length);
        } catch (ArrayStoreException | IndexOutOfBoundsException e) {
            return sign(length);
        }
    }

    static List<int[]> allocates(int rounds) {
        List<int[]> made = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            made.add(boxes(i));
        }
        return made;
    }

    static int[] boxes(int size) {
        int[] some = new int[sign(size) + 1];
        int[] more = new int[size & 7];
        some[0] = more.length + new Square(size).area();
        return some;
    }

    static void ends(int depth) {
        int before = twice(depth) + sign(depth);
        if (depth == 0) {
            System.exit(3);
        }
        ends(depth - 1);
        calls += sign(before);
    }

    public static void main(String[] arguments) throws Exception {
        Shape[] shapes = {new Square(3), new Band(2, 5), new Dot(), new Line(), new Ring(), new Broken()};
        Ground[] grounds = {new Ground(), new Hill(), new Mountain(), new Peak()};
        int[] values = {4, 8, 15, 16, 23, 42};
        long sum = 0;
        for (int i = 0; i < 3000; i++) {
            Shape whole = shapes[i % 5];
            sum = sum * 31 + inlinesBoth(whole, i) + inlinesBoth(shapes[(i >> 1) % 5], -i);
            sum = sum * 31 + inlinesSelected(grounds[i % 4], -i) + climbs(i / 100, grounds, i);
            sum = sum * 31 + sometimes(i);
            sum = sum * 31 + caught(values, i % 7, shapes[i % 6]);
            sum = sum * 31 + copied(values, i % 11 == 0 ? new long[9] : new int[9], i % 8);
        }
        System.out.println(sum + " " + calls);
        for (int i = 0; i < 200; i++) {
            try {
                sum += deep(i % 20);
            } catch (NumberFormatException e) {
                sum = sum * 31 + e.getMessage().length();
            }
        }
        System.out.println(sum);
        int overflows = 0;
        for (int i = 0; i < 3; i++) {
            try {
                endless(0);
            } catch (StackOverflowError e) {
                overflows++;
            }
        }
        System.out.println(overflows);
        int total = 0;
        for (int i = 0; i < 20; i++) {
            for (int[] some : allocates(300)) {
                total += some[0];
            }
        }
        System.out.println(total);
        Object never = new Object();
        Thread waits = new Thread(() -> {
            int before = twice(calls) + sign(calls);
            synchronized (never) {
                try {
                    never.wait();
                } catch (InterruptedException e) {
                    calls = before;
                }
            }
        });
        waits.setDaemon(true);
        waits.start();
        while (waits.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        for (int i = 0; i < 500; i++) {
            calls += sign(i);
        }
        ends(40);
    }
}

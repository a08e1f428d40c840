import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/** What values_test.go states of the arguments of these calls follows from the loop. */
public class Passes {
    static final int ROUNDS = 3000;
    static final Object[] BOXES = {7, 7L, 0.5, 'q'};
    static long calls;
    enum Color {
        RED, GREEN { int weight() { return 2; } }, BLUE;

        int weight() { return 1; }
    }

    interface Shape { int area(int k); }

    static class Square implements Shape { public int area(int k) { return k * k; } }

    static class Flat implements Shape { public int area(int k) { return 0; } }

    /** Its size is the program's own affair. */
    static class Strange extends ArrayList<Integer> {
        @Override public int size() { calls += 1000000; return -7; }
    }

    static class Usual extends ArrayList<Integer> { }

    static void integers(int i, long l, short s, byte b) { calls++; }

    static void small(boolean z, char c, Color color) { calls++; }

    static void floating(float f, double d) { calls++; }

    static void texts(String s, Object o, int[] a) { calls++; }

    static void boxes(Object o, Boolean b) { calls++; }

    static void many(int i) { calls++; }

    static int twice(int n) { return n + n; }

    static void sized(Object o) { calls++; }

    static void step(int i) {
        integers(i % 3, i % 2 == 0 ? Long.MIN_VALUE : 1L << 40, (short) (i % 4 - 2), (byte) 200);
        small(i % 3 == 0, (char) ('a' + i % 2), i % 10 == 0 ? null : Color.values()[i % 3]);
        floating(i % 2 == 0 ? -0.0f : 1.5f, i % 4 == 0 ? Double.NaN : i % 4 == 1 ? Double.NEGATIVE_INFINITY : i % 4 == 2 ? 0.1 : -1e300);
        texts("x".repeat(i % 5), i % 2 == 0 ? new int[i % 6][] : null, new int[i % 2]);
        boxes(BOXES[i % 4], i % 2 == 0);
        many(i);
    }

    static int inline(int i) { return twice(i % 7); }

    static void collections() {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        Strange strange = new Strange();
        strange.add(1);
        Usual usual = new Usual();
        usual.add(1);
        usual.add(2);
        ArrayDeque<Integer> deque = new ArrayDeque<>();
        for (int i = 0; i < 40; i++) {
            deque.addLast(i);
            if (i >= 5) {
                deque.removeFirst();
            }
        }
        Map<String, Integer> map = new HashMap<>(Map.of("a", 1, "b", 2));
        Object[] all = {
            list, strange, usual, deque, map, map.keySet(), map.values(), Collections.unmodifiableMap(map), Collections.emptyList(),
            List.of(), List.of(1), List.of(1, 2), Map.of(), Map.of(1, 2), Arrays.asList(1, 2, 3, 4), new TreeSet<>(list), list.subList(0, 2),
            EnumSet.allOf(Color.class), new StringBuilder("hello"), new ConcurrentHashMap<>(map), new LinkedBlockingQueue<>(list),
            new LinkedHashMap<>(map).entrySet(), "h\u00e9llo \u4e16", new Object(), new long[9], Collections.synchronizedList(Collections.unmodifiableList(usual)),
        };
        for (Object o : all) {
            sized(o);
        }
    }

    public static void main(String[] arguments) {
        Shape[] shapes = {new Square(), new Flat(), new Square()};
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            step(i);
            sum += shapes[i % 3].area(i % 2) + inline(i);
            sum += twice(i % 2) - twice(i % 4);
        }
        Shape none = null;
        for (int i = 0; i < 10; i++) {
            try {
                sum += (i < 4 ? none : shapes[0]).area(i);
            } catch (NullPointerException e) {
                sum++;
            }
        }
        collections();
        Runnable[] actions = {() -> calls++, Passes::collections};
        sized(actions[0]);
        System.out.println(sum + " " + calls);
    }
}

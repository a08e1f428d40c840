package shapes;

import java.util.Arrays;
import java.util.List;

/** Records of many shapes, and what their implicit methods do. */
public class Records {
    record Empty() {
    }

    record One(int only) {
    }

    record Primitives(boolean z, byte b, char c, short s, int i, long j, float f, double d) {
    }

    record References(String text, Object any, int[] array, List<String> list, Integer box, One record) {
    }

    record Pair<A, B extends Comparable<B>>(A left, B right) implements Comparable<Pair<A, B>> {
        @Override
        public int compareTo(Pair<A, B> other) {
            return right.compareTo(other.right);
        }
    }

    record Accessors(int value, String text) {
        public int value() {
            return value * 100;
        }

        public String text() {
            throw new IllegalStateException("accessor called");
        }
    }

    record OwnText(int a, int b) {
        @Override
        public String toString() {
            return "own " + hashCode();
        }
    }

    record Umlaut(int länge, String größe) {
    }

    record Long33(long a, double b, String c, long d, double e, String f, long g, double h, String i, long j, double k, String l, long m, double n,
            String o, long p, double q, String r, long s, double t, String u, long v, double w, String x, long y, double z, String aa, long bb,
            double cc, String dd, long ee, double ff, String gg) {
        static Long33 of(long n, double d, String s) {
            return new Long33(n, d, s, n, d, s, n, d, s, n, d, s, n, d, s, n, d, s, n, d, s, n, d, s, n, d, s, n, d, s, n, d, s);
        }
    }

    /** Says what is called on it. */
    record Loud(Object first, Object second) {
    }

    static class Speaker {
        final String name;

        Speaker(String name) {
            this.name = name;
        }

        @Override
        public int hashCode() {
            System.out.println("hash of " + name);
            return name.hashCode();
        }

        @Override
        public boolean equals(Object o) {
            System.out.println(name + " equals " + o);
            return o instanceof Speaker s && s.name.charAt(0) == name.charAt(0);
        }

        @Override
        public String toString() {
            System.out.println("text of " + name);
            return name.isEmpty() ? null : "%s " + name;
        }
    }

    static class Failing {
        @Override
        public int hashCode() {
            throw new IllegalStateException("hash");
        }

        @Override
        public boolean equals(Object o) {
            throw new IllegalStateException("equals");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("text");
        }
    }

    interface Shape {
        record Circle(double radius) implements Shape {
        }
    }

    /** Everything that the implicit methods say of the records, and of each pair of them. */
    static void compare(Record... records) {
        for (Record r : records) {
            System.out.println(r + " " + r.hashCode() + " " + r.equals(null) + r.equals("text"));
        }
        for (Record a : records) {
            StringBuilder row = new StringBuilder();
            for (Record b : records) {
                row.append(a.equals(b) ? '=' : '.');
            }
            System.out.println(row);
        }
    }

    static void attempt(Runnable r) {
        try {
            r.run();
            System.out.println("nothing thrown");
        } catch (RuntimeException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        record Local(int a, Shape.Circle b) {
        }
        int[] array = {1};
        compare(new Empty(), new Empty(), new One(0), new One(-5), new One(-5), new Local(1, null), new Local(1, new Shape.Circle(2)),
                new Shape.Circle(Double.NaN), new Shape.Circle(-Double.NaN), new Shape.Circle(0), new Shape.Circle(-0.0));
        Primitives p = new Primitives(true, (byte) -1, 'x', (short) -2, 3, 1L << 40, 1.5f, -2.5);
        compare(p, new Primitives(true, (byte) -1, 'x', (short) -2, 3, 1L << 40, 1.5f, -2.5),
                new Primitives(false, (byte) -1, 'x', (short) -2, 3, 1L << 40, 1.5f, -2.5),
                new Primitives(true, (byte) 1, 'x', (short) -2, 3, 1L << 40, 1.5f, -2.5),
                new Primitives(true, (byte) -1, 'y', (short) -2, 3, 1L << 40, 1.5f, -2.5),
                new Primitives(true, (byte) -1, 'x', (short) 2, 3, 1L << 40, 1.5f, -2.5),
                new Primitives(true, (byte) -1, 'x', (short) -2, 4, 1L << 40, 1.5f, -2.5),
                new Primitives(true, (byte) -1, 'x', (short) -2, 3, 1L << 41, 1.5f, -2.5),
                new Primitives(true, (byte) -1, 'x', (short) -2, 3, 1L << 40, Float.NaN, -2.5),
                new Primitives(true, (byte) -1, 'x', (short) -2, 3, 1L << 40, Float.NaN, -2.5),
                new Primitives(true, (byte) -1, 'x', (short) -2, 3, 1L << 40, 0f, -2.5),
                new Primitives(true, (byte) -1, 'x', (short) -2, 3, 1L << 40, -0f, -2.5),
                new Primitives(true, (byte) -1, 'x', (short) -2, 3, 1L << 40, 1.5f, Double.NaN));
        References r = new References("text", 'c', null, List.of("a", "b"), 5, new One(1));
        compare(r, new References("te" + "xt".trim(), 'c', null, Arrays.asList("a", "b"), 5, new One(1)),
                new References(null, null, null, null, null, null), new References(null, null, null, null, null, null),
                new References(null, 5L, null, null, 5000, null), new References(null, 5L, null, null, Integer.valueOf("5000"), new One(2)));
        System.out.println(new References(null, null, array, null, null, null).equals(new References(null, null, array, null, null, null)));
        System.out.println(new References(null, null, array, null, null, null).equals(new References(null, null, array.clone(), null, null, null)));
        compare(new Pair<>("a", 1), new Pair<>("a", 1), new Pair<>(new Pair<>(null, "x"), 2L), new Accessors(1, "a"), new Accessors(1, "a"),
                new Accessors(2, "a"), new OwnText(1, 2), new OwnText(1, 2), new Umlaut(1, "ß"), new Umlaut(1, "s"));
        compare(Long33.of(1, 2, "3"), Long33.of(1, 2, "3"), Long33.of(1, 2, null), Long33.of(1, Double.NaN, "3"), Long33.of(0, 2, "3"));
        Loud loud = new Loud(new Speaker("anna"), new Speaker("bert"));
        compare(loud, new Loud(new Speaker("ada"), new Speaker("boris")), new Loud(new Speaker("ada"), null), new Loud(new Speaker("c"), "d"));
        System.out.println(new Loud(new Object() {
            @Override
            public String toString() {
                return null;
            }
        }, "100 %d %n"));
        Loud failing = new Loud(1, new Failing());
        attempt(() -> failing.toString());
        attempt(() -> failing.hashCode());
        attempt(() -> failing.equals(new Loud(1, null)));
        attempt(() -> failing.equals(new Loud(2, null)));
        attempt(() -> failing.equals(failing));
    }
}

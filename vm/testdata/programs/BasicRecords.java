import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Records: accessors, compact constructors, equals/hashCode/toString of every type, generic and nested records. */
public class BasicRecords {
    record Empty() {}

    record Point(int x, int y) implements Comparable<Point> {
        static final Point ORIGIN = new Point(0, 0);

        Point {
            if (x < -1000) {
                throw new IllegalArgumentException("x too small: " + x);
            }
        }

        Point(int both) {
            this(both, both);
        }

        double distance() {
            return Math.sqrt(x * x + y * y);
        }

        @Override
        public int compareTo(Point o) {
            return x != o.x ? Integer.compare(x, o.x) : Integer.compare(y, o.y);
        }
    }

    record Every(boolean z, byte b, short s, char c, int i, long l, float f, double d, String str, Object o, int[] array) {}

    record Pair<A, B extends Comparable<B>>(A first, B second) {
        static <T extends Comparable<T>> Pair<T, T> twin(T t) {
            return new Pair<>(t, t);
        }

        <C> Pair<C, B> mapFirst(Function<? super A, ? extends C> f) {
            return new Pair<>(f.apply(first), second);
        }
    }

    record Range(int low, int high) {
        Range {
            if (low > high) {
                int t = low;
                low = high;
                high = t;
            }
        }

        @Override
        public int low() {
            return low * 10;
        }

        @Override
        public String toString() {
            return "[" + low + ".." + high + "]";
        }
    }

    record Person(String name, List<String> tags) {
        static int created;

        Person(String name, List<String> tags) {
            this.name = name.trim();
            this.tags = List.copyOf(tags);
            created++;
        }

        Person(String name, String... tags) {
            this(name, Arrays.asList(tags));
        }
    }

    record Floats(float f, double d) {}

    public static void main(String[] args) {
        System.out.println(new Empty() + " " + new Empty().equals(new Empty()) + " " + new Empty().hashCode());
        Point p = new Point(3, 4);
        System.out.println(p + " " + p.x() + " " + p.y() + " " + p.distance() + " " + p.hashCode());
        System.out.println(p.equals(new Point(3, 4)) + " " + p.equals(new Point(4, 3)) + " " + p.equals(null) + " " + p.equals("x"));
        System.out.println(new Point(5) + " " + Point.ORIGIN);
        try {
            new Point(-2000, 0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        int[] shared = {1};
        Every every = new Every(true, (byte) 1, (short) 2, 'c', 4, 5L, 6f, 7d, "s", null, shared);
        Every same = new Every(true, (byte) 1, (short) 2, 'c', 4, 5L, 6f, 7d, "s", null, shared);
        Every other = new Every(true, (byte) 1, (short) 2, 'c', 4, 5L, 6f, 7d, "s", null, new int[] {1});
        System.out.println(every.equals(same) + " " + every.equals(other) + " " + (every.hashCode() == same.hashCode()));
        System.out.println(new Every(false, (byte) 1, (short) 2, 'c', 4, 5L, 6f, 7d, "s", "o", null));
        System.out.println(new Every(false, (byte) -1, (short) -2, 'z', -4, -5L, -6f, -7d, null, List.of(1), null).hashCode());
        System.out.println(new Floats(Float.NaN, -0.0).equals(new Floats(Float.NaN, -0.0)) + " " + new Floats(0f, 0.0).equals(new Floats(-0f, 0.0)));
        System.out.println(new Floats(1.5f, 2.5).hashCode() + " " + new Floats(1.5f, 2.5));
        Pair<String, Integer> pair = new Pair<>("a", 1);
        System.out.println(pair + " " + pair.mapFirst(String::length) + " " + Pair.twin("t"));
        Pair<Pair<String, Integer>, String> nested = new Pair<>(pair, "outer");
        System.out.println(nested + " " + nested.hashCode() + " " + nested.first().second());
        System.out.println(new Pair<>(null, (String) null) + " " + new Pair<>(null, (String) null).hashCode());
        Range range = new Range(9, 2);
        System.out.println(range + " " + range.low() + " " + range.high() + " " + range.hashCode() + " " + range.equals(new Range(2, 9)));
        Person person = new Person("  Ann ", "x", "y");
        System.out.println(person + " " + person.equals(new Person("Ann", List.of("x", "y"))) + " " + Person.created);
        Map<Point, String> map = new TreeMap<>();
        map.put(new Point(2, 1), "c");
        map.put(new Point(1, 2), "b");
        map.put(new Point(1, 1), "a");
        System.out.println(map);
        record Local(int n) {
            Local doubled() {
                return new Local(n * 2);
            }
        }
        System.out.println(new Local(21).doubled());
        System.out.println(Point.class.isRecord() + " " + Record.class.isRecord() + " " + Arrays.toString(Pair.class.getRecordComponents()));
    }
}

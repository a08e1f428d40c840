import java.util.function.IntFunction;

/**
 * Strings that compiled code joins: of each kind of operand, at the borders of numbers, and of what it leaves to the
 * runtime: null, other objects, other characters, long strings, and toString that throws.
 */
public class JitConcatenation {
    static int hash;
    static int calls;

    static void add(String s) {
        hash = 31 * hash + s.hashCode() + s.length();
    }

    static String ints(int i) { return "i" + i; }
    static String bytes(byte b, short s) { return b + "," + s; }
    static String longs(long l) { return l + "L"; }
    static String chars(char c, boolean b) { return "<" + c + b + ">"; }
    static String booleans(boolean a, boolean b) { return "" + a + b; }
    static String strings(String a, String b) { return a + "=" + b + ";"; }
    static String objects(Object a, Object b) { return a + "/" + b; }
    static String floats(float f, double d) { return f + " " + d; }
    static String wide(String a, int i) { return a + "\u20ac" + i; }
    static String text(int i) { return "exactly eight, then some more text and a number: " + i + " of many, many others"; }
    static String many(int i, long l, String s, char c) { return i + s + l + c + -i + s + -l + c + (byte) i + (short) l + (i > 0) + s; }
    static String twice(Object o) {
        return o + "" + o;
    }
    String name = "field";
    String member(int i) { return name + i + this.name; }
    synchronized String locked(int i) { return "locked " + i; }

    record Point(int x, int y) { }

    static class Named {
        final int n;
        Named(int n) { this.n = n; }
        @Override public String toString() {
            calls++;
            if (n % 1000 == 999) {
                throw new IllegalStateException("no name for " + n);
            }
            return n % 7 == 3 ? null : "N" + n;
        }
    }

    static final int[] INTS = {0, 1, -1, 9, 10, 99, 100, -100, 999, 1000, 9999, 10000, 99999, 100000, 999999, 1000000, 9999999, 10000000, 99999999, 100000000, 999999999, 1000000000,
        Integer.MAX_VALUE, Integer.MIN_VALUE, -999999999, -1000000000};

    static long edge(int i) {
        long power = 1;
        for (int k = 0; k < i % 19; k++) {
            power *= 10;
        }
        return switch (i / 19 % 6) {
            case 0 -> power;
            case 1 -> power - 1;
            case 2 -> -power;
            case 3 -> 1 - power;
            case 4 -> Long.MIN_VALUE + i;
            default -> Long.MAX_VALUE - i;
        };
    }

    static void each(String what, int times, IntFunction<String> f) {
        hash = 0;
        for (int i = 0; i < times; i++) {
            add(f.apply(i));
        }
        String last = f.apply(times - 1);
        System.out.println(what + ": " + hash + ", at last " + last.substring(Math.max(0, last.length() - 60)));
    }

    public static void main(String[] args) {
        String longText = "0123456789abcdef".repeat(300);
        JitConcatenation one = new JitConcatenation();
        each("ints", 30000, i -> ints(INTS[i % INTS.length]));
        each("all ints", 30000, i -> ints(i * 1664525 + 1013904223));
        each("bytes and shorts", 70000, i -> bytes((byte) i, (short) i));
        each("longs", 30000, i -> longs(edge(i)));
        each("all longs", 30000, i -> longs(i * 6364136223846793005L));
        each("chars", 70000, i -> chars((char) (i % 300 == 299 ? i : i % 256), i % 3 == 0));
        each("booleans", 20000, i -> booleans(i % 2 == 0, i % 3 == 0));
        each("strings", 20000, i -> strings(i % 2 == 0 ? "" : "some", "text" + i % 5));
        each("strings of all sizes", 20000, i -> strings(longText.substring(0, i % 1200), i % 500 == 0 ? longText : "x"));
        each("wide strings", 20000, i -> strings(i % 50 == 0 ? "\u03b1" : "a", "b"));
        each("nulls", 20000, i -> strings(i % 10 == 0 ? null : "a", i % 15 == 0 ? null : "b"));
        each("objects", 20000, i -> objects(i % 3 == 0 ? new Point(i, -i) : "point", i % 5 == 0 ? Integer.valueOf(i) : "integer"));
        each("objects with names", 900, i -> objects(new Named(i), "x"));
        each("floats", 5000, i -> floats(i / 3f, i * 0.37));
        each("wide text", 5000, i -> wide("v", i));
        each("text", 20000, JitConcatenation::text);
        each("many", 20000, i -> many(i, edge(i), "s" + i % 3, (char) ('a' + i % 26)));
        each("fields", 20000, one::member);
        each("locked", 20000, one::locked);
        each("twice", 20000, i -> twice(i % 100 == 0 ? new Named(i % 7) : "o"));

        int thrown = 0;
        for (int i = 0; i < 20000; i++) {
            try {
                add(objects(i % 10 == 0 ? new Named(i + 999) : "a", "b"));
            } catch (IllegalStateException e) {
                thrown++;
                add(e.getMessage());
            }
        }
        System.out.println("thrown: " + thrown + ", calls: " + calls + ", hash: " + hash);

        // What is kept fills the heap while strings are joined.
        String[] kept = new String[1 << 15];
        for (int i = 0; i < 400000; i++) {
            int at = i * 31 & kept.length - 1;
            String before = kept[at];
            kept[at] = "kept" + i + "/" + (before == null ? "" : before.substring(0, 6));
        }
        hash = 0;
        for (String s : kept) {
            add(s);
        }
        System.out.println("kept: " + hash);
    }
}

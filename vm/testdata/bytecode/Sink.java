import java.lang.reflect.Array;

/** Takes values off the operand stack of odd bytecode, and puts some there. */
public class Sink {
    private static StringBuilder text = new StringBuilder();
    public static int trips;

    public static void i(int v) {
        text.append('I').append(v).append(' ');
    }

    public static void j(long v) {
        text.append('J').append(v).append(' ');
    }

    public static void f(float v) {
        text.append('F').append(v).append(' ');
    }

    public static void d(double v) {
        text.append('D').append(v).append(' ');
    }

    public static void a(Object v) {
        text.append('A').append(Show.text(v)).append(' ');
    }

    public static int one(int v) {
        return v + 1;
    }

    public static long two(long v) {
        return v + 1;
    }

    /** Throws on its first calls since the last take. */
    public static void fail(int times) {
        if (trips++ < times) {
            throw new IllegalStateException("trip " + trips);
        }
    }

    public static int bits(float v) {
        return Float.floatToRawIntBits(v);
    }

    /** The raw bytes of a boolean array, as far as Java shows them. */
    public static String booleans(boolean[] a) {
        StringBuilder b = new StringBuilder();
        for (boolean v : a) {
            b.append(v ? 't' : 'f').append(v == true ? '1' : '0');
        }
        return b + " " + Array.getLength(a);
    }

    public static String take() {
        String s = text.toString();
        text = new StringBuilder();
        trips = 0;
        return s;
    }
}

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** Objects and arrays of all sizes, made so often that the collector runs and the methods get hot. */
public class BasicAllocation {
    static class Empty {
    }

    static class Three {
        byte a;
        long b;
        Object c;
    }

    static class Large extends Three {
        long d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v;
    }

    static Three node(int i, Object next) {
        Three n = i % 3 == 0 ? new Large() : new Three();
        if (n.a != 0 || n.b != 0 || n.c != null || n instanceof Large large && (large.d | large.v) != 0) {
            throw new AssertionError("a new object is not zero");
        }
        n.a = (byte) i;
        n.b = i * 3L;
        n.c = next;
        if (n instanceof Large large) {
            large.d = large.v = ~i;
        }
        return n;
    }

    static boolean[] booleans(int n) {
        return new boolean[n];
    }

    static byte[] bytes(int n) {
        return new byte[n];
    }

    static char[] chars(int n) {
        return new char[n];
    }

    static short[] shorts(int n) {
        return new short[n];
    }

    static int[] ints(int n) {
        return new int[n];
    }

    static long[] longs(int n) {
        return new long[n];
    }

    static float[] floats(int n) {
        return new float[n];
    }

    static double[] doubles(int n) {
        return new double[n];
    }

    static Object[] objects(int n) {
        return new Empty[n];
    }

    static int[][] rows(int n) {
        return new int[n][];
    }

    /** The sum of an array's elements, all of which were zero, after they have been set. */
    static long fill(Object array) {
        long sum = 0;
        if (array instanceof byte[] a) {
            for (int i = 0; i < a.length; i++) {
                sum += a[i];
                a[i] = -1;
            }
        } else if (array instanceof char[] a) {
            for (int i = 0; i < a.length; i++) {
                sum += a[i];
                a[i] = 'x';
            }
        } else if (array instanceof int[] a) {
            for (int i = 0; i < a.length; i++) {
                sum += a[i];
                a[i] = -1;
            }
        } else if (array instanceof long[] a) {
            for (int i = 0; i < a.length; i++) {
                sum += a[i];
                a[i] = -1;
            }
        } else if (array instanceof double[] a) {
            for (int i = 0; i < a.length; i++) {
                sum += Double.doubleToRawLongBits(a[i]);
                a[i] = -1;
            }
        } else if (array instanceof Object[] a) {
            for (int i = 0; i < a.length; i++) {
                sum += a[i] == null ? 0 : 1;
            }
        }
        if (sum != 0) {
            throw new AssertionError("a new array is not zero");
        }
        return java.lang.reflect.Array.getLength(array);
    }

    static final int[] EDGES = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 63, 127, 128, 129, 1023, 1024, 2045, 2046, 2047, 4091, 4092, 4093,
        8183, 8184, 8185, 16367, 16368, 16369, 16383, 16384, 16385, 20000};

    static String describe(IntFunction<Object> maker, int n) {
        try {
            Object array = maker.apply(n);
            return array.getClass().getSimpleName() + " " + java.lang.reflect.Array.getLength(array);
        } catch (NegativeArraySizeException | OutOfMemoryError e) {
            return e.toString();
        }
    }

    static int constants() {
        int sum = new int[0].length + new byte[5].length + new long[3].length + new String[7].length + new char[20000].length;
        int[] known = {1, 2, 3};
        Object[] mixed = {known, null, "x"};
        return sum + known[2] + mixed.length;
    }

    static String constantlyNegative() {
        try {
            return "" + new int[-1].length;
        } catch (NegativeArraySizeException e) {
            return e.getMessage();
        }
    }

    static String storesAreChecked(Object[] array, Object value) {
        try {
            array[0] = value;
            return "stored";
        } catch (ArrayStoreException e) {
            return e.getMessage();
        }
    }

    public static void main(String[] arguments) {
        List<IntFunction<Object>> makers = List.of(BasicAllocation::booleans, BasicAllocation::bytes, BasicAllocation::chars,
                BasicAllocation::shorts, BasicAllocation::ints, BasicAllocation::longs, BasicAllocation::floats,
                BasicAllocation::doubles, BasicAllocation::objects, BasicAllocation::rows);
        long total = 0;
        for (int round = 0; round < 40; round++) {
            for (IntFunction<Object> maker : makers) {
                for (int n : EDGES) {
                    total += fill(maker.apply(n));
                }
            }
        }
        System.out.println("elements " + total);
        for (IntFunction<Object> maker : makers) {
            for (int n : new int[] {-1, Integer.MIN_VALUE, 5, Integer.MAX_VALUE}) {
                System.out.println(describe(maker, n));
            }
        }

        Object chain = null;
        List<Object> kept = new ArrayList<>();
        long sum = 0;
        for (int i = 0; i < 400_000; i++) {
            Three n = node(i, i % 100 == 0 ? null : chain);
            chain = n;
            if (i % 5000 == 0) {
                kept.add(n);
                kept.add(ints(i % 97));
            }
            sum += new Empty().equals(n) ? 1 : n.b;
        }
        System.out.println("sum " + sum);
        long check = 0;
        for (Object o : kept) {
            check += o instanceof Three n ? n.b + n.a : ((int[]) o).length;
        }
        System.out.println("check " + check);

        int constant = 0;
        for (int i = 0; i < 1000; i++) {
            constant += constants();
        }
        System.out.println("constant lengths " + constant);
        String negative = "";
        for (int i = 0; i < 1000; i++) {
            negative = constantlyNegative();
        }
        System.out.println("negative " + negative);
        String[] stores = new String[3];
        for (int i = 0; i < 1000; i++) {
            stores[0] = storesAreChecked(objects(1), new Empty());
            stores[1] = storesAreChecked(objects(1), "text");
            stores[2] = storesAreChecked(rows(1), ints(1));
        }
        System.out.println(Arrays.toString(stores));
    }
}

/** A seed: arrays of all kinds, and what goes wrong with them. */
public class Arrays {
    static Object[] objects = {"a", 1, 2.5, new int[] {1, 2}};
    static long[] longs = {1, 2, 3};

    static int fill() {
        int[] a = new int[10];
        for (int i = 0; i < a.length; i++) {
            a[i] = i * i;
        }
        byte[] b = {1, 2, 3};
        char[] c = "text".toCharArray();
        boolean[] z = new boolean[4];
        z[1] = b[0] == 1;
        short[] s = new short[2];
        s[1] = (short) c[2];
        return a[9] + b[2] + c[3] + s[1] + (z[1] ? 1 : 0);
    }

    static double wide() {
        double[] d = {0.5, 1.5};
        float[] f = new float[3];
        f[2] = 4;
        longs[1] += 5;
        return d[0] * f[2] + longs[1];
    }

    static Object nested() {
        int[][][] m = new int[2][3][];
        m[1][2] = new int[] {1, 2, 3};
        Object[] o = m[1];
        return o[2];
    }

    static String stores() {
        try {
            Object[] o = new String[1];
            o[0] = objects[1];
            return "stored";
        } catch (ArrayStoreException e) {
            return e.getMessage();
        }
    }

    static int bounds() {
        try {
            return (int) longs[objects.length];
        } catch (ArrayIndexOutOfBoundsException e) {
            return ((int[]) objects[3])[1];
        } finally {
            longs = longs.clone();
        }
    }
}

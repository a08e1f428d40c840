import java.util.Arrays;

/** Loops over arrays that compiled code unrolls: bounds that are missed, variables that wrap, arrays that overlap. */
public class TierUnrolled {
    private static final int ROUNDS = 60;

    static int[] shared = new int[10];
    static volatile boolean stop;

    double[][] rows;

    static int sum(int[] a, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            sum += a[i];
        }
        return sum;
    }

    static int sumWithOffset(int[] a, int offset, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum = 31 * sum + a[i + offset] - a[i + offset - 1];
        }
        return sum;
    }

    static int down(int[] a, int from, int to, int step) {
        int sum = 0;
        for (int i = from; i >= to; i -= 3) {
            a[i] += step;
            sum += a[i] * i;
        }
        for (int i = from; i > to; i--) {
            sum ^= a[i] + i;
        }
        return sum;
    }

    static int stride(byte[] a, int from, int by) {
        int count = 0;
        for (int i = from; i < a.length; i += by) {
            a[i]++;
            count++;
        }
        return count;
    }

    static int strideLong(byte[] a, long from, int by) {
        int count = 0;
        for (long i = from; i < a.length; i += by) {
            a[(int) i] ^= 5;
            count++;
        }
        return count;
    }

    /** The variable reaches the greatest int, or wraps. */
    static int nearTheEnd(int from, int to, short[] a) {
        int sum = 0;
        int left = 40;
        for (int i = from; i <= to; i++) {
            sum += a[i & 15] ^ i;
            if (--left < 0) {
                break;
            }
        }
        return sum;
    }

    static int nearTheBeginning(int from, char[] a) {
        int sum = 0;
        int left = 50;
        for (int i = from; i - 5 < 10; i++) {
            sum = sum * 7 + a[i & 7];
            if (--left < 0) {
                return sum;
            }
        }
        return -sum;
    }

    static void shift(long[] from, long[] to, int by) {
        for (int i = 0; i + by < to.length; i++) {
            to[i + by] = from[i] + 1;
        }
    }

    static int conditions(int[] a) {
        int even = 0;
        int last = -1;
        for (int i = 0; i < a.length; i++) {
            if (a[i] % 2 == 0) {
                even++;
            } else {
                last = i;
            }
        }
        return 1000 * even + last;
    }

    static int find(int[] a, int what) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] == what) {
                return i;
            }
        }
        return -1;
    }

    /** Exceptions in the middle, after some elements have been stored. */
    static String divide(int[] a, int[] by, int[] to) {
        int i = 0;
        try {
            for (; i < to.length; i++) {
                to[i] = a[i] / by[i];
            }
            return "done " + i;
        } catch (ArithmeticException | ArrayIndexOutOfBoundsException | NullPointerException e) {
            return e.getClass().getName() + " at " + i;
        }
    }

    void multiply(double factor, int step) {
        for (int i = 0; i < rows.length; i++) {
            for (int j = step; j < rows[i].length; j++) {
                rows[i][j] -= factor * rows[step][j];
            }
        }
    }

    /** Another thread changes the array in the middle. */
    static long watch() throws InterruptedException {
        stop = false;
        Thread writer = new Thread(() -> {
            for (int i = 0; !stop; i++) {
                int[] fresh = new int[10 + i % 7];
                fresh[3] = i;
                shared = fresh;
            }
        });
        writer.start();
        long sum = 0;
        for (int i = 0; i < 100_000; i++) {
            sum = sum * 3 + shared[3] + shared.length;
        }
        stop = true;
        writer.join();
        return sum == 0 ? 1 : 0;
    }

    public static void main(String[] arguments) throws InterruptedException {
        long hash = 0;
        StringBuilder messages = new StringBuilder();
        for (int round = 0; round < ROUNDS; round++) {
            int[] a = new int[round * 7];
            for (int i = 0; i < a.length; i++) {
                a[i] = i * i % 101 - round;
            }
            int n = a.length;
            hash = hash * 31 + sum(a, 0, n) + sum(a, n / 3, n - n / 4);
            for (int from : new int[] {-1, 0, n / 2}) {
                for (int to : new int[] {n, n + 1, n + 5}) {
                    try {
                        hash = hash * 31 + sum(a, from, to);
                    } catch (ArrayIndexOutOfBoundsException e) {
                        hash = hash * 31 + e.getClass().getName().hashCode();
                    }
                    try {
                        hash = hash * 31 + sumWithOffset(a, from, to);
                    } catch (ArrayIndexOutOfBoundsException e) {
                        hash = hash * 31 + e.getClass().getName().hashCode();
                    }
                }
            }
            try {
                hash = hash * 31 + down(a, n - 1, 0, round);
                hash = hash * 31 + down(a, n - 2, -2, round);
            } catch (ArrayIndexOutOfBoundsException e) {
                hash = hash * 31 + e.getClass().getName().hashCode();
            }
            byte[] bytes = new byte[n];
            for (int by : new int[] {1, 2, 5, Integer.MAX_VALUE / 2, Integer.MAX_VALUE}) {
                try {
                    hash = hash * 31 + stride(bytes, round, by);
                } catch (ArrayIndexOutOfBoundsException e) {
                    hash = hash * 31 + e.getClass().getName().hashCode();
                }
                hash = hash * 31 + strideLong(bytes, round, by) + strideLong(bytes, (1L << 33) + round, by);
                try {
                    hash = hash * 31 + strideLong(bytes, -(1L << 32), by);
                } catch (ArrayIndexOutOfBoundsException e) {
                    hash = hash * 31 + e.getClass().getName().hashCode();
                }
            }
            hash = hash * 31 + Arrays.hashCode(bytes);
            short[] shorts = new short[16];
            Arrays.fill(shorts, (short) round);
            hash = hash * 31 + nearTheEnd(Integer.MAX_VALUE - round, Integer.MAX_VALUE, shorts);
            hash = hash * 31 + nearTheEnd(Integer.MAX_VALUE - 2 * round, Integer.MAX_VALUE - 1, shorts);
            hash = hash * 31 + nearTheBeginning(Integer.MIN_VALUE + round % 9, "unrolled".toCharArray());
            hash = hash * 31 + nearTheBeginning(-round, "unrolled".toCharArray());
            long[] longs = new long[n];
            shift(longs, longs, 1);
            shift(longs, longs, round % 5);
            shift(longs, new long[n + 9], 9);
            hash = hash * 31 + Arrays.hashCode(longs);
            hash = hash * 31 + conditions(a) + find(a, 50) + find(a, 5000);
            int[] by = new int[n];
            Arrays.fill(by, 3);
            messages.append(divide(a, by, new int[n])).append(", ");
            messages.append(divide(a, by, new int[n + 1])).append(", ");
            if (n > 20) {
                by[n - round % 20 - 1] = 0;
                messages.append(divide(a, by, new int[n])).append(", ");
            }
            messages.append(divide(a, round % 9 == 8 ? null : by, new int[n])).append("\n");
            TierUnrolled matrix = new TierUnrolled();
            matrix.rows = new double[20][round + 20];
            for (double[] row : matrix.rows) {
                for (int j = 0; j < row.length; j++) {
                    row[j] = j * 0.1 + round;
                }
            }
            matrix.multiply(0.125, round % 20);
            if (round % 10 == 9) {
                matrix.rows[7] = round % 20 == 9 ? null : new double[3];
                try {
                    matrix.multiply(0.5, 5);
                } catch (NullPointerException | ArrayIndexOutOfBoundsException e) {
                    messages.append(e.getClass().getName()).append("\n");
                }
            }
            hash = hash * 31 + Arrays.deepHashCode(matrix.rows);
        }
        System.out.print(messages);
        System.out.println(hash);
        System.out.println(watch());
    }
}

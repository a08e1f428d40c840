import java.util.Arrays;

/** Phases that copy, fill, compare and walk over arrays. */
final class Copies {
    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("longCopies");
            p.end(longCopies());
            p.start("shortCopies");
            p.end(shortCopies());
            p.start("filledBytes");
            p.end(filledBytes());
            p.start("filledInts");
            p.end(filledInts());
            p.start("cloned");
            p.end(cloned());
            p.start("compared");
            p.end(compared());
            p.start("hashed");
            p.end(hashed());
            p.start("sieved");
            p.end(sieved());
            p.start("multiplied");
            p.end(multiplied());
            p.start("scaled");
            p.end(scaled());
            p.start("grid");
            p.end(grid());
            p.start("bubbles");
            p.end(bubbles());
            p.start("searched");
            p.end(searched());
            p.start("histogram");
            p.end(histogram());
        }
    }

    private static long longCopies() {
        byte[] from = new byte[1 << 20];
        byte[] to = new byte[1 << 20];
        for (int i = 0; i < from.length; i++) {
            from[i] = (byte) i;
        }
        long total = 0;
        for (int i = 0; i < 2500; i++) {
            System.arraycopy(from, i & 255, to, 0, from.length - 256);
            total += to[i];
        }
        return total;
    }

    private static long shortCopies() {
        int[] from = new int[64];
        int[] to = new int[64];
        long total = 0;
        for (int i = 0; i < 12000000; i++) {
            from[i & 63] = i;
            System.arraycopy(from, i & 15, to, 3, 24);
            total += to[5];
        }
        return total;
    }

    private static long filledBytes() {
        byte[] buffer = new byte[64 << 10];
        long total = 0;
        for (int i = 0; i < 40000; i++) {
            Arrays.fill(buffer, (byte) i);
            total += buffer[i & 0xffff];
        }
        return total;
    }

    private static long filledInts() {
        int[] buffer = new int[4096];
        long[] wide = new long[2048];
        long total = 0;
        for (int i = 0; i < 150000; i++) {
            Arrays.fill(buffer, i);
            Arrays.fill(wide, 17, 2000, i);
            total += buffer[i & 4095] + wide[i & 2047];
        }
        return total;
    }

    private static long cloned() {
        int[] from = new int[500];
        long total = 0;
        for (int i = 0; i < 700000; i++) {
            from[i % 500] = i;
            int[] copy = (i & 1) == 0 ? from.clone() : Arrays.copyOf(from, 400);
            total += copy[i % 400];
        }
        return total;
    }

    private static long compared() {
        byte[] a = new byte[2000];
        byte[] b = new byte[2000];
        int[] c = new int[1000];
        int[] d = new int[1000];
        long total = 0;
        for (int i = 0; i < 700000; i++) {
            b[1990] = (byte) (i & 1);
            total += Arrays.equals(a, b) ? 1 : 2;
            total += Arrays.compare(c, d);
        }
        return total;
    }

    private static long hashed() {
        int[] values = new int[1000];
        byte[] bytes = new byte[1000];
        long total = 0;
        for (int i = 0; i < 80000; i++) {
            values[i % 1000] = i;
            bytes[i % 1000] = (byte) i;
            total += Arrays.hashCode(values) + Arrays.hashCode(bytes);
        }
        return total;
    }

    private static long sieved() {
        long total = 0;
        for (int round = 0; round < 4; round++) {
            boolean[] composite = new boolean[5000000];
            for (int i = 2; i < composite.length; i++) {
                if (!composite[i]) {
                    total++;
                    for (long j = (long) i * i; j < composite.length; j += i) {
                        composite[(int) j] = true;
                    }
                }
            }
        }
        return total;
    }

    private static long multiplied() {
        int n = 360;
        double[][] a = new double[n][n];
        double[][] b = new double[n][n];
        double[][] c = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = i + j;
                b[i][j] = i - j;
            }
        }
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    double sum = 0;
                    for (int k = 0; k < n; k++) {
                        sum += a[i][k] * b[k][j];
                    }
                    c[i][j] += sum;
                }
            }
        }
        return (long) c[17][23];
    }

    /** Loops that a compiler can turn into vector code. */
    private static long scaled() {
        float[] x = new float[10000];
        float[] y = new float[10000];
        int[] z = new int[10000];
        long total = 0;
        for (int round = 0; round < 50000; round++) {
            for (int i = 0; i < x.length; i++) {
                y[i] = 3f * x[i] + y[i];
            }
            int sum = 0;
            for (int i = 0; i < z.length; i++) {
                sum += z[i];
            }
            z[round % 10000] = round;
            x[round % 10000] = round;
            total += sum;
        }
        return total + (long) y[77];
    }

    private static long grid() {
        int[][] grid = new int[600][600];
        for (int round = 0; round < 120; round++) {
            for (int y = 1; y < 599; y++) {
                for (int x = 1; x < 599; x++) {
                    grid[y][x] = (grid[y - 1][x] + grid[y + 1][x] + grid[y][x - 1] + grid[y][x + 1] + x * y) >>> 2;
                }
            }
        }
        return grid[300][300];
    }

    private static long bubbles() {
        int[] values = new int[9000];
        for (int i = 0; i < values.length; i++) {
            values[i] = i * 7919 % 9001;
        }
        for (int i = 0; i < values.length; i++) {
            for (int j = 1; j < values.length - i; j++) {
                if (values[j - 1] > values[j]) {
                    int swap = values[j];
                    values[j] = values[j - 1];
                    values[j - 1] = swap;
                }
            }
        }
        return values[4000];
    }

    private static long searched() {
        long[] sorted = new long[100000];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = i * 3L;
        }
        long total = 0;
        for (int i = 0; i < 3000000; i++) {
            total += Arrays.binarySearch(sorted, i * 7919L % 300000);
        }
        return total;
    }

    private static long histogram() {
        byte[] data = new byte[1 << 20];
        int state = 1;
        for (int i = 0; i < data.length; i++) {
            state = state * 1103515245 + 12345;
            data[i] = (byte) (state >> 16);
        }
        int[] counts = new int[256];
        for (int round = 0; round < 120; round++) {
            for (byte value : data) {
                counts[value & 255]++;
            }
        }
        return counts[7];
    }
}

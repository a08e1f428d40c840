import java.util.ArrayList;
import java.util.Arrays;

/** Six kernels, nothing else. */
public class PlainKernels {
    static final int N = 420;

    static long multiply() {
        double[][] a = new double[N][N];
        double[][] b = new double[N][N];
        double[][] c = new double[N][N];
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                a[i][j] = (i * 31 + j) % 17;
                b[i][j] = (i + j * 13) % 11;
            }
        }
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                double s = 0;
                for (int k = 0; k < N; k++) {
                    s += a[i][k] * b[k][j];
                }
                c[i][j] = s;
            }
        }
        double trace = 0;
        for (int i = 0; i < N; i++) {
            trace += c[i][i] + c[i][N - 1 - i];
        }
        return (long) trace;
    }

    static long waves() {
        double sum = 0;
        for (int i = 1; i <= 5_500_000; i++) {
            double x = i * 0.001;
            sum += Math.sin(x) * Math.cos(x * 1.5);
        }
        return (long) (sum * 1e6);
    }

    static long copies() {
        int[] from = new int[40_000];
        int[] to = new int[40_000];
        for (int i = 0; i < from.length; i++) {
            from[i] = i * 7;
        }
        long sum = 0;
        for (int r = 0; r < 28_000; r++) {
            int off = r % 1000;
            System.arraycopy(from, off, to, 0, from.length - off);
            System.arraycopy(to, 0, from, off / 2, to.length - off);
            sum += to[r % to.length] + from[(r * 17) % from.length];
        }
        return sum;
    }

    static long fills() {
        long[] longs = new long[100_000];
        byte[] bytes = new byte[100_000];
        long sum = 0;
        for (int r = 0; r < 4000; r++) {
            Arrays.fill(longs, r % 5000, longs.length, r);
            Arrays.fill(bytes, (byte) r);
            sum += longs[r % 100] + longs[longs.length - 1] + bytes[r];
        }
        return sum;
    }

    static long bits() {
        long x = 88172645463325252L;
        long sum = 0;
        for (int i = 0; i < 25_000_000; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
            sum += Long.bitCount(x) + Long.numberOfTrailingZeros(x);
            sum ^= Long.rotateLeft(x, i) >>> 40;
            sum += Integer.reverse((int) x) >>> 20;
        }
        return sum;
    }

    static long boxes() {
        long total = 0;
        for (int r = 0; r < 22; r++) {
            ArrayList<Long> list = new ArrayList<>();
            for (long i = 0; i < 100_000; i++) {
                list.add(i * r);
            }
            Long sum = 0L;
            for (Long l : list) {
                sum += l % 1000;
            }
            total += sum;
        }
        return total;
    }

    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("multiply");
            p.end(multiply());
            p.start("waves");
            p.end(waves());
            p.start("copies");
            p.end(copies());
            p.start("fills");
            p.end(fills());
            p.start("bits");
            p.end(bits());
            p.start("boxes");
            p.end(boxes());
        }
    }
}

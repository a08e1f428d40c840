import java.math.BigInteger;
import java.util.*;

/** Number work: matrices, sieve, big integers, Monte Carlo, FFT, dynamic programming. */
final class Numbers {
    public static void main(String[] a) {
        for (Phases p = new Phases(a); p.again();) {
            p.start("matrix"); p.end(matrix());
            p.start("primes"); p.end(primes());
            p.start("factorial"); p.end(factorial());
            p.start("montecarlo"); p.end(montecarlo());
            p.start("fourier"); p.end(fourier());
            p.start("knapsack"); p.end(knapsack());
        }
    }

    static long matrix() {
        int n = 260;
        double[][] x = new double[n][n], y = new double[n][n], z = new double[n][n];
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { x[i][j] = i + j; y[i][j] = i - j; }
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    double sum = 0;
                    for (int k = 0; k < n; k++) sum += x[i][k] * y[k][j];
                    z[i][j] = sum;
                }
            }
            x[round][round] = z[1][1] % 17;
        }
        return (long) z[3][4];
    }

    static long primes() {
        long count = 0;
        for (int round = 0; round < 5; round++) {
            boolean[] composite = new boolean[2000000];
            for (int i = 2; i < composite.length; i++) {
                if (composite[i]) continue;
                count++;
                for (long j = (long) i * i; j < composite.length; j += i) composite[(int) j] = true;
            }
        }
        return count;
    }

    static long factorial() {
        long n = 0;
        for (int round = 0; round < 8; round++) {
            BigInteger f = BigInteger.ONE;
            for (int i = 2; i < 1500 + round; i++) f = f.multiply(BigInteger.valueOf(i));
            n += f.mod(BigInteger.valueOf(1000003)).longValue() + f.toString().length();
        }
        return n;
    }

    static long montecarlo() {
        Random r = new Random(7);
        int inside = 0;
        for (int i = 0; i < 4000000; i++) {
            double x = r.nextDouble(), y = r.nextDouble();
            if (x * x + y * y < 1) inside++;
        }
        return inside;
    }

    static void fft(double[] re, double[] im) {
        int n = re.length;
        for (int i = 1, j = 0; i < n; i++) {
            int bit = n >> 1;
            for (; (j & bit) != 0; bit >>= 1) j ^= bit;
            j ^= bit;
            if (i < j) { double t = re[i]; re[i] = re[j]; re[j] = t; t = im[i]; im[i] = im[j]; im[j] = t; }
        }
        for (int len = 2; len <= n; len <<= 1) {
            double angle = -2 * Math.PI / len;
            for (int i = 0; i < n; i += len) {
                for (int k = 0; k < len / 2; k++) {
                    double c = Math.cos(angle * k), s = Math.sin(angle * k);
                    double ur = re[i + k], ui = im[i + k], vr = re[i + k + len / 2] * c - im[i + k + len / 2] * s, vi = re[i + k + len / 2] * s + im[i + k + len / 2] * c;
                    re[i + k] = ur + vr; im[i + k] = ui + vi;
                    re[i + k + len / 2] = ur - vr; im[i + k + len / 2] = ui - vi;
                }
            }
        }
    }
    static long fourier() {
        double[] re = new double[1 << 14], im = new double[1 << 14];
        for (int round = 0; round < 12; round++) {
            for (int i = 0; i < re.length; i++) { re[i] = i % 100; im[i] = 0; }
            fft(re, im);
        }
        return (long) re[5];
    }

    static long knapsack() {
        int[] weight = new int[200], value = new int[200];
        Random r = new Random(1);
        for (int i = 0; i < 200; i++) { weight[i] = 1 + r.nextInt(90); value[i] = r.nextInt(1000); }
        long n = 0;
        for (int round = 0; round < 30; round++) {
            int[] best = new int[20001];
            for (int i = 0; i < 200; i++) {
                for (int w = 20000; w >= weight[i]; w--) best[w] = Math.max(best[w], best[w - weight[i]] + value[i]);
            }
            n += best[20000 - round];
        }
        return n;
    }
}

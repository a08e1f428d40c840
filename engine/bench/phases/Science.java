import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Numerical work: equations, planets, primes, digits, medians, a plate that cools. */
final class Science {
    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("equations");
            p.end(equations());
            p.start("galaxy");
            p.end(galaxy());
            p.start("primeGaps");
            p.end(primeGaps());
            p.start("digitsOfPi");
            p.end(digitsOfPi());
            p.start("medians");
            p.end(medians());
            p.start("plate");
            p.end(plate());
        }
    }

    /** Solves linear equations by elimination with pivots. */
    private static double[] solve(double[][] a, double[] b) {
        int n = b.length;
        for (int column = 0; column < n; column++) {
            int pivot = column;
            for (int row = column + 1; row < n; row++) {
                if (Math.abs(a[row][column]) > Math.abs(a[pivot][column])) {
                    pivot = row;
                }
            }
            double[] swap = a[column];
            a[column] = a[pivot];
            a[pivot] = swap;
            double value = b[column];
            b[column] = b[pivot];
            b[pivot] = value;
            for (int row = column + 1; row < n; row++) {
                double factor = a[row][column] / a[column][column];
                for (int k = column; k < n; k++) {
                    a[row][k] -= factor * a[column][k];
                }
                b[row] -= factor * b[column];
            }
        }
        double[] x = new double[n];
        for (int row = n - 1; row >= 0; row--) {
            double sum = b[row];
            for (int k = row + 1; k < n; k++) {
                sum -= a[row][k] * x[k];
            }
            x[row] = sum / a[row][row];
        }
        return x;
    }

    private static long equations() {
        Random random = new Random(1);
        double sum = 0;
        for (int round = 0; round < 4; round++) {
            int n = 380 + round * 10;
            double[][] a = new double[n][n];
            double[] b = new double[n];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    a[i][j] = random.nextDouble() - 0.5;
                }
                a[i][i] += n;
                b[i] = i;
            }
            for (double x : solve(a, b)) {
                sum += x;
            }
        }
        return Math.round(sum * 1000);
    }

    private static final class Vector {
        private final double x;
        private final double y;
        private final double z;

        Vector(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        Vector plus(Vector other) {
            return new Vector(x + other.x, y + other.y, z + other.z);
        }

        Vector minus(Vector other) {
            return new Vector(x - other.x, y - other.y, z - other.z);
        }

        Vector times(double factor) {
            return new Vector(x * factor, y * factor, z * factor);
        }

        double length() {
            return Math.sqrt(x * x + y * y + z * z);
        }
    }

    private static final class Star {
        private Vector place;
        private Vector speed;
        private final double mass;

        Star(Random random) {
            place = new Vector(random.nextGaussian(), random.nextGaussian(), random.nextGaussian()).times(50);
            speed = new Vector(random.nextGaussian(), random.nextGaussian(), random.nextGaussian());
            mass = 1 + random.nextInt(9);
        }
    }

    /** Moves stars, with vectors as objects. */
    private static long galaxy() {
        Random random = new Random(2);
        List<Star> stars = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            stars.add(new Star(random));
        }
        double energy = 0;
        for (int step = 0; step < 120; step++) {
            for (Star star : stars) {
                Vector pull = new Vector(0, 0, 0);
                for (Star other : stars) {
                    if (other != star) {
                        Vector way = other.place.minus(star.place);
                        double distance = way.length() + 0.1;
                        pull = pull.plus(way.times(other.mass / (distance * distance * distance)));
                    }
                }
                star.speed = star.speed.plus(pull.times(0.01));
            }
            energy = 0;
            for (Star star : stars) {
                star.place = star.place.plus(star.speed.times(0.01));
                energy += star.mass * star.speed.length();
            }
        }
        return Math.round(energy * 100);
    }

    private static long primeGaps() {
        int limit = 15_000_000;
        BitSet composite = new BitSet(limit);
        for (int i = 2; (long) i * i < limit; i = composite.nextClearBit(i + 1)) {
            for (int multiple = i * i; multiple < limit; multiple += i) {
                composite.set(multiple);
            }
        }
        int[] gaps = new int[512];
        int last = 2;
        for (int prime = composite.nextClearBit(3); prime < limit; prime = composite.nextClearBit(prime + 1)) {
            gaps[prime - last]++;
            last = prime;
        }
        return Arrays.hashCode(gaps) + composite.cardinality();
    }

    /** Digits of pi, one after the other, by a spigot of unbounded integers. */
    private static long digitsOfPi() {
        BigInteger q = BigInteger.ONE;
        BigInteger r = BigInteger.ZERO;
        BigInteger t = BigInteger.ONE;
        BigInteger k = BigInteger.ONE;
        BigInteger n = BigInteger.valueOf(3);
        BigInteger l = BigInteger.valueOf(3);
        StringBuilder digits = new StringBuilder();
        BigInteger three = BigInteger.valueOf(3);
        BigInteger four = BigInteger.valueOf(4);
        BigInteger seven = BigInteger.valueOf(7);
        while (digits.length() < 800) {
            if (four.multiply(q).add(r).subtract(t).compareTo(n.multiply(t)) < 0) {
                digits.append(n);
                BigInteger next = BigInteger.TEN.multiply(r.subtract(n.multiply(t)));
                n = BigInteger.TEN.multiply(three.multiply(q).add(r)).divide(t).subtract(BigInteger.TEN.multiply(n));
                q = q.multiply(BigInteger.TEN);
                r = next;
            } else {
                BigInteger next = q.shiftLeft(1).add(r).multiply(l);
                BigInteger quotient = q.multiply(seven.multiply(k)).add(BigInteger.TWO).add(r.multiply(l)).divide(t.multiply(l));
                q = q.multiply(k);
                t = t.multiply(l);
                l = l.add(BigInteger.TWO);
                k = k.add(BigInteger.ONE);
                n = quotient;
                r = next;
            }
        }
        return digits.toString().hashCode();
    }

    /** Medians of samples, of primitive numbers and of boxed ones. */
    private static long medians() {
        Random random = new Random(4);
        double result = 0;
        double[] sample = new double[150000];
        List<Double> boxed = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            boxed.clear();
            for (int i = 0; i < sample.length; i++) {
                sample[i] = random.nextGaussian() * round + Math.floorMod(i, 100);
                if (i % 4 == 0) {
                    boxed.add(sample[i]);
                }
            }
            double[] sorted = sample.clone();
            Arrays.sort(sorted);
            result += sorted[sorted.length / 2];
            Collections.sort(boxed);
            Double sum = 0.0;
            for (Double value : boxed.subList(1000, boxed.size() - 1000)) {
                sum += value;
            }
            result += sum / boxed.size() + boxed.get(boxed.size() / 2);
        }
        return Math.round(result * 1000);
    }

    /** A plate, heated at one side; counts how often each band of temperature was met. */
    private static long plate() {
        int size = 300;
        float[][] now = new float[size][size];
        float[][] next = new float[size][size];
        AtomicIntegerArray bands = new AtomicIntegerArray(11);
        for (float[] row : now) {
            Arrays.fill(row, 10f);
        }
        Arrays.fill(now[0], 100f);
        Arrays.fill(next[0], 100f);
        for (int step = 0; step < 260; step++) {
            for (int y = 1; y < size - 1; y++) {
                for (int x = 1; x < size - 1; x++) {
                    next[y][x] = (now[y - 1][x] + now[y + 1][x] + now[y][x - 1] + now[y][x + 1]) * 0.25f;
                }
                if (step % 10 == 0) {
                    for (int x = 0; x < size; x++) {
                        bands.incrementAndGet((int) (next[y][x] / 10));
                    }
                }
            }
            float[][] swap = now;
            now = next;
            next = swap;
        }
        long result = 0;
        for (int band = 0; band < bands.length(); band++) {
            result = result * 31 + bands.get(band);
        }
        return result;
    }
}

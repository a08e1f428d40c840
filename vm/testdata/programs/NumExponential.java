import java.util.Random;
import java.util.SplittableRandom;

/** Math.exp over its whole range, bit by bit, where HotSpot has its own last digit. */
public class NumExponential {
    public static void main(String[] args) {
        SplittableRandom random = new SplittableRandom(11);
        double[] ranges = {1e-17, 1e-8, 0.01, 1, 10, 100, 709, 745};
        for (double range : ranges) {
            long hash = 0;
            for (int i = 0; i < 20000; i++) {
                double x = random.nextDouble() * 2 * range - range;
                if (range > 700 && x < -708) continue;
                hash = hash * 31 + Double.doubleToLongBits(Math.exp(x));
            }
            System.out.println(range + " " + Long.toHexString(hash));
        }
        for (double x : new double[] {0, -0.0, 1, -1, 0.5, 2, 10, 700, 709.782712893384, 709.7827128933841, -708, -745.2, 1e300, -1e300, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, -1e-300, 1e-16, 5e-17, Math.log(2), -Math.log(3), 88.7}) {
            System.out.println(x + " " + Math.exp(x) + " " + Math.sinh(x) + " " + Math.cosh(x) + " " + Math.tanh(x) + " " + Math.expm1(x));
        }
        Random r = new Random(3);
        double sum = 0;
        for (int i = 0; i < 1000; i++) sum += Math.exp(r.nextGaussian());
        System.out.println(sum);
    }
}

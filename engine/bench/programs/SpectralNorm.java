import java.util.Arrays;

/** Floating-point loops with a call inside: the greatest singular value of an infinite matrix, by power iteration. */
public final class SpectralNorm extends Harness {
    private static final int POWER_ITERATIONS = 10;
    private static final double ANSWER_SCALE = 1e9;

    /** The matrix: 1, 1/2, 1/3 in its first diagonals, and so on. */
    static double element(int row, int column) {
        int diagonal = row + column;
        return 1.0 / (diagonal * (diagonal + 1) / 2 + row + 1);
    }

    static void multiply(double[] vector, double[] product) {
        for (int row = 0; row < product.length; row++) {
            double sum = 0;
            for (int column = 0; column < vector.length; column++) {
                sum += element(row, column) * vector[column];
            }
            product[row] = sum;
        }
    }

    static void multiplyTransposed(double[] vector, double[] product) {
        for (int row = 0; row < product.length; row++) {
            double sum = 0;
            for (int column = 0; column < vector.length; column++) {
                sum += element(column, row) * vector[column];
            }
            product[row] = sum;
        }
    }

    static double dot(double[] left, double[] right) {
        double sum = 0;
        for (int i = 0; i < left.length; i++) {
            sum += left[i] * right[i];
        }
        return sum;
    }

    static double norm(int size) {
        double[] vector = new double[size];
        double[] image = new double[size];
        double[] between = new double[size];
        Arrays.fill(vector, 1);
        for (int i = 0; i < POWER_ITERATIONS; i++) {
            multiply(vector, between);
            multiplyTransposed(between, image);
            multiply(image, between);
            multiplyTransposed(between, vector);
        }
        return Math.sqrt(dot(vector, image) / dot(image, image));
    }

    @Override
    long run(int size) {
        return Math.round(norm(size) * ANSWER_SCALE);
    }

    public static void main(String[] arguments) {
        new SpectralNorm()
                .expect("tiny", 10, 1_271_844_019)
                .expect("full", 500, 1_274_224_116)
                .measure(arguments);
    }
}

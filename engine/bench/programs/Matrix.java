/** Arrays of arrays: multiplies matrices, and solves systems of linear equations by elimination. */
public final class Matrix extends Harness {
    private static final double ANSWER_SCALE = 1e6;

    private final double[][] rows;

    private Matrix(int size) {
        rows = new double[size][size];
    }

    /** A matrix whose diagonal outweighs the rest of each row, so that it has an inverse. */
    static Matrix dominant(int size) {
        Matrix matrix = new Matrix(size);
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                matrix.rows[i][j] = i == j ? size : (i * 7 + j * 3) % 11 / 11.0;
            }
        }
        return matrix;
    }

    Matrix times(Matrix right) {
        int size = rows.length;
        Matrix product = new Matrix(size);
        for (int i = 0; i < size; i++) {
            double[] row = rows[i];
            double[] result = product.rows[i];
            for (int k = 0; k < size; k++) {
                double factor = row[k];
                double[] other = right.rows[k];
                for (int j = 0; j < size; j++) {
                    result[j] += factor * other[j];
                }
            }
        }
        return product;
    }

    double[] times(double[] vector) {
        double[] product = new double[rows.length];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < vector.length; j++) {
                product[i] += rows[i][j] * vector[j];
            }
        }
        return product;
    }

    Matrix copy() {
        Matrix copy = new Matrix(rows.length);
        for (int i = 0; i < rows.length; i++) {
            copy.rows[i] = rows[i].clone();
        }
        return copy;
    }

    /** Solves this times x = right; both are overwritten. */
    double[] solve(double[] right) {
        for (int step = 0; step < rows.length; step++) {
            exchangeForPivot(step, right);
            double[] pivotRow = rows[step];
            for (int i = step + 1; i < rows.length; i++) {
                double factor = rows[i][step] / pivotRow[step];
                for (int j = step; j < rows.length; j++) {
                    rows[i][j] -= factor * pivotRow[j];
                }
                right[i] -= factor * right[step];
            }
        }
        for (int i = rows.length - 1; i >= 0; i--) {
            for (int j = i + 1; j < rows.length; j++) {
                right[i] -= rows[i][j] * right[j];
            }
            right[i] /= rows[i][i];
        }
        return right;
    }

    private void exchangeForPivot(int step, double[] right) {
        int best = step;
        for (int i = step + 1; i < rows.length; i++) {
            if (Math.abs(rows[i][step]) > Math.abs(rows[best][step])) {
                best = i;
            }
        }
        double[] row = rows[step];
        rows[step] = rows[best];
        rows[best] = row;
        double value = right[step];
        right[step] = right[best];
        right[best] = value;
    }

    /** Makes a system whose solution is 1, 2, 3, ..., and answers the sum of the solution that was found. */
    @Override
    long run(int size) {
        Matrix matrix = dominant(size);
        Matrix product = matrix.times(matrix);
        double[] solution = new double[size];
        for (int i = 0; i < size; i++) {
            solution[i] = i + 1;
        }
        double[] found = product.copy().solve(product.times(solution));
        double sum = 0;
        for (double x : found) {
            sum += x;
        }
        return Math.round(sum * ANSWER_SCALE);
    }

    /** The numbers from 1 to n have the sum n (n + 1) / 2. */
    public static void main(String[] arguments) {
        new Matrix(0)
                .expect("tiny", 12, 12 * 13 / 2 * 1_000_000L)
                .expect("full", 320, 320 * 321 / 2 * 1_000_000L)
                .measure(arguments);
    }
}

/** Floating-point loops: which points of a grid stay near zero under repeated squaring. */
public final class Mandelbrot extends Harness {
    private static final int MAX_ITERATIONS = 50;
    private static final double LIMIT = 4.0;
    private static final double LEFT = -1.5, TOP = -1.0, EXTENT = 2.0;

    /** How many steps a point takes to leave the circle of radius 2, at most MAX_ITERATIONS. */
    static int steps(double pointReal, double pointImaginary) {
        double real = 0, imaginary = 0, realSquare = 0, imaginarySquare = 0;
        int steps = 0;
        while (steps < MAX_ITERATIONS && realSquare + imaginarySquare <= LIMIT) {
            imaginary = 2 * real * imaginary + pointImaginary;
            real = realSquare - imaginarySquare + pointReal;
            realSquare = real * real;
            imaginarySquare = imaginary * imaginary;
            steps++;
        }
        return steps;
    }

    /** Draws a bitmap as PBM files hold it: eight points a byte. */
    static byte[] draw(int size) {
        int rowBytes = (size + Byte.SIZE - 1) / Byte.SIZE;
        byte[] bitmap = new byte[rowBytes * size];
        for (int y = 0; y < size; y++) {
            double imaginary = TOP + EXTENT * y / size;
            for (int x = 0; x < size; x++) {
                double real = LEFT + EXTENT * x / size;
                if (steps(real, imaginary) == MAX_ITERATIONS) {
                    bitmap[y * rowBytes + x / Byte.SIZE] |= (byte) (0x80 >> x % Byte.SIZE);
                }
            }
        }
        return bitmap;
    }

    @Override
    long run(int size) {
        long points = 0, hash = 0;
        for (byte b : draw(size)) {
            points += Integer.bitCount(b & 0xFF);
            hash = hash * 31 + b;
        }
        return points << 32 | hash & 0xFFFFFFFFL;
    }

    public static void main(String[] arguments) {
        new Mandelbrot()
                .expect("tiny", 16, 450_402_137_379L)
                .expect("full", 400, 273_042_312_355_125L)
                .measure(arguments);
    }
}

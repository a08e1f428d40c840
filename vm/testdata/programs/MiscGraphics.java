import java.util.Arrays;

/** Numeric kernels: mandelbrot, a ray tracer, matrix multiplication, FFT, n-body, simulated as text and checksums. */
public class MiscGraphics {
    static int mandelbrot(double cr, double ci, int limit) {
        double r = 0, i = 0;
        int n = 0;
        for (; n < limit && r * r + i * i <= 4; n++) {
            double t = r * r - i * i + cr;
            i = 2 * r * i + ci;
            r = t;
        }
        return n;
    }

    record Vector(double x, double y, double z) {
        Vector plus(Vector o) {
            return new Vector(x + o.x, y + o.y, z + o.z);
        }

        Vector minus(Vector o) {
            return new Vector(x - o.x, y - o.y, z - o.z);
        }

        Vector times(double f) {
            return new Vector(x * f, y * f, z * f);
        }

        double dot(Vector o) {
            return x * o.x + y * o.y + z * o.z;
        }

        Vector unit() {
            return times(1 / Math.sqrt(dot(this)));
        }
    }

    interface Shape {
        double hit(Vector from, Vector direction);

        Vector normal(Vector at);
    }

    record Sphere(Vector centre, double radius) implements Shape {
        @Override
        public double hit(Vector from, Vector direction) {
            Vector oc = from.minus(centre);
            double b = oc.dot(direction), c = oc.dot(oc) - radius * radius, d = b * b - c;
            return d < 0 || -b - Math.sqrt(d) < 1e-6 ? Double.POSITIVE_INFINITY : -b - Math.sqrt(d);
        }

        @Override
        public Vector normal(Vector at) {
            return at.minus(centre).unit();
        }
    }

    record Floor(double height) implements Shape {
        @Override
        public double hit(Vector from, Vector direction) {
            double t = (height - from.y()) / direction.y();
            return t < 1e-6 ? Double.POSITIVE_INFINITY : t;
        }

        @Override
        public Vector normal(Vector at) {
            return new Vector(0, 1, 0);
        }
    }

    static double trace(Shape[] scene, Vector from, Vector direction, int depth) {
        Shape nearest = null;
        double best = Double.POSITIVE_INFINITY;
        for (Shape s : scene) {
            double t = s.hit(from, direction);
            if (t < best) {
                best = t;
                nearest = s;
            }
        }
        if (nearest == null || best > 100) {
            return Math.max(0, direction.y()) * 0.3;
        }
        Vector at = from.plus(direction.times(best)), n = nearest.normal(at), light = new Vector(1, 2, -1).unit();
        double shade = Math.max(0, n.dot(light)) * 0.7;
        for (Shape s : scene) {
            if (s.hit(at, light) < 100) {
                shade *= 0.3;
                break;
            }
        }
        return depth == 0 ? shade : shade + 0.3 * trace(scene, at, direction.minus(n.times(2 * n.dot(direction))), depth - 1);
    }

    static void fft(double[] re, double[] im) {
        int n = re.length;
        if (n == 1) {
            return;
        }
        double[][] parts = new double[4][n / 2];
        for (int i = 0; i < n / 2; i++) {
            parts[0][i] = re[2 * i];
            parts[1][i] = im[2 * i];
            parts[2][i] = re[2 * i + 1];
            parts[3][i] = im[2 * i + 1];
        }
        fft(parts[0], parts[1]);
        fft(parts[2], parts[3]);
        for (int k = 0; k < n / 2; k++) {
            double a = -2 * Math.PI * k / n, c = StrictMath.cos(a), s = StrictMath.sin(a);
            double tr = c * parts[2][k] - s * parts[3][k], ti = c * parts[3][k] + s * parts[2][k];
            re[k] = parts[0][k] + tr;
            im[k] = parts[1][k] + ti;
            re[k + n / 2] = parts[0][k] - tr;
            im[k + n / 2] = parts[1][k] - ti;
        }
    }

    public static void main(String[] args) {
        int checksum = 0;
        for (int y = 0; y < 22; y++) {
            StringBuilder line = new StringBuilder();
            for (int x = 0; x < 60; x++) {
                int n = mandelbrot(x / 20.0 - 2.2, y / 9.0 - 1.2, 60);
                checksum = checksum * 31 + n;
                line.append(" .:-=+*#%@".charAt(n == 60 ? 9 : n % 9));
            }
            System.out.println(line);
        }
        System.out.println(checksum);
        Shape[] scene = {new Sphere(new Vector(0, 0, 5), 1), new Sphere(new Vector(1.5, -0.3, 4), 0.7), new Floor(-1)};
        double light = 0;
        for (int y = 0; y < 16; y++) {
            StringBuilder line = new StringBuilder();
            for (int x = 0; x < 40; x++) {
                double v = trace(scene, new Vector(0, 0, 0), new Vector((x - 20) / 20.0, (8 - y) / 10.0, 1.5).unit(), 2);
                light += v;
                line.append(" .,:;ox%#@".charAt((int) Math.min(9, v * 10)));
            }
            System.out.println(line);
        }
        System.out.println(light);
        double[] re = new double[128], im = new double[128];
        for (int i = 0; i < 128; i++) {
            re[i] = i % 16 < 8 ? 1 : -1;
        }
        fft(re, im);
        System.out.println(Math.round(re[0] * 1000) + " " + Math.round(im[8] * 1000) + " " + Math.round(im[24] * 1000) + " " + Arrays.stream(re).map(Math::abs).max().getAsDouble());
        double[][] a = new double[30][30], b = new double[30][30];
        double total = 0;
        for (int i = 0; i < 30; i++) {
            for (int j = 0; j < 30; j++) {
                a[i][j] = 1.0 / (i + j + 1);
                b[i][j] = i - j / 3.0;
            }
        }
        for (int i = 0; i < 30; i++) {
            for (int j = 0; j < 30; j++) {
                double s = 0;
                for (int k = 0; k < 30; k++) {
                    s += a[i][k] * b[k][j];
                }
                total += s;
            }
        }
        System.out.println(total);
        double[] p = {0, 1, 0.5}, v = {0, 0.1, -0.2};
        float f = 1;
        for (int step = 0; step < 1000; step++) {
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    double d = p[j] - p[i];
                    v[i] += i == j ? 0 : d / (Math.abs(d * d * d) + 0.1) * 0.001;
                }
            }
            for (int i = 0; i < 3; i++) {
                p[i] += v[i] * 0.001;
            }
            f = f * 1.0001f + 0.25f / (step + 1);
        }
        System.out.println(Arrays.toString(p) + " " + f);
    }
}

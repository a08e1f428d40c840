import java.util.*;

/** Small immutable values: vectors, complex numbers, intervals, fractions, colours, a ray tracer. */
final class Geometry {
    static final class Vec {
        final double x, y, z;
        Vec(double x, double y, double z) { this.x = x; this.y = y; this.z = z; }
        Vec plus(Vec o) { return new Vec(x + o.x, y + o.y, z + o.z); }
        Vec minus(Vec o) { return new Vec(x - o.x, y - o.y, z - o.z); }
        Vec times(double k) { return new Vec(x * k, y * k, z * k); }
        double dot(Vec o) { return x * o.x + y * o.y + z * o.z; }
        double length() { return Math.sqrt(dot(this)); }
        Vec unit() { return times(1 / length()); }
    }
    record Complex(double re, double im) {
        Complex add(Complex o) { return new Complex(re + o.re, im + o.im); }
        Complex mul(Complex o) { return new Complex(re * o.re - im * o.im, re * o.im + im * o.re); }
        double abs2() { return re * re + im * im; }
    }
    static final class Fraction {
        final long n, d;
        Fraction(long n, long d) { long g = gcd(Math.abs(n), d); this.n = n / g; this.d = d / g; }
        static long gcd(long a, long b) { while (b != 0) { long t = a % b; a = b; b = t; } return a == 0 ? 1 : a; }
        Fraction plus(Fraction o) { return new Fraction(n * o.d + o.n * d, d * o.d); }
    }
    record Sphere(Vec centre, double radius) {
        double hit(Vec from, Vec direction) {
            Vec oc = from.minus(centre);
            double b = oc.dot(direction), c = oc.dot(oc) - radius * radius, d = b * b - c;
            return d < 0 ? -1 : -b - Math.sqrt(d);
        }
    }
    record Box(int left, int top, int right, int bottom) {
        Box union(Box o) { return new Box(Math.min(left, o.left), Math.min(top, o.top), Math.max(right, o.right), Math.max(bottom, o.bottom)); }
        boolean overlaps(Box o) { return left < o.right && o.left < right && top < o.bottom && o.top < bottom; }
        long area() { return (long) (right - left) * (bottom - top); }
    }

    public static void main(String[] a) {
        for (Phases p = new Phases(a); p.again();) {
            p.start("bodies"); p.end(bodies());
            p.start("mandel"); p.end(mandel());
            p.start("fractions"); p.end(fractions());
            p.start("rays"); p.end(rays());
            p.start("boxes"); p.end(boxes());
            p.start("hull"); p.end(hull());
        }
    }

    static long bodies() {
        Vec[] at = new Vec[40], v = new Vec[40];
        for (int i = 0; i < at.length; i++) {
            at[i] = new Vec(i * 1.7 % 5, i * 2.3 % 7, i * 0.7);
            v[i] = new Vec(0, 0, 0);
        }
        for (int step = 0; step < 2500; step++) {
            for (int i = 0; i < at.length; i++) {
                Vec force = new Vec(0, 0, 0);
                for (int j = 0; j < at.length; j++) {
                    if (i != j) {
                        Vec d = at[j].minus(at[i]);
                        double r = d.dot(d) + 0.01;
                        force = force.plus(d.times(1 / (r * Math.sqrt(r))));
                    }
                }
                v[i] = v[i].plus(force.times(0.001));
            }
            for (int i = 0; i < at.length; i++) {
                at[i] = at[i].plus(v[i].times(0.001));
            }
        }
        return (long) (at[3].x * 1e6);
    }

    static long mandel() {
        long total = 0;
        for (int y = 0; y < 300; y++) {
            for (int x = 0; x < 300; x++) {
                Complex c = new Complex(x / 120.0 - 2, y / 150.0 - 1), z = new Complex(0, 0);
                int n = 0;
                while (n < 150 && z.abs2() < 4) {
                    z = z.mul(z).add(c);
                    n++;
                }
                total += n;
            }
        }
        return total;
    }

    static long fractions() {
        long total = 0;
        for (int i = 1; i < 60000; i++) {
            Fraction sum = new Fraction(0, 1);
            for (int j = 1; j < 8; j++) {
                sum = sum.plus(new Fraction(i % 50 + 1, j * 3));
            }
            total += sum.n + sum.d;
        }
        return total;
    }

    static long rays() {
        List<Sphere> scene = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            scene.add(new Sphere(new Vec(i % 4 - 1.5, i / 4 - 1, 5 + i * 0.3), 0.4));
        }
        Vec eye = new Vec(0, 0, 0);
        double light = 0;
        for (int y = 0; y < 500; y++) {
            for (int x = 0; x < 500; x++) {
                Vec direction = new Vec((x - 250) / 250.0, (y - 250) / 250.0, 1).unit();
                Sphere nearest = null;
                double t = 1e9;
                for (Sphere s : scene) {
                    double h = s.hit(eye, direction);
                    if (h > 0 && h < t) {
                        t = h;
                        nearest = s;
                    }
                }
                if (nearest != null) {
                    light += Math.max(0, eye.plus(direction.times(t)).minus(nearest.centre()).unit().dot(new Vec(0.6, -0.6, -0.5)));
                }
            }
        }
        return (long) light;
    }

    static long boxes() {
        Random r = new Random(1);
        Box[] boxes = new Box[2500];
        for (int i = 0; i < boxes.length; i++) {
            int x = r.nextInt(5000), y = r.nextInt(5000);
            boxes[i] = new Box(x, y, x + 1 + r.nextInt(200), y + 1 + r.nextInt(200));
        }
        long area = 0;
        for (int round = 0; round < 6; round++) {
            for (Box b : boxes) {
                for (Box c : boxes) {
                    if (b.overlaps(c)) {
                        area += b.union(c).area();
                    }
                }
            }
        }
        return area;
    }

    static long hull() {
        Random r = new Random(2);
        long total = 0;
        for (int round = 0; round < 6; round++) {
            List<int[]> points = new ArrayList<>();
            for (int i = 0; i < 12000; i++) {
                points.add(new int[] {r.nextInt(10000), r.nextInt(10000)});
            }
            points.sort((p, q) -> p[0] != q[0] ? Integer.compare(p[0], q[0]) : Integer.compare(p[1], q[1]));
            ArrayDeque<int[]> hull = new ArrayDeque<>();
            for (int[] p : points) {
                while (hull.size() > 1) {
                    int[] last = hull.pop(), before = hull.peek();
                    if ((long) (last[0] - before[0]) * (p[1] - before[1]) - (long) (last[1] - before[1]) * (p[0] - before[0]) > 0) {
                        hull.push(last);
                        break;
                    }
                }
                hull.push(p);
            }
            total += hull.size();
        }
        return total;
    }
}

/** Phases that calculate. */
final class Arithmetic {
    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("trigonometry");
            p.end(trigonometry());
            p.start("inverse");
            p.end(inverse());
            p.start("exponentials");
            p.end(exponentials());
            p.start("powers");
            p.end(powers());
            p.start("roots");
            p.end(roots());
            p.start("divisions");
            p.end(divisions());
            p.start("products");
            p.end(products());
            p.start("divisors");
            p.end(divisors());
            p.start("collatz");
            p.end(collatz());
            p.start("trial");
            p.end(trial());
            p.start("mandelbrot");
            p.end(mandelbrot());
            p.start("planets");
            p.end(planets());
            p.start("bits");
            p.end(bits());
            p.start("shifts");
            p.end(shifts());
            p.start("recursion");
            p.end(recursion());
        }
    }

    private static long trigonometry() {
        double sum = 0;
        for (int i = 0; i < 4000000; i++) {
            sum += Math.sin(i * 0.001) * Math.cos(i * 0.002);
        }
        return (long) (sum * 1000);
    }

    private static long inverse() {
        double sum = 0;
        for (int i = 1; i < 1500000; i++) {
            sum += Math.atan2(i, 1000) + Math.tan(i * 0.01) * 1e-6 + Math.asin(i / 2000000.0);
        }
        return (long) (sum * 1000);
    }

    private static long exponentials() {
        double sum = 0;
        for (int i = 1; i < 4000000; i++) {
            sum += Math.log(i) + Math.exp(-i * 1e-6);
        }
        return (long) sum;
    }

    private static long powers() {
        double sum = 0;
        for (int i = 1; i < 4000000; i++) {
            sum += Math.pow(i, 0.75);
        }
        return (long) sum;
    }

    private static long roots() {
        double sum = 0;
        for (int i = 1; i < 25000000; i++) {
            sum += Math.sqrt(i) + Math.abs(i - 1e6) - Math.floor(i * 0.3);
        }
        return (long) sum;
    }

    private static long divisions() {
        int sum = 0;
        long wide = 0;
        for (int i = 1; i < 20000000; i++) {
            sum += 1000000007 / i + i % ((i & 1023) + 3);
            wide += 123456789012345L / (i + 7L);
        }
        return sum + wide;
    }

    private static long products() {
        long state = 88172645463325252L;
        long sum = 0;
        for (int i = 0; i < 60000000; i++) {
            state = state * 6364136223846793005L + 1442695040888963407L;
            sum ^= state >>> 33;
        }
        return sum;
    }

    private static long divisors() {
        long sum = 0;
        for (int a = 1; a < 1300; a++) {
            for (int b = 1; b < 1300; b++) {
                int x = a;
                int y = b;
                while (y != 0) {
                    int rest = x % y;
                    x = y;
                    y = rest;
                }
                sum += x;
            }
        }
        return sum;
    }

    private static long collatz() {
        int longest = 0;
        for (int start = 1; start < 500000; start++) {
            long n = start;
            int steps = 0;
            while (n != 1) {
                n = (n & 1) == 0 ? n >> 1 : 3 * n + 1;
                steps++;
            }
            longest = Math.max(longest, steps);
        }
        return longest;
    }

    private static long trial() {
        int primes = 0;
        for (int n = 2; n < 350000; n++) {
            boolean prime = true;
            for (int d = 2; d * d <= n; d++) {
                if (n % d == 0) {
                    prime = false;
                    break;
                }
            }
            if (prime) {
                primes++;
            }
        }
        return primes;
    }

    private static long mandelbrot() {
        int inside = 0;
        for (int py = 0; py < 300; py++) {
            for (int px = 0; px < 300; px++) {
                double cx = px / 150.0 - 1.5;
                double cy = py / 150.0 - 1.0;
                double x = 0;
                double y = 0;
                int n = 0;
                while (n < 500 && x * x + y * y < 4) {
                    double next = x * x - y * y + cx;
                    y = 2 * x * y + cy;
                    x = next;
                    n++;
                }
                if (n == 500) {
                    inside++;
                }
            }
        }
        return inside;
    }

    private static long planets() {
        double[] x = {0, 4.8, 8.3, 12.9, 15.4};
        double[] y = {0, -1.2, 4.1, -15.1, -25.9};
        double[] vx = {0, 0.6, -1.0, 1.1, 0.9};
        double[] vy = {0, 2.8, 1.8, 0.9, 0.6};
        double[] mass = {39.5, 0.04, 0.01, 0.002, 0.002};
        for (int step = 0; step < 700000; step++) {
            for (int i = 0; i < 5; i++) {
                for (int j = i + 1; j < 5; j++) {
                    double dx = x[i] - x[j];
                    double dy = y[i] - y[j];
                    double square = dx * dx + dy * dy + 0.01;
                    double force = 0.0001 / (square * Math.sqrt(square));
                    vx[i] -= dx * mass[j] * force;
                    vy[i] -= dy * mass[j] * force;
                    vx[j] += dx * mass[i] * force;
                    vy[j] += dy * mass[i] * force;
                }
            }
            for (int i = 0; i < 5; i++) {
                x[i] += 0.0001 * vx[i];
                y[i] += 0.0001 * vy[i];
            }
        }
        return (long) (x[1] * 1e6);
    }

    private static long bits() {
        long sum = 0;
        for (int i = 1; i < 40000000; i++) {
            sum += Integer.bitCount(i) + Integer.numberOfTrailingZeros(i) + Long.numberOfLeadingZeros(i) + Integer.reverse(i);
        }
        return sum;
    }

    private static long shifts() {
        long state = 88172645463325252L;
        long sum = 0;
        for (int i = 0; i < 70000000; i++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            sum += state & 255;
        }
        return sum;
    }

    private static long recursion() {
        return fibonacci(35);
    }

    private static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }
}

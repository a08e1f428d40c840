import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Unseen phases: an engine's bodies, meshes, sorting, scripts, noise and messages. */
final class Engine {
    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("bodies");
            p.end(bodies());
            p.start("mesh");
            p.end(mesh());
            p.start("depthSort");
            p.end(depthSort());
            p.start("script");
            p.end(script());
            p.start("noise");
            p.end(noise());
            p.start("messages");
            p.end(messages());
        }
    }

    private static final class Body {
        double x;
        double y;
        double vx;
        double vy;

        void move(double step) {
            x += vx * step;
            y += vy * step;
            if (x < 0 || x > 100) {
                vx = -vx;
            }
            if (y < 0 || y > 100) {
                vy = -vy;
            }
        }
    }

    private static long bodies() {
        Random random = new Random(8);
        Body[] bodies = new Body[300];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = new Body();
            bodies[i].x = random.nextDouble() * 100;
            bodies[i].y = random.nextDouble() * 100;
            bodies[i].vx = random.nextGaussian();
            bodies[i].vy = random.nextGaussian();
        }
        long hits = 0;
        for (int step = 0; step < 400; step++) {
            for (int i = 0; i < bodies.length; i++) {
                bodies[i].move(0.1);
                for (int j = 0; j < i; j++) {
                    double dx = bodies[i].x - bodies[j].x;
                    double dy = bodies[i].y - bodies[j].y;
                    if (dx * dx + dy * dy < 1) {
                        hits++;
                    }
                }
            }
        }
        return hits;
    }

    private static long mesh() {
        float[] points = new float[60000];
        float[] turned = new float[60000];
        for (int i = 0; i < points.length; i++) {
            points[i] = i % 100 - 50;
        }
        float[] matrix = {0.9f, 0.1f, 0, -0.1f, 0.9f, 0, 0, 0, 1};
        for (int round = 0; round < 500; round++) {
            for (int i = 0; i < points.length; i += 3) {
                for (int row = 0; row < 3; row++) {
                    turned[i + row] = matrix[row * 3] * points[i] + matrix[row * 3 + 1] * points[i + 1] + matrix[row * 3 + 2] * points[i + 2];
                }
            }
            float[] swap = points;
            points = turned;
            turned = swap;
        }
        return (long) points[30];
    }

    private static void quicksort(double[] values, int low, int high) {
        while (low < high) {
            double pivot = values[low + high >>> 1];
            int i = low;
            int j = high;
            while (i <= j) {
                while (values[i] < pivot) {
                    i++;
                }
                while (values[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    double swap = values[i];
                    values[i++] = values[j];
                    values[j--] = swap;
                }
            }
            quicksort(values, low, j);
            low = i;
        }
    }

    private static long depthSort() {
        Random random = new Random(5);
        double total = 0;
        for (int round = 0; round < 12; round++) {
            double[] values = new double[80000];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextDouble();
            }
            quicksort(values, 0, values.length - 1);
            total += values[100];
        }
        return (long) (total * 1e9);
    }

    private interface Command {
        int run(int[] registers);
    }

    private static long script() {
        List<Command> program = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int number = i;
            switch (i % 5) {
                case 0 -> program.add(r -> r[0] += number);
                case 1 -> program.add(r -> r[1] ^= r[0]);
                case 2 -> program.add(r -> r[2] = r[1] * 3 + r[0]);
                case 3 -> program.add(r -> r[0] > 5000 ? r[0] = 0 : r[0]);
                default -> program.add(r -> r[3] = Math.max(r[2], r[3] >> 1));
            }
        }
        int[] registers = new int[4];
        long total = 0;
        for (int round = 0; round < 400000; round++) {
            for (Command command : program) {
                total += command.run(registers);
            }
        }
        return total;
    }

    private static long noise() {
        int[] table = new int[512];
        Random random = new Random(4);
        for (int i = 0; i < 512; i++) {
            table[i] = random.nextInt(256);
        }
        double total = 0;
        for (int y = 0; y < 900; y++) {
            for (int x = 0; x < 900; x++) {
                double px = x * 0.037;
                double py = y * 0.041;
                int cx = (int) Math.floor(px) & 255;
                int cy = (int) Math.floor(py) & 255;
                double fx = px - Math.floor(px);
                double fy = py - Math.floor(py);
                double u = fx * fx * (3 - 2 * fx);
                double v = fy * fy * (3 - 2 * fy);
                double a = table[table[cx] + cy] / 255.0;
                double b = table[table[cx + 1] + cy] / 255.0;
                double c = table[table[cx] + cy + 1] / 255.0;
                double d = table[table[cx + 1] + cy + 1] / 255.0;
                total += (a + u * (b - a)) * (1 - v) + (c + u * (d - c)) * v;
            }
        }
        return (long) total;
    }

    private static long messages() {
        String log = "";
        long total = 0;
        for (int i = 0; i < 12000; i++) {
            log += "frame " + i + " took " + i % 16 + " ms\n";
            if (log.length() > 20000) {
                log = log.substring(10000);
            }
            total += log.hashCode();
        }
        return total;
    }
}

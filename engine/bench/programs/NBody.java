/** Floating-point numbers in fields: the giant planets on their way around the sun. */
public final class NBody extends Harness {
    private static final double STEP = 0.01; // in years
    private static final double ANSWER_SCALE = 1e12;

    // Distances from the sun, in those of the earth, and what part of the sun's mass the planets have.
    private static final double[] DISTANCES = {5.2, 9.58, 19.2, 30.1};
    private static final double[] MASS_RATIOS = {1_047, 3_498, 22_903, 19_412};

    /** A body. A year, the earth's distance from the sun, and the sun's mass times 4 pi^2 are the units. */
    static final class Body {
        double x, y, z;
        double vx, vy, vz;
        final double mass;

        Body(double mass) {
            this.mass = mass;
        }

        void accelerate(double dx, double dy, double dz, double amount) {
            vx += dx * amount;
            vy += dy * amount;
            vz += dz * amount;
        }

        void move(double time) {
            x += vx * time;
            y += vy * time;
            z += vz * time;
        }

        double kineticEnergy() {
            return mass * (vx * vx + vy * vy + vz * vz) / 2;
        }

        double squaredDistance(Body other) {
            double dx = x - other.x, dy = y - other.y, dz = z - other.z;
            return dx * dx + dy * dy + dz * dz;
        }
    }

    /** The sun, and planets at different angles of nearly circular orbits that are slightly inclined. */
    static Body[] solarSystem() {
        Body[] bodies = new Body[DISTANCES.length + 1];
        Body sun = new Body(4 * Math.PI * Math.PI);
        bodies[0] = sun;
        for (int i = 0; i < DISTANCES.length; i++) {
            Body planet = new Body(sun.mass / MASS_RATIOS[i]);
            double sine = 0.6 - 0.3 * i;
            double cosine = Math.sqrt(1 - sine * sine);
            double speed = Math.sqrt(sun.mass / DISTANCES[i]);
            planet.x = DISTANCES[i] * cosine;
            planet.y = DISTANCES[i] * sine;
            planet.accelerate(-sine, cosine, 0.01 * (i + 1), speed);
            // The sun moves so that the whole system stays where it is.
            sun.accelerate(planet.vx, planet.vy, planet.vz, -planet.mass / sun.mass);
            bodies[i + 1] = planet;
        }
        return bodies;
    }

    static void advance(Body[] bodies) {
        for (int i = 0; i < bodies.length; i++) {
            Body body = bodies[i];
            for (int j = i + 1; j < bodies.length; j++) {
                Body other = bodies[j];
                double dx = body.x - other.x, dy = body.y - other.y, dz = body.z - other.z;
                double squared = body.squaredDistance(other);
                double force = STEP / (squared * Math.sqrt(squared));
                body.accelerate(dx, dy, dz, -other.mass * force);
                other.accelerate(dx, dy, dz, body.mass * force);
            }
        }
        for (Body body : bodies) {
            body.move(STEP);
        }
    }

    static double energy(Body[] bodies) {
        double energy = 0;
        for (int i = 0; i < bodies.length; i++) {
            energy += bodies[i].kineticEnergy();
            for (int j = i + 1; j < bodies.length; j++) {
                energy -= bodies[i].mass * bodies[j].mass / Math.sqrt(bodies[i].squaredDistance(bodies[j]));
            }
        }
        return energy;
    }

    @Override
    long run(int size) {
        Body[] bodies = solarSystem();
        double before = energy(bodies);
        for (int i = 0; i < size; i++) {
            advance(bodies);
        }
        double after = energy(bodies);
        if (Math.abs(after / before - 1) > 1e-3) {
            throw new AssertionError("the energy was " + before + " and is " + after);
        }
        return Math.round(after * ANSWER_SCALE);
    }

    public static void main(String[] arguments) {
        new NBody()
                .expect("tiny", 1_000, -169_349_174_396L)
                .expect("full", 200_000, -169_345_599_756L)
                .measure(arguments);
    }
}

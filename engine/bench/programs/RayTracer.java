import java.util.List;

/** Small immutable objects and floating-point numbers: draws shining balls above a chequered floor. */
public final class RayTracer extends Harness {
    private static final int MAX_REFLECTIONS = 4;
    private static final double NEAREST = 1e-6; // what is nearer is the surface itself
    private static final double AMBIENT = 0.15;
    private static final int LEVELS = 255;
    private static final Vector LIGHT = new Vector(-0.6, 1, -0.8).normalized();
    private static final Vector SKY = new Vector(0.45, 0.65, 0.95);

    /** A vector, a point, or a colour. */
    record Vector(double x, double y, double z) {
        Vector plus(Vector other) {
            return new Vector(x + other.x, y + other.y, z + other.z);
        }

        Vector minus(Vector other) {
            return new Vector(x - other.x, y - other.y, z - other.z);
        }

        Vector times(double factor) {
            return new Vector(x * factor, y * factor, z * factor);
        }

        double dot(Vector other) {
            return x * other.x + y * other.y + z * other.z;
        }

        Vector normalized() {
            return times(1 / Math.sqrt(dot(this)));
        }

        /** This direction after reflection where the surface has that normal. */
        Vector reflected(Vector normal) {
            return minus(normal.times(2 * dot(normal)));
        }
    }

    record Ray(Vector origin, Vector direction) {
        Vector at(double distance) {
            return origin.plus(direction.times(distance));
        }
    }

    interface Body {
        /** How far away the ray meets the body; infinite if it does not. */
        double distance(Ray ray);

        Vector normal(Vector point);

        Vector colour(Vector point);

        /** The part of the light that is reflected as by a mirror. */
        double shine();
    }

    record Ball(Vector centre, double radius, Vector tint, double shine) implements Body {
        @Override
        public double distance(Ray ray) {
            Vector offset = ray.origin().minus(centre);
            double half = offset.dot(ray.direction());
            double discriminant = half * half - offset.dot(offset) + radius * radius;
            if (discriminant < 0) {
                return Double.POSITIVE_INFINITY;
            }
            double root = Math.sqrt(discriminant);
            double near = -half - root;
            if (near > NEAREST) {
                return near;
            }
            double far = -half + root;
            return far > NEAREST ? far : Double.POSITIVE_INFINITY;
        }

        @Override
        public Vector normal(Vector point) {
            return point.minus(centre).times(1 / radius);
        }

        @Override
        public Vector colour(Vector point) {
            return tint;
        }
    }

    record Floor(double height) implements Body {
        private static final Vector UP = new Vector(0, 1, 0);
        private static final Vector LIGHT_TILE = new Vector(0.9, 0.9, 0.9);
        private static final Vector DARK_TILE = new Vector(0.2, 0.2, 0.25);

        @Override
        public double distance(Ray ray) {
            double distance = (height - ray.origin().y()) / ray.direction().y();
            return distance > NEAREST ? distance : Double.POSITIVE_INFINITY;
        }

        @Override
        public Vector normal(Vector point) {
            return UP;
        }

        @Override
        public Vector colour(Vector point) {
            long tile = (long) Math.floor(point.x()) + (long) Math.floor(point.z());
            return tile % 2 == 0 ? LIGHT_TILE : DARK_TILE;
        }

        @Override
        public double shine() {
            return 0.1;
        }
    }

    private static final List<Body> SCENE = List.of(
            new Floor(-1),
            new Ball(new Vector(0, 0, 4), 1, new Vector(0.9, 0.2, 0.2), 0.4),
            new Ball(new Vector(-2, 0.5, 6), 1.5, new Vector(0.2, 0.8, 0.3), 0.3),
            new Ball(new Vector(1.8, -0.4, 3.2), 0.6, new Vector(0.95, 0.85, 0.2), 0.2),
            new Ball(new Vector(0.7, 1.4, 5), 0.5, new Vector(0.8, 0.8, 0.9), 0.8));

    /** The colour that is seen along a ray. */
    static Vector trace(Ray ray, int reflections) {
        Body nearest = null;
        double distance = Double.POSITIVE_INFINITY;
        for (Body body : SCENE) {
            double candidate = body.distance(ray);
            if (candidate < distance) {
                distance = candidate;
                nearest = body;
            }
        }
        if (nearest == null) {
            return SKY;
        }
        Vector point = ray.at(distance);
        Vector normal = nearest.normal(point);
        double brightness = AMBIENT;
        if (!isInShadow(point)) {
            brightness += (1 - AMBIENT) * Math.max(0, normal.dot(LIGHT));
        }
        Vector colour = nearest.colour(point).times(brightness);
        double shine = nearest.shine();
        if (reflections == 0 || shine == 0) {
            return colour;
        }
        Ray mirrored = new Ray(point, ray.direction().reflected(normal));
        return colour.times(1 - shine).plus(trace(mirrored, reflections - 1).times(shine));
    }

    private static boolean isInShadow(Vector point) {
        Ray toLight = new Ray(point, LIGHT);
        for (Body body : SCENE) {
            if (body.distance(toLight) < Double.POSITIVE_INFINITY) {
                return true;
            }
        }
        return false;
    }

    private static int level(double intensity) {
        return (int) (Math.min(1, intensity) * LEVELS);
    }

    /** Draws a square picture. */
    @Override
    long run(int size) {
        Vector eye = new Vector(0, 0.5, -2);
        long hash = 0;
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                double x = (column + 0.5) / size - 0.5, y = 0.5 - (row + 0.5) / size;
                Vector colour = trace(new Ray(eye, new Vector(x, y, 1).normalized()), MAX_REFLECTIONS);
                hash = hash * 31 + (level(colour.x()) << 16 | level(colour.y()) << 8 | level(colour.z()));
            }
        }
        return hash;
    }

    public static void main(String[] arguments) {
        new RayTracer()
                .expect("tiny", 8, 5_776_243_981_672_907_018L)
                .expect("full", 240, 638_394_982_763_656_622L)
                .measure(arguments);
    }
}

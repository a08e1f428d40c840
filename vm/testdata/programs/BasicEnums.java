import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

/** Enums: bodies, fields, abstract methods, valueOf, switch, EnumMap, EnumSet, interfaces and statics. */
public class BasicEnums {
    enum Color { RED, GREEN, BLUE }

    interface Named {
        String label();
    }

    enum Operation implements Named {
        PLUS("+") {
            @Override
            int apply(int a, int b) {
                return a + b;
            }
        },
        MINUS("-") {
            @Override
            int apply(int a, int b) {
                return a - b;
            }
        },
        TIMES("*") {
            private final int factor = 1;

            @Override
            int apply(int a, int b) {
                return a * b * factor;
            }

            @Override
            public String label() {
                return "times";
            }
        };

        private final String symbol;
        private static final Map<String, Operation> BY_SYMBOL = new java.util.TreeMap<>();

        static {
            for (Operation op : values()) {
                BY_SYMBOL.put(op.symbol, op);
            }
        }

        Operation(String symbol) {
            this.symbol = symbol;
        }

        abstract int apply(int a, int b);

        @Override
        public String label() {
            return name().toLowerCase(java.util.Locale.ROOT) + symbol;
        }

        static Operation of(String symbol) {
            return BY_SYMBOL.get(symbol);
        }
    }

    enum Level {
        LOW(1), MID(LOW.weight * 5), HIGH(MID.weight * 5);

        final int weight;

        Level(int weight) {
            this.weight = weight;
        }

        Level next() {
            return values()[(ordinal() + 1) % values().length];
        }

        @Override
        public String toString() {
            return "Level " + weight;
        }
    }

    enum Singleton {
        INSTANCE;

        int uses;
    }

    enum Planet {
        MERCURY(3.303e+23, 2.4397e6), EARTH(5.976e+24, 6.37814e6);

        final double mass, radius;

        Planet(double mass, double radius) {
            this.mass = mass;
            this.radius = radius;
        }

        double gravity() {
            return 6.67300E-11 * mass / (radius * radius);
        }
    }

    static String old(Color c) {
        switch (c) {
            case RED:
                return "r";
            case BLUE:
                return "b";
            default:
                return "?";
        }
    }

    static int fresh(Color c) {
        return switch (c) {
            case RED -> 1;
            case GREEN -> 2;
            case BLUE -> 3;
        };
    }

    public static void main(String[] args) {
        for (Color c : Color.values()) {
            System.out.println(c + " " + c.ordinal() + " " + c.name() + " " + old(c) + fresh(c) + " " + c.getDeclaringClass().getSimpleName());
        }
        System.out.println(Color.valueOf("GREEN") == Color.GREEN);
        try {
            Color.valueOf("PINK");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Enum.valueOf(Color.class, null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        for (Operation op : Operation.values()) {
            System.out.println(op + " " + op.apply(6, 3) + " " + op.label() + " " + op.getClass().isAnonymousClass() + " " + op.getDeclaringClass().getSimpleName());
        }
        System.out.println(Operation.of("-") + " " + Operation.of("/"));
        System.out.println(Arrays.toString(Level.values()) + " " + Level.HIGH.next() + " " + Level.LOW.compareTo(Level.HIGH));
        Singleton.INSTANCE.uses += 3;
        System.out.println(Singleton.INSTANCE.uses);
        for (Planet planet : Planet.values()) {
            System.out.println(planet + " " + Math.round(planet.gravity() * 100));
        }
        EnumMap<Color, Integer> map = new EnumMap<>(Color.class);
        map.put(Color.BLUE, 3);
        map.put(Color.RED, 1);
        map.merge(Color.RED, 10, Integer::sum);
        System.out.println(map + " " + map.containsKey(Color.GREEN) + " " + map.keySet());
        EnumSet<Color> set = EnumSet.of(Color.BLUE, Color.RED);
        System.out.println(set + " " + EnumSet.complementOf(set) + " " + EnumSet.allOf(Color.class) + " " + EnumSet.noneOf(Color.class) + EnumSet.range(Color.RED, Color.GREEN));
        set.remove(Color.RED);
        System.out.println(set + " " + set.contains(Color.BLUE) + " " + set.containsAll(EnumSet.of(Color.RED, Color.BLUE)));
        Color.values()[0] = null;
        System.out.println(Color.values()[0]);
        Object o = Level.MID;
        System.out.println(o instanceof Enum<?> e ? e.name() : "none");
    }
}

import java.util.HashSet;
import java.util.Set;

/**
 * Native methods that compiled code executes itself where they are one of several targets of
 * a call, and tests for classes that are values.
 */
public class JitNatives {
    static class Plain {
    }

    static class Hashed {
        private final int value;

        Hashed(int value) {
            this.value = value;
        }

        @Override
        public int hashCode() {
            return value;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Hashed && ((Hashed) other).value == value;
        }
    }

    static class Other extends Hashed {
        Other(int value) {
            super(value);
        }

        @Override
        public int hashCode() {
            return super.hashCode() * 31;
        }
    }

    static int hash(Object object) {
        return object.hashCode();
    }

    static void hashes(int rounds) {
        Object[] objects = {new Hashed(5), new Plain(), new Other(7), "text", 12, new Object(), new int[3]};
        int first = hash(objects[1]);
        int same = 0;
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            Object object = objects[i % objects.length];
            int hash = hash(object);
            if (hash == System.identityHashCode(object)) {
                same++;
            } else {
                sum += hash;
            }
        }
        System.out.println("identity hashes: " + same + " of " + rounds + ", others add to " + sum);
        System.out.println("still the same: " + (first == hash(objects[1])));
        synchronized (objects[1]) {
            System.out.println("while locked: " + (first == hash(objects[1])));
        }
        Set<Object> fresh = new HashSet<>();
        for (int i = 0; i < rounds / 10; i++) {
            fresh.add(i % 3 == 0 ? new Plain() : i % 3 == 1 ? new Hashed(i) : (Object) i);
        }
        System.out.println("set of " + fresh.size());
        try {
            hash(null);
        } catch (NullPointerException e) {
            System.out.println("no hash of null");
        }
    }

    static boolean is(Class<?> type, Object object) {
        return type.isInstance(object);
    }

    static void types(int rounds) {
        Class<?>[] types = {
            Object.class, Hashed.class, Other.class, Comparable.class, Number.class, int[].class, Object[].class, int.class, String[].class,
            Cloneable.class, CharSequence.class, void.class, Hashed[].class
        };
        Object[] objects = {new Hashed(1), new Other(2), "text", 12, new int[1], new String[1], null, new Other[1], new StringBuilder(), new Plain(), 3L};
        int[] count = new int[types.length];
        for (int i = 0; i < rounds; i++) {
            int type = i % types.length;
            if (is(types[type], objects[i / types.length % objects.length])) {
                count[type]++;
            }
        }
        for (int i = 0; i < types.length; i++) {
            System.out.println(types[i].getName() + ": " + count[i]);
        }
        try {
            is(null, "");
        } catch (NullPointerException e) {
            System.out.println("no type");
        }
    }

    /** Code that knows the class to be null, and is compiled as well. */
    static void noType(int rounds) {
        int caught = 0;
        for (int i = 0; i < rounds; i++) {
            try {
                if (is(null, "")) {
                    caught--;
                }
            } catch (NullPointerException e) {
                caught++;
            }
        }
        System.out.println("without a type: " + caught + " of " + rounds);
    }

    private static final Class<?> CONSTANT = Hashed.class;

    static void constants(int rounds) {
        Object[] objects = {new Hashed(1), new Other(2), "text", null};
        int constants = 0;
        int primitives = 0;
        int casts = 0;
        for (int i = 0; i < rounds; i++) {
            Object object = objects[i % objects.length];
            if (CONSTANT.isInstance(object)) {
                constants++;
            }
            if (Comparable.class.isInstance(object)) {
                constants += 2;
            }
            if (int.class.isInstance(object)) {
                primitives++;
            }
            try {
                if (CharSequence.class.cast(object) == object) {
                    casts++;
                }
            } catch (ClassCastException e) {
                casts += 3;
            }
        }
        System.out.println("constants " + constants + ", primitives " + primitives + ", casts " + casts);
    }

    static class Copied implements Cloneable {
        int value;

        Copied(int value) {
            this.value = value;
        }

        Copied copy() {
            try {
                return (Copied) clone();
            } catch (CloneNotSupportedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static class Counting extends Copied {
        static int copies;

        Counting(int value) {
            super(value);
        }

        @Override
        protected Object clone() throws CloneNotSupportedException {
            copies++;
            return super.clone();
        }
    }

    static class Twice extends Copied {
        Twice(int value) {
            super(value);
        }

        @Override
        protected Object clone() {
            return new Copied(value * 2);
        }
    }

    static void clones(int rounds) {
        Copied[] objects = {new Copied(1), new Counting(2), new Twice(3), new Copied(4)};
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            sum += objects[i % objects.length].copy().value;
        }
        System.out.println("clones " + sum + ", counted " + Counting.copies);
    }

    /** One loop behind the other, each of which is entered in its middle. */
    static long loops(int rounds) {
        long sum = 0;
        for (int i = 0; i < rounds; i++) sum += i;
        for (int i = 0; i < rounds; i++) sum ^= i;
        for (int i = 0; i < rounds; i++) sum += i * 3;
        for (int i = 0; i < rounds; i++) sum -= i & 7;
        for (int i = 0; i < rounds; i++) sum += sum % 5;
        for (int i = 0; i < rounds; i++) sum ^= sum << 1;
        for (int i = 0; i < rounds; i++) sum += i * sum;
        for (int i = 0; i < rounds; i++) sum = sum * 31 + i;
        return sum;
    }

    public static void main(String[] arguments) {
        hashes(50_000);
        types(100_000);
        noType(20_000);
        constants(20_000);
        clones(50_000);
        System.out.println("loops " + loops(100_000));
    }
}

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Methods that ask who calls them, from compiled code into which they have been inlined, or not: the same member may be accessed by one class and not by another, also by way
 * of reflection. And objects of other classes than a member's.
 */
final class JitCallerSensitive {
    private static final int ROUNDS = 60_000;

    private static class Owner {
        private int secret = 1;
        private static int shared = 2;
        protected long open = 3;

        private Owner() {
        }

        private int twice(int x) {
            return 2 * x + secret;
        }

        static int read(Field field, Object of) throws IllegalAccessException {
            return field.getInt(of);
        }

        static String lookup() {
            return MethodHandles.lookup().lookupClass().getName();
        }
    }

    private static final class Heir extends Owner {
        static String lookup() {
            return MethodHandles.lookup().lookupClass().getName();
        }
    }

    private interface Reader {
        int read(Field field, Object of) throws IllegalAccessException;
    }

    private static String name(Throwable e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
    }

    private static String lookups() {
        int[] seen = new int[3];
        for (int i = 0; i < ROUNDS; i++) {
            String name = i % 3 == 0 ? Owner.lookup() : i % 3 == 1 ? Heir.lookup() : MethodHandles.lookup().lookupClass().getName();
            seen[i % 3] += name.length();
        }
        return seen[0] + " " + seen[1] + " " + seen[2];
    }

    private static long fields(Field field, Object[] of) {
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            try {
                sum += field.getLong(of[i % of.length]);
            } catch (IllegalArgumentException e) {
                sum += 1000;
            } catch (IllegalAccessException e) {
                sum += 1_000_000;
            }
        }
        return sum;
    }

    private static long by(Reader reader, Field field, Object of) {
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            try {
                sum += reader.read(field, of);
            } catch (IllegalAccessException e) {
                sum += 10;
            }
        }
        return sum;
    }

    private static long constructed(Constructor<Owner> constructor) throws ReflectiveOperationException {
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            sum += constructor.newInstance().open;
        }
        return sum;
    }

    private static long invoked(Method method, Object of) throws ReflectiveOperationException {
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            sum += (Integer) method.invoke(of, i);
        }
        return sum;
    }

    private static int found(String name) throws ClassNotFoundException {
        int sum = 0;
        for (int i = 0; i < ROUNDS / 10; i++) {
            sum += Class.forName(name).getSimpleName().length();
        }
        return sum;
    }

    /** Calls a caller-sensitive method by reflection: the caller is who calls that. */
    private static int reflected(Method lookup) throws ReflectiveOperationException {
        int sum = 0;
        for (int i = 0; i < ROUNDS / 10; i++) {
            sum += ((MethodHandles.Lookup) lookup.invoke(null)).lookupClass().getName().length();
        }
        return sum;
    }

    public static void main(String[] arguments) throws ReflectiveOperationException {
        System.out.println(lookups());
        Field open = Owner.class.getDeclaredField("open");
        Owner owner = new Owner();
        System.out.println(fields(open, new Object[] {owner, new Heir(), new Owner()}));
        System.out.println(fields(open, new Object[] {owner, "another", new Heir(), 7L}));
        System.out.println(fields(String.class.getDeclaredField("hash"), new Object[] {"text"}));
        Field secret = Owner.class.getDeclaredField("secret");
        Field shared = Owner.class.getDeclaredField("shared");
        System.out.println(by(Owner::read, secret, owner) + " " + by(Owner::read, shared, null) + " " + by((f, o) -> f.getInt(o), secret, owner));
        Field size = java.util.ArrayList.class.getDeclaredField("size");
        System.out.println(by(Owner::read, size, new java.util.ArrayList<>()));
        try {
            System.out.println(Owner.read(size, new java.util.ArrayList<>()));
        } catch (IllegalAccessException e) {
            System.out.println(name(e));
        }
        System.out.println(constructed(Owner.class.getDeclaredConstructor()));
        System.out.println(invoked(Owner.class.getDeclaredMethod("twice", int.class), owner));
        try {
            invoked(Owner.class.getDeclaredMethod("twice", int.class), "another");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getClass());
        }
        System.out.println(found("JitCallerSensitive$Heir"));
        try {
            found("NoSuchClass");
        } catch (ClassNotFoundException e) {
            System.out.println(name(e));
        }
        try {
            System.out.println(reflected(MethodHandles.class.getMethod("lookup")));
        } catch (InvocationTargetException e) {
            System.out.println(name(e.getCause()));
        }
    }
}

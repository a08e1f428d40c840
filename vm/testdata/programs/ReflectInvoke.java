import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/** Calling and accessing by reflection: conversions, exceptions, private access, inflation of accessors, statics, finals. */
public class ReflectInvoke {
    private int number = 5;
    private final String fixed;
    static long shared = 10;
    static final String CONSTANT = "constant";
    byte b;
    char c = 'c';
    float f;
    boolean z;
    Object o;

    private ReflectInvoke(String fixed) {
        this.fixed = fixed;
    }

    public ReflectInvoke() {
        this("default");
    }

    protected ReflectInvoke(int a, long b) {
        this(a + ":" + b);
        if (a < 0) {
            throw new IllegalArgumentException("negative");
        }
    }

    private int add(int a, int b) {
        return a + b + number;
    }

    static String join(String first, Object... rest) {
        return first + Arrays.toString(rest);
    }

    long widen(long a, double b, char c) {
        return a + (long) b + c;
    }

    void nothing() {
    }

    void fails(boolean checked) throws Exception {
        if (checked) {
            throw new Exception("checked");
        }
        throw new IllegalStateException("unchecked");
    }

    static int work(int n) {
        return n * 2;
    }

    abstract static class Abstract {
        abstract int value();
    }

    static class Concrete extends Abstract {
        @Override
        int value() {
            return 77;
        }
    }

    enum Color { RED }

    interface Action {
        Object run() throws Exception;
    }

    static void show(String name, Action action) {
        try {
            System.out.println(name + " = " + action.run());
        } catch (InvocationTargetException e) {
            System.out.println(name + " target " + e.getTargetException() + " " + (e.getCause() == e.getTargetException()) + " " + e.getMessage());
        } catch (Exception e) {
            // The unnamed module is named by its identity hash.
            System.out.println(name + " ! " + e.toString().replaceAll("@[0-9a-f]+", "@hash"));
        }
    }

    static Method method(String name, Class<?>... types) throws Exception {
        return ReflectInvoke.class.getDeclaredMethod(name, types);
    }

    public static void main(String[] args) throws Exception {
        ReflectInvoke target = new ReflectInvoke();
        show("private", () -> method("add", int.class, int.class).invoke(target, 1, 2));
        show("widening", () -> method("widen", long.class, double.class, char.class).invoke(target, 1, 2f, 'c'));
        show("short to long", () -> method("widen", long.class, double.class, char.class).invoke(target, (short) 1, 2L, 'c'));
        show("narrowing", () -> method("add", int.class, int.class).invoke(target, 1L, 2));
        show("varargs", () -> method("join", String.class, Object[].class).invoke(null, "x", new Object[] {1, 2}));
        show("varargs flat", () -> method("join", String.class, Object[].class).invoke(null, "x", 1, 2));
        show("void", () -> method("nothing").invoke(target));
        show("null target", () -> method("nothing").invoke(null));
        show("wrong target", () -> method("nothing").invoke("string"));
        show("wrong count", () -> method("nothing").invoke(target, 1));
        show("wrong type", () -> method("work", int.class).invoke(null, "1"));
        show("null for int", () -> method("work", int.class).invoke(null, (Object) null));
        show("checked", () -> method("fails", boolean.class).invoke(target, true));
        show("unchecked", () -> method("fails", boolean.class).invoke(target, false));
        show("virtual", () -> Abstract.class.getDeclaredMethod("value").invoke(new Concrete()));
        show("library", () -> String.class.getMethod("substring", int.class, int.class).invoke("reflection", 2, 6));
        show("interface", () -> Comparable.class.getMethod("compareTo", Object.class).invoke("a", "b"));
        show("encapsulated", () -> {
            Field value = String.class.getDeclaredField("value");
            value.setAccessible(true);
            return value;
        });
        int sum = 0;
        Method work = method("work", int.class);
        for (int i = 0; i < 40; i++) {
            sum += (Integer) work.invoke(null, i);
        }
        System.out.println("inflated " + sum);
        show("default constructor", () -> ReflectInvoke.class.getConstructor().newInstance().fixed);
        show("private constructor", () -> ReflectInvoke.class.getDeclaredConstructor(String.class).newInstance("given").fixed);
        Constructor<ReflectInvoke> two = ReflectInvoke.class.getDeclaredConstructor(int.class, long.class);
        show("constructor widening", () -> two.newInstance((byte) 3, 4).fixed);
        show("constructor throws", () -> two.newInstance(-1, 1L));
        show("abstract", () -> Abstract.class.getDeclaredConstructor().newInstance());
        show("enum", () -> Color.class.getDeclaredConstructors()[0].newInstance("BLUE", 1));
        for (int i = 0; i < 20; i++) {
            two.newInstance(i, (long) i);
        }
        for (String name : new String[] {"number", "fixed", "shared", "CONSTANT", "b", "c", "f", "z", "o"}) {
            show("get " + name, () -> ReflectInvoke.class.getDeclaredField(name).get(target));
        }
        Field number = ReflectInvoke.class.getDeclaredField("number");
        number.setInt(target, 50);
        number.set(target, (short) (number.getInt(target) + 1));
        System.out.println(target.number + " " + number.getLong(target) + " " + number.getDouble(target));
        show("narrow get", () -> number.getShort(target));
        show("set string", () -> {
            number.set(target, "x");
            return null;
        });
        show("set null", () -> {
            number.set(target, null);
            return null;
        });
        show("set final", () -> {
            ReflectInvoke.class.getDeclaredField("fixed").set(target, "changed");
            return target.fixed;
        });
        show("set final accessible", () -> {
            Field fixed = ReflectInvoke.class.getDeclaredField("fixed");
            fixed.setAccessible(true);
            fixed.set(target, "changed");
            return fixed.get(target);
        });
        show("set static final", () -> {
            Field constant = ReflectInvoke.class.getDeclaredField("CONSTANT");
            constant.setAccessible(true);
            constant.set(null, "changed");
            return CONSTANT;
        });
        Field shared = ReflectInvoke.class.getDeclaredField("shared");
        shared.setLong(null, 99);
        shared.set("ignored", 'a');
        System.out.println(ReflectInvoke.shared);
        show("field of null", () -> number.get(null));
        show("field of wrong", () -> number.get("x"));
        System.out.println(number.equals(ReflectInvoke.class.getDeclaredField("number")) + " " + (number.hashCode() == ReflectInvoke.class.getDeclaredField("number").hashCode()) + " " + number.canAccess(target) + " " + two.toGenericString());
    }
}

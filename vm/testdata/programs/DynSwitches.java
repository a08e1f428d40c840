import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.StringConcatFactory;
import java.lang.invoke.LambdaMetafactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.runtime.ObjectMethods;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

/** The JDK's bootstrap methods called by hand: SwitchBootstraps, ObjectMethods, StringConcatFactory, LambdaMetafactory. */
public class DynSwitches {
    static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    static class Point {
        final int x;
        final String name;
        final double[] data;

        Point(int x, String name, double... data) {
            this.x = x;
            this.name = name;
            this.data = data;
        }
    }

    enum Level { LOW, HIGH }

    static CallSite switchSite(MethodType type, Object... labels) throws Throwable {
        Method method = Class.forName("java.lang.runtime.SwitchBootstraps").getMethod("typeSwitch", MethodHandles.Lookup.class, String.class, MethodType.class, Object[].class);
        try {
            return (CallSite) method.invoke(null, LOOKUP, "_", type, labels);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    static void switches() throws Throwable {
        MethodType type = MethodType.methodType(int.class, Object.class, int.class);
        MethodHandle choose = switchSite(type, String.class, Integer.class, CharSequence.class, Number.class, int[].class, List.class).dynamicInvoker();
        for (Object o : new Object[] {"s", 1, new StringBuilder(), 2L, new int[1], new long[1], List.of(), null, 'c'}) {
            StringBuilder line = new StringBuilder();
            for (int restart = 0; restart < 7; restart++) {
                line.append((int) choose.invokeExact(o, restart)).append(' ');
            }
            System.out.println((o == null ? "null" : o.getClass().getSimpleName()) + ": " + line);
        }
        MethodHandle constants = switchSite(type, "a", 7, String.class, Integer.class).dynamicInvoker();
        for (Object o : new Object[] {"a", "b", 7, 8, 9.0}) {
            System.out.println(o + " -> " + (int) constants.invokeExact(o, 0) + " " + (int) constants.invokeExact(o, 1));
        }
        MethodHandle none = switchSite(type).dynamicInvoker();
        System.out.println((int) none.invokeExact((Object) "x", 0) + " " + (int) none.invokeExact((Object) null, 0));
        try {
            switchSite(MethodType.methodType(long.class, Object.class, int.class), String.class);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            switchSite(type, 1.5);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    static void objectMethods() throws Throwable {
        MethodHandle[] getters = {LOOKUP.findGetter(Point.class, "x", int.class), LOOKUP.findGetter(Point.class, "name", String.class), LOOKUP.findGetter(Point.class, "data", double[].class)};
        String names = "x;name;data";
        MethodHandle equals = ((CallSite) ObjectMethods.bootstrap(LOOKUP, "equals", MethodType.methodType(boolean.class, Point.class, Object.class), Point.class, names, getters)).dynamicInvoker();
        MethodHandle hash = ((CallSite) ObjectMethods.bootstrap(LOOKUP, "hashCode", MethodType.methodType(int.class, Point.class), Point.class, "x;name", Arrays.copyOf(getters, 2))).dynamicInvoker();
        MethodHandle text = (MethodHandle) ObjectMethods.bootstrap(LOOKUP, "toString", MethodHandle.class, Point.class, "x;name", getters[0], getters[1]);
        double[] shared = {1};
        Point a = new Point(3, "p", shared), b = new Point(3, "p", shared), c = new Point(3, null);
        System.out.println((boolean) equals.invokeExact(a, (Object) b) + " " + (boolean) equals.invokeExact(a, (Object) c) + " " + (boolean) equals.invokeExact(a, (Object) "x") + " " + (boolean) equals.invoke(a, null));
        System.out.println((int) hash.invokeExact(a) + " " + (int) hash.invokeExact(c) + " " + (String) text.invokeExact(a) + " " + (String) text.invokeExact(c));
        for (String name : List.of("clone", "equals")) {
            try {
                ObjectMethods.bootstrap(LOOKUP, name, MethodType.methodType(int.class, Point.class), Point.class, "x", getters[0]);
            } catch (IllegalArgumentException e) {
                System.out.println(name + ": " + e.getMessage());
            }
        }
    }

    static void concatenation() throws Throwable {
        MethodType type = MethodType.methodType(String.class, int.class, Object.class, double.class, char.class, boolean.class);
        MethodHandle h = StringConcatFactory.makeConcatWithConstants(LOOKUP, "m", type, "<\1|\1|\2|\1|\1|\1>", "k\u00e9").dynamicInvoker();
        System.out.println((String) h.invokeExact(-5, (Object) null, 1e21, 'z', true));
        System.out.println((String) h.invokeExact(5, (Object) List.of(Level.values()), -0.0, '\u20ac', false));
        System.out.println((String) StringConcatFactory.makeConcat(LOOKUP, "m", MethodType.methodType(String.class, String.class, long.class)).dynamicInvoker().invokeExact("a", Long.MIN_VALUE));
        for (String recipe : List.of("\1\1", "\1\1\1\1\1\1", "\1\1\1\1\1\2")) {
            try {
                StringConcatFactory.makeConcatWithConstants(LOOKUP, "m", type, recipe);
                System.out.println("accepted");
            } catch (Exception e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage().replaceAll("[\\x00-\\x02]", "?"));
            }
        }
    }

    static int add(int a, int b) {
        return a + b;
    }

    @SuppressWarnings("unchecked")
    static void lambdas() throws Throwable {
        MethodType ints = MethodType.methodType(int.class, int.class, int.class);
        var add = LOOKUP.findStatic(DynSwitches.class, "add", ints);
        var site = LambdaMetafactory.metafactory(LOOKUP, "applyAsInt", MethodType.methodType(IntBinaryOperator.class), ints, add, ints);
        System.out.println(((IntBinaryOperator) site.getTarget().invokeExact()).applyAsInt(20, 22));
        var upper = LOOKUP.findVirtual(String.class, "toUpperCase", MethodType.methodType(String.class));
        var captured = LambdaMetafactory.metafactory(LOOKUP, "get", MethodType.methodType(Supplier.class, String.class), MethodType.methodType(Object.class), upper, MethodType.methodType(String.class));
        System.out.println(((Supplier<String>) captured.getTarget().invokeExact("shout")).get());
        var marked = LambdaMetafactory.altMetafactory(LOOKUP, "apply", MethodType.methodType(Function.class), MethodType.methodType(Object.class, Object.class), upper,
                MethodType.methodType(String.class, String.class), LambdaMetafactory.FLAG_MARKERS | LambdaMetafactory.FLAG_SERIALIZABLE, 1, Cloneable.class);
        Function<String, String> f = (Function<String, String>) marked.getTarget().invoke();
        System.out.println(f.apply("x") + (f instanceof Cloneable) + (f instanceof java.io.Serializable));
        for (var bad : List.of(MethodType.methodType(void.class, String.class), MethodType.methodType(Integer.class, String.class))) {
            try {
                LambdaMetafactory.metafactory(LOOKUP, "apply", MethodType.methodType(Function.class), MethodType.methodType(Object.class, Object.class), upper, bad);
                System.out.println("accepted " + bad);
            } catch (Exception e) {
                System.out.println(e);
            }
        }
        try {
            ((Function<Object, Object>) (Object) f).apply(3);
        } catch (ClassCastException e) {
            System.out.println("cast " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Throwable {
        switches();
        objectMethods();
        concatenation();
        lambdas();
    }
}

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.util.Arrays;
import java.util.List;

/** MethodHandles: lookups of every kind, invokeExact against invoke, conversions, binding, fields, errors. */
public class HandleMethods {
    private int value = 3;
    static String label = "label";

    HandleMethods() {
    }

    HandleMethods(int value) {
        this.value = value;
    }

    int add(int a, int b) {
        return value + a + b;
    }

    private String hidden(String s) {
        return "hidden " + s;
    }

    static long statics(int a, long b, double c) {
        return a + b + (long) c;
    }

    static String variable(String first, Object... rest) {
        return first + rest.length + Arrays.toString(rest);
    }

    static int fails(int n) throws java.io.IOException {
        throw new java.io.IOException("handle " + n);
    }

    @Override
    public String toString() {
        return "HM" + value;
    }

    static class Sub extends HandleMethods {
        @Override
        public String toString() {
            return "Sub";
        }

        String parent() throws Throwable {
            MethodHandle h = MethodHandles.lookup().findSpecial(HandleMethods.class, "toString", MethodType.methodType(String.class), Sub.class);
            return (String) h.invokeExact(this);
        }
    }

    interface Action {
        Object run() throws Throwable;
    }

    static void show(String name, Action a) {
        try {
            System.out.println(name + " = " + a.run());
        } catch (WrongMethodTypeException e) {
            System.out.println(name + " wrong type: " + e.getMessage());
        } catch (Throwable t) {
            System.out.println(name + " ! " + t);
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle add = lookup.findVirtual(HandleMethods.class, "add", MethodType.methodType(int.class, int.class, int.class));
        HandleMethods target = new HandleMethods(10);
        int exact = (int) add.invokeExact(target, 1, 2);
        Object loose = add.invoke((Object) target, (short) 3, Integer.valueOf(4));
        System.out.println(exact + " " + loose + " " + add.type() + " " + add.type().parameterCount());
        show("not exact", () -> (Object) add.invokeExact(target, 1, 2));
        show("not convertible", () -> add.invoke(target, "x", 2));
        show("arguments", () -> add.invokeWithArguments(target, 5, 6));
        show("too few", () -> add.invokeWithArguments(target, 5));
        show("list", () -> add.invokeWithArguments(List.of(target, 7, 8)));
        MethodHandle statics = lookup.findStatic(HandleMethods.class, "statics", MethodType.methodType(long.class, int.class, long.class, double.class));
        System.out.println((long) statics.invokeExact(1, 2L, 3.9) + " " + statics.invoke('a', 2, 3f) + " " + (double) (float) statics.invoke((byte) 1, (short) 2, 3L));
        MethodHandle constructor = lookup.findConstructor(HandleMethods.class, MethodType.methodType(void.class, int.class));
        System.out.println((HandleMethods) constructor.invokeExact(21) + " " + constructor.type());
        System.out.println(new Sub().parent() + " " + lookup.findVirtual(Object.class, "toString", MethodType.methodType(String.class)).invoke(new Sub()));
        MethodHandle hidden = lookup.findVirtual(HandleMethods.class, "hidden", MethodType.methodType(String.class, String.class));
        System.out.println((String) hidden.bindTo(target).invokeExact("bound") + " " + hidden.bindTo(target).type());
        show("private elsewhere", () -> MethodHandles.publicLookup().findVirtual(HandleMethods.class, "hidden", MethodType.methodType(String.class, String.class)));
        show("missing", () -> lookup.findStatic(HandleMethods.class, "missing", MethodType.methodType(void.class)));
        show("wrong static", () -> lookup.findStatic(HandleMethods.class, "add", MethodType.methodType(int.class, int.class, int.class)));
        MethodHandle getter = lookup.findGetter(HandleMethods.class, "value", int.class), setter = lookup.findSetter(HandleMethods.class, "value", int.class);
        setter.invokeExact(target, 99);
        System.out.println((int) getter.invokeExact(target) + " " + (String) lookup.findStaticGetter(HandleMethods.class, "label", String.class).invokeExact());
        lookup.findStaticSetter(HandleMethods.class, "label", String.class).invokeExact("changed");
        System.out.println(label);
        MethodHandle variable = lookup.findStatic(HandleMethods.class, "variable", MethodType.methodType(String.class, String.class, Object[].class));
        System.out.println(variable.isVarargsCollector() + " " + variable.invoke("a") + " " + variable.invoke("b", 1, 'c') + " " + variable.invoke("d", new Object[] {1, 2, 3}) + " " + variable.asFixedArity().invoke("e", new Object[] {9}) + " " + variable.invokeWithArguments("f", 1, 2));
        MethodHandle concat = lookup.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class));
        System.out.println((String) concat.invokeExact("a", "b") + " " + concat.bindTo("pre").invoke("fix") + " " + (Object) concat.asType(MethodType.methodType(Object.class, Object.class, Object.class)).invokeExact((Object) "x", (Object) "y"));
        show("bad cast", () -> concat.asType(MethodType.genericMethodType(2)).invoke(1, 2));
        show("null receiver", () -> concat.invoke((String) null, "x"));
        show("throws", () -> lookup.findStatic(HandleMethods.class, "fails", MethodType.methodType(int.class, int.class)).invoke(4));
        MethodHandle unreflected = lookup.unreflect(HandleMethods.class.getDeclaredMethod("add", int.class, int.class));
        System.out.println((int) unreflected.invokeExact(target, 1, 1) + " " + lookup.unreflectConstructor(HandleMethods.class.getDeclaredConstructor()).invoke() + " " + lookup.unreflectGetter(HandleMethods.class.getDeclaredField("value")).invoke(target));
        MethodType type = MethodType.methodType(void.class, int.class, String[].class, Object.class);
        System.out.println(type + " " + type.toMethodDescriptorString() + " " + type.changeReturnType(long.class).dropParameterTypes(0, 2) + " " + type.erase() + " " + type.generic() + " " + type.wrap() + " " + type.insertParameterTypes(1, double.class) + " " + type.equals(MethodType.fromMethodDescriptorString("(I[Ljava/lang/String;Ljava/lang/Object;)V", null)) + " " + type.hasPrimitives());
        System.out.println(MethodHandles.identity(String.class).invoke("id") + " " + MethodHandles.constant(int.class, 5).invoke() + " " + MethodHandles.zero(long.class).invoke() + " " + MethodHandles.arrayLength(int[].class).invoke(new int[4]) + " " + MethodHandles.arrayElementGetter(int[].class).invoke(new int[] {7, 8}, 1) + " " + ((int[]) MethodHandles.arrayConstructor(int[].class).invoke(3)).length);
        long sum = 0;
        for (int i = 0; i < 2000; i++) {
            sum += (int) add.invokeExact(target, i, 1);
        }
        System.out.println(sum);
        System.out.println(lookup.lookupClass() + " " + lookup.revealDirect(add).getName() + " " + lookup.revealDirect(add).getReferenceKind() + " " + MethodHandles.privateLookupIn(Sub.class, lookup).lookupClass().getSimpleName());
        Runnable proxy = java.lang.invoke.MethodHandleProxies.asInterfaceInstance(Runnable.class, MethodHandles.insertArguments(lookup.findVirtual(java.io.PrintStream.class, "println", MethodType.methodType(void.class, String.class)), 0, System.out, "through a proxy"));
        proxy.run();
    }
}

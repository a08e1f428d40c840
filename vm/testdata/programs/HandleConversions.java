import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.util.List;

import static java.lang.invoke.MethodType.genericMethodType;
import static java.lang.invoke.MethodType.methodType;

/** asType and explicitCastArguments over every pair of basic types, varargs, and the messages of wrong types. */
public class HandleConversions {
    static final MethodHandles.Lookup L = MethodHandles.lookup();
    static final Class<?>[] TYPES = {boolean.class, byte.class, short.class, char.class, int.class, long.class, float.class, double.class,
        Object.class, Boolean.class, Byte.class, Short.class, Character.class, Integer.class, Long.class, Float.class, Double.class,
        Number.class, Comparable.class, String.class, void.class};
    static final Object[] VALUES = {true, (byte) -3, (short) 300, 'x', 70000, 1L << 40, 2.5f, -3e10, "str"};

    static String call(MethodHandle h, Object v) {
        try {
            return String.valueOf(h.invokeWithArguments(v));
        } catch (Throwable t) {
            return t.getClass().getSimpleName() + "(" + t.getMessage() + ")";
        }
    }

    static Object value(Class<?> c) {
        for (Object v : VALUES) if (MethodType.methodType(c).wrap().returnType().isInstance(v)) return v;
        return null;
    }

    static String vs(String f, Object... r) { return f + java.util.Arrays.deepToString(r); }
    static String vi(int... r) { return java.util.Arrays.toString(r); }

    interface Call { Object run() throws Throwable; }

    static void wrong(String name, Call c) {
        try {
            System.out.println(name + " -> " + c.run());
        } catch (WrongMethodTypeException e) {
            System.out.println(name + ": " + e.getMessage());
        } catch (Throwable t) {
            System.out.println(name + ": " + t);
        }
    }

    public static void main(String[] args) throws Throwable {
        for (Class<?> from : TYPES) {
            if (from == void.class) continue;
            StringBuilder b = new StringBuilder(from.getSimpleName()).append(":");
            for (Class<?> to : TYPES) {
                MethodHandle id = MethodHandles.identity(from);
                String result;
                try {
                    result = call(id.asType(methodType(to, from)), value(from));
                } catch (WrongMethodTypeException e) {
                    result = "-";
                }
                b.append(' ').append(result).append('/');
                try {
                    result = call(MethodHandles.explicitCastArguments(id, methodType(to, from)), value(from));
                } catch (WrongMethodTypeException e) {
                    result = "-";
                }
                b.append(result);
            }
            System.out.println(b);
        }
        for (Class<?> to : TYPES) {
            if (to == void.class) continue;
            MethodHandle id = MethodHandles.identity(to).asType(methodType(Object.class, Object.class));
            StringBuilder b = new StringBuilder("unbox ").append(to.getSimpleName());
            for (Object v : VALUES) b.append(' ').append(call(id, v));
            b.append(' ').append(call(id, null));
            MethodHandle ex = MethodHandles.explicitCastArguments(MethodHandles.identity(to), methodType(to, Object.class));
            for (Object v : VALUES) b.append(' ').append(call(ex, v));
            b.append(' ').append(call(ex, null));
            System.out.println(b);
        }
        MethodHandle length = L.findVirtual(String.class, "length", methodType(int.class));
        wrong("exact", () -> (long) length.invokeExact("x"));
        wrong("exact object", () -> (int) length.invokeExact((Object) "x"));
        wrong("exact no argument", () -> (int) length.invokeExact());
        wrong("exact void", () -> { length.invokeExact("x"); return null; });
        wrong("invoke", () -> (int) length.invoke(3));
        wrong("invoke two", () -> (int) length.invoke("x", "y"));
        wrong("invoke cast", () -> (int) length.invoke((Object) 3));
        wrong("invoke null", () -> (int) length.invoke((String) null));
        wrong("invoke string", () -> (String) length.invoke("x"));
        wrong("invoke char", () -> (char) length.invoke("x"));
        wrong("invoke double", () -> (double) length.invoke("x"));
        wrong("invoke Integer", () -> (Integer) length.invoke("xyz"));
        wrong("invoke Long", () -> (Long) length.invoke("xyz"));
        wrong("invoke Number", () -> (Number) length.invoke("xyz"));
        wrong("with arguments", () -> length.invokeWithArguments("x", "y"));
        wrong("with none", () -> length.invokeWithArguments());
        wrong("asType", () -> length.asType(methodType(int.class)));
        wrong("asType List", () -> length.asType(methodType(List.class, String.class)));
        wrong("asType params", () -> length.asType(methodType(int.class, boolean.class)));

        MethodHandle vs = L.findStatic(HandleConversions.class, "vs", methodType(String.class, String.class, Object[].class));
        System.out.println(vs.isVarargsCollector() + " " + vs.type() + " " + vs);
        System.out.println((String) vs.invoke("a") + (String) vs.invoke("a", 1) + (String) vs.invoke("a", 1, 'c', 2.0) + (String) vs.invoke("a", (Object) new Object[] {5}) + (String) vs.invoke("a", new Object[] {5, 6}));
        System.out.println((String) vs.invokeExact("e", new Object[] {1}));
        System.out.println(vs.invokeWithArguments("w", 1, 2, 3) + " " + vs.invokeWithArguments(List.of("w")));
        wrong("varargs null", () -> vs.invoke("n", null));
        wrong("varargs fixed", () -> vs.asFixedArity().invoke("n", 1, 2));
        wrong("varargs first", () -> vs.invoke(1, 2));
        MethodHandle vi = L.findStatic(HandleConversions.class, "vi", methodType(String.class, int[].class));
        System.out.println((String) vi.invoke() + (String) vi.invoke((byte) 1, 'a') + (String) vi.invoke(Integer.valueOf(4), (short) 3));
        wrong("vi long", () -> (String) vi.invoke(3L));
        wrong("vi string", () -> (String) vi.invoke("x"));
        wrong("vi object", () -> (String) vi.invoke((Object) 3, (Object) 'c'));
        wrong("vi bad object", () -> (String) vi.invoke((Object) 3, (Object) "c"));
        wrong("vi arguments", () -> vi.invokeWithArguments(1, (short) 2, 'c'));
        wrong("vi null", () -> (String) vi.invokeExact((int[]) null));
        System.out.println(vi.withVarargs(false).isVarargsCollector() + " " + vs.asCollector(Object[].class, 2).type() + " " + vs.asType(genericMethodType(3)).type());
        MethodHandle arrays = MethodHandles.arrayElementGetter(int[].class);
        System.out.println(arrays.type() + " " + (int) arrays.invokeExact(new int[] {4, 5}, 1));
        wrong("element", () -> (int) arrays.invokeExact(new int[] {4, 5}, 2));
        wrong("element null", () -> (int) arrays.invoke((int[]) null, 2));
        MethodHandle setter = MethodHandles.arrayElementSetter(String[].class);
        Object[] strings = new String[1];
        wrong("store", () -> { setter.invoke(strings, 0, (Object) 3); return null; });
        setter.invoke(strings, 0, "three");
        wrong("store length", () -> strings[0] + ":" + (int) MethodHandles.arrayLength(Object[].class).invokeExact(strings));
        wrong("constructor", () -> MethodHandles.arrayConstructor(long[][].class).type() + " " + ((long[][]) MethodHandles.arrayConstructor(long[][].class).invokeExact(3)).length);
        wrong("negative", () -> (long[]) MethodHandles.arrayConstructor(long[].class).invokeExact(-3));
        wrong("not array", () -> MethodHandles.arrayConstructor(long.class));
        wrong("no array getter", () -> MethodHandles.arrayElementGetter(String.class));
        MethodHandle spread = vs.asFixedArity().asType(methodType(Object.class, String.class, Object[].class)).asSpreader(Object[].class, 2);
        System.out.println(spread.invoke(new Object[] {"sp", new Object[] {1}}));
        wrong("spread short", () -> spread.invoke(new Object[] {"sp"}));
        wrong("spread null", () -> spread.invoke((Object[]) null));
        wrong("spread class", () -> spread.invoke(new Object[] {1, new Object[0]}));
        MethodHandle inv = MethodHandles.invoker(methodType(Object.class, String.class));
        MethodHandle ex = MethodHandles.exactInvoker(methodType(int.class, String.class));
        System.out.println(inv.type() + " " + inv.invoke(length, "four") + " " + ex.type() + " " + (int) ex.invokeExact(length, "five!"));
        wrong("exact invoker", () -> (int) ex.invokeExact(vs, "x"));
        wrong("spread invoker", () -> MethodHandles.spreadInvoker(genericMethodType(3), 1).invoke(vs.asType(genericMethodType(3)), "a", new Object[] {2, 3}));
        MethodType mt = MethodType.fromMethodDescriptorString("(IJ[Ljava/lang/String;[[D)Ljava/lang/Object;", null);
        System.out.println(mt + " " + mt.erase() + " " + mt.generic() + " " + mt.wrap() + " " + mt.unwrap() + " " + mt.insertParameterTypes(1, char.class) + mt.dropParameterTypes(0, 2) + mt.changeParameterType(0, void.class.isPrimitive() ? byte.class : null) + mt.toMethodDescriptorString() + mt.hasPrimitives() + mt.hasWrappers() + mt.parameterCount() + mt.lastParameterType() + mt.describeConstable());
        wrong("descriptor", () -> MethodType.fromMethodDescriptorString("(I", null));
        wrong("descriptor class", () -> MethodType.fromMethodDescriptorString("(Lno/Such;)V", null));
        wrong("void parameter", () -> methodType(int.class, void.class));
        wrong("null parameter", () -> methodType(int.class, (Class<?>) null));
        wrong("many", () -> genericMethodType(256));
        wrong("many ok", () -> genericMethodType(255).parameterCount());
        wrong("too many for a handle", () -> MethodHandles.empty(genericMethodType(255)));
    }
}

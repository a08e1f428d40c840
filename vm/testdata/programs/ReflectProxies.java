import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

/** Proxies of every shape, default methods through them, generic signatures in full, records, sealed classes and enums. */
public class ReflectProxies {
    interface Call { Object run() throws Throwable; }

    static void tell(String name, Call c) {
        try {
            System.out.println((name + " -> " + c.run()).replaceAll("@[0-9a-f]+", "@").replaceAll("\\$Proxy\\d+", "Proxy"));
        } catch (Throwable t) {
            System.out.println((name + ": " + t + (t.getCause() == null ? "" : " caused by " + t.getCause())).replaceAll("@[0-9a-f]+", "@").replaceAll("\\$Proxy\\d+", "Proxy"));
        }
    }

    interface Shape { int area(); default String describe(String p) { return p + " of area " + area(); } static Shape none() { return null; } }
    interface Prims { boolean z(byte b, short s, char c, int i, long j, float f, double d, Object o, int[] a); void v(); long j(); double d(); char c(); byte b(); float f(); short s(); int varargs(Object... o); }
    interface Throwing { void io() throws java.io.IOException; void none(); <T extends Exception> void generic() throws T; }
    interface Left { Number get(); } interface Right { Integer get(); } interface Same { int hashCode(); String toString(); boolean equals(Object o); void notifyIt(); }
    private interface Hidden { String h(); }
    sealed interface Tree permits Leaf, Node { }
    record Leaf(int value) implements Tree { }
    static final class Node implements Tree { }
    static sealed abstract class S permits S1, S2 { } static final class S1 extends S { } static non-sealed class S2 extends S { }
    static class Generic<A, B extends Number & Comparable<? super B>, C extends List<? extends A[]>> extends HashMap<A, Map<? super B, C[]>> implements Function<A, Generic<A, B, C>.Inner<String>> {
        class Inner<D> { A a; D d; List<? extends D>[] lists; Map.Entry<A, D>[][] e; }
        public Inner<String> apply(A a) { return null; }
        <X extends Throwable, Y extends X> Y method(List<? super X> l, Y[] y, int i, List<?>... more) throws X { return null; }
        <E extends Enum<E> & Runnable> Generic(Class<E> c) { }
        static <T> T[] toArray(Collection<? extends T> c) { return null; }
    }
    record Rec<T extends Comparable<T>>(T first, List<? extends T> rest, int... tail) { Rec { Objects.requireNonNull(first); } static int count; Rec(T t) { this(t, List.of()); } }
    enum Op implements IntBinaryOperator { ADD("+") { public int applyAsInt(int a, int b) { return a + b; } }, SUB("-") { public int applyAsInt(int a, int b) { return a - b; } }; final String s; Op(String s) { this.s = s; } }
    static Object anonymous = new Object() { int field; void method() { class Local { } System.out.println(new Local().getClass().getEnclosingMethod() + " " + Local.class.isLocalClass() + Local.class.getSimpleName() + Local.class.getCanonicalName() + Local.class.getEnclosingClass()); } @Override public String toString() { method(); return "anon"; } };

    static <T> T proxy(InvocationHandler h, Class<?>... i) { return (T) Proxy.newProxyInstance(ReflectProxies.class.getClassLoader(), i, h); }

    public static void main(String[] args) throws Throwable {
        Shape s = proxy((p, m, a) -> m.isDefault() ? InvocationHandler.invokeDefault(p, m, a) : m.getName().equals("area") ? (Object) 42 : m.getName(), Shape.class);
        System.out.println(s.describe("proxy") + " " + s + " " + s.getClass().getModifiers() + Proxy.isProxyClass(s.getClass()) + s.getClass().getPackageName().length() + Arrays.toString(s.getClass().getInterfaces()) + s.getClass().getSuperclass() + (proxy((p, m, a) -> null, Shape.class).getClass() == s.getClass()));
        tell("hashCode", () -> s.hashCode());
        Prims p = proxy((x, m, a) -> { System.out.println(m.getName() + (a == null ? null : a.length + Arrays.deepToString(a))); return switch (m.getReturnType().getName()) { case "boolean" -> true; case "long" -> 5L; case "double" -> 2.5; case "char" -> 'c'; case "byte" -> (byte) 1; case "float" -> 1f; case "short" -> (short) 3; case "int" -> 9; default -> "ignored"; }; }, Prims.class);
        System.out.println(p.z((byte) 1, (short) 2, 'c', 4, 5, 6, 7, "o", new int[] {1}) + "" + p.j() + p.d() + p.c() + p.b() + p.f() + p.s() + p.varargs(1, "two") + p.varargs());
        p.v();
        tell("wrong result", () -> ProxyInt(proxy((x, m, a) -> "s", Prims.class)));
        tell("null result", () -> ProxyInt(proxy((x, m, a) -> null, Prims.class)));
        tell("widening", () -> ProxyInt(proxy((x, m, a) -> 5, Prims.class)));
        Throwing t = proxy((x, m, a) -> { throw switch (m.getName()) { case "io" -> new java.io.IOException("declared"); case "none" -> new java.io.IOException("undeclared"); default -> new Exception("generic"); }; }, Throwing.class);
        tell("declared", () -> { t.io(); return null; });
        tell("undeclared", () -> { t.none(); return null; });
        tell("generic", () -> { t.<RuntimeException>generic(); return null; });
        tell("runtime", () -> { Throwing r = proxy((x, m, a) -> { throw new Error("e"); }, Throwing.class); r.none(); return null; });
        tell("conflict", () -> proxy((x, m, a) -> 3, Left.class, Right.class).getClass().getDeclaredMethods().length);
        tell("same", () -> { Same q = proxy((x, m, a) -> m.getDeclaringClass().getSimpleName().length(), Same.class); return q.hashCode(); });
        tell("hidden", () -> { Hidden h = proxy((x, m, a) -> "hidden", Hidden.class); return h.h() + h.getClass().getPackageName() + h.getClass().getModifiers(); });
        tell("no interface", () -> proxy((x, m, a) -> null, String.class));
        tell("twice", () -> proxy((x, m, a) -> null, Shape.class, Shape.class));
        tell("null interface", () -> proxy((x, m, a) -> null, (Class<?>) null));
        tell("null handler", () -> proxy(null, Shape.class));
        tell("sealed", () -> proxy((x, m, a) -> null, Tree.class));
        tell("invisible", () -> Proxy.newProxyInstance(null, new Class<?>[] {Shape.class}, (x, m, a) -> null));
        tell("handler of no proxy", () -> Proxy.getInvocationHandler("x"));
        tell("handler", () -> Proxy.getInvocationHandler(s) instanceof InvocationHandler);
        tell("default by hand", () -> InvocationHandler.invokeDefault(s, Shape.class.getMethod("area")));
        tell("proxy class members", () -> { StringBuilder b = new StringBuilder(); for (Method m : s.getClass().getDeclaredMethods()) b.append(m.toString()).append(';'); for (Field f : s.getClass().getDeclaredFields()) b.append(f.getName()).append(f.getType().getSimpleName()); return b.toString().length() > 10; });

        Class<?> g = Generic.class;
        System.out.println(g.toGenericString() + " " + g.getGenericSuperclass() + " " + Arrays.toString(g.getGenericInterfaces()));
        for (TypeVariable<?> v : g.getTypeParameters()) System.out.println(v + " " + Arrays.toString(v.getBounds()) + v.getGenericDeclaration());
        for (Field f : Generic.Inner.class.getDeclaredFields()) System.out.println(f.toGenericString() + " | " + f.getGenericType().getTypeName() + " " + f.getGenericType().getClass().getInterfaces()[0].getSimpleName() + f.isSynthetic());
        for (Method m : g.getDeclaredMethods()) System.out.println(m.toGenericString() + " | " + Arrays.toString(m.getGenericParameterTypes()) + Arrays.toString(m.getGenericExceptionTypes()) + m.getGenericReturnType() + m.isVarArgs() + m.isBridge() + m.isSynthetic());
        for (Constructor<?> c : g.getDeclaredConstructors()) System.out.println(c.toGenericString() + Arrays.toString(c.getTypeParameters()[0].getBounds()));
        ParameterizedType pt = (ParameterizedType) g.getGenericSuperclass();
        System.out.println(pt.getRawType() + " " + pt.getOwnerType() + " " + pt.getActualTypeArguments()[1] + pt.equals(g.getGenericSuperclass()) + (pt.hashCode() == g.getGenericSuperclass().hashCode()));
        for (RecordComponent c : Rec.class.getRecordComponents()) System.out.println(c + " " + c.getGenericType() + " " + c.getGenericSignature() + " " + c.getAccessor() + c.getType());
        for (Constructor<?> c : Rec.class.getDeclaredConstructors()) System.out.println(c.toGenericString() + c.isVarArgs() + Arrays.toString(c.getParameters()));
        System.out.println(Rec.class.isRecord() + " " + Rec.class.getSuperclass() + Modifier.toString(Rec.class.getModifiers()) + Leaf.class.getRecordComponents()[0].getAccessor().invoke(new Leaf(3)));
        System.out.println(Tree.class.isSealed() + Arrays.toString(Tree.class.getPermittedSubclasses()) + S.class.isSealed() + Arrays.toString(S.class.getPermittedSubclasses()) + S2.class.isSealed() + S2.class.getPermittedSubclasses() + Tree.class.toGenericString() + S2.class.toGenericString());
        System.out.println(Op.ADD.getClass() + " " + Op.ADD.getDeclaringClass() + Op.ADD.getClass().isEnum() + Op.class.isEnum() + Arrays.toString(Op.class.getEnumConstants()) + Op.class.getField("ADD").isEnumConstant() + Op.valueOf("SUB").applyAsInt(5, 3) + Op.ADD.getClass().isAnonymousClass() + Modifier.toString(Op.class.getModifiers()) + Op.ADD.describeConstable().get());
        System.out.println(anonymous + " " + anonymous.getClass().getName() + "|" + anonymous.getClass().getSimpleName() + "|" + anonymous.getClass().getEnclosingMethod() + anonymous.getClass().getEnclosingClass() + anonymous.getClass().isAnonymousClass() + anonymous.getClass().getCanonicalName() + Arrays.toString(anonymous.getClass().getDeclaredFields()));
        for (Class<?> c : new Class<?>[] {int.class, void.class, int[][].class, String[].class, Map.Entry.class, Generic.Inner.class, Thread.State.class, Override.class, Runnable.class, Object.class}) System.out.println(c + "|" + c.getName() + "|" + c.getSimpleName() + "|" + c.getTypeName() + "|" + c.getCanonicalName() + "|" + c.getPackageName() + "|" + c.toGenericString() + "|" + c.descriptorString() + "|" + Modifier.toString(c.getModifiers()) + "|" + c.getSuperclass() + c.getComponentType() + c.getDeclaringClass() + c.getNestHost().getSimpleName() + c.isMemberClass());
        System.out.println(Arrays.toString(ReflectProxies.class.getNestMembers()).length() > 100);
        System.out.println(Modifier.toString(0xFFFF) + " " + Modifier.toString(Modifier.methodModifiers()) + " " + Modifier.toString(Modifier.classModifiers()));
    }

    static Object ProxyInt(Prims p) { return p.varargs(); }
}

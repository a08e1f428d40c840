import java.lang.annotation.*;
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;

/** Reflection, proxies, method handles, and what they refuse. */
public class Reflection {
    @Retention(RetentionPolicy.RUNTIME) @interface Ann {
        String value() default "d";
        int[] n() default {
            1,2
        };
        Class<?> c() default String.class;
    }
    interface I {
        default String hi() {
            return "hi " + name();
        }
        String name();
        private void p() {}
    }
    static class C<T extends Comparable<T>> implements I {
        public String name() {
            return "C";
        }
        @Ann("m") public <X extends Exception> T m(List<? super T> l, int... v) throws X {
            return null;
        }
        private int f = 3;
        @Deprecated(since="5") protected static final long K = 9;
    }
    record R(@Ann int a, List<String> b) {}
    static void boom() {
        throw new IllegalStateException("boom");
    }
    public static void main(String[] args) throws Throwable {
        for (Method m : sorted(C.class.getDeclaredMethods())) System.out.println(m.toGenericString() + Arrays.toString(m.getAnnotations()) + m.accessFlags());
        for (Field f : C.class.getDeclaredFields()) System.out.println(f.toGenericString() + f.accessFlags() + Arrays.toString(f.getAnnotations()));
        System.out.println(Arrays.toString(R.class.getRecordComponents()) + R.class.getRecordComponents()[0].getAnnotation(Ann.class) + R.class.accessFlags() + I.class.accessFlags());
        try {
            Reflection.class.getDeclaredMethod("boom").invoke(null);
        } catch (InvocationTargetException e) {
            e.printStackTrace(System.out);
        }
        try {
            C.class.getMethod("name").invoke("x");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
            e.printStackTrace(System.out);
        }
        try {
            C.class.getMethod("name").invoke(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
            e.printStackTrace(System.out);
        }
        try {
            Integer.class.getMethod("parseInt", String.class).invoke(null, 5);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Integer.class.getMethod("parseInt", String.class).invoke(null);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Integer.class.getMethod("nope");
        } catch (NoSuchMethodException e) {
            System.out.println(e.getMessage());
        }
        try {
            C.class.getDeclaredField("zz");
        } catch (NoSuchFieldException e) {
            System.out.println(e.getMessage());
        }
        I p = (I) Proxy.newProxyInstance(Reflection.class.getClassLoader(), new Class<?>[]{I.class}, (pr, m, a) -> m.isDefault() ? InvocationHandler.invokeDefault(pr, m, a) : "proxied " + m.getName());
        System.out.println(p.hi() + " " + p.getClass().getSimpleName().startsWith("$Proxy") + Proxy.isProxyClass(p.getClass()));
        try {
            Field f = C.class.getDeclaredField("K");
            f.setAccessible(true);
            f.set(null, 4L);
        } catch (IllegalAccessException e) {
            System.out.println(e.getMessage());
        }
        try {
            Field f = String.class.getDeclaredField("value");
            f.setAccessible(true);
        } catch (InaccessibleObjectException e) {
            System.out.println(e.getMessage().replaceAll("@[0-9a-f]+", "@"));
        }
        Constructor<?> k = R.class.getDeclaredConstructors()[0];
        System.out.println(k.toGenericString() + Arrays.toString(k.getParameters()) + k.newInstance(1, List.of("q")));
        VarHandle vh = MethodHandles.privateLookupIn(C.class, MethodHandles.lookup()).findVarHandle(C.class, "f", int.class);
        C<String> c = new C<>();
        System.out.println(vh.getAndAdd(c, 4) + " " + vh.get(c) + vh);
        try {
            vh.set(c, "str");
        } catch (WrongMethodTypeException e) {
            System.out.println(e.getMessage());
        }
        MethodHandle mh = MethodHandles.lookup().findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class));
        System.out.println((String) mh.invokeExact("a", "b") + mh);
        try {
            Object o = mh.invokeExact("a", "b");
        } catch (WrongMethodTypeException e) {
            System.out.println(e.getMessage());
        }
        try {
            mh.invoke("a", 3);
        } catch (WrongMethodTypeException | ClassCastException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(C.class.getTypeParameters()[0].getBounds()[0] + " " + C.class.descriptorString() + int[].class.arrayType() + " " + Thread.State.class.describeConstable().get());
        Class<?> anon = new Object(){}
        .getClass();
        System.out.println(anon.getName() + anon.getEnclosingMethod() + anon.isAnonymousClass());
    }
    static Method[] sorted(Method[] m) {
        Arrays.sort(m, Comparator.comparing(Method::toString));
        return m;
    }
}

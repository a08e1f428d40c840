import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** The order in which reflection lists members: programs print it as they get it. */
public class ReflectOrder {
    static abstract class A implements Runnable, Comparable<A> {
        public int alpha;
        private long beta;
        protected static String gamma;
        public A() { }
        protected A(int x) { }
        private A(String s, int... n) { }
        public void run() { }
        public int compareTo(A o) { return 0; }
        abstract void middle();
        private static void helper() { }
        public static A make() { return null; }
        protected Object clone() { return null; }
        class Inner { }
        static class Nested { }
        interface Face { }
        enum Kind { ONE, TWO }
        record Pair(int a, String b) { }
    }

    static class B extends A {
        public double alpha;
        public B() { }
        void middle() { }
        public B self() { return this; }
        public void overload(int a) { }
        public void overload(long a) { }
        public void overload(String a) { }
        public void overload() { }
        public final void zebra() { }
        public void apple() { }
        public void Mango() { }
        @Override public int hashCode() { return 1; }
        @Override public boolean equals(Object o) { return true; }
        @Override public String toString() { return "B"; }
    }

    interface One { void first(); default void common() { } static void util() { } int VALUE = 1; }
    interface Two extends One { void second(); default void common() { } void first(); }
    interface Three extends Two, java.util.function.Supplier<String> { void third(); }
    static abstract class C extends B implements Three { public String get() { return null; } public void third() { } }

    static void list(Class<?> c) {
        System.out.println("== " + c.toGenericString());
        for (Field f : c.getDeclaredFields()) System.out.println("declared field " + f.toGenericString());
        for (Field f : c.getFields()) System.out.println("field " + f.toGenericString());
        for (Constructor<?> k : c.getDeclaredConstructors()) System.out.println("declared " + k.toGenericString());
        for (Constructor<?> k : c.getConstructors()) System.out.println("constructor " + k);
        for (Method m : c.getDeclaredMethods()) System.out.println("declared " + m.toGenericString());
        for (Method m : c.getMethods()) System.out.println("method " + m + (m.isBridge() ? " bridge" : "") + (m.isDefault() ? " default" : "") + (m.isSynthetic() ? " synthetic" : ""));
        for (Class<?> d : c.getDeclaredClasses()) System.out.println("declared class " + Modifier.toString(d.getModifiers()) + " " + d);
        for (Class<?> d : c.getClasses()) System.out.println("class " + d);
        for (Class<?> d : c.getInterfaces()) System.out.println("interface " + d);
    }

    public static void main(String[] args) {
        list(A.class);
        list(B.class);
        list(C.class);
        list(One.class);
        list(Two.class);
        list(Three.class);
        list(A.Kind.class);
        list(A.Pair.class);
        list(int[].class);
        list(int.class);
        list(Runnable.class);
        list(AtomicInteger.class);
        list(java.util.ArrayList.class);
        list(java.util.Optional.class);
        list(java.util.function.Function.class);
        list(Integer.class);
        list(Thread.State.class);
        list(java.util.LinkedHashMap.class);
        list(java.math.RoundingMode.class);
        list(java.util.concurrent.TimeUnit.class);
        list(java.util.Map.Entry.class);
        System.out.println(Arrays.toString(StringBuilder.class.getMethods()).length());
    }
}

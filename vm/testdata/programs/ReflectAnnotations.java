import java.lang.annotation.Annotation;
import java.lang.annotation.AnnotationFormatError;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Annotations of every kind and place: values, defaults, repeatable, inherited, on types; equality and text. */
public class ReflectAnnotations {
    @Retention(RetentionPolicy.RUNTIME)
    @interface All {
        boolean z() default true;
        byte b() default 1;
        short s() default 2;
        char c() default '\'';
        int i() default 4;
        long j() default 5L;
        float f() default 6.5f;
        double d() default Double.NaN;
        String t() default "a\"b\n\\";
        Class<?> k() default int[].class;
        RetentionPolicy e() default RetentionPolicy.CLASS;
        Nested n() default @Nested("inner");
        int[] is() default {1, 2};
        String[] ts() default {};
        Class<?>[] ks() default {void.class, Map.Entry.class};
        Nested[] ns() default {@Nested, @Nested("two")};
        char[] cs() default {'x', '\u00e9'};
        byte[] bs() default {-1, 127};
        long[] js() default {1L << 40};
        float[] fs() default {1, Float.POSITIVE_INFINITY};
        double[] ds() default {0.0, -0.0};
        boolean[] zs() default {true};
        short[] ss() default {3};
        ElementType[] es() default {ElementType.FIELD};
    }
    @Retention(RetentionPolicy.RUNTIME) @interface Nested { String value() default "v"; }
    @Retention(RetentionPolicy.RUNTIME) @Inherited @interface Passed { int value(); }
    @Retention(RetentionPolicy.RUNTIME) @Repeatable(Tags.class) @Inherited @interface Tag { String value(); int order() default 0; }
    @Retention(RetentionPolicy.RUNTIME) @Inherited @interface Tags { Tag[] value(); }
    @Retention(RetentionPolicy.CLASS) @interface Invisible { }
    @Retention(RetentionPolicy.RUNTIME) @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER}) @interface Use { String value() default ""; int[] n() default {}; }
    @Retention(RetentionPolicy.RUNTIME) @Documented @Target(ElementType.PARAMETER) @interface Param { int value() default 0; }
    @Retention(RetentionPolicy.RUNTIME) @interface Marker { }

    @All @Invisible @Marker static class Defaults { }
    @All(z = false, i = -1, t = "", is = 7, ns = {}, k = String.class, d = 1e300, f = -0f, c = 'Z') static class Changed { }
    @Passed(3) @Tag("a") @Tag(value = "b", order = 2) static class Parent { }
    @Tag("c") static class Child extends Parent { }
    static class Grandchild extends Child { }
    @Passed(9) interface Face { @Deprecated(since = "1", forRemoval = true) void old(); }
    static class Impl implements Face { public void old() { } }

    static class Typed<@Use("T") T extends @Use("bound") Comparable<@Use("arg") T>> extends @Use("super") ArrayList<@Use("element") String> implements @Use("iface") Runnable {
        @Use("field") Map<@Use("key") String, @Use("wild") ? extends @Use("wildbound") Number> map;
        @Use("elem") int @Use("dim1") [] @Use("dim2") [] array;
        @Use("inner") Object plain;
        public void run() { }
        <@Use("P") P> @Use("ret") String method(@Use("rcv") Typed<T> this, @Param(1) @Use("p1") int a, @Param @Marker String... rest) throws @Use("thrown") Exception { return null; }
        Typed(@Param(7) int x) { }
    }
    class Inside { Inside(@Param(3) int outer) { } }
    enum Constants { @Marker ONE, @Nested("two") TWO { } }
    record Rec(@Marker @Param(4) int a, @Use("rec") String b) { }

    static void show(String name, AnnotatedElement e) {
        System.out.println(name + ": " + Arrays.toString(e.getAnnotations()) + " declared " + Arrays.toString(e.getDeclaredAnnotations()));
    }

    static String type(AnnotatedType t) {
        if (t == null) return "null";
        StringBuilder b = new StringBuilder(Arrays.toString(t.getAnnotations())).append(t.getType().getTypeName());
        if (t instanceof AnnotatedParameterizedType p) for (AnnotatedType a : p.getAnnotatedActualTypeArguments()) b.append('<').append(type(a)).append('>');
        if (t instanceof AnnotatedArrayType a) b.append("[").append(type(a.getAnnotatedGenericComponentType())).append("]");
        if (t instanceof AnnotatedWildcardType w) b.append("?").append(type(w.getAnnotatedUpperBounds()[0]));
        return b.toString();
    }

    public static void main(String[] args) throws Exception {
        show("defaults", Defaults.class);
        show("changed", Changed.class);
        show("parent", Parent.class);
        show("child", Child.class);
        show("grandchild", Grandchild.class);
        show("impl", Impl.class);
        show("old", Face.class.getMethod("old"));
        All a = Defaults.class.getAnnotation(All.class), b = Changed.class.getAnnotation(All.class);
        System.out.println(a.equals(b) + " " + a.equals(Defaults.class.getAnnotation(All.class)) + " " + (a.hashCode() == Defaults.class.getAnnotation(All.class).hashCode()) + " " + a.annotationType() + " " + a.i() + b.i() + a.n().value() + Arrays.toString(b.is()) + b.k() + a.e() + a.ns().length);
        Nested n = a.n();
        System.out.println(n.hashCode() == ((127 * "value".hashCode()) ^ "inner".hashCode()));
        System.out.println(Arrays.toString(Child.class.getAnnotationsByType(Tag.class)) + Arrays.toString(Parent.class.getAnnotationsByType(Tag.class)) + Arrays.toString(Grandchild.class.getAnnotationsByType(Tag.class)) + Arrays.toString(Child.class.getDeclaredAnnotationsByType(Tag.class)) + Child.class.getAnnotation(Tags.class) + Grandchild.class.getDeclaredAnnotation(Tag.class));
        System.out.println(Parent.class.isAnnotationPresent(Tag.class) + " " + Parent.class.isAnnotationPresent(Tags.class) + " " + Defaults.class.isAnnotationPresent(Invisible.class));
        System.out.println(All.class.getMethod("d").getDefaultValue() + " " + All.class.getMethod("n").getDefaultValue() + " " + All.class.isAnnotation() + Modifiers(All.class) + Tag.class.getMethod("value").getDefaultValue());
        int[] is = a.is();
        is[0] = 99;
        System.out.println(a.is()[0]);
        Class<?> t = Typed.class;
        System.out.println(type(t.getAnnotatedSuperclass()) + " " + type(t.getAnnotatedInterfaces()[0]));
        System.out.println(Arrays.toString(t.getTypeParameters()[0].getAnnotations()) + type(t.getTypeParameters()[0].getAnnotatedBounds()[0]));
        for (String f : new String[] {"map", "array", "plain"}) System.out.println(f + " " + type(t.getDeclaredField(f).getAnnotatedType()) + " " + t.getDeclaredField(f).getAnnotatedType());
        for (Method m : t.getDeclaredMethods()) {
            if (!m.getName().equals("method")) continue;
            System.out.println(type(m.getAnnotatedReturnType()) + type(m.getAnnotatedReceiverType()) + type(m.getAnnotatedExceptionTypes()[0]) + Arrays.toString(m.getTypeParameters()[0].getAnnotations()));
            for (AnnotatedType p : m.getAnnotatedParameterTypes()) System.out.println("  parameter " + type(p));
            for (Parameter p : m.getParameters()) System.out.println("  " + p + " " + Arrays.toString(p.getAnnotations()) + p.isNamePresent() + p.isVarArgs() + p.isImplicit() + p.getParameterizedType());
            System.out.println(Arrays.deepToString(m.getParameterAnnotations()));
        }
        System.out.println(Arrays.deepToString(t.getDeclaredConstructors()[0].getParameterAnnotations()));
        System.out.println(Arrays.deepToString(Inside.class.getDeclaredConstructors()[0].getParameterAnnotations()) + Arrays.toString(Inside.class.getDeclaredConstructors()[0].getParameters()));
        for (Constants c : Constants.values()) show(c.name(), Constants.class.getField(c.name()));
        for (var c : Rec.class.getRecordComponents()) System.out.println(c + Arrays.toString(c.getAnnotations()) + type(c.getAnnotatedType()) + Arrays.toString(c.getAccessor().getAnnotations()));
        System.out.println(Arrays.deepToString(Rec.class.getDeclaredConstructors()[0].getParameterAnnotations()));
        for (Field f : Rec.class.getDeclaredFields()) show(f.getName(), f);
        Annotation[] list = Retention.class.getAnnotations();
        System.out.println(Arrays.toString(list));
        System.out.println(FunctionalInterface.class.getAnnotation(Target.class) + " " + Runnable.class.getAnnotation(FunctionalInterface.class));
        System.out.println(a.getClass().getInterfaces()[0] + " " + java.lang.reflect.Proxy.isProxyClass(a.getClass()));
        List<String> names = new ArrayList<>();
        for (Method m : All.class.getDeclaredMethods()) names.add(m.getName());
        Collections.sort(names); // HotSpot's order is that of addresses of names, which the archive has not all
        System.out.println(names);
        System.out.println(Object.class.getAnnotatedSuperclass() + " " + type(int[].class.getAnnotatedSuperclass()));
    }

    static String Modifiers(Class<?> c) { return java.lang.reflect.Modifier.toString(c.getModifiers()); }
}

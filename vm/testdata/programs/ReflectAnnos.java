import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

/** Annotations of every kind and value by reflection: inherited, repeated, on types, defaults, equality, text, and their errors. */
@ReflectAnnos.Tags({@ReflectAnnos.Tag("one"), @ReflectAnnos.Tag(value = "two", weight = 2)})
@ReflectAnnos.Everything(type = String.class, nested = @ReflectAnnos.Tag("n"))
public class ReflectAnnos {
    @Retention(RetentionPolicy.RUNTIME)
    @Repeatable(Tags.class)
    @Target({ElementType.TYPE, ElementType.METHOD, ElementType.FIELD, ElementType.PARAMETER, ElementType.CONSTRUCTOR})
    @interface Tag {
        String value();

        int weight() default 1;
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD, ElementType.FIELD, ElementType.PARAMETER, ElementType.CONSTRUCTOR})
    @interface Tags {
        Tag[] value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @interface Everything {
        boolean flag() default true;

        byte b() default -1;

        char c() default '\'';

        short s() default 300;

        int i() default Integer.MIN_VALUE;

        long l() default 1L << 40;

        float f() default 1.5f;

        double d() default Double.NaN;

        String text() default "quo\"te\n\u00e9";

        Class<?> type() default int[][].class;

        RetentionPolicy policy() default RetentionPolicy.CLASS;

        Tag nested();

        int[] ints() default {1, 2};

        String[] strings() default {};

        Class<?>[] types() default {void.class, List.class, Map.Entry.class};

        ElementType[] kinds() default ElementType.FIELD;

        Tag[] tags() default {@Tag("x"), @Tag("y")};
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE_USE)
    @interface Use {
        String value() default "";
    }

    @interface Invisible {
    }

    @Tag("sub")
    @Invisible
    static class Sub extends ReflectAnnos {
        @Tag("f")
        @Deprecated(since = "9", forRemoval = true)
        @Use("field") List<@Use("argument") ? extends @Use("bound") Number>[] field;

        @Tag("c")
        Sub(@Tag("p") int a, @Use String b) throws @Use("thrown") IllegalStateException {
        }

        @Tag("m1")
        @Tag("m2")
        <@Use("variable") T extends @Use("variable bound") Comparable<T>> @Use("returned") T method(@Use("receiver") Sub this, @Tag("q") T t) {
            return t;
        }
    }

    record Pair(@Tag("component") int first, @Use("second") String second) {
    }

    enum Kind {
        @Tag("constant")
        A
    }

    static String types(AnnotatedType t) {
        if (t instanceof AnnotatedParameterizedType p) {
            return t + " <" + Arrays.stream(p.getAnnotatedActualTypeArguments()).map(ReflectAnnos::types).toList() + ">";
        } else if (t instanceof AnnotatedWildcardType w) {
            return t + " ?" + Arrays.stream(w.getAnnotatedUpperBounds()).map(ReflectAnnos::types).toList();
        } else if (t instanceof AnnotatedArrayType a) {
            return t + " of " + types(a.getAnnotatedGenericComponentType());
        }
        return t + " " + Arrays.toString(t.getAnnotations());
    }

    public static void main(String[] args) throws Exception {
        for (AnnotatedElement e : new AnnotatedElement[] {ReflectAnnos.class, Sub.class, Sub.class.getDeclaredField("field"), Sub.class.getDeclaredConstructors()[0], Sub.class.getDeclaredMethod("method", Comparable.class), Pair.class.getRecordComponents()[0],
            Pair.class.getDeclaredField("first"), Pair.class.getDeclaredMethod("first"), Pair.class.getDeclaredConstructors()[0].getParameters()[0], Kind.class.getField("A"), Tag.class, Override.class, FunctionalInterface.class}) {
            System.out.println(e);
            Arrays.stream(e.getAnnotations()).map(Annotation::toString).sorted().forEach(s -> System.out.println("  " + s));
            System.out.println("  declared " + e.getDeclaredAnnotations().length + " tags " + e.getAnnotationsByType(Tag.class).length + " " + e.isAnnotationPresent(Tag.class));
        }
        Everything a = ReflectAnnos.class.getAnnotation(Everything.class), inherited = Sub.class.getAnnotation(Everything.class);
        System.out.println(a.equals(inherited) + " " + (a.hashCode() == inherited.hashCode()) + " " + a.annotationType() + " " + Proxy.isProxyClass(a.getClass()) + " " + a.nested().hashCode() + " " + a.i() + a.c() + a.d() + a.types()[1] + a.tags()[1].value());
        int[] ints = a.ints();
        ints[0] = 99;
        System.out.println(a.ints()[0] + " " + Everything.class.getMethod("ints").getDefaultValue().getClass() + Arrays.toString((int[]) Everything.class.getMethod("ints").getDefaultValue()) + Everything.class.getMethod("nested").getDefaultValue() + Everything.class.getMethod("policy").getDefaultValue());
        Method m = Sub.class.getDeclaredMethod("method", Comparable.class);
        System.out.println(types(m.getAnnotatedReturnType()) + " " + types(m.getAnnotatedReceiverType()) + " " + types(m.getAnnotatedParameterTypes()[0]) + " " + Arrays.toString(m.getTypeParameters()[0].getAnnotations()) + types(m.getTypeParameters()[0].getAnnotatedBounds()[0]) + Arrays.deepToString(m.getParameterAnnotations()));
        System.out.println(types(Sub.class.getDeclaredField("field").getAnnotatedType()) + " " + types(Sub.class.getDeclaredConstructors()[0].getAnnotatedExceptionTypes()[0]) + " " + types(Pair.class.getRecordComponents()[1].getAnnotatedType()) + " " + types(Sub.class.getAnnotatedSuperclass()));
        Tag made = (Tag) Proxy.newProxyInstance(Tag.class.getClassLoader(), new Class<?>[] {Tag.class}, (p, called, x) -> switch (called.getName()) {
            case "value" -> "sub";
            case "weight" -> 1;
            case "annotationType" -> Tag.class;
            case "hashCode" -> 0;
            default -> "made";
        });
        System.out.println(Sub.class.getAnnotation(Tag.class).equals(made) + " " + made + " " + Tag.class.isAnnotation() + Tag.class.getInterfaces()[0] + Modifier.toString(Tag.class.getModifiers()));
        for (AnnotatedElement e : new AnnotatedElement[] {Sub.class}) {
            try {
                e.getAnnotation(null);
            } catch (NullPointerException x) {
                System.out.println("null refused");
            }
        }
    }
}

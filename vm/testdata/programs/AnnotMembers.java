import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Annotations at run time: every kind of member, defaults, inheritance, repeating, parameters, types, equality. */
public class AnnotMembers {
    enum Level { LOW, HIGH }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Inner {
        String value() default "inner default";

        int[] numbers() default {};
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface All {
        boolean z() default true;

        byte b() default 1;

        short s() default -2;

        char c() default 'c';

        int i() default 1 << 20;

        long l() default Long.MIN_VALUE;

        float f() default 1.5f;

        double d() default 0.1;

        String str() default "text \"quoted\"";

        Class<?> type() default void.class;

        Level level() default Level.LOW;

        Inner inner() default @Inner;

        int[] ints() default {1, 2};

        String[] strings() default "single";

        Class<?>[] types() default {int[].class, String.class};

        Level[] levels() default {};

        Inner[] inners() default {@Inner("a"), @Inner(numbers = 5)};

        double[] doubles() default {Double.NaN, -0.0};
    }

    @Inherited
    @Retention(RetentionPolicy.RUNTIME)
    @interface Family {
        String value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Repeatable(Tags.class)
    @interface Tag {
        String value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Tags {
        Tag[] value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE_USE)
    @interface NonNull {
        int value() default 0;
    }

    @Retention(RetentionPolicy.CLASS)
    @interface Invisible {}

    @All
    @Family("base")
    @Invisible
    @Deprecated(since = "1.0", forRemoval = true)
    static class Base {
        @All(z = false, i = 7, str = "given", type = List.class, level = Level.HIGH, inner = @Inner(value = "x", numbers = {1, 2}), ints = {}, levels = {Level.HIGH, Level.LOW})
        int field;

        @Tag("one")
        void once() {
        }

        @Tag("one")
        @Tag("two")
        void twice(@Tag("p") int a, String b, @Inner @Tag("q") List<@NonNull(3) String> c) {
        }

        @NonNull String typed(@NonNull(7) Object o) throws @NonNull(9) RuntimeException {
            return "";
        }
    }

    @Tag("sub")
    static class Sub extends Base {
        @Override
        void once() {
        }
    }

    static String text(AnnotatedElement e) {
        return Arrays.stream(e.getAnnotations()).map(Annotation::annotationType).map(Class::getSimpleName).sorted().collect(Collectors.joining(","));
    }

    public static void main(String[] args) throws Exception {
        All defaults = Base.class.getAnnotation(All.class);
        All given = Base.class.getDeclaredField("field").getAnnotation(All.class);
        for (All a : new All[] {defaults, given}) {
            Method[] members = All.class.getDeclaredMethods();
            Arrays.sort(members, Comparator.comparing(Method::getName));
            for (Method m : members) {
                Object v = m.invoke(a);
                String shown = v.getClass().isArray() ? v instanceof int[] n ? Arrays.toString(n) : v instanceof double[] d ? Arrays.toString(d) : Arrays.toString((Object[]) v) : v.toString();
                System.out.println(m.getName() + " " + m.getReturnType().getSimpleName() + " = " + shown);
            }
        }
        System.out.println(defaults.annotationType() + " " + (defaults instanceof All) + " " + defaults.inner());
        System.out.println(given.inner() + " " + given.inner().equals(given.inner()) + " " + given.inner().equals(defaults.inner()) + " " + (given.inner().hashCode() == given.inner().hashCode()));
        Tag tag = Base.class.getDeclaredMethod("once").getAnnotation(Tag.class);
        System.out.println(tag + " " + tag.hashCode() + " " + tag.equals(Base.class.getDeclaredMethod("twice", int.class, String.class, List.class).getAnnotationsByType(Tag.class)[0]));
        System.out.println(text(Base.class) + " | " + text(Sub.class) + " | " + Sub.class.getDeclaredAnnotations().length + " | " + Sub.class.getAnnotation(Family.class).value() + " | " + Sub.class.isAnnotationPresent(All.class));
        Method twice = Base.class.getDeclaredMethod("twice", int.class, String.class, List.class);
        System.out.println(twice.getAnnotation(Tag.class) + " " + twice.getAnnotation(Tags.class).value().length + " " + Arrays.toString(twice.getAnnotationsByType(Tag.class)));
        for (Annotation[] p : twice.getParameterAnnotations()) {
            System.out.println(Arrays.toString(p));
        }
        System.out.println(text(twice.getParameters()[2]) + " " + text(Sub.class.getDeclaredMethod("once")));
        Method typed = Base.class.getDeclaredMethod("typed", Object.class);
        System.out.println(Arrays.toString(typed.getAnnotatedReturnType().getAnnotations()) + Arrays.toString(typed.getAnnotatedParameterTypes()[0].getAnnotations()) + Arrays.toString(typed.getAnnotatedExceptionTypes()[0].getAnnotations()));
        System.out.println(twice.getAnnotatedParameterTypes()[2]);
        Deprecated deprecated = Base.class.getAnnotation(Deprecated.class);
        System.out.println(deprecated.since() + " " + deprecated.forRemoval() + " " + deprecated);
        System.out.println(All.class.getDeclaredMethod("ints").getDefaultValue().getClass() + " " + Family.class.getDeclaredMethod("value").getDefaultValue() + " " + Tag.class.getAnnotation(Repeatable.class).value().getSimpleName());
        int[] copy = defaults.ints();
        copy[0] = 99;
        System.out.println(defaults.ints()[0]);
        System.out.println(FunctionalInterface.class.getAnnotations().length + " " + Runnable.class.isAnnotationPresent(FunctionalInterface.class) + " " + All.class.isAnnotation() + " " + Base.class.getAnnotation(Invisible.class));
    }
}

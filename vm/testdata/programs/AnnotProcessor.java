import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Annotations at work: a test runner, a validator, a serialiser and a dependency injector in miniature. */
public class AnnotProcessor {
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface Test {
        int order() default 0;

        Class<? extends Throwable> expected() default None.class;

        class None extends Throwable {}
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Before {}

    @Retention(RetentionPolicy.RUNTIME)
    @interface Range {
        long min() default Long.MIN_VALUE;

        long max() default Long.MAX_VALUE;

        String message() default "out of range";
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Required {}

    @Retention(RetentionPolicy.RUNTIME)
    @interface Json {
        String value() default "";

        boolean skip() default false;
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Inject {}

    static class Suite {
        int setups;

        @Before
        void setUp() {
            setups++;
        }

        @Test(order = 2)
        void passes() {
        }

        @Test(order = 1, expected = ArithmeticException.class)
        void divides() {
            System.out.println(1 / (setups - setups));
        }

        @Test(order = 3)
        void fails() {
            throw new IllegalStateException("wrong state " + setups);
        }

        @Test(order = 4, expected = RuntimeException.class)
        void doesNotThrow() {
        }

        void notATest() {
        }
    }

    static void run(Class<?> suite) throws Exception {
        Method[] methods = suite.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        List<Method> tests = new ArrayList<>(Arrays.stream(methods).filter(m -> m.isAnnotationPresent(Test.class)).toList());
        tests.sort(Comparator.comparingInt(m -> m.getAnnotation(Test.class).order()));
        for (Method test : tests) {
            Object instance = suite.getDeclaredConstructor().newInstance();
            for (Method m : methods) {
                if (m.isAnnotationPresent(Before.class)) {
                    m.invoke(instance);
                }
            }
            Class<? extends Throwable> expected = test.getAnnotation(Test.class).expected();
            String result;
            try {
                test.invoke(instance);
                result = expected == Test.None.class ? "ok" : "missing " + expected.getSimpleName();
            } catch (InvocationTargetException e) {
                result = expected.isInstance(e.getCause()) ? "ok" : "FAILED " + e.getCause();
            }
            System.out.println(test.getName() + " " + result);
        }
    }

    static class Person {
        @Required
        @Json("full_name")
        String name;
        @Range(min = 0, max = 150, message = "implausible age")
        int age;
        @Json(skip = true)
        String secret = "s3cret";
        double[] scores = {1.5, 2};
        Person friend;
        List<String> tags = List.of("a", "b\"c");

        Person(String name, int age) {
            this.name = name;
            this.age = age;
        }
    }

    static Field[] fields(Class<?> c) {
        Field[] fields = c.getDeclaredFields();
        Arrays.sort(fields, Comparator.comparing(Field::getName));
        return fields;
    }

    static List<String> validate(Object o) throws IllegalAccessException {
        List<String> problems = new ArrayList<>();
        for (Field f : fields(o.getClass())) {
            Object v = f.get(o);
            if (f.isAnnotationPresent(Required.class) && v == null) {
                problems.add(f.getName() + " is required");
            }
            Range r = f.getAnnotation(Range.class);
            if (r != null && (((Number) v).longValue() < r.min() || ((Number) v).longValue() > r.max())) {
                problems.add(f.getName() + ": " + r.message());
            }
        }
        return problems;
    }

    static String json(Object o) throws IllegalAccessException {
        if (o == null || o instanceof Number || o instanceof Boolean) {
            return String.valueOf(o);
        }
        if (o instanceof String s) {
            return '"' + s.replace("\"", "\\\"") + '"';
        }
        StringBuilder out = new StringBuilder();
        if (o instanceof List<?> || o.getClass().isArray()) {
            int n = o instanceof List<?> l ? l.size() : java.lang.reflect.Array.getLength(o);
            for (int i = 0; i < n; i++) {
                out.append(i > 0 ? "," : "").append(json(o instanceof List<?> l ? l.get(i) : java.lang.reflect.Array.get(o, i)));
            }
            return "[" + out + "]";
        }
        for (Field f : fields(o.getClass())) {
            Json j = f.getAnnotation(Json.class);
            if (j == null || !j.skip()) {
                out.append(out.length() > 0 ? "," : "").append('"').append(j != null && !j.value().isEmpty() ? j.value() : f.getName()).append("\":").append(json(f.get(o)));
            }
        }
        return "{" + out + "}";
    }

    static class Database {
        String query() {
            return "rows";
        }
    }

    static class Service {
        final Database database;
        @Inject
        Consumer<String> log;

        @Inject
        Service(Database database) {
            this.database = database;
        }
    }

    static class Application {
        @Inject
        Service service;
        @Inject
        Database database;
    }

    static final Map<Class<?>, Object> INSTANCES = new HashMap<>();

    static <T> T create(Class<T> type) throws Exception {
        if (INSTANCES.containsKey(type)) {
            return type.cast(INSTANCES.get(type));
        }
        Constructor<?> chosen = type.getDeclaredConstructors()[0];
        List<Object> arguments = new ArrayList<>();
        for (Class<?> p : chosen.getParameterTypes()) {
            arguments.add(create(p));
        }
        Object made = chosen.newInstance(arguments.toArray());
        INSTANCES.put(type, made);
        for (Field f : fields(type)) {
            if (f.isAnnotationPresent(Inject.class)) {
                f.set(made, create(f.getType()));
            }
        }
        return type.cast(made);
    }

    public static void main(String[] args) throws Exception {
        run(Suite.class);
        Person ann = new Person("Ann", 200), none = new Person(null, -1);
        ann.friend = new Person("Bob \"B\"", 3);
        ann.friend.tags = null;
        System.out.println(validate(ann) + " " + validate(none) + " " + validate(ann.friend));
        System.out.println(json(ann));
        StringBuilder log = new StringBuilder();
        INSTANCES.put(Consumer.class, (Consumer<String>) log::append);
        Application app = create(Application.class);
        app.service.log.accept(app.service.database.query());
        System.out.println(log + " " + (app.database == app.service.database));
    }
}

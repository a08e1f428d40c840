import java.io.Serializable;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;

/** What reflection says about classes: members with modifiers, inheritance, records, enums, arrays, nest mates. */
public class ReflectClasses {
    abstract static class Base implements Serializable, Comparable<Base> {
        public static final long CONSTANT = 5;
        protected transient volatile int counter;
        private String hidden;

        protected Base() {
        }

        public Base(int n, String... rest) throws java.io.IOException, IllegalStateException {
        }

        public abstract void todo();

        protected synchronized final strictfp double locked(int[] a, String[][] b) {
            return 0;
        }

        static native void nativeMethod();

        @Override
        public int compareTo(Base o) {
            return 0;
        }
    }

    public static final class Derived extends Base implements Runnable {
        public int visible;

        @Override
        public void todo() {
        }

        @Override
        public void run() {
        }

        public <T extends Number> T generic(T t) {
            return t;
        }

        private class Inner {
        }

        interface Nested {
        }
    }

    record Point(int x, double y) {
        static int count;

        Point(int x) {
            this(x, 0);
        }
    }

    enum Shape {
        ROUND, SQUARE {
            @Override
            int sides() {
                return 4;
            }
        };

        int sides() {
            return 0;
        }
    }

    @interface Note {
        int value() default 1;
    }

    static <M extends Member> Comparator<M> order() {
        return Comparator.comparing((M m) -> m.getName()).thenComparing(Object::toString);
    }

    static void show(Class<?> c) {
        System.out.println("== " + c.getName() + " : " + Modifier.toString(c.getModifiers()) + " super " + c.getSuperclass() + " interfaces " + Arrays.toString(c.getInterfaces()) + " declaring " + c.getDeclaringClass());
        Field[] fields = c.getDeclaredFields();
        Arrays.sort(fields, order());
        for (Field f : fields) {
            System.out.println("  field " + f + (f.isSynthetic() ? " synthetic" : "") + (f.isEnumConstant() ? " constant" : ""));
        }
        Constructor<?>[] constructors = c.getDeclaredConstructors();
        Arrays.sort(constructors, order());
        for (Constructor<?> k : constructors) {
            System.out.println("  constructor " + k + " varargs " + k.isVarArgs() + " parameters " + k.getParameterCount() + " exceptions " + Arrays.toString(k.getExceptionTypes()));
        }
        Method[] methods = c.getDeclaredMethods();
        Arrays.sort(methods, order());
        for (Method m : methods) {
            System.out.println("  method " + m + (m.isBridge() ? " bridge" : "") + (m.isSynthetic() ? " synthetic" : "") + (m.isDefault() ? " default" : ""));
        }
    }

    public static void main(String[] args) throws Exception {
        show(Base.class);
        show(Derived.class);
        show(Derived.Inner.class);
        show(Point.class);
        show(Shape.class);
        show(Shape.SQUARE.getClass());
        show(Note.class);
        show(Runnable.class);
        System.out.println(Arrays.stream(Derived.class.getMethods()).filter(m -> m.getDeclaringClass() != Object.class).map(Method::getName).sorted().collect(Collectors.toList()));
        System.out.println(Arrays.stream(Derived.class.getFields()).map(Field::getName).sorted().collect(Collectors.toList()) + " " + Arrays.stream(Derived.class.getDeclaredClasses()).map(Class::getSimpleName).sorted().toList());
        for (RecordComponent rc : Point.class.getRecordComponents()) {
            System.out.println(rc.getName() + " " + rc.getType() + " " + rc.getAccessor() + " " + rc.getAccessor().invoke(new Point(3)));
        }
        System.out.println(Arrays.toString(Shape.class.getEnumConstants()) + " " + Shape.SQUARE.getClass().isEnum() + " " + Shape.class.isEnum() + " " + Shape.ROUND.getDeclaringClass());
        for (Parameter p : Base.class.getConstructor(int.class, String[].class).getParameters()) {
            System.out.println(p + " " + p.getName() + " " + p.isNamePresent() + " " + p.isVarArgs() + " " + p.getType().getSimpleName());
        }
        System.out.println(Derived.class.getNestHost().getSimpleName() + " " + Derived.class.isNestmateOf(Point.class) + " " + Arrays.stream(ReflectClasses.class.getNestMembers()).map(Class::getName).sorted().toList());
        Object ints = Array.newInstance(int.class, 3);
        Array.setInt(ints, 1, 7);
        Array.set(ints, 2, (byte) 9);
        System.out.println(Array.getLength(ints) + " " + Array.get(ints, 1) + " " + Array.getLong(ints, 2) + " " + Array.newInstance(String.class, 2, 3).getClass() + " " + Array.newInstance(int[].class, 0).getClass());
        for (String bad : new String[] {"type", "index", "void", "not array", "narrow"}) {
            try {
                switch (bad) {
                    case "type" -> Array.set(ints, 0, "x");
                    case "index" -> Array.getInt(ints, 3);
                    case "void" -> Array.newInstance(void.class, 1);
                    case "narrow" -> Array.setLong(ints, 0, 1L);
                    default -> Array.getLength("s");
                }
            } catch (RuntimeException e) {
                System.out.println(bad + " " + e);
            }
        }
        for (String name : new String[] {"toString", "missing"}) {
            try {
                System.out.println(Derived.class.getMethod(name));
            } catch (NoSuchMethodException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(Derived.class.getPackage().getName().isEmpty() + " " + Modifier.toString(0xfff) + " " + Modifier.isAbstract(Base.class.getModifiers()) + " " + new Object() { }.getClass().getEnclosingMethod());
    }
}

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Supplier;

/** Virtual dispatch corner cases: package-private, private, bridges, covariance, diamonds of defaults, super calls, overloads, varargs, boxing, null, generics, arrays. */
public class DispatchCorners {
    static class A {
        String name = "field A";

        private String secret() {
            return "A.secret";
        }

        String reveal() {
            return secret();
        }

        static String fixed() {
            return "A.fixed";
        }

        A self() {
            return this;
        }

        A() {
            System.out.println("A() sees " + describe());
        }

        String describe() {
            return "A " + name;
        }
    }

    static class B extends A {
        String name = "field B";
        final int constant = 7;
        int assigned = 8;

        String secret() {
            return "B.secret";
        }

        static String fixed() {
            return "B.fixed";
        }

        @Override
        B self() {
            return this;
        }

        @Override
        String describe() {
            return "B " + name + constant + assigned + " " + super.name;
        }
    }

    interface Left {
        default String who() {
            return "left";
        }
    }

    interface Right {
        default String who() {
            return "right";
        }

        static String who(int i) {
            return "static " + i;
        }
    }

    interface Lower extends Left {
        @Override
        default String who() {
            return "lower over " + Left.super.who();
        }

        private String hidden() {
            return "private of Lower";
        }

        default String shown() {
            return hidden();
        }
    }

    static class Both implements Left, Right {
        @Override
        public String who() {
            return Left.super.who() + "+" + Right.super.who();
        }
    }

    static class Diamond implements Left, Lower {
    }

    static abstract class Base {
        public String who() {
            return "class wins";
        }
    }

    static class Winner extends Base implements Lower {
    }

    static String over(Object o) {
        return "Object";
    }

    static String over(String s) {
        return "String";
    }

    static String over(Integer i) {
        return "Integer";
    }

    static String over(int i) {
        return "int";
    }

    static String over(long l) {
        return "long";
    }

    static String over(double d) {
        return "double";
    }

    static String over(char c) {
        return "char";
    }

    static String over(Object... os) {
        return "Object..." + (os == null ? "null" : os.length);
    }

    static String prim(short s) {
        return "short";
    }

    static String prim(Number n) {
        return "Number";
    }

    static String prim(float f) {
        return "float";
    }

    static class Box<T extends Comparable<T>> implements Comparable<Box<T>> {
        T value;

        Box(T v) {
            value = v;
        }

        public int compareTo(Box<T> o) {
            return value.compareTo(o.value);
        }
    }

    static class Text extends Box<String> {
        Text(String s) {
            super(s);
        }

        @Override
        public int compareTo(Box<String> o) {
            return -super.compareTo(o);
        }
    }

    enum Planet implements Supplier<String> {
        EARTH, MARS {
            @Override
            public String get() {
                return "red " + super.get();
            }
        };

        public String get() {
            return name().toLowerCase();
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) throws Exception {
        A b = new B();
        System.out.println(b.reveal() + " " + ((B) b).secret() + " " + b.fixed() + " " + ((B) b).fixed() + " " + b.name + " " + ((B) b).name + " " + ((A) b).describe());
        for (Left l : new Left[] {new Both(), new Diamond(), new Winner(), new Left() { }}) {
            System.out.println(l.who());
        }
        System.out.println(new Diamond().shown() + " " + Right.who(3));
        byte small = 1;
        short s = 2;
        Integer boxed = 3;
        Object object = "text";
        char c = 'c';
        System.out.println(String.join(" ", over(small), over(s), over(boxed), over(object), over("s"), over(c), over(1L), over(1f), over(), over((Object) null), over((Object[]) null), over(new Object[3]), over(new int[3]), over(Byte.valueOf(small)), over('a' + 1), over(true ? 1 : 'a'), over(true ? boxed : 2.0), over("a", "b")));
        System.out.println(prim(small) + " " + prim('c') + " " + prim(5) + " " + prim(5L) + " " + prim(5.0) + " " + prim(boxed));
        Comparable raw = new Text("a");
        System.out.println(raw.compareTo(new Text("b")) + " " + new Box<>(1).compareTo(new Box<>(2)));
        try {
            raw.compareTo("not a box");
        } catch (ClassCastException e) {
            System.out.println("bridge cast");
        }
        Box<String> polluted = new Box("x");
        ((Box) polluted).value = 5;
        try {
            String t = polluted.value;
            System.out.println(t);
        } catch (ClassCastException e) {
            System.out.println("heap pollution");
        }
        Arrays.stream(Text.class.getDeclaredMethods()).sorted(Comparator.comparing(Method::toString)).forEach(m -> System.out.println(m + " " + m.isBridge() + m.isSynthetic()));
        for (Planet p : Planet.values()) {
            System.out.println(p.get() + " " + p.getClass().getName() + " " + p.getDeclaringClass().getSimpleName());
        }
        A nothing = null;
        System.out.println(nothing.fixed());
        int[] order = {0};
        int[] array = {10, 20, 30};
        int i = 0;
        array[i] = i = 2;
        array[i--] += array[i] + i++ * 100;
        System.out.println(Arrays.toString(array) + i + " " + (order[0]++ + order[0]++ * ++order[0]));
        Object[] objects = new String[] {"a"};
        try {
            objects[0] = 1;
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new int[0].getClass().getSuperclass() + " " + int[][].class.getInterfaces().length + " " + (new int[2][] instanceof Object[]) + " " + new int[] {1}.clone()[0] + " " + new String[1][2].getClass().getName());
        Method m = A.class.getDeclaredMethod("describe");
        System.out.println(m.invoke(b) + " " + B.class.getMethod("toString").getDeclaringClass());
    }
}

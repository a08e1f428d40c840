import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Function;

/** Generics at run time: bridges, covariant returns, erasure, heap pollution, unchecked casts failing late. */
public class GenericBridges {
    static class Box<T extends Comparable<T>> implements Comparable<Box<T>> {
        T value;

        Box(T value) {
            this.value = value;
        }

        T get() {
            return value;
        }

        void set(T v) {
            value = v;
        }

        @Override
        public int compareTo(Box<T> o) {
            return value.compareTo(o.value);
        }
    }

    static class IntBox extends Box<Integer> {
        IntBox(int v) {
            super(v);
        }

        @Override
        Integer get() {
            return super.get() + 1;
        }

        @Override
        void set(Integer v) {
            super.set(v * 2);
        }
    }

    interface Transformer<A, B> {
        B apply(A a);

        default <C> Transformer<A, C> then(Transformer<? super B, ? extends C> next) {
            return a -> next.apply(apply(a));
        }
    }

    static class Length implements Transformer<String, Integer>, Function<String, Integer> {
        @Override
        public Integer apply(String s) {
            return s.length();
        }
    }

    abstract static class Tree<T, N extends Tree<T, N>> {
        N left;
        T item;

        abstract N self();

        N with(T item) {
            this.item = item;
            return self();
        }
    }

    static class StringTree extends Tree<String, StringTree> {
        @Override
        StringTree self() {
            return this;
        }

        StringTree upper() {
            item = item.toUpperCase();
            return this;
        }
    }

    @SafeVarargs
    static <T> T[] array(T... items) {
        return items;
    }

    static <T> T[] pair(T a, T b) {
        return array(a, b);
    }

    @SuppressWarnings("unchecked")
    static <T> T pollute(Object o) {
        return (T) o;
    }

    static <T extends Number & Comparable<T>> int sumIfLess(T a, T b) {
        return a.compareTo(b) < 0 ? a.intValue() + b.intValue() : 0;
    }

    public static void main(String[] args) {
        Box<Integer> box = new IntBox(5);
        box.set(10);
        System.out.println(box.get() + " " + box.value + " " + box.compareTo(new Box<>(3)));
        @SuppressWarnings({"rawtypes", "unchecked"})
        Runnable raw = () -> {
            Box b = box;
            b.set("text");
        };
        try {
            raw.run();
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        @SuppressWarnings({"rawtypes", "unchecked"})
        Comparable<Object> rawComparable = (Comparable) box;
        try {
            rawComparable.compareTo("x");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        Method[] methods = IntBox.class.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName).thenComparing(m -> m.getReturnType().getName()).thenComparing(m -> Arrays.toString(m.getParameterTypes())));
        for (Method m : methods) {
            System.out.println(m.getName() + " " + m.getReturnType().getSimpleName() + " " + Arrays.toString(m.getParameterTypes()) + " bridge=" + m.isBridge() + " synthetic=" + m.isSynthetic());
        }
        Transformer<String, Integer> length = new Length();
        System.out.println(length.then(n -> n * 2).then(Object::toString).then(s -> s + "!").apply("four"));
        System.out.println(((Function<String, Integer>) new Length()).andThen(n -> -n).apply("abc"));
        System.out.println(new StringTree().with("leaf").upper().with("x").item);
        System.out.println(array("a", "b").getClass().getSimpleName() + " " + array(1, "b").getClass().getComponentType().getSimpleName());
        try {
            String[] strings = pair("a", "b");
            System.out.println(strings.length);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage().replaceAll(" is in module.*", "").replaceAll(" \\(.*", ""));
        }
        Object fine = GenericBridges.<String>pollute(5);
        System.out.println(fine);
        try {
            String s = pollute(5);
            System.out.println(s);
        } catch (ClassCastException e) {
            System.out.println("late cast");
        }
        System.out.println(sumIfLess(1, 2) + " " + sumIfLess(2.5, 1.5));
        Box<String>[] boxes = rawBoxes();
        System.out.println(boxes[0].value.length());
        try {
            System.out.println(boxes[1].value.length());
        } catch (ClassCastException e) {
            System.out.println("polluted array");
        }
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    static Box<String>[] rawBoxes() {
        Box[] boxes = {new Box<>("ok"), new Box<>(1)};
        return boxes;
    }
}

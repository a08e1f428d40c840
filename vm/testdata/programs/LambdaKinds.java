import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntBiFunction;
import java.util.function.UnaryOperator;

/** Lambdas and method references of every kind: bound, unbound, static, constructor, array, varargs, this, super, generic. */
public class LambdaKinds {
    private final String prefix;
    private int field = 3;

    LambdaKinds(String prefix) {
        this.prefix = prefix;
    }

    LambdaKinds() {
        this("default");
    }

    String greet(String name) {
        return prefix + " " + name;
    }

    static int twice(int n) {
        return n * 2;
    }

    static int total(int... n) {
        return Arrays.stream(n).sum();
    }

    static String join(Object... parts) {
        return Arrays.toString(parts);
    }

    static long widen(long a, long b) {
        return a * b;
    }

    static <T> T identity(T t) {
        return t;
    }

    @Override
    public String toString() {
        return "LK(" + prefix + ")";
    }

    static class Sub extends LambdaKinds {
        Sub() {
            super("sub");
        }

        @Override
        public String toString() {
            Supplier<String> up = super::toString;
            Supplier<String> own = this::getPrefix;
            return up.get() + "/" + own.get();
        }

        String getPrefix() {
            return "own";
        }
    }

    Supplier<Integer> capturing(int local, long wide, double d, String s) {
        int effectivelyFinal = local + 1;
        return () -> field++ + effectivelyFinal + (int) wide + (int) d + s.length() + prefix.length();
    }

    static Function<Integer, Function<Integer, Function<Integer, Integer>>> curried() {
        return a -> b -> c -> a * 100 + b * 10 + c;
    }

    static <A, B, C> Function<A, C> compose(Function<? super A, ? extends B> f, Function<? super B, ? extends C> g) {
        return a -> g.apply(f.apply(a));
    }

    public static void main(String[] args) throws Exception {
        LambdaKinds hello = new LambdaKinds("hello");
        Function<String, String> bound = hello::greet;
        BiFunction<LambdaKinds, String, String> unbound = LambdaKinds::greet;
        IntUnaryOperator statics = LambdaKinds::twice;
        Function<Integer, Integer> boxedStatics = LambdaKinds::twice;
        Supplier<LambdaKinds> constructor = LambdaKinds::new;
        Function<String, LambdaKinds> constructor1 = LambdaKinds::new;
        IntFunction<int[]> arrays = int[]::new;
        Function<Integer, String[][]> arrays2 = String[][]::new;
        UnaryOperator<int[]> clone = int[]::clone;
        System.out.println(bound.apply("ann") + " " + unbound.apply(new LambdaKinds("bye"), "bob") + " " + statics.applyAsInt(4) + " " + boxedStatics.apply(5));
        System.out.println(constructor.get() + " " + constructor1.apply("one") + " " + arrays.apply(3).length + " " + arrays2.apply(2).length + " " + clone.apply(new int[] {7})[0]);
        IntSupplier none = LambdaKinds::total;
        IntUnaryOperator one = LambdaKinds::total;
        ToIntBiFunction<Integer, Integer> two = LambdaKinds::total;
        BiFunction<String, Integer, String> objects = LambdaKinds::join;
        System.out.println(none.getAsInt() + " " + one.applyAsInt(4) + " " + two.applyAsInt(4, 5) + " " + objects.apply("a", 1));
        LongBinaryOperator longs = LambdaKinds::widen;
        BiFunction<Integer, Integer, Number> widened = LambdaKinds::widen;
        ToDoubleFunction<Integer> toDouble = Integer::doubleValue;
        System.out.println(longs.applyAsLong(1L << 20, 1L << 20) + " " + widened.apply(6, 7) + " " + toDouble.applyAsDouble(3) + " " + LambdaKinds.<Function<String, String>>identity(s -> s + "?").apply("id"));
        Supplier<Integer> capture = hello.capturing(10, 20L, 30.9, "four");
        System.out.println(capture.get() + " " + capture.get() + " " + hello.field);
        System.out.println(new Sub());
        System.out.println(curried().apply(1).apply(2).apply(3));
        System.out.println(compose((String s) -> s.length(), n -> n * 1.5).apply("four") + " " + Function.<Integer>identity().compose(String::length).andThen(n -> "n" + n).apply("xyz"));
        Predicate<String> empty = String::isEmpty;
        System.out.println(empty.negate().and(s -> s.length() < 3).or("long!"::equals).test("ab") + " " + Predicate.not(empty).test("") + " " + Predicate.isEqual(null).test(null));
        List<String> sink = new ArrayList<>();
        Consumer<String> add = sink::add;
        add.andThen(s -> sink.add(s + s)).accept("x");
        ObjIntConsumer<StringBuilder> append = StringBuilder::append;
        StringBuilder sb = new StringBuilder();
        append.accept(sb, 5);
        System.out.println(sink + " " + sb + " " + BinaryOperator.minBy(String::compareTo).apply("b", "a"));
        Callable<Integer> callable = () -> 42;
        Runnable nested = () -> {
            Runnable inner = () -> System.out.println("inner " + hello.field);
            inner.run();
        };
        nested.run();
        System.out.println(callable.call());
        Runnable[] runnables = new Runnable[3];
        for (int i = 0; i < runnables.length; i++) {
            int n = i;
            runnables[i] = () -> System.out.print("r" + n + " ");
        }
        for (Runnable r : runnables) {
            r.run();
        }
        System.out.println();
        LambdaKinds nothing = null;
        try {
            Function<String, String> bad = nothing::greet;
            System.out.println(bad);
        } catch (NullPointerException e) {
            System.out.println("bound to null fails at once");
        }
        Supplier<Supplier<String>> supplier = () -> () -> "deep";
        System.out.println(supplier.get().get());
        Object same1 = stateless(), same2 = stateless();
        System.out.println((same1 == same2) + " " + (same1 instanceof Runnable) + " " + same1.getClass().isSynthetic() + " " + same1.getClass().isHidden());
    }

    static Runnable stateless() {
        return () -> { };
    }
}

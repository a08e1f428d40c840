import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

/** Less common lambdas: serializable, intersection casts, recursion, exceptions, default methods, generic bridges, memoising. */
public class LambdaFeatures {
    interface Step<T> extends Function<T, T>, Serializable {
        default Step<T> repeat(int n) {
            return t -> {
                for (int i = 0; i < n; i++) {
                    t = apply(t);
                }
                return t;
            };
        }
    }

    interface Thrower<E extends Exception> {
        void run() throws E;

        static <E extends Exception> String attempt(Thrower<E> thrower) {
            try {
                thrower.run();
                return "fine";
            } catch (Exception e) {
                return e.getClass().getSimpleName() + ":" + e.getMessage();
            }
        }
    }

    interface StringTransform extends Function<String, String> {
        @Override
        String apply(String s);
    }

    static Function<Integer, Long> fibonacci;
    static final Map<Integer, Long> MEMO = new HashMap<>();

    static {
        fibonacci = n -> {
            if (n < 2) {
                return (long) n;
            }
            Long known = MEMO.get(n);
            if (known == null) {
                known = LambdaFeatures.fibonacci.apply(n - 1) + LambdaFeatures.fibonacci.apply(n - 2);
                MEMO.put(n, known);
            }
            return known;
        };
    }

    static Object roundTrip(Object o) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(o);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }

    static <T, R> Function<T, R> memoise(Function<T, R> f, int[] misses) {
        Map<T, R> cache = new HashMap<>();
        return t -> cache.computeIfAbsent(t, k -> {
            misses[0]++;
            return f.apply(k);
        });
    }

    static int calls;

    static Supplier<String> source() {
        calls++;
        String text = "call " + calls;
        return () -> text + "/" + calls;
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Exception {
        int offset = 5;
        Step<Integer> step = n -> n * 2 + offset;
        System.out.println(step.repeat(3).apply(1));
        Step<Integer> copy = (Step<Integer>) roundTrip(step);
        System.out.println(copy.apply(10));
        Comparator<String> comparator = (Comparator<String> & Serializable) (a, b) -> b.compareTo(a);
        System.out.println(((Comparator<String>) roundTrip(comparator)).compare("a", "b") + " " + (comparator instanceof Serializable));
        Supplier<Integer> reference = (Supplier<Integer> & Serializable) "serial"::length;
        System.out.println(((Supplier<Integer>) roundTrip(reference)).get());
        try {
            roundTrip((Runnable) () -> { });
        } catch (java.io.NotSerializableException e) {
            System.out.println("not serializable");
        }
        Object both = (Runnable & Serializable & Cloneable) () -> System.out.println("ran");
        ((Runnable) both).run();
        System.out.println(both instanceof Cloneable);
        System.out.println(fibonacci.apply(80) + " " + MEMO.size());
        System.out.println(Thrower.attempt(() -> {
            throw new java.io.IOException("io");
        }) + " " + Thrower.attempt(() -> Integer.parseInt("z")) + " " + Thrower.attempt(() -> { }));
        StringTransform shout = s -> s.toUpperCase() + "!";
        Function<String, String> plain = shout;
        System.out.println(plain.apply("bridge") + shout.andThen(String::length).apply("abc"));
        int[] misses = {0};
        Function<Integer, Integer> square = memoise(n -> n * n, misses);
        System.out.println(square.apply(4) + square.apply(4) + square.apply(5) + " misses " + misses[0]);
        Supplier<String> first = source(), second = source();
        System.out.println(first.get() + " " + second.get());
        IntBinaryOperator[] table = {(a, b) -> a + b, (a, b) -> a - b, Math::max, Integer::compare, (a, b) -> {
            int r = 1;
            while (b-- > 0) {
                r *= a;
            }
            return r;
        }};
        for (IntBinaryOperator op : table) {
            System.out.print(op.applyAsInt(3, 4) + " ");
        }
        System.out.println();
        Function<Object, String> wide = Object::toString;
        Function<? super String, ? extends CharSequence> narrow = wide;
        System.out.println(narrow.apply("variance"));
        Supplier<Runnable> chain = () -> () -> {
            class Local {
                int twice(int n) {
                    return n * 2 + offset;
                }
            }
            System.out.println("local in lambda " + new Local().twice(4));
            new Object() {
                void go() {
                    Runnable r = () -> System.out.println("lambda in anonymous in lambda " + offset);
                    r.run();
                }
            }.go();
        };
        chain.get().run();
        try {
            Runnable thrower = () -> {
                throw new IllegalStateException("inside");
            };
            thrower.run();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + e.getStackTrace()[0].getMethodName().startsWith("lambda$main$") + " " + e.getStackTrace()[1].getMethodName());
        }
        long sum = 0;
        for (int i = 0; i < 2000; i++) {
            int n = i;
            Supplier<Integer> s = () -> n;
            sum += s.get();
        }
        System.out.println(sum);
    }
}

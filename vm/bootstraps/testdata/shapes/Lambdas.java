package shapes;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.*;

/** Lambdas and method references of many shapes, and what they do. */
public class Lambdas {
    interface CharSupplier {
        char get();
    }

    interface ByteOperator {
        byte apply(byte a);
    }

    interface ShortToFloat {
        float apply(short a);
    }

    interface Mixed<T, R extends Number> {
        R mix(long a, T b, double c, byte d, int[] e, boolean f, char g, float h, short i);
    }

    interface Wide {
        double apply(double a, long b, double c, long d);
    }

    interface Named<T> {
        String name(T t);

        default Named<T> twice() {
            return t -> name(t) + name(t);
        }

        static <T> Named<T> constant(String s) {
            return t -> s;
        }

        private String hidden(T t) {
            return "hidden " + t;
        }

        default Named<T> secret() {
            return this::hidden;
        }
    }

    interface Sink<T> {
        void take(T t);
    }

    interface TextSink extends Sink<String> {
        void take(String t);
    }

    interface Source<T> {
        T give();
    }

    interface NumberSource<N extends Number> extends Source<N> {
        N give();
    }

    interface IntegerSource extends NumberSource<Integer> {
        Integer give();
    }

    interface Marker {
    }

    interface Throwing<E extends Exception> {
        void run() throws E;
    }

    interface SerializableSupplier<T> extends Supplier<T>, Serializable {
    }

    interface Varied {
        Object apply(int a, int b, int c);
    }

    static class Base {
        String greet(String name) {
            return "base " + name;
        }

        protected String inherited(int n) {
            return "inherited " + n;
        }
    }

    static class Derived extends Base implements Named<Integer> {
        final int n;

        Derived(int n) {
            this.n = n;
        }

        Derived(int a, long b, Integer c) {
            this((int) (a + b + c));
        }

        private Derived(String s) {
            this(s.length());
        }

        @Override
        String greet(String name) {
            Function<String, String> up = super::greet;
            Function<String, String> own = this::privately;
            return "derived " + n + " " + up.apply(name) + " " + own.apply(name);
        }

        private String privately(String s) {
            return "privately " + s + n;
        }

        public String name(Integer i) {
            return "named " + (i + n);
        }

        class Inner {
            final String s;

            Inner(String s) {
                this.s = s + n;
            }
        }

        Function<String, Inner> inner() {
            return Inner::new;
        }
    }

    enum Operation {
        ADD((a, b) -> a + b), MULTIPLY((a, b) -> a * b), FIRST(Operation::first);

        final IntBinaryOperator operator;

        Operation(IntBinaryOperator operator) {
            this.operator = operator;
        }

        private static int first(int a, int b) {
            return a;
        }
    }

    static int count;

    static long takesLong(long a) {
        return a * 3;
    }

    static double takesDouble(double a) {
        return a / 4;
    }

    static float takesFloat(float a) {
        return a / 2;
    }

    static int takesInt(int a) {
        return a + 1;
    }

    static Integer givesInteger() {
        return 77;
    }

    static char givesChar() {
        return 'q';
    }

    static byte givesByte() {
        return -5;
    }

    static short givesShort() {
        return -500;
    }

    static boolean flips(boolean b) {
        return !b;
    }

    static Object describe(Object o) {
        count++;
        return o == null ? "null" : o.getClass().getSimpleName() + " " + o;
    }

    static String joins(Object... parts) {
        return Arrays.toString(parts);
    }

    static int adds(int... parts) {
        return Arrays.stream(parts).sum();
    }

    static <T extends Comparable<T>> T larger(T a, T b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    static String answer() {
        return "42";
    }

    static void show(Object o) {
        System.out.println(o);
    }

    static void attempt(String what, Throwing<Exception> t) {
        try {
            t.run();
            show(what + ": nothing thrown");
        } catch (Exception | AssertionError e) {
            show(what + ": " + e);
        }
    }

    static void captures() {
        boolean z = true;
        byte b = -1;
        char c = 'c';
        short s = -2;
        int i = 3;
        long j = 4L << 40;
        float f = 5.5f;
        double d = 6.25;
        String t = "text";
        int[] a = {7, 8};
        Object[][] m = {{"m"}};
        Supplier<String> all = () -> "" + z + b + c + s + i + j + f + d + t + a[1] + m[0][0];
        show(all.get());
        facts(all);
        facts((Supplier<Boolean>) () -> z);
        facts((IntSupplier) () -> b);
        facts((LongSupplier) () -> j);
        facts((DoubleSupplier) () -> d + j);
        long l1 = 1, l2 = 2, l3 = 3, l4 = 4, l5 = 5, l6 = 6, l7 = 7, l8 = 8, l9 = 9, l10 = 10;
        double d1 = 1, d2 = 2, d3 = 3, d4 = 4, d5 = 5, d6 = 6, d7 = 7, d8 = 8, d9 = 9, d10 = 10;
        LongFunction<String> many = x -> x + ":" + l1 + l2 + l3 + l4 + l5 + l6 + l7 + l8 + l9 + l10 + d1 + d2 + d3 + d4 + d5 + d6 + d7 + d8 + d9 + d10;
        show(many.apply(9));
        Wide wide = (w, x, y, v) -> w * x + y * v + l10 + d9;
        show(wide.apply(1.5, 2, 3.5, 4));
        Mixed<String, Integer> mixed = (p, q, r, u, v, w, x, y, n) -> (int) (p + q.length() + r + u + v[0] + (w ? 1 : 0) + x + y + n + i);
        show(mixed.mix(1, "two", 3, (byte) 4, a, true, 'x', 8, (short) 9));
        Runnable nested = () -> {
            Supplier<Supplier<String>> outer = () -> () -> t + i + count;
            show(outer.get().get());
        };
        nested.run();
        Supplier<?>[] same = new Supplier<?>[2];
        for (int n = 0; n < 2; n++) {
            same[n] = () -> "constant";
        }
        show(same[0] == same[1]);
        IntFunction<Supplier<Integer>> maker = n -> () -> n;
        show(maker.apply(5).get() + maker.apply(6).get() + " " + (maker.apply(1) == maker.apply(1)));
    }

    static void conversions() {
        Function<Integer, Long> boxedToLong = Lambdas::takesLong;
        show(boxedToLong.apply(5));
        Function<Short, Object> shortToObject = Lambdas::takesLong;
        show(describe(shortToObject.apply((short) 5)));
        Function<Byte, Double> byteToDouble = Lambdas::takesDouble;
        show(byteToDouble.apply((byte) 5));
        Function<Long, Float> longToFloat = Lambdas::takesFloat;
        show(longToFloat.apply(1L << 33));
        Function<Character, Integer> charToInt = Lambdas::takesInt;
        show(charToInt.apply('a'));
        Function<Character, Long> charToLong = Lambdas::takesLong;
        show(charToLong.apply('a'));
        Function<Float, Double> floatToDouble = Lambdas::takesDouble;
        show(floatToDouble.apply(1.5f));
        ToDoubleFunction<Character> charToDouble = Lambdas::takesInt;
        show(charToDouble.applyAsDouble('a'));
        Predicate<Boolean> flip = Lambdas::flips;
        show(flip.test(true));
        UnaryOperator<Boolean> flipBoxed = Lambdas::flips;
        show(flipBoxed.apply(false));
        IntFunction<Object> intToObject = Lambdas::describe;
        show(intToObject.apply(5));
        LongFunction<Object> longToObject = Lambdas::describe;
        show(longToObject.apply(5));
        DoubleFunction<Object> doubleToObject = Lambdas::describe;
        show(doubleToObject.apply(5));
        IntToLongFunction intToLong = Lambdas::takesLong;
        show(intToLong.applyAsLong(-5));
        IntToDoubleFunction intToDouble = Lambdas::takesFloat;
        show(intToDouble.applyAsDouble(7));
        LongToDoubleFunction longToDouble = Lambdas::takesDouble;
        show(longToDouble.applyAsDouble(-7));
        ShortToFloat shortToFloat = Lambdas::takesInt;
        show(shortToFloat.apply((short) -7));
        ByteOperator byteOperator = a -> (byte) (a * 100);
        show(byteOperator.apply((byte) 3));
        LongSupplier unboxAndWiden = Lambdas::givesInteger;
        show(unboxAndWiden.getAsLong());
        DoubleSupplier charAsDouble = Lambdas::givesChar;
        show(charAsDouble.getAsDouble());
        IntSupplier byteAsInt = Lambdas::givesByte;
        show(byteAsInt.getAsInt());
        LongSupplier shortAsLong = Lambdas::givesShort;
        show(shortAsLong.getAsLong());
        Supplier<Object> byteAsObject = Lambdas::givesByte;
        show(describe(byteAsObject.get()));
        Supplier<Character> charBoxed = Lambdas::givesChar;
        show(describe(charBoxed.get()));
        Supplier<Number> number = Lambdas::givesShort;
        show(describe(number.get()));
        Supplier<Comparable<Integer>> comparable = Lambdas::givesInteger;
        show(describe(comparable.get()));
        Runnable drops = Lambdas::givesInteger;
        drops.run();
        Runnable dropsLong = () -> takesLong(5);
        dropsLong.run();
        Consumer<String> dropsObject = Lambdas::describe;
        dropsObject.accept("x");
        Supplier<Integer> integers = () -> 65;
        Supplier<Character> chars = () -> 'A';
        Supplier<Boolean> booleans = () -> true;
        IntSupplier fromGeneric = integers::get;
        LongSupplier longFromGeneric = integers::get;
        DoubleSupplier doubleFromGeneric = integers::get;
        CharSupplier charFromGeneric = chars::get;
        IntSupplier intFromChar = givesChar() == 'q' ? chars::get : null;
        BooleanSupplier booleanFromGeneric = booleans::get;
        show(fromGeneric.getAsInt() + " " + longFromGeneric.getAsLong() + " " + doubleFromGeneric.getAsDouble() + " " + charFromGeneric.get() + " "
                + booleanFromGeneric.getAsBoolean());
        attempt("a Character as int", () -> show(intFromChar.getAsInt()));
        BinaryOperator<Integer> larger = Lambdas::larger;
        show(larger.apply(5, 6));
        Comparator<String> byLength = Comparator.comparing(String::length);
        show(byLength.compare("aa", "b"));
        ToIntFunction<String> length = String::length;
        ToLongFunction<String> longLength = String::length;
        Function<String, Integer> boxedLength = String::length;
        show(length.applyAsInt("abc") + longLength.applyAsLong("abcd") + boxedLength.apply("abcde"));
        Varied sum = Lambdas::adds, join = Lambdas::joins;
        show(sum.apply(1, 2, 3) + " " + join.apply(1, 2, 3));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void failures() {
        Function<Integer, Long> takesLong = Lambdas::takesLong;
        Function<String, Integer> length = String::length;
        Function<String, String> identity = s -> s;
        ToIntFunction<Integer> unboxes = i -> i;
        ToIntFunction<Integer> unboxing = Integer::intValue;
        attempt("wrong box", () -> ((Function) takesLong).apply(5L));
        attempt("wrong receiver", () -> ((Function) length).apply(5));
        attempt("wrong argument", () -> ((Function) identity).apply(new int[0]));
        attempt("null box", () -> takesLong.apply(null));
        attempt("null receiver", () -> length.apply(null));
        attempt("null argument", () -> unboxes.applyAsInt(null));
        attempt("null box as receiver", () -> unboxing.applyAsInt(null));
        Supplier raw = () -> "text";
        Supplier<Integer> polluted = raw;
        IntSupplier pollutedInt = polluted::get;
        attempt("polluted result", () -> pollutedInt.getAsInt());
        Derived none = null;
        attempt("null bound receiver", () -> {
            Supplier<String> s = none::toString;
        });
        attempt("thrown", () -> {
            throw new java.io.IOException("through");
        });
        Throwing<RuntimeException> narrow = () -> {
            throw new IllegalStateException("narrow");
        };
        attempt("thrown further", narrow::run);
    }

    static void references() throws Exception {
        Derived derived = new Derived(3);
        Base base = derived;
        Function<String, String> bound = base::greet, sub = derived::greet;
        show(bound.apply("a") + ", " + sub.apply("b"));
        BiFunction<Base, String, String> unbound = Base::greet;
        show(unbound.apply(derived, "c") + ", " + unbound.apply(new Base(), "d"));
        BiFunction<Derived, Integer, String> inherited = Derived::inherited;
        show(inherited.apply(derived, 5));
        IntFunction<Derived> make = Derived::new;
        Function<String, Derived> makePrivately = Derived::new;
        Mixer<Derived> makeLarge = Derived::new;
        show(make.apply(4).n + makePrivately.apply("four").n + makeLarge.make((byte) 5, 6, 7).n);
        show(derived.inner().apply("inner").s);
        IntFunction<int[][]> array = int[][]::new;
        show(array.apply(3).length);
        Function<int[], int[]> clone = int[]::clone;
        show(clone.apply(new int[] {1, 2})[1]);
        Function<Integer, List<String>> list = ArrayList::new;
        show(list.apply(5));
        Supplier<Map<String, Integer>> map = TreeMap::new;
        show(map.get());
        Named<Integer> named = derived;
        Function<Integer, String> viaInterface = named::name;
        BiFunction<Named<Integer>, Integer, String> unboundInterface = Named::name;
        show(viaInterface.apply(1) + unboundInterface.apply(named, 2) + named.twice().name(3) + named.secret().name(4) + Named.<Integer>constant("k").name(0));
        Supplier<Named<Integer>> defaulted = named::twice;
        show(defaulted.get().twice().name(5));
        Function<String, Named<Integer>> fromInterface = Named::constant;
        show(fromInterface.apply("static").name(1));
        CharSequence sequence = "sequence";
        Supplier<String> objectMethod = sequence::toString;
        IntSupplier sequenceLength = sequence::length;
        ToIntFunction<CharSequence> hash = CharSequence::hashCode;
        show(objectMethod.get() + sequenceLength.getAsInt() + hash.applyAsInt("x"));
        BiPredicate<Object, Object> same = Object::equals;
        show(same.test("a", "a"));
        for (Operation o : Operation.values()) {
            show(o + " " + o.operator.applyAsInt(6, 7));
        }
        Comparator<String> comparator = String::compareToIgnoreCase;
        show(comparator.reversed().compare("a", "B"));
        Consumer<Object> print = System.out::println;
        print.accept("printed");
        Function<Object, String> concat = Object::toString;
        show(concat.apply(5));
    }

    interface Mixer<T> {
        T make(byte a, int b, Integer c);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void bridges() {
        List<Object> taken = new ArrayList<>();
        TextSink sink = taken::add;
        sink.take("direct");
        ((Sink<String>) sink).take("by the generic interface");
        attempt("wrong type by the generic interface", () -> ((Sink) sink).take(5));
        show(taken);
        facts(sink);
        IntegerSource source = () -> 5;
        Source<?> plain = source;
        NumberSource<?> numbers = source;
        show(source.give() + " " + plain.give() + " " + numbers.give());
        facts(source);
        Runnable marked = (Runnable & Marker & Serializable) () -> show("marked");
        marked.run();
        show(marked instanceof Marker);
        facts(marked);
        Runnable doubly = (Runnable & Marker) () -> show(taken.size());
        doubly.run();
        facts(doubly);
    }

    static void serialization() throws Throwable {
        int n = 5;
        long l = 6;
        String text = "text";
        char c = 'c';
        List<SerializableSupplier<?>> lambdas = List.of(() -> "none", () -> n + l + text + c, text::length, Lambdas::answer, ArrayList<String>::new,
                Lambdas::givesChar, (SerializableSupplier<String> & Marker) () -> text + "marked");
        for (SerializableSupplier<?> lambda : lambdas) {
            Method writeReplace = lambda.getClass().getDeclaredMethod("writeReplace");
            writeReplace.setAccessible(true);
            SerializedLambda serialized = (SerializedLambda) writeReplace.invoke(lambda);
            show(serialized);
            for (int i = 0; i < serialized.getCapturedArgCount(); i++) {
                show(describe(serialized.getCapturedArg(i)));
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            new ObjectOutputStream(out).writeObject(lambda);
            Supplier<?> back = (Supplier<?>) new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())).readObject();
            show(back.get() + " " + (back instanceof Marker));
            facts(back);
        }
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Object refusing = LambdaMetafactory.metafactory(lookup, "get", MethodType.methodType(SerializableSupplier.class), MethodType.methodType(Object.class),
                lookup.findStatic(Lambdas.class, "answer", MethodType.methodType(String.class)), MethodType.methodType(String.class)).getTarget().invokeWithArguments();
        show(((Supplier<?>) refusing).get());
        attempt("serialize what refuses", () -> new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(refusing));
        facts(refusing);
    }

    /** What reflection says of a lambda's class, but for the factory method that the JDK's own do without. */
    static void facts(Object lambda) {
        Class<?> c = lambda.getClass();
        List<String> facts = new ArrayList<>();
        for (Field f : c.getDeclaredFields()) {
            facts.add(Modifier.toString(f.getModifiers()) + " " + f.getType().getSimpleName() + " " + f.getName());
        }
        for (Constructor<?> k : c.getDeclaredConstructors()) {
            facts.add(Modifier.toString(k.getModifiers()) + " constructor" + Arrays.toString(k.getParameterTypes()));
        }
        for (Method m : c.getDeclaredMethods()) {
            if (!m.getName().equals("get$Lambda")) {
                facts.add(Modifier.toString(m.getModifiers()) + " " + m.getReturnType().getSimpleName() + " " + m.getName()
                        + Arrays.toString(m.getParameterTypes()) + Arrays.toString(m.getExceptionTypes()));
            }
        }
        facts.sort(null);
        show("class " + Modifier.toString(c.getModifiers()) + " synthetic " + c.isSynthetic() + " hidden " + c.isHidden() + " host "
                + c.getNestHost().getName() + " package " + c.getPackageName() + " super " + c.getSuperclass().getName() + " implements "
                + Arrays.toString(c.getInterfaces()) + " " + facts);
    }

    public static void main(String[] args) throws Throwable {
        captures();
        conversions();
        failures();
        references();
        bridges();
        serialization();
    }
}

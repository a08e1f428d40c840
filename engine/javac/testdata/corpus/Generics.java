package corpus;

import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Inference, wildcards, intersections, bridges through lambdas, casts to several interfaces. */
class Generics {
    interface Monoid<T> { T zero(); T plus(T a, T b); static <T> Monoid<T> of(Supplier<? extends T> z, Plus<T> p) { return new Monoid<>() { public T zero() { return z.get(); } public T plus(T a, T b) { return p.apply(a, b); } }; } }
    interface Plus<T> { T apply(T a, T b); }
    static class Box<A> {
        private A value;
        Box(A value) { this.value = value; }
        <B> Box<B> map(Function<? super A, ? extends B> f) { return new Box<>(f.apply(value)); }
        <B> Box<B> flatMap(Function<A, Box<B>> f) { return f.apply(get()); }
        A get() { return value; }
        void set(A a) { value = a; }
        static <X, Y extends Box<? super X>> Y fill(Y box, X x) { box.set(x); return box; }
    }

    static <T> T total(Collection<? extends T> all, Monoid<T> m) { T sum = m.zero(); for (T t : all) sum = m.plus(sum, t); return sum; }
    static <T extends CharSequence & Comparable<T>> int both(T a, T b) { return a.compareTo(b) + a.length() + b.toString().length(); }
    @SafeVarargs static <T> List<T> listOf(T... ts) { return Arrays.asList(ts); }
    static <E extends Exception> void sneaky(Exception e) throws E { @SuppressWarnings("unchecked") E cast = (E) e; throw cast; }
    static <I extends Iterable<String> & Supplier<Integer>> int inter(I i) { int n = i.get(); for (String s : i) n += s.length(); return n; }

    static class Words implements Iterable<String>, Supplier<Integer> {
        public Iterator<String> iterator() { return listOf("a", "bc").iterator(); }
        public Integer get() { return 1; }
    }

    public static void main(String[] args) {
        Box<? extends Number> box = new Box<>(1).map(i -> i + 1).flatMap(i -> new Box<>(Double.valueOf(i)));
        System.out.println(box.get().intValue() + total(listOf(1, 2, 3), Monoid.of(() -> 0, Integer::sum)) + both("x", "yy") + inter(new Words()));
        BiConsumer<Box<Object>, String> set = Box::set;
        set.accept(new Box<>(null), "s");
        System.out.println(Box.fill(new Box<Object>(1), "x").get() + Objects.requireNonNull(args, () -> "no " + args).getClass().getSimpleName());
        Runnable r = (Runnable & java.io.Serializable) () -> Generics.<RuntimeException>sneaky(new RuntimeException());
        try { r.run(); } catch (RuntimeException e) { System.out.println(e.getStackTrace().length > 0); }
        Object pick = args.length > 0 ? listOf(args) : new Box<>(listOf(1, 2L, "x").get(0).hashCode());
        Supplier<Supplier<String>> nested = () -> pick::toString;
        Objects.requireNonNull(nested.get()).get();
        Supplier<Integer> viaNull = Objects.requireNonNull(pick)::hashCode;
        viaNull.get();
    }
}

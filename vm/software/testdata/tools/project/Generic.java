package partNUMBER;

import java.util.*;
import java.util.function.Function;

/** Bounds, wildcards, bridges, overloads and recursion of types. */
public abstract class Generic<S extends Generic<S, V>, V extends Number & Comparable<V>> implements Comparable<S> {
    protected V value;

    protected abstract S self();

    @SafeVarargs
    public final S with(V... values) {
        for (V v : values) {
            if (value == null || v.compareTo(value) > 0) {
                value = v;
            }
        }
        return self();
    }

    @Override
    public int compareTo(S other) {
        return value.compareTo(other.value);
    }

    public <U> U mapCOPY(Function<? super V, ? extends U> f) { return f.apply(value); } // repeat

    static double sum(Collection<? extends Number> numbers) {
        double sum = 0;
        for (Number n : numbers) {
            sum += n.doubleValue();
        }
        return sum;
    }

    static void copy(List<? super Integer> to, List<? extends Integer> from) {
        for (Integer i : from) {
            to.add(i + NUMBER);
        }
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    static List raw(Map map) {
        List list = new ArrayList(map.keySet());
        Collections.sort(list);
        return list;
    }

    static String pick(Object o) { return "object"; }

    static String pick(long l) { return "long"; }

    static String pick(Integer i) { return "Integer"; }

    static String pick(int... is) { return "ints"; }

    static String picks(byte b) {
        return pick(b) + pick('c') + pick(b, b) + pick((Integer) 1) + pick(1f) + pick();
    }

    public static class Whole extends Generic<Whole, Long> {
        @Override
        protected Whole self() {
            return this;
        }

        @Override
        public int compareTo(Whole other) {
            return -super.compareTo(other);
        }
    }

    public static <K, V2 extends Comparable<? super V2>> SortedMap<V2, Set<K>> invert(Map<? extends K, ? extends V2> map) {
        var inverted = new TreeMap<V2, Set<K>>(Comparator.reverseOrder());
        for (Map.Entry<? extends K, ? extends V2> entry : map.entrySet()) {
            inverted.computeIfAbsent(entry.getValue(), v -> new LinkedHashSet<>()).add(entry.getKey());
        }
        return inverted;
    }

    partPREVIOUS.Generic<?, ? extends Number> before = null;
}

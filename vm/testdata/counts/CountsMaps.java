import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Callbacks from maps: computeIfAbsent for 10 of 100 look-ups, merge's function for the other 90, hashCode and equals of
 * keys. The generic methods apply and compareTo are each entered twice, by their bridge first.
 */
// expect edge java.util.HashMap.computeIfAbsent -> CountsMaps$Factory.apply = 10 kind interface
// expect path CountsMaps.main > java.util.HashMap.computeIfAbsent > CountsMaps$Factory.apply = 10
// expect edge CountsMaps.main -> java.util.HashMap.computeIfAbsent = 100 kind interface
// expect edge java.util.HashMap.merge -> CountsMaps$Sum.apply = 90
// expect edge CountsMaps$Sum.apply -> java.lang.Integer.valueOf = 90 kind static
// expect calls CountsMaps$Key.hashCode = 200
// expect path CountsMaps.main > java.util.HashMap.merge > java.util.HashMap.hash > CountsMaps$Key.hashCode = 100
// expect calls CountsMaps$Key.equals = $equals
// expect calls CountsMaps$Key.compareTo = $compares
// expect calls CountsMaps$Factory.apply = 20
// expect edge CountsMaps$Factory.apply -> CountsMaps$Factory.apply = 10 kind virtual
public class CountsMaps {
    static int equals, compares;

    static class Key implements Comparable<Key> {
        final int n;

        Key(int n) {
            this.n = n;
        }

        @Override
        public int hashCode() {
            return n & 3;
        }

        @Override
        public boolean equals(Object o) {
            equals++;
            return o instanceof Key k && k.n == n;
        }

        public int compareTo(Key o) {
            compares++;
            return Integer.compare(n, o.n);
        }
    }

    static class Factory implements Function<Key, Integer> {
        @Override
        public Integer apply(Key k) {
            return k.n;
        }
    }

    static class Sum implements BiFunction<Integer, Integer, Integer> {
        @Override
        public Integer apply(Integer a, Integer b) {
            return a + b;
        }
    }

    public static void main(String[] args) {
        Map<Key, Integer> first = new HashMap<>(64), second = new HashMap<>(64);
        Factory factory = new Factory();
        Sum sum = new Sum();
        for (int i = 0; i < 100; i++) {
            first.computeIfAbsent(new Key(i % 10), factory);
            second.merge(new Key(i % 10), i, sum);
        }
        TreeMap<Key, Integer> tree = new TreeMap<>(first);
        System.out.println(tree.size() + " " + tree.get(new Key(7)));
        System.out.println("equals=" + equals);
        System.out.println("compares=" + 2 * compares);
    }
}

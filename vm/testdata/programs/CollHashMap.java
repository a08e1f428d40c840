import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;

/** Hash maps: iteration order, compute methods, views, treeified bins, access order, identity, weak, tables. */
public class CollHashMap {
    /** Keys that all fall into one bin, comparable so that the bin's tree can order them. */
    record Bad(int n) implements Comparable<Bad> {
        @Override
        public int hashCode() {
            return 42;
        }

        @Override
        public int compareTo(Bad o) {
            return Integer.compare(n, o.n);
        }
    }

    /** Keys with equal hashes that are not comparable. */
    static final class Worse {
        final String s;

        Worse(String s) {
            this.s = s;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Worse w && w.s.equals(s);
        }

        @Override
        public int hashCode() {
            return 7;
        }
    }

    static class Lru<K, V> extends LinkedHashMap<K, V> {
        final int limit;

        Lru(int limit) {
            super(16, 0.75f, true);
            this.limit = limit;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > limit;
        }
    }

    public static void main(String[] args) {
        Map<String, Integer> map = new HashMap<>();
        for (String s : "the quick brown fox jumps over the lazy dog and the cat".split(" ")) {
            map.merge(s, 1, Integer::sum);
        }
        System.out.println(map + " " + map.hashCode());
        System.out.println(map.keySet() + " " + map.values());
        System.out.println(map.put("fox", 9) + " " + map.putIfAbsent("fox", 10) + " " + map.putIfAbsent("new", 1) + " " + map.getOrDefault("none", -1) + " " + map.remove("dog") + " " + map.remove("cat", 5) + " " + map.replace("cat", 4) + " " + map.replace("cat", 4, 6));
        System.out.println(map.computeIfAbsent("a", String::length) + " " + map.computeIfPresent("a", (k, v) -> null) + " " + map.compute("b", (k, v) -> v == null ? 50 : v + 1) + " " + map.containsKey("a") + " " + map.merge("b", 1, (x, y) -> null) + " " + map.computeIfAbsent("z", k -> null));
        map.put(null, -5);
        map.put("null", null);
        System.out.println(map.get(null) + " " + map.containsKey("null") + " " + map.containsValue(null) + " " + map.size() + " " + map);
        map.entrySet().removeIf(e -> e.getValue() == null || e.getValue() == 1);
        map.replaceAll((k, v) -> v * 10);
        for (Map.Entry<String, Integer> e : map.entrySet()) {
            e.setValue(e.getValue() + 1);
        }
        System.out.println(map);
        Iterator<String> keys = map.keySet().iterator();
        keys.next();
        keys.remove();
        System.out.println(map.size() + " " + map.equals(new TreeMap<>(Map.of("x", 1))));
        Map<Integer, Integer> numbers = new HashMap<>();
        for (int i = 0; i < 2000; i++) {
            numbers.put(i * 31 ^ i << 7, i);
        }
        long order = 0;
        for (Map.Entry<Integer, Integer> e : numbers.entrySet()) {
            order = order * 31 + e.getKey() + e.getValue();
        }
        System.out.println(numbers.size() + " " + order);
        Map<Bad, Integer> bad = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            bad.put(new Bad(i * 37 % 300), i);
        }
        int sum = 0;
        for (int i = 0; i < 300; i += 3) {
            sum += bad.get(new Bad(i)) + (bad.containsKey(new Bad(-i - 1)) ? 1000000 : 0);
        }
        for (int i = 0; i < 295; i++) {
            bad.remove(new Bad(i));
        }
        System.out.println(sum + " " + bad);
        Map<Worse, Integer> worse = new HashMap<>();
        for (int i = 0; i < 100; i++) {
            worse.merge(new Worse("w" + i % 60), 1, Integer::sum);
        }
        System.out.println(worse.size() + " " + worse.get(new Worse("w10")) + " " + worse.get(new Worse("w50")) + " " + worse.get(new Worse("w99")));
        Lru<String, Integer> lru = new Lru<>(3);
        for (String s : "a b c a d a e b a".split(" ")) {
            lru.merge(s, 1, Integer::sum);
        }
        System.out.println(lru + " " + lru.get("e") + " " + lru);
        Map<String, Integer> linked = new LinkedHashMap<>();
        linked.put("z", 1);
        linked.put("a", 2);
        linked.put("z", 3);
        linked.remove("a");
        linked.put("a", 4);
        System.out.println(linked + " " + new LinkedHashSet<>(List.of("q", "b", "a")));
        IdentityHashMap<String, Integer> identity = new IdentityHashMap<>();
        String k1 = new String("key"), k2 = new String("key");
        identity.put(k1, 1);
        identity.put(k2, 2);
        identity.put(k1, 3);
        System.out.println(identity.size() + " " + identity.get(k1) + identity.get(k2) + identity.get("key"));
        WeakHashMap<String, Integer> weak = new WeakHashMap<>();
        weak.put("literal", 1);
        weak.merge("literal", 5, Integer::sum);
        System.out.println(weak);
        Hashtable<String, Integer> table = new Hashtable<>(Map.of("one", 1));
        table.put("two", 2);
        table.put("three", 3);
        System.out.println(table + " " + Collections.list(table.keys()) + " " + table.contains(2));
        Set<Integer> set = new HashSet<>(List.of(5, 100, 17, 33, 64, -1));
        System.out.println(set + " " + set.add(5) + set.remove(17) + set.contains(33) + " " + set.hashCode());
        Set<Integer> other = new HashSet<>(set);
        other.retainAll(Set.of(100, 64));
        set.removeAll(other);
        System.out.println(set + " " + other);
        Map<List<Integer>, String> compound = new HashMap<>();
        compound.put(new ArrayList<>(List.of(1, 2)), "x");
        System.out.println(compound.get(List.of(1, 2)) + " " + Map.entry("k", 1) + " " + new java.util.AbstractMap.SimpleEntry<>("k", 1).hashCode() + " " + new TreeMap<>(Map.of("b", 1, "a", 2)));
    }
}

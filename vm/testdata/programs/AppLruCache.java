import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Caches as textbooks have them: LRU by LinkedHashMap and by hand, LFU, memoization, with listeners and statistics. */
public class AppLruCache {
    interface Cache<K, V> extends Iterable<K> {
        Optional<V> get(K key);

        V put(K key, V value);

        int size();

        default V getOrLoad(K key, Function<? super K, ? extends V> loader) {
            return get(key).orElseGet(() -> {
                V v = loader.apply(key);
                put(key, v);
                return v;
            });
        }
    }

    static class LinkedCache<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1;
        final int capacity;
        final transient List<BiConsumer<? super K, ? super V>> listeners = new ArrayList<>();

        LinkedCache(int capacity) {
            super(16, 0.75f, true);
            this.capacity = capacity;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            if (size() <= capacity) {
                return false;
            }
            listeners.forEach(l -> l.accept(eldest.getKey(), eldest.getValue()));
            return true;
        }

        // LinkedHashMap.get has another return type: the cache's view is a separate object.
        Cache<K, V> asCache() {
            return new Cache<>() {
                public Optional<V> get(K key) {
                    return Optional.ofNullable(LinkedCache.this.getOrDefault(key, null));
                }

                public V put(K key, V value) {
                    return LinkedCache.this.put(key, value);
                }

                public int size() {
                    return LinkedCache.this.size();
                }

                public Iterator<K> iterator() {
                    return keySet().iterator();
                }
            };
        }
    }

    static class HandCache<K, V> implements Cache<K, V> {
        private class Node {
            final K key;
            V value;
            Node before, after;

            Node(K key, V value) {
                this.key = key;
                this.value = value;
            }
        }

        private final Map<K, Node> index = new HashMap<>();
        private final Node head = new Node(null, null);
        private final int capacity;
        int hits, misses, evictions;

        HandCache(int capacity) {
            if (capacity < 1) {
                throw new IllegalArgumentException("capacity " + capacity);
            }
            this.capacity = capacity;
            head.before = head.after = head;
        }

        private void unlink(Node n) {
            n.before.after = n.after;
            n.after.before = n.before;
        }

        private void first(Node n) {
            n.after = head.after;
            n.before = head;
            head.after.before = n;
            head.after = n;
        }

        public Optional<V> get(K key) {
            Node n = index.get(key);
            if (n == null) {
                misses++;
                return Optional.empty();
            }
            hits++;
            unlink(n);
            first(n);
            return Optional.of(n.value);
        }

        public V put(K key, V value) {
            Node n = index.get(Objects.requireNonNull(key, "key"));
            if (n != null) {
                V old = n.value;
                n.value = value;
                unlink(n);
                first(n);
                return old;
            }
            if (index.size() == capacity) {
                Node last = head.before;
                unlink(last);
                index.remove(last.key);
                evictions++;
            }
            index.put(key, n = new Node(key, value));
            first(n);
            return null;
        }

        public int size() {
            return index.size();
        }

        public Iterator<K> iterator() {
            return new Iterator<>() {
                Node at = head.after;

                public boolean hasNext() {
                    return at != head;
                }

                public K next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException("end of cache");
                    }
                    K k = at.key;
                    at = at.after;
                    return k;
                }
            };
        }
    }

    static class LfuCache<K extends Comparable<K>, V> {
        record Entry<K, V>(K key, V value, int uses, long stamp) implements Comparable<Entry<K, V>> {
            public int compareTo(Entry<K, V> o) {
                return uses != o.uses ? Integer.compare(uses, o.uses) : Long.compare(stamp, o.stamp);
            }
        }

        final Map<K, Entry<K, V>> entries = new TreeMap<>();
        final int capacity;
        long clock;

        LfuCache(int capacity) {
            this.capacity = capacity;
        }

        V get(K key) {
            Entry<K, V> e = entries.computeIfPresent(key, (k, old) -> new Entry<>(k, old.value, old.uses + 1, clock++));
            return e == null ? null : e.value();
        }

        void put(K key, V value) {
            if (entries.size() >= capacity && !entries.containsKey(key)) {
                entries.remove(Collections.min(entries.values()).key());
            }
            entries.merge(key, new Entry<>(key, value, 1, clock++), (a, b) -> new Entry<>(key, value, a.uses + 1, clock++));
        }
    }

    static <A, R> Function<A, R> memoize(Function<A, R> f, Map<A, R> store) {
        return a -> {
            R r = store.get(a);
            if (r == null) {
                store.put(a, r = f.apply(a));
            }
            return r;
        };
    }

    public static void main(String[] args) {
        LinkedCache<String, Integer> linked = new LinkedCache<>(3);
        linked.listeners.add((k, v) -> System.out.println("evicted " + k + "=" + v));
        Cache<String, Integer> cache = linked.asCache();
        for (String s : "a b c a d e a f".split(" ")) {
            System.out.println(s + " " + cache.getOrLoad(s, String::hashCode) + " " + linked);
        }
        HandCache<Integer, String> hand = new HandCache<>(4);
        long seed = 12345;
        for (int i = 0; i < 500; i++) {
            seed = seed * 6364136223846793005L + 1442695040888963407L;
            hand.getOrLoad((int) (seed >>> 61), k -> "v" + k);
        }
        StringBuilder order = new StringBuilder();
        for (int k : hand) {
            order.append(k).append(' ');
        }
        System.out.println(order + "" + hand.hits + " " + hand.misses + " " + hand.evictions + " " + hand.size());
        Iterator<Integer> it = hand.iterator();
        it.forEachRemaining(k -> { });
        try {
            it.next();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        for (Runnable bad : new Runnable[] {() -> hand.put(null, "x"), () -> new HandCache<>(0), it::remove}) {
            try {
                bad.run();
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
        LfuCache<Character, Integer> lfu = new LfuCache<>(3);
        for (char c : "abcabdaeffabcc".toCharArray()) {
            if (lfu.get(c) == null) {
                lfu.put(c, (int) c);
            }
        }
        System.out.println(lfu.entries);
        Map<Integer, Long> store = new TreeMap<>();
        Function<Integer, Long>[] fib = new Function[1];
        fib[0] = memoize(n -> n < 2 ? (long) n : fib[0].apply(n - 1) + fib[0].apply(n - 2), store);
        System.out.println(fib[0].apply(80) + " " + store.size() + " " + new LfuCache.Entry<>("k", 1, 2, 3).equals(new LfuCache.Entry<>("k", 1, 2, 3)));
    }
}

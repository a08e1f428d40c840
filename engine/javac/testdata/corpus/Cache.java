package corpus;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** Inner classes that inherit from each other and reach for outer instances. */
class Cache<K extends Comparable<K>, V> implements Iterable<Map.Entry<K, V>> {
    private final int limit;
    private int hits, misses;
    private final Map<K, V> map = new LinkedHashMap<>(16, 0.75f, true) {
        @Override protected boolean removeEldestEntry(Map.Entry<K, V> eldest) { return size() > limit && evict(eldest.getKey()); }
    };

    Cache(int limit) { this.limit = Math.max(1, limit); }

    private boolean evict(K key) { new Event("evict").log(key); return true; }

    V get(K key, Function<? super K, ? extends V> load) {
        V known = map.get(key);
        if (known != null) { hits++; return known; }
        misses++;
        return map.computeIfAbsent(key, k -> { new Event("load").log(k); return load.apply(k); });
    }

    class Event {
        final String what;
        Event(String what) { this.what = what; }
        void log(K key) { if (new Detail(key).important()) System.out.println(this.what + ':' + key + Cache.this.ratio()); }
        class Detail extends Event {
            private final K key;
            Detail(K key) { super(Event.this.what.concat("!")); this.key = key; }
            boolean important() { return key.compareTo(key) == 0 && Event.this.what.length() < what.length(); }
        }
    }

    double ratio() { return hits + misses == 0 ? 0 : (double) hits / (hits + misses); }

    @Override public Iterator<Map.Entry<K, V>> iterator() {
        final Iterator<K> keys = new ArrayList<>(map.keySet()).iterator();
        return new Iterator<>() {
            public boolean hasNext() { return keys.hasNext(); }
            public Map.Entry<K, V> next() {
                if (!hasNext()) throw new NoSuchElementException();
                K k = keys.next();
                return new AbstractMap.SimpleEntry<>(k, map.get(k));
            }
        };
    }

    public static void main(String[] args) {
        Cache<Integer, String> cache = new Cache<>(3);
        for (int i : new int[] {1, 2, 3, 1, 4, 5}) cache.get(i, n -> "n" + n);
        for (Map.Entry<Integer, String> e : cache) System.out.println(e.getKey() + "=" + e.getValue());
        Cache<Integer, String>.Event event = cache.new Event("end");
        Cache<Integer, String>.Event.Detail detail = event.new Detail(7);
        detail.log(detail.hashCode());
    }
}

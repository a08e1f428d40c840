import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Collections written from scratch: an open-addressing map, a skip list, a gap buffer, a ring, a disjoint set. */
public class CollCustom {
    static class OpenMap<K, V> extends AbstractMap<K, V> {
        private Object[] keys = new Object[8];
        private Object[] values = new Object[8];
        private int size;

        private int slot(Object key) {
            int i = Objects.hashCode(key) & keys.length - 1;
            while (keys[i] != null && !keys[i].equals(key)) {
                i = i + 1 & keys.length - 1;
            }
            return i;
        }

        @Override
        @SuppressWarnings("unchecked")
        public V put(K key, V value) {
            if (size * 2 >= keys.length) {
                Object[] oldKeys = keys, oldValues = values;
                keys = new Object[oldKeys.length * 2];
                values = new Object[keys.length];
                for (int i = 0; i < oldKeys.length; i++) {
                    if (oldKeys[i] != null) {
                        int s = slot(oldKeys[i]);
                        keys[s] = oldKeys[i];
                        values[s] = oldValues[i];
                    }
                }
            }
            int s = slot(key);
            V old = (V) values[s];
            if (keys[s] == null) {
                keys[s] = key;
                size++;
            }
            values[s] = value;
            return old;
        }

        @Override
        @SuppressWarnings("unchecked")
        public V get(Object key) {
            return (V) values[slot(key)];
        }

        @Override
        public Set<Entry<K, V>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public Iterator<Entry<K, V>> iterator() {
                    List<Entry<K, V>> list = new ArrayList<>();
                    for (int i = 0; i < keys.length; i++) {
                        if (keys[i] != null) {
                            @SuppressWarnings("unchecked")
                            Entry<K, V> e = new SimpleImmutableEntry<>((K) keys[i], (V) values[i]);
                            list.add(e);
                        }
                    }
                    return list.iterator();
                }

                @Override
                public int size() {
                    return size;
                }
            };
        }
    }

    static class SkipList<T> {
        private static class Node<T> {
            final T item;
            final Node<T>[] next;

            @SuppressWarnings("unchecked")
            Node(T item, int height) {
                this.item = item;
                next = new Node[height];
            }
        }

        private final Node<T> head = new Node<>(null, 12);
        private final Comparator<? super T> order;
        private int seed = 1;

        SkipList(Comparator<? super T> order) {
            this.order = order;
        }

        boolean add(T item) {
            @SuppressWarnings("unchecked")
            Node<T>[] path = new Node[12];
            Node<T> n = head;
            for (int level = 11; level >= 0; level--) {
                while (n.next[level] != null && order.compare(n.next[level].item, item) < 0) {
                    n = n.next[level];
                }
                path[level] = n;
            }
            if (n.next[0] != null && order.compare(n.next[0].item, item) == 0) {
                return false;
            }
            seed = seed * 1103515245 + 12345;
            Node<T> made = new Node<>(item, Math.min(12, 1 + Integer.numberOfTrailingZeros(seed >>> 8 | 1 << 11)));
            for (int level = 0; level < made.next.length; level++) {
                made.next[level] = path[level].next[level];
                path[level].next[level] = made;
            }
            return true;
        }

        List<T> toList() {
            List<T> out = new ArrayList<>();
            for (Node<T> n = head.next[0]; n != null; n = n.next[0]) {
                out.add(n.item);
            }
            return out;
        }
    }

    static class GapBuffer {
        private char[] text = new char[8];
        private int gapStart, gapEnd = 8;

        void move(int position) {
            while (gapStart > position) {
                text[--gapEnd] = text[--gapStart];
            }
            while (gapStart < position) {
                text[gapStart++] = text[gapEnd++];
            }
        }

        void insert(String s) {
            for (char c : s.toCharArray()) {
                if (gapStart == gapEnd) {
                    char[] bigger = new char[text.length * 2];
                    System.arraycopy(text, 0, bigger, 0, gapStart);
                    System.arraycopy(text, gapEnd, bigger, gapEnd + text.length, text.length - gapEnd);
                    gapEnd += text.length;
                    text = bigger;
                }
                text[gapStart++] = c;
            }
        }

        void delete(int n) {
            gapStart -= n;
        }

        @Override
        public String toString() {
            return new String(text, 0, gapStart) + "|" + new String(text, gapEnd, text.length - gapEnd);
        }
    }

    static class UnionFind {
        final int[] parent, rank;

        UnionFind(int n) {
            parent = new int[n];
            rank = new int[n];
            Arrays.setAll(parent, i -> i);
        }

        int find(int x) {
            return parent[x] == x ? x : (parent[x] = find(parent[x]));
        }

        boolean union(int a, int b) {
            int x = find(a), y = find(b);
            if (x == y) {
                return false;
            }
            if (rank[x] < rank[y]) {
                parent[x] = y;
            } else {
                parent[y] = x;
                rank[x] += rank[x] == rank[y] ? 1 : 0;
            }
            return true;
        }
    }

    public static void main(String[] args) {
        OpenMap<String, Integer> map = new OpenMap<>();
        for (String s : "to be or not to be that is the question whether tis nobler".split(" ")) {
            map.merge(s, 1, Integer::sum);
        }
        System.out.println(map + " " + map.size() + " " + map.containsKey("or") + " " + map.get("none") + " " + map.equals(new java.util.HashMap<>(map)) + " " + map.hashCode());
        Collection<Integer> values = map.values();
        System.out.println(values + " " + values.stream().mapToInt(i -> i).sum() + " " + map.keySet().contains("be"));
        SkipList<Integer> skip = new SkipList<>(Comparator.reverseOrder());
        int added = 0;
        for (int i = 0; i < 200; i++) {
            added += skip.add(i * 17 % 61) ? 1 : 0;
        }
        System.out.println(added + " " + skip.toList());
        GapBuffer buffer = new GapBuffer();
        buffer.insert("hello world");
        buffer.move(5);
        buffer.insert(", big");
        System.out.println(buffer);
        buffer.delete(4);
        buffer.move(0);
        buffer.insert(">> ");
        buffer.move(12);
        System.out.println(buffer);
        UnionFind sets = new UnionFind(1000);
        int joins = 0;
        for (int i = 0; i < 3000; i++) {
            joins += sets.union(i * 7 % 1000, i * i % 1000) ? 1 : 0;
        }
        System.out.println(joins + " " + (sets.find(3) == sets.find(5)));
        Map.Entry<String, Integer> top = map.entrySet().stream().max(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey())).get();
        System.out.println(top);
    }
}

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;

/** Sorted maps and sets: navigation, ranges, descending views, comparators, bulk random work checked against a model. */
public class CollTreeMap {
    static void navigate(NavigableMap<Integer, String> map) {
        for (int i = 10; i <= 50; i += 10) {
            map.put(i, "v" + i);
        }
        System.out.println(map.getClass().getSimpleName() + " " + map);
        for (int k : new int[] {5, 10, 15, 50, 55}) {
            System.out.println(k + " lower " + map.lowerKey(k) + " floor " + map.floorKey(k) + " ceiling " + map.ceilingEntry(k) + " higher " + map.higherEntry(k));
        }
        System.out.println(map.firstEntry() + " " + map.lastKey() + " " + map.headMap(30) + map.headMap(30, true) + map.tailMap(30) + map.tailMap(30, false) + map.subMap(15, 45) + map.subMap(10, false, 50, false));
        System.out.println(map.descendingMap() + " " + map.descendingKeySet() + " " + map.navigableKeySet().headSet(25) + " " + map.descendingMap().headMap(25));
        SortedMap<Integer, String> sub = map.subMap(20, 41);
        sub.put(25, "in view");
        sub.remove(40);
        System.out.println(sub + " " + map + " " + sub.firstKey() + " " + sub.size());
        try {
            sub.put(99, "out");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(map.pollFirstEntry() + " " + map.pollLastEntry() + " " + map);
        sub.clear();
        System.out.println(map + " " + map.isEmpty() + " " + map.firstEntry());
    }

    public static void main(String[] args) {
        navigate(new TreeMap<>());
        navigate(new ConcurrentSkipListMap<>());
        TreeMap<String, Integer> text = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        text.put("Banana", 1);
        text.put("apple", 2);
        text.put("BANANA", 3);
        System.out.println(text + " " + text.get("banana") + " " + (text.comparator() == String.CASE_INSENSITIVE_ORDER));
        TreeMap<String, Integer> nulls = new TreeMap<>(Comparator.nullsFirst(Comparator.reverseOrder()));
        nulls.put("a", 1);
        nulls.put(null, 0);
        nulls.put("b", 2);
        System.out.println(nulls + " " + nulls.firstKey());
        TreeSet<Integer> set = new TreeSet<>(List.of(5, 1, 9, 3, 7));
        System.out.println(set + " " + set.first() + set.last() + set.lower(5) + set.floor(4) + set.ceiling(6) + set.higher(9) + " " + set.headSet(5) + set.tailSet(5) + set.subSet(2, 8) + set.descendingSet() + set.pollFirst() + set.pollLast() + set);
        NavigableSet<Integer> view = set.subSet(2, true, 6, true);
        view.add(4);
        System.out.println(view + " " + set + " " + view.higher(5) + " " + view.last());
        TreeMap<Integer, Integer> tree = new TreeMap<>();
        boolean[] present = new boolean[500];
        Random random = new Random(11);
        int mismatches = 0;
        for (int i = 0; i < 4000; i++) {
            int key = random.nextInt(500);
            if (random.nextInt(3) > 0) {
                mismatches += (tree.put(key, i) != null) == present[key] ? 0 : 1;
                present[key] = true;
            } else {
                mismatches += (tree.remove(key) != null) == present[key] ? 0 : 1;
                present[key] = false;
            }
        }
        int expected = 0;
        long hash = 0;
        for (boolean p : present) {
            expected += p ? 1 : 0;
        }
        for (Map.Entry<Integer, Integer> e : tree.entrySet()) {
            hash = hash * 31 + e.getKey() * 7L + e.getValue();
        }
        System.out.println(mismatches + " " + (expected == tree.size()) + " " + hash);
        List<Integer> descending = new ArrayList<>(tree.descendingKeySet());
        Collections.reverse(descending);
        System.out.println(descending.equals(new ArrayList<>(tree.keySet())) + " " + tree.floorKey(250) + " " + tree.ceilingKey(250));
        Map<Character, TreeSet<String>> index = new TreeMap<>(Comparator.reverseOrder());
        for (String w : "sorted maps keep keys in some sorted kind of order making maps of sets".split(" ")) {
            index.computeIfAbsent(w.charAt(0), c -> new TreeSet<>()).add(w);
        }
        System.out.println(index);
        TreeMap<Integer, String> calendar = new TreeMap<>();
        int[][] bookings = {{10, 20}, {15, 25}, {20, 30}, {5, 9}, {8, 11}, {30, 31}};
        for (int[] b : bookings) {
            Map.Entry<Integer, String> before = calendar.floorEntry(b[0]);
            Integer after = calendar.ceilingKey(b[0]);
            boolean free = (before == null || Integer.parseInt(before.getValue()) <= b[0]) && (after == null || after >= b[1]);
            System.out.print(free + " ");
            if (free) {
                calendar.put(b[0], String.valueOf(b[1]));
            }
        }
        System.out.println(calendar);
        try {
            new TreeMap<Integer, String>().put(null, "");
        } catch (NullPointerException e) {
            System.out.println("null key");
        }
    }
}

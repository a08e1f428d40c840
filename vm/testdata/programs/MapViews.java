import java.util.*;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** NavigableMap and NavigableSet views, EnumMap, IdentityHashMap, WeakHashMap, access order, deque and priority queue corners, Arrays and Collections in full. */
public class MapViews {
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

    static void attempt(String title, Runnable r) {
        try {
            r.run();
            System.out.println(title + " fine");
        } catch (RuntimeException e) {
            System.out.println(title + " " + e);
        }
    }

    static void navigable() {
        TreeMap<Integer, String> map = new TreeMap<>();
        for (int i = 0; i < 100; i += 7) {
            map.put(i, "v" + i);
        }
        NavigableMap<Integer, String> sub = map.subMap(10, true, 60, false), down = sub.descendingMap();
        System.out.println(sub + "\n" + down + " " + down.headMap(40) + down.tailMap(40, false) + down.firstEntry() + down.higherKey(30) + down.lowerKey(30) + down.ceilingKey(29) + down.floorKey(29));
        attempt("outside put", () -> sub.put(60, "x"));
        attempt("outside sub", () -> sub.subMap(0, 20));
        attempt("reversed", () -> map.subMap(5, 1));
        attempt("null", () -> map.get(null));
        attempt("class", () -> ((Map<Object, String>) (Map<?, ?>) map).put("s", "x"));
        attempt("set value", () -> map.firstEntry().setValue("x"));
        sub.pollFirstEntry();
        down.pollFirstEntry();
        sub.put(33, "new");
        sub.keySet().removeIf(k -> k % 2 == 0);
        sub.entrySet().forEach(e -> e.setValue(e.getValue().toUpperCase()));
        down.replaceAll((k, v) -> v + k);
        System.out.println(map + " " + sub.size() + down.navigableKeySet().descendingSet() + map.descendingKeySet().headSet(63, true));
        Iterator<Integer> it = sub.keySet().iterator();
        it.next();
        map.put(1000, "later");
        attempt("concurrent", it::next);
        System.out.println(map.merge(33, "!", String::concat) + map.compute(34, (k, v) -> v == null ? "c" : null) + map.computeIfAbsent(34, k -> "no") + map.computeIfPresent(34, (k, v) -> null) + map.containsKey(34) + map.getOrDefault(34, "d") + map.putIfAbsent(0, "z"));
        TreeSet<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER.reversed());
        set.addAll(List.of("b", "A", "c", "B", "D"));
        System.out.println(set + " " + set.contains("a") + set.subSet("D", "a") + set.descendingSet() + set.floor("bb") + set.ceiling("bb") + set.pollLast() + set.equals(Set.of("b", "c", "D")) + set.comparator().compare("a", "B"));
    }

    static void special() {
        EnumMap<Day, Integer> days = new EnumMap<>(Day.class);
        days.put(Day.SUN, 1);
        days.put(Day.MON, null);
        EnumSet<Day> week = EnumSet.range(Day.TUE, Day.FRI), none = EnumSet.noneOf(Day.class);
        System.out.println(days + " " + days.containsValue(null) + days.keySet() + week + EnumSet.complementOf(week) + none + EnumSet.copyOf(days.keySet()) + week.hashCode() % 1);
        attempt("enum null", () -> days.put(null, 1));
        attempt("copy empty", () -> EnumSet.copyOf(new ArrayList<Day>()));
        attempt("range", () -> EnumSet.range(Day.SUN, Day.MON));
        IdentityHashMap<String, Integer> identity = new IdentityHashMap<>();
        identity.put("a", 1);
        identity.put(new String("a"), 2);
        System.out.println(identity.size() + " " + identity.get("a") + identity.containsKey(new String("a")) + new TreeMap<>(Map.of("n", identity.values().stream().mapToInt(i -> i).sum())));
        WeakHashMap<Object, String> weak = new WeakHashMap<>();
        Object kept = new Object();
        weak.put(kept, "kept");
        weak.put(null, "null");
        weak.put("interned", "literal");
        System.gc();
        System.out.println(weak.get(kept) + weak.get(null) + weak.size());
        LinkedHashMap<String, Integer> access = new LinkedHashMap<>(4, 0.5f, true);
        for (String s : "one two three four".split(" ")) {
            access.put(s, s.length());
        }
        access.get("one");
        access.getOrDefault("three", 0);
        access.putIfAbsent("two", 9);
        access.replace("four", 44);
        access.compute("one", (k, v) -> v + 1);
        System.out.println(access + " " + access.keySet() + access.values() + access.entrySet().iterator().next());
        Iterator<String> it = access.keySet().iterator();
        it.next();
        access.get("two");
        attempt("access while iterating", it::next);
        PriorityQueue<int[]> queue = new PriorityQueue<>(Comparator.<int[]>comparingInt(a -> a[0]).thenComparing(a -> -a[1]));
        for (int i = 0; i < 20; i++) {
            queue.add(new int[] {i * 7 % 5, i});
        }
        StringBuilder b = new StringBuilder();
        while (!queue.isEmpty()) {
            b.append(queue.peek()[0]).append(':').append(queue.poll()[1]).append(' ');
        }
        System.out.println(b + "" + new PriorityQueue<>(List.of(5, 3, 8, 1, 9, 2)) + queue.poll());
        attempt("queue element", queue::element);
        attempt("queue null", () -> queue.add(null));
        ArrayDeque<Integer> deque = new ArrayDeque<>(2);
        for (int i = 0; i < 10; i++) {
            if (i % 3 == 0) {
                deque.addFirst(i);
            } else {
                deque.offerLast(i);
            }
        }
        deque.removeFirstOccurrence(4);
        deque.removeIf(i -> i == 8);
        deque.push(deque.pollLast());
        System.out.println(deque + " " + deque.peekLast() + deque.contains(5) + deque.stream().map(String::valueOf).collect(Collectors.joining()));
        deque.descendingIterator().forEachRemaining(System.out::print);
        System.out.println();
    }

    static void arrays() {
        Integer[] boxed = {5, 3, 9, 1, 7};
        Arrays.sort(boxed, 1, 4, Collections.reverseOrder());
        System.out.println(Arrays.toString(boxed) + Arrays.asList(boxed).indexOf(9) + Arrays.binarySearch(new int[] {1, 3, 5, 7}, 4) + Arrays.binarySearch(new char[] {'a', 'c'}, 0, 2, 'b'));
        int[] a = {1, 2, 3, 4}, b = {1, 2, 4};
        System.out.println(Arrays.compare(a, b) + " " + Arrays.mismatch(a, b) + Arrays.equals(a, 0, 2, b, 0, 2) + Arrays.hashCode(a) + " " + Arrays.compareUnsigned(new byte[] {-1}, new byte[] {1}) + Arrays.mismatch(a, 1, 3, a, 1, 4) + Arrays.deepEquals(new Object[] {a, new int[][] {{1}}}, new Object[] {a.clone(), new int[][] {{1}}}));
        Arrays.setAll(a, i -> i * i);
        Arrays.parallelPrefix(a, Integer::sum);
        System.out.println(Arrays.toString(a) + Arrays.stream(a, 1, 3).sum() + Arrays.toString(Arrays.copyOfRange(a, 2, 7)) + Arrays.toString(Arrays.copyOf(new String[] {"x"}, 2, Object[].class)) + Arrays.deepToString(new Object[] {1, new int[][] {{1}, null}, "s"}));
        double[] d = {0.0, -0.0, Double.NaN, 1, Double.NEGATIVE_INFINITY};
        Arrays.sort(d);
        System.out.println(Arrays.toString(d) + Arrays.binarySearch(d, -0.0) + Arrays.equals(new double[] {0.0}, new double[] {-0.0}) + Arrays.hashCode(new double[] {Double.NaN}));
        long[] large = new Random(1).longs(500).toArray();
        long[] copy = large.clone();
        Arrays.parallelSort(large);
        Arrays.sort(copy);
        System.out.println(Arrays.equals(large, copy) + " " + Arrays.hashCode(large));
        attempt("range", () -> Arrays.fill(new int[3], 2, 5, 0));
        attempt("illegal", () -> Arrays.copyOfRange(new int[3], 2, 1));
        attempt("negative", () -> Arrays.copyOf(new int[3], -1));
        attempt("contract", () -> Arrays.sort(new Integer[64], (x, y) -> 1));
        attempt("null element", () -> Arrays.sort(new String[] {"a", null}));
        attempt("as list", () -> Arrays.asList(1, 2).add(3));
        attempt("store", () -> Arrays.asList(new Object[] {"a"}).toArray(new Integer[1]));
        BiFunction<List<Integer>, Integer, List<Integer>> rotate = (l, n) -> {
            List<Integer> r = new LinkedList<>(l);
            Collections.rotate(r, n);
            return r;
        };
        List<Integer> list = List.of(1, 2, 3, 4, 5);
        System.out.println(rotate.apply(list, 2) + "" + rotate.apply(list, -1) + Collections.indexOfSubList(list, List.of(3, 4)) + Collections.nCopies(2, "z") + Collections.frequency(list, 3) + Collections.disjoint(list, Set.of(9)) + Collections.emptySortedMap() + Collections.unmodifiableSortedSet(new TreeSet<>(list)).first());
        List<Integer> shuffled = new ArrayList<>(list);
        Collections.shuffle(shuffled, new Random(3));
        ListIterator<Integer> it = shuffled.listIterator(2);
        it.add(99);
        it.previous();
        it.set(98);
        System.out.println(shuffled + " " + it.nextIndex() + shuffled.subList(1, 4) + Collections.newSetFromMap(new TreeMap<Integer, Boolean>()) + Collections.list(Collections.enumeration(list)) + Collections.asLifoQueue(new ArrayDeque<>(list)).peek());
        List<Integer> view = shuffled.subList(1, 4);
        view.removeIf(i -> i > 90);
        view.replaceAll(i -> -i);
        System.out.println(shuffled + "" + view);
        shuffled.add(0);
        attempt("sublist", view::size);
        attempt("immutable", () -> list.set(0, 1));
        attempt("contains null", () -> list.contains(null));
        attempt("of null", () -> List.of(1, null));
        attempt("checked", () -> Collections.checkedList(new ArrayList<>(), (Class) Integer.class).add("s"));
    }

    public static void main(String[] args) {
        navigable();
        special();
        arrays();
    }
}

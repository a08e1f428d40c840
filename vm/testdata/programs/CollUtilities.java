import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** java.util.Collections, immutable collections (sorted before printing), BitSet, unmodifiable and checked views. */
public class CollUtilities {
    static void refuses(String name, Runnable r) {
        try {
            r.run();
            System.out.println(name + " allowed");
        } catch (RuntimeException e) {
            System.out.println(name + " " + e.getClass().getSimpleName());
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(4, 2, 9, 7, 2));
        Collections.sort(list);
        System.out.println(list + " " + Collections.binarySearch(list, 7) + " " + Collections.binarySearch(list, 5) + " " + Collections.max(list) + Collections.min(list) + " " + Collections.frequency(list, 2));
        Collections.reverse(list);
        Collections.swap(list, 0, 4);
        Collections.rotate(list, 2);
        System.out.println(list + " " + Collections.indexOfSubList(list, List.of(2, 2)) + Collections.lastIndexOfSubList(list, List.of(2)) + " " + Collections.disjoint(list, List.of(1, 3)));
        Collections.rotate(list, -7);
        Collections.replaceAll(list, 2, 22);
        Collections.addAll(list, 1, 2);
        System.out.println(list + " " + Collections.nCopies(3, "x") + Collections.emptyList() + Collections.singletonList(5) + Collections.emptyMap() + Collections.singletonMap("k", "v"));
        Collections.fill(list, 0);
        Collections.copy(list, List.of(8, 8));
        System.out.println(list);
        List<String> words = new ArrayList<>(List.of("b", "C", "a"));
        words.sort(Collections.reverseOrder());
        System.out.println(words + " " + Collections.max(words, String.CASE_INSENSITIVE_ORDER));
        Collection<Integer> unmodifiable = Collections.unmodifiableCollection(list);
        refuses("unmodifiable add", () -> unmodifiable.add(1));
        refuses("unmodifiable iterator", () -> {
            var it = unmodifiable.iterator();
            it.next();
            it.remove();
        });
        refuses("unmodifiable map", () -> Collections.unmodifiableMap(new TreeMap<>(Map.of("a", 1))).entrySet().iterator().next().setValue(2));
        refuses("singleton", () -> Collections.singleton(1).add(2));
        refuses("nCopies", () -> Collections.nCopies(2, 1).set(0, 5));
        refuses("nCopies negative", () -> Collections.nCopies(-2, 1));
        refuses("empty remove", () -> Collections.emptyList().remove(0));
        refuses("checked", () -> ((List) Collections.checkedList(new ArrayList<>(), String.class)).add(1));
        refuses("Set.of duplicate", () -> Set.of(1, 1));
        refuses("Map.of null", () -> Map.of("k", null));
        refuses("Set.copyOf null", () -> Set.copyOf(Arrays.asList(1, null)));
        refuses("Map.entry set", () -> Map.entry(1, 2).setValue(3));
        System.out.println(new TreeSet<>(Set.of(5, 3, 8)) + " " + new TreeMap<>(Map.of("b", 2, "a", 1)) + " " + new TreeMap<>(Map.ofEntries(Map.entry(1, "x"), Map.entry(2, "y"))) + " " + Set.of(1, 2).equals(new HashSet<>(List.of(2, 1))) + " " + Map.of(1, 2).hashCode() + " " + Set.of(1, 2, 3, 4, 5).hashCode());
        System.out.println(Set.copyOf(List.of(1, 1, 1)) + " " + Map.copyOf(new TreeMap<>(Map.of(1, 1))) + " " + Set.of().size() + Map.of().isEmpty());
        BitSet primes = new BitSet(200);
        primes.set(2, 200);
        for (int p = 2; p * p < 200; p = primes.nextSetBit(p + 1)) {
            for (int m = p * p; m < 200; m += p) {
                primes.clear(m);
            }
        }
        System.out.println(primes.cardinality() + " " + primes.length() + " " + primes.size() + " " + primes);
        BitSet a = BitSet.valueOf(new long[] {0b1011_0110, 1L << 63}), b = new BitSet();
        b.set(1, 5);
        b.flip(3, 70);
        System.out.println(a + " " + b + " " + a.intersects(b) + " " + Arrays.toString(a.toLongArray()) + " " + Arrays.toString(a.toByteArray()) + " " + a.nextClearBit(1) + " " + a.previousSetBit(100) + " " + a.hashCode());
        BitSet c = (BitSet) a.clone();
        c.and(b);
        System.out.print(c + " ");
        c.or(a);
        c.xor(b);
        c.andNot(BitSet.valueOf(new byte[] {-1}));
        System.out.println(c + " " + c.get(5, 20) + " " + c.equals(a) + " " + a.stream().sum());
        Enumeration<Integer> e = Collections.enumeration(List.of(1, 2));
        System.out.println(e.nextElement() + e.nextElement() + " " + e.hasMoreElements());
        Set<String> fromMap = Collections.newSetFromMap(new TreeMap<>());
        fromMap.addAll(List.of("z", "y"));
        System.out.println(fromMap + " " + Collections.asLifoQueue(new java.util.ArrayDeque<>(List.of(1, 2))).peek());
        List<Integer> sync = Collections.synchronizedList(new ArrayList<>(List.of(1)));
        synchronized (sync) {
            sync.add(2);
        }
        System.out.println(sync + " " + Collections.unmodifiableList(sync).getClass().getSimpleName());
        List<Integer> shuffled = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6));
        Collections.shuffle(shuffled, new java.util.Random(3));
        System.out.println(shuffled);
    }
}

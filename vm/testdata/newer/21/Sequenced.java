import java.util.*;
import java.util.stream.*;

/** Sequenced collections (JEP 431), and what else the library has got until 21. */
public class Sequenced {
    public static void main(String[] a) {
        List<Integer> l = new ArrayList<>(List.of(1,2,3));
        l.addFirst(0);
        l.addLast(9);
        System.out.println(l.reversed() + " " + l.removeFirst() + l.removeLast() + l);
        for (int i : l.reversed()) System.out.print(i);
        System.out.println();
        LinkedHashMap<String,Integer> m = new LinkedHashMap<>();
        m.put("a",1);
        m.put("b",2);
        m.putFirst("z",0);
        m.putLast("a", 7);
        System.out.println(m + " " + m.reversed() + " " + m.firstEntry() + m.pollLastEntry() + m.sequencedKeySet().reversed() + m.sequencedValues() + m.sequencedEntrySet());
        LinkedHashSet<String> s = new LinkedHashSet<>(List.of("x","y","z"));
        s.addFirst("z");
        System.out.println(s + " " + s.reversed());
        Deque<Integer> d = new ArrayDeque<>(List.of(1,2,3));
        System.out.println(d.reversed());
        TreeMap<Integer,String> t = new TreeMap<>(Map.of(1,"a",2,"b"));
        System.out.println(t.reversed() + " " + t.firstEntry());
        try {
            List.of().getFirst();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        try {
            List.of(1).reversed().add(2);
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
            e.printStackTrace(System.out);
        }
        try {
            t.putFirst(3,"x");
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
        }
        SequencedCollection<Integer> c = Collections.unmodifiableSequencedCollection(l);
        System.out.println(c.getClass() + " " + c);
        System.out.println(Arrays.asList(1,2,3).reversed().stream().map(String::valueOf).collect(Collectors.joining("|")));
        StringBuilder sb = new StringBuilder();
        sb.repeat("ab", 3).repeat('x', 2);
        System.out.println(sb);
        System.out.println("a,b;c".splitWithDelimiters("[,;]", 0).length + " " + Arrays.toString("a,b;c".splitWithDelimiters("[,;]", 0)));
        System.out.println("hello".indexOf('l', 0, 3) + " " + Character.isEmoji(0x1F600) + Character.toString(0x1F600) + " " + Math.clamp(55L, 1, 20) + " " + Math.clamp(1.5, 0.0, 1.0));
        System.out.println(Math.ceilDiv(7, 2) + " " + Math.unsignedMultiplyHigh(-1L, 3L) + " " + Integer.compress(0xABCD, 0xF0F0) + " " + Long.expand(0xFF, 0x5555));
        System.out.println(String.join(",", new TreeSet<>(Locale.availableLocales().limit(0).map(Locale::toString).toList())) + "|" + "Abc".equalsIgnoreCase("aBC") + Objects.checkIndex(1L, 3L));
        System.out.println(List.of(3,1,2).stream().mapMulti((Integer x, java.util.function.Consumer<Object> k) -> { k.accept(x); k.accept(-x); }).toList());
        HashMap<String,Integer> h = HashMap.newHashMap(10);
        h.put("k", 1);
        System.out.println(h);
        var r = java.util.random.RandomGenerator.of("L64X128MixRandom");
        System.out.println(r.getClass().getSimpleName());
        System.out.println(new java.util.SplittableRandom(5).nextInt(100) + " " + new Random(5).ints(3, 0, 10).boxed().toList());
        System.out.println(java.time.Duration.ofSeconds(3661).toString() + java.time.Instant.EPOCH.until(java.time.Instant.ofEpochSecond(5), java.time.temporal.ChronoUnit.SECONDS));
    }
}

import java.io.*;
import java.util.*;
import org.apache.commons.collections4.*;
import org.apache.commons.collections4.bag.*;
import org.apache.commons.collections4.bidimap.*;
import org.apache.commons.collections4.collection.*;
import org.apache.commons.collections4.comparators.*;
import org.apache.commons.collections4.functors.*;
import org.apache.commons.collections4.iterators.*;
import org.apache.commons.collections4.keyvalue.MultiKey;
import org.apache.commons.collections4.list.*;
import org.apache.commons.collections4.map.*;
import org.apache.commons.collections4.map.AbstractReferenceMap.ReferenceStrength;
import org.apache.commons.collections4.multimap.ArrayListValuedHashMap;
import org.apache.commons.collections4.queue.*;
import org.apache.commons.collections4.sequence.*;
import org.apache.commons.collections4.trie.PatriciaTrie;

/** commons-collections4: maps, bags, tries, lists, functors, serialization. */
public class CommonsCollections4 {
    @SuppressWarnings("unchecked")
    static <T> T copy(T object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) { out.writeObject(object); }
        System.out.print("[" + bytes.size() + " bytes] ");
        return (T) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }
    public static void main(String[] args) throws Exception {
        LRUMap<String, Integer> lru = new LRUMap<>(3);
        for (String k : "a b c a d e a".split(" ")) lru.put(k, lru.getOrDefault(k, 0) + 1);
        System.out.println(copy(lru) + " " + lru.firstKey());
        PatriciaTrie<Integer> trie = new PatriciaTrie<>();
        for (String w : "romane romanus romulus rubens ruber rubicon rubicundus".split(" ")) trie.put(w, w.length());
        System.out.println(trie.prefixMap("rub") + " " + trie.selectKey("romanx") + " " + trie.headMap("rub").size() + " " + copy(trie).nextKey("ruber"));
        TreeBidiMap<String, Integer> bidi = new TreeBidiMap<>(Map.of("x", 3, "y", 1, "z", 2));
        System.out.println(bidi + " " + bidi.inverseBidiMap() + " " + copy(new DualTreeBidiMap<>(bidi)).getKey(2));
        Bag<String> bag = new TreeBag<>(List.of("b", "a", "b"));
        bag.add("c", 4);
        System.out.println(bag + " " + bag.getCount("c") + " " + copy(bag).uniqueSet());
        MultiKeyMap<Integer, String> multi = MultiKeyMap.multiKeyMap(new LinkedMap<>());
        multi.put(1, 2, "a"); multi.put(1, 3, "b"); multi.put(2, 2, "c");
        multi.removeAll(1);
        System.out.println(multi + " " + new MultiKey<>("a", "b").getKey(1));
        MultiValuedMap<String, Integer> valued = new ArrayListValuedHashMap<>();
        for (int i = 0; i < 8; i++) valued.put(i % 2 == 0 ? "even" : "odd", i);
        System.out.println(copy(valued) + " " + MultiMapUtils.getValuesAsList(valued, "odd"));
        TreeList<Integer> tree = new TreeList<>();
        for (int i = 0; i < 1000; i++) tree.add(tree.size() / 2, i);
        for (int i = 0; i < 900; i++) tree.remove(i * 7 % tree.size());
        System.out.println(tree.subList(0, 10) + " " + tree.indexOf(998));
        System.out.println(copy(new CursorableLinkedList<>(List.of(1, 2, 3))) + " " + copy(new NodeCachingLinkedList<>(List.of("n"))) + " " + SetUniqueList.setUniqueList(new ArrayList<>(List.of(1, 1, 2))) + " " + GrowthList.growthList(new ArrayList<Integer>()).isEmpty());
        ReferenceMap<String, Object> references = new ReferenceMap<>(ReferenceStrength.HARD, ReferenceStrength.WEAK);
        Object kept = new int[3];
        references.put("kept", kept);
        for (int i = 0; i < 10; i++) references.put("lost" + i, new byte[10]);
        System.gc();
        for (int i = 0; i < 50 && references.size() > 1; i++) { System.gc(); Thread.sleep(1); }
        System.out.println(references.keySet() + " " + (references.get("kept") == kept));
        Map<String, Integer> lazy = LazyMap.lazyMap(new ListOrderedMap<>(), (String s) -> s.length());
        System.out.println(lazy.get("abc") + " " + lazy + " " + new CaseInsensitiveMap<>(Map.of("KEY", 1)).get("key") + " " + new Flat3Map<>(Map.of(1, 2)) + " " + FixedSizeMap.fixedSizeMap(new TreeMap<>(Map.of(1, 2))).isFull());
        CircularFifoQueue<Integer> ring = new CircularFifoQueue<>(3);
        for (int i = 0; i < 5; i++) ring.add(i);
        System.out.println(copy(ring) + " " + ring.isAtFullCapacity());
        System.out.println(CollectionUtils.union(List.of(1, 2), List.of(2, 3)) + " " + CollectionUtils.disjunction(List.of(1, 2), List.of(2, 3)) + " " + CollectionUtils.collate(List.of(1, 5), List.of(2, 4)) + " " + CollectionUtils.getCardinalityMap(List.of("a", "b", "a")) + " " + ListUtils.longestCommonSubsequence("xaybzc", "abqc"));
        Predicate<Object> predicate = PredicateUtils.andPredicate(NotNullPredicate.notNullPredicate(), PredicateUtils.orPredicate(InstanceofPredicate.instanceOfPredicate(String.class), EqualPredicate.equalPredicate(3)));
        System.out.println(IterableUtils.toList(IterableUtils.filteredIterable(Arrays.asList(1, "s", null, 3), predicate)) + " " + TransformerUtils.chainedTransformer(List.<Transformer<Object, Object>>of(TransformerUtils.invokerTransformer("length"), TransformerUtils.invokerTransformer("toString"))).transform("four") + " " + FactoryUtils.prototypeFactory(new ArrayList<>(List.of(1))).create() + " " + InstantiateFactory.instantiateFactory(StringBuilder.class, new Class<?>[] {String.class}, new Object[] {"made"}).create());
        System.out.println(IteratorUtils.toList(new ZippingIterator<>(List.of(1, 2).iterator(), List.of("a", "b").iterator())) + " " + IteratorUtils.toList(new PermutationIterator<>(List.of(1, 2, 3))) + " " + IteratorUtils.toString(new LoopingIteratorProbe().three()));
        List<Integer> sorted = new ArrayList<>(List.of(3, 1, 2));
        sorted.sort(new ComparatorChain<>(List.of(new ReverseComparator<Integer>(), ComparableComparator.<Integer>comparableComparator())));
        System.out.println(sorted + " " + new FixedOrderComparator<>("low", "mid", "high").compare("high", "low"));
        StringBuilder script = new StringBuilder();
        new SequencesComparator<>(List.of('A', 'B', 'C', 'A'), List.of('C', 'B', 'A', 'B')).getScript().visit(new CommandVisitor<Character>() {
            public void visitInsertCommand(Character c) { script.append("+").append(c); }
            public void visitKeepCommand(Character c) { script.append(c); }
            public void visitDeleteCommand(Character c) { script.append("-").append(c); }
        });
        System.out.println(script + " " + copy(MapUtils.unmodifiableMap(new TreeMap<>(Map.of("a", 1)))) + " " + EnumerationUtils.toList(new StringTokenizer("a b")));
        try { UnmodifiableMapProbe.put(); } catch (UnsupportedOperationException e) { System.out.println("unmodifiable " + e.getMessage()); }
        try { copy(PredicatedProbe.make()); } catch (IllegalArgumentException e) { System.out.println(e.getMessage().replaceAll("@\\w+", "")); }
        MapUtils.verbosePrint(System.out, "map", new TreeMap<>(Map.of("a", Map.of("b", 1))));
        try { copy(TransformerUtils.invokerTransformer("x")); } catch (NotSerializableException e) { System.out.println(e.getMessage()); }
    }
    static class LoopingIteratorProbe { Iterator<Integer> three() { return IteratorUtils.boundedIterator(new LoopingIterator<>(List.of(1, 2)), 3); } }
    static class UnmodifiableMapProbe { static void put() { UnmodifiableMap.unmodifiableMap(new HashMap<>()).put(1, 2); } }
    static class PredicatedProbe { static Object make() { return PredicatedCollection.predicatedCollection(new ArrayList<>(Arrays.asList("a", null)), NotNullPredicate.notNullPredicate()); } }
}

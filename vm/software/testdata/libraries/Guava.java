import com.google.common.base.*;
import com.google.common.cache.*;
import com.google.common.collect.*;
import com.google.common.eventbus.*;
import com.google.common.graph.*;
import com.google.common.hash.*;
import com.google.common.io.*;
import com.google.common.math.*;
import com.google.common.net.*;
import com.google.common.primitives.*;
import com.google.common.reflect.*;
import com.google.common.util.concurrent.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.*;

/** guava: collections, caches, hashing, event bus, graphs, futures, reflection. */
public class Guava {
    static class Subscriber {
        @Subscribe public void text(String s) { System.out.println("text " + s); }
        @Subscribe @AllowConcurrentEvents public void number(Integer i) { System.out.println("number " + i); }
        @Subscribe public void dead(DeadEvent e) { System.out.println("dead " + e.getEvent()); }
        @Subscribe public void fails(Long l) { throw new IllegalStateException("no longs"); }
    }
    static <T> TypeToken<Map<String, List<T>>> mapOf(TypeToken<T> type) {
        return new TypeToken<Map<String, List<T>>>() { }.where(new TypeParameter<T>() { }, type);
    }

    public static void main(String[] args) throws Exception {
        Multimap<String, Integer> multimap = TreeMultimap.create();
        for (String word : Splitter.on(CharMatcher.anyOf(" ,")).omitEmptyStrings().trimResults().split("the quick, brown fox jumps over the lazy dog")) multimap.put(word.substring(0, 1), word.length());
        System.out.println(multimap + " " + Multimaps.invertFrom(multimap, LinkedListMultimap.create()));
        BiMap<String, Integer> bimap = HashBiMap.create(ImmutableMap.of("a", 1, "b", 2));
        System.out.println(bimap.inverse().get(2) + " " + bimap.forcePut("c", 1) + " " + bimap);
        Table<String, Integer, Double> table = TreeBasedTable.create();
        for (int i = 0; i < 6; i++) table.put("r" + i % 2, i, i / 2.0);
        System.out.println(table + " " + table.column(3) + " " + Tables.transpose(table).rowKeySet());
        RangeSet<Integer> ranges = TreeRangeSet.create();
        ranges.add(Range.closed(1, 10)); ranges.remove(Range.open(3, 5)); ranges.add(Range.closedOpen(20, 30));
        System.out.println(ranges + " " + ranges.complement() + " " + ContiguousSet.create(Range.open(1, 5), DiscreteDomain.integers()));
        Multiset<String> bag = ImmutableSortedMultiset.of("b", "a", "b", "c");
        System.out.println(bag + " " + Multisets.copyHighestCountFirst(bag) + " " + Iterables.partition(List.of(1, 2, 3, 4, 5), 2) + " " + Lists.cartesianProduct(List.of(1, 2), List.of(3, 4)));
        System.out.println(Sets.powerSet(ImmutableSet.of(1, 2, 3)).size() + " " + Sets.symmetricDifference(ImmutableSet.of(1, 2), ImmutableSet.of(2, 3)) + " " + Collections2.permutations(List.of(1, 2, 3)) + " " + Maps.difference(Map.of("a", 1), Map.of("a", 2)));
        System.out.println(Ordering.natural().reverse().nullsFirst().onResultOf((String s) -> s == null ? null : s.length()).sortedCopy(Arrays.asList("aaa", "b", null, "cc")) + " " + ComparisonChain.start().compare(1, 1).compare("a", "b").result() + " " + Comparators.isInOrder(List.of(1, 2, 2), Comparator.naturalOrder()));

        LoadingCache<String, Integer> cache = CacheBuilder.newBuilder().maximumSize(2).recordStats().concurrencyLevel(1)
                .removalListener((RemovalNotification<String, Integer> n) -> System.out.println("removed " + n + " " + n.getCause())).build(CacheLoader.from(String::length));
        for (String key : new String[] {"a", "bb", "a", "ccc", "bb"}) System.out.print(cache.get(key) + " ");
        cache.invalidateAll();
        System.out.println(cache.stats().hitCount() + " " + cache.stats().missCount() + " " + cache.size());
        try { cache.get(""); cache.getUnchecked(null); } catch (NullPointerException e) { System.out.println("null key"); }
        Supplier<Integer> memo = Suppliers.memoize(() -> { System.out.println("computed"); return 7; });
        System.out.println(memo.get() + memo.get());

        for (HashFunction f : new HashFunction[] {Hashing.murmur3_128(), Hashing.murmur3_32_fixed(7), Hashing.sha256(), Hashing.sipHash24(), Hashing.crc32c(), Hashing.adler32(), Hashing.farmHashFingerprint64(), Hashing.goodFastHash(32).bits() == 32 ? Hashing.crc32() : null})
            System.out.print(f.hashString("guava ünïcode", StandardCharsets.UTF_8) + " ");
        System.out.println(Hashing.consistentHash(12345, 10));
        BloomFilter<Integer> filter = BloomFilter.create(Funnels.integerFunnel(), 1000, 0.01);
        for (int i = 0; i < 1000; i++) filter.put(i * 7);
        int maybe = 0;
        for (int i = 0; i < 7000; i++) if (filter.mightContain(i)) maybe++;
        System.out.println(maybe + " " + filter.approximateElementCount());

        EventBus bus = new EventBus((e, context) -> System.out.println("handler " + e.getMessage() + " in " + context.getSubscriberMethod().getName()));
        bus.register(new Subscriber());
        bus.post("hello"); bus.post(42); bus.post('c'); bus.post(1L);

        MutableValueGraph<String, Integer> graph = ValueGraphBuilder.directed().nodeOrder(ElementOrder.<String>natural()).build();
        graph.putEdgeValue("a", "b", 1); graph.putEdgeValue("b", "c", 2); graph.putEdgeValue("c", "a", 3); graph.putEdgeValue("c", "d", 4);
        System.out.println(graph + " " + Graphs.hasCycle(graph.asGraph()) + " " + Lists.newArrayList(Traverser.forGraph(graph).breadthFirst("a")) + " " + ImmutableSortedSet.copyOf(Graphs.reachableNodes(graph.asGraph(), "d")));

        ListeningExecutorService executor = MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(3));
        List<ListenableFuture<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 5; i++) { int n = i; futures.add(executor.submit(() -> n * n)); }
        System.out.println(Futures.transform(Futures.allAsList(futures), l -> l.stream().mapToInt(Integer::intValue).sum(), MoreExecutors.directExecutor()).get());
        SettableFuture<String> settable = SettableFuture.create();
        FluentFuture<String> caught = FluentFuture.from(settable).catching(IllegalStateException.class, e -> "caught " + e.getMessage(), executor).withTimeout(1, TimeUnit.HOURS, Executors.newSingleThreadScheduledExecutor(r -> { Thread t = new Thread(r); t.setDaemon(true); return t; }));
        settable.setException(new IllegalStateException("boom"));
        System.out.println(caught.get());
        RateLimiter limiter = RateLimiter.create(1000);
        System.out.println(limiter.tryAcquire() + " " + limiter.getRate());
        Striped<java.util.concurrent.locks.Lock> striped = Striped.lock(4);
        striped.get("x").lock(); striped.get("x").unlock();
        MoreExecutors.shutdownAndAwaitTermination(executor, 10, TimeUnit.SECONDS);
        AtomicDoubleArray doubles = new AtomicDoubleArray(3);
        doubles.addAndGet(1, 2.5);
        System.out.println(doubles + " " + new AtomicDouble(1.5).addAndGet(1) + " " + executor.isTerminated());

        System.out.println(mapOf(TypeToken.of(Integer.class)) + " " + new TypeToken<ArrayList<String>>() { }.getSupertype(Collection.class) + " " + TypeToken.of(String.class).getTypes().interfaces().rawTypes().size());
        Runnable proxy = Reflection.newProxy(Runnable.class, new AbstractInvocationHandler() { @Override protected Object handleInvocation(Object p, java.lang.reflect.Method m, Object[] a) { System.out.println("proxied " + m.getName()); return null; } });
        proxy.run();
        System.out.println(ClassPath.from(Guava.class.getClassLoader()).getTopLevelClasses("com.google.common.escape").size() + " " + Invokable.from(String.class.getMethod("isEmpty")).getReturnType());
        System.out.println(BaseEncoding.base32().encode("hello".getBytes()) + " " + BaseEncoding.base16().lowerCase().withSeparator(":", 2).encode(Ints.toByteArray(0xCAFEBABE)) + " " + Longs.tryParse("77") + " " + UnsignedLongs.toString(-1L) + " " + UnsignedInteger.MAX_VALUE + " " + Doubles.tryParse("1e3"));
        System.out.println(LongMath.binomial(40, 20) + " " + IntMath.sqrt(50, java.math.RoundingMode.UP) + " " + BigIntegerMath.factorial(25) + " " + DoubleMath.log2(1024) + " " + Stats.of(1, 2, 3, 4).populationStandardDeviation() + " " + Quantiles.median().compute(3, 1, 2) + " " + LongMath.isPrime(1_000_000_007));
        System.out.println(CaseFormat.LOWER_CAMEL.to(CaseFormat.UPPER_UNDERSCORE, "someName") + " " + Joiner.on('&').withKeyValueSeparator("=").join(ImmutableMap.of("k", 1, "l", 2)) + " " + MoreObjects.toStringHelper("X").add("a", 1).omitNullValues().add("n", null) + " " + Strings.padStart("7", 3, '0') + " " + Ascii.truncate("long text", 6, "..."));
        System.out.println(HostAndPort.fromString("[2001:db8::1]:80") + " " + InternetDomainName.from("www.example.co.uk").topPrivateDomain() + " " + MediaType.parse("text/plain; charset=utf-8").charset() + " " + InetAddresses.forString("::ffff:1.2.3.4") + " " + UrlEscapersProbe.escape("a b/ü"));
        System.out.println(CharStreams.toString(CharSource.wrap("line1\nline2").openStream()).length() + " " + ByteSource.wrap(new byte[] {1, 2, 3}).hash(Hashing.crc32()) + " " + Files.getFileExtension("a/b.tar.gz") + " " + Files.simplifyPath("/a/../b/./c") + " " + ByteStreams.newDataInput(Longs.toByteArray(99)).readLong());
        System.out.println(com.google.common.base.Optional.fromNullable(null).or("absent") + " " + Enums.getIfPresent(TimeUnit.class, "DAYS") + " " + Throwables.getRootCause(new RuntimeException(new Error("root"))).getMessage() + " " + new EvictingProbe().run());
        try { Preconditions.checkArgument(false, "wrong %s and %s", 1, "two"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
    static class EvictingProbe { String run() { EvictingQueue<Integer> q = EvictingQueue.create(2); q.addAll(List.of(1, 2, 3)); MinMaxPriorityQueue<Integer> m = MinMaxPriorityQueue.maximumSize(3).create(List.of(5, 1, 4, 2)); return q + " " + m.peekLast(); } }
    static class UrlEscapersProbe { static String escape(String s) { return com.google.common.net.UrlEscapers.urlPathSegmentEscaper().escape(s) + com.google.common.html.HtmlEscapers.htmlEscaper().escape("<a>"); } }
}

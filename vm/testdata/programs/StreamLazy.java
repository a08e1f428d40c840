import java.util.*;
import java.util.function.*;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.*;

/** Streams: laziness, infinite and custom sources, spliterators, every collector, parallel order, closing; and random generators' streams. */
public class StreamLazy {
    record Sale(String shop, String item, int amount, double price) {
        double total() {
            return amount * price;
        }
    }

    /** A spliterator over a range that records how it is split. */
    static class Counting implements Spliterator<Integer> {
        int from;
        final int to;

        Counting(int from, int to) {
            this.from = from;
            this.to = to;
        }

        public boolean tryAdvance(Consumer<? super Integer> action) {
            if (from >= to) {
                return false;
            }
            action.accept(from++);
            return true;
        }

        public Spliterator<Integer> trySplit() {
            int mid = (from + to) >>> 1;
            if (mid - from < 4) {
                return null;
            }
            Counting c = new Counting(from, mid);
            from = mid;
            return c;
        }

        public long estimateSize() {
            return to - from;
        }

        public int characteristics() {
            return ORDERED | SIZED | SUBSIZED | NONNULL | IMMUTABLE;
        }
    }

    static <T> Collector<T, ?, List<List<T>>> chunked(int size) {
        return Collector.<T, List<List<T>>, List<List<T>>>of(ArrayList::new, (l, t) -> {
            if (l.isEmpty() || l.get(l.size() - 1).size() == size) {
                l.add(new ArrayList<>());
            }
            l.get(l.size() - 1).add(t);
        }, (a, b) -> {
            throw new IllegalStateException("sequential only");
        }, l -> List.copyOf(l));
    }

    static void attempt(String title, Supplier<Object> s) {
        try {
            System.out.println(title + ": " + s.get());
        } catch (RuntimeException e) {
            System.out.println(title + " ! " + e);
        }
    }

    public static void main(String[] args) {
        List<String> log = new ArrayList<>();
        System.out.println(Stream.iterate(1, n -> n * 3).peek(n -> log.add("p" + n)).filter(n -> n % 2 == 1).skip(1).limit(3).map(n -> {
            log.add("m" + n);
            return n;
        }).sorted(Comparator.reverseOrder()).toList() + " " + log);
        attempt("iterate", () -> Stream.iterate(1, n -> n < 100, n -> n * 2).takeWhile(n -> n < 50).dropWhile(n -> n < 4).toList());
        attempt("flat", () -> Stream.of(1, 2, 3).flatMap(n -> n == 2 ? null : Stream.generate(() -> n).limit(n)).map(String::valueOf).collect(Collectors.joining(",", "[", "]")));
        attempt("multi", () -> Stream.of(1, "a", 2.5, 'c').<Number>mapMulti((o, sink) -> {
            if (o instanceof Number n) {
                sink.accept(n);
                sink.accept(n.intValue() * 10);
            }
        }).toList());
        attempt("reduce", () -> Stream.of(5, 3, 8).reduce(Integer::max).get() + Stream.<Integer>empty().reduce(7, Integer::sum) + IntStream.of(2, 3).reduce(1, (a, b) -> a * b) + Stream.of("x", "yy").reduce(0, (n, s) -> n + s.length(), Integer::sum));
        attempt("reused", () -> {
            Stream<Integer> s = Stream.of(1);
            s.count();
            return s.count();
        });
        attempt("null first", () -> Stream.of((Object) null).findFirst());
        attempt("duplicate key", () -> Stream.of("aa", "ab").collect(Collectors.toMap(s -> s.charAt(0), s -> s)));
        attempt("null value", () -> Stream.of("a").collect(Collectors.toMap(s -> s, s -> null)));
        attempt("immutable", () -> Stream.of(1).toList().remove(0));
        attempt("distinct", () -> Stream.of(3, 1, 3, null, 1, null).distinct().collect(Collectors.toCollection(ArrayList::new)));
        List<Sale> sales = List.of(new Sale("north", "tea", 3, 2.5), new Sale("south", "tea", 1, 2.75), new Sale("north", "jam", 2, 4), new Sale("east", "rye", 10, 0.5), new Sale("south", "jam", 5, 3.5), new Sale("north", "tea", 1, 2.4));
        Map<String, Double> totals = sales.stream().collect(Collectors.groupingBy(Sale::shop, TreeMap::new, Collectors.summingDouble(Sale::total)));
        System.out.println(totals);
        System.out.println(new TreeMap<>(sales.stream().collect(Collectors.groupingBy(Sale::item, Collectors.mapping(Sale::shop, Collectors.toCollection(TreeSet::new))))));
        System.out.println(sales.stream().collect(Collectors.partitioningBy(s -> s.total() > 7, Collectors.counting())));
        System.out.println((Object) sales.stream().collect(Collectors.teeing(Collectors.averagingInt(Sale::amount), Collectors.minBy(Comparator.comparingDouble(Sale::price)), (a, b) -> a + " " + b.get())));
        System.out.println(sales.stream().collect(Collectors.summarizingDouble(Sale::total)) + " " + sales.stream().mapToInt(Sale::amount).summaryStatistics());
        System.out.println(new TreeMap<>(sales.stream().collect(Collectors.groupingBy(Sale::shop, Collectors.filtering(s -> s.amount() > 1, Collectors.flatMapping(s -> Stream.of(s.item(), s.item().length()), Collectors.toList()))))));
        System.out.println(sales.stream().collect(Collectors.toMap(Sale::item, Sale::amount, Integer::sum, LinkedHashMap::new)) + " " + sales.stream().map(Sale::item).collect(Collectors.collectingAndThen(Collectors.reducing("", (a, b) -> a + b.charAt(0)), String::toUpperCase)));
        System.out.println(sales.stream().sorted(Comparator.comparing(Sale::item).reversed().thenComparing(Sale::shop, Comparator.nullsFirst(Comparator.naturalOrder())).thenComparingDouble(Sale::price)).map(s -> s.item() + s.shop().charAt(0) + s.price()).toList());
        System.out.println(IntStream.rangeClosed(1, 7).boxed().collect(chunked(3)));
        System.out.println(StreamSupport.stream(new Counting(0, 100), true).map(n -> n * n).filter(n -> n % 3 == 1).limit(8).toList() + " " + StreamSupport.stream(new Counting(0, 1000), true).mapToLong(n -> n).sum());
        List<Integer> ordered = Collections.synchronizedList(new ArrayList<>());
        IntStream.range(0, 200).parallel().map(n -> n * 2).boxed().forEachOrdered(ordered::add);
        System.out.println(ordered.equals(IntStream.range(0, 200).map(n -> n * 2).boxed().toList()) + " " + IntStream.range(0, 1000).parallel().boxed().collect(Collectors.groupingBy(n -> n % 3, Collectors.counting())) + IntStream.range(0, 500).parallel().filter(n -> n > 77).findFirst().getAsInt() + " " + Stream.of("c", "a", "b").parallel().sorted().collect(StringBuilder::new, StringBuilder::append, StringBuilder::append));
        try (Stream<Integer> s = Stream.of(1, 2).onClose(() -> System.out.println("closed one")).onClose(() -> {
            throw new IllegalStateException("closing two");
        }).onClose(() -> System.out.println("closed three"))) {
            System.out.println(s.isParallel() + " " + s.mapToInt(n -> n).average().getAsDouble());
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        Spliterator<String> split = new ArrayList<>(List.of("a", "b", "c", "d", "e")).spliterator(), half = split.trySplit();
        half.tryAdvance(System.out::print);
        half.forEachRemaining(System.out::print);
        System.out.println(split.estimateSize() + " " + split.hasCharacteristics(Spliterator.SIZED) + new TreeSet<>(Set.of(2, 1)).spliterator().getComparator());
        PrimitiveIterator.OfInt it = IntStream.concat(IntStream.of(9), IntStream.iterate(1, n -> n < 4, n -> n + 1)).iterator();
        while (it.hasNext()) {
            System.out.print(it.nextInt() + " ");
        }
        System.out.println("text \ud83d\ude00".chars().filter(c -> c > 'e').count() + " " + "a\ud83d\ude00".codePoints().boxed().toList() + DoubleStream.of(0.1, 0.2, 0.3).sum() + LongStream.range(0, 5).mapToObj(Long::toString).collect(Collectors.joining("|")) + new StringJoiner("-", "{", "}").setEmptyValue("none") + "x\ny\n".lines().count());
        System.out.println(new SplittableRandom(42).ints(5, 0, 100).boxed().toList() + " " + new SplittableRandom(42).split().nextLong() + " " + new Random(7).doubles(2).sum() + " " + new Random(7).ints(3, -5, 5).boxed().toList() + " " + new Random(9).nextGaussian() + " " + new SplittableRandom(1).nextGaussian());
        for (String name : List.of("L64X128MixRandom", "Xoshiro256PlusPlus", "Random", "L32X64MixRandom", "Xoroshiro128PlusPlus", "L128X256MixRandom", "SplittableRandom")) {
            RandomGenerator g = RandomGeneratorFactory.of(name).create(123);
            System.out.println(name + " " + g.nextInt(1000) + " " + g.nextLong(10, 20) + " " + g.nextDouble() + " " + g.nextBoolean() + " " + g.ints(3, 0, 9).sum() + " " + g.nextExponential() + " " + g.nextFloat(2f));
        }
        attempt("bad bound", () -> RandomGenerator.of("Random").nextInt(5, 5));
        attempt("no generator", () -> RandomGenerator.of("Nope"));
        Optional<String> o = Optional.of("v"), e = Optional.empty();
        System.out.println(o.map(String::length) + "" + e.or(() -> o).get() + o.filter(String::isEmpty).isPresent() + e.map(String::trim).orElseGet(() -> "gen") + o.stream().count() + o + e + OptionalInt.of(3) + OptionalDouble.empty() + o.hashCode() + o.equals(Optional.of("v")) + o.flatMap(v -> e).isEmpty());
        attempt("empty get", e::get);
        attempt("or else throw", () -> e.orElseThrow(() -> new IllegalArgumentException("none")));
    }
}

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Longer stream programs: word statistics, a sales report, an inverted index, own spliterators, combinatorics. */
public class StreamApplied {
    record Sale(String region, String product, int quantity, double price) {
        double total() {
            return quantity * price;
        }

        static Sale parse(String line) {
            String[] f = line.split(";");
            return new Sale(f[0], f[1], Integer.parseInt(f[2]), Double.parseDouble(f[3]));
        }
    }

    static final String CSV = """
        north;pen;10;1.50
        south;pen;5;1.60
        north;book;2;12.25
        east;lamp;1;40.00
        south;book;7;11.75
        east;pen;20;1.40
        north;lamp;3;38.50
        """;

    static <T> Stream<List<T>> windows(List<T> list, int size) {
        return IntStream.rangeClosed(0, list.size() - size).mapToObj(i -> list.subList(i, i + size));
    }

    static <A, B, C> Stream<C> zip(Stream<A> a, Stream<B> b, BiFunction<A, B, C> f) {
        Spliterator<A> left = a.spliterator();
        Spliterator<B> right = b.spliterator();
        return StreamSupport.stream(new Spliterators.AbstractSpliterator<C>(Math.min(left.estimateSize(), right.estimateSize()), Spliterator.ORDERED) {
            @Override
            public boolean tryAdvance(Consumer<? super C> action) {
                boolean[] done = {false};
                left.tryAdvance(x -> done[0] = right.tryAdvance(y -> action.accept(f.apply(x, y))));
                return done[0];
            }
        }, false);
    }

    static <T> Predicate<T> seenBefore() {
        List<T> seen = new ArrayList<>();
        return t -> !seen.contains(t) && seen.add(t);
    }

    static List<List<Integer>> permutations(List<Integer> items) {
        return items.isEmpty() ? List.of(List.of()) : items.stream().flatMap(head -> permutations(items.stream().filter(x -> !x.equals(head)).toList()).stream().map(tail -> Stream.concat(Stream.of(head), tail.stream()).toList())).toList();
    }

    static Stream<String> subsets(String s) {
        return IntStream.range(0, 1 << s.length()).mapToObj(mask -> IntStream.range(0, s.length()).filter(i -> (mask >> i & 1) == 1).mapToObj(i -> s.substring(i, i + 1)).collect(Collectors.joining()));
    }

    static void show(Object o) {
        System.out.println(o);
    }

    public static void main(String[] args) {
        List<Sale> sales = CSV.lines().map(Sale::parse).toList();
        show(sales.stream().collect(Collectors.groupingBy(Sale::region, TreeMap::new, Collectors.summingDouble(Sale::total))));
        show(sales.stream().collect(Collectors.groupingBy(Sale::product, TreeMap::new, Collectors.averagingDouble(Sale::price))));
        show(sales.stream().max(Comparator.comparingDouble(Sale::total)).get() + " " + sales.stream().mapToDouble(Sale::total).sum());
        Map<String, Map<String, Integer>> pivot = sales.stream().collect(Collectors.groupingBy(Sale::product, TreeMap::new, Collectors.toMap(Sale::region, Sale::quantity, Integer::sum, TreeMap::new)));
        pivot.forEach((p, row) -> show(p + " " + row));
        String text = "it was the best of times it was the worst of times it was the age of wisdom it was the age of foolishness";
        Map<String, Long> counts = Arrays.stream(text.split(" ")).collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        show(counts.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey())).limit(5).map(Object::toString).collect(Collectors.joining(" ")));
        Map<String, List<Integer>> index = new TreeMap<>();
        String[] words = text.split(" ");
        IntStream.range(0, words.length).forEach(i -> index.computeIfAbsent(words[i], w -> new ArrayList<>()).add(i));
        show(index);
        show(windows(List.of(1, 5, 2, 8, 3), 3).map(w -> w.stream().mapToInt(i -> i).sum()).toList());
        show(zip(Stream.of("a", "b", "c"), Stream.iterate(1, i -> i + 1), (s, i) -> s + i).toList());
        show(Stream.of(3, 1, 3, 2, 1).filter(seenBefore()).toList());
        show(permutations(List.of(1, 2, 3)) + " " + permutations(List.of(1, 2, 3, 4, 5)).size());
        show(subsets("abcd").sorted(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder())).toList());
        show(Stream.iterate(new long[] {0, 1}, f -> new long[] {f[1], f[0] + f[1]}).mapToLong(f -> f[0]).limit(50).filter(n -> n % 2 == 0).boxed().toList());
        show(IntStream.rangeClosed(1, 15).mapToObj(i -> i % 15 == 0 ? "FizzBuzz" : i % 3 == 0 ? "Fizz" : i % 5 == 0 ? "Buzz" : "" + i).collect(Collectors.joining(" ")));
        show(IntStream.range(0, 5).mapToObj(n -> IntStream.rangeClosed(0, n).mapToObj(k -> IntStream.rangeClosed(1, k).mapToObj(i -> new int[] {n - k + i, i}).reduce(1, (acc, p) -> acc * p[0] / p[1], (x, y) -> x * y)).toList()).toList());
        show(Stream.of("apple", "bob", "cat").collect(Collectors.teeing(Collectors.mapping(String::length, Collectors.toList()), Collectors.joining("|"), (l, j) -> l + j)));
        show(Arrays.stream(new int[][] {{1, 2}, {3, 4}}).map(int[]::clone).peek(r -> r[0] *= 10).flatMapToInt(Arrays::stream).boxed().toList());
    }
}

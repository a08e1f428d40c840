package corpus;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Pipelines: lambdas in lambdas, inference at work, references of every kind. */
class Streams {
    private List<String> words;
    private static final Predicate<String> LONG = w -> w.length() > 3 && !w.isBlank();
    private final Function<String, Function<Integer, UnaryOperator<String>>> curried =
        a -> n -> s -> a.repeat(n).concat(s.isEmpty() ? this.words.get(0) : s);

    Streams(String... words) { this.words = List.of(words); }

    Map<Integer, List<String>> byLength() {
        return words.stream().filter(LONG.or(String::isEmpty).negate())
            .collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.mapping(w -> {
                StringBuilder b = new StringBuilder(w);
                return b.reverse().chars().mapToObj(c -> String.valueOf((char) c)).collect(Collectors.joining("-"));
            }, Collectors.toList())));
    }

    <R> Collector<R, ?, List<R>> sorted(Comparator<? super R> by) {
        return Collectors.collectingAndThen(Collectors.toList(), l -> { l.sort(by.thenComparing(Object::hashCode, Integer::compare)); return l; });
    }

    static long primes(int n) {
        return IntStream.rangeClosed(2, n).filter(i -> IntStream.rangeClosed(2, (int) Math.sqrt(i)).noneMatch(j -> i % j == 0)).count();
    }

    static <T> T fold(Stream<? extends T> s, T zero, BinaryOperator<T> op) { return s.<T>map(x -> x).reduce(zero, op); }

    Object[] run() {
        Runnable[] tasks = {() -> words.forEach(System.out::println), this::byLength, () -> { class L { void go() { words.forEach(w -> w.chars().sum()); } } new L().go(); }};
        for (Runnable task : tasks) task.run();
        return Stream.of(curried.apply("a").apply(2).apply(""), fold(Stream.of(1, 2, 3), 0, Integer::sum), words.stream().collect(sorted(Comparator.naturalOrder())))
            .toArray(Object[]::new);
    }

    public static void main(String[] args) {
        for (Object o : new Streams("alpha", "be", "gamma").run()) System.out.println(o);
        System.out.println(primes(100));
    }
}

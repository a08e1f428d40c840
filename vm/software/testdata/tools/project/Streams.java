package partNUMBER;

import static java.util.stream.Collectors.*;

import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.*;
import java.util.stream.*;

/** Lambdas, method references and inference. */
public class Streams {
    private final Map<String, List<Integer>> index = new TreeMap<>();

    public Map<Boolean, Map<Integer, Long>> histogram(Collection<String> words) {
        return words.stream()
                .filter(Predicate.not(String::isBlank))
                .map(String::strip)
                .collect(partitioningBy(word -> word.length() > NUMBER, groupingBy(String::length, TreeMap::new, counting())));
    }

    public String longest(List<? extends CharSequence> words) {
        return words.stream().max(Comparator.comparingInt(CharSequence::length).thenComparing(Object::toString)).map(CharSequence::toString).orElse("none");
    }

    <T, R extends Collection<T>> R into(Supplier<R> made, Stream<T> from) {
        return from.collect(made, Collection::add, Collection::addAll);
    }

    static <A, B, C> Function<A, C> compose(Function<? super A, ? extends B> first, Function<? super B, ? extends C> second) {
        return a -> second.apply(first.apply(a));
    }

    static Function<Integer, Function<Integer, IntFunction<int[][]>>> curried() {
        return a -> b -> c -> {
            int[][] table = new int[a][b];
            for (int[] row : table) {
                Arrays.fill(row, c);
            }
            return table;
        };
    }

    Callable<Integer> callCOPY(int n) { return () -> IntStream.rangeClosed(1, n).mapToObj(i -> i * COPY).map(String::valueOf).mapToInt(String::length).sum(); } // repeat

    void fill(String... words) {
        for (int i = 0; i < words.length; i++) {
            int position = i;
            index.computeIfAbsent(words[i], unused -> new ArrayList<>()).add(position);
            index.merge(words[i], List.of(i), (a, b) -> Stream.of(a, b).flatMap(List::stream).sorted(Comparator.reverseOrder()).toList());
        }
        BiFunction<String, Integer, String> repeat = String::repeat;
        Supplier<partPREVIOUS.Streams> other = partPREVIOUS.Streams::new;
        IntFunction<String[]> array = String[]::new;
        UnaryOperator<String> bang = ((UnaryOperator<String>) s -> s + "!").andThen(repeat.apply("a", 3)::concat)::apply;
        Runnable run = (Runnable & java.io.Serializable) () -> System.out.println(bang.apply(other.get().toString()) + array.apply(3).length);
        run.run();
    }
}

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Streams: sources, intermediate and terminal operations, laziness and order of evaluation, reuse errors. */
public class StreamBasics {
    public static void main(String[] args) {
        List<String> words = List.of("delta", "alpha", "charlie", "bravo", "echo", "alpha");
        System.out.println(words.stream().filter(w -> w.length() == 5).map(String::toUpperCase).sorted().collect(Collectors.toList()));
        System.out.println(words.stream().distinct().sorted(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder())).toList());
        System.out.println(words.stream().skip(1).limit(3).collect(Collectors.joining(",", "<", ">")) + " " + words.stream().count());
        System.out.println(words.stream().anyMatch("echo"::equals) + " " + words.stream().allMatch(w -> w.length() > 4) + " " + words.stream().noneMatch(String::isEmpty) + " " + Stream.empty().allMatch(x -> false));
        System.out.println(words.stream().findFirst() + " " + words.stream().filter(w -> w.startsWith("z")).findAny() + " " + words.stream().min(Comparator.naturalOrder()) + " " + words.stream().max(Comparator.comparing(String::length)).get());
        System.out.println(words.stream().reduce("", (a, b) -> a + b.charAt(0)) + " " + words.stream().map(String::length).reduce(Integer::sum) + " " + words.stream().reduce(0, (n, w) -> n + w.length(), Integer::sum));
        System.out.println(words.stream().flatMap(w -> w.chars().mapToObj(c -> (char) c)).filter(c -> "aeiou".indexOf(c) >= 0).map(String::valueOf).collect(Collectors.joining()));
        System.out.println(Stream.iterate(1, x -> x * 3).limit(8).toList() + " " + Stream.iterate(100, x -> x > 5, x -> x / 2).toList() + " " + Stream.generate(() -> "g").limit(3).toList());
        System.out.println(Stream.of(1, 2, 3, 4, 5, 1, 2).takeWhile(x -> x < 4).toList() + " " + Stream.of(1, 2, 3, 4, 5, 1, 2).dropWhile(x -> x < 4).toList());
        System.out.println(Stream.concat(Stream.of(1, 2), Stream.of(3)).toList() + " " + Stream.ofNullable(null).count() + " " + Arrays.toString(words.stream().toArray(String[]::new)));
        System.out.println(Stream.of(1, 2, 3).<String>mapMulti((x, sink) -> {
            for (int i = 0; i < x; i++) {
                sink.accept(x + "" + i);
            }
        }).toList());
        StringBuilder log = new StringBuilder();
        Optional<Integer> found = Stream.of(5, 3, 8, 1).peek(x -> log.append("p").append(x)).filter(x -> {
            log.append("f").append(x);
            return x > 4;
        }).map(x -> {
            log.append("m").append(x);
            return x * 2;
        }).filter(x -> x > 12).findFirst();
        System.out.println(found + " " + log);
        log.setLength(0);
        Stream.of(3, 1, 2).peek(x -> log.append("a").append(x)).sorted().peek(x -> log.append("b").append(x)).limit(2).forEach(x -> log.append("c").append(x));
        System.out.println(log);
        log.setLength(0);
        Stream<Integer> lazy = Stream.of(1).peek(x -> log.append("never"));
        System.out.println("[" + log + "]");
        System.out.println(lazy.count() + " [" + log + "]");
        Stream<String> once = words.stream();
        once.count();
        try {
            once.count();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try (Stream<Integer> closing = Stream.of(1).onClose(() -> System.out.println("closed 1")).onClose(() -> System.out.println("closed 2"))) {
            System.out.println(closing.toList());
        }
        System.out.println(IntStream.rangeClosed(1, 5).mapToObj(i -> "x".repeat(i)).toList() + " " + Stream.of("1", "22").mapToInt(Integer::parseInt).sum());
        try {
            Stream.of(1, 2).toList().add(3);
        } catch (UnsupportedOperationException e) {
            System.out.println("immutable");
        }
        List<List<Integer>> nested = List.of(List.of(1, 2), List.of(), List.of(3));
        System.out.println(nested.stream().flatMap(List::stream).map(x -> x * x).toList() + " " + nested.stream().mapToInt(List::size).boxed().toList());
        Function<Stream<Integer>, Stream<Integer>> pipeline = s -> s.filter(x -> x % 2 == 0).map(x -> x + 100);
        System.out.println(pipeline.apply(Stream.of(1, 2, 3, 4)).toList());
        System.out.println(Stream.of("b", "a", "c").sorted(Comparator.reverseOrder()).iterator().next() + " " + "a-b-c".chars().filter(Character::isLetter).mapToObj(Character::toString).toList());
        System.out.println(Stream.<Object>of(1, "s", 2.0, 'c', 3).filter(Integer.class::isInstance).map(Integer.class::cast).mapToInt(i -> i).sum());
        int[] counter = {0};
        System.out.println(Stream.generate(() -> counter[0]++).filter(x -> x % 7 == 0).skip(3).limit(4).toList() + " " + counter[0]);
        System.out.println(Stream.Builder.class.isInterface() + " " + Stream.<Integer>builder().add(1).add(2).build().map(x -> -x).toList());
    }
}

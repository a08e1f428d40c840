import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Phases that use streams and functional interfaces. */
final class Streaming {
    private record Order(int customer, String product, double price) {}

    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("ranges");
            p.end(ranges());
            p.start("mapped");
            p.end(mapped());
            p.start("grouped");
            p.end(grouped());
            p.start("sorted");
            p.end(sorted());
            p.start("flattened");
            p.end(flattened());
            p.start("reduced");
            p.end(reduced());
            p.start("optionals");
            p.end(optionals());
            p.start("composed");
            p.end(composed());
            p.start("joined");
            p.end(joined());
            p.start("iterated");
            p.end(iterated());
            p.start("distinct");
            p.end(distinct());
            p.start("statistics");
            p.end(statistics());
        }
    }

    private static long ranges() {
        long total = 0;
        for (int i = 0; i < 60; i++) {
            total += IntStream.range(0, 300000).filter(n -> n % 3 == 0).mapToLong(n -> (long) n * n).sum();
        }
        return total;
    }

    private static long mapped() {
        List<Integer> numbers = IntStream.range(0, 10000).boxed().collect(Collectors.toList());
        long total = 0;
        for (int i = 0; i < 300; i++) {
            List<String> texts = numbers.stream().filter(n -> n % 2 == 0).map(n -> "n" + n).collect(Collectors.toList());
            total += texts.size();
        }
        return total;
    }

    private static List<Order> orders() {
        List<Order> orders = new ArrayList<>();
        for (int i = 0; i < 20000; i++) {
            orders.add(new Order(i * 7919 % 500, "product" + i % 40, i % 100 / 3.0));
        }
        return orders;
    }

    private static long grouped() {
        List<Order> orders = orders();
        long total = 0;
        for (int i = 0; i < 80; i++) {
            Map<String, Double> byProduct = orders.stream().collect(Collectors.groupingBy(Order::product, Collectors.summingDouble(Order::price)));
            Map<Boolean, Long> dear = orders.stream().collect(Collectors.partitioningBy(o -> o.price() > 20, Collectors.counting()));
            total += byProduct.size() + dear.get(true);
        }
        return total;
    }

    private static long sorted() {
        List<Order> orders = orders();
        long total = 0;
        for (int i = 0; i < 12; i++) {
            total += orders.stream().sorted(Comparator.comparingDouble(Order::price).thenComparing(Order::customer)).skip(10).limit(100).mapToInt(Order::customer).sum();
        }
        return total;
    }

    private static long flattened() {
        List<List<Integer>> lists = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            lists.add(Arrays.asList(i, i + 1, i + 2, i * 2));
        }
        long total = 0;
        for (int i = 0; i < 300; i++) {
            total += lists.stream().flatMap(List::stream).mapToInt(Integer::intValue).filter(n -> (n & 1) == 0).count();
        }
        return total;
    }

    private static long reduced() {
        List<Integer> numbers = IntStream.range(0, 50000).boxed().collect(Collectors.toList());
        long total = 0;
        for (int i = 0; i < 300; i++) {
            total += numbers.stream().map(n -> n + 1).reduce(0, Integer::sum);
        }
        return total;
    }

    private static long optionals() {
        long total = 0;
        for (int i = 0; i < 15000000; i++) {
            total += Optional.of(i).filter(n -> n % 5 != 0).map(n -> n * 2).orElse(7);
        }
        return total;
    }

    private static long composed() {
        Function<Integer, Integer> addOne = n -> n + 1;
        Function<Integer, Integer> twice = n -> n * 2;
        Function<Integer, Integer> all = addOne.andThen(twice).compose(addOne).andThen(Function.identity());
        IntUnaryOperator[] steps = {n -> n + 1, n -> n ^ 5, n -> n * 3, n -> n >>> 1};
        Supplier<Integer> supplier = () -> 3;
        long total = 0;
        for (int i = 0; i < 12000000; i++) {
            total += all.apply(i) + steps[i & 3].applyAsInt(i) + supplier.get();
        }
        return total;
    }

    private static long joined() {
        long total = 0;
        for (int i = 0; i < 800; i++) {
            total += IntStream.range(0, 1500).mapToObj(Integer::toString).collect(Collectors.joining(",", "[", "]")).length();
        }
        return total;
    }

    private static long iterated() {
        long total = 0;
        for (int i = 0; i < 60; i++) {
            total += Stream.iterate(1L, n -> n * 3 % 1000003).limit(30000).filter(n -> n % 2 == 1).count();
            total += LongStream.iterate(i, n -> n + 7).limit(30000).max().getAsLong();
        }
        return total;
    }

    private static long distinct() {
        long total = 0;
        for (int i = 0; i < 40; i++) {
            total += IntStream.range(0, 40000).mapToObj(n -> n % 5000).distinct().count();
            total += Stream.of("a", "b", "c", "a").anyMatch("c"::equals) ? 1 : 0;
        }
        return total;
    }

    private static long statistics() {
        double[] values = new double[100000];
        for (int i = 0; i < values.length; i++) {
            values[i] = i % 977;
        }
        double total = 0;
        for (int i = 0; i < 60; i++) {
            var statistics = Arrays.stream(values).map(v -> v * 1.5).summaryStatistics();
            total += statistics.getMax() + statistics.getAverage();
        }
        return (long) total;
    }
}

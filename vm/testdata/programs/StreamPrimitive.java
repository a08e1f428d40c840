import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Primitive streams: ranges, conversions, statistics, optionals, summation, mapping between types. */
public class StreamPrimitive {
    static boolean prime(int n) {
        return n > 1 && IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0);
    }

    public static void main(String[] args) {
        System.out.println(IntStream.range(0, 5).sum() + " " + IntStream.rangeClosed(5, 4).count() + " " + IntStream.of(3, 1, 2).max() + " " + IntStream.empty().min() + " " + IntStream.of(1, 2).average() + " " + IntStream.empty().average());
        System.out.println(LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b) + " " + LongStream.iterate(1, x -> x * 2).limit(63).max().getAsLong() + " " + LongStream.range(0, 5_000_000_000L).count());
        System.out.println(DoubleStream.of(0.1, 0.2, 0.3).sum() + " " + DoubleStream.of(1e308, 1e308, -1e308).sum() + " " + DoubleStream.of(1, Double.NaN).max() + " " + DoubleStream.generate(() -> 0.1).limit(10).sum());
        DoubleSummaryStatistics stats = IntStream.rangeClosed(1, 100).mapToDouble(Math::sqrt).summaryStatistics();
        System.out.println(stats.getCount() + " " + Math.round(stats.getSum() * 1e6) + " " + stats.getMin() + " " + stats.getMax());
        System.out.println(IntStream.rangeClosed(1, 60).filter(StreamPrimitive::prime).boxed().toList());
        System.out.println(IntStream.rangeClosed(1, 30).boxed().collect(Collectors.partitioningBy(StreamPrimitive::prime)));
        System.out.println(Arrays.toString(IntStream.iterate(1, i -> i < 100, i -> i * 2).toArray()) + Arrays.toString(IntStream.of(3, 1, 2, 3).sorted().distinct().toArray()));
        System.out.println(IntStream.range(0, 5).mapToObj(i -> i * i).map(String::valueOf).collect(Collectors.joining("+")) + " " + IntStream.range(0, 3).mapToLong(i -> 1L << 40 + i).sum() + " " + IntStream.range(0, 3).asDoubleStream().boxed().toList());
        OptionalInt first = IntStream.of(5, 6).filter(i -> i > 5).findFirst();
        System.out.println(first + " " + first.getAsInt() + " " + OptionalInt.empty().orElse(9) + " " + OptionalDouble.of(1.5) + " " + OptionalInt.empty().isPresent());
        System.out.println(IntStream.of(1, 2, 3).flatMap(i -> IntStream.range(0, i)).boxed().toList() + " " + IntStream.concat(IntStream.of(1), IntStream.of(2)).boxed().toList() + " " + IntStream.range(0, 10).skip(7).boxed().toList());
        PrimitiveIterator.OfLong it = LongStream.of(1, 2, 3).iterator();
        long total = 0;
        while (it.hasNext()) {
            total = total * 100 + it.nextLong();
        }
        System.out.println(total);
        System.out.println("hello".chars().map(c -> c - 'a').boxed().toList() + " " + IntStream.range(0, 26).mapToObj(i -> Character.toString('a' + i)).collect(Collectors.joining()));
        int[][] matrix = IntStream.range(0, 3).mapToObj(r -> IntStream.range(0, 4).map(c -> r * c).toArray()).toArray(int[][]::new);
        System.out.println(Arrays.deepToString(matrix) + " " + Arrays.stream(matrix).flatMapToInt(Arrays::stream).sum() + " " + Arrays.stream(new double[] {1, 2, 3}, 1, 3).sum());
        System.out.println(IntStream.rangeClosed(1, 20).boxed().flatMap(a -> IntStream.rangeClosed(a, 20).mapToObj(b -> new int[] {a, b, (int) Math.sqrt(a * a + b * b)})).filter(t -> t[2] * t[2] == t[0] * t[0] + t[1] * t[1]).map(Arrays::toString).toList());
        System.out.println(IntStream.range(0, 1000).parallel().filter(i -> i % 3 == 0).mapToLong(i -> (long) i * i).sum() + " " + IntStream.range(0, 100).parallel().boxed().collect(Collectors.toList()).hashCode());
        System.out.println(IntStream.rangeClosed(1, 5).mapToObj(i -> IntStream.rangeClosed(1, i).mapToObj(String::valueOf).collect(Collectors.joining(" "))).collect(Collectors.joining("\n")));
        System.out.println(DoubleStream.iterate(1, x -> (x + 2 / x) / 2).skip(6).findFirst().getAsDouble() + " " + IntStream.of(1, 2, 3).asLongStream().mapToInt(l -> (int) l * 2).sum() + " " + IntStream.of(7).mapToObj(Integer::toBinaryString).findAny().get());
        System.out.println(IntStream.range(0, 10).collect(StringBuilder::new, StringBuilder::append, StringBuilder::append) + " " + LongStream.of(5, 6).summaryStatistics() + " " + IntStream.range(0, 4).anyMatch(i -> i == 3) + " " + IntStream.of(1, 2, 3, 4).takeWhile(i -> i < 3).sum());
        System.out.println(IntStream.rangeClosed(1, 9).reduce((a, b) -> a * 10 + b).getAsInt() + " " + IntStream.of(4, 5).peek(i -> System.out.print("<" + i + ">")).sum());
    }
}

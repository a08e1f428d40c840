import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Parallel streams: results must be those of the sequential ones, whatever the splitting. */
public class StreamParallel {
    static void same(String name, Object sequential, Object parallel) {
        System.out.println(name + " " + sequential.equals(parallel) + " " + sequential.hashCode());
    }

    public static void main(String[] args) {
        List<Integer> data = IntStream.range(0, 2000).map(i -> i * 7919 % 2003).boxed().collect(Collectors.toList());
        same("map", data.stream().map(x -> x * 2).toList(), data.parallelStream().map(x -> x * 2).toList());
        same("filter", data.stream().filter(x -> x % 3 == 0).collect(Collectors.toList()), data.parallelStream().filter(x -> x % 3 == 0).collect(Collectors.toList()));
        same("sorted", data.stream().sorted().toList(), data.parallelStream().sorted().toList());
        same("distinct", data.stream().map(x -> x % 100).distinct().toList(), data.parallelStream().map(x -> x % 100).distinct().toList());
        same("limit", data.stream().skip(100).limit(50).toList(), data.parallelStream().skip(100).limit(50).toList());
        same("reduce", data.stream().reduce(0, Integer::sum), data.parallelStream().reduce(0, Integer::sum));
        same("combine", data.stream().reduce(0L, (a, x) -> a + x * x, Long::sum), data.parallelStream().reduce(0L, (a, x) -> a + x * x, Long::sum));
        same("joining", data.stream().map(String::valueOf).collect(Collectors.joining(",")), data.parallelStream().map(String::valueOf).collect(Collectors.joining(",")));
        same("grouping", new TreeMap<>(data.stream().collect(Collectors.groupingBy(x -> x % 7))), new TreeMap<>(data.parallelStream().collect(Collectors.groupingBy(x -> x % 7))));
        same("counting", data.stream().collect(Collectors.groupingBy(x -> x % 7, TreeMap::new, Collectors.counting())), data.parallelStream().collect(Collectors.groupingBy(x -> x % 7, TreeMap::new, Collectors.counting())));
        same("first", data.stream().filter(x -> x > 1990).findFirst().get(), data.parallelStream().filter(x -> x > 1990).findFirst().get());
        same("matrix", multiply(false), multiply(true));
        ConcurrentMap<Integer, Long> concurrent = data.parallelStream().unordered().collect(Collectors.groupingByConcurrent(x -> x % 5, Collectors.counting()));
        System.out.println(new TreeMap<>(concurrent));
        LongAdder adder = new LongAdder();
        data.parallelStream().forEach(x -> adder.add(x));
        System.out.println(adder.sum());
        StringBuilder ordered = new StringBuilder();
        Stream.of("a", "b", "c", "d", "e").parallel().forEachOrdered(ordered::append);
        System.out.println(ordered);
        System.out.println(LongStream.rangeClosed(1, 20000).parallel().map(x -> x * x % 1000).sum() + " " + data.parallelStream().mapToInt(x -> x).max().getAsInt() + " " + data.parallelStream().anyMatch(x -> x == 2002) + " " + data.parallelStream().count());
        int[] prefix = new int[1000];
        Arrays.parallelSetAll(prefix, i -> i);
        Arrays.parallelPrefix(prefix, (a, b) -> (a + b) % 10007);
        System.out.println(prefix[999]);
        System.out.println(Stream.of(1, 2).parallel().isParallel() + " " + Stream.of(1, 2).parallel().sequential().isParallel());
        List<String> synced = Collections.synchronizedList(new java.util.ArrayList<>());
        IntStream.range(0, 500).parallel().forEach(i -> synced.add("s" + i));
        System.out.println(synced.size() + " " + synced.stream().sorted().limit(4).toList());
        try {
            data.parallelStream().forEach(x -> {
                if (x == 1000) {
                    throw new IllegalStateException("in parallel");
                }
            });
        } catch (IllegalStateException e) {
            // The pool may rethrow a copy of the exception, whose cause is the one that was thrown.
            System.out.println((e.getCause() == null ? e : e.getCause()).getMessage());
        }
        Map<Boolean, Long> parts = IntStream.rangeClosed(1, 3000).parallel().boxed().collect(Collectors.partitioningBy(StreamPrime::isPrime, Collectors.counting()));
        System.out.println(parts);
    }

    static class StreamPrime {
        static boolean isPrime(int n) {
            for (int d = 2; d * d <= n; d++) {
                if (n % d == 0) {
                    return false;
                }
            }
            return n > 1;
        }
    }

    static List<Integer> multiply(boolean parallel) {
        int n = 24;
        int[][] a = new int[n][n], b = new int[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = i + j;
                b[i][j] = i ^ j;
            }
        }
        IntStream rows = IntStream.range(0, n);
        return (parallel ? rows.parallel() : rows).mapToObj(i -> IntStream.range(0, n).map(j -> IntStream.range(0, n).map(k -> a[i][k] * b[k][j]).sum()).sum()).toList();
    }
}

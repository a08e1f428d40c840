import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;

/** Gatherers (JEP 485), sequential, parallel and failing. */
public class Gathering {
    static <T> Gatherer<T, ?, T> everyOther() {
        return Gatherer.ofSequential(() -> new int[1], (s, e, d) -> s[0]++ % 2 == 0 ? d.push(e) : true);
    }
    public static void main(String[] a) {
        var s = List.of(1,2,3,4,5,6,7);
        System.out.println(s.stream().gather(Gatherers.windowFixed(3)).toList());
        System.out.println(s.stream().gather(Gatherers.windowSliding(2)).map(w -> w.get(0) * w.get(1)).toList());
        System.out.println(s.stream().gather(Gatherers.fold(() -> "", (x, y) -> x + y)).toList());
        System.out.println(s.stream().gather(Gatherers.scan(() -> 1, (x, y) -> x * y)).toList());
        System.out.println(s.stream().gather(everyOther()).gather(Gatherers.windowFixed(2)).toList());
        System.out.println(s.stream().gather(Gatherers.mapConcurrent(3, x -> { try { Thread.sleep(8 - x); } catch (InterruptedException e) {} return x * 10; })).toList());
        System.out.println(IntStream.range(0, 10000).boxed().parallel().gather(Gatherer.<Integer, Integer>of((v, e, d) -> e % 1000 != 0 || d.push(e))).toList());
        System.out.println(Stream.iterate(1, x -> x + 1).gather(Gatherers.<Integer>windowFixed(4).andThen(Gatherer.of((v, e, d) -> d.push(e.stream().mapToInt(i -> i).sum())))).limit(3).toList());
        System.out.println(s.parallelStream().gather(Gatherer.<Integer, int[], Integer>of(() -> new int[1], (st, e, d) -> { st[0] += e; return true; }, (x, y) -> { x[0] += y[0]; return x; }, (st, d) -> d.push(st[0]))).findFirst().get());
        try {
            Gatherers.windowFixed(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
            e.printStackTrace(System.out);
        }
        try {
            s.stream().gather(Gatherers.mapConcurrent(2, x -> { if (x == 3) throw new IllegalStateException("m" + x); return x; })).toList();
        } catch (RuntimeException e) {
            System.out.println(e + " " + e.getCause());
        }
        try {
            s.stream().gather(Gatherers.scan(() -> 0, (x, y) -> { if (y == 4) throw new IllegalArgumentException("at 4"); return x + y; })).forEach(System.out::println);
        } catch (Exception e) {
            e.printStackTrace(System.out);
        }
    }
}

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Streams are lazy and fused: each function runs as often as elements reach it. */
// expect calls CountsStreams.even = 100
// expect calls CountsStreams.square = 50
// expect calls CountsStreams.add = 50
// expect calls CountsStreams.first = 13
// expect calls CountsStreams.name = 13
// expect calls CountsStreams.key = 30
// expect edge CountsStreams.main -> CountsStreams.even = 0
public class CountsStreams {
    static boolean even(int n) {
        return n % 2 == 0;
    }

    static int square(int n) {
        return n * n;
    }

    static int add(int a, int b) {
        return a + b;
    }

    static String name(int n) {
        return "n" + n;
    }

    static boolean first(String s) {
        return s.equals("n12");
    }

    static int key(Integer n) {
        return n % 3;
    }

    public static void main(String[] args) {
        System.out.println(IntStream.range(0, 100).filter(CountsStreams::even).map(CountsStreams::square).reduce(0, CountsStreams::add));
        System.out.println(IntStream.range(0, 100).mapToObj(CountsStreams::name).filter(CountsStreams::first).findFirst().get());
        List<Integer> list = IntStream.range(0, 30).boxed().toList();
        System.out.println(list.stream().collect(Collectors.groupingBy(CountsStreams::key, Collectors.counting())));
    }
}

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

/** Lambda bodies, capturing and not, and method references, called by the library and directly. */
// expect calls CountsLambdas.lambda$main$0 = 25
// expect calls CountsLambdas.lambda$main$1 = 25
// expect calls CountsLambdas.lambda$main$2 = 5
// expect calls CountsLambdas.twice = 40
// expect edge CountsLambdas.main -> CountsLambdas.twice = 0
// expect calls CountsLambdas.instance = 7
// expect edge CountsLambdas.lambda$main$0 -> CountsLambdas.note = 25 kind static
// expect edge CountsLambdas.main -> java.util.ArrayList.forEach = 1
// expect calls CountsLambdas.<init> = 6
// expect calls CountsLambdas.note = 30
public class CountsLambdas {
    static int notes;

    static void note(int n) {
        notes += n;
    }

    static int twice(int a, int b) {
        return 2 * (a + b);
    }

    int instance(int n) {
        return n + 1;
    }

    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            list.add(i);
        }
        list.forEach(n -> note(n));
        int offset = list.size();
        list.removeIf(n -> n > offset);
        Map<String, Integer> map = new TreeMap<>(Map.of("a", 1, "b", 2, "c", 3, "d", 4, "e", 5));
        map.forEach((k, v) -> note(v));
        IntBinaryOperator op = CountsLambdas::twice;
        int sum = 0;
        for (int i = 0; i < 40; i++) {
            sum += op.applyAsInt(i, 1);
        }
        Supplier<CountsLambdas> make = CountsLambdas::new;
        CountsLambdas bound = make.get();
        for (int i = 0; i < 5; i++) {
            make.get();
        }
        Optional<Integer> optional = Optional.of(1);
        for (int i = 0; i < 7; i++) {
            optional = optional.map(bound::instance);
        }
        System.out.println(notes + " " + sum + " " + optional.get() + " " + list.size());
    }
}

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Functional style: parser combinators, church numerals, lenses and a pipeline built from lambdas only. */
public class LambdaFunctional {
    record Result<T>(T value, String rest) {}

    interface Parser<T> {
        Optional<Result<T>> parse(String in);

        default <R> Parser<R> map(Function<? super T, ? extends R> f) {
            return in -> parse(in).map(r -> new Result<>(f.apply(r.value()), r.rest()));
        }

        default <R> Parser<R> then(Function<? super T, Parser<R>> f) {
            return in -> parse(in).flatMap(r -> f.apply(r.value()).parse(r.rest()));
        }

        default Parser<T> or(Parser<T> other) {
            return in -> {
                Optional<Result<T>> first = parse(in);
                return first.isPresent() ? first : other.parse(in);
            };
        }

        default Parser<List<T>> many() {
            return in -> {
                List<T> out = new ArrayList<>();
                String rest = in;
                for (Optional<Result<T>> r = parse(rest); r.isPresent(); r = parse(rest)) {
                    out.add(r.get().value());
                    rest = r.get().rest();
                }
                return Optional.of(new Result<>(out, rest));
            };
        }

        static Parser<Character> satisfy(Predicate<Character> p) {
            return in -> in.isEmpty() || !p.test(in.charAt(0)) ? Optional.empty() : Optional.of(new Result<>(in.charAt(0), in.substring(1)));
        }

        static Parser<Character> ch(char c) {
            return satisfy(x -> x == c);
        }
    }

    static Parser<Integer> number() {
        return Parser.satisfy(Character::isDigit).then(first -> Parser.satisfy(Character::isDigit).many().map(rest -> {
            int n = first - '0';
            for (char c : rest) {
                n = n * 10 + (c - '0');
            }
            return n;
        }));
    }

    static Parser<Integer> factor() {
        return in -> number().or(Parser.ch('(').then(open -> sum().then(v -> Parser.ch(')').map(close -> v)))).or(Parser.ch('-').then(m -> factor().map(v -> -v))).parse(in);
    }

    static Parser<Integer> chain(Parser<Integer> item, Map<Character, BiFunction<Integer, Integer, Integer>> ops) {
        Parser<UnaryOperator<Integer>> tail = Parser.satisfy(ops::containsKey).then(op -> item.map(right -> left -> ops.get(op).apply(left, right)));
        return item.then(first -> tail.many().map(list -> {
            int acc = first;
            for (UnaryOperator<Integer> f : list) {
                acc = f.apply(acc);
            }
            return acc;
        }));
    }

    static Parser<Integer> sum() {
        return chain(chain(factor(), Map.of('*', (a, b) -> a * b, '/', (a, b) -> a / b)), Map.of('+', Integer::sum, '-', (a, b) -> a - b));
    }

    interface Church {
        <T> UnaryOperator<T> times(UnaryOperator<T> f);

        static Church of(int n) {
            return new Church() {
                @Override
                public <T> UnaryOperator<T> times(UnaryOperator<T> f) {
                    return t -> {
                        for (int i = 0; i < n; i++) {
                            t = f.apply(t);
                        }
                        return t;
                    };
                }
            };
        }

        default Church plus(Church o) {
            Church self = this;
            return new Church() {
                @Override
                public <T> UnaryOperator<T> times(UnaryOperator<T> f) {
                    return t -> self.times(f).apply(o.times(f).apply(t));
                }
            };
        }

        default int toInt() {
            return this.<Integer>times(n -> n + 1).apply(0);
        }
    }

    record Address(String city, int zip) {}

    record Person(String name, Address address) {}

    record Lens<A, B>(Function<A, B> get, BiFunction<A, B, A> set) {
        <C> Lens<A, C> compose(Lens<B, C> inner) {
            return new Lens<>(get.andThen(inner.get), (a, c) -> set.apply(a, inner.set.apply(get.apply(a), c)));
        }

        A modify(A a, UnaryOperator<B> f) {
            return set.apply(a, f.apply(get.apply(a)));
        }
    }

    public static void main(String[] args) {
        for (String text : List.of("1", "1+2*3", "(1+2)*3", "2*(3-(4+5))/2", "-5+10", "12*12*12", "1+", "x", "8/2/2-1")) {
            System.out.println(text + " = " + sum().parse(text).map(r -> r.value() + " rest[" + r.rest() + "]").orElse("no parse"));
        }
        Church five = Church.of(2).plus(Church.of(3));
        System.out.println(five.toInt() + " " + five.<String>times(s -> s + "*").apply(""));
        Lens<Person, Address> address = new Lens<>(Person::address, (p, a) -> new Person(p.name(), a));
        Lens<Address, Integer> zip = new Lens<>(Address::zip, (a, z) -> new Address(a.city(), z));
        Person person = new Person("Ann", new Address("Oslo", 100));
        System.out.println(address.compose(zip).modify(person, z -> z + 11) + " " + person.address().zip());
        Map<String, Function<Double, Double>> pipeline = new TreeMap<>();
        pipeline.put("1 half", x -> x / 2);
        pipeline.put("2 square", x -> x * x);
        pipeline.put("3 negate", x -> -x);
        System.out.println(pipeline.values().stream().reduce(Function.identity(), Function::andThen).apply(10.0) + " " + pipeline.keySet());
        try {
            sum().parse("1/0");
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}

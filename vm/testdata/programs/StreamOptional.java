import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Optional: every method, chaining, laziness of suppliers, equality. */
public class StreamOptional {
    record Insurance(String name) {}

    record Car(Optional<Insurance> insurance) {}

    record Person(Optional<Car> car) {}

    static int calls;

    static String expensive() {
        calls++;
        return "expensive";
    }

    static Optional<Integer> parse(String s) {
        try {
            return Optional.of(Integer.valueOf(s));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    static String insurer(Person p) {
        return p.car().flatMap(Car::insurance).map(Insurance::name).filter(n -> n.length() > 2).orElse("unknown");
    }

    public static void main(String[] args) {
        Optional<String> full = Optional.of("value"), none = Optional.empty();
        System.out.println(full + " " + none + " " + full.isPresent() + none.isPresent() + full.isEmpty() + none.isEmpty());
        System.out.println(full.get() + " " + full.map(String::length) + " " + none.map(String::length) + " " + full.map(s -> (String) null));
        System.out.println(full.orElse("x") + " " + none.orElse("x") + " " + none.orElse(null) + " " + full.orElseGet(StreamOptional::expensive) + " " + calls + " " + none.orElseGet(StreamOptional::expensive) + " " + calls);
        System.out.println(full.orElse(expensive()) + " " + calls);
        try {
            none.orElseThrow();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            none.orElseThrow(() -> new IllegalStateException("custom"));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            full.flatMap(s -> null);
        } catch (NullPointerException e) {
            System.out.println("flatMap null");
        }
        full.ifPresent(s -> System.out.println("present " + s));
        none.ifPresent(s -> System.out.println("never"));
        full.ifPresentOrElse(s -> System.out.println("yes " + s), () -> System.out.println("never"));
        none.ifPresentOrElse(s -> System.out.println("never"), () -> System.out.println("no"));
        System.out.println(full.filter(s -> s.startsWith("v")) + " " + full.filter(String::isEmpty) + " " + none.or(() -> Optional.of("other")) + " " + full.or(() -> Optional.of("other")));
        System.out.println(full.stream().count() + " " + none.stream().count() + " " + full.equals(Optional.of("value")) + " " + none.equals(Optional.empty()) + " " + (none == Optional.<String>empty()) + " " + full.hashCode() + " " + none.hashCode());
        System.out.println(Optional.ofNullable(null) + " " + Optional.ofNullable(5) + " " + Optional.of(Optional.of(1)));
        List<Person> people = List.of(new Person(Optional.empty()), new Person(Optional.of(new Car(Optional.empty()))), new Person(Optional.of(new Car(Optional.of(new Insurance("Acme"))))), new Person(Optional.of(new Car(Optional.of(new Insurance("X"))))));
        System.out.println(people.stream().map(StreamOptional::insurer).collect(Collectors.toList()));
        System.out.println(people.stream().map(Person::car).flatMap(Optional::stream).map(Car::insurance).flatMap(Optional::stream).map(Insurance::name).toList());
        System.out.println(Stream.of("1", "x", "3", "").map(StreamOptional::parse).toList());
        System.out.println(Stream.of("1", "x", "3").map(StreamOptional::parse).flatMap(Optional::stream).mapToInt(i -> i).sum());
        System.out.println(parse("4").flatMap(a -> parse("5").map(b -> a * b)) + " " + parse("4").flatMap(a -> parse("z").map(b -> a * b)));
        OptionalInt max = people.stream().mapToInt(p -> insurer(p).length()).max();
        System.out.println(max + " " + max.equals(OptionalInt.of(7)) + " " + max.hashCode() + " " + max.stream().sum());
        Optional<Integer> folded = Stream.of(3, 9, 4).map(Optional::of).reduce(Optional.empty(), (a, b) -> a.isEmpty() || b.isPresent() && b.get() > a.get() ? b : a);
        System.out.println(folded);
        System.out.println(people.get(2));
    }
}

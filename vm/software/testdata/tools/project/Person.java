package partNUMBER;

import java.util.List;
import java.util.Objects;

/** Records: compact constructors, generics, statics, nested records. */
@Tag(value = "person", level = NUMBER)
public record Person<A extends Comparable<A>>(@Tag("name") String name, int age, A address, List<? extends Person<A>> friends)
        implements Comparable<Person<A>> {
    public static final Person<String> NOBODY = new Person<>("", 0, "", List.of());

    public Person {
        Objects.requireNonNull(name);
        friends = List.copyOf(friends);
        if (age < 0 || age > 100 + NUMBER) {
            throw new IllegalArgumentException("age %d of %s".formatted(age, name));
        }
    }

    public Person(String name, A address) {
        this(name, NUMBER, address, List.of());
    }

    @Override
    public int compareTo(Person<A> other) {
        int byName = name.compareTo(other.name);
        return byName != 0 ? byName : address.compareTo(other.address);
    }

    public int ageInCOPY() { return age + COPY; } // repeat

    public boolean knows(Object other) {
        return other instanceof Person<?> person && !person.name().isEmpty()
                ? friends.contains(person)
                : other instanceof String text && friends.stream().anyMatch(friend -> friend.name().equals(text));
    }

    record Point(double x, float y, long z, char c, byte b, short s, boolean flag, int[] data) {
        static Point origin() {
            return new Point(0, 0f, 0L, '\u0000', (byte) 0, (short) 0, false, new int[] {});
        }
    }
}

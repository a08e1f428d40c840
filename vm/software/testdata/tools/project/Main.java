package partNUMBER;

import java.util.List;

/** The use of all others. */
@Tag(value = "main", types = {}, letters = 'x')
@Tag("again")
public final class Main {
    private Main() {}

    @Deprecated(since = "NUMBER", forRemoval = true)
    static int oldCOPY(@Tag("x") int x) { return x; } // repeat

    @SuppressWarnings("removal")
    public static void main(String[] args) throws Exception {
        Nest<@Tag("use") String> nest = new Nest<>();
        nest.add("one");
        for (String each : nest) {
            System.out.println(each + old0(1));
        }
        System.out.println(Nest.deep(nest) + nest.describe("a", 2).get());
        System.out.println(new Person<>("Ann", "Here").compareTo(Person.NOBODY));
        System.out.println(Shape.largest(List.of(new Shape.Circle("c", 1), new Shape.Circle("d", 2))));
        System.out.println(Colour.valueOf("RED").applyAsInt(2, 3) + Switches.onString("BBBB") + Switches.TEXT);
        System.out.println(new Generic.Whole().with(1L, NUMBERL).map0(v -> v + 1) + Generic.picks((byte) 1));
        System.out.println(new Streams().histogram(List.of("a", "bb")));
        System.out.println(new Failures().run("a", "b"));
        partPREVIOUS.Solid.names().forEach(System.out::println);
    }
}

import java.util.List;

/** What javac makes of patterns from JDK 21 on: switches and records that the VM links itself. */
class Switching {
    sealed interface Shape permits Circle, Square, Pair {}
    record Circle(int radius) implements Shape {}
    record Square(long side, String name) implements Shape {}
    record Pair<A, B>(A left, B right) implements Shape {}
    enum Colour { RED, GREEN, BLUE }

    static String shape(Object o) {
        return switch (o) {
            case null -> "null";
            case Circle(int radius) when radius > 3 -> "large " + radius;
            case Circle c -> "circle " + c;
            case Square(long side, var name) -> name + side;
            case Pair(Circle(var radius), Pair(var inner, String text)) -> radius + text + inner;
            case Pair<?, ?> p -> p.toString();
            case Colour c when c == Colour.RED -> "red";
            case Integer i when i < 0 -> "negative";
            case int[] numbers -> "numbers " + numbers.length;
            case List<?> list -> "list " + list.size();
            case CharSequence text -> "text " + text.length();
            default -> o.getClass().getName();
        };
    }

    static int colour(Colour c) {
        return switch (c) {
            case RED -> 1;
            case Colour other when other.ordinal() > 1 -> 2;
            case GREEN -> 3;
            case BLUE -> 4;
        };
    }

    static String integer(Integer i) {
        return switch (i) {
            case 1, 2 -> "few";
            case Integer n when n > 100 -> "many";
            case Integer n -> "some";
        };
    }

    static void all() {
        Object[] objects = {null, new Circle(2), new Circle(5), new Square(3, "square"), new Pair<>(new Circle(1), new Pair<>(2, "text")),
            new Pair<>(1, 2), Colour.RED, Colour.BLUE, -1, 7, new int[2], List.of(1), "string", 'c'};
        for (int round = 0; round < 3; round++) {
            for (Object o : objects) {
                shape(o).hashCode();
            }
            for (Colour c : Colour.values()) {
                colour(c);
            }
            for (int i : new int[] {1, 50, 500}) {
                integer(i);
            }
        }
        boolean equal = new Square(1, "a").equals(new Square(1, "a")) && objects[1] instanceof Circle(var radius) && radius == 2;
        System.out.println(equal + " " + new Pair<>(null, 1L).hashCode());
    }
}

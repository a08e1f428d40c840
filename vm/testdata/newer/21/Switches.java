import java.util.List;

/** Labels of all kinds in switches over patterns (JEP 441), with guards that go on behind them. */
public class Switches {
    enum Colour { RED, GREEN { @Override public String toString() { return "grass"; } }, BLUE }
    interface Token {}
    enum Sign implements Token { PLUS, MINUS { @Override public String toString() { return "-"; } } }
    enum Mark implements Token { DOT }
    private record Pair<A, B>(A left, B right) implements Token {}

    static boolean odd(int n) { return n % 2 != 0; }

    static String integers(Integer i) {
        return switch (i) {
            case -1, 0 -> "small";
            case 70000 -> "large";
            case Integer n when n > 100 && odd(n) -> "odd " + n;
            case 100 -> "hundred";
            case Integer n when n > 100 -> "even " + n;
            case Integer n -> "some";
        };
    }

    static String characters(Character c) {
        return switch (c) {
            case 'a', 'é', '\uffff' -> "known";
            case Character d when d > 'x' -> "late";
            case Character d -> "other";
        };
    }

    static String strings(String s) {
        return switch (s) {
            case "Aa", "BB" -> "same hash";
            case String t when t.length() > 3 -> "long";
            case "" -> "empty";
            case "→é\0" -> "odd characters";
            case null -> "null";
            case String t -> "short";
        };
    }

    static String colours(Colour c, boolean flag) {
        return switch (c) {
            case RED -> "red";
            case Colour d when flag -> "flagged " + d;
            case GREEN -> "green";
            case null -> "none";
            case BLUE -> "blue";
        };
    }

    static String guarded(Colour c, int n) {
        return switch (c) {
            case Colour d when n == 1 -> "guarded " + d;
            case GREEN -> "green";
            case Colour d when n == 2 -> d.name();
            default -> "default";
        };
    }

    static String tokens(Token t) {
        return switch (t) {
            case Sign.PLUS -> "plus";
            case Mark.DOT -> "dot";
            case Sign s when s.ordinal() > 5 -> "never";
            case Sign.MINUS -> "minus";
            case Pair(Sign s, Pair(var a, Integer b)) when b > 1 -> s + " " + a + b;
            case Pair(Pair<?, ?> p, var q) -> "nested " + p;
            case Pair<?, ?> p -> "pair";
            default -> "other";
        };
    }

    static String arrays(Object o) {
        return switch (o) {
            case int[] a when a.length > 1 -> "ints";
            case int[][] a -> "int arrays";
            case String[] a -> "strings";
            case Object[] a -> "objects";
            case Number n when n.intValue() < 0 -> "negative";
            case Long l -> "long";
            case Number n -> "number";
            case null, default -> "default";
        };
    }

    static <T extends Comparable<T>> String generic(T t) {
        return switch (t) {
            case String s -> "string";
            case Integer i -> "integer";
            case Comparable<?> c -> "comparable";
        };
    }

    static String thrown(Object o) {
        return switch (o) {
            case String s when s.charAt(5) == 'x' -> "x";
            case Integer i when 1 / i > 0 -> "positive";
            default -> "default";
        };
    }

    public static void main(String[] args) {
        for (int i : new int[] {-1, 0, 5, 70000, 101, 100, 102}) {
            System.out.println(integers(i));
        }
        for (char c : "aéb\uffffz".toCharArray()) {
            System.out.println(characters(c));
        }
        for (String s : new String[] {"Aa", "BB", "C#", "abcd", "", "→é\0", null, "x"}) {
            System.out.println(strings(s));
        }
        for (Colour c : Colour.values()) {
            System.out.println(colours(c, false) + " " + colours(c, true));
            for (int n = 0; n < 3; n++) {
                System.out.println(guarded(c, n));
            }
        }
        System.out.println(colours(null, true));
        for (Token t : new Token[] {Sign.PLUS, Sign.MINUS, Mark.DOT, new Pair<>(Sign.PLUS, new Pair<>("a", 2)), new Pair<>(Sign.PLUS, new Pair<>("a", 1)),
                new Pair<>(new Pair<>(1, 2), 3), new Token() {}}) {
            System.out.println(tokens(t));
        }
        for (Object o : new Object[] {new int[2], new int[1], new int[1][1], new String[0], new List<?>[0], -1.5, 7L, 7, null, 'c'}) {
            System.out.println(arrays(o));
        }
        System.out.println(generic("s") + generic(1) + generic(2L));
        for (Object o : new Object[] {"short", 0, "12345x", 1, -1}) {
            try {
                System.out.println(thrown(o));
            } catch (RuntimeException e) {
                System.out.println(e.getMessage() + " in " + e.getStackTrace()[e instanceof ArithmeticException ? 0 : e.getStackTrace().length - 2].getMethodName());
            }
        }
        try {
            tokens(null);
        } catch (NullPointerException e) {
            System.out.println("null: " + e.getStackTrace()[1].getMethodName());
        }
        long sum = 0;
        for (int i = 0; i < 200_000; i++) {
            sum += integers(i % 203).length();
        }
        System.out.println(sum);
    }
}

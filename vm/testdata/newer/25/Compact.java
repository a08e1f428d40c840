// A compact source file with an instance main (JEP 512), which imports java.base (JEP 511).
record Pair(int left, Object right) {}

String greeting = "hello";

String greet(String who) {
    return greeting + ", " + who;
}

void main() {
    IO.println(greet("world"));
    var numbers = List.of(3, 1, 2);
    IO.println(numbers.stream().sorted(Comparator.reverseOrder()).map(Object::toString).collect(Collectors.joining("-")));
    for (Object o : new Object[] {new Pair(1, "one"), new Pair(2, new Pair(3, null)), "x"}) {
        IO.println(switch (o) {
            case Pair(var left, String right) -> left + right;
            case Pair(_, Pair(var left, _)) -> "nested " + left;
            default -> "other";
        });
    }
    IO.print("no line end");
    IO.println();
    IO.println(getClass().getName() + " " + getClass().isSynthetic());
}

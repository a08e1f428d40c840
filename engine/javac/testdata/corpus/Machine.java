package corpus;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/** A state machine: switches on strings, enums and numbers, nested and with yields. */
class Machine {
    enum State { IDLE, RUNNING, DONE; State next() { return values()[(ordinal() + 1) % values().length]; } }
    interface Listener { void changed(State from, State to); default Listener and(Listener other) { return (a, b) -> { changed(a, b); other.changed(a, b); }; } }

    private State state = State.valueOf("IDLE");
    private final Map<State, Integer> visits = new EnumMap<>(State.class);
    private Listener listener = (a, b) -> visits.merge(b, 1, Integer::sum);

    Machine on(Consumer<State> c) { listener = listener.and((a, b) -> c.accept(b)); return this; }

    boolean accept(String command) {
        State before = state;
        switch (command.toLowerCase()) {
            case "start":
                if (state != State.IDLE) return false;
            case "next":
                state = state.next();
                break;
            case "Aa": case "BB": // the same hash code
                state = clash(command);
                break;
            case "reset": { state = State.IDLE; listener.changed(before, state); return true; }
            default:
                throw new IllegalArgumentException("unknown: " + command.trim());
        }
        listener.changed(before, state);
        return switch (state) {
            case DONE -> { try { yield visits.get(State.DONE) > 0; } finally { System.out.println(describe(3)); } }
            case IDLE, RUNNING -> before != state && switch (describe(state.ordinal())) { case "zero" -> true; case "one" -> visits.size() > 0; default -> false; };
        };
    }

    private static State clash(String s) { return switch (s) { case "Aa" -> State.IDLE.next(); case "BB" -> State.DONE; default -> State.valueOf(s); }; }

    static String describe(Integer n) {
        switch (n) { case 0: return "zero"; case 1: return "one"; case 1000000: return "many".concat("!"); default: return String.format("%d", n); }
    }

    static char grade(char c) { switch (Character.toUpperCase(c)) { case 'A' -> { return c; } case 'B' -> c++; default -> c = describe((int) c).charAt(0); } return c; }

    public static void main(String[] args) {
        Machine m = new Machine().on(s -> System.out.println("now " + s)).on(System.out::println);
        for (String command : new String[] {"start", "next", "reset"}) System.out.println(m.accept(command) + " " + grade(command.charAt(0)));
    }
}

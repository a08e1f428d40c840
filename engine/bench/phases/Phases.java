/**
 * What the programs of many phases share: it times each phase and prints a line
 * "NAME NANOSECONDS RESULT" for it.
 *
 * <p>A program calls {@link #start} and {@link #end} around the call of each phase, which is
 * a static method of its own, and repeats them all while {@link #again} says so: as often
 * as its argument says, once without any.
 */
final class Phases {
    private int repetitions;
    private String name;
    private long started;

    Phases(String[] arguments) {
        repetitions = arguments.length == 0 ? 1 : Integer.parseInt(arguments[0]);
    }

    /** Tells whether all phases are to be run, once more. */
    boolean again() {
        return repetitions-- > 0;
    }

    /** Begins a phase, whose method has this name. */
    void start(String name) {
        this.name = name;
        started = System.nanoTime();
    }

    /** Ends the phase, whose result depends on all of its work. */
    void end(long result) {
        long nanos = System.nanoTime() - started;
        System.out.println(name + " " + nanos + " " + result);
    }
}

package hotlens.runner;

/** Where the framework ends and a test begins. */
final class Boundary {
    private Boundary() {}

    /**
     * Says that what this thread runs of the program's own code, from now on, is part of a test; null for both ends that, and
     * returns why the VM has made the test end, by an error that it had it throw, or null if it has not. hotlens' VM executes this
     * method itself, to begin a tree of calls for each test and to bound it; elsewhere it does nothing.
     */
    static String test(String type, String method) {
        return null;
    }

    /**
     * Says that what this thread runs of the program's own code between tests, from now on, belongs to the tests that a method makes: the
     * method itself, and what runs before and after it; null for both ends that. It is like {@link #test}, and counts no test.
     */
    static void maker(String type, String method) {}
}

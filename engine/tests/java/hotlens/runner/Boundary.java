package hotlens.runner;

/** Where the framework ends and a test begins. */
final class Boundary {
    private Boundary() {}

    /**
     * Says that what this thread runs of the program's own code, from now on, is part of a test; null for both ends that. hotlens' VM
     * executes this method itself, to begin a tree of calls for each test; elsewhere it does nothing.
     */
    static void test(String type, String method) {}
}

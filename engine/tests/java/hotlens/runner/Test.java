package hotlens.runner;

/** A test, or one invocation of it. */
final class Test {
    final String id; // its framework's, unique in a run
    final String type; // binary name of the class
    final String method; // "" for a class as a whole
    final String display; // what the framework calls it

    Test(String id, String type, String method, String display) {
        this.id = id;
        this.type = type;
        this.method = method;
        this.display = display;
    }
}

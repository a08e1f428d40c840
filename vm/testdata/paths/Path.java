import java.util.ArrayList;
import java.util.List;

/** The calling context tree that a program keeps of itself: a shadow stack whose frames remember all that they called. */
final class Path {
    private static final ThreadLocal<Path> current = new ThreadLocal<>();

    private final Path caller;
    private final int site;
    private final String method;
    private final List<Path> children = new ArrayList<>();
    private long calls;

    private Path(Path caller, int site, String method) {
        this.caller = caller;
        this.site = site;
        this.method = method;
    }

    /** Begins the tree of a thread. */
    static Path begin(String method) {
        Path root = new Path(null, -1, method);
        root.calls = 1;
        current.set(root);
        return root;
    }

    /** Notes the entry of a method from a site of its caller. Sites are numbered as they stand in the source. */
    static void enter(int site, String method) {
        Path caller = current.get();
        Path found = null;
        for (Path child : caller.children) if (child.site == site && child.method.equals(method)) found = child;
        if (found == null) caller.children.add(found = new Path(caller, site, method));
        found.calls++;
        current.set(found);
    }

    static void leave() { current.set(current.get().caller); }

    private static int printed;

    /** Prints a line for each path: the line of its caller, from 0 on, the site there, the method, and the calls. */
    void print(int callerLine, StringBuilder out) {
        int line = printed++;
        out.append(callerLine).append(' ').append(site).append(' ').append(method).append(' ').append(calls).append('\n');
        for (Path child : children) child.print(line, out);
    }
}

package hotlensagent;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The paths of application methods, and how often each was called. What is instrumented calls this. */
public final class Paths {
    /** A method as it is called on one path. Threads share the roots. */
    public static final class Node {
        final Node parent;
        final int number;
        final String method;
        final Map<String, Node> children = new HashMap<>();
        long calls;

        Node(Node parent, String method) {
            this.parent = parent;
            this.method = method;
            number = all.size();
            all.add(this);
        }
    }

    private static final List<Node> all = new ArrayList<>();
    private static final Node root = new Node(null, "");
    private static final ThreadLocal<Node> current = new ThreadLocal<>();

    private Paths() {}

    /** A method is entered: gives its node. */
    public static Node enter(String method) {
        synchronized (all) {
            Node caller = current.get();
            if (caller == null) {
                caller = root;
            }
            Node node = caller.children.get(method);
            if (node == null) {
                node = new Node(caller, method);
                caller.children.put(method, node);
            }
            node.calls++;
            current.set(node);
            return node;
        }
    }

    /** A method goes on that has caught an exception: those that it called have ended. */
    public static void resume(Node node) {
        current.set(node);
    }

    /** A method ends. */
    public static void leave(Node node) {
        current.set(node.parent);
    }

    /** Writes a line for each node, parents first: its number, its parent's, its calls, its method. */
    static void write(String file) {
        synchronized (all) {
            try (PrintWriter out = new PrintWriter(file, "UTF-8")) {
                for (Node node : all.subList(1, all.size())) {
                    out.println(node.number + " " + node.parent.number + " " + node.calls + " " + node.method);
                }
            } catch (IOException e) {
                e.printStackTrace();
            }
        }
    }
}

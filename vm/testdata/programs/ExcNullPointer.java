import java.util.List;
import java.util.function.Supplier;

/** Helpful NullPointerException messages (JEP 358), one per form of dereference. Compiled with -g, so locals have names. */
public class ExcNullPointer {
    interface Action {
        void run() throws Exception;
    }

    static class Node {
        Node next;
        int value;
        int[] data;
        String[][] grid = new String[2][];
        static Node root;

        Node next() {
            return next;
        }

        static Node make(int depth) {
            Node n = new Node();
            if (depth > 0) {
                n.next = make(depth - 1);
            }
            return n;
        }

        void touch(int a, String b) {
        }
    }

    Node field;
    static Object nothing;
    static long[] longs;
    static int index = 3;

    static void show(Action action) {
        try {
            action.run();
            System.out.println("nothing");
        } catch (Exception e) {
            System.out.println(e.getMessage());
        }
    }

    static int parameter(Node p, int i) {
        return p.data[i];
    }

    int self() {
        return this.field.value;
    }

    static void locals() {
        Node local = null;
        try {
            local.value = 5;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        int[][] matrix = new int[2][];
        int i = 1;
        try {
            matrix[i][i + 1]++;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        Integer boxed = null;
        try {
            int x = boxed + 1;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        String s = null;
        try {
            switch (s) {
                default:
            }
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            for (char c : s.toCharArray()) {
                System.out.println(c);
            }
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        RuntimeException none = null;
        try {
            throw none;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            synchronized (local) {
                System.out.println("never");
            }
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        long[][][] cube = {{null}};
        try {
            System.out.println(cube[0][0].length);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println((i > 5 ? "x" : s).length());
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        Supplier<Node> supplier = () -> null;
        try {
            supplier.get().touch(1, "b");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        locals();
        show(() -> parameter(null, 2));
        show(() -> parameter(new Node(), 2));
        show(() -> new ExcNullPointer().self());
        show(() -> Node.root.next.value = 1);
        show(() -> Node.make(1).next.next.next = null);
        show(() -> Node.make(1).next().next().next());
        show(() -> Node.make(0).next().touch(index, "x"));
        show(() -> Node.make(0).data[index] = 4);
        show(() -> Node.make(0).grid[1][index - 1].trim());
        show(() -> Node.make(0).grid[index - 2][0] = "x");
        show(() -> {
            Node.make(0).grid[0] = new String[1];
            System.out.println(Node.make(0).grid[0].length);
        });
        show(() -> longs[index + 2 * 3]++);
        show(() -> System.out.println(longs[5]));
        show(() -> System.out.println(longs.length));
        show(() -> nothing.toString());
        show(() -> System.out.println(nothing.hashCode()));
        show(() -> ((String) nothing).length());
        show(() -> ((Node) nothing).value++);
        show(() -> ((List<?>) nothing).size());
        show(() -> System.out.println((int) (Integer) nothing));
        show(() -> {
            double[] d = null;
            d[0] = 1.5;
        });
        show(() -> {
            boolean[] b = null;
            System.out.println(b[0]);
        });
        show(() -> {
            char[] c = null;
            c[1] = 'x';
        });
        show(() -> {
            Object[] o = null;
            o[2] = "x";
        });
        show(() -> {
            float[] f = null;
            System.out.println(f[(int) 2L]);
        });
        show(() -> {
            short[] s = null;
            s[-1] = 5;
        });
        show(() -> {
            throw new NullPointerException();
        });
        show(() -> {
            throw new NullPointerException("explicit");
        });
        show(() -> java.util.Objects.requireNonNull(null));
        show(() -> "x".concat(null));
        show(() -> "x".equals(null));
        show(() -> "x".compareTo(null));
        show(() -> new StringBuilder((String) null));
    }
}

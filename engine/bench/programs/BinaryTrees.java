/** Allocation and collection: many short-lived trees beside one that stays. */
public final class BinaryTrees extends Harness {
    private static final int SHORT_LIVED_DEPTH = 10;
    private static final int LONG_LIVED_DEPTH = 14;

    static final class Node {
        final Node left, right;

        Node(Node left, Node right) {
            this.left = left;
            this.right = right;
        }

        int count() {
            return left == null ? 1 : 1 + left.count() + right.count();
        }
    }

    static Node grow(int depth) {
        return depth == 0 ? new Node(null, null) : new Node(grow(depth - 1), grow(depth - 1));
    }

    @Override
    long run(int size) {
        Node longLived = grow(LONG_LIVED_DEPTH);
        int result = 0;
        for (int i = 0; i < size; i++) {
            result += grow(SHORT_LIVED_DEPTH).count();
        }
        return result + longLived.count();
    }

    public static void main(String[] arguments) {
        new BinaryTrees()
                .expect("tiny", 3, 38_908)
                .expect("interp", 100, 237_467)
                .expect("full", 1_000, 2_079_767)
                .measure(arguments);
    }
}

/** Allocation and collection: many short-lived trees beside one that stays. */
public class BinaryTrees {
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

    public static void main(String[] args) {
        long start = System.nanoTime();
        Node longLived = grow(14);
        int result = 0;
        for (int i = 0; i < 100; i++) {
            result += grow(10).count();
        }
        result += longLived.count();
        System.out.println(result + " " + (System.nanoTime() - start));
    }
}

import java.util.ArrayList;
import java.util.List;

/** Structures so deep that a collector which followed them by recursion would overflow. */
public class MemDeep {
    static final class Node {
        Node next;
        int value;

        Node(Node next, int value) {
            this.next = next;
            this.value = value;
        }
    }

    /** A node that leads on through an array, and back to where it came from. */
    static final class Wide {
        final Object[] links = new Object[2];
    }

    public static void main(String[] arguments) {
        linkedList(10_000_000);
        arrays(1_000_000);
        doublyLinked(500_000);
        wide(2_000_000);
    }

    private static void linkedList(int length) {
        Node head = null;
        for (int i = 0; i < length; i++) {
            head = new Node(head, i);
        }
        System.gc();
        long sum = 0;
        int count = 0;
        for (Node n = head; n != null; n = n.next) {
            sum += n.value;
            count++;
        }
        System.out.println("list " + count + " " + sum);
    }

    private static void arrays(int depth) {
        Object[] outer = null;
        for (int i = 0; i < depth; i++) {
            outer = new Object[] {i % 100, outer};
        }
        System.gc();
        long sum = 0;
        for (Object[] a = outer; a != null; a = (Object[]) a[1]) {
            sum += (Integer) a[0];
        }
        System.out.println("arrays " + sum);
    }

    private static void doublyLinked(int length) {
        Wide first = new Wide();
        Wide last = first;
        for (int i = 1; i < length; i++) {
            Wide next = new Wide();
            last.links[1] = next;
            next.links[0] = last;
            last = next;
        }
        first = null; // everything still hangs on the last one
        System.gc();
        int count = 0;
        for (Object w = last; w != null; w = ((Wide) w).links[0]) {
            count++;
        }
        System.out.println("doubly " + count);
    }

    private static void wide(int width) {
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            all.add(i % 3 == 0 ? new Node(null, i) : null);
        }
        System.gc();
        long sum = 0;
        for (Object o : all) {
            sum += o instanceof Node n ? n.value : 0;
        }
        System.out.println("wide " + all.size() + " " + sum);
    }
}

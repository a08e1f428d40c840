package partNUMBER;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Supplier;

/** Inner, local and anonymous classes that capture. */
public class Nest<E> implements Iterable<E> {
    private Node first;
    private int size;
    private static int made;

    private class Node {
        final E value;
        Node next;

        Node(E value) {
            this.value = value;
            Nest.this.size++;
            made++;
        }

        class Deep {
            String where() {
                return value + "@" + Nest.this.size + Node.this.next;
            }
        }
    }

    public void add(E value) {
        Node node = new Node(value);
        node.next = first;
        first = node;
    }

    @Override
    public Iterator<E> iterator() {
        return new Iterator<>() {
            private Node at = first;

            @Override
            public boolean hasNext() {
                return at != null;
            }

            @Override
            public E next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                E value = at.value;
                at = at.next;
                return value;
            }
        };
    }

    Supplier<String> describe(String prefix, final int count) {
        long base = count + NUMBERL;
        class Local implements Supplier<String> {
            private final String text;

            Local(String text) {
                this.text = text;
            }

            @Override
            public String get() {
                return prefix + text + base + size;
            }
        }
        record Pair(int left, long right) {}
        enum Side { LEFT, RIGHT }
        interface Naming {
            String name(Pair pair, Side side);
        }
        Naming naming = (pair, side) -> pair.left() + ":" + pair.right() + side;
        return new Local(naming.name(new Pair(count, base), Side.LEFT));
    }

    Runnable actionCOPY(int x) { return () -> { int y = x + COPY; size += y; first = first == null ? new Node(null) : first.next; }; } // repeat

    static <T> String deep(Nest<T> nest) {
        Nest<T>.Node.Deep deep = nest.first.new Deep();
        return deep.where() + partPREVIOUS.Nest.class.getName();
    }
}

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Nested, inner, local and anonymous classes: outer access, captured variables, qualified this and new, inheritance. */
public class ClassInner {
    private int value = 1;
    private static int shared = 100;

    class Inner {
        private int value = 2;

        class Deep {
            int value = 3;

            String all(int value) {
                return value + "" + this.value + Inner.this.value + ClassInner.this.value;
            }

            void bump() {
                Inner.this.value += 10;
                ClassInner.this.value++;
                shared--;
            }
        }

        int secret() {
            return value * ClassInner.this.value;
        }
    }

    static class Node<T> implements Iterable<T> {
        private final T item;
        private final Node<T> next;

        Node(T item, Node<T> next) {
            this.item = item;
            this.next = next;
        }

        @Override
        public Iterator<T> iterator() {
            return new Iterator<>() {
                private Node<T> at = Node.this;

                @Override
                public boolean hasNext() {
                    return at != null;
                }

                @Override
                public T next() {
                    if (at == null) {
                        throw new NoSuchElementException("end");
                    }
                    T result = at.item;
                    at = at.next;
                    return result;
                }
            };
        }
    }

    class Sub extends Inner {
        String describe() {
            return "sub" + secret() + super.secret();
        }
    }

    static class Outside extends ClassInner.Inner {
        Outside(ClassInner outer) {
            outer.super();
        }
    }

    interface Counter {
        int next();

        Counter ZERO = new Counter() {
            @Override
            public int next() {
                return 0;
            }
        };
    }

    static Counter counter(int start, final int step) {
        int[] state = {start};
        class Stepper implements Counter {
            final int mine = state[0];

            @Override
            public int next() {
                state[0] += step;
                return state[0] - mine + shared % 10;
            }
        }
        return new Stepper();
    }

    List<Runnable> runnables(StringBuilder out) {
        List<Runnable> result = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            final int captured = i;
            long wide = i * 10L;
            double ratio = i / 2.0;
            result.add(new Runnable() {
                int runs;

                {
                    out.append("init").append(captured).append(' ');
                }

                @Override
                public void run() {
                    runs++;
                    out.append(captured).append(':').append(wide).append(':').append(ratio).append(':').append(runs).append(':').append(value++).append(' ');
                }
            });
        }
        return result;
    }

    private static String hidden(Object o) {
        return "private " + o;
    }

    static class Peer {
        private String s = hidden(1);

        private Peer() {
        }

        private static Peer make() {
            return new Peer();
        }
    }

    abstract static class Shape {
        final String name;

        Shape(String name) {
            this.name = name;
        }

        abstract double area();
    }

    public static void main(String[] args) {
        ClassInner outer = new ClassInner();
        ClassInner.Inner inner = outer.new Inner();
        ClassInner.Inner.Deep deep = inner.new Deep();
        System.out.println(deep.all(4));
        deep.bump();
        System.out.println(deep.all(5) + " " + shared + " " + inner.secret());
        System.out.println(outer.new Sub().describe() + " " + new Outside(outer).secret());
        int sum = 0;
        for (int i : new Node<>(1, new Node<>(2, new Node<>(3, null)))) {
            sum = sum * 10 + i;
        }
        System.out.println(sum);
        try {
            Iterator<String> it = new Node<>("x", null).iterator();
            it.next();
            it.next();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        Counter c = counter(5, 3);
        System.out.println(c.next() + " " + c.next() + " " + Counter.ZERO.next());
        StringBuilder out = new StringBuilder();
        List<Runnable> list = outer.runnables(out);
        list.forEach(Runnable::run);
        list.get(1).run();
        System.out.println(out);
        System.out.println(Peer.make().s);
        Shape square = new Shape("square") {
            final double side = name.length();

            @Override
            double area() {
                return side * side;
            }
        };
        System.out.println(square.name + " " + square.area());
        System.out.println(square.getClass().getName() + " " + c.getClass().getName() + " " + deep.getClass().getName());
        System.out.println("[" + square.getClass().getSimpleName() + "] " + c.getClass().getSimpleName() + " " + deep.getClass().getCanonicalName() + " " + c.getClass().getCanonicalName());
        System.out.println(deep.getClass().getEnclosingClass().getSimpleName() + " " + square.getClass().getEnclosingMethod().getName() + " " + deep.getClass().isMemberClass()
            + " " + c.getClass().isLocalClass() + " " + square.getClass().isAnonymousClass());
        ClassInner none = null;
        try {
            none.new Inner();
        } catch (NullPointerException e) {
            System.out.println("null outer");
        }
    }
}

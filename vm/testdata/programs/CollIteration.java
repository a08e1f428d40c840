import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;

/** Iterators and spliterators: own Iterable types, generators, splitting, characteristics, lazy adapters. */
public class CollIteration {
    static class Range implements Iterable<Integer> {
        final int from, to;

        Range(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int at = from;

                @Override
                public boolean hasNext() {
                    return at < to;
                }

                @Override
                public Integer next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException();
                    }
                    return at++;
                }
            };
        }
    }

    static <T> Iterator<T> zip(Iterator<? extends T> a, Iterator<? extends T> b) {
        return new Iterator<>() {
            boolean first = true;

            @Override
            public boolean hasNext() {
                return first ? a.hasNext() : b.hasNext();
            }

            @Override
            public T next() {
                first = !first;
                return first ? b.next() : a.next();
            }
        };
    }

    static class Tree implements Iterable<Integer> {
        Tree left, right;
        final int value;

        Tree(int value) {
            this.value = value;
        }

        void insert(int v) {
            if (v < value) {
                if (left == null) {
                    left = new Tree(v);
                } else {
                    left.insert(v);
                }
            } else if (right == null) {
                right = new Tree(v);
            } else {
                right.insert(v);
            }
        }

        @Override
        public Iterator<Integer> iterator() {
            ArrayList<Tree> stack = new ArrayList<>();
            for (Tree t = this; t != null; t = t.left) {
                stack.add(t);
            }
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return !stack.isEmpty();
                }

                @Override
                public Integer next() {
                    Tree top = stack.remove(stack.size() - 1);
                    for (Tree t = top.right; t != null; t = t.left) {
                        stack.add(t);
                    }
                    return top.value;
                }
            };
        }
    }

    static String split(Spliterator<Integer> s, int depth) {
        Spliterator<Integer> half = depth == 0 ? null : s.trySplit();
        if (half == null) {
            StringBuilder out = new StringBuilder("<");
            s.forEachRemaining(out::append);
            return out.append(">").toString();
        }
        return "(" + split(half, depth - 1) + split(s, depth - 1) + ")";
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i : new Range(1, 5)) {
            for (int j : new Range(i, 5)) {
                sum += i * j;
            }
        }
        System.out.println(sum);
        Iterator<Integer> it = new Range(0, 2).iterator();
        it.next();
        it.next();
        try {
            it.next();
        } catch (NoSuchElementException e) {
            System.out.println("exhausted");
        }
        try {
            new Range(0, 1).iterator().remove();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        StringBuilder zipped = new StringBuilder();
        zip(new Range(0, 3).iterator(), List.of("a", "b", "c").iterator()).forEachRemaining(zipped::append);
        System.out.println(zipped);
        Tree tree = new Tree(50);
        for (int v : new int[] {20, 70, 10, 30, 60, 80, 25, 65}) {
            tree.insert(v);
        }
        StringBuilder walk = new StringBuilder();
        for (int v : tree) {
            walk.append(v).append(' ');
        }
        System.out.println(walk);
        tree.forEach((Consumer<Integer>) v -> System.out.print(v % 10));
        System.out.println();
        System.out.println(StreamSupport.stream(tree.spliterator(), false).mapToInt(i -> i).summaryStatistics());
        List<Integer> ten = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
        System.out.println(split(ten.spliterator(), 2) + " " + split(Arrays.asList(1, 2, 3, 4, 5).spliterator(), 3) + " " + split(new Range(0, 6).spliterator(), 1));
        Spliterator<Integer> s = ten.spliterator();
        System.out.println(s.estimateSize() + " " + s.hasCharacteristics(Spliterator.ORDERED) + s.hasCharacteristics(Spliterator.SORTED) + s.hasCharacteristics(Spliterator.SIZED) + " " + s.tryAdvance(x -> System.out.print("first " + x + " ")) + " " + s.estimateSize() + " " + s.getExactSizeIfKnown());
        System.out.println(new TreeMap<>(Map.of(1, 2)).keySet().spliterator().characteristics() + " " + Spliterators.spliteratorUnknownSize(new Range(0, 3).iterator(), 0).estimateSize());
        PrimitiveIterator.OfInt ints = Arrays.stream(new int[] {1, 2, 3}).iterator();
        int total = 0;
        while (ints.hasNext()) {
            total = total * 10 + ints.nextInt();
        }
        System.out.println(total);
        Map<String, Integer> map = new HashMap<>(Map.of("one", 1));
        map.forEach((k, v) -> System.out.println(k + "=" + v));
        Collection<Integer> values = map.values();
        map.put("two", 2);
        System.out.println(values.size() + " " + values.contains(2) + " " + values.remove(1) + " " + map);
        Iterator<Integer> fibonacci = new Iterator<>() {
            int a = 0, b = 1;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Integer next() {
                int r = a;
                a = b;
                b += r;
                return r;
            }
        };
        StringBuilder fib = new StringBuilder();
        for (int i = 0; i < 15; i++) {
            fib.append(fibonacci.next()).append(' ');
        }
        System.out.println(fib);
    }
}

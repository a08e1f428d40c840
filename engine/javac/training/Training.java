package training;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Java as people write it: what javac needs for it is what it needs for most programs. */
public final class Training {
    private static final Map<String, Integer> PRICES = new HashMap<>();
    private static int made;

    static {
        PRICES.put("apple", 3);
        PRICES.putIfAbsent("pear", 'p' % 7);
    }

    private Training() {
    }

    enum Size {
        SMALL(1), LARGE(10) {
            @Override
            int scale(int value) {
                return value * factor - 1;
            }
        };

        final int factor;

        Size(int factor) {
            this.factor = factor;
        }

        int scale(int value) {
            return value * factor;
        }
    }

    sealed interface Shape permits Circle, Square {
        double area();

        default String describe() {
            return getClass().getSimpleName() + " of " + String.format("%.2f", area());
        }
    }

    record Circle(double radius) implements Shape {
        @Override
        public double area() {
            return Math.PI * radius * radius;
        }
    }

    record Square(double side) implements Shape {
        Square {
            if (side < 0) {
                throw new IllegalArgumentException("side: " + side);
            }
        }

        @Override
        public double area() {
            return side * side;
        }
    }

    abstract static class Node<T extends Comparable<T>> implements Iterable<T> {
        protected final List<T> values = new ArrayList<>();

        abstract void add(T value);

        @Override
        public Iterator<T> iterator() {
            return new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return next < values.size();
                }

                @Override
                public T next() {
                    return values.get(next++);
                }
            };
        }
    }

    static class Sorted<T extends Comparable<T>> extends Node<T> implements AutoCloseable {
        private final Comparator<? super T> order;

        @SafeVarargs
        Sorted(Comparator<? super T> order, T... values) {
            this.order = Objects.requireNonNull(order);
            for (T value : values) {
                add(value);
            }
        }

        @Override
        synchronized void add(T value) {
            int at = 0;
            while (at < values.size() && order.compare(values.get(at), value) < 0) {
                at++;
            }
            values.add(at, value);
            made++;
        }

        @Override
        public void close() {
            values.clear();
        }
    }

    private static <K, V> Optional<V> find(Map<? super K, ? extends V> map, K key, Function<? super V, ? extends V> change) {
        V value = map.get(key);
        return value == null ? Optional.empty() : Optional.of(change.apply(value));
    }

    private static long parse(String text, int... weights) {
        long sum = 0;
        char[] characters = text.toCharArray();
        for (int i = 0, j = characters.length - 1; i <= j; i++, j--) {
            switch (characters[i]) {
                case '0':
                case '1':
                    sum += weights[i % weights.length] << 2;
                    break;
                default:
                    sum ^= characters[j] >>> 1;
            }
        }
        String kind = switch ((int) (sum % 3)) {
            case 0 -> "none";
            case 1, 2 -> {
                StringBuilder builder = new StringBuilder();
                builder.append(sum).append(':').reverse();
                yield builder.toString();
            }
            default -> throw new IllegalStateException();
        };
        return kind.length() + (long) (sum * 0.5f);
    }

    public static void main(String[] args) throws Exception {
        String text = """
                two
                lines""";
        List<Shape> shapes = new ArrayList<>(List.of(new Circle(2), new Square(3)));
        Map<String, List<Shape>> byName = shapes.stream().filter(shape -> shape.area() > 1)
                .sorted(Comparator.comparingDouble(Shape::area).reversed())
                .collect(Collectors.groupingBy(Shape::describe, TreeMap::new, Collectors.toList()));
        for (Map.Entry<String, List<Shape>> entry : byName.entrySet()) {
            if (entry.getValue().get(0) instanceof Circle circle && circle.radius() > 1) {
                System.out.println(entry.getKey() + " " + circle);
            } else {
                System.out.printf("%s has %d%n", entry.getKey(), entry.getValue().size());
            }
        }
        Deque<Supplier<Integer>> later = new ArrayDeque<>();
        for (Size size : Size.values()) {
            later.push(() -> size.scale(args.length + PRICES.size()));
        }
        ExecutorService executor = Executors.newFixedThreadPool(2);
        try (Sorted<String> names = new Sorted<>(Comparator.naturalOrder(), "b", "a")) {
            Future<Integer> sum = executor.submit(() -> IntStream.range(0, 10).map(i -> i * i).sum());
            int[][] table = new int[3][4];
            table[1][2] += sum.get();
            for (String name : names) {
                table[0][0] = Math.max(table[0][0], name.hashCode());
            }
            System.out.println(Arrays.deepToString(table) + find(PRICES, "apple", price -> price + 1).orElse(0) + parse(text, 1, 2, 3));
        } catch (RuntimeException | ExecutionException e) {
            throw new IllegalStateException("failed", e);
        } finally {
            executor.shutdown();
        }
        do {
            Integer value = later.isEmpty() ? null : later.pop().get();
            made += value != null ? value : 0;
        } while (!later.isEmpty());
        assert made > 0 : "nothing was made";
        System.exit(made > 1 ? 0 : 1);
    }
}

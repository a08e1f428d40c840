import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Generic algorithms with wildcards, bounded and recursive types, a typed heterogeneous container, an event bus. */
public class GenericWildcards {
    static double sum(Collection<? extends Number> numbers) {
        double total = 0;
        for (Number n : numbers) {
            total += n.doubleValue();
        }
        return total;
    }

    static void fill(List<? super Integer> sink, int n) {
        for (int i = 0; i < n; i++) {
            sink.add(i);
        }
    }

    static <T> void swap(List<T> list, int i, int j) {
        T t = list.get(i);
        list.set(i, list.get(j));
        list.set(j, t);
    }

    static void reverse(List<?> list) {
        for (int i = 0, j = list.size() - 1; i < j; i++, j--) {
            swap(list, i, j);
        }
    }

    static <T extends Comparable<? super T>> T max(Collection<? extends T> items) {
        T best = null;
        for (T item : items) {
            if (best == null || item.compareTo(best) > 0) {
                best = item;
            }
        }
        return best;
    }

    static <K, V extends Comparable<? super V>> List<Map.Entry<K, V>> byValue(Map<K, V> map) {
        List<Map.Entry<K, V>> entries = new ArrayList<>(map.entrySet());
        entries.sort(Map.Entry.comparingByValue());
        return entries;
    }

    static <T, R> List<R> map(List<? extends T> list, Function<? super T, ? extends R> f) {
        List<R> result = new ArrayList<>();
        for (T t : list) {
            result.add(f.apply(t));
        }
        return result;
    }

    static <T> List<T> filter(List<? extends T> list, Predicate<? super T> keep) {
        List<T> result = new ArrayList<>();
        for (T t : list) {
            if (keep.test(t)) {
                result.add(t);
            }
        }
        return result;
    }

    static <A> A fold(List<? extends A> list, A zero, BiFunction<? super A, ? super A, ? extends A> f) {
        A acc = zero;
        for (A a : list) {
            acc = f.apply(acc, a);
        }
        return acc;
    }

    static class Favorites {
        private final Map<Class<?>, Object> map = new HashMap<>();

        <T> Favorites put(Class<T> type, T value) {
            map.put(type, type.cast(value));
            return this;
        }

        <T> T get(Class<T> type) {
            return type.cast(map.get(type));
        }
    }

    static class Bus {
        private final Map<String, List<Listener<?>>> listeners = new TreeMap<>();

        interface Listener<E> {
            void on(E event);
        }

        <E> void subscribe(Class<E> type, Listener<? super E> listener) {
            listeners.computeIfAbsent(type.getSimpleName(), k -> new ArrayList<>()).add(listener);
        }

        @SuppressWarnings("unchecked")
        <E> int publish(E event) {
            List<Listener<?>> found = listeners.getOrDefault(event.getClass().getSimpleName(), List.of());
            found.forEach(l -> ((Listener<E>) l).on(event));
            return found.size();
        }
    }

    static class Lazy<T> implements Supplier<T> {
        private Supplier<? extends T> source;
        private T value;

        Lazy(Supplier<? extends T> source) {
            this.source = source;
        }

        @Override
        public T get() {
            if (source != null) {
                value = source.get();
                source = null;
            }
            return value;
        }
    }

    public static void main(String[] args) {
        List<Number> numbers = new ArrayList<>(List.of(1.5, 2L));
        fill(numbers, 4);
        System.out.println(numbers + " " + sum(numbers));
        List<Object> objects = new ArrayList<>(List.of("x"));
        fill(objects, 2);
        reverse(objects);
        System.out.println(objects);
        System.out.println(max(List.of(3, 9, 2)) + " " + max(List.of("b", "c", "a")) + " " + GenericWildcards.<String>max(List.of()));
        System.out.println(byValue(Map.of("a", 3, "b", 1, "c", 2)));
        List<Integer> ints = map(List.of("a", "bb", "ccc"), String::length);
        System.out.println(ints + " " + filter(ints, n -> n % 2 == 1) + " " + fold(ints, 10, Integer::sum));
        Favorites favorites = new Favorites().put(String.class, "java").put(Integer.class, 17);
        System.out.println(favorites.get(String.class).length() + favorites.get(Integer.class) + " " + favorites.get(Double.class));
        Bus bus = new Bus();
        StringBuilder out = new StringBuilder();
        bus.subscribe(String.class, s -> out.append("S").append(s.length()));
        bus.subscribe(String.class, (Object o) -> out.append("O").append(o));
        bus.subscribe(Integer.class, i -> out.append("I").append(i + 1));
        System.out.println(bus.publish("hey") + " " + bus.publish(41) + " " + bus.publish('c') + " " + out);
        int[] calls = {0};
        Lazy<String> lazy = new Lazy<>(() -> "made " + ++calls[0]);
        System.out.println(lazy.get() + " " + lazy.get());
        Comparator<Object> byText = Comparator.comparing(Object::toString);
        List<Integer> sorted = new ArrayList<>(List.of(100, 20, 3));
        sorted.sort(byText);
        System.out.println(sorted + " " + Collections.max(sorted) + " " + Collections.max(sorted, byText));
    }
}

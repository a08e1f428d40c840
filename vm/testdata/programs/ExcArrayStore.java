import java.io.Serializable;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.function.IntFunction;

/** The texts of ArrayStoreException: every kind of array is copied into every other. */
public class ExcArrayStore {
    interface Shape {}

    static class Circle implements Shape {
        public String toString() {
            return "circle";
        }
    }

    static final class Dot extends Circle {}

    enum Color {RED}

    static final Object[] VALUES = {"text", 1, 2L, 3.0, 'c', new Circle(), new Dot(), Color.RED, new int[] {1}, new String[] {"s"}, null};

    /** An array of the class with an element, if one of the values fits. */
    static Object filled(Class<?> component, boolean withNull) {
        Object array = Array.newInstance(component, 3);
        if (!component.isPrimitive()) {
            int at = withNull ? 1 : 0;
            for (Object value : VALUES) {
                if (at < 3 && value != null && component.isInstance(value)) {
                    Array.set(array, at++, value);
                }
            }
        }
        return array;
    }

    static String attempt(Runnable action) {
        try {
            action.run();
            return "done";
        } catch (Throwable thrown) {
            return thrown.toString();
        }
    }

    static String content(Object array) {
        if (!(array instanceof Object[] elements)) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (Object element : elements) {
            text.append(element == null ? '-' : element.getClass().getSimpleName().charAt(0));
        }
        return text.toString();
    }

    static void copies(Object[] sources, Object[] targets) {
        for (Object from : sources) {
            for (Object to : targets) {
                for (int length : new int[] {3, 0, 4, -1}) {
                    String outcome = attempt(() -> System.arraycopy(from, 0, to, 0, length));
                    if (length > 0 || !outcome.equals("done")) {
                        System.out.println(name(from) + " to " + name(to) + ", " + length + ": " + outcome + " " + content(to));
                    }
                    if (to instanceof Object[] elements && elements.length > 0 && from != to) {
                        Arrays.fill(elements, null);
                    }
                }
            }
        }
    }

    static String name(Object o) {
        return o == null ? "null" : o.getClass().getName();
    }

    static final Class<?>[] COMPONENTS = {
        boolean.class, byte.class, char.class, short.class, int.class, long.class, float.class, double.class,
        Object.class, String.class, Integer.class, Number.class, Comparable.class, Serializable.class, Cloneable.class, Runnable.class,
        Shape.class, Circle.class, Dot.class, Color.class, int[].class, String[].class, Object[].class, int[][].class, Shape[].class,
    };

    static void everyPair() {
        List<Object> sources = new ArrayList<>();
        List<Object> targets = new ArrayList<>();
        for (Class<?> component : COMPONENTS) {
            sources.add(filled(component, false));
            sources.add(filled(component, true));
            targets.add(Array.newInstance(component, 3));
        }
        for (Object other : new Object[] {null, "no array", 7, new Object()}) {
            sources.add(other);
            targets.add(other);
        }
        copies(sources.toArray(), targets.toArray());
    }

    @SuppressWarnings("unchecked")
    static void copyOf() {
        Class<?>[] types = {Object[].class, String[].class, Integer[].class, Number[].class, Runnable[].class, Shape[].class, Dot[].class, int[][].class, String[][].class};
        for (Class<?> component : COMPONENTS) {
            if (component.isPrimitive()) {
                continue;
            }
            Object[] from = (Object[]) filled(component, false);
            for (Class<?> type : types) {
                Class<? extends Object[]> target = (Class<? extends Object[]>) type;
                System.out.println("copyOf " + name(from) + " as " + type.getName() + ": " + attempt(() -> Arrays.copyOf(from, 2, target)));
                System.out.println("copyOfRange " + name(from) + " as " + type.getName() + ": " + attempt(() -> Arrays.copyOfRange(from, 0, 5, target)));
            }
        }
    }

    static void toArrays() {
        for (List<?> content : List.of(List.of("a", "b"), List.of(1, 2), List.of(1, "a"), List.of(new Dot()), List.of())) {
            List<Collection<Object>> collections = new ArrayList<>(List.of(
                new ArrayList<>(content), new LinkedList<>(content), new Vector<>(content), new ArrayDeque<>(content), new HashSet<>(),
                new CopyOnWriteArrayList<>(content), new ConcurrentLinkedQueue<>(content), new ArrayBlockingQueue<>(5, false, new ArrayList<Object>(content)),
                new LinkedBlockingDeque<>(content), new ArrayList<Object>(content).subList(0, content.size()), new HashMap<Object, Object>(Collections.singletonMap(1, "v")).keySet(),
                new HashMap<Object, Object>(Collections.singletonMap(1, "v")).values(), Collections.unmodifiableCollection(new ArrayList<Object>(content)),
                Collections.synchronizedList(new ArrayList<Object>(content)), new ConcurrentHashMap<Object, Object>(Collections.singletonMap(1, "v")).values(),
                new LinkedHashMap<Object, Object>(Collections.singletonMap("k", 5)).keySet(), new TreeMap<Object, Object>(Collections.singletonMap("k", 5)).values()));
            collections.add(new ArrayList<Object>(Arrays.asList(content.toArray())));
            if (!content.contains(1) || !content.contains("a")) {
                if (content.isEmpty() || content.get(0) instanceof Comparable) {
                    collections.add(new TreeSet<>(content));
                    collections.add(new PriorityQueue<Object>(content));
                }
            }
            for (Collection<Object> collection : collections) {
                for (Object[] target : new Object[][] {new String[0], new String[5], new Integer[0], new Integer[5], new Runnable[0], new Runnable[5], new Shape[9], new int[3][], new Object[1]}) {
                    System.out.println(collection.getClass().getName() + collection.size() + " toArray " + name(target) + target.length + ": " + attempt(() -> collection.toArray(target)));
                }
            }
            for (IntFunction<Object[]> maker : List.<IntFunction<Object[]>>of(String[]::new, Integer[]::new, Runnable[]::new, Object[]::new)) {
                System.out.println("stream: " + attempt(() -> content.stream().toArray(maker)) + ", " + attempt(() -> content.stream().filter(x -> true).toArray(maker))
                    + ", " + attempt(() -> content.stream().sorted((a, b) -> 0).toArray(maker)) + ", " + attempt(() -> new ArrayList<Object>(content).toArray(maker)));
            }
        }
    }

    static void stores() {
        for (Class<?> component : COMPONENTS) {
            if (component.isPrimitive()) {
                continue;
            }
            Object[] array = (Object[]) Array.newInstance(component, 1);
            for (Object value : VALUES) {
                System.out.println("store " + name(value) + " into " + name(array) + ": " + attempt(() -> array[0] = value));
                System.out.println("fill: " + attempt(() -> Arrays.fill(array, value)) + ", set: " + attempt(() -> Array.set(array, 0, value)));
            }
        }
    }

    public static void main(String[] args) {
        everyPair();
        copyOf();
        toArrays();
        stores();
        // Once more, hot: what is compiled says the same.
        Object[] from = {"a", 1, "b"};
        String[] to = new String[3];
        Integer[] never = new Integer[3];
        String[] strings = {"x", "y", "z"};
        int differences = 0;
        String first = null;
        for (int i = 0; i < 20_000; i++) {
            String text;
            try {
                System.arraycopy(from, 0, to, 0, i % 4 == 0 ? 1 : 3);
                text = null;
            } catch (ArrayStoreException e) {
                text = e.getMessage();
            }
            try {
                System.arraycopy(strings, 0, never, 0, 3);
            } catch (ArrayStoreException e) {
                text += e.getMessage();
            }
            if (i == 1) {
                first = text;
            }
            differences += i % 4 != 0 && !text.equals(first) ? 1 : 0;
        }
        System.out.println(first + ", " + differences);
    }
}

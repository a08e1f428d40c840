import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;

/** Exceptions through library code: comparators, streams, iterators, futures, computeIfAbsent, reflection, initialisers. */
public class ExcPropagation {
    static class Marked extends RuntimeException {
        Marked(String m) {
            super(m);
        }
    }

    interface Action {
        Object run() throws Exception;
    }

    static void show(String name, Action action) {
        try {
            System.out.println(name + " = " + action.run());
        } catch (Throwable t) {
            System.out.println(name + " ! " + t + (t.getCause() == null ? "" : " <- " + t.getCause()));
        }
    }

    static int boom(String why) {
        throw new Marked(why);
    }

    static int depth(int n) {
        if (n == 0) {
            return boom("deep");
        }
        int r = depth(n - 1);
        return r + 1;
    }

    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(5, 3, 1, 4));
        show("sort", () -> {
            list.sort((a, b) -> a == 4 || b == 4 ? boom("compare") : a - b);
            return list;
        });
        Integer[] boxes = {3, 2, 1};
        show("arrays", () -> {
            Arrays.sort(boxes, Comparator.comparing(x -> x == 1 ? boom("key") : x));
            return null;
        });
        show("stream", () -> IntStream.range(0, 10).map(i -> i == 7 ? boom("map " + i) : i).filter(i -> i % 2 == 0).sum());
        show("lazy", () -> IntStream.range(0, 10).map(i -> i == 7 ? boom("map " + i) : i).filter(i -> i == 6).findFirst().getAsInt());
        show("forEach", () -> {
            list.forEach(i -> boom("each " + (i > 0)));
            return null;
        });
        Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
        show("computeIfAbsent", () -> map.computeIfAbsent("b", k -> boom("compute " + k)));
        show("merge", () -> map.merge("a", 1, (x, y) -> boom("merge")));
        System.out.println(map);
        FutureTask<Integer> task = new FutureTask<>(() -> boom("task"));
        task.run();
        show("future", () -> {
            try {
                return task.get();
            } catch (ExecutionException e) {
                throw new Exception("execution", e.getCause());
            }
        });
        CompletableFuture<Integer> failed = CompletableFuture.completedFuture(1).thenApply(x -> boom("stage")).thenApply(x -> x + 1);
        show("completable", failed::join);
        show("handled", () -> failed.handle((v, t) -> t instanceof CompletionException ? t.getCause().getMessage() : v).join());
        show("exceptionally", () -> failed.exceptionally(t -> -1).join());
        show("newInstance", () -> Broken.class.getDeclaredConstructor().newInstance());
        show("invoke", () -> ExcPropagation.class.getDeclaredMethod("boom", String.class).invoke(null, "reflected"));
        show("depth", () -> depth(50));
        show("iterator", () -> {
            Iterable<Integer> bad = () -> {
                throw new Marked("iterator");
            };
            for (int i : bad) {
                System.out.println(i);
            }
            return null;
        });
        show("toString", () -> "" + new Object() {
            @Override
            public String toString() {
                throw new Marked("toString");
            }
        });
        show("hashCode", () -> map.put(null, 1) + new HashMap<Object, String>().put(new Object() {
            @Override
            public int hashCode() {
                throw new Marked("hashCode");
            }
        }, "x"));
        show("contract", () -> {
            Integer[] many = new Integer[64];
            for (int i = 0; i < many.length; i++) {
                many[i] = i * 37 % 64;
            }
            Arrays.sort(many, (a, b) -> 1);
            Arrays.sort(many, (a, b) -> a % 3 == 0 ? 1 : b % 5 == 0 ? 1 : a % 7 == 1 ? -1 : b - a);
            return "sorted somehow";
        });
        show("finally replaces", () -> {
            try {
                throw new Marked("first");
            } finally {
                boom("second");
            }
        });
        show("initCause", () -> {
            throw new Exception("outer").initCause(new Marked("inner")) instanceof Exception e ? e : new Exception();
        });
    }

    static class Broken {
        Broken() {
            boom("constructor");
        }
    }
}

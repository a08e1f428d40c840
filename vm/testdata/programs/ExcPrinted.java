import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Printed stack traces with causes, suppressed and circular ones, through lambdas, constructors, static initialisers, threads, proxies and streams. */
public class ExcPrinted {
    static class Resource implements AutoCloseable {
        final String name;
        final boolean fails;

        Resource(String name, boolean fails) {
            this.name = name;
            this.fails = fails;
            System.out.println("open " + name);
        }

        @Override
        public void close() throws java.io.IOException {
            System.out.println("close " + name);
            if (fails) {
                throw new java.io.IOException("closing " + name);
            }
        }
    }

    static class Custom extends Exception {
        Custom(String message, Throwable cause, boolean suppression, boolean trace) {
            super(message, cause, suppression, trace);
        }

        @Override
        public String getLocalizedMessage() {
            return "localized " + super.getLocalizedMessage();
        }
    }

    static class Init {
        static int value = compute();

        static int compute() {
            return Integer.parseInt("not a number");
        }
    }

    class Inner {
        class Deeper {
            Deeper() {
                int[] a = {};
                System.out.println(a[1]);
            }
        }
    }

    enum Op {
        DIVIDE {
            int apply(int a, int b) {
                return a / b;
            }
        };

        abstract int apply(int a, int b);
    }

    record Range(int low, int high) {
        Range {
            if (low > high) {
                throw new IllegalArgumentException(String.format("(%d,%d)", low, high));
            }
        }
    }

    interface Defaulted {
        default void run() {
            throw new UnsupportedOperationException();
        }
    }

    static void show(String title, Callable<?> action) {
        System.out.println("== " + title);
        try {
            System.out.println("result " + action.call());
        } catch (Throwable e) {
            StringWriter text = new StringWriter();
            e.printStackTrace(new PrintWriter(text, true));
            text.toString().lines().filter(l -> !l.contains("java.base/")).map(l -> l.replaceAll("\\$\\$Lambda.*", "\\$\\$Lambda").replaceAll("\\.\\.\\. \\d+ more", "... more")).forEach(System.out::println);
        }
    }

    static int recursive(int n) {
        try {
            return n == 0 ? 1 / n : recursive(n - 1);
        } catch (ArithmeticException e) {
            throw new IllegalStateException("level " + n, e);
        } catch (IllegalStateException e) {
            throw n % 2 == 0 ? e : new RuntimeException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        show("resources", () -> {
            try (Resource a = new Resource("a", true); Resource b = new Resource("b", true); Resource c = null) {
                throw new Custom("body", null, true, true);
            }
        });
        show("close only", () -> {
            try (Resource a = new Resource("a", true); Resource b = new Resource("b", false)) {
                return a.name + b.name;
            }
        });
        show("no trace", () -> {
            Custom e = new Custom("bare", new Error("cause"), false, false);
            e.addSuppressed(new Error("lost"));
            throw e;
        });
        show("circular", () -> {
            Exception a = new Exception("a"), b = new Exception("b", a);
            a.initCause(b);
            a.addSuppressed(b);
            throw a;
        });
        show("init", () -> Init.value);
        show("init again", () -> Init.value);
        show("inner", () -> new ExcPrinted().new Inner().new Deeper());
        show("enum", () -> Op.DIVIDE.apply(1, 0));
        show("record", () -> new Range(2, 1));
        show("default", () -> {
            new Defaulted() { }.run();
            return 0;
        });
        show("stream", () -> IntStream.range(0, 3).map(i -> 10 / (2 - i)).sum());
        show("mapped", () -> Stream.of("1", "x").map(Integer::valueOf).toList());
        show("recursive", () -> recursive(3));
        show("switch", () -> {
            String s = null;
            switch (s) {
                case "a":
                    return 1;
                default:
                    return 2;
            }
        });
        show("unbox", () -> {
            Map<String, Integer> m = Map.of();
            int v = m.get("x");
            return v;
        });
        show("modified", () -> {
            List<Integer> l = new ArrayList<>(List.of(1, 2, 3));
            for (Iterator<Integer> it = l.iterator(); it.hasNext();) {
                l.remove(it.next());
            }
            return l;
        });
        show("future", () -> CompletableFuture.supplyAsync(() -> {
            throw new IllegalStateException("async");
        }, Runnable::run).thenApply(x -> x).join());
        var pool = Executors.newSingleThreadExecutor();
        try {
            show("executor", () -> pool.submit((Callable<Object>) () -> {
                throw new UncheckedIOException("unchecked", new java.io.IOException("io"));
            }).get());
        } finally {
            pool.shutdown();
        }
        show("reflection", () -> ExcPrinted.class.getDeclaredMethod("recursive", int.class).invoke(null, 0));
        show("set trace", () -> {
            Exception e = new Exception("edited");
            e.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "c", "D.java", 7), new StackTraceElement("a.B", "d", null, -1), new StackTraceElement("a.B", "e", "D.java", -2),
                    new StackTraceElement("loader", "module", "1.2", "a.B", "f", "D.java", 3), new StackTraceElement("app", "m", null, "x.Y", "<init>", null, 0)});
            throw e;
        });
        Supplier<Throwable> refill = () -> new Throwable("made").fillInStackTrace();
        System.out.println(refill.get().getStackTrace()[0].getMethodName());
        Thread t = new Thread(() -> recursive(1), "worker");
        t.setUncaughtExceptionHandler((thread, e) -> System.out.println(thread.getName() + " died of " + e + " caused by " + e.getCause()));
        t.start();
        t.join();
        throw new ExecutionException("at the end", new Custom("root", null, true, true));
    }
}

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** Initialisation order puzzles: constants, circular classes, interfaces with defaults, enums with statics, arrays, subclasses through static fields, exceptions in initialisers, instance blocks. */
public class InitPuzzles {
    static final List<String> LOG = new ArrayList<>();

    static int log(String s) {
        LOG.add(s);
        return LOG.size();
    }

    static void flush(String title) {
        System.out.println(title + ": " + LOG);
        LOG.clear();
    }

    static class Parent {
        static int p = log("Parent");
        static final int CONSTANT = 5;
        static final Integer BOXED = 5;
        static final String TEXT = "te" + "xt";
        static final String COMPUTED = String.valueOf(log("computed"));
        final int field = log("parent field");

        {
            log("parent block");
        }

        Parent() {
            log("Parent()");
            hook();
        }

        void hook() {
            log("parent hook");
        }

        static void touch() {
        }
    }

    static class Child extends Parent {
        static int c = log("Child");
        final int field = log("child field");
        int late = 9;
        final String constant = "const";

        Child() {
            this("delegated");
            log("Child()");
        }

        Child(String s) {
            super();
            log("Child(" + s + ")");
        }

        @Override
        void hook() {
            log("child hook " + field + late + constant);
        }
    }

    static class First {
        static final First INSTANCE = new First();
        static int count = 10;
        static int later;
        int seen;

        First() {
            count++;
            later++;
            seen = count;
        }
    }

    static class Ping {
        static int value = log("Ping starts") * 0 + Pong.value + 1;
    }

    static class Pong {
        static int value = log("Pong starts") * 0 + Ping.value + 1;
    }

    interface Quiet {
        int Q = log("Quiet");
        int CONSTANT = 3;
    }

    interface Loud extends Quiet {
        int L = log("Loud");

        default void m() {
        }
    }

    static class Impl implements Loud {
        static int i = log("Impl");
    }

    enum Color {
        RED, GREEN {
            {
                log("GREEN block " + name().length());
            }
        };

        static List<Color> all = new ArrayList<>();

        static {
            log("Color static");
            for (Color c : values()) {
                all.add(c);
            }
        }

        Color() {
            log("Color()" + ordinal());
        }
    }

    static class Fails {
        static int tries = log("Fails");

        static {
            if (tries > 0) {
                throw new IllegalArgumentException("in static");
            }
        }

        static class Nested {
            static int n = log("Nested");
        }
    }

    static class SubFails extends Fails {
        static int s = log("SubFails");
    }

    class Inner {
        final int outerValue = value;
        final IntSupplier supplier = () -> value + this.outerValue + InitPuzzles.this.value;

        class Core {
            int value = InitPuzzles.this.value + Inner.this.outerValue;
        }
    }

    int value = 4;

    static String attempt(Runnable r) {
        try {
            r.run();
            return "fine";
        } catch (Throwable t) {
            return t.getClass().getSimpleName() + ":" + t.getMessage() + (t.getCause() == null ? "" : " by " + t.getCause());
        }
    }

    static int returns() {
        int x = 1;
        try {
            x = 2;
            return x;
        } finally {
            x = 3;
            log("finally " + x);
        }
    }

    @SuppressWarnings("finally")
    static int swallows() {
        for (int i = 0;; i++) {
            try {
                try {
                    throw new IllegalStateException("lost");
                } finally {
                    if (i < 2) {
                        continue;
                    }
                    return i;
                }
            } finally {
                log("round " + i);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(Child.CONSTANT + Parent.TEXT);
        flush("constants");
        Child[] none = new Child[2];
        Class<?> literal = Child.class;
        flush("array and literal " + none.length + literal.getSimpleName());
        System.out.println(Child.BOXED);
        flush("inherited static");
        Child.touch();
        flush("static method");
        new Child();
        flush("instance");
        System.out.println(First.count + " " + First.later + " " + First.INSTANCE.seen);
        System.out.println(Pong.value + " " + Ping.value);
        flush("circle");
        System.out.println(Impl.CONSTANT);
        flush("interface constant");
        System.out.println(Impl.i > 0);
        flush("class with default interface");
        System.out.println(Impl.Q > 0);
        flush("super interface");
        System.out.println(Color.all + " " + Color.valueOf("RED"));
        flush("enum");
        System.out.println(attempt(() -> System.out.println(SubFails.s)));
        System.out.println(attempt(() -> System.out.println(SubFails.s)));
        System.out.println(attempt(() -> System.out.println(Fails.tries)));
        System.out.println(attempt(() -> System.out.println(Fails.Nested.n > 0)));
        flush("failing");
        System.out.println(attempt(() -> {
            try {
                Class.forName("InitPuzzles$Fails", true, InitPuzzles.class.getClassLoader());
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }));
        System.out.println(Class.forName("InitPuzzles$Fails", false, InitPuzzles.class.getClassLoader()).getDeclaredFields().length);
        InitPuzzles outer = new InitPuzzles();
        Inner inner = outer.new Inner();
        outer.value = 50;
        Inner.Core core = inner.new Core();
        System.out.println(inner.supplier.getAsInt() + " " + core.value);
        System.out.println(attempt(() -> ((InitPuzzles) null).new Inner()));
        System.out.println(returns() + " " + swallows());
        flush("finally");
    }
}

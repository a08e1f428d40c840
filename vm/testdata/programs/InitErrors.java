import java.util.function.Supplier;

/** Failing class initialisers: ExceptionInInitializerError once, then NoClassDefFoundError; errors pass through unwrapped. */
public class InitErrors {
    static class Throws {
        static int value = compute();

        static int compute() {
            throw new IllegalStateException("first");
        }

        static void method() {
        }
    }

    static class ThrowsError {
        static {
            if (true) {
                throw new AssertionError("error itself");
            }
        }

        static int value;
    }

    static class DividesByZero {
        static final int VALUE = 1 / Integer.parseInt("0");
        static final int CONSTANT = 7;
    }

    static class Parent {
        static {
            System.out.println("Parent init");
            Object o = "s";
            Integer i = (Integer) o;
        }
    }

    static class Child extends Parent {
        static {
            System.out.println("Child init never");
        }
    }

    static class Outer {
        static {
            System.out.println("Outer init");
        }

        static Object value = new Throws2();
    }

    static class Throws2 {
        static {
            System.out.println("Throws2 init");
            Object none = null;
            none.hashCode();
        }
    }

    enum Bad {
        ONE, TWO;

        Bad() {
            if (ordinal() == 1) {
                throw new UnsupportedOperationException("enum");
            }
        }
    }

    interface BadInterface {
        int FIELD = Integer.parseInt("bad");
    }

    static void attempt(String name, Supplier<Object> action) {
        try {
            System.out.println(name + " = " + action.get());
        } catch (ExceptionInInitializerError e) {
            System.out.println(name + " EIIE message=" + e.getMessage() + " cause=" + e.getCause() + " exception=" + (e.getException() == e.getCause()));
        } catch (NoClassDefFoundError e) {
            String cause = String.valueOf(e.getCause());
            System.out.println(name + " NCDFE " + e.getMessage() + " cause=" + cause);
        } catch (Throwable t) {
            System.out.println(name + " " + t);
        }
    }

    public static void main(String[] args) {
        attempt("Throws.value", () -> Throws.value);
        attempt("Throws.value again", () -> Throws.value);
        attempt("new Throws", () -> new Throws());
        attempt("Throws.method", () -> {
            Throws.method();
            return null;
        });
        attempt("ThrowsError", () -> ThrowsError.value);
        attempt("ThrowsError again", () -> ThrowsError.value);
        attempt("constant", () -> DividesByZero.CONSTANT);
        attempt("DividesByZero", () -> DividesByZero.VALUE);
        attempt("constant still", () -> DividesByZero.CONSTANT);
        attempt("Child", () -> new Child());
        attempt("Child again", () -> new Child());
        attempt("Parent", () -> new Parent());
        attempt("Outer", () -> Outer.value);
        attempt("Outer again", () -> Outer.value);
        attempt("Bad", () -> Bad.ONE);
        attempt("Bad again", () -> Bad.valueOf("ONE"));
        attempt("BadInterface", () -> BadInterface.FIELD);
        attempt("BadInterface again", () -> BadInterface.FIELD);
        attempt("forName", () -> {
            try {
                return Class.forName("InitErrors$Throws");
            } catch (ClassNotFoundException e) {
                return e;
            }
        });
        attempt("forName without init", () -> {
            try {
                return Class.forName("InitErrors$Throws", false, InitErrors.class.getClassLoader()).getSimpleName();
            } catch (ClassNotFoundException e) {
                return e;
            }
        });
        System.out.println("done");
    }
}

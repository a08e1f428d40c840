/** Many threads end with exceptions of all shapes; main ends with one that the VM throws. */
public class ExcUncaughtMany {
    static class Quiet extends RuntimeException {
        Quiet() {
            super("quiet", null, false, false);
        }
    }

    static class Loop extends RuntimeException {
        private Loop other;

        Loop(String message) {
            super(message);
        }

        static Loop pair() {
            Loop a = new Loop("a"), b = new Loop("b");
            a.initCause(b);
            b.initCause(a);
            return a;
        }

        Loop next() {
            return other;
        }
    }

    static void end(String name, RuntimeException exception) throws InterruptedException {
        Thread t = new Thread(() -> {
            throw exception;
        }, name);
        t.setUncaughtExceptionHandler((thread, thrown) -> System.out.println(thread.getName() + " " + thrown.getClass()));
        t.start();
        t.join();
    }

    static int deep(int n) {
        return deep(n + 1) + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        end("quiet", new Quiet());
        end("loop", Loop.pair());
        end("long", new IllegalStateException("x".repeat(5000)));
        end("wide", new IllegalStateException("\u03b1".repeat(5000)));
        end("caused", new RuntimeException(new java.nio.file.NoSuchFileException("no.txt", null, "gone")));
        try {
            Integer.parseInt("seven");
        } catch (NumberFormatException e) {
            end("number", e);
        }
        Thread deep = new Thread(() -> deep(0), "deep");
        deep.setUncaughtExceptionHandler((thread, thrown) -> System.out.println("deep"));
        deep.start();
        deep.join();
        Loop none = new Loop("none");
        none.next().next();
    }
}

package partNUMBER;

import java.io.*;
import java.util.concurrent.TimeoutException;

/** Exceptions, resources and nested finally blocks. */
public class Failures {
    public static class Failure extends Exception {
        private static final long serialVersionUID = NUMBER;
        final int code;

        public Failure(int code, Throwable cause) {
            super("code " + code, cause);
            this.code = code;
        }
    }

    static final class Resource implements AutoCloseable {
        private final String name;

        Resource(String name) throws IOException {
            if (name == null) {
                throw new FileNotFoundException();
            }
            this.name = name;
        }

        @Override
        public void close() throws TimeoutException {
            if (name.length() > 3) {
                throw new TimeoutException(name);
            }
        }
    }

    public int run(String first, String second) throws Failure {
        try (Resource a = new Resource(first); Resource b = new Resource(second); var writer = new StringWriter()) {
            writer.write(a.name + b.name);
            return writer.toString().length();
        } catch (FileNotFoundException | TimeoutException e) {
            throw new Failure(NUMBER, e);
        } catch (IOException e) {
            return -1;
        } finally {
            System.err.flush();
        }
    }

    int nestedCOPY(int n) { try { try { return NUMBER / n; } finally { n++; } } catch (ArithmeticException e) { return nestedCOPY(n - 1); } finally { synchronized (this) { n += partPREVIOUS.Failures.depth(n); } } } // repeat

    public static int depth(int n) {
        int result = 0;
        for (int i = 0; ; i++) {
            try {
                if (i > n) {
                    break;
                }
                if ((i & 1) == 0) {
                    continue;
                }
                result += i;
            } finally {
                result ^= i;
            }
        }
        assert result >= 0 : "depth " + n;
        return result;
    }

    <X extends Throwable> void sneaky(Throwable t) throws X {
        @SuppressWarnings("unchecked")
        X x = (X) t;
        throw x;
    }
}

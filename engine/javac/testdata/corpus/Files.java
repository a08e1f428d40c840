package corpus;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;

/** try-with-resources in all its forms. */
class Files {
    static class Tracked implements Closeable {
        private final String name;
        private final Closeable next;
        Tracked(String name, Closeable next) { this.name = name; this.next = next; }
        @Override public void close() throws IOException { try { next.close(); } finally { System.out.println("closed " + name); } }
        Tracked with(String suffix) { return new Tracked(name + suffix, this); }
    }

    static String copy(String text) {
        StringWriter out = new StringWriter();
        try (BufferedReader in = new BufferedReader(new StringReader(text)); Writer w = out) {
            String line;
            while ((line = in.readLine()) != null) w.append(line.strip()).append('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        } finally {
            out.flush();
        }
        return out.toString();
    }

    static int existing(Tracked a, Tracked b) throws IOException {
        try (a; b; Tracked c = a.with("c")) {
            return c.name.length();
        }
    }

    static void empty() throws IOException {
        try (Tracked t = new Tracked("t", () -> System.out.println("inner"))) { }
        try (Tracked t = null) { System.out.println(t); }
    }

    static Object throwing(Throwable t) throws Exception {
        try {
            try { throw t instanceof Exception e ? e : new Exception(t); }
            finally { if (t.getCause() != null) System.out.println(t.getCause().getMessage()); }
        } catch (RuntimeException e) {
            return e.fillInStackTrace();
        } catch (final Exception e) {
            e.addSuppressed(t);
            throw e;
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.print(copy(" a \n b "));
        Tracked end = new Tracked("end", new StringWriter());
        System.out.println(existing(end, end.with("b")));
        empty();
        System.out.println(throwing(new IllegalArgumentException("x")));
    }
}

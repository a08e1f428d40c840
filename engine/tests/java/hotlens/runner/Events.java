package hotlens.runner;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;

/**
 * Tells what becomes of the tests, in a file: a line of JSON for each event, written at once, so that whoever reads it knows what
 * was running when a test ended the process. It is not the standard output, which is the tests' own.
 *
 * <p>The events: "plan" with the methods that have tests, as far as they are known; "start" and "end" of a test, or of a class that fails as a whole; "skip"; "done", with the times of the build
 * that have tests of the classes which it tells apart by groups.
 */
final class Events {
    /** The bounds of what is told of an exception. */
    private static final int MAX_FRAMES = 100, MAX_CAUSES = 8, MAX_TEXT = 10_000;

    /** The bound of each text that an assertion has compared, which may differ far behind its beginning. */
    private static final int MAX_COMPARED = 100_000;

    /** How many planned methods are told: the rest counts as unknown. */
    private static final int MAX_PLANNED = 20_000;

    private final FileOutputStream out;
    /** The tests that have started and did not end, by their ids: these are long, so a number stands for each in the file. */
    private final Map<String, Started> started = new HashMap<>();

    private int starts;

    private static final class Started {
        final int number;
        final long at;

        Started(int number, long at) {
            this.number = number;
            this.at = at;
        }
    }

    Events(String file) throws IOException {
        out = new FileOutputStream(file, true);
    }

    /** What is going to run: methods with their classes in front, as in "shop.WordsTest#counts". */
    void plan(Collection<String> methods) {
        StringBuilder line = new StringBuilder("{\"event\":\"plan\",\"methods\":[");
        int told = 0;
        for (String method : new LinkedHashSet<>(methods)) {
            if (told == MAX_PLANNED) {
                break;
            }
            line.append(told++ == 0 ? "" : ",");
            quote(line, method);
        }
        send(line.append(']'));
    }

    /** All tests have run. The times are those of {@link Choice#used}. */
    void done(Collection<Integer> times) {
        send(new StringBuilder("{\"event\":\"done\"").append(times == null ? "" : ",\"times\":" + times));
    }

    /** A test starts, in this thread. */
    void start(Test test) {
        Started begun;
        synchronized (this) {
            Started same = started.get(test.id); // a test that runs twice at the same time counts as one
            begun = new Started(same == null ? ++starts : same.number, System.nanoTime());
            started.put(test.id, begun);
        }
        send(described(event("start", begun), test));
        Boundary.test(test.type, test.method);
    }

    /** A test ends, in the thread in which it started. Thrown is null if it has passed. */
    void end(Test test, String status, Throwable thrown) {
        String limit = Boundary.test(null, null);
        Started begun = ended(test);
        StringBuilder line = of("end", test, begun);
        text(line, "status", limit == null ? status : "unfinished");
        text(line, "reason", limit);
        if (begun != null) {
            line.append(",\"nanos\":").append(System.nanoTime() - begun.at);
        }
        if (thrown != null) {
            expectation(line, thrown);
            line.append(",\"failure\":");
            exception(line, thrown, 0);
        }
        send(line);
    }

    /** A test does not run, or does not go on. */
    void skip(Test test, String reason) {
        Boundary.test(null, null);
        StringBuilder line = of("skip", test, ended(test));
        text(line, "reason", reason);
        send(line);
    }

    /** A class fails as a whole. */
    void failedClass(String type, Throwable thrown) {
        end(new Test(type, type, "", type), "failed", thrown);
    }

    private synchronized Started ended(Test test) {
        return started.remove(test.id);
    }

    /** An event that ends a test: where it has started, its start has said which one it is. */
    private static StringBuilder of(String name, Test test, Started begun) {
        StringBuilder line = event(name, begun);
        return begun == null ? described(line, test) : line;
    }

    private static StringBuilder event(String name, Started begun) {
        StringBuilder line = new StringBuilder("{\"event\":\"").append(name).append('"');
        return begun == null ? line : line.append(",\"id\":").append(begun.number);
    }

    private static StringBuilder described(StringBuilder line, Test test) {
        text(line, "class", test.type);
        text(line, "method", test.method);
        text(line, "declared", Declarations.elsewhere(test.type, test.method));
        text(line, "display", test.display);
        return line;
    }

    private void send(StringBuilder line) {
        byte[] bytes = line.append("}\n").toString().getBytes(StandardCharsets.UTF_8);
        synchronized (this) {
            try {
                out.write(bytes);
            } catch (IOException e) {
                throw new UncheckedIOException("telling what became of the tests", e);
            }
        }
    }

    /** What was expected, and what there was, where the exception knows: opentest4j's and JUnit's do. */
    private static void expectation(StringBuilder line, Throwable thrown) {
        Object expected = ask(thrown, "getExpected");
        Object actual = ask(thrown, "getActual");
        if (expected != null && actual != null) {
            line.append(",\"expected\":");
            quote(line, represented(expected), MAX_COMPARED);
            line.append(",\"actual\":");
            quote(line, represented(actual), MAX_COMPARED);
        }
    }

    private static String represented(Object value) {
        Object text = value.getClass().getName().equals("org.opentest4j.ValueWrapper") ? ask(value, "getStringRepresentation") : value;
        return String.valueOf(text);
    }

    private static Object ask(Object object, String method) {
        try {
            Method found = object.getClass().getMethod(method);
            return found.invoke(object);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null; // it is an exception of another kind
        }
    }

    private static void exception(StringBuilder line, Throwable thrown, int depth) {
        line.append("{\"class\":");
        quote(line, thrown.getClass().getName());
        String message;
        try {
            message = thrown.getMessage();
        } catch (Throwable e) { // it is the test's own method
            message = null;
        }
        text(line, "message", message);
        line.append(",\"frames\":[");
        StackTraceElement[] frames = thrown.getStackTrace();
        int length = Frames.ownLength(frames);
        for (int i = 0, told = 0; i < length; i++) {
            if (length > MAX_FRAMES && i == MAX_FRAMES / 2) {
                i = length - MAX_FRAMES / 2; // of a deep recursion the ends say most
            }
            StackTraceElement frame = frames[i];
            line.append(told++ == 0 ? "" : ",").append("{\"class\":");
            quote(line, frame.getClassName().replace('.', '/'));
            text(line, "method", frame.getMethodName());
            text(line, "file", frame.getFileName());
            line.append(",\"line\":").append(Math.max(frame.getLineNumber(), -1)).append('}');
        }
        line.append(']');
        Throwable cause = thrown.getCause();
        if (cause == null && length == 0 && thrown.getSuppressed().length > 0) {
            cause = thrown.getSuppressed()[0]; // by which Jupiter's @Timeout has interrupted the test
        }
        if (cause != null && cause != thrown && depth < MAX_CAUSES) {
            line.append(",\"cause\":");
            exception(line, cause, depth + 1);
        }
        line.append('}');
    }

    private static void text(StringBuilder line, String key, String value) {
        if (value != null) {
            line.append(",\"").append(key).append("\":");
            quote(line, value);
        }
    }

    private static void quote(StringBuilder line, String text) {
        quote(line, text, MAX_TEXT);
    }

    private static void quote(StringBuilder line, String text, int max) {
        line.append('"');
        for (int i = 0; i < Math.min(text.length(), max); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c >= ' ' && c < 0x7f) {
                line.append(c);
            } else {
                line.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    line.append(Character.forDigit(c >> shift & 0xf, 16));
                }
            }
        }
        line.append('"');
    }
}

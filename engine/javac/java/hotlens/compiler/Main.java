package hotlens.compiler;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The compiler service: reads one JSON request per line from stdin, compiles, and
 * writes one JSON response per line to stdout. It ends when stdin does, at once,
 * also in the middle of a compilation, so that it never outlives its parent.
 */
public final class Main {
    /** Stack of the compiling thread: javac recurses over long expressions. */
    private static final long STACK_BYTES = 64L << 20;

    private Main() {
    }

    public static void main(String[] args) throws Exception {
        PrintStream responses = System.out;
        System.setOut(System.err); // annotation processors may print
        BlockingQueue<String> requests = new LinkedBlockingQueue<>();
        Thread compiling = new Thread(null, () -> serve(requests, responses), "compiler", STACK_BYTES);
        compiling.setDaemon(true);
        compiling.start();

        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            requests.put(line);
        }
        Runtime.getRuntime().halt(0);
    }

    private static void serve(BlockingQueue<String> requests, PrintStream responses) {
        try {
            while (true) {
                responses.println(respond(requests.take()));
                responses.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Never throws: a failure of the compiler itself is a response with an "error". */
    private static String respond(String line) {
        Map<String, Object> response = new LinkedHashMap<>();
        try {
            Map<?, ?> request = (Map<?, ?>) Json.parse(line);
            response.put("id", request.get("id"));
            if (!((List<?>) request.get("files")).isEmpty()) { // else somebody only wants to know when the JVM has started
                response.putAll(Compilation.of(request));
            }
        } catch (IllegalArgumentException e) { // an option that javac does not know
            response.put("error", e.getMessage());
        } catch (Throwable e) {
            String processor = ProcessorFailure.of(e);
            response.put("error", processor != null ? processor : "the Java compiler failed: " + e + place(e));
        }
        return Json.write(response);
    }

    private static String place(Throwable e) {
        StackTraceElement[] trace = e.getStackTrace();
        return trace.length == 0 ? "" : " at " + trace[0];
    }
}

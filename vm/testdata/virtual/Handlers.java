/** Virtual threads that end by exceptions, with handlers that throw themselves: what is told on stderr. */
public class Handlers {
    public static void main(String[] args) throws Exception {
        Thread.UncaughtExceptionHandler fails = (thread, e) -> {
            throw new IllegalStateException("handler of " + thread.getName());
        };
        Runnable ends = () -> {
            throw new IllegalArgumentException("uncaught");
        };
        Thread.ofVirtual().name("virtual").uncaughtExceptionHandler(fails).start(ends).join();
        Thread.ofPlatform().name("platform").uncaughtExceptionHandler(fails).start(ends).join();
        Thread.ofVirtual().name("without").start(ends).join();
    }
}

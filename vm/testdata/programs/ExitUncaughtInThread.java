/** An exception that ends a thread does not change the status; one in a hook does not either; main's own would. */
public class ExitUncaughtInThread {
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            System.out.println("hook throws");
            throw new RuntimeException("from the hook");
        }));
        Thread t = new Thread(() -> {
            throw new Error("thread dies");
        });
        t.start();
        t.join();
        System.out.println(t.getState());
    }
}

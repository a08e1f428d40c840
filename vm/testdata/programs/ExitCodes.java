/** System.exit deep inside nested calls: finally blocks do not run, shutdown hooks do, the status is given. */
public class ExitCodes {
    static void deep(int n) {
        try {
            if (n == 0) {
                System.out.println("exiting");
                System.exit(42);
            }
            deep(n - 1);
        } finally {
            System.out.println("finally never runs");
        }
    }

    public static void main(String[] args) {
        Thread hook = new Thread(() -> System.out.println("hook one"));
        Thread removed = new Thread(() -> System.out.println("removed hook"));
        Runtime.getRuntime().addShutdownHook(hook);
        Runtime.getRuntime().addShutdownHook(removed);
        System.out.println(Runtime.getRuntime().removeShutdownHook(removed));
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Object lock = new Object();
        synchronized (lock) {
            try {
                deep(5);
            } catch (Throwable t) {
                System.out.println("never caught " + t);
            }
        }
        System.out.println("never here");
    }
}

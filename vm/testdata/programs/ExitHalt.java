/** Runtime.halt: neither hooks nor finally blocks run; buffered output that was not flushed is lost. */
public class ExitHalt {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook never runs")));
        java.io.PrintStream buffered = new java.io.PrintStream(new java.io.BufferedOutputStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), 1000), false);
        buffered.print("lost");
        System.out.println("before halt");
        try {
            Runtime.getRuntime().halt(7);
        } finally {
            System.out.println("finally never runs");
        }
    }
}

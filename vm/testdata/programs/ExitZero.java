/** System.exit(0) while a non-daemon thread still runs, from inside a static initialiser, after an exception was caught. */
public class ExitZero {
    static class Quits {
        static final int VALUE;

        static {
            System.out.println("initialiser");
            if (Thread.currentThread().getName().equals("main")) {
                System.exit(0);
            }
            VALUE = 5;
        }
    }

    public static void main(String[] args) {
        Thread busy = new Thread(() -> {
            while (true) {
                Thread.onSpinWait();
            }
        });
        busy.start();
        try {
            throw new IllegalStateException("handled");
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Quits.VALUE);
    }
}

/** The program ends when the last non-daemon thread does: main returns first, a worker prints on, the daemon is cut off. */
public class ExitDaemon {
    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            while (true) {
                Thread.onSpinWait();
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        Thread main = Thread.currentThread();
        new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {
                return;
            }
            System.out.println("main has ended, state " + main.getState());
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
            new Thread(() -> System.out.println("last thread")).start();
        }).start();
        System.out.println("main returns");
    }
}

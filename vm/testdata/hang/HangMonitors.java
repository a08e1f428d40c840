/** Two threads take two monitors in different orders, a daemon waits for a third, and main joins. */
public class HangMonitors {
    static int count;
    static final Object first = new Object(), second = new Object();

    static void both(Object one, Object other) {
        synchronized (one) {
            Thread.yield();
            synchronized (other) {
                count++;
            }
        }
    }

    static synchronized void signal() {
        try {
            HangMonitors.class.wait();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 20_000; i++) { // has it compiled
            both(new Object() { }, String.class);
        }
        Thread daemon = new Thread(HangMonitors::signal, "dae\nmon");
        daemon.setDaemon(true);
        daemon.start();
        Thread a = new Thread(() -> both(first, second), "a"), b = new Thread(() -> both(second, first), "b");
        a.start();
        b.start();
        a.join();
    }
}

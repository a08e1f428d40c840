/** Wants locks that another thread has nearly all the time, in rounds of many lengths: some of them have it take the lock again right before each of its time slices ends. */
public class ThreadStarvation {
    static volatile boolean done;
    static int[] sum = new int[1];

    static void round(Object lock, int length) {
        synchronized (lock) {
            for (int i = 0; i < length; i++) {
                sum[0] += i;
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        for (int length = 60; length < 100; length++) {
            Object lock = new Object();
            int rounds = length;
            done = false;
            Thread other = new Thread(() -> {
                while (!done) {
                    round(lock, rounds);
                }
            });
            other.setDaemon(true);
            other.start();
            Thread.sleep(1);
            for (int i = 0; i < 5; i++) {
                synchronized (lock) {
                    sum[0]++;
                }
            }
            done = true;
            other.join();
        }
        System.out.println("had them all");
    }
}

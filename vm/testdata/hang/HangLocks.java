import java.util.concurrent.locks.ReentrantLock;

/** Three threads in a circle of locks, and twenty that wait for one of them. */
public class HangLocks {
    static final ReentrantLock[] locks = {new ReentrantLock(), new ReentrantLock(), new ReentrantLock()};

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) {
            int one = i;
            new Thread(() -> {
                locks[one].lock();
                Thread.yield();
                locks[(one + 1) % 3].lock();
            }, "circle-" + i).start();
        }
        for (int i = 0; i < 20; i++) {
            new Thread(() -> locks[0].lock(), "other-" + i).start();
        }
    }
}

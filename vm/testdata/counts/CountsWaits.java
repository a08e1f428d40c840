import java.util.concurrent.locks.LockSupport;

/**
 * Waiting by the virtual clock: asleep, for a notification, a permit, a lock, another thread. TestWork checks the
 * nanoseconds behind "// wait", summed over everything below the method.
 */
// expect calls CountsWaits.naps = 3
// expect calls CountsWaits.tries = 1
// wait CountsWaits.naps > java.lang.Thread.sleep = 3 * 50 * 1000 * 1000 on 17
// wait CountsWaits.naps > java.lang.Thread.sleep0 = 3 * 50 * 1000 * 1000 on 21
// wait CountsWaits.naps > java.lang.Thread.sleepNanos0 = 3 * 50 * 1000 * 1000 on 25
// wait CountsWaits.waits > java.lang.Object.wait = 20 * 1000 * 1000 on 17
// wait CountsWaits.waits > java.lang.Object.wait0 = 20 * 1000 * 1000 on 21 25
// wait CountsWaits.parks > jdk.internal.misc.Unsafe.park = 7 * 1000 * 1000
// wait CountsWaits.holds > java.lang.Thread.sleep = 30 * 1000 * 1000 on 17
// wait CountsWaits.holds > java.lang.Thread.sleep0 = 30 * 1000 * 1000 on 21
// wait CountsWaits.holds > java.lang.Thread.sleepNanos0 = 30 * 1000 * 1000 on 25
// wait CountsWaits.computes = 0
public class CountsWaits {
    static final Object LOCK = new Object();

    static void naps() throws Exception {
        Thread.sleep(50);
    }

    static void waits() throws Exception {
        synchronized (LOCK) {
            LOCK.wait(20);
        }
    }

    static void parks() {
        LockSupport.parkNanos(7_000_000);
    }

    static long computes() {
        long sum = 0;
        for (int i = 0; i < 300_000; i++) {
            sum = sum * 31 + i;
        }
        return sum;
    }

    static void holds() {
        synchronized (LOCK) {
            try {
                Thread.sleep(30);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static boolean tries() {
        synchronized (LOCK) {
            return true;
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3; i++) {
            naps();
        }
        waits();
        parks();
        System.out.println(computes());
        Thread holder = new Thread(CountsWaits::holds);
        holder.start();
        Thread.sleep(1); // the other has the lock now
        System.out.println(tries());
        holder.join();
    }
}

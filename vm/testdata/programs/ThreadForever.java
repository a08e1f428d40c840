import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Waits whose end lies beyond what the clock can count: only an interrupt ends them. */
public class ThreadForever {
    interface Wait {
        void run() throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        Object monitor = new Object();
        Thread main = Thread.currentThread();
        interrupted("sleep", () -> Thread.sleep(Long.MAX_VALUE));
        interrupted("sleep with nanos", () -> Thread.sleep(Long.MAX_VALUE - 1, 999_999));
        interrupted("days", () -> TimeUnit.DAYS.sleep(Long.MAX_VALUE));
        interrupted("wait", () -> {
            synchronized (monitor) {
                monitor.wait(Long.MAX_VALUE);
            }
        });
        interrupted("join", () -> main.join(Long.MAX_VALUE));
        interrupted("park", () -> {
            while (!Thread.interrupted()) {
                LockSupport.parkNanos(Long.MAX_VALUE);
            }
            throw new InterruptedException("parked");
        });
        interrupted("park until", () -> {
            while (!Thread.interrupted()) {
                LockSupport.parkUntil(Long.MAX_VALUE);
            }
            throw new InterruptedException("parked");
        });
        interrupted("latch", () -> new CountDownLatch(1).await(Long.MAX_VALUE, TimeUnit.SECONDS));
        interrupted("queue", () -> new LinkedBlockingQueue<String>().poll(Long.MAX_VALUE, TimeUnit.NANOSECONDS));
        interrupted("lock", () -> {
            ReentrantLock lock = new ReentrantLock();
            lock.lock();
            lock.newCondition().await(Long.MAX_VALUE, TimeUnit.DAYS);
        });
    }

    private static void interrupted(String name, Wait wait) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        Thread waiter = new Thread(() -> {
            started.countDown();
            try {
                wait.run();
                System.out.println(name + " ended by itself");
            } catch (Exception e) {
                System.out.println(name + ": " + e);
            }
        });
        waiter.start();
        started.await();
        waiter.join(20);
        System.out.print(waiter.isAlive() ? "waits, " : "does not wait, ");
        waiter.interrupt();
        waiter.join();
    }
}

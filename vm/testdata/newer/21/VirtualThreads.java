import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads (JEP 444): what they say of themselves, and what they do. */
public class VirtualThreads {
    static final ThreadLocal<String> LOCAL = ThreadLocal.withInitial(() -> "initial");
    static int locked, entered;

    public static void main(String[] args) throws Exception {
        Thread named = Thread.ofVirtual().name("named").unstarted(() -> {
            Thread self = Thread.currentThread();
            System.out.println(self.getName() + " " + self.isVirtual() + " " + self.isDaemon() + " " + self.getPriority() + " " + self.getThreadGroup().getName());
            System.out.println(LOCAL.get());
            LOCAL.set("mine");
            System.out.println(LOCAL.get());
        });
        System.out.println(named.getState() + " " + named.isAlive());
        named.start();
        named.join();
        System.out.println(named.getState() + " " + named.isAlive() + " " + LOCAL.get());
        try {
            named.setDaemon(false);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }

        AtomicInteger count = new AtomicInteger();
        ReentrantLock lock = new ReentrantLock();
        Object monitor = new Object();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                int number = i;
                results.add(executor.submit(() -> {
                    Thread.sleep(Duration.ofMillis(number % 5));
                    count.incrementAndGet();
                    lock.lock();
                    try {
                        locked++;
                    } finally {
                        lock.unlock();
                    }
                    synchronized (monitor) {
                        entered++;
                    }
                    if (number == 77) {
                        throw new IllegalStateException("task " + number);
                    }
                    return number;
                }));
            }
            int sum = 0;
            for (Future<Integer> result : results) {
                try {
                    sum += result.get();
                } catch (ExecutionException e) {
                    System.out.println(e.getCause());
                }
            }
            System.out.println(sum + " " + count + " " + locked + " " + entered);
        }

        ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(3);
        Thread producer = Thread.startVirtualThread(() -> {
            try {
                for (int i = 0; i < 20; i++) {
                    queue.put(i);
                }
                queue.put(-1);
            } catch (InterruptedException e) {
                System.out.println("not expected: " + e);
            }
        });
        int taken, total = 0;
        while ((taken = queue.take()) >= 0) {
            total += taken;
        }
        producer.join();
        System.out.println(total);

        CountDownLatch waiting = new CountDownLatch(1);
        Thread sleeper = Thread.startVirtualThread(() -> {
            try {
                waiting.countDown();
                Thread.sleep(100_000);
            } catch (InterruptedException e) {
                System.out.println(e.getClass() + " " + Thread.currentThread().isInterrupted());
            }
        });
        waiting.await();
        System.out.println(Thread.getAllStackTraces().keySet().stream().anyMatch(Thread::isVirtual));
        sleeper.interrupt();
        System.out.println(sleeper.join(Duration.ofSeconds(60)));

        Thread parking = Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                System.out.println("not expected: " + e);
            }
            LockSupport.park();
            System.out.println("sleeping leaves a permit");
            Thread.currentThread().interrupt();
            System.out.println(Thread.interrupted());
            LockSupport.park();
            System.out.println("an interrupt leaves a permit");
        });
        parking.join();

        Thread failing = Thread.ofVirtual().name("failing").uncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + ": " + e)).start(() -> {
            throw new RuntimeException("uncaught");
        });
        failing.join();
        Thread.startVirtualThread(() -> new Exception("where it was made").printStackTrace(System.out)).join();
        Thread platform = Thread.ofPlatform().name("platform-", 7).daemon().start(() -> System.out.println(Thread.currentThread().getName() + Thread.currentThread().isVirtual()));
        platform.join();
    }
}

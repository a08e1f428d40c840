import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

/** As many virtual threads as its argument says, in each of several ways of waiting. What it prints does not depend on their order. */
public class ManyThreads {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Object MONITOR = new Object();
    static int locked, entered, waiting;
    static boolean open;

    interface Task<T> {
        Callable<T> number(int i);
    }

    /** Runs tasks in virtual threads of their own, and tells the sum of what they give, and what they throw. */
    static void run(String what, int threads, Task<Integer> task) throws InterruptedException {
        long sum = 0;
        Map<String, Integer> thrown = new TreeMap<>();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                results.add(executor.submit(task.number(i)));
            }
            for (Future<Integer> result : results) {
                try {
                    sum += result.get();
                } catch (ExecutionException e) {
                    thrown.merge(e.getCause() + " at " + e.getCause().getStackTrace()[0].getMethodName(), 1, Integer::sum);
                }
            }
        }
        System.out.println(what + ": " + sum + " " + thrown);
    }

    /** Waits at the bottom of a deep stack whose frames have values that are needed afterwards. */
    static int deep(int depth, int value, CountDownLatch latch) throws InterruptedException {
        if (depth == 0) {
            latch.await();
            if (value % 5 == 0) {
                throw new IllegalStateException("from below");
            }
            return value % 7;
        }
        long kept = (long) value * depth;
        String text = depth % 10 == 0 ? "frame " + depth : "";
        try {
            int result = deep(depth - 1, value, latch);
            return kept == (long) value * depth && (text.isEmpty() || text.equals("frame " + depth)) ? result : -1_000_000;
        } catch (IllegalStateException e) {
            if (depth == 20 && value % 10 == 0) {
                return 1_000;
            }
            throw e;
        }
    }

    static synchronized int ofClass() {
        if (++entered % 100 == 0) {
            Thread.yield(); // others come to the monitor meanwhile
        }
        return 1;
    }

    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[0]);

        run("sleep", threads, i -> () -> {
            Thread.sleep(1 + i % 10);
            return i % 10;
        });

        run("lock", threads, i -> () -> {
            LOCK.lock();
            try {
                if (++locked % 100 == 0) {
                    Thread.sleep(1);
                }
                return 1;
            } finally {
                LOCK.unlock();
            }
        });
        run("class", threads, i -> ManyThreads::ofClass);
        run("monitor", threads, i -> () -> {
            synchronized (MONITOR) {
                if (++entered % 100 == 0) {
                    Thread.yield();
                }
                if (i % 1000 == 3) {
                    throw new IllegalArgumentException("in the monitor");
                }
                return 1;
            }
        });
        System.out.println(locked + " " + entered);

        int waiters = Math.min(threads, 100); // in JDK 21 each keeps a thread of the pool that executes virtual ones, which has at most 256
        Thread opener = Thread.startVirtualThread(() -> {
            synchronized (MONITOR) {
                while (waiting < waiters) {
                    try {
                        MONITOR.wait(1);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
                open = true;
                MONITOR.notifyAll();
            }
        });
        run("wait", waiters, i -> () -> {
            synchronized (MONITOR) {
                waiting++;
                while (!open) {
                    MONITOR.wait();
                }
                return --waiting >= 0 ? 1 : 0;
            }
        });
        opener.join();

        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(100);
        run("queue", threads / 2 * 2, i -> () -> {
            if (i % 2 == 0) {
                queue.put(i);
                return 0;
            }
            return queue.take() % 10;
        });

        run("throw", threads, i -> () -> {
            Thread.sleep(1);
            if (i % 3 == 0) {
                throw new IllegalStateException("number " + i % 4);
            }
            return 1;
        });

        Thread[] sleepers = new Thread[threads];
        int[] interrupted = new int[1];
        for (int i = 0; i < threads; i++) {
            sleepers[i] = Thread.ofVirtual().unstarted(() -> {
                try {
                    Thread.sleep(1_000_000);
                } catch (InterruptedException e) {
                    synchronized (MONITOR) {
                        interrupted[0]++;
                    }
                }
            });
            sleepers[i].start();
        }
        for (Thread sleeper : sleepers) {
            sleeper.interrupt();
        }
        for (Thread sleeper : sleepers) {
            sleeper.join();
        }
        System.out.println("interrupted: " + interrupted[0]);

        CountDownLatch latch = new CountDownLatch(1);
        Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(1000); // the others are down there
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            System.gc();
            latch.countDown();
        });
        run("deep", threads, i -> () -> deep(50, i, latch));
    }
}

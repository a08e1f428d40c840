package corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Locks, finally in loops with breaks and continues, synchronized blocks. */
class Threads {
    private final Lock lock = new ReentrantLock();
    private final AtomicLong total = new AtomicLong();
    private long guarded;

    long work(int rounds) throws InterruptedException {
        loop:
        for (int i = 0; i < rounds; i++) {
            lock.lock();
            try {
                if (i % 3 == 0) continue;
                if (total.incrementAndGet() > 1_000) break loop;
                synchronized (this) {
                    guarded += Long.numberOfTrailingZeros(i);
                    if (guarded < 0) return total.get();
                }
            } catch (IllegalMonitorStateException | IllegalStateException e) {
                Thread.currentThread().interrupt();
                throw e;
            } finally {
                lock.unlock();
                Thread.yield();
            }
        }
        return total.get();
    }

    static synchronized <T> List<T> all(ExecutorService pool, Iterable<? extends Callable<T>> jobs) throws Exception {
        List<Future<T>> futures = new ArrayList<>();
        for (Callable<T> job : jobs) futures.add(pool.submit(job));
        List<T> results = new ArrayList<>(futures.size());
        try {
            for (Future<T> future : futures) results.add(future.get());
            return results;
        } finally {
            for (Future<T> future : futures) { try { future.cancel(true); } finally { results.size(); } }
            pool.shutdown();
        }
    }

    public static void main(String[] args) throws Exception {
        Threads threads = new Threads();
        List<Callable<Long>> jobs = new ArrayList<>();
        for (int i = 1; i <= 4; i++) { int rounds = i * 10; jobs.add(() -> threads.work(rounds)); }
        System.out.println(all(Executors.newFixedThreadPool(2), jobs));
        Thread t = new Thread("named") { @Override public void run() { System.out.println(getName()); } };
        t.start();
        t.join();
    }
}

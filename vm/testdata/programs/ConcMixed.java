import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Phasers, exchangers, fork/join, completable futures, schedulers, barriers and locks in one program with fixed results. */
public class ConcMixed {
    static void phases() throws Exception {
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        Phaser phaser = new Phaser(1) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                log.add("advance " + phase + " with " + parties);
                return phase >= 2 || parties == 0;
            }
        };
        LongAdder sum = new LongAdder();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            phaser.register();
            int n = i;
            Thread t = new Thread(() -> {
                for (int p = 0; !phaser.isTerminated() && p < 10; p++) {
                    sum.add(n);
                    if (n == 3 && p == 1) {
                        phaser.arriveAndDeregister();
                        return;
                    }
                    phaser.arriveAndAwaitAdvance();
                }
            });
            threads.add(t);
            t.start();
        }
        while (!phaser.isTerminated()) {
            phaser.arriveAndAwaitAdvance();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(log + " " + sum + " " + phaser.getRegisteredParties() + " " + (phaser.getPhase() < 0) + phaser.register());
    }

    static void exchange() throws Exception {
        Exchanger<List<Integer>> exchanger = new Exchanger<>();
        FutureTask<Integer> consumer = new FutureTask<>(() -> {
            List<Integer> list = new ArrayList<>();
            int total = 0;
            for (int i = 0; i < 5; i++) {
                list = exchanger.exchange(list);
                total += list.stream().mapToInt(Integer::intValue).sum();
                list.clear();
            }
            return total;
        });
        Thread t = new Thread(consumer);
        t.start();
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            list.addAll(List.of(i, i * i));
            list = exchanger.exchange(list);
        }
        System.out.println(consumer.get() + " " + list);
        try {
            exchanger.exchange(list, 1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println(e);
        }
    }

    static class MergeSort extends RecursiveAction {
        final int[] a;
        final int from, to;

        MergeSort(int[] a, int from, int to) {
            this.a = a;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 50) {
                Arrays.sort(a, from, to);
                return;
            }
            int mid = (from + to) >>> 1;
            invokeAll(new MergeSort(a, from, mid), new MergeSort(a, mid, to));
            int[] left = Arrays.copyOfRange(a, from, mid);
            for (int i = 0, j = mid, k = from; i < left.length;) {
                a[k++] = j == to || left[i] <= a[j] ? left[i++] : a[j++];
            }
        }
    }

    static class Failing extends RecursiveTask<Integer> {
        final int n;

        Failing(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n == 0) {
                throw new IllegalStateException("leaf");
            }
            Failing f = new Failing(n - 1);
            f.fork();
            return f.join() + 1;
        }
    }

    static void forks() throws Exception {
        int[] a = new java.util.Random(5).ints(3000, 0, 100_000).toArray(), b = a.clone();
        ForkJoinPool pool = new ForkJoinPool(3);
        pool.invoke(new MergeSort(a, 0, a.length));
        Arrays.sort(b);
        System.out.println(Arrays.equals(a, b) + " " + pool.getParallelism() + pool.getAsyncMode());
        try {
            pool.invoke(new Failing(3));
        } catch (IllegalStateException e) {
            Throwable root = e;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            System.out.println(e.getClass().getSimpleName() + " " + root.getMessage());
        }
        System.out.println(pool.submit(() -> IntStream.rangeClosed(1, 1000).parallel().mapToLong(i -> (long) i * i).sum()).get());
        pool.shutdown();
        System.out.println(pool.awaitTermination(5, TimeUnit.SECONDS) + " " + pool.isTerminated());
    }

    static void futures() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> 20, pool), two = CompletableFuture.supplyAsync(() -> 22, pool);
        System.out.println(one.thenCombine(two, Integer::sum).thenApplyAsync(x -> "sum " + x, pool).get());
        CompletableFuture<String> bad = one.thenCompose(x -> CompletableFuture.<String>failedFuture(new IllegalArgumentException("bad " + x)));
        System.out.println(bad.exceptionally(e -> e.getClass().getSimpleName() + "/" + e.getCause()).join() + " " + bad.isCompletedExceptionally());
        System.out.println(bad.handle((v, e) -> v + " " + (e instanceof CompletionException)).join());
        System.out.println(CompletableFuture.anyOf(new CompletableFuture<>(), CompletableFuture.completedFuture("any")).join());
        List<CompletableFuture<Integer>> all = IntStream.range(0, 10).mapToObj(i -> CompletableFuture.supplyAsync(() -> i * i, pool)).toList();
        System.out.println(CompletableFuture.allOf(all.toArray(new CompletableFuture[0])).thenApply(v -> all.stream().map(CompletableFuture::join).collect(Collectors.toList())).get());
        CompletableFuture<String> slow = new CompletableFuture<String>().completeOnTimeout("late", 2, TimeUnit.MILLISECONDS);
        System.out.println(slow.join() + " " + new CompletableFuture<Integer>().orTimeout(2, TimeUnit.MILLISECONDS).handle((v, e) -> e.getClass().getSimpleName()).join());
        CompletableFuture<Integer> cancelled = new CompletableFuture<>();
        System.out.println(cancelled.cancel(true) + " " + cancelled.isCancelled() + cancelled.complete(1) + " " + cancelled.toString().replaceAll(".*\\[", "["));
        for (Callable<?> c : List.<Callable<?>>of(cancelled::get, cancelled::join, bad::get, bad::join, () -> bad.getNow("x"))) {
            try {
                System.out.println(c.call());
            } catch (Exception e) {
                System.out.println(e);
            }
        }
        Map<String, Integer> words = new ConcurrentSkipListMap<>();
        pool.invokeAll(Collections.nCopies(6, () -> {
            for (String w : "to be or not to be".split(" ")) {
                words.merge(w, 1, Integer::sum);
            }
            return null;
        }));
        System.out.println(words + " " + pool.invokeAny(List.of(() -> "first")));
        pool.shutdown();
        try {
            pool.submit(() -> 1);
        } catch (RejectedExecutionException e) {
            System.out.println(e.getMessage().replaceAll("(@|/0x)[0-9a-f]+", "H").replaceAll("Lambda.\\d+", "Lambda").replaceAll("completed tasks = \\d+", "completed").replaceAll("Shutting down, pool size = \\d|Terminated, pool size = \\d", "S").replaceAll("active threads = \\d", "A"));
        }
    }

    static void others() throws Exception {
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        AtomicInteger ticks = new AtomicInteger();
        CountDownLatch three = new CountDownLatch(3);
        ScheduledFuture<?> f = timer.scheduleAtFixedRate(() -> {
            ticks.incrementAndGet();
            three.countDown();
        }, 0, 1, TimeUnit.MILLISECONDS);
        three.await();
        System.out.println(f.cancel(false) + " " + f.isDone() + " " + (ticks.get() >= 3) + " " + timer.schedule(() -> "scheduled", 1, TimeUnit.MILLISECONDS).get() + " " + timer.shutdownNow().size());
        CyclicBarrier barrier = new CyclicBarrier(3, () -> System.out.println("barrier trips"));
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            threads[i] = new Thread(() -> {
                try {
                    barrier.await();
                    barrier.await();
                } catch (InterruptedException | BrokenBarrierException e) {
                    ticks.set(-1);
                }
            });
            threads[i].start();
        }
        barrier.await();
        while (barrier.getNumberWaiting() < 2) {
            Thread.yield();
        }
        barrier.reset();
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(ticks + " " + barrier.isBroken());
        StampedLock stamped = new StampedLock();
        long stamp = stamped.tryOptimisticRead();
        long write = stamped.writeLock();
        System.out.println(stamped.validate(stamp) + " " + stamped.tryReadLock() + " " + stamped.isWriteLocked());
        stamped.unlockWrite(write);
        ReadWriteLock rw = new ReentrantReadWriteLock(true);
        rw.writeLock().lock();
        rw.readLock().lock();
        rw.writeLock().unlock();
        System.out.println(rw.readLock().tryLock() + " " + rw.writeLock().tryLock() + " " + rw.toString().replaceAll(".*\\[", "["));
        Semaphore s = new Semaphore(2);
        System.out.println(s.tryAcquire(3) + " " + s.tryAcquire() + s.availablePermits() + s.drainPermits());
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>(2);
        Thread producer = new Thread(() -> IntStream.range(0, 50).forEach(i -> {
            try {
                queue.put(i);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
        producer.start();
        int sum = 0;
        for (int i = 0; i < 50; i++) {
            sum = sum * 31 + queue.take();
        }
        System.out.println(sum + " " + queue.poll(1, TimeUnit.MILLISECONDS) + new TreeMap<>(Map.of(1, 2)));
    }

    public static void main(String[] args) throws Exception {
        phases();
        exchange();
        forks();
        futures();
        others();
    }
}

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Executors: futures, invokeAll and invokeAny, rejection, cancellation, schedules, fork-join tasks. */
public class ThreadExecutors {
    static class Sum extends RecursiveTask<Long> {
        final int[] data;
        final int from, to;

        Sum(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from < 100) {
                long s = 0;
                for (int i = from; i < to; i++) {
                    s += data[i];
                }
                return s;
            }
            int mid = (from + to) >>> 1;
            Sum left = new Sum(data, from, mid), right = new Sum(data, mid, to);
            left.fork();
            return right.compute() + left.join();
        }
    }

    static class Sort extends RecursiveAction {
        final int[] data;
        final int lo, hi;

        Sort(int[] data, int lo, int hi) {
            this.data = data;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo < 50) {
                java.util.Arrays.sort(data, lo, hi);
                return;
            }
            int mid = (lo + hi) >>> 1;
            invokeAll(new Sort(data, lo, mid), new Sort(data, mid, hi));
            int[] left = java.util.Arrays.copyOfRange(data, lo, mid);
            for (int i = 0, j = mid, k = lo; i < left.length; k++) {
                data[k] = j == hi || left[i] <= data[j] ? left[i++] : data[j++];
            }
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int n = i;
            futures.add(pool.submit(() -> n * n));
        }
        int total = 0;
        for (Future<Integer> f : futures) {
            total += f.get();
        }
        System.out.println(total + " " + futures.get(0).isDone());
        List<Callable<String>> calls = List.of(() -> "a", () -> "b", () -> {
            throw new IllegalStateException("c");
        });
        for (Future<String> f : pool.invokeAll(calls)) {
            try {
                System.out.println(f.get());
            } catch (ExecutionException e) {
                System.out.println(e.getMessage() + " | " + e.getCause().getMessage());
            }
        }
        String any = pool.invokeAny(List.of(() -> "only", () -> "only"));
        System.out.println(any);
        Future<?> run = pool.submit(() -> { });
        System.out.println(run.get() + " " + pool.submit(() -> { }, "result").get());
        CountDownLatch never = new CountDownLatch(1);
        Future<String> stuck = pool.submit(() -> {
            never.await();
            return "never";
        });
        try {
            stuck.get(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timeout " + stuck.isDone());
        }
        System.out.println(stuck.cancel(true) + " " + stuck.isCancelled() + " " + stuck.cancel(true));
        try {
            stuck.get();
        } catch (CancellationException e) {
            System.out.println("cancelled");
        }
        ExecutorCompletionService<Integer> completion = new ExecutorCompletionService<>(pool);
        for (int i = 1; i <= 5; i++) {
            int n = i;
            completion.submit(() -> n);
        }
        int product = 1;
        for (int i = 0; i < 5; i++) {
            product *= completion.take().get();
        }
        System.out.println(product);
        pool.shutdown();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS) + " " + pool.isTerminated());
        try {
            pool.submit(() -> 1);
        } catch (RejectedExecutionException e) {
            System.out.println("rejected");
        }
        CountDownLatch gate = new CountDownLatch(1);
        ThreadPoolExecutor small = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1), r -> new Thread(r, "small"), new ThreadPoolExecutor.CallerRunsPolicy());
        List<String> names = java.util.Collections.synchronizedList(new ArrayList<>());
        small.execute(() -> {
            try {
                gate.await();
            } catch (InterruptedException e) {
                return;
            }
            names.add(Thread.currentThread().getName());
        });
        small.execute(() -> names.add("queued on " + Thread.currentThread().getName()));
        small.execute(() -> names.add("overflow on " + Thread.currentThread().getName()));
        System.out.println(small.getQueue().size() + " " + small.getActiveCount() + " " + names);
        gate.countDown();
        small.shutdown();
        small.awaitTermination(10, TimeUnit.SECONDS);
        System.out.println(names + " " + small.getCompletedTaskCount() + " " + small.getLargestPoolSize());
        ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
        AtomicInteger ticks = new AtomicInteger();
        CountDownLatch three = new CountDownLatch(3);
        ScheduledFuture<?> periodic = scheduler.scheduleAtFixedRate(() -> {
            ticks.incrementAndGet();
            three.countDown();
        }, 1, 1, TimeUnit.MILLISECONDS);
        ScheduledFuture<String> later = scheduler.schedule(() -> "later", 2, TimeUnit.MILLISECONDS);
        three.await();
        periodic.cancel(false);
        System.out.println(later.get() + " " + (ticks.get() >= 3) + " " + periodic.isCancelled());
        scheduler.shutdownNow();
        System.out.println(scheduler.awaitTermination(10, TimeUnit.SECONDS));
        int[] data = new java.util.Random(4).ints(3000, 0, 1000).toArray();
        ForkJoinPool forkJoin = new ForkJoinPool(2);
        System.out.println(forkJoin.invoke(new Sum(data, 0, data.length)) + " " + ForkJoinPool.commonPool().invoke(new Sum(data, 0, 1000)));
        forkJoin.invoke(new Sort(data, 0, data.length));
        System.out.println(java.util.Arrays.hashCode(data) + " " + data[0] + " " + data[2999]);
        forkJoin.shutdown();
        System.out.println(forkJoin.awaitTermination(10, TimeUnit.SECONDS) + " " + Executors.newSingleThreadExecutor().shutdownNow().size());
    }
}

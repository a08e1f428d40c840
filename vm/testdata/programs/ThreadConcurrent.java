import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

/** java.util.concurrent in breadth: fork/join, futures, phasers, exchangers, stamped locks, schedulers, flows, queues. */
public class ThreadConcurrent {
    interface Call { Object run() throws Throwable; }

    static void tell(String name, Call c) {
        try {
            System.out.println((name + " -> " + c.run()).replaceAll("@[0-9a-f]+", "@"));
        } catch (Throwable t) {
            System.out.println((name + ": " + t + (t.getCause() == null ? "" : " caused by " + t.getCause())).replaceAll("@[0-9a-f]+", "@"));
        }
    }

    static class Fib extends RecursiveTask<Integer> {
        final int n;
        Fib(int n) { this.n = n; }
        protected Integer compute() { if (n < 2) return n; Fib f = new Fib(n - 1); f.fork(); return new Fib(n - 2).compute() + f.join(); }
    }
    static class Sum extends CountedCompleter<Long> {
        final int[] a; final int lo, hi; long sum; Sum[] parts;
        Sum(CountedCompleter<?> p, int[] a, int lo, int hi) { super(p); this.a = a; this.lo = lo; this.hi = hi; }
        public void compute() { if (hi - lo > 10) { int mid = (lo + hi) / 2; parts = new Sum[] {new Sum(this, a, lo, mid), new Sum(this, a, mid, hi)}; setPendingCount(2); parts[0].fork(); parts[1].fork(); } else for (int i = lo; i < hi; i++) sum += a[i]; tryComplete(); }
        public void onCompletion(CountedCompleter<?> c) { if (parts != null) sum = parts[0].sum + parts[1].sum; }
        public Long getRawResult() { return sum; }
    }

    public static void main(String[] args) throws Throwable {
        ForkJoinPool pool = new ForkJoinPool(3);
        System.out.println(pool.invoke(new Fib(15)) + " " + pool.invoke(new Sum(null, IntStream.range(0, 1000).toArray(), 0, 1000)) + " " + pool.getParallelism() + ForkJoinPool.commonPool().invoke(new Fib(10)));
        tell("task throws", () -> pool.invoke(new RecursiveAction() { protected void compute() { throw new IllegalStateException("in task"); } }));
        tell("cancelled", () -> { ForkJoinTask<?> t = ForkJoinTask.adapt(() -> { }); t.cancel(true); t.join(); return null; });
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.SECONDS) + " " + pool.isTerminated());
        tell("rejected", () -> pool.submit(() -> 1));

        CompletableFuture<Integer> f = new CompletableFuture<>();
        CompletableFuture<String> chain = f.thenApply(x -> x * 2).thenCombine(CompletableFuture.completedFuture(5), Integer::sum).thenCompose(x -> CompletableFuture.supplyAsync(() -> "got " + x)).whenComplete((v, e) -> System.out.println("when " + v + e));
        f.complete(10);
        System.out.println(chain.get() + " " + f.isDone() + f.complete(3) + f.getNow(0) + chain.join());
        tell("exceptionally", () -> CompletableFuture.supplyAsync(() -> { if (true) throw new IllegalArgumentException("bad"); return 1; }).exceptionally(e -> { System.out.println(e); return -1; }).get());
        tell("get failed", () -> CompletableFuture.failedFuture(new java.io.IOException("io")).get());
        tell("join failed", () -> CompletableFuture.failedFuture(new java.io.IOException("io")).thenApply(x -> x).join());
        tell("handle", () -> CompletableFuture.failedFuture(new Error("e")).handle((v, e) -> v + " " + e).get());
        tell("cancel", () -> { CompletableFuture<Integer> c = new CompletableFuture<>(); CompletableFuture<Integer> d = c.thenApply(x -> x); c.cancel(true); System.out.println(c.isCancelled() + " " + d.isCompletedExceptionally()); return d.get(); });
        tell("timeout", () -> new CompletableFuture<Integer>().orTimeout(1, TimeUnit.MILLISECONDS).get());
        tell("on timeout", () -> new CompletableFuture<Integer>().completeOnTimeout(7, 1, TimeUnit.MILLISECONDS).get());
        tell("get timeout", () -> new CompletableFuture<Integer>().get(1, TimeUnit.MILLISECONDS));
        tell("all", () -> CompletableFuture.allOf(CompletableFuture.completedFuture(1), CompletableFuture.runAsync(() -> { })).get());
        tell("any", () -> CompletableFuture.anyOf(new CompletableFuture<>(), CompletableFuture.completedFuture("any")).get());
        tell("text", () -> f + " " + new CompletableFuture<>() + CompletableFuture.failedFuture(new Error()));
        tell("obtrude", () -> { f.obtrudeValue(99); return f.get(); });

        ExecutorService ex = Executors.newFixedThreadPool(2, r -> new Thread(r, "pooled"));
        System.out.println(ex.invokeAll(List.of(() -> 1, () -> 2, () -> 3)).stream().map(x -> { try { return x.get(); } catch (Exception e) { return -1; } }).toList() + " " + ex.invokeAny(List.of(() -> "only")));
        tell("execution", () -> ex.submit(() -> { throw new Exception("inside"); }).get());
        Future<?> slow = ex.submit(() -> { try { Thread.sleep(1000000); } catch (InterruptedException e) { } });
        tell("get timeout", () -> slow.get(1, TimeUnit.MILLISECONDS));
        System.out.println(slow.cancel(true) + " " + slow.isCancelled());
        tell("cancelled get", slow::get);
        ex.shutdown();
        ex.awaitTermination(5, TimeUnit.SECONDS);
        System.out.println(ex.toString().replaceAll("@[0-9a-f]+", "").replaceAll("pool size = \\d", "pool size") + ex.shutdownNow());
        ThreadPoolExecutor tpe = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), new ThreadPoolExecutor.CallerRunsPolicy()) { protected void terminated() { System.out.println("terminated"); } };
        CountDownLatch gate = new CountDownLatch(1);
        tpe.execute(() -> { try { gate.await(); } catch (InterruptedException e) { } });
        tpe.execute(() -> System.out.println("queued"));
        tpe.execute(() -> System.out.println("by caller " + Thread.currentThread().getName()));
        gate.countDown();
        tpe.shutdown();
        tpe.awaitTermination(5, TimeUnit.SECONDS);
        System.out.println(tpe.getCompletedTaskCount() + " " + tpe.getLargestPoolSize());
        ScheduledExecutorService sched = Executors.newScheduledThreadPool(1);
        StringBuffer order = new StringBuffer();
        ScheduledFuture<?> late = sched.schedule(() -> order.append("b"), 500, TimeUnit.MILLISECONDS);
        sched.schedule(() -> order.append("a"), 1, TimeUnit.MILLISECONDS);
        CountDownLatch ticks = new CountDownLatch(3);
        ScheduledFuture<?> fixed = sched.scheduleAtFixedRate(ticks::countDown, 0, 1, TimeUnit.MILLISECONDS);
        late.get();
        ticks.await();
        fixed.cancel(false);
        System.out.println(order + " " + fixed.isCancelled());
        sched.shutdownNow();

        Phaser phaser = new Phaser(1) { protected boolean onAdvance(int phase, int parties) { System.out.println("phase " + phase + " parties " + parties); return phase >= 2; } };
        for (int i = 0; i < 2; i++) { phaser.register(); new Thread(() -> { while (!phaser.isTerminated()) phaser.arriveAndAwaitAdvance(); }).start(); }
        while (!phaser.isTerminated()) phaser.arriveAndAwaitAdvance();
        System.out.println(phaser.isTerminated() + " " + phaser.getRegisteredParties());
        Exchanger<String> exchanger = new Exchanger<>();
        Thread other = new Thread(() -> { try { System.out.println("thread got " + exchanger.exchange("from thread")); } catch (InterruptedException e) { } });
        other.start();
        String got = exchanger.exchange("from main");
        other.join();
        System.out.println("main got " + got);
        tell("exchange timeout", () -> exchanger.exchange("x", 1, TimeUnit.MILLISECONDS));
        CyclicBarrier barrier = new CyclicBarrier(2, () -> System.out.println("barrier"));
        Thread b = new Thread(() -> { try { barrier.await(); } catch (Exception e) { System.out.println(e); } });
        b.start();
        barrier.await();
        b.join();
        tell("barrier timeout", () -> barrier.await(1, TimeUnit.MILLISECONDS));
        tell("barrier broken", () -> barrier.await());
        StampedLock sl = new StampedLock();
        long stamp = sl.tryOptimisticRead();
        System.out.println(sl.validate(stamp) + " " + sl.isReadLocked());
        long write = sl.writeLock();
        System.out.println(sl.validate(stamp) + " " + sl.tryReadLock() + sl.tryConvertToReadLock(write) % 2 + sl.isWriteLocked() + sl.getReadLockCount());
        tell("stamp", () -> { sl.unlockWrite(5); return null; });
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock(true);
        rw.readLock().lock();
        rw.readLock().lock();
        System.out.println(rw.writeLock().tryLock() + " " + rw.getReadHoldCount() + rw.toString().replaceAll("@[0-9a-f]+", "") + rw.isFair());
        tell("unlock", () -> { new ReentrantLock().unlock(); return null; });
        tell("condition", () -> { ReentrantLock l = new ReentrantLock(); l.newCondition().signal(); return null; });
        Semaphore s = new Semaphore(2, true);
        s.acquire();
        System.out.println(s.tryAcquire(2) + " " + s.drainPermits() + s.availablePermits() + s.toString().replaceAll("@[0-9a-f]+", ""));

        SubmissionPublisher<Integer> pub = new SubmissionPublisher<>();
        CountDownLatch done = new CountDownLatch(1);
        pub.subscribe(new Flow.Subscriber<>() {
            Flow.Subscription sub;
            public void onSubscribe(Flow.Subscription x) { sub = x; x.request(1); }
            public void onNext(Integer i) { System.out.print("next " + i + " "); sub.request(1); }
            public void onError(Throwable t) { System.out.println(t); }
            public void onComplete() { System.out.println("complete"); done.countDown(); }
        });
        for (int i = 0; i < 5; i++) pub.submit(i);
        pub.close();
        done.await();
        tell("closed", () -> pub.submit(1));
        DelayQueue<Delayed> dq = new DelayQueue<>();
        class D implements Delayed { final long at; final String n; D(long ms, String n) { at = System.nanoTime() + ms * 1000000; this.n = n; } public long getDelay(TimeUnit u) { return u.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS); } public int compareTo(Delayed o) { return Long.compare(at, ((D) o).at); } public String toString() { return n; } }
        dq.add(new D(900, "second"));
        dq.add(new D(700, "first"));
        System.out.println(dq.poll() + " " + dq.take() + dq.take());
        LinkedTransferQueue<Integer> tq = new LinkedTransferQueue<>();
        System.out.println(tq.tryTransfer(1) + " " + tq.offer(2) + tq.poll() + new SynchronousQueue<Integer>().offer(1) + new LinkedBlockingDeque<>(List.of(1, 2)).pollLast() + new PriorityBlockingQueue<>(List.of(3, 1)).take());
        tell("full", () -> new ArrayBlockingQueue<>(1, true, List.of(1)).add(2));
        ConcurrentHashMap<String, Integer> chm = new ConcurrentHashMap<>();
        IntStream.range(0, 1000).parallel().forEach(i -> chm.merge("k" + i % 10, 1, Integer::sum));
        System.out.println(new TreeMap<>(chm) + " " + chm.reduceValues(1, Integer::sum) + chm.search(1, (k, v) -> v == 100 ? "found" : null) + chm.mappingCount() + chm.computeIfPresent("k1", (k, v) -> null) + chm.containsKey("k1"));
        tell("recursive", () -> chm.computeIfAbsent("r", k -> chm.computeIfAbsent("r", q -> 1)));
        ConcurrentSkipListMap<Integer, String> sk = new ConcurrentSkipListMap<>(Map.of(1, "a", 5, "b", 9, "c"));
        System.out.println(sk.ceilingEntry(4) + " " + sk.headMap(5, true) + sk.descendingMap() + sk.pollFirstEntry());
        LongAdder adder = new LongAdder();
        LongAccumulator max = new LongAccumulator(Long::max, Long.MIN_VALUE);
        IntStream.range(0, 5000).parallel().forEach(i -> { adder.add(i); max.accumulate(i); });
        System.out.println(adder + " " + max + " " + adder.sumThenReset() + adder.sum() + IntStream.rangeClosed(1, 1000).parallel().mapToObj(Integer::toString).collect(Collectors.joining()).length() + Stream.of(3, 1, 2).parallel().sorted().map(String::valueOf).collect(Collectors.toList()) + IntStream.range(0, 100).parallel().boxed().collect(Collectors.groupingByConcurrent(i -> i % 3, ConcurrentSkipListMap::new, Collectors.counting())));
        AtomicStampedReference<String> asr = new AtomicStampedReference<>("a", 1);
        int[] holder = new int[1];
        System.out.println(asr.compareAndSet("a", "b", 1, 2) + asr.get(holder) + holder[0] + new AtomicMarkableReference<>("m", true).isMarked() + new AtomicIntegerArray(new int[] {1, 2}).getAndUpdate(1, x -> x * 3) + new AtomicReference<>("x").accumulateAndGet("y", String::concat));
        ThreadLocalRandom r = ThreadLocalRandom.current();
        System.out.println(IntStream.range(0, 100).allMatch(i -> r.nextInt(5, 10) >= 5) + " " + TimeUnit.HOURS.toMillis(2) + TimeUnit.of(java.time.temporal.ChronoUnit.DAYS) + TimeUnit.NANOSECONDS.convert(java.time.Duration.ofMillis(3)));
        tell("random bound", () -> r.nextInt(0));
        tell("random seed", () -> { r.setSeed(1); return null; });
        ExecutorCompletionService<Integer> ecs = new ExecutorCompletionService<>(Runnable::run);
        ecs.submit(() -> 4);
        System.out.println(ecs.take().get() + " " + ecs.poll());
    }
}

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;

/** Publishers and subscribers, futures that fail in every way, timers, completion services, phasers and exchangers: orders that are certain. */
public class ThreadFlows {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Throwable e) {
            System.out.println(what + ": " + e + (e.getCause() != null ? " / " + e.getCause() : "") + (e.getSuppressed().length > 0 ? Arrays.toString(e.getSuppressed()) : ""));
        }
    }

    static class Collecting<T> implements Flow.Subscriber<T> {
        final List<String> log = Collections.synchronizedList(new ArrayList<>());
        final CountDownLatch end = new CountDownLatch(1);
        final long batch;
        Flow.Subscription subscription;

        Collecting(long batch) { this.batch = batch; }
        public void onSubscribe(Flow.Subscription s) { subscription = s; log.add("subscribed"); s.request(batch); }
        public void onNext(T t) {
            log.add("" + t);
            if (t.equals("bomb")) throw new IllegalStateException("in onNext");
            if (t.equals("stop")) { subscription.cancel(); end.countDown(); }
            subscription.request(1);
        }
        public void onError(Throwable t) { log.add("error " + t); end.countDown(); }
        public void onComplete() { log.add("complete"); end.countDown(); }
    }

    public static void main(String[] args) throws Exception {
        publishing();
        futures();
        combining();
        completion();
        timers();
        meetings();
        pools();
    }

    static void publishing() throws Exception {
        for (String middle : new String[] {"plain", "bomb", "stop"}) {
            Collecting<String> c = new Collecting<>(1);
            try (SubmissionPublisher<String> p = new SubmissionPublisher<>(Runnable::run, 8)) {
                p.subscribe(c);
                for (String s : List.of("a", middle, "z")) p.submit(s);
                System.out.println(p.getNumberOfSubscribers() + " " + p.getMaxBufferCapacity() + " " + p.hasSubscribers());
            }
            c.end.await();
            System.out.println(c.log);
        }
        SubmissionPublisher<Integer> p = new SubmissionPublisher<>();
        Collecting<Integer> c = new Collecting<>(Long.MAX_VALUE);
        p.subscribe(c);
        p.subscribe(c);
        c.end.await();
        System.out.println(c.log.get(0) + " " + c.log.get(c.log.size() - 1));
        Collecting<Object> negative = new Collecting<>(-1);
        SubmissionPublisher<Object> q = new SubmissionPublisher<>(Runnable::run, 1);
        q.subscribe(negative);
        negative.end.await();
        System.out.println(negative.log);
        q.closeExceptionally(new Exception("why"));
        attempt("closed", () -> q.submit("x"));
        System.out.println(q.isClosed() + " " + q.getClosedException());
        attempt("null", () -> p.submit(null));
        System.out.println(q.consume(x -> { }).handle((v, e) -> "" + e).get());
        p.close();
    }

    static void futures() {
        CompletableFuture<Integer> bad = CompletableFuture.supplyAsync(() -> { throw new IllegalArgumentException("supplied"); });
        attempt("get", bad::get);
        attempt("join", bad::join);
        attempt("then", () -> bad.thenApply(x -> x + 1).join());
        attempt("handle", () -> bad.thenApply(x -> x).handle((v, e) -> v + " " + e).join());
        attempt("exceptionally", () -> bad.exceptionally(e -> { throw new RuntimeException("second"); }).join());
        attempt("compose", () -> bad.exceptionallyCompose(e -> CompletableFuture.completedFuture(7)).join());
        attempt("whenComplete", () -> CompletableFuture.completedFuture(1).whenComplete((v, e) -> { throw new Error("late"); }).join());
        attempt("both fail", () -> bad.whenComplete((v, e) -> { throw new Error("late"); }).join());
        CompletableFuture<String> cancelled = new CompletableFuture<>();
        System.out.println(cancelled.cancel(false) + " " + cancelled.isCompletedExceptionally() + " " + cancelled.complete("x"));
        attempt("cancelled", cancelled::get);
        attempt("cancelled then", () -> cancelled.thenApply(x -> x).get());
        attempt("timeout", () -> new CompletableFuture<>().get(1, TimeUnit.MILLISECONDS));
        attempt("orTimeout", () -> new CompletableFuture<>().orTimeout(1, TimeUnit.MILLISECONDS).join());
        attempt("completeOnTimeout", () -> new CompletableFuture<>().completeOnTimeout("dflt", 1, TimeUnit.MILLISECONDS).join());
        attempt("getNow", () -> new CompletableFuture<>().getNow("absent"));
        CompletableFuture<String> o = CompletableFuture.completedFuture("old");
        o.obtrudeValue("new");
        System.out.println(o.join() + " " + o.toString().replaceAll("@\\w+", "") + bad.toString().replaceAll("@\\w+", "") + new CompletableFuture<>().toString().replaceAll("@\\w+", ""));
        attempt("minimal", () -> ((CompletableFuture<String>) CompletableFuture.completedStage("x")).join());
        attempt("copy", () -> bad.copy().join());
        attempt("failed", () -> CompletableFuture.failedFuture(new java.io.IOException("io")).thenRun(() -> { }).join());
        attempt("null", () -> CompletableFuture.failedFuture(null));
    }

    static void combining() throws Exception {
        CompletableFuture<Integer> a = new CompletableFuture<>(), b = new CompletableFuture<>();
        CompletableFuture<Integer> sum = a.thenCombine(b, Integer::sum);
        CompletableFuture<Object> any = CompletableFuture.anyOf(a, b);
        CompletableFuture<Void> all = CompletableFuture.allOf(a, b);
        List<String> order = new ArrayList<>();
        a.thenAccept(x -> order.add("first")); a.thenAccept(x -> order.add("second")); a.acceptEither(b, x -> order.add("either" + x)); a.runAfterBoth(b, () -> order.add("both"));
        System.out.println(a.getNumberOfDependents() + " " + sum.isDone());
        b.complete(2);
        System.out.println(any.isDone() + " " + all.isDone() + any.join());
        a.complete(40);
        System.out.println(sum.join() + " " + order + all.isDone());
        attempt("allOf", () -> CompletableFuture.allOf(a, CompletableFuture.failedFuture(new Exception("one"))).join());
        attempt("applyToEither", () -> new CompletableFuture<Integer>().applyToEither(a, x -> x * 2).join());
        attempt("thenCompose", () -> a.thenCompose(x -> null).join());
    }

    static void completion() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        ExecutorCompletionService<Integer> s = new ExecutorCompletionService<>(pool);
        for (int i = 0; i < 5; i++) { int n = i; s.submit(() -> n * n); }
        int total = 0;
        for (int i = 0; i < 5; i++) total += s.take().get();
        System.out.println(total + " " + s.poll());
        System.out.println(pool.invokeAll(IntStream.range(0, 4).<Callable<Integer>>mapToObj(i -> () -> i).collect(Collectors.toList())).stream().map(f -> { try { return f.get(); } catch (Exception e) { return -1; } }).collect(Collectors.toList()));
        attempt("invokeAny", () -> pool.invokeAny(List.of(() -> { throw new Exception("none"); })));
        attempt("invokeAny empty", () -> pool.invokeAny(List.of()));
        FutureTask<String> task = new FutureTask<>(() -> "ran");
        task.run();
        System.out.println(task.get() + " " + task.toString().replaceAll("@\\w+", "") + " " + pool.submit(() -> { }, "given").get());
        pool.shutdown();
        attempt("rejected", () -> { try { return pool.submit(() -> 1); } catch (RejectedExecutionException e) { return e.getClass(); } });
        System.out.println(pool.awaitTermination(5, TimeUnit.SECONDS) + " " + pool.isTerminated());
    }

    static void timers() throws Exception {
        Timer t = new Timer("ticks", true);
        CountDownLatch three = new CountDownLatch(3);
        TimerTask tick = new TimerTask() { public void run() { three.countDown(); } };
        t.schedule(tick, 0, 1);
        three.await();
        System.out.println(tick.cancel() + " " + (t.purge() <= 1)); // the timer may have removed it already
        attempt("again", () -> { t.schedule(tick, 1); return null; });
        attempt("negative", () -> { t.schedule(new TimerTask() { public void run() { } }, -1); return null; });
        t.cancel();
        attempt("cancelled", () -> { t.schedule(new TimerTask() { public void run() { } }, 1); return null; });
        ScheduledThreadPoolExecutor s = new ScheduledThreadPoolExecutor(1);
        AtomicInteger n = new AtomicInteger();
        ScheduledFuture<?> f = s.scheduleAtFixedRate(() -> { if (n.incrementAndGet() == 3) throw new IllegalStateException("third"); }, 0, 1, TimeUnit.MILLISECONDS);
        attempt("periodic", f::get);
        System.out.println(n + " " + s.schedule(() -> "later", 1, TimeUnit.MILLISECONDS).get());
        s.shutdownNow();
    }

    static void meetings() throws Exception {
        Phaser p = new Phaser(1) { protected boolean onAdvance(int phase, int parties) { System.out.println("phase " + phase + " " + parties); return phase == 1; } };
        Thread other = new Thread(() -> { p.arriveAndAwaitAdvance(); p.arriveAndDeregister(); });
        p.register();
        other.start();
        p.arriveAndAwaitAdvance(); p.arriveAndAwaitAdvance();
        other.join();
        System.out.println(p.isTerminated() + " " + p.arrive() + " " + p.toString().replaceAll("@\\w+", ""));
        attempt("bad arrival", () -> { try { return new Phaser().arrive(); } catch (IllegalStateException e) { return e.getMessage().replaceAll("@\\w+", ""); } });
        Exchanger<String> x = new Exchanger<>();
        Thread t = new Thread(() -> { try { System.out.println("other got " + x.exchange("from other")); } catch (InterruptedException e) { System.out.println(e); } });
        t.start();
        String got = x.exchange("from main");
        t.join();
        System.out.println("main got " + got);
        CyclicBarrier b = new CyclicBarrier(1, () -> { throw new RuntimeException("action"); });
        attempt("barrier", b::await);
        attempt("broken", b::await);
        Semaphore s = new Semaphore(2, true);
        System.out.println(s.tryAcquire(3) + " " + s.drainPermits() + " " + s.toString().replaceAll("@\\w+", "") + " " + new CountDownLatch(3).toString().replaceAll(".*\\[", "["));
    }

    static void pools() {
        ForkJoinPool f = new ForkJoinPool(2);
        class Sum extends RecursiveTask<Long> {
            final int from, to;
            Sum(int from, int to) { this.from = from; this.to = to; }
            protected Long compute() {
                if (from == 13 && to == 13) throw new ArithmeticException("unlucky");
                if (to - from < 10) return IntStream.rangeClosed(from, to).asLongStream().sum();
                Sum left = new Sum(from, (from + to) / 2), right = new Sum((from + to) / 2 + 1, to);
                left.fork();
                return right.compute() + left.join();
            }
        }
        attempt("sum", () -> f.invoke(new Sum(1, 5000)));
        attempt("unlucky", () -> f.invoke(new Sum(13, 13)));
        attempt("submitted", () -> f.submit(new Sum(13, 13)).get().getClass());
        f.shutdown();
        attempt("shut", () -> { try { return f.submit(() -> 1); } catch (RejectedExecutionException e) { return "rejected"; } });
    }
}

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** CompletableFuture: chains, combination, failure and recovery, timeouts, cancellation, own executors. */
public class ThreadFutures {
    static CompletableFuture<Integer> square(int n) {
        return CompletableFuture.supplyAsync(() -> n * n);
    }

    static <T> void outcome(String name, CompletableFuture<T> f) {
        try {
            System.out.println(name + " = " + f.get(20, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            System.out.println(name + " failed " + e.getCause());
        } catch (java.util.concurrent.CancellationException e) {
            System.out.println(name + " cancelled");
        } catch (Exception e) {
            System.out.println(name + " " + e);
        }
    }

    public static void main(String[] args) throws Exception {
        outcome("apply", square(7).thenApply(x -> x + 1).thenApplyAsync(x -> "r" + x));
        outcome("compose", square(3).thenCompose(ThreadFutures::square).thenCompose(x -> CompletableFuture.completedFuture(x + 0.5)));
        outcome("combine", square(3).thenCombine(square(4), Integer::sum).thenApply(Math::sqrt));
        StringBuffer log = new StringBuffer();
        square(2).thenAccept(x -> log.append("accept").append(x)).thenRun(() -> log.append(" run")).join();
        square(2).thenAcceptBoth(square(5), (a, b) -> log.append(" both").append(a + b)).join();
        System.out.println(log);
        outcome("either", square(6).applyToEither(new CompletableFuture<>(), x -> "first " + x));
        List<CompletableFuture<Integer>> many = IntStream.range(0, 10).mapToObj(ThreadFutures::square).collect(Collectors.toList());
        outcome("allOf", CompletableFuture.allOf(many.toArray(new CompletableFuture[0])).thenApply(v -> many.stream().map(CompletableFuture::join).collect(Collectors.toList())));
        outcome("anyOf", CompletableFuture.anyOf(new CompletableFuture<>(), CompletableFuture.completedFuture("any")));
        CompletableFuture<Integer> failing = CompletableFuture.supplyAsync(() -> {
            if (true) {
                throw new IllegalStateException("supplier");
            }
            return 1;
        });
        outcome("failing", failing);
        outcome("skipped", failing.thenApply(x -> x + 1).thenApply(x -> x * 2));
        outcome("exceptionally", failing.exceptionally(t -> {
            System.out.println(t.getClass().getSimpleName() + " " + (t.getCause() != null));
            return -1;
        }));
        outcome("handle", failing.thenApply(x -> x).handle((v, t) -> v + " " + t.getCause().getMessage()));
        outcome("whenComplete", square(8).whenComplete((v, t) -> log.append(v).append(t)));
        outcome("whenComplete failing", failing.whenComplete((v, t) -> {
            throw new RuntimeException("hidden");
        }));
        outcome("exceptionallyCompose", failing.exceptionallyCompose(t -> square(11)));
        try {
            failing.join();
        } catch (CompletionException e) {
            System.out.println("join " + e.getMessage());
        }
        CompletableFuture<String> manual = new CompletableFuture<>();
        System.out.println(manual.isDone() + " " + manual.getNow("absent") + " " + manual.complete("done") + " " + manual.complete("again") + " " + manual.getNow("absent"));
        manual.obtrudeValue("obtruded");
        outcome("manual", manual);
        CompletableFuture<String> exceptional = new CompletableFuture<>();
        exceptional.completeExceptionally(new java.io.IOException("io"));
        System.out.println(exceptional.isCompletedExceptionally() + " " + exceptional.isDone() + " " + exceptional.isCancelled());
        outcome("exceptional", exceptional);
        CompletableFuture<String> cancelled = new CompletableFuture<>();
        CompletableFuture<String> dependent = cancelled.thenApply(s -> s);
        System.out.println(cancelled.cancel(true) + " " + cancelled.isCancelled() + " " + dependent.isCompletedExceptionally() + " " + dependent.isCancelled());
        outcome("cancelled", cancelled);
        outcome("orTimeout", new CompletableFuture<String>().orTimeout(1, TimeUnit.MILLISECONDS).exceptionally(t -> t instanceof TimeoutException ? "timed out" : "other"));
        outcome("completeOnTimeout", new CompletableFuture<String>().completeOnTimeout("default", 1, TimeUnit.MILLISECONDS));
        outcome("failed", CompletableFuture.failedFuture(new Error("ready made")));
        CompletionStage<Integer> stage = CompletableFuture.completedStage(5);
        outcome("stage", stage.thenApply(x -> x * 2).toCompletableFuture());
        ExecutorService own = Executors.newSingleThreadExecutor(r -> new Thread(r, "own"));
        outcome("own executor", CompletableFuture.supplyAsync(() -> Thread.currentThread().getName(), own).thenApplyAsync(s -> s + "/" + Thread.currentThread().getName(), own));
        own.shutdown();
        CountDownLatch latch = new CountDownLatch(1);
        CompletableFuture<Void> waits = CompletableFuture.runAsync(() -> {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new RuntimeException(e);
            }
        }, r -> new Thread(r).start());
        System.out.println(waits.isDone() + " " + waits.getNumberOfDependents());
        latch.countDown();
        outcome("waits", waits);
        CompletableFuture<Integer> chain = CompletableFuture.completedFuture(0);
        for (int i = 1; i <= 100; i++) {
            int n = i;
            chain = chain.thenApply(x -> x + n);
        }
        outcome("chain", chain);
        outcome("tree", tree(6));
    }

    static CompletableFuture<Integer> tree(int depth) {
        return depth == 0 ? CompletableFuture.completedFuture(1) : tree(depth - 1).thenCombine(tree(depth - 1), Integer::sum);
    }
}

import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;

/** Structured concurrency (JEP 453) and scoped values (JEP 446). */
public class Structured {
    static final ScopedValue<String> S = ScopedValue.newInstance();
    public static void main(String[] a) throws Exception {
        try (var s = new StructuredTaskScope.ShutdownOnFailure()) {
            var x = s.fork(() -> 3);
            var y = s.fork(() -> "q");
            s.join().throwIfFailed();
            System.out.println(x.get() + y.get() + x.state());
        }
        try (var s = new StructuredTaskScope.ShutdownOnSuccess<String>()) {
            s.fork(() -> { Thread.sleep(10000); return "slow"; });
            s.fork(() -> "fast");
            System.out.println(s.join().result());
        }
        try (var s = new StructuredTaskScope.ShutdownOnFailure("nm", Thread.ofVirtual().name("w-", 0).factory())) {
            var f = s.fork(() -> { throw new IllegalStateException("sub"); });
            var z = s.fork(() -> { Thread.sleep(100000); return 1; });
            s.join();
            System.out.println(f.state() + " " + f.exception() + z.state() + s.exception());
            try {
                s.throwIfFailed();
            } catch (ExecutionException e) {
                System.out.println(e);
            }
            try {
                z.get();
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
            System.out.println(s.toString().replaceAll("@[0-9a-f]+", "@"));
        }
        ScopedValue.where(S, "inh").run(() -> { try (var s = new StructuredTaskScope<String>()) { var t = s.fork(() -> S.get() + Thread.currentThread().isVirtual()); s.join(); System.out.println(t.get()); try { ScopedValue.where(S, "other").run(() -> s.fork(() -> "x")); } catch (StructureViolationException e) { System.out.println(e.getMessage()); } s.join(); } catch (InterruptedException e) {} });
        try (var s = new StructuredTaskScope<>()) {
            s.fork(() -> 1);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(ScopedValue.where(S, "c").call(() -> S.get() + 1));
        System.out.println(ScopedValue.where(S, "g").get(() -> S.get()));
        try (var s = new StructuredTaskScope.ShutdownOnFailure()) {
            s.fork(() -> { Thread.sleep(5000); return 1; });
            s.joinUntil(java.time.Instant.now().plusMillis(20));
        } catch (TimeoutException e) {
            System.out.println(e);
        }
    }
}

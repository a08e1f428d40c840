import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.StructuredTaskScope.*;

/** Structured concurrency (JEP 505), primitive patterns (JEP 507), stable values (JEP 502) and PEM (JEP 470). */
void main() throws Exception {
    try (var s = StructuredTaskScope.open()) {
        var x = s.fork(() -> 3);
        var y = s.fork(() -> "q");
        s.join();
        IO.println(x.get() + y.get() + x.state());
    }
    try (var s = StructuredTaskScope.open(Joiner.<String>anySuccessfulResultOrThrow())) {
        s.fork(() -> { Thread.sleep(10000); return "slow"; });
        s.fork(() -> "fast");
        IO.println(s.join());
    }
    try (var s = StructuredTaskScope.open(Joiner.<Integer>allSuccessfulOrThrow(), c -> c.withName("nm").withThreadFactory(Thread.ofVirtual().name("w-", 0).factory()))) {
        s.fork(() -> 1);
        s.fork(() -> 2);
        IO.println(s.join().map(Subtask::get).toList());
        IO.println(s.toString().replaceAll("@[0-9a-f]+", "@"));
    }
    try (var s = StructuredTaskScope.open()) {
        var f = s.fork(() -> { throw new IllegalStateException("sub"); });
        try {
            s.join();
        } catch (FailedException e) {
            IO.println(e + " " + f.state() + f.exception());
            e.printStackTrace(System.out);
        }
    }
    try (var s = StructuredTaskScope.open(Joiner.awaitAll(), c -> c.withTimeout(java.time.Duration.ofMillis(20)))) {
        s.fork(() -> { Thread.sleep(5000); return 1; });
        try {
            s.join();
        } catch (StructuredTaskScope.TimeoutException e) {
            IO.println(e);
        }
    }
    ScopedValue<String> S = ScopedValue.newInstance();
    ScopedValue.where(S, "inh").run(() -> { try (var s = StructuredTaskScope.open()) { var t = s.fork(() -> S.get() + Thread.currentThread().isVirtual()); s.join(); IO.println(t.get()); ScopedValue.where(S, "other").run(() -> { try { s.fork(() -> "x"); } catch (StructureViolationException e) { e.printStackTrace(System.out); } }); } catch (InterruptedException e) {} });
    try (var s = StructuredTaskScope.open()) {
        s.fork(() -> 1);
    } catch (IllegalStateException e) {
        IO.println(e.getMessage());
    }
    Object o = 42;
    IO.println(switch (o) { case int i when i > 10 -> "int " + i; case byte b -> "byte"; default -> "?"; });
    int v = 200;
    if (v instanceof byte b) IO.println("b" + b);
    else IO.println("no byte");
    long big = 1L << 40;
    IO.println(switch (big) { case 1L -> "one"; case int i -> "fits" + i; case long l -> "long " + l; });
    double d = 3.0;
    IO.println(d instanceof int i ? "exact " + i : "inexact");
    IO.println(switch (d > 2) { case true -> "T"; case false -> "F"; });
    IO.println(switch (1.5f) { case 1.5f -> "f"; default -> "g"; });
    StableValue<String> sv = StableValue.of();
    IO.println(sv.orElseSet(() -> "stable") + sv + sv.trySet("x"));
    var sl = StableValue.list(3, i -> i * 10);
    IO.println(sl.get(2) + "" + sl);
    var ssup = StableValue.supplier(() -> { IO.println("once"); return 5; });
    IO.println(ssup.get() + ssup.get());
    IO.println(java.security.PEMEncoder.of().encodeToString(java.security.KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPublic()).length());
}

import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** A bank: accounts with builders and inheritance, an event bus, a state machine, a scheduler, transfers between threads, checked exceptions, CSV and JSON reports. */
public class AppBank {
    static abstract class Account implements Comparable<Account> {
        private static int numbers = 1000;
        protected final int number = ++numbers;
        private final String owner;
        private BigDecimal balance;
        private State state = State.OPEN;
        final ReentrantLock lock = new ReentrantLock();

        Account(Builder<?> b) {
            owner = Objects.requireNonNull(b.owner, "owner");
            balance = b.balance;
        }

        abstract BigDecimal fee(BigDecimal amount);

        BigDecimal limit() {
            return BigDecimal.ZERO;
        }

        void withdraw(BigDecimal amount) throws InsufficientFunds {
            state.check(this);
            BigDecimal all = amount.add(fee(amount)), after = balance.subtract(all);
            if (after.compareTo(limit().negate()) < 0) {
                throw new InsufficientFunds(this, all.subtract(balance));
            }
            balance = after;
        }

        void deposit(BigDecimal amount) {
            if (amount.signum() <= 0) {
                throw new IllegalArgumentException("amount " + amount);
            }
            state.check(this);
            balance = balance.add(amount).setScale(2, RoundingMode.HALF_EVEN);
        }

        @Override
        public int compareTo(Account o) {
            return Integer.compare(number, o.number);
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%s[%d %-6s %,12.2f %s]", getClass().getSimpleName(), number, owner, balance, state);
        }

        static abstract class Builder<B extends Builder<B>> {
            String owner;
            BigDecimal balance = new BigDecimal("0.00");

            abstract B self();

            abstract Account build();

            B owner(String s) {
                owner = s;
                return self();
            }

            B balance(String s) {
                balance = new BigDecimal(s);
                return self();
            }
        }
    }

    static class Checking extends Account {
        final BigDecimal overdraft;

        Checking(Builder b) {
            super(b);
            overdraft = b.overdraft;
        }

        BigDecimal fee(BigDecimal amount) {
            return BigDecimal.ZERO;
        }

        @Override
        BigDecimal limit() {
            return overdraft;
        }

        static class Builder extends Account.Builder<Builder> {
            BigDecimal overdraft = BigDecimal.TEN;

            Builder overdraft(long n) {
                overdraft = BigDecimal.valueOf(n);
                return this;
            }

            Builder self() {
                return this;
            }

            Checking build() {
                return new Checking(this);
            }
        }
    }

    static class Savings extends Account {
        Savings(Builder b) {
            super(b);
        }

        BigDecimal fee(BigDecimal amount) {
            return amount.multiply(new BigDecimal("0.015")).setScale(2, RoundingMode.UP);
        }

        static class Builder extends Account.Builder<Builder> {
            Builder self() {
                return this;
            }

            Savings build() {
                return new Savings(this);
            }
        }
    }

    enum State {
        OPEN, FROZEN {
            @Override
            void check(Account a) {
                throw new IllegalStateException(a.number + " is frozen");
            }
        },
        CLOSED {
            @Override
            State next(String event) {
                throw new UnsupportedOperationException(event);
            }
        };

        void check(Account a) {
        }

        State next(String event) {
            return switch (event) {
                case "freeze" -> FROZEN;
                case "thaw" -> this == FROZEN ? OPEN : this;
                case "close" -> CLOSED;
                default -> throw new IllegalArgumentException(this + " knows no " + event);
            };
        }
    }

    static class InsufficientFunds extends Exception {
        private static final long serialVersionUID = 1;
        final transient Account account;

        InsufficientFunds(Account account, BigDecimal missing) {
            super(String.format("account %d lacks %s", account.number, missing));
            this.account = account;
        }
    }

    sealed interface Event permits Moved, Refused {
    }

    record Moved(int from, int to, BigDecimal amount) implements Event {
    }

    record Refused(int from, Exception why) implements Event {
    }

    static class Bus {
        private final Map<Class<? extends Event>, List<Consumer<? super Event>>> handlers = new LinkedHashMap<>();

        <E extends Event> void on(Class<E> type, Consumer<? super E> handler) {
            handlers.computeIfAbsent(type, k -> new ArrayList<>()).add(e -> handler.accept(type.cast(e)));
        }

        synchronized void publish(Event e) {
            handlers.getOrDefault(e.getClass(), List.of()).forEach(h -> h.accept(e));
        }
    }

    static void transfer(Bus bus, Account from, Account to, BigDecimal amount) {
        Account first = from.compareTo(to) < 0 ? from : to, second = first == from ? to : from;
        first.lock.lock();
        try {
            second.lock.lock();
            try {
                from.withdraw(amount);
                to.deposit(amount);
                bus.publish(new Moved(from.number, to.number, amount));
            } catch (InsufficientFunds | IllegalStateException e) {
                bus.publish(new Refused(from.number, e));
            } finally {
                second.lock.unlock();
            }
        } finally {
            first.lock.unlock();
        }
    }

    record Task(long at, int priority, Runnable body) {
    }

    static String json(Object o) {
        if (o instanceof Map<?, ?> m) {
            StringBuilder b = new StringBuilder("{");
            m.forEach((k, v) -> b.append(b.length() > 1 ? "," : "").append(json(String.valueOf(k))).append(':').append(json(v)));
            return b.append('}').toString();
        } else if (o instanceof Iterable<?> i) {
            StringBuilder b = new StringBuilder("[");
            i.forEach(v -> b.append(b.length() > 1 ? "," : "").append(json(v)));
            return b.append(']').toString();
        } else if (o instanceof CharSequence s) {
            StringBuilder b = new StringBuilder("\"");
            s.chars().forEach(c -> b.append(c == '"' || c == '\\' ? "\\" + (char) c : c < ' ' || c > 126 ? String.format("\\u%04x", c) : String.valueOf((char) c)));
            return b.append('"').toString();
        }
        return String.valueOf(o);
    }

    public static void main(String[] args) throws Exception {
        Bus bus = new Bus();
        int[] moved = new int[2];
        bus.on(Moved.class, m -> moved[0]++);
        bus.on(Refused.class, r -> moved[1]++);
        Account ann = new Checking.Builder().owner("Ann").balance("500").overdraft(100).build(), bob = new Savings.Builder().owner("Bob").balance("1234567.891").build(), cy = new Checking.Builder().owner("Cy\u00e9\t\"").build();
        List<Account> all = List.of(ann, bob, cy);
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Account from = all.get(i), to = all.get((i + 1) % 3);
            futures.add(pool.submit(() -> {
                for (int k = 0; k < 30; k++) {
                    transfer(bus, from, to, BigDecimal.ONE);
                }
            }));
        }
        for (Future<?> f : futures) {
            f.get();
        }
        pool.shutdown();
        System.out.println(moved[0] + moved[1]);
        transfer(bus, ann, bob, new BigDecimal("1e6"));
        StringWriter text = new StringWriter();
        try (PrintWriter out = new PrintWriter(text)) {
            bus.on(Refused.class, r -> out.printf("refused %d: %s%n", r.from(), r.why().getClass().getSimpleName()));
            transfer(bus, cy, ann, new BigDecimal("99.99"));
            bob.state = bob.state.next("freeze");
            transfer(bus, bob, ann, BigDecimal.ONE);
            transfer(bus, ann, bob, BigDecimal.ONE);
        }
        System.out.print(text);
        for (String event : "thaw freeze freeze thaw sing close thaw".split(" ")) {
            try {
                bob.state = bob.state.next(event);
                System.out.println(event + " -> " + bob.state + " " + bob.state.getClass().equals(State.class));
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
        for (Runnable bad : new Runnable[] {() -> new Savings.Builder().build(), () -> ann.deposit(BigDecimal.ZERO), () -> new Savings.Builder().balance("1,5")}) {
            try {
                bad.run();
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
        PriorityQueue<Task> tasks = new PriorityQueue<>(Comparator.comparingLong(Task::at).thenComparing(Task::priority, Comparator.reverseOrder()));
        List<String> order = new ArrayList<>();
        long[] now = {0};
        tasks.add(new Task(5, 1, () -> order.add("low@" + now[0])));
        tasks.add(new Task(5, 9, () -> order.add("high@" + now[0])));
        tasks.add(new Task(1, 0, () -> {
            order.add("spawn@" + now[0]);
            for (int k = 2; k < 8; k += 3) {
                int id = k;
                tasks.add(new Task(now[0] + k, k, () -> order.add("child" + id + "@" + now[0])));
            }
        }));
        while (!tasks.isEmpty()) {
            Task t = tasks.poll();
            now[0] = t.at();
            t.body().run();
        }
        System.out.println(order);
        Map<State, Integer> states = new EnumMap<>(State.class);
        all.forEach(a -> states.merge(a.state, 1, Integer::sum));
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("states", states);
        report.put("owners", all.stream().map(a -> a.owner).toList());
        report.put("nothing", null);
        report.put("nested", Collections.singletonMap("d", List.of(1, 2.5, true)));
        System.out.println(json(report));
        ann.withdraw(new BigDecimal("1000000"));
    }
}

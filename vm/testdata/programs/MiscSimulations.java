import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;

/** Object-oriented simulations: a bank with accounts and failures, an elevator, a job scheduler, an inventory, a cache. */
public class MiscSimulations {
    static class InsufficientFunds extends Exception {
        final long missing;

        InsufficientFunds(long missing) {
            super("missing " + missing);
            this.missing = missing;
        }
    }

    abstract static class Account {
        private static int next = 1000;
        final int number = next++;
        protected long cents;
        final List<String> history = new ArrayList<>();

        void deposit(long amount) {
            if (amount <= 0) {
                throw new IllegalArgumentException("deposit of " + amount);
            }
            cents += amount;
            history.add("+" + amount);
        }

        void withdraw(long amount) throws InsufficientFunds {
            if (amount > available()) {
                throw new InsufficientFunds(amount - available());
            }
            cents -= amount;
            history.add("-" + amount);
        }

        abstract long available();

        void month() {
        }

        @Override
        public String toString() {
            return getClass().getSimpleName() + "#" + number + "[" + cents / 100 + "." + (cents % 100 < 10 ? "0" : "") + Math.abs(cents % 100) + "]";
        }
    }

    static class Savings extends Account {
        @Override
        long available() {
            return cents;
        }

        @Override
        void month() {
            deposit(Math.max(1, cents / 1200));
        }
    }

    static class Checking extends Account {
        final long overdraft;

        Checking(long overdraft) {
            this.overdraft = overdraft;
        }

        @Override
        long available() {
            return cents + overdraft;
        }

        @Override
        void month() {
            if (cents < 0) {
                cents -= 500;
                history.add("fee");
            }
        }
    }

    static void transfer(Account from, Account to, long amount) throws InsufficientFunds {
        from.withdraw(amount);
        boolean done = false;
        try {
            to.deposit(amount);
            done = true;
        } finally {
            if (!done) {
                from.deposit(amount);
            }
        }
    }

    record Job(String name, int priority, int work, int arrives) {}

    static void schedule(List<Job> jobs, int quantum) {
        PriorityQueue<Job> queue = new PriorityQueue<>(Comparator.comparingInt(Job::priority).reversed().thenComparingInt(Job::arrives).thenComparing(Job::name));
        Map<String, Integer> finished = new LinkedHashMap<>();
        StringBuilder trace = new StringBuilder();
        int clock = 0, next = 0;
        while (next < jobs.size() || !queue.isEmpty()) {
            while (next < jobs.size() && jobs.get(next).arrives() <= clock) {
                queue.add(jobs.get(next++));
            }
            if (queue.isEmpty()) {
                clock = jobs.get(next).arrives();
                continue;
            }
            Job j = queue.poll();
            int slice = Math.min(quantum, j.work());
            trace.append(j.name()).append(slice).append(' ');
            clock += slice;
            if (slice == j.work()) {
                finished.put(j.name(), clock);
            } else {
                queue.add(new Job(j.name(), Math.max(0, j.priority() - 1), j.work() - slice, clock));
            }
        }
        System.out.println(trace + " " + finished);
    }

    static class Elevator {
        int floor, travelled;
        boolean up = true;
        final boolean[] requested = new boolean[10];

        void run(int... calls) {
            for (int c : calls) {
                requested[c] = true;
            }
            StringBuilder log = new StringBuilder();
            int open = calls.length;
            while (open > 0) {
                if (requested[floor]) {
                    requested[floor] = false;
                    log.append('[').append(floor).append(']');
                    open = 0;
                    for (boolean r : requested) {
                        open += r ? 1 : 0;
                    }
                    continue;
                }
                boolean ahead = false;
                for (int f = floor; f >= 0 && f < 10; f += up ? 1 : -1) {
                    ahead |= requested[f];
                }
                if (!ahead) {
                    up = !up;
                } else {
                    floor += up ? 1 : -1;
                    travelled++;
                    log.append(floor);
                }
            }
            System.out.println(log + " " + travelled);
        }
    }

    public static void main(String[] args) throws Exception {
        List<Account> bank = List.of(new Savings(), new Checking(10_000), new Checking(0));
        bank.get(0).deposit(50_000);
        Random random = new Random(7);
        Map<String, Integer> failures = new TreeMap<>();
        for (int i = 0; i < 200; i++) {
            Account from = bank.get(random.nextInt(3)), to = bank.get(random.nextInt(3));
            try {
                transfer(from, to, random.nextInt(9_000) - 200);
            } catch (InsufficientFunds e) {
                failures.merge(e.missing > 4000 ? "far too much" : "too much", 1, Integer::sum);
            } catch (IllegalArgumentException e) {
                failures.merge("illegal", 1, Integer::sum);
            }
            if (i % 50 == 49) {
                bank.forEach(Account::month);
                System.out.println(bank + " " + bank.stream().mapToLong(a -> a.cents).sum());
            }
        }
        System.out.println(failures + " " + bank.get(1).history.size() + " " + bank.get(1).history.subList(0, 6));
        schedule(List.of(new Job("a", 3, 7, 0), new Job("b", 5, 4, 1), new Job("c", 1, 2, 2), new Job("d", 5, 3, 4), new Job("e", 9, 1, 30)), 2);
        Elevator elevator = new Elevator();
        elevator.run(5, 2, 9);
        elevator.run(3, 8, 0);
        Map<String, Integer> cache = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Integer> e) {
                return size() > 4;
            }
        };
        int hits = 0;
        for (int i = 0; i < 300; i++) {
            String key = "k" + (int) (Math.abs(random.nextGaussian()) * 3);
            if (cache.get(key) != null) {
                hits++;
            } else {
                cache.put(key, i);
            }
        }
        System.out.println(hits + " " + cache);
    }
}

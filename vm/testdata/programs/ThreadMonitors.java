import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Monitors: synchronized methods and blocks, re-entry, wait and notify, bounded buffers, ping-pong, timed waits. */
public class ThreadMonitors {
    static int unsafeTotal;

    static synchronized void addStatic(int n) {
        unsafeTotal += n;
    }

    static class Account {
        private long balance;

        synchronized void deposit(long n) {
            balance += n;
            if (n > 1) {
                deposit(-1);
                deposit(1);
            }
        }

        synchronized long balance() {
            return balance;
        }
    }

    static class Buffer {
        private final Deque<Integer> items = new ArrayDeque<>();
        private final int capacity;

        Buffer(int capacity) {
            this.capacity = capacity;
        }

        synchronized void put(int n) throws InterruptedException {
            while (items.size() == capacity) {
                wait();
            }
            items.add(n);
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (items.isEmpty()) {
                wait();
            }
            int n = items.remove();
            notifyAll();
            return n;
        }
    }

    static class Turn {
        private int turn;
        final StringBuilder log = new StringBuilder();

        void play(int me, int players, int rounds) {
            for (int r = 0; r < rounds; r++) {
                synchronized (this) {
                    while (turn != me) {
                        try {
                            wait();
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                    log.append((char) ('a' + me));
                    turn = (turn + 1) % players;
                    notifyAll();
                }
            }
        }
    }

    static List<Thread> start(int n, Runnable r) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Thread t = new Thread(r);
            t.start();
            threads.add(t);
        }
        return threads;
    }

    static void join(List<Thread> threads) throws InterruptedException {
        for (Thread t : threads) {
            t.join();
        }
    }

    public static void main(String[] args) throws Exception {
        Account account = new Account();
        join(start(4, () -> {
            for (int i = 0; i < 2000; i++) {
                account.deposit(i % 3);
                addStatic(1);
            }
        }));
        System.out.println(account.balance() + " " + unsafeTotal);
        Buffer buffer = new Buffer(3);
        long[] sums = new long[3];
        List<Thread> consumers = new ArrayList<>();
        for (int c = 0; c < 3; c++) {
            int n = c;
            Thread t = new Thread(() -> {
                try {
                    for (int item = buffer.take(); item >= 0; item = buffer.take()) {
                        sums[n] += item;
                    }
                } catch (InterruptedException e) {
                    System.out.println("never");
                }
            });
            t.start();
            consumers.add(t);
        }
        for (int i = 1; i <= 600; i++) {
            buffer.put(i);
        }
        for (int c = 0; c < 3; c++) {
            buffer.put(-1);
        }
        join(consumers);
        System.out.println(sums[0] + sums[1] + sums[2]);
        Turn turn = new Turn();
        List<Thread> players = new ArrayList<>();
        for (int p = 0; p < 3; p++) {
            int me = p;
            Thread t = new Thread(() -> turn.play(me, 3, 10));
            t.start();
            players.add(t);
        }
        join(players);
        System.out.println(turn.log);
        Object lock = new Object();
        synchronized (lock) {
            long before = System.nanoTime();
            lock.wait(5);
            System.out.println("timed wait came back " + (System.nanoTime() - before >= 4_000_000));
            lock.wait(0, 1);
            lock.notify();
            lock.notifyAll();
        }
        try {
            lock.wait();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        boolean[] ready = new boolean[1];
        int[] woken = new int[1];
        List<Thread> waiters = start(5, () -> {
            synchronized (lock) {
                while (!ready[0]) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
                woken[0]++;
            }
        });
        synchronized (lock) {
            ready[0] = true;
            lock.notifyAll();
        }
        join(waiters);
        System.out.println("woken " + woken[0]);
        Thread blocked = new Thread(() -> {
            synchronized (lock) {
                System.out.println("got the lock at last");
            }
        });
        synchronized (lock) {
            blocked.start();
            while (blocked.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            System.out.println("it was blocked, held " + Thread.holdsLock(lock));
        }
        blocked.join();
        try {
            synchronized (lock) {
                throw new RuntimeException("leaves the block");
            }
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + " " + Thread.holdsLock(lock));
        }
        System.out.println(fork(0));
    }

    static int fork(int depth) throws InterruptedException {
        if (depth == 4) {
            return 1;
        }
        int[] results = new int[2];
        Thread left = new Thread(() -> {
            try {
                results[0] = fork(depth + 1);
            } catch (InterruptedException e) {
                results[0] = -1000;
            }
        });
        left.start();
        results[1] = fork(depth + 1);
        left.join();
        return results[0] + results[1];
    }
}

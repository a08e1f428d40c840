import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** Concurrent collections under several threads, blocking queues, delay queues, Timer. */
public class ThreadCollections {
    record Delay(String name, long at) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed o) {
            return Long.compare(at, ((Delay) o).at);
        }
    }

    static void parallel(int threads, java.util.function.IntConsumer body) throws InterruptedException {
        List<Thread> list = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int n = i;
            Thread t = new Thread(() -> body.accept(n));
            t.start();
            list.add(t);
        }
        for (Thread t : list) {
            t.join();
        }
    }

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        parallel(4, n -> {
            for (int i = 0; i < 500; i++) {
                map.merge("k" + i % 10, 1, Integer::sum);
                map.compute("total", (k, v) -> v == null ? 1 : v + 1);
                map.computeIfAbsent("t" + n, k -> n * 100);
            }
        });
        System.out.println(new TreeMap<>(map) + " " + map.mappingCount());
        System.out.println(map.reduceValues(1, Integer::sum) + " " + map.search(100, (k, v) -> v == 300 ? k : null) + " " + map.putIfAbsent("new", 1) + " " + map.replace("new", 1, 2) + " " + map.remove("new", 5) + " " + map.getOrDefault("zz", -1));
        try {
            map.put("null", null);
        } catch (NullPointerException e) {
            System.out.println("no nulls");
        }
        try {
            map.computeIfAbsent("a", k -> map.computeIfAbsent("a", x -> 1));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Iterator<String> weak = map.keySet().iterator();
        map.clear();
        int left = 0;
        while (weak.hasNext()) {
            weak.next();
            left++;
        }
        System.out.println("the iterator survives clear " + (left >= 1) + " " + map.isEmpty());
        ConcurrentHashMap<Integer, Integer> squares = new ConcurrentHashMap<>();
        parallel(3, n -> {
            for (int i = n; i < 900; i += 3) {
                squares.put(i, i * i);
            }
        });
        long sum = 0;
        for (Map.Entry<Integer, Integer> e : squares.entrySet()) {
            sum += e.getKey() + e.getValue();
        }
        System.out.println(squares.size() + " " + sum + " " + ConcurrentHashMap.newKeySet().add("x"));
        ConcurrentSkipListSet<Integer> skip = new ConcurrentSkipListSet<>();
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        parallel(4, n -> {
            for (int i = 0; i < 200; i++) {
                skip.add(i * 4 + n);
                queue.add(n);
            }
        });
        int previous = -1, ordered = 0;
        for (int i : skip) {
            ordered += i == previous + 1 ? 1 : 0;
            previous = i;
        }
        System.out.println(ordered + " " + queue.size() + " " + queue.stream().mapToInt(i -> i).sum());
        BlockingQueue<Integer> blocking = new ArrayBlockingQueue<>(2);
        BlockingQueue<Integer> results = new LinkedBlockingQueue<>();
        Thread squarer = new Thread(() -> {
            try {
                for (int n = blocking.take(); n >= 0; n = blocking.take()) {
                    results.put(n * n);
                }
            } catch (InterruptedException e) {
                System.out.println("never");
            }
        });
        squarer.start();
        for (int i = 0; i < 20; i++) {
            blocking.put(i);
        }
        blocking.put(-1);
        squarer.join();
        List<Integer> drained = new ArrayList<>();
        System.out.println(results.drainTo(drained) + " " + drained + " " + results.poll(1, TimeUnit.MILLISECONDS) + " " + blocking.remainingCapacity());
        SynchronousQueue<String> hand = new SynchronousQueue<>();
        Thread giver = new Thread(() -> {
            try {
                hand.put("handed over");
            } catch (InterruptedException e) {
                System.out.println("never");
            }
        });
        giver.start();
        System.out.println(hand.take() + " " + hand.offer("nobody") + " " + hand.size());
        giver.join();
        LinkedTransferQueue<Integer> transfer = new LinkedTransferQueue<>();
        System.out.println(transfer.tryTransfer(1) + " " + transfer.offer(2) + " " + transfer.poll());
        DelayQueue<Delay> delays = new DelayQueue<>();
        long now = System.nanoTime();
        delays.add(new Delay("third", now + 3_000_000));
        delays.add(new Delay("first", now + 1_000_000));
        delays.add(new Delay("second", now + 2_000_000));
        System.out.println(delays.take().name() + " " + delays.take().name() + " " + delays.take().name());
        Timer timer = new Timer("timer", true);
        CountDownLatch fired = new CountDownLatch(3);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                fired.countDown();
                if (fired.getCount() == 0) {
                    cancel();
                }
            }
        }, 1, 1);
        fired.await();
        timer.cancel();
        System.out.println("timer fired, purged " + timer.purge());
        try {
            timer.schedule(new TimerTask() {
                @Override
                public void run() {
                }
            }, 1);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}

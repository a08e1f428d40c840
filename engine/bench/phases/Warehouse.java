import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A warehouse: stock, orders, deliveries, an audit trail. */
final class Warehouse {
    public static void main(String[] arguments) throws Exception {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("stock");
            p.end(stock());
            p.start("deliveries");
            p.end(deliveries());
            p.start("picking");
            p.end(picking());
            p.start("packing");
            p.end(packing());
            p.start("auditTrail");
            p.end(auditTrail());
            p.start("loadingDock");
            p.end(loadingDock());
        }
    }

    /** Keeps the stock of many articles, whose numbers have gaps. */
    private static long stock() {
        Random random = new Random(1);
        Map<Long, Integer> stock = new HashMap<>();
        for (int i = 0; i < 150000; i++) {
            stock.put(4_000_000_000L + i * 17L, random.nextInt(50));
        }
        long missing = 0;
        for (int i = 0; i < 300000; i++) {
            long article = 4_000_000_000L + random.nextInt(150000) * 17L;
            Integer left = stock.get(article);
            if (left != null && left > 0) {
                stock.put(article, left - 1);
            } else {
                missing++;
            }
        }
        long total = 0;
        for (Integer left : stock.values()) {
            total += left;
        }
        return total * 3 + missing;
    }

    private record Delivery(String supplier, int amount, double weight, String note) {
        static Delivery parse(String line) {
            String[] cells = line.split(";", -1);
            if (cells.length != 4) {
                throw new IllegalArgumentException(cells.length + " cells");
            }
            return new Delivery(cells[0].trim(), Integer.parseInt(cells[1].trim()), Double.parseDouble(cells[2].replace(',', '.')), cells[3]);
        }
    }

    /** Reads lines of deliveries, of which some are broken. */
    private static long deliveries() {
        Random random = new Random(2);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 12000; i++) {
            String amount = i % 25 == 3 ? "many" : i % 40 == 1 ? "" : " " + random.nextInt(5000);
            lines.add("supplier-" + random.nextInt(90) + ";" + amount + ";" + random.nextInt(300) + "," + random.nextInt(100) + (i % 60 == 7 ? "" : ";fragile"));
        }
        Map<String, Double> weights = new LinkedHashMap<>();
        int errors = 0;
        for (int round = 0; round < 6; round++) {
            for (String line : lines) {
                try {
                    Delivery delivery = Delivery.parse(line);
                    weights.merge(delivery.supplier(), delivery.amount() * delivery.weight(), Double::sum);
                } catch (NumberFormatException e) {
                    errors += e.getMessage().length();
                } catch (IllegalArgumentException e) {
                    errors++;
                }
            }
        }
        double sum = 0;
        for (double weight : weights.values()) {
            sum += weight;
        }
        return (long) sum + errors;
    }

    private record Order(int number, int priority, long due, String customer) {}

    /** Serves orders as they come, the most urgent first. */
    private static long picking() {
        Random random = new Random(3);
        Comparator<Order> urgency = Comparator.comparingInt(Order::priority).reversed().thenComparingLong(Order::due).thenComparing(Order::customer);
        PriorityQueue<Order> open = new PriorityQueue<>(urgency);
        long result = 0;
        for (int i = 0; i < 120000; i++) {
            open.add(new Order(i, random.nextInt(4), i / 50 + random.nextInt(30), "c" + random.nextInt(700)));
            if (i % 3 == 0) {
                result += open.poll().number();
            }
        }
        while (open.size() > 40000) {
            result = result * 3 + open.poll().number();
        }
        return result;
    }

    /** Fills boxes as well as possible, by weight and value. */
    private static long packing() {
        Random random = new Random(4);
        int capacity = 6000;
        long result = 0;
        int[] best = new int[capacity + 1];
        for (int box = 0; box < 24; box++) {
            Arrays.fill(best, -1);
            best[0] = 0;
            for (int item = 0; item < 400; item++) {
                int weight = 20 + random.nextInt(400);
                int value = 5 + random.nextInt(95);
                for (int w = capacity; w >= weight; w--) {
                    if (best[w - weight] >= 0) {
                        best[w] = Math.max(best[w], best[w - weight] + value);
                    }
                }
            }
            int most = 0;
            for (int value : best) {
                most = Math.max(most, value);
            }
            result += most;
        }
        return result;
    }

    /** Chains entries by digests, so that none can be changed later. */
    private static long auditTrail() throws Exception {
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        byte[] last = new byte[32];
        StringBuilder entry = new StringBuilder();
        long result = 0;
        for (int i = 0; i < 120000; i++) {
            entry.setLength(0);
            entry.append("entry ").append(i).append(": worker ").append(i % 37).append(" moved ").append(i * 7 % 100).append(" pieces to rack ").append((char) ('A' + i % 20));
            sha.update(last);
            last = sha.digest(entry.toString().getBytes(StandardCharsets.UTF_8));
            result += last[i & 31];
        }
        return result;
    }

    private static final class Dock {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition free = lock.newCondition();
        private final Condition loaded = lock.newCondition();
        private final int[] pallets = new int[64];
        private int count;
        private int in;
        private int out;

        void put(int pallet) throws InterruptedException {
            lock.lock();
            try {
                while (count == pallets.length) {
                    free.await();
                }
                pallets[in] = pallet;
                in = (in + 1) % pallets.length;
                count++;
                loaded.signal();
            } finally {
                lock.unlock();
            }
        }

        int take() throws InterruptedException {
            lock.lock();
            try {
                while (count == 0) {
                    loaded.await();
                }
                int pallet = pallets[out];
                out = (out + 1) % pallets.length;
                count--;
                free.signal();
                return pallet;
            } finally {
                lock.unlock();
            }
        }

        synchronized int waiting() {
            return count;
        }
    }

    private static long loadingDock() throws Exception {
        Dock dock = new Dock();
        long result = 0;
        for (int truck = 0; truck < 40000; truck++) {
            for (int pallet = 0; pallet < 33; pallet++) {
                dock.put(truck ^ pallet);
            }
            while (dock.waiting() > 0) {
                result += dock.take();
            }
        }
        return result;
    }
}

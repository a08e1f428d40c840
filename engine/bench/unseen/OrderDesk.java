import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** The back office of a small shop: reserve stock, price orders, post and archive them. */
public class OrderDesk {

    /** One article in the store room. */
    static final class Stock {
        private final Lock lock = new ReentrantLock();
        private int onHand;
        private int reserved;

        Stock(int onHand) {
            this.onHand = onHand;
        }

        boolean reserve(int quantity) {
            lock.lock();
            try {
                if (onHand - reserved < quantity) {
                    return false;
                }
                reserved += quantity;
                return true;
            } finally {
                lock.unlock();
            }
        }

        synchronized int ship() {
            lock.lock();
            try {
                int shipped = reserved;
                onHand -= shipped;
                reserved = 0;
                return shipped;
            } finally {
                lock.unlock();
            }
        }

        void restock(int quantity) {
            synchronized (this) {
                onHand += quantity;
            }
        }
    }

    record Posting(int account, int day, long cents) {
    }

    private static final int ARTICLES = 64;

    static long reserved() {
        Stock[] stocks = new Stock[ARTICLES];
        for (int i = 0; i < ARTICLES; i++) {
            stocks[i] = new Stock(50 + i);
        }
        long shipped = 0;
        long refused = 0;
        int seed = 17;
        for (int i = 0; i < 5_000_000; i++) {
            seed = seed * 1103515245 + 12345;
            Stock stock = stocks[(seed >>> 16) % ARTICLES];
            if (!stock.reserve(1 + (seed >>> 28))) {
                refused++;
                int count = stock.ship();
                shipped += count;
                stock.restock(count);
            }
        }
        return shipped * 31 + refused;
    }

    static long priced() {
        BigDecimal vat = new BigDecimal("0.19");
        BigDecimal discount = new BigDecimal("0.975");
        BigDecimal total = BigDecimal.ZERO;
        Random random = new Random(4);
        for (int order = 0; order < 90_000; order++) {
            BigDecimal sum = BigDecimal.ZERO;
            int lines = 1 + random.nextInt(6);
            for (int line = 0; line < lines; line++) {
                BigDecimal price = BigDecimal.valueOf(99 + random.nextInt(100_000), 2);
                BigDecimal quantity = BigDecimal.valueOf(1 + random.nextInt(9));
                sum = sum.add(price.multiply(quantity));
            }
            if (lines > 3) {
                sum = sum.multiply(discount);
            }
            BigDecimal tax = sum.multiply(vat).setScale(2, RoundingMode.HALF_EVEN);
            BigDecimal rate = sum.divide(new BigDecimal("1.0843"), 8, RoundingMode.HALF_UP);
            total = total.add(sum).add(tax).add(rate);
        }
        return total.unscaledValue().hashCode() + total.longValue();
    }

    static long posted() {
        TreeMap<Long, Posting> ledger = new TreeMap<>();
        TreeMap<Integer, Long> balances = new TreeMap<>();
        Random random = new Random(99);
        for (int i = 0; i < 60_000; i++) {
            Posting posting = new Posting(random.nextInt(3000), random.nextInt(365), random.nextInt(100_000) - 40_000);
            long key = ((long) posting.day() << 40) | ((long) posting.account() << 20) | i;
            ledger.put(key, posting);
            balances.merge(posting.account(), posting.cents(), Long::sum);
        }
        long result = 0;
        for (int day = 0; day < 365; day += 7) {
            for (Posting p : ledger.subMap((long) day << 40, (long) (day + 7) << 40).values()) {
                result = result * 7 + p.cents();
            }
        }
        for (int account = 0; account < 4000; account += 3) {
            Map.Entry<Integer, Long> entry = balances.floorEntry(account);
            if (entry != null) {
                result ^= entry.getKey() * entry.getValue();
            }
        }
        return result;
    }

    static long invoiced() {
        StringBuilder out = new StringBuilder();
        long result = 0;
        for (int i = 1; i <= 9_000; i++) {
            out.append(String.format(Locale.ROOT, "%06d  %-20s %8.2f EUR%n", i, "Customer " + i % 977, i * 1.37));
            out.append(String.format(Locale.ROOT, "   VAT %5.1f%% [%x] %,d%n", 19.0, i * 2654435761L, i * 1000L));
            if (out.length() > 10_000) {
                result = result * 31 + out.toString().hashCode();
                out.setLength(0);
            }
        }
        return result + out.length();
    }

    static long audited() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] previous = new byte[32];
            byte[] block = "order:0000000;customer:none;state:OPEN;".repeat(12).getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 45_000; i++) {
                block[7] = (byte) ('0' + i % 10);
                block[8] = (byte) ('0' + i / 10 % 10);
                digest.update(previous);
                digest.update(block);
                previous = digest.digest();
            }
            long result = 0;
            for (byte b : previous) {
                result = result * 257 + b;
            }
            return result;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static long archived() {
        List<String> lines = new ArrayList<>();
        Random random = new Random(7);
        String[] states = {"OPEN", "PAID", "SENT", "RETURNED"};
        for (int i = 0; i < 20_000; i++) {
            lines.add(i + ";" + random.nextInt(5000) + ";" + states[random.nextInt(4)] + ";" + random.nextInt(100_000));
        }
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
                for (String line : lines) {
                    zip.write(line.getBytes(StandardCharsets.UTF_8));
                    zip.write('\n');
                }
            }
            long sum = bytes.size();
            try (GZIPInputStream zip = new GZIPInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                byte[] buffer = new byte[2048];
                for (int n = zip.read(buffer); n >= 0; n = zip.read(buffer)) {
                    for (int i = 0; i < n; i++) {
                        sum = sum * 3 + buffer[i];
                    }
                }
            }
            return sum;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("reserved");
            p.end(reserved());
            p.start("priced");
            p.end(priced());
            p.start("posted");
            p.end(posted());
            p.start("invoiced");
            p.end(invoiced());
            p.start("audited");
            p.end(audited());
            p.start("archived");
            p.end(archived());
        }
    }
}

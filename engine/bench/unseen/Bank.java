import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/** Unseen phases: interest, statements, dates, locks, failures, keys. */
final class Bank {
    private record Booking(String account, LocalDate day, BigDecimal amount) {}

    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("interest");
            p.end(interest());
            p.start("statements");
            p.end(statements());
            p.start("terms");
            p.end(terms());
            p.start("transfers");
            p.end(transfers());
            p.start("refusals");
            p.end(refusals());
            p.start("keys");
            p.end(keys());
        }
    }

    private static long interest() {
        BigDecimal balance = new BigDecimal("1000.00");
        BigDecimal rate = new BigDecimal("0.0003");
        for (int i = 0; i < 300000; i++) {
            balance = balance.add(balance.multiply(rate).setScale(2, RoundingMode.HALF_UP));
            if (balance.compareTo(new BigDecimal("9999999")) > 0) {
                balance = new BigDecimal("1000.00");
            }
        }
        return balance.unscaledValue().longValue();
    }

    private static long statements() {
        List<Booking> bookings = new ArrayList<>();
        LocalDate start = LocalDate.of(2023, 1, 1);
        for (int i = 0; i < 20000; i++) {
            bookings.add(new Booking("acc" + i % 50, start.plusDays(i % 365), BigDecimal.valueOf(i % 1000, 2)));
        }
        long total = 0;
        for (int round = 0; round < 12; round++) {
            Map<String, BigDecimal> sums = bookings.stream().collect(
                    Collectors.groupingBy(Booking::account, Collectors.mapping(Booking::amount, Collectors.reducing(BigDecimal.ZERO, BigDecimal::add))));
            for (Map.Entry<String, BigDecimal> sum : sums.entrySet()) {
                total += String.format("%-10s %12.2f EUR", sum.getKey(), sum.getValue()).length();
            }
        }
        return total;
    }

    private static long terms() {
        DateTimeFormatter format = DateTimeFormatter.ofPattern("dd.MM.yyyy");
        long total = 0;
        LocalDate day = LocalDate.of(1990, 1, 31);
        for (int i = 0; i < 120000; i++) {
            day = day.plusDays(17).withDayOfMonth(1 + i % 28);
            String text = day.format(format);
            total += LocalDate.parse(text, format).toEpochDay();
        }
        return total;
    }

    private static final class Vault {
        private final ReentrantLock lock = new ReentrantLock();
        private long cents = 1000000;

        void add(long amount) {
            lock.lock();
            try {
                cents += amount;
            } finally {
                lock.unlock();
            }
        }

        synchronized long read() {
            return cents;
        }
    }

    private static long transfers() {
        Vault[] vaults = new Vault[64];
        for (int i = 0; i < vaults.length; i++) {
            vaults[i] = new Vault();
        }
        long total = 0;
        for (int i = 0; i < 4000000; i++) {
            vaults[i & 63].add(-(i & 7));
            vaults[i * 31 & 63].add(i & 7);
            total += vaults[i & 15].read() & 3;
        }
        return total;
    }

    private static int withdraw(Map<String, Integer> accounts, String name, int amount) {
        Integer has = accounts.get(name);
        if (has == null) {
            throw new IllegalArgumentException("no account " + name);
        }
        if (has < amount) {
            throw new IllegalStateException("too little: " + has);
        }
        accounts.put(name, has - amount);
        return amount;
    }

    private static long refusals() {
        Map<String, Integer> accounts = new HashMap<>();
        for (int i = 0; i < 100; i++) {
            accounts.put("a" + i, 500);
        }
        long total = 0;
        for (int i = 0; i < 80000; i++) {
            try {
                total += withdraw(accounts, "a" + i % 130, 1 + i % 9);
            } catch (IllegalArgumentException | IllegalStateException e) {
                total += e.getMessage().length();
            }
        }
        return total;
    }

    private static long keys() {
        BigInteger p = new BigInteger("170141183460469231731687303715884105727");
        BigInteger q = new BigInteger("2305843009213693951");
        BigInteger n = p.multiply(q);
        BigInteger e = BigInteger.valueOf(65537);
        BigInteger d = e.modInverse(p.subtract(BigInteger.ONE).multiply(q.subtract(BigInteger.ONE)));
        long total = 0;
        for (int i = 2; i < 500; i++) {
            BigInteger message = BigInteger.valueOf(i * 1234567891L);
            BigInteger secret = message.modPow(e, n);
            total += secret.modPow(d, n).equals(message) ? secret.bitLength() : -1;
        }
        return total;
    }
}

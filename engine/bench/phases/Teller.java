import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/** A bank: loans, account numbers, statements, transfers, rules against fraud. */
final class Teller {
    public static void main(String[] arguments) throws Exception {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("loans");
            p.end(loans());
            p.start("accountNumbers");
            p.end(accountNumbers());
            p.start("statements");
            p.end(statements());
            p.start("transfers");
            p.end(transfers());
            p.start("fraud");
            p.end(fraud());
            p.start("snapshots");
            p.end(snapshots());
        }
    }

    /** Pays loans back in equal rates. */
    private static long loans() {
        MathContext context = new MathContext(16, RoundingMode.HALF_EVEN);
        BigDecimal result = BigDecimal.ZERO;
        for (int i = 0; i < 350; i++) {
            BigDecimal principal = BigDecimal.valueOf(10000 + i * 37L);
            BigDecimal monthly = new BigDecimal("0.0" + (20 + i % 40)).divide(BigDecimal.valueOf(12), context);
            int months = 60 + i % 120;
            BigDecimal growth = BigDecimal.ONE.add(monthly).pow(months, context);
            BigDecimal rate = principal.multiply(monthly).multiply(growth).divide(growth.subtract(BigDecimal.ONE), 2, RoundingMode.HALF_UP);
            BigDecimal left = principal;
            BigDecimal interest = BigDecimal.ZERO;
            while (left.signum() > 0) {
                BigDecimal part = left.multiply(monthly).setScale(2, RoundingMode.HALF_UP);
                interest = interest.add(part);
                left = left.add(part).subtract(rate);
            }
            result = result.add(interest).subtract(left);
        }
        return result.unscaledValue().longValue();
    }

    private static String accountNumber(String country, long account) {
        String digits = String.format("%018d", account);
        StringBuilder rearranged = new StringBuilder(digits);
        for (char letter : (country + "00").toCharArray()) {
            rearranged.append(Character.getNumericValue(letter));
        }
        int check = 98 - new BigInteger(rearranged.toString()).mod(BigInteger.valueOf(97)).intValue();
        return country + (check < 10 ? "0" : "") + check + digits;
    }

    private static boolean valid(String number) {
        StringBuilder digits = new StringBuilder();
        for (char c : (number.substring(4) + number.substring(0, 4)).toCharArray()) {
            digits.append(Character.getNumericValue(c));
        }
        return new BigInteger(digits.toString()).mod(BigInteger.valueOf(97)).equals(BigInteger.ONE);
    }

    private static long accountNumbers() {
        String[] countries = {"DE", "FR", "NL", "AT", "ES"};
        long result = 0;
        for (int i = 0; i < 18000; i++) {
            String number = accountNumber(countries[i % countries.length], 100_000_000_007L * (i + 1) % 999_999_999_989L);
            if (i % 4 == 0) {
                number = number.replace('7', '1');
            }
            result += valid(number) ? number.hashCode() & 0xff : 1000;
        }
        return result;
    }

    private static long statements() {
        NumberFormat money = NumberFormat.getCurrencyInstance(Locale.US);
        NumberFormat percent = NumberFormat.getPercentInstance(Locale.US);
        percent.setMaximumFractionDigits(2);
        MessageFormat line = new MessageFormat("{0}: {1}, balance {2} ({3,number,integer} {4,choice,0#entries|1#entry|1<entries})", Locale.US);
        long length = 0;
        double balance = 2500;
        for (int i = 0; i < 16000; i++) {
            double change = (i * 7919 % 20011 - 10000) / 100.0;
            balance += change;
            int entries = i % 5;
            length += line.format(new Object[] {"statement " + i, money.format(change), money.format(balance), entries, entries}).length();
            length += percent.format(change / balance).length();
        }
        return length;
    }

    /** Four tellers, who work by turns, move money between accounts that all of them share. */
    private static long transfers() throws InterruptedException {
        Map<Integer, Long> balances = new ConcurrentHashMap<>();
        for (int i = 0; i < 2000; i++) {
            balances.put(i, 100_000L);
        }
        LongAdder moved = new LongAdder();
        AtomicInteger refused = new AtomicInteger();
        for (int round = 0; round < 12; round++) {
            for (int teller = 0; teller < 4; teller++) {
                Random random = new Random(round * 4 + teller);
                Thread thread = new Thread(() -> {
                    for (int i = 0; i < 10000; i++) {
                        int from = random.nextInt(2000);
                        int to = random.nextInt(2000);
                        long amount = random.nextInt(60_000);
                        Long left = balances.computeIfPresent(from, (account, balance) -> balance < amount ? balance : balance - amount);
                        if (left != null && left >= amount) {
                            balances.merge(to, amount, Long::sum);
                            moved.add(amount);
                        } else {
                            refused.incrementAndGet();
                        }
                    }
                }, "teller-" + teller);
                thread.start();
                thread.join();
            }
        }
        return moved.sum() + refused.get() * 1000L + balances.get(7);
    }

    private enum Channel { BRANCH, CARD, ONLINE, PHONE }

    private record Payment(int from, int to, long cents, Channel channel, int hour, String reference) {}

    /** Rules are lambdas, most of them capture something, and all are called at the same place. */
    private static long fraud() {
        List<Predicate<Payment>> rules = new ArrayList<>();
        rules.add(payment -> payment.cents() > 900_000);
        rules.add(payment -> payment.from() == payment.to());
        rules.add(payment -> payment.channel() == Channel.ONLINE && payment.hour() < 5);
        rules.add(payment -> payment.reference().startsWith("urgent"));
        for (int number = 3; number < 9; number++) {
            int blocked = number * 101;
            rules.add(payment -> payment.to() % 997 == blocked);
        }
        Predicate<Payment> night = payment -> payment.hour() >= 22;
        rules.add(night.and(payment -> payment.cents() % 10_000 == 0).or(payment -> payment.reference().isEmpty()));
        rules.add(night.negate().and(payment -> payment.channel() == Channel.PHONE && payment.cents() > 500_000));
        Random random = new Random(31);
        List<Payment> payments = new ArrayList<>();
        for (int i = 0; i < 20000; i++) {
            payments.add(new Payment(random.nextInt(5000), random.nextInt(5000), random.nextInt(1_000_000), Channel.values()[random.nextInt(4)], random.nextInt(24),
                    i % 50 == 0 ? "urgent " + i : i % 200 == 7 ? "" : "rent " + i % 12));
        }
        Map<Channel, Integer> suspicious = new EnumMap<>(Channel.class);
        for (int round = 0; round < 30; round++) {
            for (Payment payment : payments) {
                int score = 0;
                for (Predicate<Payment> rule : rules) {
                    if (rule.test(payment)) {
                        score++;
                    }
                }
                if (score > 0) {
                    suspicious.merge(payment.channel(), score, Integer::sum);
                }
            }
        }
        long result = 0;
        for (Map.Entry<Channel, Integer> entry : suspicious.entrySet()) {
            result = result * 10007 + entry.getKey().ordinal() + entry.getValue();
        }
        return result;
    }

    private static final class Customer implements Serializable {
        private static final long serialVersionUID = 1;
        private final String name;
        private final Map<String, BigDecimal> accounts = new HashMap<>();
        private final ArrayList<Customer> mayAct = new ArrayList<>();
        private transient int visits;

        Customer(String name) {
            this.name = name;
        }
    }

    private static long snapshots() throws Exception {
        List<Customer> customers = new ArrayList<>();
        for (int i = 0; i < 1500; i++) {
            Customer customer = new Customer("customer " + i);
            customers.add(customer);
            customer.visits = i;
            customer.accounts.put("giro", BigDecimal.valueOf(i * 31L, 2));
            if (i % 3 == 0) {
                customer.accounts.put("savings", new BigDecimal("1000.50"));
                customer.mayAct.add(customers.get(i / 2));
            }
        }
        long result = 0;
        for (int round = 0; round < 4; round++) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(new ArrayList<>(customers));
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                for (Object element : (List<?>) in.readObject()) {
                    Customer customer = (Customer) element;
                    result += customer.name.length() + customer.accounts.size() + customer.mayAct.size() + customer.visits;
                }
            }
            result += bytes.size();
        }
        return result;
    }
}

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.*;
import java.util.stream.*;

/** A shop's books: money, orders, grouping, receipts, lookups, ranking. */
final class Ledger {
    record Money(long cents, String currency) {
        Money plus(Money o) { return new Money(cents + o.cents, currency); }
        Money times(int n) { return new Money(cents * n, currency); }
        Money percent(int p) { return new Money(cents * p / 100, currency); }
    }
    record Line(String sku, int quantity, Money price) {
        Money total() { return price.times(quantity); }
    }
    record Order(int id, String customer, List<Line> lines) {}

    static List<Order> orders;

    public static void main(String[] a) {
        for (Phases p = new Phases(a); p.again();) {
            p.start("orders"); p.end(orders());
            p.start("totals"); p.end(totals());
            p.start("grouping"); p.end(grouping());
            p.start("receipts"); p.end(receipts());
            p.start("taxes"); p.end(taxes());
            p.start("ranking"); p.end(ranking());
        }
    }

    static long orders() {
        orders = new ArrayList<>();
        Random r = new Random(5);
        long n = 0;
        for (int i = 0; i < 60000; i++) {
            List<Line> lines = new ArrayList<>();
            for (int j = 0, k = 1 + r.nextInt(6); j < k; j++) {
                lines.add(new Line("sku" + r.nextInt(500), 1 + r.nextInt(5), new Money(100 + r.nextInt(10000), "EUR")));
            }
            n += lines.size();
            orders.add(new Order(i, "customer" + r.nextInt(3000), lines));
        }
        return n;
    }

    static long totals() {
        long grand = 0;
        for (int round = 0; round < 12; round++) {
            Money sum = new Money(0, "EUR");
            for (Order o : orders) {
                Money total = new Money(0, "EUR");
                for (Line l : o.lines()) {
                    total = total.plus(l.total());
                }
                sum = sum.plus(total.percent(100 - round % 10));
            }
            grand += sum.cents();
        }
        return grand;
    }

    static long grouping() {
        long n = 0;
        for (int round = 0; round < 6; round++) {
            Map<String, Long> spent = new HashMap<>();
            for (Order o : orders) {
                for (Line l : o.lines()) {
                    spent.merge(o.customer(), l.price().cents() * l.quantity(), Long::sum);
                }
            }
            Map<String, List<Order>> byCustomer = orders.stream().collect(Collectors.groupingBy(Order::customer));
            n += spent.size() + byCustomer.get("customer7").size();
        }
        return n;
    }

    static long receipts() {
        long n = 0;
        for (int i = 0; i < 30000; i++) {
            Order o = orders.get(i);
            StringBuilder b = new StringBuilder();
            b.append("Receipt ").append(o.id()).append(" for ").append(o.customer()).append('\n');
            for (Line l : o.lines()) {
                b.append(l.quantity()).append(" x ").append(l.sku()).append(" @ ");
                b.append(l.price().cents() / 100).append('.').append(l.price().cents() % 100).append('\n');
            }
            n += b.toString().hashCode();
        }
        return n;
    }

    static long taxes() {
        BigDecimal rate = new BigDecimal("0.19");
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < 60000; i++) {
            for (Line l : orders.get(i).lines()) {
                BigDecimal net = BigDecimal.valueOf(l.price().cents(), 2).multiply(BigDecimal.valueOf(l.quantity()));
                sum = sum.add(net.multiply(rate).setScale(2, RoundingMode.HALF_UP));
            }
        }
        return sum.unscaledValue().longValue();
    }

    static long ranking() {
        long n = 0;
        for (int round = 0; round < 2; round++) {
            List<Order> sorted = new ArrayList<>(orders);
            final int salt = round;
            sorted.sort(Comparator.comparingInt((Order o) -> o.lines().size()).thenComparing(Order::customer).thenComparing(o -> o.id() ^ salt));
            n += sorted.get(100).id();
        }
        return n;
    }
}

package shop.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import shop.orders.Order;
import shop.pricing.Money;

/** What was sold to whom. */
public final class SalesReport {
    private static final int BEST = 10;

    private record Sale(Order order, Money discount, Money price) {
    }

    private final List<Sale> sales = new ArrayList<>();

    public void add(Order order, Money listPrice, Money price) {
        sales.add(new Sale(order, listPrice.minus(price), price));
    }

    public String text() {
        StringBuilder text = new StringBuilder();
        text.append(sales.size()).append(" orders, ").append(total()).append(" in all\n\n");
        appendBest(text);
        text.append('\n');
        appendCustomers(text);
        return text.toString();
    }

    private Money total() {
        return sales.stream().map(Sale::price).reduce(Money::plus).orElse(Money.ZERO);
    }

    private void appendBest(StringBuilder text) {
        List<Sale> best = new ArrayList<>(sales);
        best.sort(Comparator.comparing(Sale::price).reversed()
                .thenComparing(sale -> sale.order().customer().name())
                .thenComparingInt(sale -> sale.order().number()));
        for (Sale sale : best.subList(0, Math.min(BEST, best.size()))) {
            text.append("order ").append(sale.order().number()).append("  ");
            appendAmount(text, sale.order().customer().name(), sale.price());
        }
    }

    private void appendCustomers(StringBuilder text) {
        Map<String, Money> paid = new TreeMap<>();
        for (Sale sale : sales) {
            paid.merge(sale.order().customer().name(), sale.price(), Money::plus);
        }
        paid.forEach((name, money) -> appendAmount(text, name, money));
    }

    private static void appendAmount(StringBuilder text, String name, Money amount) {
        String digits = amount.toString();
        text.append(name).append(" ".repeat(Math.max(1, 24 - name.length() - digits.length())));
        text.append(digits).append('\n');
    }

    /** The report for spreadsheets. Nothing calls it. */
    public String csv() {
        StringBuilder csv = new StringBuilder("order;customer;discount;price\n");
        for (Sale sale : sales) {
            csv.append(sale.order().number()).append(';').append(sale.order().customer().name()).append(';')
                    .append(sale.discount()).append(';').append(sale.price()).append('\n');
        }
        return csv.toString();
    }
}

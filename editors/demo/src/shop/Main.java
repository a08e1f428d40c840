package shop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import shop.catalogue.Catalogue;
import shop.orders.Order;
import shop.orders.OrderReader;
import shop.pricing.Money;
import shop.pricing.PriceRules;
import shop.report.SalesReport;

/** Prices a day's orders and prints the sales report. */
public final class Main {
    private Main() {
    }

    public static void main(String[] args) throws IOException {
        Path file = Path.of(args.length > 0 ? args[0] : "data/orders.txt");
        Catalogue catalogue = Catalogue.standard();
        List<Order> orders = new OrderReader(catalogue).read(file);

        SalesReport report = new SalesReport();
        for (Order order : orders) {
            Money listPrice = order.listPrice();
            Money price = PriceRules.forCustomer(order.customer()).price(order, listPrice);
            report.add(order, listPrice, price);
        }
        System.out.print(report.text());
    }
}

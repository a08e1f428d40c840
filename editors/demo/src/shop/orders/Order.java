package shop.orders;

import java.util.List;

import shop.catalogue.Product;
import shop.pricing.Money;

/** One order: who wants how much of what. */
public record Order(int number, Customer customer, List<Line> lines) {
    /** One line of an order. */
    public record Line(Product product, int quantity) {
    }

    /** The price without any discount, piece by piece: every sum is a new object. */
    public Money listPrice() {
        Money sum = Money.ZERO;
        for (Line line : lines) {
            for (int piece = 0; piece < line.quantity(); piece++) {
                sum = sum.plus(line.product().price());
            }
        }
        return sum;
    }

    public int pieces() {
        int pieces = 0;
        for (Line line : lines) {
            pieces += line.quantity();
        }
        return pieces;
    }
}

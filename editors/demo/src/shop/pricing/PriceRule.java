package shop.pricing;

import shop.orders.Order;

/** Turns the list price of an order into the price to pay. */
public interface PriceRule {
    Money price(Order order, Money listPrice);
}

package shop.pricing;

import shop.orders.Order;

/** Full price, and shipping by the box. */
final class Retail implements PriceRule {
    private static final Money PER_BOX = Money.cents(390);

    @Override
    public Money price(Order order, Money listPrice) {
        Money price = listPrice;
        int boxes = Packing.fewestBoxes(order.pieces());
        for (int box = 0; box < boxes; box++) {
            price = price.plus(PER_BOX);
        }
        return price;
    }
}

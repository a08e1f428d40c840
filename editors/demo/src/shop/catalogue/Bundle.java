package shop.catalogue;

import java.util.List;

import shop.pricing.Money;

/** Several products sold together, 10 % cheaper. Bundles may hold bundles: the price is found by recursion. */
public record Bundle(String sku, List<Product> parts) implements Product {
    private static final int PERCENT = 90;

    @Override
    public Money price() {
        Money sum = Money.ZERO;
        for (Product part : parts) {
            sum = sum.plus(part.price());
        }
        return sum.percent(PERCENT);
    }
}

package shop.catalogue;

import shop.pricing.Money;

/** A single thing with a fixed price. */
public record Article(String sku, Money price) implements Product {
}

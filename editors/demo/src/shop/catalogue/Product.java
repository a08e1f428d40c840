package shop.catalogue;

import shop.pricing.Money;

/** Something that can be ordered. */
public interface Product {
    String sku();

    Money price();
}

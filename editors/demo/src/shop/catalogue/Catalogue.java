package shop.catalogue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import shop.pricing.Money;

/** All products, by stock-keeping unit. */
public final class Catalogue {
    private final Map<String, Product> products = new HashMap<>();

    public static Catalogue standard() {
        Catalogue catalogue = new Catalogue();
        Product tea = catalogue.add(new Article("TEA", Money.cents(495)));
        Product mug = catalogue.add(new Article("MUG", Money.cents(1250)));
        Product pot = catalogue.add(new Article("POT", Money.cents(3490)));
        catalogue.add(new Article("TIN", Money.cents(780)));
        Product pair = catalogue.add(new Bundle("PAIR", List.of(tea, mug)));
        Product set = catalogue.add(new Bundle("SET", List.of(pot, pair, pair)));
        catalogue.add(new Bundle("GIFT", List.of(set, tea, tea)));
        return catalogue;
    }

    public Product find(String sku) {
        Product product = products.get(sku);
        if (product == null) {
            throw new IllegalArgumentException("not in the catalogue: " + sku);
        }
        return product;
    }

    private Product add(Product product) {
        products.put(product.sku(), product);
        return product;
    }
}

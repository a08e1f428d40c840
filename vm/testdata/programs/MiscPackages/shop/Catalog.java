package shop;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import shop.model.Level;
import shop.model.Product;

/** A list of products; anonymous products override the discount from another package. */
public class Catalog implements Iterable<Product> {
    private final List<Product> products = new ArrayList<>();

    public Catalog add(String name, long cents) {
        products.add(cents < 1000 ? new Product(name, cents) : new Product(name, cents) {
            @Override
            protected int discount() {
                return 10;
            }
        });
        return this;
    }

    public long total() {
        long sum = 0;
        for (Product p : products) {
            sum += p.price();
        }
        return sum;
    }

    @Override
    public Iterator<Product> iterator() {
        return products.iterator();
    }

    public static String describe(Level level) {
        switch (level) {
            case LOW:
                return "low";
            case HIGH:
                return new Hidden() + " high";
            default:
                return "?";
        }
    }
}

class Hidden {
    @Override
    public String toString() {
        return "hidden";
    }
}

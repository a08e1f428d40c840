import static shop.util.Money.format;

import shop.Catalog;
import shop.model.Product;
import shop.util.*;

/** A program of several files in packages: package access, protected across packages, static imports, resources. */
public class MiscPackages {
    static class Gift extends Product {
        Gift() {
            super("gift", 0);
        }

        @Override
        protected int discount() {
            return super.discount() + 100;
        }

        String inherited() {
            return label() + touched;
        }
    }

    public static void main(String[] args) throws Exception {
        Catalog catalog = new Catalog();
        catalog.add("book", 1250).add("pen", 99).add("desk", 20000);
        System.out.println(catalog.total() + " " + format(catalog.total()) + " " + Money.ZERO);
        for (Product p : catalog) {
            System.out.println(p + " " + p.getClass().getName() + " " + p.getClass().getPackageName());
        }
        System.out.println(new Gift().inherited() + " " + new Gift().price());
        System.out.println(Catalog.describe(shop.model.Level.HIGH) + " " + shop.model.Level.valueOf("LOW").next());
        try {
            Product.class.getDeclaredMethod("secret").invoke(new Gift());
        } catch (IllegalAccessException e) {
            System.out.println(e.getMessage());
        }
        try {
            Class.forName("shop.Hidden").getDeclaredConstructor().newInstance();
        } catch (IllegalAccessException e) {
            System.out.println(e.getMessage());
        }
        var constructor = Class.forName("shop.Hidden").getDeclaredConstructor();
        constructor.setAccessible(true);
        System.out.println(constructor.newInstance());
        System.out.println(Catalog.class.getPackage() + " " + Product.class.isAssignableFrom(Gift.class));
        try (var in = Catalog.class.getResourceAsStream("catalog.properties")) {
            var properties = new java.util.Properties();
            properties.load(in);
            System.out.println(new java.util.TreeMap<>(properties));
        }
        System.out.println(new String(MiscPackages.class.getResourceAsStream("/shop/catalog.properties").readAllBytes()).length());
    }
}

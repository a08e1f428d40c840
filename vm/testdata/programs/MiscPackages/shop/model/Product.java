package shop.model;

/** A named price; the discount is for subclasses, the secret for this package only. */
public class Product {
    private final String name;
    private final long cents;
    protected int touched;

    public Product(String name, long cents) {
        this.name = name;
        this.cents = cents;
    }

    protected int discount() {
        touched++;
        return 0;
    }

    String secret() {
        return "secret";
    }

    protected String label() {
        return "<" + name + " " + discount() + ">";
    }

    public long price() {
        return cents * (100 - discount()) / 100;
    }

    @Override
    public String toString() {
        return label() + price();
    }
}

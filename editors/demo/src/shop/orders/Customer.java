package shop.orders;

/** Who buys. */
public record Customer(String name, Kind kind) {
    /** What kind of customer decides about the price rule. */
    public enum Kind { RETAIL, WHOLESALE, STAFF }
}

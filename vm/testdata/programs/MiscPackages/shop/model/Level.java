package shop.model;

/** An enum that other packages switch on. */
public enum Level {
    LOW, HIGH;

    public Level next() {
        return values()[(ordinal() + 1) % values().length];
    }
}

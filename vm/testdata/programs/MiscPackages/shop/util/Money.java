package shop.util;

/** Formats cents. */
public final class Money {
    public static final String ZERO = format(0);

    private Money() {
    }

    public static String format(long cents) {
        return String.format(java.util.Locale.ROOT, "%,d.%02d", cents / 100, cents % 100);
    }
}

package partNUMBER;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.IntBinaryOperator;

/** An enum whose constants have bodies, arguments and functions. */
public enum Colour implements IntBinaryOperator {
    RED(0xff0000, (a, b) -> a + b) {
        @Override
        int mix(int other) {
            return rgb | other;
        }
    },
    GREEN(0x00ff00, Math::max),
    BLUE(0x0000ff, Integer::sum) {
        private int calls;

        @Override
        int mix(int other) {
            return rgb ^ other ^ calls++;
        }
    },
    EXTRACOPY(COPY, (a, b) -> a * b - COPY), // repeat
    NONE;

    private static final Map<Colour, String> LABELS = new EnumMap<>(Colour.class);
    final int rgb;
    private final IntBinaryOperator operator;

    static {
        for (Colour colour : values()) {
            LABELS.put(colour, colour.name().charAt(0) + colour.name().substring(1).toLowerCase());
        }
    }

    Colour() {
        this(0, null);
    }

    Colour(int rgb, IntBinaryOperator operator) {
        this.rgb = rgb;
        this.operator = operator;
    }

    int mix(int other) {
        return switch (this) {
            case GREEN -> rgb & other;
            case NONE -> throw new IllegalStateException(LABELS.get(this));
            default -> {
                int sum = 0;
                for (Colour colour : values()) {
                    sum += colour.ordinal() * other;
                }
                yield sum;
            }
        };
    }

    @Override
    public int applyAsInt(int left, int right) {
        return operator == null ? 0 : operator.applyAsInt(left, right);
    }

    static int weight(Colour colour) {
        switch (colour) {
            case RED:
            case GREEN:
                return 1;
            case BLUE:
                return NUMBER;
            default:
                return -1;
        }
    }
}

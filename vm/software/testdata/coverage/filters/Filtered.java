import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/**
 * What JaCoCo has learned to filter since 0.8.6, which Debian has. A comment says what is expected of its line; "nothing", that it does not count.
 */
public class Filtered {
    enum Side { LEFT, RIGHT }

    record Point(int x, int y) { // executed
        int sum() {
            return x + y; // executed
        }
    }

    @Retention(RetentionPolicy.CLASS)
    @interface Generated { }

    @Generated
    static int byMachine(int n) {
        return n > 0 ? 1 : 2; // nothing
    }

    static int side(Side side) {
        return switch (side) { // executed, branches 1 0
            case LEFT -> 1; // executed
            case RIGHT -> 2; // not executed
        };
    }

    static int positive(int n) {
        assert n > 0 : "negative"; // executed, branches 0 0
        return n; // executed
    }

    public static void main(String[] arguments) {
        System.out.println(new Point(1, 2).sum() + side(Side.LEFT) + positive(3)); // executed
    }
}

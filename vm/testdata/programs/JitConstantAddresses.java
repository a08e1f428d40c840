import java.util.Optional;
import java.util.function.Function;

/** Compiled code has constant references, to objects that the compiler knows, as the addresses that it reads. */
public class JitConstantAddresses {
    static final class Maybe {
        static final Maybe NOTHING = new Maybe(null);
        final Object value;

        Maybe(Object value) {
            this.value = value;
        }

        static Maybe of(Object value) {
            return value == null ? NOTHING : new Maybe(value);
        }

        Maybe map(Function<Object, Object> f) {
            return value == null ? NOTHING : of(f.apply(value));
        }

        Object orElse(Object other) {
            return value != null ? value : other;
        }
    }

    static final Function<Object, Object> SAME = x -> x;
    static final byte[] BYTES = new byte[9];

    static int copied() {
        String text = (String) Optional.<Object>empty().map(SAME).orElse("");
        System.arraycopy("".getBytes(), 0, BYTES, 0, text.length());
        return text.length();
    }

    static String appended() {
        String text = (String) Optional.<Object>empty().map(SAME).orElse("");
        return new StringBuilder().append("<").append(text).append(">").toString();
    }

    static String own() {
        String text = (String) Maybe.NOTHING.map(SAME).orElse("");
        return new StringBuilder().append("<").append(text).append(">").toString();
    }

    static String filtered() {
        String text = (String) Optional.<Object>empty().filter(x -> true).orElse("nothing");
        return new StringBuilder().append("<").append(text).append(">").toString();
    }

    public static void main(String[] arguments) {
        long sum = 0;
        for (int i = 0; i < 40_000; i++) {
            sum += copied() + appended().length() + own().length() + filtered().length();
        }
        System.out.println(sum + " " + appended() + own() + filtered());
    }
}

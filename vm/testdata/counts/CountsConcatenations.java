import java.util.function.Supplier;

/** Strings that + joins, told by the lines that they are joined on, in whatever way their method is executed. */
public class CountsConcatenations {
    static final String NAME = "n" + System.identityHashCode(null);

    // expect strings CountsConcatenations.<clinit>:5 = 1
    // A constant is no concatenation.
    static final String CONSTANT = "a" + 1;

    static String grow(int n) {
        String s = "";
        for (int i = 0; i < n; i++) {
            s += "12345678";
        }
        return "<" + s + ">";
    }

    static String label(int i) {
        return "item " + i;
    }

    static String wide(Object o) {
        return "\u6587" + o + 'x';
    }

    static int recursive(int n, String s) {
        return n == 0 ? s.length() : recursive(n - 1, s + n);
    }

    static String twice(String a) {
        return (a + 1).concat(a + "22");
    }

    static String last(String s, boolean fails) {
        try {
            if (fails) {
                throw new IllegalStateException("fails: " + s);
            }
        } catch (IllegalStateException e) {
            s = e.getMessage();
        } finally {
            s = s + "!";
        }
        return s;
    }

    static class Failing {
        @Override
        public String toString() {
            throw new UnsupportedOperationException();
        }
    }

    // What has no text yet when its operand throws has joined nothing.
    static int failing(int n) {
        int failed = 0;
        for (int i = 0; i < n; i++) {
            try {
                failed += ("value " + new Failing()).length();
            } catch (UnsupportedOperationException e) {
                failed++;
            }
        }
        return failed;
    }

    public static void main(String[] args) {
        int length = NAME.length() + CONSTANT.length() + grow(1000).length();
        for (int i = 0; i < 20000; i++) {
            length += label(i % 10).length();
        }
        Supplier<String> lambda = () -> wide(null) + ".";
        for (int i = 0; i < 300; i++) {
            length += lambda.get().length();
        }
        length += recursive(9, "") + twice("t").length() + last("a", true).length() + last("b", false).length() + failing(50);
        System.out.println("length " + length);
    }
}
// The string of the first line is one to a thousand times eight characters long.
// expect strings CountsConcatenations.grow:14 = 1000
// expect text CountsConcatenations.grow:14 = 4004000
// expect strings CountsConcatenations.grow:16 = 1
// expect text CountsConcatenations.grow:16 = 8002
// expect strings CountsConcatenations.label:20 = 20000
// expect text CountsConcatenations.label:20 = 120000
// One character is not Latin-1, so that all have two bytes.
// expect strings CountsConcatenations.wide:24 = 300
// expect text CountsConcatenations.wide:24 = 3600
// expect strings CountsConcatenations.lambda$main$0:73 = 300
// expect text CountsConcatenations.lambda$main$0:73 = 4200
// expect strings CountsConcatenations.recursive:28 = 9
// expect text CountsConcatenations.recursive:28 = 45
// expect strings CountsConcatenations.twice:32 = 2
// expect text CountsConcatenations.twice:32 = 5
// expect strings CountsConcatenations.last:38 = 1
// expect strings CountsConcatenations.last:43 = 2
// expect strings CountsConcatenations.failing:60 = 0
// expect strings CountsConcatenations.main:78 = 1

package partNUMBER;

import java.util.List;

/** Switches, patterns, text blocks, strings and loops with labels. */
class Switches {
    static final String TEXT = """
            part NUMBER says "hello" \
            and \tgoes on
              with two spaces\s
            end\
            """;

    static int onString(String text) {
        return switch (text) {
            case "Aa", "BB" -> 1; // equal hash codes
            case "AaAa", "BBBB", "AaBB" -> 2;
            case TEXT -> 3;
            case "NUMBER" -> NUMBER;
            default -> text.isEmpty() ? 0 : onString(text.substring(1));
        };
    }

    static String onInt(int n) {
        String result = "";
        switch (n) {
            case -2147483648, 7, 9, 11:
                result += n;
            case NUMBER + 100:
                result += 'x';
                break;
            case 1000:
            case 1_000_000:
                return "big";
            default:
                result = result + (byte) n + (char) (n & 0x7f) + n / 3.0 + (float) n;
        }
        return result;
    }

    static Object onType(Object o) {
        if (!(o instanceof List<?> list)) {
            return o instanceof Integer i && i > NUMBER ? i : (Object) (o instanceof String s ? s.length() : null);
        }
        return list.size() > 3 ? list.get(3) : list;
    }

    static int loopsCOPY(int[][] data) { int n = COPY; outer: for (int[] row : data) { for (int x : row) { if (x < 0) continue outer; if (x == NUMBER) break outer; n += x++ << 2 ^ ~n >>> 1; } } return n; } // repeat

    static long arithmetic(byte b, short s, char c, int i, long l, float f, double d) {
        b += i;
        s *= d;
        c++;
        i = b + s * c % (i | 1);
        l = l << i ^ l >>> 3 | (long) f;
        l -= ~i & 0xffL;
        f = i == l ? f : -f;
        do {
            d /= 2;
        } while (d > 1e-3 && !(f != f));
        boolean flag = i > 3 ^ l < 0;
        flag |= d >= f;
        return flag ? l : (long) d + i + Character.getNumericValue(c);
    }

    @SafeVarargs
    static <T extends Comparable<T>> T max(T first, T... rest) {
        T best = first;
        for (T other : rest) {
            best = best.compareTo(other) < 0 ? other : best;
        }
        return best;
    }

    static final Integer BOXED = max(1, 2, NUMBER);
    static final partPREVIOUS.Colour LAST = max(partPREVIOUS.Colour.RED, partPREVIOUS.Colour.NONE);
}

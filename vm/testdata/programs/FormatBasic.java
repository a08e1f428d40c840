import java.util.Formatter;
import java.util.Locale;

/** String.format: integers, flags, widths, indices, strings, chars, booleans, hash, escapes, and its exceptions. */
public class FormatBasic {
    static void show(String format, Object... args) {
        try {
            System.out.println(format + " -> [" + String.format(Locale.ROOT, format, args) + "]");
        } catch (RuntimeException e) {
            System.out.println(format + " ! " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    static class Own implements java.util.Formattable {
        @Override
        public void formatTo(Formatter formatter, int flags, int width, int precision) {
            formatter.format("own(%d,%d,%d)", flags, width, precision);
        }
    }

    public static void main(String[] args) {
        for (Object n : new Object[] {0, 42, -42, Integer.MAX_VALUE, Integer.MIN_VALUE, 1234567890123L, (byte) -1, (short) 300}) {
            for (String f : new String[] {"%d", "%5d", "%-8d|", "%08d", "%+d", "% d", "%,d", "%(d", "%,+012d", "%x", "%X", "%#x", "%08x", "%o", "%#o"}) {
                show(f, n);
            }
        }
        for (Object s : new Object[] {"text", "", null, 'c', true, 3.5, java.util.List.of(1, 2)}) {
            for (String f : new String[] {"%s", "%10s", "%-10s|", "%.2s", "%S", "%8.3s", "%b", "%B", "%-7b|"}) {
                show(f, s);
            }
        }
        show("%h %H", "hello", "hello");
        show("%c%c%C", 'a', 66, 'c');
        show("%5c|%-5c|", 'x', 'y');
        show("%c", 0x1f600);
        show("%c", (Object) null);
        show("%n%%%5%|%-5%|");
        show("%2$s %1$s %2$s %s %s", "a", "b");
        show("%s %<s %s %<S", "x", "y");
        show("%1$d %1$x %1$o", 255);
        show("%s", (Object[]) new Integer[] {1, 2});
        show("%s", (Object) new int[0].length);
        show("%#s|%-10.4S|%s", new Own(), new Own(), new Own());
        show("%d", new java.math.BigInteger("123456789012345678901234567890"));
        show("%,d %x %(d", new java.math.BigInteger("123456789012345678901234567890"), new java.math.BigInteger("-255"), new java.math.BigInteger("-7"));
        show("%d", 1.5);
        show("%d", "1");
        show("%x", 1.5);
        show("%c", "str");
        show("%c", 0x110000);
        show("%s");
        show("%3$s", "a");
        show("%-d", 1);
        show("%-05d", 1);
        show("%+ d", 1);
        show("%#d", 1);
        show("%,x", 1);
        show("%.2d", 1);
        show("%z");
        show("%");
        show("%5");
        show("%<s", "a");
        show("%--5d", 1);
        show("%b %b %b", false, null, "false");
        show("%e", 5);
        show("%0d", 5);
        StringBuilder sb = new StringBuilder();
        try (Formatter formatter = new Formatter(sb, Locale.ROOT)) {
            formatter.format("%s-%d", "a", 1).format("|%5.1f|", 2.25);
            System.out.println(formatter.out() + " " + formatter.toString().length());
        }
        System.out.println(String.format(Locale.US, "%,d", 1234567) + " " + String.format(Locale.GERMANY, "%,d %.2f", 1234567, 0.5) + " " + String.format(Locale.FRANCE, "%.1f", 0.5));
        System.out.printf(Locale.ROOT, "%-10s|%5d|%08.3f%n", "row", 12, 3.14159);
        System.out.println(String.format(Locale.ROOT, "%s %s %s", 1, 2, 3) + "%d items".formatted(5));
    }
}

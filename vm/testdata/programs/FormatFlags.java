import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Calendar;
import java.util.Formattable;
import java.util.FormattableFlags;
import java.util.Formatter;
import java.util.GregorianCalendar;
import java.util.IllegalFormatException;
import java.util.Locale;
import java.util.TimeZone;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/** String.format: every conversion with every flag, widths, precisions, argument indices, dates, Formattable, and each of its exceptions. */
public class FormatFlags {
    static void format(String format, Object... arguments) {
        try {
            System.out.println(format + " |" + String.format(Locale.ROOT, format, arguments) + "|");
        } catch (IllegalFormatException e) {
            System.out.println(format + " " + e.getClass().getSimpleName() + ": " + e.getMessage());
        } catch (RuntimeException e) {
            System.out.println(format + " other " + e);
        }
    }

    static final String[] FLAGS = {"", "-", "#", "+", " ", "0", ",", "(", "-#", "+0", " 0", "0,", "(,", "#0", "-0", "+ ", "+(0,", "--"};
    static final String[] WIDTHS = {"", "12", "5.2", ".3"};

    static class Money implements Formattable {
        public void formatTo(Formatter f, int flags, int width, int precision) {
            boolean upper = (flags & FormattableFlags.UPPERCASE) != 0, left = (flags & FormattableFlags.LEFT_JUSTIFY) != 0, alternate = (flags & FormattableFlags.ALTERNATE) != 0;
            f.format("[%s %s %s %d %d]", upper, left, alternate, width, precision);
        }
    }

    static class Named {
        @Override
        public String toString() {
            return "named";
        }

        @Override
        public int hashCode() {
            return 0xcafe;
        }
    }

    static void all(char conversion, Object... values) {
        int hash = 7;
        for (String flags : FLAGS) {
            for (String width : WIDTHS) {
                for (Object value : values) {
                    String format = "%" + flags + width + conversion, result;
                    try {
                        result = String.format(Locale.US, format, value);
                    } catch (IllegalFormatException e) {
                        result = e.getClass().getSimpleName() + e.getMessage();
                    }
                    hash = hash * 31 + result.hashCode();
                    if (width.equals("12")) {
                        System.out.println(format + "|" + result + "|");
                    }
                }
            }
        }
        System.out.println(conversion + " " + Integer.toHexString(hash));
    }

    static void dates() {
        Calendar c = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US);
        c.setTimeInMillis(951786123456L);
        for (char s : "HIklMSLNpzZsQBbhAaCYyjmdeRTrDFc".toCharArray()) {
            format("%t" + s, c);
            format("%-15T" + s + "<", c);
        }
        for (char s : "HIklMSLNpBbAaCYyjmdeRTrDF".toCharArray()) {
            format("%t" + s, LocalDateTime.of(2024, 2, 29, 0, 5, 9, 7_000_001));
        }
        format("%tc %<tZ", ZonedDateTime.of(1999, 12, 31, 23, 59, 59, 0, ZoneOffset.ofHoursMinutes(5, 30)));
        format("%tH", LocalDate.of(2000, 1, 1));
        format("%tY", "text");
        format("%tq", 5L);
        format("%t", 5L);
        format("%tF", (Object) null);
        format("%5.2tF", 5L);
        format("%#tF", 5L);
    }

    public static void main(String[] args) {
        all('d', 0, -1234567, Long.MIN_VALUE, (byte) -1, new BigInteger("-98765432109876543210"));
        all('x', 255, -1L, (short) -2, BigInteger.valueOf(-255));
        all('o', 8, -8, BigInteger.TEN);
        all('e', 0.0, 12345.678, -1e-10f, new BigDecimal("-123.4567e50"), Double.NaN);
        all('f', 0.5, 1.5, 2.5, -1234567.891, Float.MAX_VALUE, new BigDecimal("1e-9"), Double.NEGATIVE_INFINITY);
        all('g', 0.0001, 0.00001, 123456.0, 1e10, BigDecimal.ONE);
        all('a', 1.0, -0.1, Double.MIN_VALUE, 3f, Double.POSITIVE_INFINITY);
        all('s', "text", null, new Named(), new Money());
        all('S', "stra\u00dfe", new Money());
        all('b', true, null, "x");
        all('h', "hash", null, new Named());
        all('c', 'c', 0x1F600, (byte) 65, null);
        all('n');
        all('%', 1);
        dates();
        format("%2$s %1$s %<s %s %s", "a", "b");
        format("%s %s", "only");
        format("%3$s", "a", "b");
        format("%<s", "a");
        format("%0$s", "a");
        format("%", 1);
        format("%-5", 1);
        format("%k", 1);
        format("%d", 1.5);
        format("%f", 1);
        format("%c", 0x110000);
        format("%c", "s");
        format("%X %H %E %G %A %B %C", 255, "hi", 1e5, 1e5, 1e5, true, 'x');
        format("%99999999999d", 1);
        format("%.99999999999f", 1.0);
        format("%-d", 1);
        format("%n%%");
        format("%5n");
        format("%s %s", (Object[]) null);
        for (Locale l : new Locale[] {Locale.GERMANY, Locale.FRANCE, new Locale("ar", "EG"), new Locale("hi", "IN"), new Locale("de", "CH")}) {
            System.out.println(l + String.format(l, " %,d %,.2f %e %08d %(,.1f", 1234567, 9876543.215, 0.00012, -42, -1e6));
        }
        StringBuilder sink = new StringBuilder();
        try (Formatter f = new Formatter(sink, Locale.UK)) {
            f.format("%s-", 1).format("%S", "x");
            System.out.println(f + " " + f.locale() + " " + (f.out() == sink) + f.ioException());
            f.close();
            f.format("closed");
        } catch (java.util.FormatterClosedException e) {
            System.out.println(e);
        }
    }
}

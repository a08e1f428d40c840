import java.text.SimpleDateFormat;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.chrono.IsoChronology;
import java.time.chrono.JapaneseDate;
import java.time.chrono.ThaiBuddhistDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.FormatStyle;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.WeekFields;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

/** Formatting and parsing dates with patterns and Locale.ROOT or Locale.US; builders; SimpleDateFormat; String.format %t. */
public class TimeFormats {
    static void parse(String text, DateTimeFormatter f) {
        try {
            System.out.println(text + " -> " + f.parse(text).toString());
        } catch (DateTimeParseException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        ZonedDateTime z = ZonedDateTime.of(2024, 2, 5, 7, 8, 9, 123_456_789, ZoneId.of("Europe/Paris"));
        for (String p : new String[] {"yyyy-MM-dd HH:mm:ss", "d/M/yy h:mm a", "EEEE, d MMMM uuuu", "EEE MMM dd", "D", "w W", "Q", "SSS n", "kk KK", "VV O XXX xx Z", "'quoted' ''yy''", "yyyyy", "MMMMM EEEEE", "G", "[HH:mm][ ss]", "e c", "A N"}) {
            System.out.println(p + " -> " + DateTimeFormatter.ofPattern(p, Locale.US).format(z));
        }
        DateTimeFormatter[] standard = {DateTimeFormatter.ISO_DATE, DateTimeFormatter.ISO_DATE_TIME, DateTimeFormatter.ISO_INSTANT, DateTimeFormatter.ISO_WEEK_DATE, DateTimeFormatter.ISO_ORDINAL_DATE, DateTimeFormatter.BASIC_ISO_DATE, DateTimeFormatter.RFC_1123_DATE_TIME, DateTimeFormatter.ISO_OFFSET_TIME};
        for (DateTimeFormatter f : standard) {
            System.out.println(f.format(z));
        }
        for (FormatStyle style : new FormatStyle[] {FormatStyle.SHORT, FormatStyle.MEDIUM, FormatStyle.LONG, FormatStyle.FULL}) {
            System.out.println(style + " " + DateTimeFormatter.ofLocalizedDate(style).withLocale(Locale.US).format(z));
        }
        System.out.println(LocalDate.parse("03/04/2021", DateTimeFormatter.ofPattern("dd/MM/yyyy")) + " " + LocalTime.parse("9:05 PM", DateTimeFormatter.ofPattern("h:mm a", Locale.US)) + " " + LocalDateTime.parse("20240102 0304", DateTimeFormatter.ofPattern("yyyyMMdd HHmm")) + " " + LocalDate.parse("5 March 99", DateTimeFormatter.ofPattern("d MMMM yy", Locale.US)));
        DateTimeFormatter strict = DateTimeFormatter.ofPattern("uuuu-MM-dd").withResolverStyle(ResolverStyle.STRICT);
        parse("2023-02-29", strict);
        parse("2023-02-29", DateTimeFormatter.ofPattern("uuuu-MM-dd").withResolverStyle(ResolverStyle.LENIENT));
        parse("2023-02-31", DateTimeFormatter.ofPattern("uuuu-MM-dd"));
        parse("2023-02-28x", strict);
        parse("2023-2-28", strict);
        parse("noon", DateTimeFormatter.ISO_LOCAL_TIME);
        try {
            DateTimeFormatter.ofPattern("yyyy-bb");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            DateTimeFormatter.ofPattern("HH").format(LocalDate.of(2024, 1, 1));
        } catch (java.time.temporal.UnsupportedTemporalTypeException e) {
            System.out.println(e.getMessage());
        }
        DateTimeFormatter built = new DateTimeFormatterBuilder().parseCaseInsensitive().appendPattern("yyyy").appendLiteral('/').appendValue(ChronoField.MONTH_OF_YEAR, 1, 2, SignStyle.NEVER).optionalStart().appendLiteral('/').appendValue(ChronoField.DAY_OF_MONTH).optionalEnd().parseDefaulting(ChronoField.DAY_OF_MONTH, 1).toFormatter(Locale.ROOT);
        System.out.println(LocalDate.parse("2024/7", built) + " " + LocalDate.parse("2024/11/9", built) + " " + built.format(z));
        System.out.println(Month.MAY.getDisplayName(TextStyle.SHORT, Locale.US) + " " + DayOfWeek.FRIDAY.getDisplayName(TextStyle.FULL, Locale.US) + " " + DayOfWeek.FRIDAY.getDisplayName(TextStyle.NARROW, Locale.US) + " " + Month.MARCH.getDisplayName(TextStyle.FULL, Locale.GERMANY).length() + " " + DayOfWeek.MONDAY.getDisplayName(TextStyle.FULL, Locale.FRANCE));
        System.out.println(WeekFields.of(Locale.US).getFirstDayOfWeek() + " " + WeekFields.ISO.getMinimalDaysInFirstWeek() + " " + z.get(WeekFields.of(Locale.US).weekOfYear()));
        System.out.println(String.format(Locale.US, "%tF %<tT %<tA %<tB %<te %<tj %<tp %<tZ %<tz %<tL %<tD %<tr %<tR", z) + " " + String.format(Locale.US, "%1$tY-%1$tm-%1$td", LocalDate.of(1999, 12, 31)));
        SimpleDateFormat simple = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS EEE MMM z", Locale.US);
        simple.setTimeZone(TimeZone.getTimeZone("UTC"));
        System.out.println(simple.format(new Date(1_700_000_000_123L)));
        SimpleDateFormat parser = new SimpleDateFormat("dd MMM yyyy HH:mm Z", Locale.US);
        System.out.println(parser.parse("05 Feb 2024 10:00 +0200").getTime());
        parser.setLenient(false);
        try {
            parser.parse("35 Feb 2024 10:00 +0200");
        } catch (java.text.ParseException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(JapaneseDate.from(z) + " " + ThaiBuddhistDate.from(z) + " " + IsoChronology.INSTANCE.isLeapYear(2100) + " " + java.time.chrono.HijrahDate.from(z) + " " + java.time.chrono.MinguoDate.from(z));
    }
}

import java.time.*;
import java.time.chrono.*;
import java.time.format.*;
import java.time.temporal.*;
import java.util.*;

/** Chronologies beside ISO: Japanese, Hijrah, Minguo and Thai Buddhist dates, their eras, fields, periods and texts. */
public class TimeCalendars {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    public static void main(String[] args) {
        Locale.setDefault(Locale.US);
        for (Chronology c : new TreeSet<>(Chronology.getAvailableChronologies())) chronology(c);
        japanese();
        hijrah();
        minguo();
        thai();
        formatting();
        conversions();
    }

    static void chronology(Chronology c) {
        System.out.println(c + " " + c.getId() + " " + c.getCalendarType() + " " + c.eras() + " " + c.getDisplayName(TextStyle.FULL, Locale.US) + " " + c.getDisplayName(TextStyle.SHORT, Locale.JAPAN));
        for (ChronoField f : new ChronoField[] {ChronoField.YEAR, ChronoField.YEAR_OF_ERA, ChronoField.ERA, ChronoField.DAY_OF_YEAR, ChronoField.DAY_OF_MONTH, ChronoField.PROLEPTIC_MONTH}) System.out.print(f + "=" + c.range(f) + " ");
        System.out.println();
        ChronoLocalDate d = c.dateEpochDay(18765);
        System.out.println(d + " " + d.lengthOfMonth() + " " + d.lengthOfYear() + " " + d.isLeapYear() + " " + d.getEra() + " " + d.get(ChronoField.YEAR_OF_ERA) + " " + d.toEpochDay() + " " + d.hashCode());
        System.out.println(d.plus(1, ChronoUnit.MONTHS) + " " + d.plus(3, ChronoUnit.YEARS) + " " + d.minus(2, ChronoUnit.DECADES) + " " + d.with(ChronoField.DAY_OF_MONTH, 1) + " " + d.with(TemporalAdjusters.lastDayOfYear()) + " " + d.with(ChronoField.DAY_OF_WEEK, 7));
        ChronoLocalDate e = c.dateEpochDay(20000);
        System.out.println(d.until(e) + " " + d.until(e, ChronoUnit.MONTHS) + " " + d.until(e, ChronoUnit.WEEKS) + " " + d.compareTo(e) + " " + d.isBefore(e) + " " + c.period(1, 2, 3) + " " + c.period(1, 14, 3).normalized() + " " + d.plus(c.period(1, 2, 3)));
        attempt("bad month", () -> c.date(2020, 14, 1));
        attempt("bad day", () -> c.dateYearDay(1440, 400));
        attempt("time unit", () -> d.plus(1, ChronoUnit.HOURS));
        attempt("time field", () -> d.get(ChronoField.HOUR_OF_DAY));
        System.out.println(d.atTime(LocalTime.of(3, 4)) + " " + d.atTime(LocalTime.NOON).atZone(ZoneId.of("Asia/Tokyo")) + " " + c.zonedDateTime(Instant.EPOCH, ZoneId.of("Asia/Tokyo")));
    }

    static void japanese() {
        for (JapaneseEra era : JapaneseEra.values()) System.out.print(era + " " + era.getValue() + " " + era.getDisplayName(TextStyle.FULL, Locale.JAPAN) + era.getDisplayName(TextStyle.SHORT, Locale.JAPAN) + era.getDisplayName(TextStyle.NARROW, Locale.US) + "; ");
        System.out.println();
        for (LocalDate d : new LocalDate[] {LocalDate.of(1989, 1, 7), LocalDate.of(1989, 1, 8), LocalDate.of(2019, 4, 30), LocalDate.of(2019, 5, 1), LocalDate.of(1873, 1, 1), LocalDate.of(1926, 12, 25)}) {
            JapaneseDate j = JapaneseDate.from(d);
            System.out.println(j + " " + j.get(ChronoField.DAY_OF_YEAR) + " " + j.lengthOfYear() + " " + j.range(ChronoField.DAY_OF_YEAR) + " " + j.range(ChronoField.YEAR_OF_ERA));
        }
    }

    static void hijrah() {
        attempt("1300", () -> HijrahDate.of(1300, 1, 1));
        attempt("1299", () -> HijrahDate.of(1299, 12, 1));
        attempt("1600", () -> HijrahDate.of(1600, 12, 30));
        HijrahDate r = HijrahDate.of(1442, 9, 1);
        System.out.println(r + " " + LocalDate.from(r) + " " + r.lengthOfMonth() + " " + r.lengthOfYear() + " " + r.withVariant(HijrahChronology.INSTANCE) + " " + r.range(ChronoField.ALIGNED_WEEK_OF_MONTH));
        StringBuilder lengths = new StringBuilder();
        for (int m = 1; m <= 12; m++) lengths.append(HijrahDate.of(1445, m, 1).lengthOfMonth()).append(' ');
        System.out.println(lengths + "" + HijrahChronology.INSTANCE.isLeapYear(1445));
    }

    static void minguo() {
        System.out.println(MinguoDate.of(1, 1, 1) + " " + LocalDate.from(MinguoDate.of(1, 1, 1)) + " " + MinguoDate.from(LocalDate.of(1900, 6, 1)) + " " + MinguoChronology.INSTANCE.date(MinguoEra.BEFORE_ROC, 5, 3, 2) + " " + MinguoChronology.INSTANCE.prolepticYear(MinguoEra.BEFORE_ROC, 5));
        attempt("era", () -> MinguoEra.of(2));
        attempt("wrong era", () -> MinguoChronology.INSTANCE.prolepticYear(IsoEra.CE, 5));
    }

    static void thai() {
        ThaiBuddhistDate t = ThaiBuddhistDate.of(2564, 2, 28);
        System.out.println(t + " " + t.plus(1, ChronoUnit.DAYS) + " " + t.with(ChronoField.YEAR_OF_ERA, 2567).plus(1, ChronoUnit.DAYS) + " " + t.with(ChronoField.ERA, 0));
        attempt("leap", () -> ThaiBuddhistDate.of(2564, 2, 29));
    }

    static void formatting() {
        ChronoLocalDate[] dates = {JapaneseDate.of(2019, 5, 1), HijrahDate.of(1442, 9, 1), MinguoDate.of(110, 2, 3), ThaiBuddhistDate.of(2564, 7, 8)};
        for (ChronoLocalDate d : dates)
            for (Locale l : new Locale[] {Locale.US, Locale.JAPAN, Locale.forLanguageTag("ar"), Locale.TAIWAN, Locale.forLanguageTag("th")}) {
                for (FormatStyle s : FormatStyle.values()) System.out.print(DateTimeFormatter.ofLocalizedDate(s).withLocale(l).withChronology(d.getChronology()).format(d) + " | ");
                System.out.println(DateTimeFormatter.ofPattern("GGGG GGGGG y-MM-dd EEEE MMMM", l).format(d));
            }
        DateTimeFormatter j = new DateTimeFormatterBuilder().appendPattern("GGGG y年M月d日").toFormatter(Locale.JAPAN).withChronology(JapaneseChronology.INSTANCE);
        attempt("parsed", () -> j.parse("平成 元年1月8日"));
        attempt("parsed", () -> JapaneseDate.from(j.parse("令和 3年5月6日")));
        attempt("wrong", () -> j.parse("令和 x"));
        attempt("strict", () -> JapaneseDate.from(j.withResolverStyle(ResolverStyle.STRICT).parse("平成 40年1月1日")));
        System.out.println(DateTimeFormatter.ofPattern("yyyy G", Locale.forLanguageTag("ja-JP-u-ca-japanese")).localizedBy(Locale.forLanguageTag("ja-JP-u-ca-japanese")).format(LocalDate.of(2020, 2, 2)));
    }

    static void conversions() {
        for (String tag : new String[] {"ja-JP-u-ca-japanese", "th-TH-u-ca-buddhist", "ar-SA-u-ca-islamic-umalqura", "zh-TW-u-ca-roc", "en", "th-TH", "ja-JP-JP"}) attempt(tag, () -> Chronology.ofLocale(Locale.forLanguageTag(tag)));
        attempt("of", () -> Chronology.of("Mayan"));
        attempt("from", () -> JapaneseChronology.INSTANCE.date(ThaiBuddhistDate.of(2564, 7, 8)) + " " + IsoChronology.INSTANCE.date(HijrahDate.of(1442, 9, 1)));
        attempt("early", () -> JapaneseDate.from(LocalDate.of(1872, 12, 31)));
        attempt("era", () -> JapaneseDate.of(JapaneseEra.SHOWA, 65, 1, 1));
        attempt("resolve", () -> IsoChronology.INSTANCE.resolveDate(new HashMap<>(Map.of(ChronoField.YEAR, 2020L, ChronoField.MONTH_OF_YEAR, 2L, ChronoField.DAY_OF_MONTH, 30L)), ResolverStyle.SMART));
        attempt("lenient", () -> ThaiBuddhistChronology.INSTANCE.resolveDate(new HashMap<>(Map.of(ChronoField.YEAR, 2564L, ChronoField.MONTH_OF_YEAR, 14L, ChronoField.DAY_OF_MONTH, 30L)), ResolverStyle.LENIENT));
    }
}

import java.math.*;
import java.text.*;
import java.time.*;
import java.time.chrono.*;
import java.time.format.*;
import java.time.temporal.*;
import java.util.*;

/** What the locale data gives in twenty locales. */
public class TextLocales {
    static final String[] TAGS = {"en-US", "en-GB", "de-DE", "de-CH", "fr-FR", "fr-CA", "es-ES", "es-MX", "it-IT", "pt-BR", "nl-NL", "sv-SE", "pl-PL", "ru-RU", "tr-TR", "el-GR", "ja-JP", "zh-CN", "zh-TW", "ko-KR", "ar-EG", "he-IL", "hi-IN", "th-TH", "th-TH-u-nu-thai", "fa-IR", "vi-VN", "sr-Latn-RS", "ja-JP-u-ca-japanese", "und"};

    public static void main(String[] args) {
        LocalDateTime t = LocalDateTime.of(2024, 2, 29, 15, 4, 5, 678_000_000);
        ZonedDateTime z = t.atZone(ZoneId.of("Europe/Berlin"));
        for (String tag : TAGS) {
            Locale l = Locale.forLanguageTag(tag);
            System.out.println("== " + tag + " " + l.getDisplayName(l) + " | " + l.getDisplayLanguage(Locale.ENGLISH) + " | " + l.getDisplayCountry(Locale.FRENCH) + " | " + l.getDisplayScript() + " " + Locale.lookup(Locale.LanguageRange.parse(tag + ",en;q=0.5"), List.of(Locale.ENGLISH, Locale.GERMANY)));
            numbers(l);
            times(l, t, z);
            calendars(l);
            misc(l);
        }
    }

    static void numbers(Locale l) {
        System.out.println(NumberFormat.getInstance(l).format(-1234567.891) + " " + NumberFormat.getPercentInstance(l).format(0.256) + " " + NumberFormat.getCurrencyInstance(l).format(-1234.5) + " " + NumberFormat.getIntegerInstance(l).format(2.5) + " " + NumberFormat.getCompactNumberInstance(l, NumberFormat.Style.SHORT).format(12345) + " " + NumberFormat.getCompactNumberInstance(l, NumberFormat.Style.LONG).format(7_654_321));
        DecimalFormatSymbols s = DecimalFormatSymbols.getInstance(l);
        System.out.println(s.getDecimalSeparator() + "" + s.getGroupingSeparator() + s.getMinusSign() + s.getZeroDigit() + s.getInfinity() + s.getNaN() + s.getExponentSeparator() + s.getCurrencySymbol() + s.getInternationalCurrencySymbol());
        System.out.println(String.format(l, "%,d %,.2f %e %tB %<tA %s", 1234567, 9876.543, 0.000123, LocalDate.of(2024, 5, 6), 3));
        try {
            System.out.println(NumberFormat.getInstance(l).parse(NumberFormat.getInstance(l).format(98765.25)));
        } catch (ParseException e) {
            System.out.println(e);
        }
    }

    static void times(Locale l, LocalDateTime t, ZonedDateTime z) {
        StringBuilder line = new StringBuilder();
        for (FormatStyle f : FormatStyle.values()) {
            line.append(DateTimeFormatter.ofLocalizedDate(f).withLocale(l).format(t)).append(" | ").append(DateTimeFormatter.ofLocalizedTime(f).withLocale(l).format(z)).append(" | ");
        }
        System.out.println(line);
        System.out.println(DateTimeFormatter.ofPattern("EEEE EEEEE, d. MMMM LLL yyyy G, h:mm a B zzzz VV xxx Q QQQQ w e", l).format(z));
        System.out.println(DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM).localizedBy(l).format(z));
        DateFormat d = DateFormat.getDateTimeInstance(DateFormat.LONG, DateFormat.SHORT, l);
        d.setTimeZone(TimeZone.getTimeZone("America/New_York"));
        System.out.println(d.format(Date.from(z.toInstant())) + " | " + ((SimpleDateFormat) d).toPattern());
        SimpleDateFormat s = new SimpleDateFormat("EEE, dd MMM yyyy HH:mm:ss zzz", l);
        s.setTimeZone(TimeZone.getTimeZone("Asia/Tokyo"));
        System.out.println(s.format(Date.from(z.toInstant())));
        System.out.println(TimeZone.getTimeZone("America/Los_Angeles").getDisplayName(true, TimeZone.LONG, l) + " | " + ZoneId.of("Europe/Paris").getDisplayName(TextStyle.FULL, l));
    }

    static void calendars(Locale l) {
        Calendar c = Calendar.getInstance(TimeZone.getTimeZone("UTC"), l);
        c.setTimeInMillis(1_709_215_445_000L);
        System.out.println(c.getCalendarType() + " " + c.getFirstDayOfWeek() + " " + c.getMinimalDaysInFirstWeek() + " " + c.get(Calendar.YEAR) + " " + c.get(Calendar.WEEK_OF_YEAR) + " " + c.getDisplayName(Calendar.MONTH, Calendar.LONG, l) + " " + c.getDisplayName(Calendar.DAY_OF_WEEK, Calendar.SHORT, l) + " " + c.getDisplayName(Calendar.AM_PM, Calendar.SHORT, l) + " " + WeekFields.of(l));
        System.out.println(Chronology.ofLocale(l) + " " + Month.MARCH.getDisplayName(TextStyle.FULL_STANDALONE, l) + " " + DayOfWeek.SUNDAY.getDisplayName(TextStyle.NARROW, l) + " " + Arrays.toString(new DateFormatSymbols(l).getShortMonths()) + " " + Arrays.toString(DateFormatSymbols.getInstance(l).getEras()));
        for (Chronology k : List.of(JapaneseChronology.INSTANCE, HijrahChronology.INSTANCE, ThaiBuddhistChronology.INSTANCE, MinguoChronology.INSTANCE)) {
            System.out.print(k.getDisplayName(TextStyle.FULL, l) + " " + DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG).withLocale(l).withChronology(k).format(LocalDate.of(2024, 2, 29)) + "; ");
        }
        System.out.println();
    }

    static void misc(Locale l) {
        Currency c = l.getCountry().isEmpty() ? Currency.getInstance("EUR") : Currency.getInstance(l);
        System.out.println(c + " " + c.getSymbol(l) + " " + c.getDisplayName(l) + " " + c.getDefaultFractionDigits() + " " + Currency.getInstance("USD").getDisplayName(l));
        System.out.println("TITLE İı ß ς".toLowerCase(l) + " " + "title iı ß ς ﬁ".toUpperCase(l));
        System.out.println(new MessageFormat("{0,number,integer} {1,date,short} {2,choice,0#none|1#one|1<many {2}} '{'{3}'}'", l).format(new Object[] {1234567, new Date(0), 5, "x"}).replaceAll("\\d?\\d:\\d\\d", "T"));
        List<String> words = new ArrayList<>(List.of("zebra", "Äpfel", "apple", "Zebra", "ñu", "nut", "öl", "oz", "ål", "azul", "chico", "cosa", "lluvia", "luz", "éclair", "eclair", "şeker", "seker", "ırmak", "irmak", "čaj", "caj", "я", "ж", "漢", "字"));
        words.sort(Collator.getInstance(l));
        System.out.println(words);
        BreakIterator b = BreakIterator.getSentenceInstance(l);
        b.setText("Mr. Smith came. Did he? Yes! He came at 5.30 p.m. today.");
        StringBuilder s = new StringBuilder();
        for (int i = b.first(); i != BreakIterator.DONE; i = b.next()) s.append(i).append(' ');
        BreakIterator w = BreakIterator.getWordInstance(l);
        w.setText("Don't panic: it's 3.14 — ภาษาไทยง่าย 日本語のテキスト!");
        for (int i = w.first(); i != BreakIterator.DONE; i = w.next()) s.append(i).append(',');
        System.out.println(s);
    }
}

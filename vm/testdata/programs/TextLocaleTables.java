import java.text.*;
import java.time.*;
import java.time.format.*;
import java.util.*;

/** Formats of numbers, money and dates in every locale of the JDK, hashed and some shown; matching, display names, currencies. */
public class TextLocaleTables {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    static final String[] TAGS = {"en-US", "de-CH", "fr-CA", "hi-IN", "ar-EG", "fa", "th-TH-u-nu-thai", "ja-JP", "zh-Hant-TW", "ru", "pl", "he", "my", "es-419", "en-IN", "tr", "und"};

    public static void main(String[] args) {
        Locale.setDefault(Locale.US);
        numbers();
        dates();
        legacy();
        locales();
        currencies();
        ranges();
        messages();
        compact();
    }

    static void numbers() {
        for (String tag : TAGS) {
            Locale l = Locale.forLanguageTag(tag);
            System.out.println(tag + " " + NumberFormat.getInstance(l).format(-1234567.891) + " " + NumberFormat.getCurrencyInstance(l).format(-1234.5) + " " + NumberFormat.getPercentInstance(l).format(0.256) + " " + NumberFormat.getIntegerInstance(l).format(-7.5) + " " + NumberFormat.getCompactNumberInstance(l, NumberFormat.Style.SHORT).format(1_234_567) + " " + NumberFormat.getCompactNumberInstance(l, NumberFormat.Style.LONG).format(98765) + " " + String.format(l, "%,d %.3f %e", -1234567, 2.5, 12345.678) + " " + ((DecimalFormat) NumberFormat.getCurrencyInstance(l)).toPattern());
            DecimalFormatSymbols s = DecimalFormatSymbols.getInstance(l);
            System.out.println((int) s.getZeroDigit() + " " + s.getGroupingSeparator() + s.getDecimalSeparator() + s.getMinusSign() + s.getPercent() + s.getPerMill() + s.getInfinity() + s.getNaN() + s.getExponentSeparator() + " " + s.getCurrencySymbol() + s.getInternationalCurrencySymbol() + " " + s.getPatternSeparator());
        }
    }

    static void dates() {
        ZonedDateTime z = ZonedDateTime.of(2021, 2, 3, 16, 5, 6, 789_000_000, ZoneId.of("Europe/Berlin"));
        for (String tag : TAGS) {
            Locale l = Locale.forLanguageTag(tag);
            StringBuilder s = new StringBuilder(tag);
            for (FormatStyle f : FormatStyle.values()) s.append(" | ").append(DateTimeFormatter.ofLocalizedDateTime(f).withLocale(l).format(z));
            System.out.println(s + " | " + DateTimeFormatter.ofPattern("EEEE LLLL QQQQ a B zzzz GGGG", l).format(z));
        }
    }

    static void legacy() {
        Date d = new Date(1_612_364_706_789L);
        for (String tag : TAGS) {
            Locale l = Locale.forLanguageTag(tag);
            DateFormat f = DateFormat.getDateTimeInstance(DateFormat.FULL, DateFormat.MEDIUM, l);
            f.setTimeZone(TimeZone.getTimeZone("Asia/Kolkata"));
            SimpleDateFormat p = new SimpleDateFormat("G yy MMM LLL w W D F E u a H k K h m s S z Z XXX", l);
            p.setTimeZone(TimeZone.getTimeZone("Asia/Kolkata"));
            System.out.println(f.format(d) + " | " + p.format(d) + " | " + ((SimpleDateFormat) f).toPattern() + " " + DateFormatSymbols.getInstance(l).getLocalPatternChars());
        }
        SimpleDateFormat strict = new SimpleDateFormat("yyyy-MM-dd HH:mm:ss z", Locale.US);
        strict.setLenient(false);
        for (String s : new String[] {"2020-02-30 00:00:00 UTC", "2020-02-29 12:34:56 PST", "2020-2-9 1:2:3 GMT+02:00", "x", "2020-01-01 25:00:00 UTC"}) attempt(s, () -> strict.parse(s).getTime());
        attempt("pattern", () -> new SimpleDateFormat("yyyy-bb"));
        ParsePosition at = new ParsePosition(0);
        System.out.println(strict.parse("2020-02-29 99", at) + " " + at);
    }

    static void locales() {
        for (String tag : new String[] {"zh-Hant-TW", "de-DE-1996", "en-US-x-private", "sr-Latn-RS", "x-lvariant-a", "i-klingon", "no-NO-NY", "ja-JP-u-ca-japanese-x-lvariant-JP", "art-lojban", "en-a-bbb-a-ccc", "toolonglanguage", "he", "iw", "en-u-attr-co-phonebk"}) {
            Locale l = Locale.forLanguageTag(tag);
            System.out.println(tag + " " + l + " " + l.toLanguageTag() + " " + l.getDisplayName(Locale.US) + " | " + l.getDisplayName(Locale.FRANCE) + " " + l.getISO3Language() + " " + l.getUnicodeLocaleKeys() + l.getExtensionKeys() + " " + l.getScript() + l.getVariant() + " " + l.stripExtensions());
        }
        attempt("builder", () -> new Locale.Builder().setLanguage("xx1x"));
        attempt("builder region", () -> new Locale.Builder().setRegion("USA"));
        attempt("builder tag", () -> new Locale.Builder().setLanguageTag("en-!"));
        attempt("builder extension", () -> new Locale.Builder().setLanguage("en").setUnicodeLocaleKeyword("nu", "thai").setExtension('a', "foo-bar").build().toLanguageTag());
        attempt("ISO3", () -> new Locale("xx", "YY").getISO3Country());
        attempt("null", () -> new Locale(null));
        System.out.println(Locale.getISOCountries().length + " " + Locale.getISOLanguages().length + " " + Locale.getISOCountries(Locale.IsoCountryCode.PART3).size() + " " + new Locale("IW") + new Locale("a", "b", "c d") + " " + Locale.getAvailableLocales().length);
    }

    static void currencies() {
        int hash = 0;
        List<Currency> all = new ArrayList<>(Currency.getAvailableCurrencies());
        all.sort(Comparator.comparing(Currency::getCurrencyCode));
        for (Currency c : all) hash = hash * 31 + (c + c.getDisplayName(Locale.GERMANY) + c.getSymbol(Locale.JAPAN) + c.getNumericCodeAsString() + c.getDefaultFractionDigits()).hashCode();
        System.out.println(all.size() + " " + hash);
        for (String c : new String[] {"CH", "JP", "XK", "AQ", "HR", "US-x"}) attempt(c, () -> Currency.getInstance(new Locale("", c)));
        attempt("code", () -> Currency.getInstance("ABC"));
        attempt("no country", () -> Currency.getInstance(Locale.ENGLISH));
        System.out.println(Currency.getInstance(Locale.forLanguageTag("de-DE-u-cu-usd")) + " " + Currency.getInstance("JPY").getSymbol(Locale.JAPAN) + Currency.getInstance("USD").getSymbol(Locale.CANADA));
    }

    static void ranges() {
        List<Locale.LanguageRange> r = Locale.LanguageRange.parse("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5");
        System.out.println(r + " " + Locale.lookup(r, List.of(Locale.GERMANY, Locale.forLanguageTag("fr"), Locale.US)) + " " + Locale.filter(r, List.of(Locale.US, Locale.FRANCE, Locale.JAPAN)) + " " + Locale.filterTags(r, List.of("de-DE", "en"), Locale.FilteringMode.EXTENDED_FILTERING) + " " + Locale.lookupTag(Locale.LanguageRange.parse("de-*-DE"), List.of("de-Latn-DE", "de")));
        System.out.println(Locale.LanguageRange.parse("zh-yue, iw") + " " + Locale.LanguageRange.mapEquivalents(Locale.LanguageRange.parse("en"), Map.of("en", List.of("en", "en-x"))));
        for (String bad : new String[] {"en;q=2", "", "e_n", "en;q=x", "-en", "en,,de"}) attempt(bad, () -> Locale.LanguageRange.parse(bad));
        attempt("mode", () -> Locale.filter(Locale.LanguageRange.parse("en-*-x"), List.of(Locale.US), Locale.FilteringMode.REJECT_EXTENDED_RANGES));
        System.out.println(ResourceBundle.Control.getControl(ResourceBundle.Control.FORMAT_DEFAULT).getCandidateLocales("b", Locale.forLanguageTag("zh-Hant-TW")) + " " + ResourceBundle.Control.getControl(ResourceBundle.Control.FORMAT_DEFAULT).getCandidateLocales("b", new Locale("no", "NO", "NY")));
    }

    static void messages() {
        for (String tag : new String[] {"en-US", "de", "ar-EG", "hi"}) {
            MessageFormat m = new MessageFormat("{0,number} {1,number,percent} {2,date,full} {3,time,short} {4,choice,0#none|1#one|1<many {4}} '{0}' ''{5}'' {0,number,#.##} {0,number,currency} {2,date,yyyy}", Locale.forLanguageTag(tag));
            for (Format f : m.getFormats()) if (f instanceof DateFormat d) d.setTimeZone(TimeZone.getTimeZone("UTC"));
            System.out.println(m.format(new Object[] {1234.567, 0.5, new Date(0), new Date(0), 7, null}) + " " + m.toPattern());
        }
        for (String bad : new String[] {"{", "{x}", "{0,foo}", "{0,number,#.#.#}", "{-1}", "{0,choice,x}", "'{0", "{0,date,ff}", "}"}) attempt(bad, () -> MessageFormat.format(bad, 1));
        ChoiceFormat c = new ChoiceFormat("-1#neg|0#zero|1≤one|2<more");
        System.out.println(c.format(-5) + c.format(0.5) + c.format(2) + c.format(2.1) + c.format(Double.NaN) + " " + c.toPattern() + " " + ChoiceFormat.nextDouble(1) + " " + ChoiceFormat.previousDouble(0));
        attempt("parse", () -> Arrays.toString(new MessageFormat("{0} is {1,number}").parse("x is 5,5")));
        attempt("parse", () -> Arrays.toString(new MessageFormat("{0} is {1,number}").parse("nothing")));
    }

    static void compact() {
        CompactNumberFormat f = new CompactNumberFormat("#,##0.##", DecimalFormatSymbols.getInstance(Locale.US), new String[] {"", "", "", "0K", "00K", "000K", "0 'M'", "{one:0' 'G other:0' 'Gs}"});
        f.setMaximumFractionDigits(2);
        for (double v : new double[] {1, 999, 1000, 12345, 999999, 1e6, 1.25e7, -5e7, Double.NaN, 1e20}) System.out.print(f.format(v) + " ");
        System.out.println(f.isParseBigDecimal() + " " + f.getGroupingSize());
        attempt("parse", () -> f.parse("12K"));
        attempt("parse", () -> f.parse("3 M"));
        attempt("parse", () -> f.parse("zzz"));
        
    }
}

import java.math.*;
import java.text.*;
import java.util.*;

/** DecimalFormat, MessageFormat, ChoiceFormat, Collator, BreakIterator, Normalizer, Bidi in depth. */
public class TextFormats {
    interface Action { Object run() throws Exception; }

    static void attempt(Action a) {
        try {
            System.out.println(a.run());
        } catch (Exception e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.US);
        decimals();
        parsing();
        messages();
        collation();
        breaking();
        normalizing();
        bidi();
    }

    static void decimals() {
        double[] values = {0, -0.0, 1, -1, 0.5, 1.5, 2.5, 1234.5678, -9999999.999, 1e-7, 1e21, Double.NaN, Double.NEGATIVE_INFINITY, 0.125, 100};
        for (String p : new String[] {"#", "0", "#,##0.00", "0.###E0", "00.00E00", "##0.#####E0", "#,##,##0.0", "$#,##0.00;($#,##0.00)", "0.0%", "0‰", "¤#,##0.00", "¤¤ 0", "'#'0", "000.000", "#.##", ".00", "0.00;-0.00x"}) {
            DecimalFormat f = new DecimalFormat(p);
            System.out.print(p + " -> " + f.toPattern() + " " + f.toLocalizedPattern() + ":");
            for (double v : values) System.out.print(" " + f.format(v));
            System.out.println(" " + f.format(Long.MIN_VALUE) + " " + f.format(new BigDecimal("123456789012345678901234567890.125")) + " " + f.format(BigInteger.TEN.pow(30)));
        }
        for (RoundingMode m : RoundingMode.values()) {
            DecimalFormat f = new DecimalFormat("0.0");
            f.setRoundingMode(m);
            System.out.print(m);
            for (double v : new double[] {0.05, 0.15, 0.25, 0.35, -0.25, 1.0, 0.7500001}) attempt2(() -> f.format(v));
            System.out.println();
        }
        for (String bad : new String[] {"0.0.0", "#0#", "0,", "'", "0%%", "E0", "##0E"}) attempt(() -> new DecimalFormat(bad).toPattern());
        DecimalFormat f = new DecimalFormat("#,##0.###", new DecimalFormatSymbols(Locale.GERMANY));
        f.setGroupingSize(4); f.setDecimalSeparatorAlwaysShown(true); f.setMinimumIntegerDigits(6); f.setPositivePrefix("+");
        System.out.println(f.format(1234567) + " " + f.getMaximumFractionDigits() + " " + f.hashCode() + " " + f.equals(f.clone()));
        FieldPosition fp = new FieldPosition(NumberFormat.Field.FRACTION);
        System.out.println(new DecimalFormat("#,##0.00").format(1234.5, new StringBuffer(), fp) + " " + fp);
        AttributedCharacterIterator it = new DecimalFormat("¤#,##0.00E0").formatToCharacterIterator(-1234.5);
        StringBuilder s = new StringBuilder();
        for (char c = it.first(); c != CharacterIterator.DONE; c = it.next()) s.append(c).append(it.getAttributes().keySet()).append(it.getRunLimit()).append(' ');
        System.out.println(s);
    }

    static void attempt2(Action a) {
        try {
            System.out.print(" " + a.run());
        } catch (Exception e) {
            System.out.print(" " + e);
        }
    }

    static void parsing() {
        for (String s : new String[] {"1,234.5", "-12", "1e3", "1E3", "abc", "12abc", "", "∞", "NaN", "99999999999999999999", "1,2,3", "(5)", ".5", "5."}) {
            attempt(() -> { Number n = NumberFormat.getInstance().parse(s); return n + " " + n.getClass().getSimpleName(); });
            ParsePosition p = new ParsePosition(0);
            DecimalFormat f = new DecimalFormat();
            f.setParseBigDecimal(true);
            System.out.println(f.parse(s, p) + " " + p);
        }
        attempt(() -> NumberFormat.getPercentInstance().parse("45%"));
        attempt(() -> NumberFormat.getCurrencyInstance().parse("$1,000.10"));
        attempt(() -> NumberFormat.getCompactNumberInstance().parse("12K"));
        attempt(() -> new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSSXXX").parse("2024-02-30T25:61:61.5+02:00").getTime());
        attempt(() -> { SimpleDateFormat f = new SimpleDateFormat("yy-M-d"); f.setLenient(false); return f.parse("24-2-30"); });
        attempt(() -> { SimpleDateFormat f = new SimpleDateFormat("dd MMM yy z", Locale.ENGLISH); return f.parse("01 Jan 70 GMT").getTime() + " " + f.get2DigitYearStart().getTime() / (1L << 60); });
        attempt(() -> new SimpleDateFormat("bad pattern"));
        attempt(() -> { SimpleDateFormat f = new SimpleDateFormat("G yyyy YYYY ww W D d F E u a H k K h m s S z Z X", Locale.US); f.setTimeZone(TimeZone.getTimeZone("Asia/Kolkata")); return f.format(new Date(1_700_000_000_123L)); });
    }

    static void messages() {
        attempt(() -> MessageFormat.format("{0} has {1,number,integer} {1,choice,0#files|1#file|1<files}, {2}", "disk", 3, null));
        attempt(() -> MessageFormat.format("It''s {0} '{not}' {1,number,#.##} {9}", 1, 2.345));
        attempt(() -> new MessageFormat("{0,time,HH} {1").toPattern());
        attempt(() -> MessageFormat.format("{0,bogus}", 1));
        attempt(() -> Arrays.toString(new MessageFormat("{0} of {1,number}").parse("some of 12.5")));
        attempt(() -> Arrays.toString(new MessageFormat("{0,number,#}-{1}").parse("x-y")));
        attempt(() -> new MessageFormat("{1} {0} {1}").toPattern() + " " + new MessageFormat("{3}").getFormatsByArgumentIndex().length);
        ChoiceFormat c = new ChoiceFormat("-1#negative|0#zero|1#one|2<more");
        for (double d : new double[] {-5, -1, 0, 0.5, 1, 2, 3, Double.NaN}) System.out.print(c.format(d) + " ");
        System.out.println(c.toPattern() + " " + ChoiceFormat.nextDouble(1) + " " + ChoiceFormat.previousDouble(1));
        attempt(() -> new ChoiceFormat("1#a|0#b").format(1));
        ListResourceBundle b = new ListResourceBundle() { protected Object[][] getContents() { return new Object[][] {{"a", "A {0}"}, {"b", new int[] {1, 2}}}; } };
        attempt(() -> b.getString("a") + " " + ((int[]) b.getObject("b")).length + " " + b.getString("zz"));
    }

    static void collation() throws Exception {
        Collator c = Collator.getInstance(Locale.US);
        for (int s : new int[] {Collator.PRIMARY, Collator.SECONDARY, Collator.TERTIARY, Collator.IDENTICAL}) {
            c.setStrength(s);
            System.out.println(c.compare("abc", "ABC") + " " + c.compare("abc", "àbc") + " " + c.compare("ab", "abc") + " " + c.equals("a", "á") + " " + c.compare("co-op", "coop") + " " + c.compare("a b", "ab") + " " + c.compare("e\u0301", "é"));
        }
        c.setDecomposition(Collator.CANONICAL_DECOMPOSITION);
        System.out.println(c.compare("e\u0301", "é") + " " + Arrays.toString(c.getCollationKey("Zoë").toByteArray()));
        RuleBasedCollator r = new RuleBasedCollator("< c < b < a < z & a , ch ; x = y");
        List<String> w = new ArrayList<>(List.of("a", "b", "c", "zz", "ch", "x", "y", "abc", "cba"));
        w.sort(r);
        System.out.println(w + " " + r.getRules().length());
        CollationElementIterator i = r.getCollationElementIterator("abch");
        for (int e; (e = i.next()) != CollationElementIterator.NULLORDER; ) System.out.print(Integer.toHexString(e) + "@" + i.getOffset() + " ");
        System.out.println();
        attempt(() -> new RuleBasedCollator("< a < < b"));
    }

    static void breaking() {
        String text = "He said: \"Can't you come at 3:30 p.m.?\" I've 1,234.50 dollars… e\u0301tude 👩‍👩‍👧 x-ray\r\nnew line. Mr. X went.";
        for (BreakIterator b : new BreakIterator[] {BreakIterator.getCharacterInstance(), BreakIterator.getWordInstance(), BreakIterator.getLineInstance(), BreakIterator.getSentenceInstance()}) {
            b.setText(text);
            StringBuilder s = new StringBuilder();
            for (int i = b.last(); i != BreakIterator.DONE; i = b.previous()) s.append(i).append(' ');
            System.out.println(s + "| " + b.following(10) + " " + b.preceding(10) + " " + b.isBoundary(5) + " " + b.next(3));
        }
    }

    static void normalizing() {
        for (Normalizer.Form f : Normalizer.Form.values()) {
            for (String s : new String[] {"é", "e\u0301", "ﬁ", "Å", "한글", "①", "ẛ\u0323", "\u1e9b\u0323", "ｶﾞ", "½", "𝄞", "\u0344", "plain"}) {
                String n = Normalizer.normalize(s, f);
                StringBuilder x = new StringBuilder();
                for (char c : n.toCharArray()) x.append(Integer.toHexString(c)).append('.');
                System.out.print(x + (Normalizer.isNormalized(s, f) ? "= " : " "));
            }
            System.out.println(f);
        }
        System.out.println(java.net.IDN.toASCII("bücher.example") + " " + java.net.IDN.toUnicode("xn--bcher-kva.example") + " " + java.net.IDN.toASCII("日本語。jp"));
        attempt(() -> java.net.IDN.toASCII("a\u0000b\ud800"));
    }

    static void bidi() {
        Bidi b = new Bidi("abc אבג 123 def", Bidi.DIRECTION_DEFAULT_LEFT_TO_RIGHT);
        StringBuilder s = new StringBuilder();
        for (int i = 0; i < b.getRunCount(); i++) s.append(b.getRunStart(i)).append('-').append(b.getRunLimit(i)).append(':').append(b.getRunLevel(i)).append(' ');
        System.out.println(s + "" + b.isMixed() + b.baseIsLeftToRight() + " " + Bidi.requiresBidi("abc".toCharArray(), 0, 3) + " " + b);
        StringCharacterIterator i = new StringCharacterIterator("hello", 1, 4, 2);
        System.out.println(i.current() + " " + i.next() + " " + i.next() + (int) i.next() + " " + i.getBeginIndex() + i.getEndIndex());
        AttributedString a = new AttributedString("attributed");
        a.addAttribute(AttributedCharacterIterator.Attribute.LANGUAGE, Locale.FRENCH, 2, 5);
        AttributedCharacterIterator it = a.getIterator();
        System.out.println(it.getRunLimit() + " " + it.setIndex(3) + " " + it.getAttributes() + " " + it.getRunStart() + it.getRunLimit());
    }
}

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.BooleanUtils;
import org.apache.commons.lang3.CharUtils;
import org.apache.commons.lang3.ClassUtils;
import org.apache.commons.lang3.Range;
import org.apache.commons.lang3.StringEscapeUtils;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.Validate;
import org.apache.commons.lang3.builder.CompareToBuilder;
import org.apache.commons.lang3.builder.EqualsBuilder;
import org.apache.commons.lang3.builder.HashCodeBuilder;
import org.apache.commons.lang3.builder.ToStringBuilder;
import org.apache.commons.lang3.builder.ToStringStyle;
import org.apache.commons.lang3.math.Fraction;
import org.apache.commons.lang3.math.NumberUtils;
import org.apache.commons.lang3.mutable.MutableInt;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.apache.commons.lang3.text.StrSubstitutor;
import org.apache.commons.lang3.time.DurationFormatUtils;
import org.apache.commons.lang3.time.FastDateFormat;
import org.apache.commons.lang3.tuple.Pair;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.junit.runner.RunWith;
import org.junit.runner.notification.Failure;
import org.junit.runners.Parameterized;

/** A suite of JUnit 4 for commons-lang3: flat code, most of it a framework's and a library's, executed a few times. */
@SuppressWarnings("deprecation")
public final class LanguageSuite {
    public static class Strings {
        @Test public void joins() { assertEquals("a-b-c", StringUtils.join(List.of("a", "b", "c"), "-")); }
        @Test public void splits() { assertArrayEquals(new String[] {"a", "b", "c"}, StringUtils.split("a, b;c", ",; ")); }
        @Test public void pads() { assertEquals("**x**", StringUtils.center("x", 5, '*')); }
        @Test public void abbreviates() { assertEquals("abcd...", StringUtils.abbreviate("abcdefghij", 7)); }
        @Test public void measuresDistances() { assertEquals(3, StringUtils.getLevenshteinDistance("kitten", "sitting")); }
        @Test public void finds() { assertEquals("b", StringUtils.substringBetween("a[b]c", "[", "]")); }
        @Test public void knowsBlanks() { assertTrue(StringUtils.isBlank(" \t\n")); }
        @Test public void escapes() { assertEquals("&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;", StringEscapeUtils.escapeXml("<a href=\"x\">&</a>")); }
        @Test public void unescapes() { assertEquals("\u00e9 <", StringEscapeUtils.unescapeHtml4("&eacute; &lt;")); }
        @Test public void escapesJava() { assertEquals("\\t\\\"\\u20AC", StringEscapeUtils.escapeJava("\t\"\u20ac")); }
        @Test public void substitutes() { assertEquals("I am 7", StrSubstitutor.replace("I am ${age}", java.util.Map.of("age", 7))); }
        @Test public void stripsAccents() { assertEquals("eclair", StringUtils.stripAccents("\u00e9clair")); }
        @Test public void capitalises() { assertEquals("Word", StringUtils.capitalize("word")); }
        @Test public void escapesCharacters() { assertEquals("\\u0041", CharUtils.unicodeEscaped('A')); }
    }

    public static class Objects {
        static final class Point implements Comparable<Point> {
            final int x;
            final int y;

            Point(int x, int y) {
                this.x = x;
                this.y = y;
            }

            @Override public boolean equals(Object other) { return EqualsBuilder.reflectionEquals(this, other); }
            @Override public int hashCode() { return new HashCodeBuilder(17, 37).append(x).append(y).toHashCode(); }
            @Override public int compareTo(Point other) { return new CompareToBuilder().append(x, other.x).append(y, other.y).toComparison(); }
            @Override public String toString() { return new ToStringBuilder(this, ToStringStyle.SHORT_PREFIX_STYLE).append("x", x).append("y", y).toString(); }
        }

        private final List<Point> points = new ArrayList<>();

        @Before public void fill() {
            for (int i = 0; i < 20; i++) {
                points.add(new Point(i * 7 % 5, i * 11 % 13));
            }
        }

        @Test public void areEqual() { assertEquals(new Point(1, 2), new Point(1, 2)); }
        @Test public void areSorted() {
            points.sort(null);
            for (int i = 1; i < points.size(); i++) {
                assertTrue(points.get(i - 1).compareTo(points.get(i)) <= 0);
            }
        }
        @Test public void areWritten() { assertEquals("LanguageSuite.Objects.Point[x=1,y=2]", new Point(1, 2).toString()); }
        @Test public void areCalled() throws ReflectiveOperationException { assertEquals(3, MethodUtils.invokeMethod("abc", "length")); }
        @Test public void haveClasses() { assertEquals("Map.Entry", ClassUtils.getShortClassName(java.util.Map.Entry.class)); }
        @Test public void arePaired() { assertEquals("(a,1)", Pair.of("a", 1).toString()); }
        @Test public void areRefused() { assertThrows(IllegalArgumentException.class, () -> Validate.isTrue(false, "no %d", 1L)); }
        @Test public void areIndexed() { assertThrows(IndexOutOfBoundsException.class, () -> Validate.validIndex(points, 20)); }
    }

    public static class Numbers {
        @Rule public final TemporaryFolder folder = new TemporaryFolder();

        @Test public void areParsed() { assertEquals(0x1fL, NumberUtils.createNumber("0x1f").longValue()); }
        @Test public void areRecognised() { assertFalse(NumberUtils.isCreatable("1e")); }
        @Test public void areFractions() { assertEquals(Fraction.getFraction(5, 6), Fraction.ONE_HALF.add(Fraction.ONE_THIRD)); }
        @Test public void areRanges() { assertTrue(Range.between(1, 10).containsRange(Range.between(3, 4))); }
        @Test public void areCounted() {
            MutableInt count = new MutableInt();
            Arrays.asList(1, 2, 3).forEach(count::add);
            assertEquals(6, count.intValue());
        }
        @Test public void areReversed() {
            int[] values = {1, 2, 3};
            ArrayUtils.reverse(values);
            assertArrayEquals(new int[] {3, 2, 1}, values);
        }
        @Test public void areBooleans() { assertTrue(BooleanUtils.toBoolean("yes")); }
        @Test public void areStored() throws java.io.IOException { assertTrue(folder.newFile("number").isFile()); }
        @Test public void areDates() {
            Calendar day = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
            day.setTimeInMillis(0);
            assertEquals("1970-01-01 00:00", FastDateFormat.getInstance("yyyy-MM-dd HH:mm", TimeZone.getTimeZone("UTC"), Locale.ROOT).format(day));
        }
        @Test public void areDurations() { assertEquals("01:01:01.001", DurationFormatUtils.formatDurationHMS(3_661_001)); }
    }

    @RunWith(Parameterized.class)
    public static class Words {
        @Parameterized.Parameters(name = "{0}")
        public static List<Object[]> words() {
            List<Object[]> words = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                words.add(new Object[] {"word" + i, i});
            }
            return words;
        }

        private final String word;
        private final int number;

        public Words(String word, int number) {
            this.word = word;
            this.number = number;
        }

        @Test public void endInNumbers() { assertEquals(number, NumberUtils.toInt(StringUtils.getDigits(word), -1)); }
        @Test public void areReversedTwice() { assertEquals(word, StringUtils.reverse(StringUtils.reverse(word))); }
        @Test public void areSwapped() { assertEquals("WORD" + number, StringUtils.swapCase(word)); }
    }

    public static void main(String[] arguments) {
        Result result = JUnitCore.runClasses(Strings.class, Objects.class, Numbers.class, Words.class);
        for (Failure failure : result.getFailures()) {
            System.err.println(failure);
        }
        System.out.println(result.getRunCount() + " tests, " + result.getFailureCount() + " failed");
        System.exit(result.wasSuccessful() ? 0 : 1);
    }
}

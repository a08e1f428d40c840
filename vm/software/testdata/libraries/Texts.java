import java.io.*;
import java.util.*;
import org.apache.commons.compress.archivers.*;
import org.apache.commons.compress.archivers.tar.*;
import org.apache.commons.compress.archivers.zip.*;
import org.apache.commons.compress.archivers.cpio.*;
import org.apache.commons.compress.compressors.*;
import org.apache.commons.compress.compressors.bzip2.*;
import org.apache.commons.compress.utils.*;
import org.apache.commons.text.*;
import org.apache.commons.text.similarity.*;
import org.assertj.core.api.*;
import org.joda.time.*;
import org.joda.time.chrono.*;
import org.joda.time.format.*;
import org.jsoup.Jsoup;
import org.jsoup.nodes.*;
import org.jsoup.safety.*;

/** commons-compress, commons-text, joda-time, jsoup, assertj. */
public class Texts {
    public static void main(String[] args) throws Exception {
        compress();
        text();
        joda();
        jsoup();
        assertions();
    }

    static void compress() throws Exception {
        byte[] data = new byte[4_000];
        for (int i = 0; i < data.length; i++) data[i] = (byte) (i * i / 97 % 17 + (i % 5 == 0 ? 64 : 48));
        for (String name : new String[] {"gz", "bzip2", "deflate", "snappy-framed", "lz4-block", "lz4-framed"}) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (OutputStream c = new CompressorStreamFactory().createCompressorOutputStream(name, out)) { c.write(data); }
            try (InputStream in = new CompressorStreamFactory().createCompressorInputStream(name, new ByteArrayInputStream(out.toByteArray()))) { byte[] back = IOUtils.toByteArray(in); System.out.println(name + " " + out.size() + " " + Arrays.equals(back, data)); }
        }
        for (String name : new String[] {ArchiveStreamFactory.TAR, ArchiveStreamFactory.ZIP, ArchiveStreamFactory.CPIO, ArchiveStreamFactory.AR, ArchiveStreamFactory.JAR}) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (ArchiveOutputStream archive = new ArchiveStreamFactory().createArchiveOutputStream(name, out)) {
                for (int i = 0; i < 3; i++) {
                    String file = "file" + i + (name.equals("ar") ? "" : "-ü.txt");
                    ArchiveEntry entry = name.equals("tar") ? tarEntry(file, 100 * i + 5) : name.equals("cpio") ? new CpioArchiveEntry(file, 100 * i + 5) : name.equals("ar") ? new org.apache.commons.compress.archivers.ar.ArArchiveEntry(file, 100 * i + 5) : zipEntry(file, name);
                    archive.putArchiveEntry(entry); archive.write(data, 0, 100 * i + 5); archive.closeArchiveEntry();
                }
            }
            try (ArchiveInputStream archive = new ArchiveStreamFactory().createArchiveInputStream(new BufferedInputStream(new ByteArrayInputStream(out.toByteArray())))) {
                System.out.print(archive.getClass().getSimpleName() + " ");
                for (ArchiveEntry e; (e = archive.getNextEntry()) != null; ) { byte[] bytes = IOUtils.toByteArray(archive); System.out.print(e.getName() + " " + bytes.length + (bytes.length > 0 ? " " + bytes[bytes.length - 1] : "") + "; "); }
                System.out.println();
            }
        }
        try { new BZip2CompressorInputStream(new ByteArrayInputStream("BZh9 broken".getBytes())); } catch (IOException e) { System.out.println(e.getMessage()); }
    }
    static TarArchiveEntry tarEntry(String name, int size) { TarArchiveEntry e = new TarArchiveEntry(name); e.setSize(size); e.setModTime(0); return e; }
    static ZipArchiveEntry zipEntry(String name, String kind) { ZipArchiveEntry e = kind.equals("jar") ? new org.apache.commons.compress.archivers.jar.JarArchiveEntry(name) : new ZipArchiveEntry(name); e.setTime(0); return e; }

    static void text() {
        System.out.println(new StringSubstitutor(Map.of("a", "1", "b", "${a}2")).replace("${b} ${c:-default} $${a} ${unknown}") + " " + StringSubstitutor.createInterpolator().replace("${base64Encoder:hi} ${const:java.lang.Integer.MAX_VALUE} ${urlEncoder:a b}"));
        System.out.println(WordUtils.wrap("The quick brown fox jumps over the lazy dog", 15) + WordUtils.capitalizeFully("aBC dEF") + WordUtils.initials("Ab Cd") + CaseUtils.toCamelCase("to camel case", false, ' '));
        System.out.println(new JaroWinklerSimilarity().apply("martha", "marhta") + " " + new LevenshteinDetailedDistance().apply("kitten", "sitting") + " " + new CosineDistance().apply("a b c", "b c d") + " " + new FuzzyScore(Locale.ENGLISH).fuzzyScore("Workshop", "wso") + " " + new LongestCommonSubsequence().longestCommonSubsequence("ABCBDAB", "BDCABA") + " " + new HammingDistance().apply("abc", "abd"));
        System.out.println(StringEscapeUtils.escapeXml11("<\u0001&'>") + StringEscapeUtils.unescapeJava("\\u00e9\\n") + StringEscapeUtils.escapeEcmaScript("'</script>") + new ExtendedMessageFormat("{0,number,#.#} {1}", Locale.US).format(new Object[] {1.26, "x"}) + new RandomStringGenerator.Builder().withinRange('a', 'z').usingRandom(n -> n / 2).build().generate(3));
    }

    static void joda() {
        DateTime t = new DateTime(2024, 2, 29, 13, 45, 10, 123, DateTimeZone.forID("Europe/Zurich"));
        System.out.println(t + " " + t.plusYears(1) + " " + t.withZone(DateTimeZone.forID("America/New_York")) + " " + t.minusHours(3).dayOfWeek().getAsText(Locale.GERMAN) + " " + t.monthOfYear().roundCeilingCopy());
        System.out.println(new Period(t, t.plusDays(400).plusMinutes(7)) + " " + PeriodFormat.wordBased(Locale.ENGLISH).print(Period.parse("P1Y2M3DT4H5.6S")) + " " + Days.daysBetween(t.toLocalDate(), new LocalDate(2025, 1, 1)).getDays() + " " + new Interval(t, Duration.standardHours(2)).overlaps(new Interval(t.plusHours(1), t.plusHours(3))));
        System.out.println(DateTimeFormat.forPattern("EEE, d MMM yyyy HH:mm:ss.SSS Z").withLocale(Locale.FRANCE).print(t) + " " + ISODateTimeFormat.basicWeekDateTime().print(t) + " " + DateTimeFormat.forPattern("dd/MM/yy HH:mm").withZoneUTC().parseDateTime("01/03/99 05:06").getMillis() + " " + DateTimeFormat.forStyle("LM").withLocale(Locale.US).print(t.withZone(DateTimeZone.UTC)));
        System.out.println(new DateTime(t, IslamicChronology.getInstance()) + " " + new DateTime(t, BuddhistChronology.getInstanceUTC()).getYear() + " " + new DateTime(t, CopticChronology.getInstance()).getMonthOfYear() + " " + new LocalDate(1582, 10, 15, GJChronology.getInstance()).minusDays(1));
        for (String bad : new String[] {"2024-13-01", "2023-02-29T10:00", "x"}) { try { System.out.println(new DateTime(bad)); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); } }
        try { new LocalDateTime(2024, 3, 31, 2, 30).toDateTime(DateTimeZone.forID("Europe/Zurich")); } catch (IllegalInstantException e) { System.out.println(e.getMessage()); }
    }

    static void jsoup() {
        Document d = Jsoup.parse("<html><head><title>T & t</title></head><body class='a b'><p id=x>One <b>two</b>&nbsp;&euro;<p>Three<br><a href='/rel?q=1&amp;r'>link</a><table><tr><td>1<td>2</table><script>if (a<b) x();</script><!-- c --></body>", "http://h.example/dir/");
        System.out.println(d.title() + " " + d.select("p > b, a[href^=/rel], td:nth-child(2), p:contains(Three)").eachText() + " " + d.selectFirst("a").absUrl("href") + " " + d.body().classNames());
        d.selectFirst("#x").append("<i>new</i>").attr("data-k", "\"v\"").addClass("c");
        System.out.println(d.outerHtml());
        System.out.println(Jsoup.clean("<a href='javascript:x()' onclick=y>t</a><script>z</script><b>ok</b>", Safelist.basic()) + " " + Entities.escape("<é>") + " " + org.jsoup.parser.Parser.unescapeEntities("&lt;&#233;&notit;", false));
    }

    record Person(String name, int age) { }
    static void assertions() {
        Assertions.assertThat(List.of(new Person("a", 1), new Person("b", 2))).extracting(Person::name, Person::age).containsExactly(Assertions.tuple("a", 1), Assertions.tuple("b", 2));
        ThrowableAssert.ThrowingCallable[] failing = {() -> Assertions.assertThat(List.of(1, 2, 3)).as("list").containsExactlyInAnyOrder(3, 2, 4), () -> Assertions.assertThat("text").startsWith("x"), () -> Assertions.assertThat(Map.of("k", 1)).containsEntry("k", 2), () -> Assertions.assertThat(1.5).isCloseTo(2, Assertions.within(0.1)), () -> Assertions.assertThat(new Person("a", 1)).usingRecursiveComparison().isEqualTo(new Person("a", 2)), () -> Assertions.assertThat(new int[] {1}).isEqualTo(new int[] {2}), () -> Assertions.assertThatThrownBy(() -> { throw new IllegalStateException("m"); }).isInstanceOf(NullPointerException.class)};
        for (ThrowableAssert.ThrowingCallable f : failing) { Throwable t = Assertions.catchThrowable(f); System.out.println(t.getClass().getSimpleName() + " " + String.valueOf(t.getMessage()).lines().filter(l -> !l.contains("\tat ")).limit(12).reduce("", (a, b) -> a + b + "/")); }
        SoftAssertions soft = new SoftAssertions(); soft.assertThat(1).isEqualTo(2); soft.assertThat("a").isNull();
        try { soft.assertAll(); } catch (AssertionError e) { System.out.println(soft.errorsCollected().size()); }
    }
}

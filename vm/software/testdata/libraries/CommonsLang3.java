import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.*;
import org.apache.commons.lang3.*;
import org.apache.commons.lang3.builder.*;
import org.apache.commons.lang3.concurrent.*;
import org.apache.commons.lang3.event.EventListenerSupport;
import org.apache.commons.lang3.exception.*;
import org.apache.commons.lang3.math.*;
import org.apache.commons.lang3.mutable.*;
import org.apache.commons.lang3.reflect.*;
import org.apache.commons.lang3.text.translate.*;
import org.apache.commons.lang3.time.*;
import org.apache.commons.lang3.tuple.*;

/** commons-lang3: text, reflection, builders, serialization, dates, concurrency. */
public class CommonsLang3 {
    public static class Point implements Comparable<Point>, java.io.Serializable {
        final int x; final double y; transient String label = "p"; private final int[] data = {1, 2, 3};
        Point(int x, double y) { this.x = x; this.y = y; }
        @Override public boolean equals(Object o) { return EqualsBuilder.reflectionEquals(this, o); }
        @Override public int hashCode() { return HashCodeBuilder.reflectionHashCode(this); }
        @Override public String toString() { return ToStringBuilder.reflectionToString(this, ToStringStyle.SHORT_PREFIX_STYLE); }
        @Override public int compareTo(Point o) { return new CompareToBuilder().append(x, o.x).append(y, o.y).toComparison(); }
        public String describe(Object... rest) { return "describe" + Arrays.toString(rest); }
        public static long twice(long a) { return 2 * a; }
    }
    public interface Listener { void heard(String what, int n); }
    static class Generic<T extends Number> extends ArrayList<Map<String, T[]>> { }

    public static void main(String[] args) throws Exception {
        System.out.println(StringUtils.abbreviate("The quick brown fox", 12) + StringUtils.center("x", 9, "<>") + StringUtils.getLevenshteinDistance("kitten", "sitting"));
        System.out.println(StringUtils.capitalize("élan") + StringUtils.stripAccents("àéîõü Łódź") + StringUtils.swapCase("aBc") + StringUtils.difference("i am a", "i am b") + StringUtils.join(List.of(1, 2, 3), '-'));
        System.out.println(Arrays.toString(StringUtils.splitByCharacterTypeCamelCase("fooBarASFLicense200")) + StringUtils.substringBetween("a[b]c", "[", "]") + StringUtils.isNumeric("१२३"));
        System.out.println(StringEscapeUtils.escapeHtml4("<é & \"ü\">") + StringEscapeUtils.unescapeHtml4("&Eacute;&#x41;&amp;") + StringEscapeUtils.escapeJava("a\tb\u1234") + StringEscapeUtils.escapeJson("/\"") + StringEscapeUtils.escapeCsv("a,b"));
        Point p = new Point(3, 4.5);
        Point q = SerializationUtils.clone(p);
        System.out.println(p + " " + q + " " + p.equals(q) + " " + p.compareTo(new Point(3, 5)) + " " + q.label);
        System.out.println(new ToStringBuilder(p, ToStringStyle.JSON_STYLE).append("a", 1).append("b", new String[] {"x"}).append("m", Map.of("k", 2)));
        System.out.println(new DiffBuilder<>(p, new Point(4, 4.5), ToStringStyle.NO_CLASS_NAME_STYLE).append("x", 3, 4).append("y", 1d, 1d).build());
        System.out.println(MethodUtils.invokeMethod(p, "describe", "a", 1, 'c') + " " + MethodUtils.invokeStaticMethod(Point.class, "twice", 21) + " " + FieldUtils.readField(p, "data", true).getClass().getSimpleName());
        FieldUtils.writeField(p, "label", "changed", true);
        System.out.println(FieldUtils.readDeclaredField(p, "label", true) + " " + ConstructorUtils.getMatchingAccessibleConstructor(StringBuilder.class, String.class));
        System.out.println(TypeUtils.getTypeArguments(Generic.class, Collection.class) + " " + TypeUtils.toString(TypeUtils.parameterize(Map.class, String.class, TypeUtils.wildcardType().withUpperBounds(Number.class).build())));
        System.out.println(TypeUtils.toLongString(Generic.class.getTypeParameters()[0]) + " " + ClassUtils.getAllInterfaces(ArrayList.class) + " " + ClassUtils.getAbbreviatedName("org.apache.commons.lang3.ClassUtils", 20) + " " + ClassUtils.getClass("java.util.Map.Entry[]"));
        for (String number : new String[] {"12", "0x1F", "1.5f", "1e400", "99999999999", "-0.0", "abc", "1L"}) {
            try {
                Number value = NumberUtils.createNumber(number);
                System.out.print(value + ":" + value.getClass().getSimpleName() + " ");
            } catch (NumberFormatException e) {
                System.out.print(e.getMessage() + " ");
            }
        }
        System.out.println(Fraction.getFraction("3 1/4").multiplyBy(Fraction.getFraction(2, 5)) + " " + Range.between(1, 10).intersectionWith(Range.between(5, 20)) + " " + NumberUtils.isCreatable("0x"));
        TimeZone utc = TimeZone.getTimeZone("UTC");
        System.out.println(FastDateFormat.getInstance("EEEE, d MMMM yyyy HH:mm:ss.SSS zzz", utc, Locale.US).format(new Date(1700000000123L)) + " " + FastDateFormat.getInstance("dd. MMMM yyyy", utc, Locale.GERMANY).parse("05. März 2021").getTime());
        System.out.println(DateFormatUtils.ISO_8601_EXTENDED_DATETIME_TIME_ZONE_FORMAT.format(DateUtils.truncate(new Date(1700000000123L), Calendar.MONTH)) + " " + DurationFormatUtils.formatDurationWords(93784000L, true, true) + " " + DateUtils.ceiling(new Date(1700000000123L), Calendar.HOUR).getTime());
        System.out.println(Pair.of("l", 2) + " " + Triple.of(1, 2, 3) + " " + ImmutablePair.of(1, "a").compareTo(ImmutablePair.of(1, "b")) + " " + new MutableInt(4).addAndGet(5));
        Throwable chain = new RuntimeException("outer", new IllegalStateException("middle", new java.io.IOException("root")));
        System.out.println(ExceptionUtils.getRootCauseMessage(chain) + ExceptionUtils.indexOfType(chain, java.io.IOException.class) + " " + ExceptionUtils.getThrowableCount(chain) + " " + new ContextedRuntimeException("m").addContextValue("k", List.of(1)).getMessage());
        System.out.println(EnumUtils.getEnumList(TimeUnit.class) + " " + EnumUtils.generateBitVector(TimeUnit.class, TimeUnit.DAYS, TimeUnit.HOURS) + " " + EnumUtils.isValidEnum(TimeUnit.class, "X"));
        System.out.println(Arrays.toString(ArrayUtils.addAll(new int[] {1}, 2, 3)) + ArrayUtils.toString(ArrayUtils.toObject(new char[] {'a'})) + Arrays.toString(ArrayUtils.removeElements(new String[] {"a", "b", "a"}, "a")) + ArrayUtils.toMap(new Object[][] {{"a", 1}}));
        EventListenerSupport<Listener> support = EventListenerSupport.create(Listener.class);
        support.addListener((what, n) -> System.out.println("heard " + what + n));
        support.fire().heard("bell", 3);
        LazyInitializer<String> lazy = new LazyInitializer<>() { @Override protected String initialize() { System.out.println("once"); return "lazy"; } };
        System.out.println(lazy.get() + lazy.get());
        BackgroundInitializer<Integer> background = new CallableBackgroundInitializer<>(() -> 42);
        background.start();
        System.out.println(background.get() + " " + new Memoizer<Integer, Integer>(x -> x * x).compute(12));
        System.out.println(CharSet.getInstance("a-cx-z").contains('y') + " " + CharSetUtils.squeeze("hellooo", "o") + " " + LocaleUtils.localeLookupList(new Locale("fr", "CA", "x")) + " " + BooleanUtils.toBoolean("yes") + " " + Validate.notEmpty("x"));
        try { Validate.inclusiveBetween(1, 5, 9); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(JavaVersion.valueOf("JAVA_17") + " " + SystemUtils.isJavaVersionAtLeast(JavaVersion.JAVA_11) + " " + AnnotationUtils.toString(CommonsLang3.class.getMethod("old").getAnnotation(Deprecated.class)));
        System.out.println(new RandomStringUtilsProbe().length() + " " + RandomStringUtils.random(8, 0, 0, true, true, null, new Random(5)));
        System.out.println(ThreadUtils.findThreadsByName("main").size() + " " + ObjectUtils.median(3, 1, 2) + " " + ObjectUtils.mode("a", "b", "a") + " " + ObjectUtils.CONST(3));
        Function3 f = Object::hashCode;
        System.out.println(f.apply("a"));
    }
    interface Function3 { int apply(Object o); }
    static class RandomStringUtilsProbe { int length() { return RandomStringUtils.randomAlphabetic(10).length(); } }
    @Deprecated(since = "1") public static void old() { }
}

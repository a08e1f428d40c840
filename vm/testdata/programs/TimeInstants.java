import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Instant, Duration, fixed clocks and TimeUnit: arithmetic, normal forms, parsing, saturation. */
public class TimeInstants {
    public static void main(String[] args) {
        Duration[] durations = {Duration.ZERO, Duration.ofSeconds(90), Duration.ofMillis(-1500), Duration.ofHours(25).plusMinutes(61), Duration.ofNanos(1), Duration.ofSeconds(-1, 999_999_999), Duration.ofDays(3), Duration.of(5, ChronoUnit.HALF_DAYS), Duration.ofSeconds(Long.MAX_VALUE)};
        for (Duration d : durations) {
            System.out.println(d + " " + d.getSeconds() + " " + d.getNano() + " " + d.isNegative() + " " + d.toDays() + " " + d.toHours() + " " + d.toMinutesPart() + " " + d.toSecondsPart() + " " + d.toMillisPart() + " " + d.hashCode());
        }
        Duration a = Duration.parse("PT1H30M15.5S");
        System.out.println(a + " " + a.multipliedBy(3) + " " + a.dividedBy(7) + " " + a.dividedBy(Duration.ofMinutes(10)) + " " + a.negated().abs() + " " + a.plus(a).minusSeconds(1) + " " + a.compareTo(Duration.ofHours(2)) + " " + a.truncatedTo(ChronoUnit.MINUTES) + " " + a.toMillis());
        for (String s : new String[] {"P2DT3H", "-PT5M", "PT-6H+3M", "PT0.001S", "P1Y", "PT", "1H", "PT1.0000000001S"}) {
            try {
                System.out.println(s + " = " + Duration.parse(s));
            } catch (DateTimeParseException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            Duration.ofSeconds(Long.MAX_VALUE).plusSeconds(1);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            Duration.ofDays(1_000_000).toNanos();
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        Instant epoch = Instant.EPOCH, i = Instant.ofEpochSecond(1_700_000_000L, 123_456_789);
        System.out.println(epoch + " " + i + " " + i.toEpochMilli() + " " + i.plus(1, ChronoUnit.DAYS) + " " + i.minusMillis(500) + " " + i.truncatedTo(ChronoUnit.SECONDS) + " " + Instant.ofEpochMilli(-1) + " " + Instant.MIN + " " + Instant.MAX);
        System.out.println(Duration.between(epoch, i) + " " + epoch.until(i, ChronoUnit.HOURS) + " " + Instant.parse("2024-02-29T12:00:00.5Z").getEpochSecond() + " " + i.isAfter(epoch) + " " + i.atOffset(ZoneOffset.ofHoursMinutes(5, 30)) + " " + i.hashCode() + " " + Instant.parse("2024-12-31T23:59:59Z").plusSeconds(1));
        Clock fixed = Clock.fixed(i, ZoneOffset.UTC);
        System.out.println(fixed.millis() + " " + Clock.offset(fixed, Duration.ofHours(1)).instant() + " " + Clock.tick(fixed, Duration.ofMinutes(1)).instant() + " " + fixed.getZone() + " " + Instant.now(fixed).equals(i));
        System.out.println(TimeUnit.HOURS.toSeconds(2) + " " + TimeUnit.MILLISECONDS.toMinutes(123456) + " " + TimeUnit.NANOSECONDS.convert(Duration.ofSeconds(1)) + " " + TimeUnit.DAYS.toNanos(Long.MAX_VALUE) + " " + TimeUnit.of(ChronoUnit.MICROS) + " " + TimeUnit.SECONDS.toChronoUnit() + " " + TimeUnit.SECONDS.convert(-1500, TimeUnit.MILLISECONDS));
        Duration total = List.of("PT10M", "PT90S", "PT1H").stream().map(Duration::parse).reduce(Duration.ZERO, Duration::plus);
        System.out.println(total + String.format(" %02d:%02d:%02d", total.toHours(), total.toMinutesPart(), total.toSecondsPart()));
        long before = System.nanoTime();
        long wall = System.currentTimeMillis();
        System.out.println((System.nanoTime() - before >= 0) + " " + (System.currentTimeMillis() >= wall) + " " + (Instant.now().getEpochSecond() > 0));
    }
}

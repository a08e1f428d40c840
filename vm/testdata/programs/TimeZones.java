import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.time.zone.ZoneRulesException;
import java.util.GregorianCalendar;
import java.util.TimeZone;

/** Explicit zones: gaps and overlaps of daylight saving, offsets, conversions, transitions, old calendar classes. */
public class TimeZones {
    public static void main(String[] args) {
        ZoneId berlin = ZoneId.of("Europe/Berlin"), newYork = ZoneId.of("America/New_York"), kolkata = ZoneId.of("Asia/Kolkata"), utc = ZoneId.of("UTC");
        ZonedDateTime z = ZonedDateTime.of(2024, 3, 30, 2, 30, 0, 0, berlin);
        System.out.println(z + " " + z.plusDays(1) + " " + z.plusHours(24) + " " + z.plusDays(2) + " " + z.withZoneSameInstant(newYork) + " " + z.withZoneSameLocal(kolkata));
        ZonedDateTime gap = LocalDateTime.of(2024, 3, 31, 2, 30).atZone(berlin);
        ZonedDateTime overlap = LocalDateTime.of(2024, 10, 27, 2, 30).atZone(berlin);
        System.out.println(gap + " " + overlap + " " + overlap.withLaterOffsetAtOverlap() + " " + ChronoUnit.HOURS.between(overlap.minusDays(1), overlap.plusDays(1)));
        Instant instant = Instant.parse("2024-07-01T12:00:00Z");
        for (String id : new String[] {"UTC", "Europe/London", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia", "America/Sao_Paulo", "+05:45", "GMT-3", "Z"}) {
            ZoneId zone = ZoneId.of(id);
            ZoneRules rules = zone.getRules();
            System.out.println(id + " " + instant.atZone(zone) + " " + rules.getOffset(instant) + " " + rules.isDaylightSavings(instant) + " " + rules.getStandardOffset(instant) + " " + rules.isFixedOffset() + " " + rules.nextTransition(instant));
        }
        ZoneOffsetTransition t = berlin.getRules().nextTransition(Instant.parse("1979-12-31T00:00:00Z"));
        for (int i = 0; i < 4; i++) {
            System.out.println(t.getInstant() + " " + t.getOffsetBefore() + " " + t.getOffsetAfter() + " " + t.isGap() + " " + t.getDuration());
            t = berlin.getRules().nextTransition(t.getInstant());
        }
        System.out.println(newYork.getRules().getTransitionRules().size() + " " + newYork.getRules().getValidOffsets(LocalDateTime.of(2024, 11, 3, 1, 30)) + " " + newYork.getRules().getValidOffsets(LocalDateTime.of(2024, 3, 10, 2, 30)));
        OffsetDateTime o = OffsetDateTime.parse("2024-05-06T07:08:09+02:00");
        System.out.println(o + " " + o.toInstant() + " " + o.withOffsetSameInstant(ZoneOffset.ofTotalSeconds(-12345)) + " " + o.toZonedDateTime().getZone() + " " + ZoneOffset.of("-0330") + " " + ZoneOffset.MAX + " " + ZoneOffset.UTC.getTotalSeconds());
        System.out.println(ZonedDateTime.parse("2024-01-01T00:00+01:00[Europe/Paris]").toInstant() + " " + z.toEpochSecond() + " " + z.equals(z.withZoneSameInstant(utc)) + " " + z.isEqual(z.withZoneSameInstant(utc)) + " " + z.toOffsetDateTime());
        for (String bad : new String[] {"Mars/Olympus", "", "+25:00", "bad zone!"}) {
            try {
                System.out.println(ZoneId.of(bad));
            } catch (ZoneRulesException e) {
                System.out.println("rules " + e.getMessage());
            } catch (java.time.DateTimeException e) {
                System.out.println(e.getMessage());
            }
        }
        TimeZone old = TimeZone.getTimeZone("America/New_York");
        System.out.println(old.getRawOffset() + " " + old.getOffset(instant.toEpochMilli()) + " " + old.useDaylightTime() + " " + old.inDaylightTime(java.util.Date.from(instant)) + " " + TimeZone.getTimeZone("Nowhere").getID() + " " + old.toZoneId());
        GregorianCalendar calendar = new GregorianCalendar(old, java.util.Locale.US);
        calendar.setTimeInMillis(0);
        calendar.set(2024, java.util.Calendar.FEBRUARY, 30, 10, 0, 0);
        System.out.println(calendar.getTimeInMillis() + " " + calendar.get(java.util.Calendar.MONTH) + " " + calendar.get(java.util.Calendar.DAY_OF_MONTH) + " " + calendar.get(java.util.Calendar.DAY_OF_WEEK) + " " + calendar.get(java.util.Calendar.WEEK_OF_YEAR) + " " + calendar.getActualMaximum(java.util.Calendar.DAY_OF_MONTH) + " " + calendar.isLeapYear(1900));
        calendar.add(java.util.Calendar.MONTH, -1);
        calendar.roll(java.util.Calendar.DAY_OF_MONTH, 40);
        System.out.println(calendar.toZonedDateTime());
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
        System.out.println(ZoneId.systemDefault() + " " + new java.util.Date(0) + " " + LocalDateTime.ofInstant(Instant.EPOCH, ZoneId.systemDefault()));
        System.out.println(ZoneId.getAvailableZoneIds().contains("Europe/Oslo") + " " + (ZoneId.getAvailableZoneIds().size() > 400) + " " + ZoneId.of("EST", ZoneId.SHORT_IDS));
    }
}

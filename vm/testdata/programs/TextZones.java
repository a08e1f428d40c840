import java.text.SimpleDateFormat;
import java.time.*;
import java.time.format.*;
import java.time.zone.*;
import java.util.*;
import java.util.zip.CRC32;

/** Time zones: rules, history, names, and the old classes beside the new. */
public class TextZones {
    public static void main(String[] args) {
        System.out.println(TimeZone.getDefault().getID() + " " + ZoneId.systemDefault());
        CRC32 all = new CRC32();
        int count = 0;
        for (String id : new TreeSet<>(ZoneId.getAvailableZoneIds())) {
            ZoneRules r = ZoneId.of(id).getRules();
            StringBuilder s = new StringBuilder(id).append(r.getTransitions().size()).append(r.getTransitionRules());
            for (ZoneOffsetTransition t : r.getTransitions()) s.append(t.toEpochSecond()).append(t.getOffsetAfter());
            for (long e = -3_000_000_000L; e < 4_000_000_000L; e += 777_777_777L) s.append(r.getOffset(Instant.ofEpochSecond(e))).append(r.isDaylightSavings(Instant.ofEpochSecond(e))).append(TimeZone.getTimeZone(id).getOffset(e * 1000));
            all.update(s.toString().getBytes());
            count++;
        }
        System.out.println(count > 500 ? all.getValue() : -1);
        for (String id : new String[] {"Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia", "America/Sao_Paulo", "Europe/Dublin", "Antarctica/Troll"}) {
            ZoneId z = ZoneId.of(id);
            ZoneRules r = z.getRules();
            System.out.println(id + " " + r.getTransitions().get(0) + " " + r.nextTransition(Instant.ofEpochSecond(1_700_000_000)) + " " + r.previousTransition(Instant.ofEpochSecond(-1_000_000_000)) + " " + z.getDisplayName(TextStyle.SHORT, Locale.US));
            for (String t : new String[] {"2024-03-10T02:30", "2024-03-31T02:30", "2024-10-27T02:30", "2024-11-03T01:30", "1900-01-01T00:00", "2011-12-30T12:00"}) {
                LocalDateTime l = LocalDateTime.parse(t);
                System.out.print(l.atZone(z) + " " + r.getValidOffsets(l).size() + "; ");
            }
            System.out.println();
            TimeZone old = TimeZone.getTimeZone(id);
            SimpleDateFormat f = new SimpleDateFormat("yyyy-MM-dd HH:mm:ss zzzz Z XXX", Locale.US);
            f.setTimeZone(old);
            System.out.println(f.format(new Date(1_720_000_000_000L)) + " | " + f.format(new Date(-2_000_000_000_000L)) + " | " + old.getRawOffset() + " " + old.getDSTSavings() + " " + old.useDaylightTime() + " " + old.inDaylightTime(new Date(1_720_000_000_000L)) + " " + old.getDisplayName(false, TimeZone.SHORT, Locale.US) + " " + old.toZoneId());
        }
        for (String id : new String[] {"GMT+3", "GMT-03:30", "UTC+01:00", "PST", "EST", "nonsense", "GMT+25", "+05:45", "Z"}) {
            String n;
            try {
                n = ZoneId.of(id, ZoneId.SHORT_IDS).toString();
            } catch (DateTimeException e) {
                n = e.getMessage();
            }
            System.out.println(id + " " + TimeZone.getTimeZone(id).getID() + " " + TimeZone.getTimeZone(id).getRawOffset() + " " + n);
        }
        SimpleTimeZone s = new SimpleTimeZone(3_600_000, "Mine", Calendar.MARCH, -1, Calendar.SUNDAY, 7_200_000, Calendar.OCTOBER, -1, Calendar.SUNDAY, 10_800_000);
        System.out.println(s + " " + s.getOffset(1_720_000_000_000L) + " " + s.inDaylightTime(new Date(1_700_000_000_000L)));
        TimeZone.setDefault(TimeZone.getTimeZone("America/St_Johns"));
        System.out.println(new Date(0) + " " + ZoneId.systemDefault() + " " + LocalDateTime.ofInstant(Instant.EPOCH, ZoneId.systemDefault()) + " " + new GregorianCalendar(2024, 6, 1).getTimeInMillis());
        System.out.println(new Date(124, 0, 1).getTimezoneOffset() + " " + Date.parse("Sat, 12 Aug 1995 13:30:00 GMT") + " " + Date.UTC(99, 1, 1, 0, 0, 0) + " " + new Date(1_700_000_000_000L).toGMTString());
        GregorianCalendar julian = new GregorianCalendar(TimeZone.getTimeZone("UTC"));
        julian.set(1582, Calendar.OCTOBER, 4, 0, 0, 0);
        julian.set(Calendar.MILLISECOND, 0);
        julian.add(Calendar.DATE, 1);
        System.out.println(julian.get(Calendar.DAY_OF_MONTH) + " " + julian.getTimeInMillis() + " " + julian.isLeapYear(1500) + " " + julian.getActualMaximum(Calendar.DAY_OF_YEAR));
        for (String p : new String[] {"2024-02-30", "2024-13-01", "not a date", "2024-02-29T25:00"}) {
            try {
                System.out.println(LocalDateTime.parse(p));
            } catch (DateTimeParseException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(ZonedDateTime.parse("2024-07-01T12:00+02:00[Europe/Paris]").withZoneSameInstant(ZoneId.of("Asia/Tokyo")) + " " + Duration.between(ZonedDateTime.parse("2024-03-30T12:00+01:00[Europe/Paris]"), ZonedDateTime.parse("2024-03-31T12:00+02:00[Europe/Paris]")) + " " + OffsetDateTime.parse("2024-01-01T00:00:00-18:00").toInstant() + " " + DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.of(2024, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC)));
    }
}

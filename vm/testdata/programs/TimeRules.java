import java.time.*;
import java.time.format.*;
import java.time.temporal.*;
import java.time.zone.*;
import java.util.*;
import java.util.stream.*;

/** Zone rules of every zone, gaps and overlaps, own rules, periods, adjusters, week fields, and calendars through the same gaps. */
public class TimeRules {
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
        everyZone();
        gaps();
        ownRules();
        periods();
        adjusters();
        weeks();
        parsing();
        calendars();
    }

    static void everyZone() {
        int hash = 0;
        for (String id : new TreeSet<>(ZoneId.getAvailableZoneIds())) {
            ZoneRules r = ZoneId.of(id).getRules();
            hash = hash * 31 + r.getTransitions().hashCode();
            hash = hash * 31 + r.getTransitionRules().hashCode();
        }
        System.out.println(hash);
        for (String id : new String[] {"Europe/London", "America/Sao_Paulo", "Africa/Casablanca", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Tehran", "America/St_Johns"}) {
            ZoneRules r = ZoneId.of(id).getRules();
            System.out.println(id + " " + r + " " + r.getTransitions().size() + " " + r.getTransitionRules() + " " + r.nextTransition(Instant.parse("2011-12-01T00:00:00Z")) + " " + r.previousTransition(Instant.parse("1950-01-01T00:00:00Z")) + " " + r.getDaylightSavings(Instant.parse("2020-07-01T00:00:00Z")) + r.getStandardOffset(Instant.EPOCH));
        }
        for (String bad : new String[] {"Mars/Base", "GMT+25", "UTC+1:5", "+19:00", "", "Z+1", "europe/paris", "UT-03:30", "EST"}) attempt(bad, () -> ZoneId.of(bad, ZoneId.SHORT_IDS) + " " + ZoneId.of(bad, ZoneId.SHORT_IDS).normalized());
        System.out.println(ZoneId.of("UTC+01:00").getDisplayName(TextStyle.FULL, Locale.GERMANY) + " " + ZoneId.of("America/New_York").getDisplayName(TextStyle.FULL, Locale.FRANCE) + " " + ZoneOffset.ofHoursMinutes(-3, -30).getDisplayName(TextStyle.SHORT, Locale.US) + " " + ZoneOffset.MAX + ZoneOffset.ofTotalSeconds(-5));
        attempt("provider", () -> ZoneRulesProvider.getRules("No/Where", false));
        attempt("offset", () -> ZoneOffset.ofHoursMinutes(1, -3));
    }

    static void gaps() {
        ZoneId paris = ZoneId.of("Europe/Paris"), apia = ZoneId.of("Pacific/Apia");
        ZonedDateTime g = ZonedDateTime.of(2021, 3, 28, 2, 30, 0, 0, paris);
        System.out.println(g + " " + g.minusHours(1) + " " + g.minusDays(1).plusDays(1) + " " + g.truncatedTo(ChronoUnit.DAYS).plusHours(24) + " " + g.withHour(2));
        LocalDateTime o = LocalDateTime.of(2021, 10, 31, 2, 30);
        System.out.println(o.atZone(paris) + " " + o.atZone(paris).withLaterOffsetAtOverlap() + " " + o.atZone(paris).plusHours(1) + " " + paris.getRules().getValidOffsets(o) + paris.getRules().getValidOffsets(g.toLocalDateTime().minusHours(1)) + " " + paris.getRules().getTransition(o));
        System.out.println(LocalDate.of(2011, 12, 30).atStartOfDay(apia) + " " + Duration.between(ZonedDateTime.of(2011, 12, 29, 0, 0, 0, 0, apia), ZonedDateTime.of(2011, 12, 31, 0, 0, 0, 0, apia)));
        attempt("strict", () -> ZonedDateTime.ofStrict(LocalDateTime.of(2021, 3, 28, 2, 30), ZoneOffset.ofHours(1), paris));
        attempt("strict offset", () -> ZonedDateTime.ofStrict(LocalDateTime.of(2021, 6, 28, 2, 30), ZoneOffset.ofHours(1), paris));
        System.out.println(ZonedDateTime.ofLocal(o, paris, ZoneOffset.ofHours(1)) + " " + ZonedDateTime.ofInstant(o, ZoneOffset.ofHours(5), paris) + " " + OffsetDateTime.of(o, ZoneOffset.UTC).atZoneSameInstant(paris) + " " + OffsetDateTime.of(o, ZoneOffset.UTC).atZoneSimilarLocal(apia));
    }

    static void ownRules() {
        ZoneOffsetTransitionRule r = ZoneOffsetTransitionRule.of(Month.MARCH, -1, DayOfWeek.SUNDAY, LocalTime.of(1, 0), false, ZoneOffsetTransitionRule.TimeDefinition.UTC, ZoneOffset.UTC, ZoneOffset.UTC, ZoneOffset.ofHours(1));
        System.out.println(r + " " + r.createTransition(2024) + " " + r.hashCode());
        ZoneRules own = ZoneRules.of(ZoneOffset.ofHours(2), ZoneOffset.ofHours(2), List.of(), List.of(ZoneOffsetTransition.of(LocalDateTime.of(2000, 1, 1, 0, 0), ZoneOffset.ofHours(2), ZoneOffset.ofHours(3))), List.of());
        System.out.println(own.getOffset(Instant.parse("2001-01-01T00:00:00Z")) + " " + own.isFixedOffset() + " " + own.getTransitions());
        attempt("same", () -> ZoneOffsetTransition.of(LocalDateTime.of(2000, 1, 1, 0, 0), ZoneOffset.UTC, ZoneOffset.UTC));
        attempt("rule", () -> ZoneOffsetTransitionRule.of(Month.MARCH, 0, null, LocalTime.NOON, false, ZoneOffsetTransitionRule.TimeDefinition.WALL, ZoneOffset.UTC, ZoneOffset.UTC, ZoneOffset.MAX));
    }

    static void periods() {
        for (String p : new String[] {"P1Y2M3D", "-P1Y-2M", "P3W2D", "p-1y", "P1Y2W3D", "P", "P1M1Y", "PT1S", "P2147483648D"}) attempt(p, () -> Period.parse(p) + " " + Period.parse(p).normalized() + " " + Period.parse(p).negated().toTotalMonths() + " " + LocalDate.of(2020, 2, 29).plus(Period.parse(p)));
        for (String d : new String[] {"PT1H2M3.004S", "P1DT-1H", "-PT-0.5S", "PT0.000000001S", "PT1.0000000001S", "PT", "P1D", "PT9223372036854775807S", "PT9223372036854775808S", "pt1h1m"}) attempt(d, () -> Duration.parse(d) + " " + Duration.parse(d).toNanosPart() + " " + Duration.parse(d).toMillis() + " " + Duration.parse(d).dividedBy(3) + " " + Duration.parse(d).negated());
        System.out.println(Period.between(LocalDate.of(2020, 1, 31), LocalDate.of(2021, 3, 1)) + " " + Period.of(1, -14, 40).normalized() + " " + Duration.ofSeconds(-1, 1) + " " + Duration.ofMillis(-1500).toSecondsPart() + " " + Duration.ofDays(1).dividedBy(Duration.ofMinutes(7)) + " " + Duration.ofNanos(1234567).truncatedTo(ChronoUnit.MICROS));
        attempt("exact", () -> Duration.of(1, ChronoUnit.MONTHS));
        attempt("overflow", () -> Duration.ofSeconds(Long.MAX_VALUE).plusNanos(1_000_000_000));
        attempt("truncate", () -> Duration.ofDays(1).truncatedTo(ChronoUnit.WEEKS));
    }

    static void adjusters() {
        LocalDate d = LocalDate.of(2024, 2, 29);
        System.out.println(Stream.of(TemporalAdjusters.firstInMonth(DayOfWeek.MONDAY), TemporalAdjusters.lastInMonth(DayOfWeek.FRIDAY), TemporalAdjusters.dayOfWeekInMonth(-2, DayOfWeek.TUESDAY), TemporalAdjusters.dayOfWeekInMonth(0, DayOfWeek.TUESDAY), TemporalAdjusters.next(DayOfWeek.THURSDAY), TemporalAdjusters.nextOrSame(DayOfWeek.THURSDAY), TemporalAdjusters.previous(DayOfWeek.SUNDAY), TemporalAdjusters.firstDayOfNextYear(), TemporalAdjusters.ofDateAdjuster(x -> x.plusYears(1))).map(d::with).collect(Collectors.toList()));
        System.out.println(d.datesUntil(d.plusMonths(2), Period.ofWeeks(2)).collect(Collectors.toList()) + " " + d.plusYears(1) + " " + d.minusYears(4) + " " + d.with(JulianFields.MODIFIED_JULIAN_DAY, 60000) + " " + d.getLong(JulianFields.JULIAN_DAY) + " " + d.get(IsoFields.DAY_OF_QUARTER) + " " + d.with(IsoFields.QUARTER_OF_YEAR, 4) + " " + IsoFields.QUARTER_YEARS.between(d, d.plusYears(3)));
        attempt("date", () -> LocalDate.of(2023, 2, 29));
        attempt("month", () -> LocalDate.of(2023, 4, 31));
        attempt("year day", () -> LocalDate.ofYearDay(2023, 366));
        attempt("field", () -> LocalTime.NOON.get(ChronoField.DAY_OF_MONTH));
        attempt("long field", () -> LocalTime.NOON.get(ChronoField.NANO_OF_DAY));
        attempt("from", () -> LocalDateTime.from(d));
        attempt("max", () -> LocalDate.MAX.plusDays(1));
        attempt("instant", () -> Instant.MAX.plusNanos(1));
        attempt("query", () -> d.query(TemporalQueries.zone()) + " " + d.query(TemporalQueries.precision()) + " " + YearMonth.from(d).atEndOfMonth() + " " + MonthDay.from(d).isValidYear(2023) + " " + Year.of(1900).isLeap());
    }

    static void weeks() {
        for (Locale l : new Locale[] {Locale.US, Locale.FRANCE, Locale.forLanguageTag("ar-EG"), Locale.forLanguageTag("fa-IR"), Locale.forLanguageTag("en-u-fw-wed")}) {
            WeekFields w = WeekFields.of(l);
            StringBuilder s = new StringBuilder(w.toString());
            for (LocalDate d = LocalDate.of(2020, 12, 26); d.isBefore(LocalDate.of(2021, 1, 6)); d = d.plusDays(3)) s.append(' ').append(d.get(w.weekOfWeekBasedYear())).append('/').append(d.get(w.weekBasedYear())).append('/').append(d.get(w.weekOfMonth())).append('/').append(d.get(w.dayOfWeek())).append(w.weekOfYear().rangeRefinedBy(d));
            System.out.println(s);
        }
        System.out.println(LocalDate.of(2021, 1, 3).get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) + " " + LocalDate.of(2020, 6, 1).with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 53) + " " + DateTimeFormatter.ISO_WEEK_DATE.format(LocalDate.of(2021, 1, 3)));
    }

    static void parsing() {
        String[][] cases = {{"uuuu-MM-dd", "2023-02-30"}, {"yyyy-MM-dd", "2023-02-28"}, {"dd/MMM/yyyy", "05/Mar/2020"}, {"dd/MMM/yyyy", "05/mar/2020"}, {"HH:mm[:ss][.SSS]", "10:15"}, {"hh:mm a", "12:30 AM"}, {"h:mm a", "13:30 PM"}, {"D/uuuu", "366/2023"}, {"e uuuu", "1 2020"}, {"uuuu-MM-dd'T'HH:mm:ssXXX'['VV']'", "2020-01-01T00:00:00+01:00[Europe/Paris]"}, {"HH 'o''clock'", "10 o'clock"}, {"uuuuMMdd", "20201301"}, {"kk:mm B", "24:00 at night"}, {"H:mm B", "9:00 in the morning"}, {"YYYY-'W'ww-e", "2020-W53-6"}, {"G y", "BC 44"}, {"qqq/QQQQ", "Q1/1st quarter"}, {"zzzz", "Central European Summer Time"}, {"O", "GMT+2"}, {"xx", "+0100x"}};
        for (String[] c : cases) for (ResolverStyle s : new ResolverStyle[] {ResolverStyle.SMART, ResolverStyle.STRICT}) attempt(c[0], () -> DateTimeFormatter.ofPattern(c[0], Locale.US).withResolverStyle(s).parse(c[1]).toString().chars().sorted().mapToObj(Character::toString).collect(Collectors.joining()).strip());
        for (String bad : new String[] {"yyyy-ff", "'open", "MMMMMM", "[x", "]", "p", "GGGGGG", "ddd", "{", "aa"}) attempt(bad, () -> DateTimeFormatter.ofPattern(bad));
        System.out.println(new DateTimeFormatterBuilder().appendValueReduced(ChronoField.YEAR, 2, 2, 1950).appendLiteral('-').appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true).optionalStart().padNext(5, '*').appendText(ChronoField.DAY_OF_WEEK, Map.of(1L, "one")).optionalEnd().appendOffset("+HH:mm:ss", "none").toFormatter());
    }

    static void calendars() {
        GregorianCalendar g = new GregorianCalendar(TimeZone.getTimeZone("America/New_York"), Locale.US);
        g.clear();
        g.set(2021, Calendar.MARCH, 14, 2, 30, 0);
        System.out.println(g.getTimeInMillis() + " " + g.get(Calendar.HOUR_OF_DAY) + " " + g.get(Calendar.DST_OFFSET) + " " + g.get(Calendar.WEEK_OF_YEAR));
        g.add(Calendar.MONTH, 8); g.roll(Calendar.DAY_OF_MONTH, 20); g.roll(Calendar.WEEK_OF_YEAR, -50);
        System.out.println(g.toZonedDateTime() + " " + g.getActualMaximum(Calendar.WEEK_OF_YEAR) + " " + g.getLeastMaximum(Calendar.DAY_OF_MONTH) + " " + g.isWeekDateSupported() + g.getWeekYear() + g.getWeeksInWeekYear());
        g.setLenient(false); g.set(Calendar.MONTH, 13);
        attempt("lenient", g::getTime);
        GregorianCalendar old = new GregorianCalendar(1582, Calendar.OCTOBER, 4);
        old.add(Calendar.DATE, 1);
        System.out.println(old.get(Calendar.DATE) + " " + old.getActualMaximum(Calendar.DATE) + " " + old.isLeapYear(1500));
        Calendar thai = new Calendar.Builder().setLocale(Locale.forLanguageTag("th-TH")).setCalendarType("buddhist").setFields(Calendar.YEAR, 2564, Calendar.MONTH, 1, Calendar.DAY_OF_MONTH, 3).setTimeZone(TimeZone.getTimeZone("UTC")).build();
        Calendar jp = new Calendar.Builder().setCalendarType("japanese").setTimeZone(TimeZone.getTimeZone("UTC")).setInstant(1_600_000_000_000L).build();
        System.out.println(thai.getTime().getTime() + " " + jp.get(Calendar.ERA) + " " + jp.get(Calendar.YEAR) + " " + jp.getDisplayNames(Calendar.ERA, Calendar.SHORT, Locale.US) + " " + thai.getCalendarType() + " " + jp);
        attempt("build", () -> new Calendar.Builder().setCalendarType("mayan").build());
        System.out.println(new SimpleTimeZone(3600000, "X/Y", Calendar.MARCH, -1, Calendar.SUNDAY, 7200000, Calendar.OCTOBER, -1, Calendar.SUNDAY, 10800000) + " " + TimeZone.getTimeZone("GMT+5:7").getID() + " " + TimeZone.getTimeZone("bogus").getID() + " " + TimeZone.getAvailableIDs(19800000).length);
    }
}

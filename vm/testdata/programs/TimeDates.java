import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.time.temporal.UnsupportedTemporalTypeException;
import java.util.Arrays;

/** LocalDate, LocalTime, LocalDateTime, Period, Year and friends: arithmetic, fields, adjusters, parsing, errors. */
public class TimeDates {
    static LocalDate easter(int year) {
        int a = year % 19, b = year / 100, c = year % 100, d = b / 4, e = b % 4, f = (b + 8) / 25, g = (b - f + 1) / 3;
        int h = (19 * a + b - d - g + 15) % 30, i = c / 4, k = c % 4, l = (32 + 2 * e + 2 * i - h - k) % 7, m = (a + 11 * h + 22 * l) / 451;
        return LocalDate.of(year, (h + l - 7 * m + 114) / 31, (h + l - 7 * m + 114) % 31 + 1);
    }

    static void calendar(YearMonth month) {
        StringBuilder out = new StringBuilder(month + "\n");
        out.append("   ".repeat(month.atDay(1).getDayOfWeek().getValue() - 1));
        for (int d = 1; d <= month.lengthOfMonth(); d++) {
            out.append(d < 10 ? " " : "").append(d).append(month.atDay(d).getDayOfWeek() == DayOfWeek.SUNDAY ? "\n" : " ");
        }
        System.out.println(out);
    }

    public static void main(String[] args) {
        LocalDate date = LocalDate.of(2024, Month.FEBRUARY, 29);
        System.out.println(date + " " + date.getDayOfWeek() + " " + date.getDayOfYear() + " " + date.isLeapYear() + " " + date.lengthOfMonth() + " " + date.toEpochDay() + " " + date.hashCode());
        System.out.println(date.plusYears(1) + " " + date.plusMonths(12) + " " + date.plusDays(366) + " " + date.minusWeeks(9) + " " + date.plus(1, ChronoUnit.DECADES) + " " + date.withDayOfMonth(1) + " " + date.withDayOfYear(366));
        System.out.println(LocalDate.of(2024, 1, 31).plusMonths(1) + " " + LocalDate.of(2023, 1, 31).plusMonths(1) + " " + LocalDate.of(2024, 3, 31).minusMonths(1) + " " + LocalDate.ofEpochDay(-1) + " " + LocalDate.ofYearDay(2024, 61) + " " + LocalDate.MIN + " " + LocalDate.MAX);
        System.out.println(date.with(TemporalAdjusters.firstDayOfNextMonth()) + " " + date.with(TemporalAdjusters.next(DayOfWeek.MONDAY)) + " " + date.with(TemporalAdjusters.previousOrSame(DayOfWeek.THURSDAY)) + " " + date.with(TemporalAdjusters.lastInMonth(DayOfWeek.FRIDAY)) + " " + date.with(TemporalAdjusters.dayOfWeekInMonth(2, DayOfWeek.TUESDAY)) + " " + date.with(t -> t.plus(1, ChronoUnit.DAYS)));
        LocalDate other = LocalDate.of(2030, 12, 25);
        System.out.println(ChronoUnit.DAYS.between(date, other) + " " + ChronoUnit.MONTHS.between(date, other) + " " + ChronoUnit.YEARS.between(other, date) + " " + date.until(other) + " " + date.isBefore(other) + " " + date.compareTo(other) + " " + date.datesUntil(LocalDate.of(2024, 3, 3)).toList());
        Period period = Period.of(1, 14, 40);
        System.out.println(period + " " + period.normalized() + " " + period.toTotalMonths() + " " + period.negated() + " " + Period.parse("P-1Y2M3W4D") + " " + Period.between(other, date) + " " + date.plus(period) + " " + Period.ZERO.isZero() + " " + period.multipliedBy(2).minusDays(5));
        LocalTime time = LocalTime.of(23, 59, 58, 7_000_000);
        System.out.println(time + " " + time.plusSeconds(5) + " " + time.truncatedTo(ChronoUnit.HOURS) + " " + time.toSecondOfDay() + " " + time.toNanoOfDay() + " " + LocalTime.MIDNIGHT + " " + LocalTime.NOON.minusNanos(1) + " " + LocalTime.parse("10:15:30.123456789") + " " + time.get(ChronoField.AMPM_OF_DAY) + " " + LocalTime.MAX);
        LocalDateTime dateTime = date.atTime(time);
        System.out.println(dateTime + " " + dateTime.plusMinutes(1) + " " + dateTime.toLocalDate().atStartOfDay() + " " + LocalDateTime.parse("2007-12-03T10:15") + " " + ChronoUnit.HOURS.between(LocalDateTime.of(2024, 1, 1, 0, 0), dateTime) + " " + dateTime.withNano(1).getNano());
        System.out.println(date.get(ChronoField.ALIGNED_WEEK_OF_YEAR) + " " + date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) + " " + LocalDate.of(2021, 1, 3).get(IsoFields.WEEK_BASED_YEAR) + " " + date.get(IsoFields.QUARTER_OF_YEAR) + " " + date.range(ChronoField.DAY_OF_MONTH) + " " + date.isSupported(ChronoUnit.HOURS) + " " + date.getLong(ChronoField.PROLEPTIC_MONTH));
        System.out.println(Year.of(1900).isLeap() + " " + Year.isLeap(2000) + " " + YearMonth.of(2023, 2).atEndOfMonth() + " " + MonthDay.of(2, 29).atYear(2023) + " " + Month.JANUARY.minus(1) + " " + DayOfWeek.SUNDAY.plus(1) + " " + Month.of(9).firstMonthOfQuarter() + " " + Month.FEBRUARY.maxLength());
        int[] fridays = new int[7];
        for (int y = 1900; y < 2000; y++) {
            for (int m = 1; m <= 12; m++) {
                fridays[LocalDate.of(y, m, 13).getDayOfWeek().ordinal()]++;
            }
        }
        System.out.println(Arrays.toString(fridays));
        for (int y = 2020; y < 2028; y++) {
            System.out.print(easter(y) + " ");
        }
        System.out.println();
        calendar(YearMonth.of(2024, 2));
        String[] bad = {"2023-02-29", "2023-13-01", "2023-1-1", "hello", ""};
        for (String s : bad) {
            try {
                System.out.println(LocalDate.parse(s));
            } catch (DateTimeParseException e) {
                System.out.println(e.getMessage() + " " + e.getErrorIndex());
            }
        }
        try {
            date.get(ChronoField.HOUR_OF_DAY);
        } catch (UnsupportedTemporalTypeException e) {
            System.out.println(e.getMessage());
        }
        try {
            LocalDate.MAX.plusDays(1);
        } catch (java.time.DateTimeException e) {
            System.out.println(e.getMessage());
        }
    }
}

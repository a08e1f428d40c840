import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.SimpleDateFormat;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.Scanner;
import java.util.StringTokenizer;
import java.util.TimeZone;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Phases that parse and format texts, numbers and dates, and match regular expressions. */
final class Formats {
    public static void main(String[] arguments) throws Exception {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("found");
            p.end(found());
            p.start("substituted");
            p.end(substituted());
            p.start("matched");
            p.end(matched());
            p.start("splitByPattern");
            p.end(splitByPattern());
            p.start("parsedInts");
            p.end(parsedInts());
            p.start("parsedDoubles");
            p.end(parsedDoubles());
            p.start("writtenDoubles");
            p.end(writtenDoubles());
            p.start("formatted");
            p.end(formatted());
            p.start("decimals");
            p.end(decimals());
            p.start("messages");
            p.end(messages());
            p.start("scanned");
            p.end(scanned());
            p.start("tokens");
            p.end(tokens());
            p.start("datesFormatted");
            p.end(datesFormatted());
            p.start("datesParsed");
            p.end(datesParsed());
            p.start("datesAdded");
            p.end(datesAdded());
            p.start("zoned");
            p.end(zoned());
            p.start("calendars");
            p.end(calendars());
        }
    }

    private static long found() {
        String text = "id=42; name=alpha; mail=first.last@example.org; id=77; mail=x@y.zz; ".repeat(20);
        Pattern pattern = Pattern.compile("(\\w+(?:\\.\\w+)*)@(\\w+)\\.([a-z]{2,3})");
        long total = 0;
        for (int i = 0; i < 1000; i++) {
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                total += matcher.group(1).length() + matcher.start(2);
            }
        }
        return total;
    }

    private static long substituted() {
        String text = "The year 1999 and the year 2024 have 365 or 366 days. ".repeat(10);
        long total = 0;
        for (int i = 0; i < 4000; i++) {
            total += text.replaceAll("[0-9]+", "<$0>").length();
        }
        return total;
    }

    private static long matched() {
        Pattern pattern = Pattern.compile("^[A-Z][a-z]+ \\d{1,3}(,\\d{3})*(\\.\\d+)?$");
        String[] texts = {"Total 1,234,567.89", "Sum 12", "total 7", "Amount 1,2", "Balance 999,000"};
        long total = 0;
        for (int i = 0; i < 400000; i++) {
            if (pattern.matcher(texts[i % texts.length]).matches()) {
                total++;
            }
        }
        return total;
    }

    private static long splitByPattern() {
        Pattern separator = Pattern.compile("\\s*[,;]\\s*");
        String line = "alpha , beta;gamma ,delta; epsilon,zeta ; eta".repeat(3);
        long total = 0;
        for (int i = 0; i < 25000; i++) {
            total += separator.split(line).length;
        }
        return total;
    }

    private static long parsedInts() {
        String[] texts = {"123456", "-98765", "7", "2147483647", "00042"};
        long total = 0;
        for (int i = 0; i < 8000000; i++) {
            total += Integer.parseInt(texts[i % 5]) + Long.parseLong(texts[(i + 1) % 5]);
        }
        return total;
    }

    private static long parsedDoubles() {
        String[] texts = {"3.14159", "-2.5e10", "0.000123", "123456789.125", "1e-7"};
        double total = 0;
        for (int i = 0; i < 1200000; i++) {
            total += Double.parseDouble(texts[i % 5]);
        }
        return (long) total;
    }

    private static long writtenDoubles() {
        long total = 0;
        for (int i = 0; i < 500000; i++) {
            total += Double.toString(i * 0.37).length() + Float.toString(i / 7f).length();
        }
        return total;
    }

    private static long formatted() {
        long total = 0;
        for (int i = 0; i < 30000; i++) {
            total += String.format(Locale.ROOT, "%05d %-10s %x %.3f", i, "name", i, i / 3.0).length();
        }
        return total;
    }

    private static long decimals() {
        DecimalFormat format = new DecimalFormat("#,##0.00", DecimalFormatSymbols.getInstance(Locale.ROOT));
        long total = 0;
        for (int i = 0; i < 300000; i++) {
            total += format.format(i * 17.345).length();
        }
        return total;
    }

    private static long messages() {
        long total = 0;
        for (int i = 0; i < 25000; i++) {
            total += MessageFormat.format("{0} has {1} items in {2}", "cart", i, "box").length();
        }
        return total;
    }

    private static long scanned() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40000; i++) {
            text.append(i * 13).append(i % 10 == 9 ? "\n" : " ");
        }
        long total = 0;
        try (Scanner scanner = new Scanner(text.toString())) {
            while (scanner.hasNextInt()) {
                total += scanner.nextInt();
            }
        }
        return total;
    }

    private static long tokens() {
        String text = "12 34.5 word (expr + 17) * other ".repeat(50);
        long total = 0;
        for (int i = 0; i < 2500; i++) {
            StringTokenizer tokenizer = new StringTokenizer(text, " ()", false);
            while (tokenizer.hasMoreTokens()) {
                total += tokenizer.nextToken().length();
            }
        }
        return total;
    }

    private static long datesFormatted() {
        DateTimeFormatter format = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
        LocalDateTime time = LocalDateTime.of(2020, 1, 1, 0, 0);
        long total = 0;
        for (int i = 0; i < 250000; i++) {
            total += format.format(time.plusMinutes(i)).length();
        }
        return total;
    }

    private static long datesParsed() {
        String[] texts = {"2021-03-04", "1999-12-31", "2024-02-29"};
        long total = 0;
        for (int i = 0; i < 200000; i++) {
            total += LocalDate.parse(texts[i % 3]).getDayOfYear();
        }
        return total;
    }

    private static long datesAdded() {
        LocalDate start = LocalDate.of(2000, 1, 1);
        long total = 0;
        for (int i = 0; i < 2500000; i++) {
            LocalDate date = start.plusDays(i % 9000).plusMonths(i % 5);
            total += date.getDayOfWeek() == DayOfWeek.MONDAY ? 1 : ChronoUnit.DAYS.between(start, date);
        }
        return total;
    }

    private static long zoned() {
        ZonedDateTime time = ZonedDateTime.of(2022, 6, 1, 12, 0, 0, 0, ZoneId.of("Europe/Berlin"));
        ZoneId other = ZoneId.of("America/New_York");
        long total = 0;
        for (int i = 0; i < 400000; i++) {
            ZonedDateTime there = time.plusHours(i).withZoneSameInstant(other);
            total += there.getHour() + Duration.between(time, there).toHours();
        }
        return total;
    }

    private static long calendars() throws Exception {
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd HH:mm", Locale.ROOT);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
        long total = 0;
        for (int i = 0; i < 100000; i++) {
            calendar.setTimeInMillis(i * 86400000L);
            calendar.add(Calendar.MONTH, 1);
            String text = format.format(new Date(calendar.getTimeInMillis()));
            total += format.parse(text).getTime();
        }
        return total;
    }
}

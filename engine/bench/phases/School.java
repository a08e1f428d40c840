import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.text.NumberFormat;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A school: marks, places, time tables, reports, who may enrol. */
final class School {
    private enum Subject { MATHS, PHYSICS, LATIN, MUSIC, SPORT }

    private record Pupil(int id, String first, String last, int form, LocalDate born) implements Serializable {}

    private record Mark(Pupil pupil, Subject subject, int points) implements Serializable {}

    private static final List<Pupil> PUPILS = pupils(2500);
    private static final List<Mark> MARKS = marks(30000);

    public static void main(String[] arguments) throws Exception {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("averages");
            p.end(averages());
            p.start("places");
            p.end(places());
            p.start("timeTable");
            p.end(timeTable());
            p.start("report");
            p.end(report());
            p.start("enrolment");
            p.end(enrolment());
            p.start("saved");
            p.end(saved());
        }
    }

    private static List<Pupil> pupils(int count) {
        String[] first = {"Anna", "Ben", "Chloe", "David", "Emma", "Finn", "Greta", "Hugo", "Ida", "Jan"};
        String[] last = {"Meyer", "Olsen", "Petit", "Rossi", "Smith", "Tanaka", "Ueda", "Vogel", "Weber", "Young"};
        Random random = new Random(21);
        List<Pupil> pupils = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            pupils.add(new Pupil(i, first[random.nextInt(10)], last[random.nextInt(10)] + (random.nextInt(3) == 0 ? "-" + last[random.nextInt(10)] : ""), 5 + random.nextInt(8),
                    LocalDate.of(2004, 1, 1).plusDays(random.nextInt(3000))));
        }
        return pupils;
    }

    private static List<Mark> marks(int count) {
        Random random = new Random(22);
        return IntStream.range(0, count)
                .mapToObj(i -> new Mark(PUPILS.get(random.nextInt(PUPILS.size())), Subject.values()[random.nextInt(5)], Math.min(15, Math.max(0, (int) Math.round(9 + 3 * random.nextGaussian())))))
                .collect(Collectors.toList());
    }

    /** Averages as one writes them without streams: maps of lists of numbers. */
    private static long averages() {
        long result = 0;
        for (int round = 0; round < 12; round++) {
            Map<Integer, List<Integer>> byPupil = new HashMap<>();
            Map<String, Integer> sums = new TreeMap<>();
            for (Mark mark : MARKS) {
                List<Integer> points = byPupil.get(mark.pupil().id());
                if (points == null) {
                    points = new ArrayList<>();
                    byPupil.put(mark.pupil().id(), points);
                }
                points.add(mark.points() + round % 2);
                String key = mark.pupil().form() + mark.subject().name();
                sums.put(key, sums.containsKey(key) ? sums.get(key) + mark.points() : mark.points());
            }
            double best = 0;
            for (List<Integer> points : byPupil.values()) {
                int sum = 0;
                for (Integer value : points) {
                    sum += value;
                }
                best = Math.max(best, (double) sum / points.size());
                points.remove(Integer.valueOf(9));
                result += points.size() + Collections.max(points.isEmpty() ? List.of(0) : points);
            }
            result += (long) best + sums.get("7MUSIC");
        }
        return result;
    }

    private static final Comparator<Pupil> BY_NAME = Comparator.comparing(Pupil::last, String.CASE_INSENSITIVE_ORDER).thenComparing(Pupil::first).thenComparing(Pupil::born).thenComparingInt(Pupil::id);

    private static long places() {
        long result = 0;
        Pupil[] pupils = PUPILS.toArray(new Pupil[0]);
        for (int round = 0; round < 14; round++) {
            Collections.shuffle(Arrays.asList(pupils), new Random(round));
            Pupil[] sorted = pupils.clone();
            Arrays.sort(sorted, round % 2 == 0 ? BY_NAME : Comparator.comparingInt(Pupil::form).thenComparing(BY_NAME.reversed()));
            result = result * 31 + sorted[round].id();
            String[] names = new String[sorted.length];
            for (int i = 0; i < names.length; i++) {
                names[i] = pupils[i].last() + ", " + pupils[i].first();
            }
            Arrays.sort(names);
            result += names[round * 100].length() + Arrays.binarySearch(names, "Smith, Emma") % 2;
        }
        return result;
    }

    private static long timeTable() {
        DateTimeFormatter format = DateTimeFormatter.ofPattern("dd/MM/uu HH:mm");
        Duration total = Duration.ZERO;
        long result = 0;
        for (int year = 2010; year < 2025; year++) {
            for (int month = 1; month <= 12; month++) {
                YearMonth ym = YearMonth.of(year, month);
                LocalDate day = ym.atDay(1).with(TemporalAdjusters.firstInMonth(DayOfWeek.MONDAY));
                while (!day.isAfter(ym.atEndOfMonth())) {
                    LocalTime time = LocalTime.of(8, 0);
                    for (int lesson = 0; lesson < 6; lesson++) {
                        LocalDateTime from = day.atTime(time);
                        LocalDateTime to = from.plusMinutes(45);
                        total = total.plus(Duration.between(from, to));
                        String text = from.format(format);
                        result += LocalDateTime.parse(text, format).getDayOfYear();
                        time = to.toLocalTime().plusMinutes(lesson % 2 == 0 ? 5 : 20);
                    }
                    day = day.getDayOfWeek() == DayOfWeek.FRIDAY ? day.plusDays(3) : day.plusDays(1);
                }
            }
        }
        for (Pupil pupil : PUPILS) {
            Period age = Period.between(pupil.born(), LocalDate.of(2024, 8, 31));
            result += age.getYears() * 12 + age.getMonths();
        }
        return result + total.toHours();
    }

    private static long report() {
        NumberFormat number = NumberFormat.getNumberInstance(Locale.GERMANY);
        number.setMinimumFractionDigits(1);
        number.setMaximumFractionDigits(2);
        Map<Subject, Map<Boolean, IntSummaryStatistics>> statistics = MARKS.stream()
                .collect(Collectors.groupingBy(Mark::subject, TreeMap::new, Collectors.partitioningBy(mark -> mark.pupil().form() > 9, Collectors.summarizingInt(Mark::points))));
        StringBuilder csv = new StringBuilder();
        statistics.forEach((subject, halves) -> halves.forEach((older, points) ->
                csv.append(String.format("%-10s;%b;%s;%d;%d%n", subject, older, number.format(points.getAverage()), points.getMin(), points.getMax()))));
        List<List<Mark>> classes = new ArrayList<>(MARKS.stream().collect(Collectors.groupingBy(mark -> mark.pupil().form() * 100 + mark.pupil().id() % 100, TreeMap::new, Collectors.toList())).values());
        for (List<Mark> marks : classes) {
            double mean = marks.stream().mapToInt(Mark::points).average().orElse(0);
            String best = marks.stream().max(Comparator.comparingInt(Mark::points).thenComparing(mark -> mark.pupil().id())).map(mark -> mark.pupil().last()).orElse("");
            csv.append(String.join(";", number.format(mean), best, Integer.toString(marks.size()), marks.stream().map(Mark::subject).distinct().sorted().map(Subject::name).collect(Collectors.joining("+")))).append('\n');
        }
        return csv.length() * 31L + csv.toString().lines().filter(line -> line.contains("LATIN")).count();
    }

    private static final class EnrolmentException extends Exception {
        private static final long serialVersionUID = 1;

        EnrolmentException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    private static LocalDate birthday(String text) {
        String[] parts = text.split("-");
        return LocalDate.of(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }

    private static int form(Map<String, String> application) throws EnrolmentException {
        try {
            LocalDate born = birthday(application.get("born"));
            int form = Integer.parseInt(application.get("form"));
            if (2024 - born.getYear() < form + 4) {
                throw new IllegalStateException("too young for form " + form);
            }
            return form;
        } catch (RuntimeException e) {
            throw new EnrolmentException("application of " + application.get("name"), e);
        }
    }

    private static long enrolment() {
        Random random = new Random(23);
        long result = 0;
        for (int i = 0; i < 25000; i++) {
            Map<String, String> application = new HashMap<>();
            application.put("name", "pupil " + i);
            application.put("form", i % 17 == 0 ? "six" : String.valueOf(5 + random.nextInt(4)));
            if (i % 23 != 0) {
                application.put("born", (2008 + random.nextInt(7)) + "-" + (1 + random.nextInt(12)) + "-" + (1 + random.nextInt(i % 5 == 0 ? 31 : 28)));
            }
            try {
                result += form(application);
            } catch (EnrolmentException e) {
                Throwable root = e;
                while (root.getCause() != null) {
                    root = root.getCause();
                }
                result += e.getMessage().length() + root.getClass().getSimpleName().length();
            }
        }
        return result;
    }

    private static long saved() throws IOException, ClassNotFoundException {
        long result = 0;
        for (int round = 0; round < 3; round++) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                for (Mark mark : MARKS.subList(round * 4000, (round + 1) * 4000)) {
                    out.writeObject(mark);
                    out.writeInt(mark.points());
                }
                out.writeObject(null);
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                for (Mark mark = (Mark) in.readObject(); mark != null; mark = (Mark) in.readObject()) {
                    result += in.readInt() + mark.subject().ordinal() + mark.pupil().born().getYear();
                }
            }
            result += bytes.size();
        }
        return result;
    }
}

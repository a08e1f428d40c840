import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Looks into the access log of a web server. */
public class AccessLog {
    private static final Pattern LINE = Pattern.compile(
        "^(\\d{1,3}(?:\\.\\d{1,3}){3}) - (\\S+) \\[([^\\]]+)\\] \"(GET|POST|PUT) (/[^ ?\"]*)(?:\\?([^ \"]*))? HTTP/1\\.[01]\" (\\d{3}) (\\d+)$");

    private static String line(Random r) {
        String[] verbs = {"GET", "GET", "GET", "POST", "PUT"};
        return "10.0." + r.nextInt(256) + "." + r.nextInt(256) + " - user" + r.nextInt(300) + " [2023-0" + (1 + r.nextInt(9))
            + "-" + (10 + r.nextInt(18)) + "T0" + r.nextInt(10) + ":1" + r.nextInt(10) + ":00] \"" + verbs[r.nextInt(5)]
            + " /shop/item" + r.nextInt(2000) + (r.nextBoolean() ? "?page=" + r.nextInt(50) : "") + " HTTP/1.1\" "
            + (r.nextInt(20) == 0 ? 404 : 200) + " " + r.nextInt(100_000);
    }

    private static List<String> lines(int count, long seed) {
        Random random = new Random(seed);
        List<String> result = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            result.add(line(random));
        }
        return result;
    }

    static long matched() {
        long result = 0;
        List<String> lines = lines(2000, 1);
        for (int round = 0; round < 12; round++) {
            for (String line : lines) {
                Matcher m = LINE.matcher(line);
                if (m.matches()) {
                    result += m.group(5).length() + Integer.parseInt(m.group(8));
                    if (m.group(6) != null) {
                        result ^= m.group(6).hashCode();
                    }
                } else {
                    result--;
                }
            }
        }
        return result;
    }

    static long counted() {
        Map<String, Integer> hits = new HashMap<>();
        Map<String, Map<Integer, Long>> perUser = new HashMap<>();
        Random random = new Random(12);
        for (int i = 0; i < 350_000; i++) {
            String user = "user" + random.nextInt(500);
            String page = "/shop/item" + random.nextInt(15_000);
            hits.merge(page, 1, Integer::sum);
            perUser.computeIfAbsent(user, u -> new HashMap<>()).merge(page.length() * 100 + i % 60, (long) i, Long::sum);
        }
        long result = hits.size();
        for (Map.Entry<String, Integer> entry : hits.entrySet()) {
            result += (long) entry.getKey().hashCode() * entry.getValue();
        }
        for (Map<Integer, Long> map : perUser.values()) {
            for (long value : map.values()) {
                result ^= value;
            }
        }
        return result;
    }

    record Hit(int user, int page, int status, int bytes) {
    }

    static long grouped() {
        List<Hit> hits = IntStream.range(0, 70_000)
            .mapToObj(i -> new Hit(i * 7919 % 1013, i * 104729 % 5003 & 0x3ff, i % 19 == 0 ? 404 : 200, i * 31 & 0xffff))
            .collect(Collectors.toList());
        long result = 0;
        for (int round = 0; round < 4; round++) {
            int least = round * 1000;
            Map<Integer, Long> bytes = hits.stream()
                .filter(h -> h.status() == 200 && h.bytes() > least)
                .collect(Collectors.groupingBy(Hit::user, Collectors.summingLong(Hit::bytes)));
            result += bytes.entrySet().stream()
                .sorted(Map.Entry.<Integer, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(20)
                .mapToLong(e -> e.getKey() * e.getValue())
                .sum();
            result += hits.stream()
                .sorted(Comparator.comparingInt(Hit::page).thenComparingInt(Hit::bytes))
                .skip(500)
                .map(Hit::user)
                .distinct()
                .mapToInt(Integer::intValue)
                .limit(300)
                .reduce(7, (a, b) -> a * 31 + b);
        }
        return result;
    }

    static long dated() {
        DateTimeFormatter in = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss", Locale.ROOT);
        ZoneId vienna = ZoneId.of("Europe/Vienna");
        ZoneId tokyo = ZoneId.of("Asia/Tokyo");
        LocalDateTime base = LocalDateTime.of(2023, 1, 1, 0, 0);
        long seconds = 0;
        for (int i = 0; i < 52_000; i++) {
            LocalDateTime time = LocalDateTime.parse(in.format(base.plusMinutes(i * 13L)), in);
            ZonedDateTime there = time.atZone(vienna);
            if (there.getDayOfWeek() == DayOfWeek.SUNDAY) {
                there = there.plusDays(1).withHour(8);
            }
            seconds += Duration.between(base.atZone(tokyo), there.withZoneSameInstant(tokyo)).getSeconds();
        }
        return seconds;
    }

    static long stored() {
        try {
            Path file = Files.createTempFile("access", ".log");
            try {
                long result = 0;
                for (int round = 0; round < 3; round++) {
                    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
                        for (String line : lines(15_000, round)) {
                            writer.write(line);
                            writer.newLine();
                        }
                    }
                    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                            result = result * 31 + line.length() + line.charAt(line.length() - 1);
                        }
                    }
                    result += Files.size(file);
                }
                return result;
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static long parsed() {
        StringBuilder csv = new StringBuilder();
        for (int i = 0; i < 30_000; i++) {
            csv.append(i).append(',').append(i * 0.37).append(",\"name, ").append(i % 77).append("\",").append(i * 99991L).append('\n');
        }
        String text = csv.toString();
        double reals = 0;
        long whole = 0;
        for (int round = 0; round < 3; round++) {
            int column = 0;
            int start = 0;
            boolean quoted = false;
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '"') {
                    quoted = !quoted;
                } else if (!quoted && (c == ',' || c == '\n')) {
                    String field = text.substring(start, i);
                    switch (column) {
                        case 0 -> whole += Integer.parseInt(field);
                        case 1 -> reals += Double.parseDouble(field);
                        case 2 -> whole += field.length();
                        default -> whole ^= Long.parseLong(field);
                    }
                    column = c == '\n' ? 0 : column + 1;
                    start = i + 1;
                }
            }
        }
        return whole + (long) reals;
    }

    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("stored");
            p.end(stored());
            p.start("matched");
            p.end(matched());
            p.start("parsed");
            p.end(parsed());
            p.start("counted");
            p.end(counted());
            p.start("grouped");
            p.end(grouped());
            p.start("dated");
            p.end(dated());
        }
    }
}

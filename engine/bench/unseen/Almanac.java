import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sun, stations, feasts. */
public final class Almanac {

    // --- dates

    private static LocalDate easter(int year) {
        int a = year % 19, b = year / 100, c = year % 100;
        int h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
        int l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
        int m = (a + 11 * h + 22 * l) / 451;
        return LocalDate.of(year, (h + l - 7 * m + 114) / 31, (h + l - 7 * m + 114) % 31 + 1);
    }

    static long feasts() {
        long sum = 0;
        for (int year = 1600; year < 3000; year++) {
            LocalDate easter = easter(year);
            for (int month = 1; month <= 12; month++) {
                LocalDate first = YearMonth.of(year, month).atDay(1);
                LocalDate pay = first.with(TemporalAdjusters.lastInMonth(DayOfWeek.FRIDAY));
                sum += ChronoUnit.DAYS.between(easter, pay) + pay.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
                Period period = Period.between(first, easter);
                sum += period.getDays() * 3L + period.getMonths();
            }
            OffsetDateTime noon = easter.atTime(LocalTime.NOON).atOffset(ZoneOffset.ofHours(year % 12));
            sum ^= Instant.parse(noon.toInstant().toString()).getEpochSecond();
            String text = DateTimeFormatter.ISO_WEEK_DATE.format(easter);
            sum += LocalDate.parse(text, DateTimeFormatter.ISO_WEEK_DATE).toEpochDay();
            try {
                LocalDate.parse(year + "-02-" + (27 + year % 4));
            } catch (DateTimeParseException e) {
                sum += e.getErrorIndex();
            }
        }
        return sum;
    }

    // --- trigonometry

    record Place(double latitude, double longitude) {
        double to(Place other) {
            double p = Math.toRadians(latitude);
            double q = Math.toRadians(other.latitude);
            double s = Math.sin((q - p) / 2);
            double t = Math.sin(Math.toRadians(other.longitude - longitude) / 2);
            return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(s * s + Math.cos(p) * Math.cos(q) * t * t)));
        }

        double bearing(Place other) {
            double d = Math.toRadians(other.longitude - longitude);
            return Math.atan2(Math.tan(d / 4), Math.exp(latitude / 90) - other.latitude);
        }
    }

    static long distances() {
        Place[] places = new Place[520];
        for (int i = 0; i < places.length; i++) {
            places[i] = new Place(i * 37 % 179 - 89.0, i * 101 % 359 - 179.0);
        }
        double sum = 0;
        for (Place a : places) {
            for (Place b : places) {
                sum += a.to(b) + a.bearing(b);
            }
        }
        return (long) sum;
    }

    // --- parsing

    private static final class Json {
        private final String text;
        private int at;

        Json(String text) {
            this.text = text;
        }

        private char peek() {
            while (Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return text.charAt(at);
        }

        Object value() {
            switch (peek()) {
                case '{': {
                    Map<String, Object> map = new LinkedHashMap<>();
                    at++;
                    while (peek() != '}') {
                        String key = string();
                        peek();
                        at++;
                        map.put(key, value());
                        if (peek() == ',') {
                            at++;
                        }
                    }
                    at++;
                    return map;
                }
                case '[': {
                    List<Object> list = new ArrayList<>();
                    at++;
                    while (peek() != ']') {
                        list.add(value());
                        if (peek() == ',') {
                            at++;
                        }
                    }
                    at++;
                    return list;
                }
                case '"':
                    return string();
                case 't':
                    at += 4;
                    return true;
                case 'f':
                    at += 5;
                    return false;
                default:
                    int start = at;
                    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
                        at++;
                    }
                    return Double.valueOf(text.substring(start, at));
            }
        }

        private String string() {
            peek();
            StringBuilder out = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                if (text.charAt(at) == '\\') {
                    at++;
                }
                out.append(text.charAt(at));
            }
            at++;
            return out.toString();
        }
    }

    private static double weigh(Object value) {
        if (value instanceof Map<?, ?> map) {
            double sum = map.size();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                sum += entry.getKey().toString().length() + weigh(entry.getValue());
            }
            return sum;
        } else if (value instanceof List<?> list) {
            double sum = 0;
            for (Object element : list) {
                sum += weigh(element);
            }
            return sum;
        } else if (value instanceof Double d) {
            return d;
        } else if (value instanceof Boolean b) {
            return b ? 1 : 2;
        }
        return value.toString().length();
    }

    static long stations() {
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; i < 5000; i++) {
            json.append(i == 0 ? "" : ", ").append("{\"name\": \"St. \\\"").append(i).append("\\\"\", \"height\": ").append(i * 3 - 200)
                .append(", \"open\": ").append(i % 3 == 0).append(", \"rain\": [").append(i * 0.25).append(", 1.5e1, -2]}");
        }
        String text = json.append("]").toString();
        double sum = 0;
        for (int round = 0; round < 5; round++) {
            sum += weigh(new Json(text).value());
        }
        return (long) (sum * 4);
    }

    // --- hash map of one's own

    private static final class LongTable {
        private long[] keys = new long[1024];
        private int[] values = new int[1024];
        private int size;

        private int slot(long key) {
            int mask = keys.length - 1;
            int i = (int) ((key * 0x9E3779B97F4A7C15L) >>> 33) & mask;
            while (keys[i] != 0 && keys[i] != key) {
                i = (i + 1) & mask;
            }
            return i;
        }

        void add(long key, int amount) {
            int i = slot(key);
            if (keys[i] == 0) {
                if (size * 3 > keys.length * 2) {
                    long[] oldKeys = keys;
                    int[] oldValues = values;
                    keys = new long[oldKeys.length * 2];
                    values = new int[keys.length];
                    for (int k = 0; k < oldKeys.length; k++) {
                        if (oldKeys[k] != 0) {
                            int s = slot(oldKeys[k]);
                            keys[s] = oldKeys[k];
                            values[s] = oldValues[k];
                        }
                    }
                    i = slot(key);
                }
                keys[i] = key;
                size++;
            }
            values[i] += amount;
        }

        int get(long key) {
            return values[slot(key)];
        }
    }

    static long readings() {
        LongTable table = new LongTable();
        long x = 1;
        for (int i = 0; i < 2_500_000; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
            table.add((x >>> 45) + 1, i & 15);
        }
        long sum = table.size;
        for (long key = 1; key < 600_000; key++) {
            sum = sum * 3 + table.get(key);
        }
        return sum;
    }

    // --- text

    static long verses() {
        String[] nouns = {"moon", "tide", "harvest", "storm", "swallow", "frost"};
        String[] verbs = {"brings", "follows", "hides", "wakes"};
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 3000; i++) {
            text.append("The ").append(nouns[i % 6]).append(' ').append(verbs[i * 7 % 4]).append(" the ").append(nouns[i * 5 % 6 ^ i & 1])
                .append(i % 4 == 3 ? ".\r\n" : ",\t");
        }
        String all = text.toString();
        long sum = 0;
        for (int round = 0; round < 10; round++) {
            int verse = 0;
            for (String line : all.lines().toList()) {
                verse++;
                StringBuilder title = new StringBuilder();
                boolean start = true;
                for (char c : line.replace('\t', ' ').toCharArray()) {
                    title.append(start ? Character.toTitleCase(c) : c);
                    start = !Character.isLetter(c);
                }
                String[] words = title.toString().split(" ");
                for (int i = words.length - 1; i >= 0; i--) {
                    String w = words[i].endsWith(",") ? words[i].substring(0, words[i].length() - 1) : words[i];
                    if (w.equalsIgnoreCase("STORM") || w.contains("ide")) {
                        sum += verse;
                    }
                    sum = sum * 31 + w.hashCode();
                }
                sum += line.indexOf("moon", 5) + line.compareTo(all.substring(verse, verse + 30));
            }
        }
        return sum;
    }

    // --- reflection

    interface Almanacs {
        int day(int n);

        String saint(String name, int n);

        default long year() {
            return 12;
        }
    }

    static long proxies() {
        int[] calls = new int[1];
        Almanacs real = new Almanacs() {
            @Override
            public int day(int n) {
                return n % 365;
            }

            @Override
            public String saint(String name, int n) {
                return "St. " + name + n % 10;
            }
        };
        InvocationHandler handler = (proxy, method, args) -> {
            calls[0]++;
            if (method.getName().equals("year")) {
                return 365L * calls[0];
            }
            return method.invoke(real, args);
        };
        Almanacs proxy = (Almanacs) Proxy.newProxyInstance(Almanac.class.getClassLoader(), new Class<?>[] {Almanacs.class}, handler);
        long sum = 0;
        for (int i = 0; i < 1_000_000; i++) {
            sum += proxy.day(i) + proxy.saint("Odo", i).length() + proxy.year();
            if (i % 20 == 0) {
                Object array = Array.newInstance(i % 40 == 0 ? int.class : Integer.class, 10);
                for (int k = 0; k < Array.getLength(array); k++) {
                    Array.set(array, k, i + k);
                }
                sum += ((Number) Array.get(array, i % 10)).intValue();
                for (Method method : Almanacs.class.getMethods()) {
                    sum += method.getName().length() * method.getParameterCount() + (method.isDefault() ? 1 : 0);
                }
            }
        }
        return sum + calls[0];
    }

    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("feasts");
            p.end(feasts());
            p.start("distances");
            p.end(distances());
            p.start("stations");
            p.end(stations());
            p.start("readings");
            p.end(readings());
            p.start("verses");
            p.end(verses());
            p.start("proxies");
            p.end(proxies());
        }
    }

    private Almanac() {
    }
}

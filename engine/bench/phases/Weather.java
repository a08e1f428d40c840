import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Date;
import java.util.DoubleSummaryStatistics;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.StringTokenizer;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Weather stations: what they measure, where they are, when the sun rises there. */
final class Weather {
    private static final List<String> LINES = lines(25000);

    public static void main(String[] arguments) throws Exception {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("readings");
            p.end(readings());
            p.start("sunrise");
            p.end(sunrise());
            p.start("distances");
            p.end(distances());
            p.start("bulletin");
            p.end(bulletin());
            p.start("months");
            p.end(months());
            p.start("smoothed");
            p.end(smoothed());
        }
    }

    private static List<String> lines(int count) {
        Random random = new Random(17);
        List<String> lines = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            double temperature = 10 + 12 * Math.sin(i / 900.0) + random.nextGaussian();
            lines.add("ST" + i % 40 + " " + Math.round(temperature * 10) / 10.0 + " " + (990 + random.nextInt(400) / 10f) + " " + random.nextInt(360) + " 0x" + Integer.toHexString(random.nextInt(4096)));
        }
        return lines;
    }

    private static final class Station {
        private final String name;
        private double warmest = Double.NEGATIVE_INFINITY;
        private double pressure;
        private int readings;
        private int flags;

        Station(String name) {
            this.name = name;
        }

        void add(double temperature, double hectopascals, int direction, int status) {
            warmest = Math.max(warmest, temperature);
            pressure += hectopascals;
            readings++;
            flags ^= status << direction % 8;
        }
    }

    private static long readings() {
        Map<String, Station> stations = new TreeMap<>();
        for (int round = 0; round < 4; round++) {
            for (String line : LINES) {
                StringTokenizer words = new StringTokenizer(line);
                Station station = stations.computeIfAbsent(words.nextToken(), Station::new);
                station.add(Double.parseDouble(words.nextToken()), Float.parseFloat(words.nextToken()), Integer.parseInt(words.nextToken()), Integer.decode(words.nextToken()));
            }
        }
        double result = 0;
        for (Station station : stations.values()) {
            result += station.warmest + station.pressure / station.readings + station.flags + station.name.length();
        }
        return (long) result;
    }

    /** The hour at which the sun rises at a latitude, NaN where it does not. */
    private static double sunriseAt(double latitude, int day) {
        double gamma = 2 * Math.PI / 365 * (day - 1);
        double declination = 0.006918 - 0.399912 * Math.cos(gamma) + 0.070257 * Math.sin(gamma) - 0.006758 * Math.cos(2 * gamma) + 0.000907 * Math.sin(2 * gamma);
        double phi = Math.toRadians(latitude);
        double angle = Math.acos(Math.cos(Math.toRadians(90.833)) / (Math.cos(phi) * Math.cos(declination)) - Math.tan(phi) * Math.tan(declination));
        return 12 - Math.toDegrees(angle) / 15;
    }

    private static long sunrise() {
        double sum = 0;
        int polar = 0;
        for (int latitude = -85; latitude <= 85; latitude++) {
            for (int day = 1; day <= 365; day++) {
                for (int minute = 0; minute < 10; minute++) {
                    double hour = sunriseAt(latitude + minute / 10.0, day);
                    if (Double.isNaN(hour)) {
                        polar++;
                    } else {
                        sum += hour;
                    }
                }
            }
        }
        return Math.round(sum) + polar;
    }

    private static double haversine(double latitude, double longitude, double otherLatitude, double otherLongitude) {
        double a = Math.sin((otherLatitude - latitude) / 2);
        double b = Math.sin((otherLongitude - longitude) / 2);
        double h = a * a + Math.cos(latitude) * Math.cos(otherLatitude) * b * b;
        return 2 * 6371.0 * Math.atan2(Math.sqrt(h), Math.sqrt(1 - h));
    }

    /** Finds each station's nearest neighbour and its direction. */
    private static long distances() {
        Random random = new Random(18);
        int count = 1100;
        double[][] places = new double[count][];
        for (int i = 0; i < count; i++) {
            places[i] = new double[] {Math.toRadians(random.nextDouble() * 140 - 70), Math.toRadians(random.nextDouble() * 360 - 180)};
        }
        double sum = 0;
        for (int i = 0; i < count; i++) {
            double nearest = Double.MAX_VALUE;
            for (int j = 0; j < count; j++) {
                if (i != j) {
                    nearest = Math.min(nearest, haversine(places[i][0], places[i][1], places[j][0], places[j][1]));
                }
            }
            sum += nearest;
        }
        return Math.round(sum);
    }

    private static long bulletin() {
        DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(Locale.ROOT);
        DecimalFormat temperature = new DecimalFormat("+0.0;-0.0", symbols);
        DecimalFormat pressure = new DecimalFormat("#,##0.00 hPa", symbols);
        DecimalFormat share = new DecimalFormat("0.#%", symbols);
        Random random = new Random(19);
        StringBuilder text = new StringBuilder();
        long length = 0;
        for (int i = 0; i < 45000; i++) {
            text.append(temperature.format(random.nextGaussian() * 15)).append(' ')
                    .append(pressure.format(980 + random.nextDouble() * 50)).append(' ')
                    .append(share.format(random.nextFloat())).append('\n');
            if (text.length() > 8000) {
                length += text.indexOf("-1") + text.length();
                text.setLength(0);
            }
        }
        return length;
    }

    private static long months() throws ParseException {
        TimeZone utc = TimeZone.getTimeZone("UTC");
        SimpleDateFormat format = new SimpleDateFormat("dd.MM.yyyy HH:mm", Locale.ROOT);
        format.setTimeZone(utc);
        Calendar calendar = new GregorianCalendar(utc, Locale.ROOT);
        calendar.setTimeInMillis(0);
        int[] perMonth = new int[12];
        long result = 0;
        for (int i = 0; i < 70000; i++) {
            calendar.add(Calendar.HOUR_OF_DAY, 5);
            perMonth[calendar.get(Calendar.MONTH)]++;
            if (i % 3 == 0) {
                Date back = format.parse(format.format(calendar.getTime()));
                result += back.getTime() / 60000 % 1000;
            }
            if (calendar.get(Calendar.DAY_OF_MONTH) == calendar.getActualMaximum(Calendar.DAY_OF_MONTH)) {
                result += calendar.get(Calendar.WEEK_OF_YEAR);
            }
        }
        return result + Arrays.hashCode(perMonth);
    }

    private static double[] mapped(double[] values, DoubleUnaryOperator by) {
        return Arrays.stream(values).map(by).toArray();
    }

    private static long smoothed() {
        double[] values = new Random(20).doubles(400000, -20, 35).toArray();
        double result = 0;
        for (int days = 3; days <= 24; days += 7) {
            int window = days;
            double[] means = new double[values.length - window];
            double sum = Arrays.stream(values, 0, window).sum();
            for (int i = 0; i < means.length; i++) {
                means[i] = sum / window;
                sum += values[i + window] - values[i];
            }
            DoubleSummaryStatistics statistics = Arrays.stream(mapped(means, celsius -> celsius * 1.8 + 32)).summaryStatistics();
            Map<Boolean, Long> warm = IntStream.range(0, means.length).filter(i -> i % 5 == 0).boxed()
                    .collect(Collectors.partitioningBy(i -> means[i] > 8, Collectors.counting()));
            result += statistics.getMax() + statistics.getAverage() + warm.get(true);
        }
        return Math.round(result);
    }
}

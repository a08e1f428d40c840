import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Grinds text in six ways. */
public class TextMill {
    private static final String PROSE = """
        It was on a dreary night of November that I beheld the accomplishment of my toils.
        With an anxiety that almost amounted to agony, I collected the instruments of life around me,
        that I might infuse a spark of being into the lifeless thing that lay at my feet. It was already
        one in the morning; the rain pattered dismally against the panes, and my candle was nearly burnt out,
        when, by the glimmer of the half-extinguished light, I saw the dull yellow eye of the creature open.
        """;

    private static String word(int i) {
        char[] w = new char[3 + i % 7];
        int x = i * 0x45d9f3b + 7;
        for (int k = 0; k < w.length; k++) {
            x ^= x >>> 11;
            x *= 0x2c1b3c6d;
            w[k] = (char) ('a' + (x >>> 5) % 26 % (k % 2 == 0 ? 26 : 5));
        }
        return new String(w);
    }

    static long wrap() {
        String text = PROSE.repeat(30);
        long sum = 0;
        for (int width = 30; width < 85; width++) {
            StringTokenizer tokens = new StringTokenizer(text);
            StringBuilder line = new StringBuilder();
            while (tokens.hasMoreTokens()) {
                String token = tokens.nextToken();
                if (line.length() + token.length() >= width) {
                    String done = line.toString().trim().toUpperCase(Locale.ROOT);
                    sum = sum * 31 + done.indexOf("THE") + done.length();
                    line.setLength(0);
                }
                line.append(token).append(' ');
            }
            String[] sentences = text.split("\n");
            for (String sentence : sentences) {
                sum += sentence.strip().replace("the", "THE").lastIndexOf(' ');
            }
        }
        return sum + distance(PROSE + PROSE, PROSE.toLowerCase(Locale.ROOT) + word(5) + PROSE);
    }

    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int cost = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                current[j] = Math.min(Math.min(current[j - 1], previous[j]) + 1, previous[j - 1] + cost);
            }
            int[] swap = previous;
            previous = current;
            current = swap;
        }
        return previous[b.length()];
    }

    static long replace() {
        Pattern vowels = Pattern.compile("([aeiou])([a-z]{1,3})\\b");
        Pattern doubled = Pattern.compile("(\\w)\\1");
        long sum = 0;
        for (int i = 0; i < 110; i++) {
            String text = PROSE + word(i) + " " + PROSE;
            Matcher m = vowels.matcher(text);
            StringBuilder out = new StringBuilder();
            while (m.find()) {
                m.appendReplacement(out, "<$2" + m.group(1).toUpperCase(Locale.ROOT) + ">");
            }
            m.appendTail(out);
            sum = sum * 31 + out.toString().hashCode();
            sum += doubled.matcher(out).replaceAll("$1").length();
            sum += text.split("[,;.]\\s*").length;
            if (text.matches("(?s).*\\b" + word(i) + "\\b.*")) {
                sum += 3;
            }
        }
        return sum;
    }

    static long build() {
        long sum = 0;
        for (int i = 0; i < 480; i++) {
            StringBuilder b = new StringBuilder();
            for (int k = 0; k < 120; k++) {
                b.append(k).append(':').append(word(i + k));
                if (k % 5 == 0) {
                    b.insert(b.length() / 2, "|" + k + "|");
                }
                if (k % 17 == 0) {
                    b.deleteCharAt(0).reverse();
                }
            }
            StringJoiner joiner = new StringJoiner(", ", "[", "]");
            for (int k = 0; k < 60; k++) {
                joiner.add("n" + k + "=" + (k * i) + (char) ('A' + k % 26) + (k * 0.5f));
            }
            String s = joiner.toString().concat(b.toString());
            sum = sum * 31 + s.hashCode();
            sum += String.join("-", Arrays.asList(s.substring(3, 9), s.substring(10, 40), "z".repeat(i % 50))).length();
        }
        return sum;
    }

    private static final Map<Long, Long> MEMO = new HashMap<>();

    private static long ways(int a, int b, int c) {
        if (a == 0 || b == 0 || c == 0) {
            return 1;
        }
        long key = ((long) a << 40) | ((long) b << 20) | c;
        Long known = MEMO.get(key);
        if (known != null) {
            return known;
        }
        long result = ways(a - 1, b, c) + 3 * ways(a, b - 1, c) + 7 * ways(a, b, c - 1) + ways(a - 1, b - 1, c - 1);
        MEMO.put(key, result);
        return result;
    }

    static long memo() {
        MEMO.clear();
        long sum = ways(50, 50, 50);
        sum += ways(20, 30, 64) + MEMO.size();
        MEMO.clear();
        return sum;
    }

    static long order() {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < 75_000; i++) {
            words.add(word(i * 3));
        }
        long sum = 0;
        Collections.sort(words);
        sum = mix(sum, words);
        words.sort(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        sum = mix(sum, words);
        words.sort((a, b) -> {
            int c = Character.compare(a.charAt(a.length() - 1), b.charAt(b.length() - 1));
            return c != 0 ? c : a.compareToIgnoreCase(b);
        });
        sum = mix(sum, words);
        String[] array = words.toArray(new String[0]);
        Arrays.sort(array, String.CASE_INSENSITIVE_ORDER);
        return mix(sum, Arrays.asList(array));
    }

    private static long mix(long sum, List<String> words) {
        for (int i = 0; i < words.size(); i += 11) {
            sum = sum * 31 + words.get(i).hashCode();
        }
        return sum;
    }

    static long flow() {
        long sum = 0;
        for (int round = 0; round < 5; round++) {
            int shift = round;
            TreeMap<Character, List<String>> index = IntStream.range(0, 20_000)
                .mapToObj(i -> word(i + shift))
                .filter(w -> w.length() > 3)
                .flatMap(w -> Stream.of(w, w.substring(1)))
                .collect(Collectors.groupingBy(w -> w.charAt(0), TreeMap::new, Collectors.toList()));
            sum += index.values().stream().mapToInt(List::size).reduce(1, (a, b) -> a * 33 + b);
            sum += index.get('e').stream().sorted().limit(50).collect(Collectors.joining("+")).hashCode();
            sum += LongStream.rangeClosed(1, 300_000).filter(x -> (x & 3) != shift % 4).map(x -> x * x % 977).sum();
            sum += Stream.iterate(1, x -> x * 5 % 10_007).limit(20_000).map(x -> x + 1).anyMatch(x -> x == 20_000) ? 1 : 2;
            sum += PROSE.chars().filter(Character::isLetter).mapToObj(c -> (char) c).distinct().count();
        }
        return sum;
    }

    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("wrap");
            p.end(wrap());
            p.start("replace");
            p.end(replace());
            p.start("build");
            p.end(build());
            p.start("memo");
            p.end(memo());
            p.start("order");
            p.end(order());
            p.start("flow");
            p.end(flow());
        }
    }
}

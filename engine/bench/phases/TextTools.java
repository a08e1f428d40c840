import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Scanner;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What writers need: suggestions for typing errors, paragraphs, an editor's buffer, word lists, clean text. */
final class TextTools {
    private static final String[] STEMS = {"light", "house", "keep", "water", "under", "stand", "over", "look", "book", "mark", "sea", "side", "day", "break", "fire", "place", "work", "shop"};
    private static final String TEXT = text(60000);

    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("suggestions");
            p.end(suggestions());
            p.start("paragraphs");
            p.end(paragraphs());
            p.start("gapBuffer");
            p.end(gapBuffer());
            p.start("wordList");
            p.end(wordList());
            p.start("cleaned");
            p.end(cleaned());
            p.start("settings");
            p.end(settings());
        }
    }

    private static String word(Random random) {
        return STEMS[random.nextInt(STEMS.length)] + (random.nextBoolean() ? STEMS[random.nextInt(STEMS.length)] : "");
    }

    private static String text(int words) {
        Random random = new Random(9);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            String word = word(random);
            text.append(i % 13 == 0 ? word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1) : word);
            text.append(i % 13 == 12 ? ".  " : i % 400 == 399 ? "\n\n" : i % 29 == 3 ? ", " : " ");
        }
        return text.toString();
    }

    private static int distance(String a, String b) {
        int[] above = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, 1 + Math.min(above[j], row[j - 1]));
            }
            int[] swap = above;
            above = row;
            row = swap;
        }
        return above[b.length()];
    }

    private static long suggestions() {
        Random random = new Random(10);
        List<String> dictionary = new ArrayList<>();
        for (String first : STEMS) {
            for (String second : STEMS) {
                dictionary.add(first + second);
            }
        }
        long result = 0;
        for (int i = 0; i < 500; i++) {
            StringBuilder typed = new StringBuilder(word(random));
            typed.setCharAt(random.nextInt(typed.length()), (char) ('a' + random.nextInt(26)));
            typed.deleteCharAt(random.nextInt(typed.length()));
            String best = null;
            int least = Integer.MAX_VALUE;
            for (String candidate : dictionary) {
                int distance = distance(typed.toString(), candidate);
                if (distance < least) {
                    least = distance;
                    best = candidate;
                }
            }
            result += least + best.length();
        }
        return result;
    }

    /** Breaks text into justified lines of a width. */
    private static String justified(String[] words, int width) {
        StringBuilder page = new StringBuilder();
        List<String> line = new ArrayList<>();
        int length = 0;
        for (String word : words) {
            if (length + line.size() + word.length() > width && !line.isEmpty()) {
                int gaps = Math.max(1, line.size() - 1);
                int spaces = width - length;
                for (int i = 0; i < line.size(); i++) {
                    page.append(line.get(i));
                    if (i < line.size() - 1) {
                        page.append(" ".repeat(spaces / gaps + (i < spaces % gaps ? 1 : 0)));
                    }
                }
                page.append('\n');
                line.clear();
                length = 0;
            }
            line.add(word);
            length += word.length();
        }
        return page.append(String.join(" ", line)).toString();
    }

    private static long paragraphs() {
        String[] words = TEXT.split("\\s+");
        long result = 0;
        for (int width = 40; width <= 100; width += 12) {
            String page = justified(words, width);
            result += page.length() + page.hashCode() % 1000;
            StringBuilder numbered = new StringBuilder(page);
            numbered.insert(0, "width " + width + "\n").reverse();
            result += numbered.indexOf("thgil") + numbered.charAt(width);
        }
        return result;
    }

    /** The characters before the cursor lie at the start of an array, those behind it at the end. */
    private static final class Buffer {
        private char[] chars = new char[64];
        private int before;
        private int after;

        void insert(String text) {
            if (before + after + text.length() > chars.length) {
                char[] larger = Arrays.copyOf(chars, 2 * (chars.length + text.length()));
                System.arraycopy(chars, chars.length - after, larger, larger.length - after, after);
                chars = larger;
            }
            text.getChars(0, text.length(), chars, before);
            before += text.length();
        }

        void moveTo(int position) {
            if (position < before) {
                int count = before - position;
                System.arraycopy(chars, position, chars, chars.length - after - count, count);
                before -= count;
                after += count;
            } else {
                int count = Math.min(position - before, after);
                System.arraycopy(chars, chars.length - after, chars, before, count);
                before += count;
                after -= count;
            }
        }

        void delete(int count) {
            before = Math.max(0, before - count);
        }

        int length() {
            return before + after;
        }

        @Override
        public String toString() {
            return new StringBuilder().append(chars, 0, before).append(chars, chars.length - after, after).toString();
        }
    }

    private static long gapBuffer() {
        Random random = new Random(11);
        Buffer buffer = new Buffer();
        long result = 0;
        for (int i = 0; i < 60000; i++) {
            if (i % 8 == 0) {
                buffer.moveTo(random.nextInt(buffer.length() + 1));
            }
            buffer.insert(STEMS[random.nextInt(STEMS.length)]);
            if (i % 5 == 0) {
                buffer.delete(random.nextInt(9));
            }
            if (i % 2000 == 0) {
                result = result * 31 + buffer.toString().hashCode();
            }
        }
        return result + buffer.length();
    }

    private static long wordList() {
        long result = 0;
        for (int round = 0; round < 2; round++) {
            Map<Integer, Long> lengths = Stream.of(TEXT.split("\n"))
                    .flatMap(line -> Arrays.stream(line.split("[ .,]+")))
                    .filter(word -> !word.isEmpty())
                    .map(String::toLowerCase)
                    .collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.counting()));
            Map<String, Long> counts = Stream.of(TEXT.split(" "))
                    .map(String::strip)
                    .collect(Collectors.groupingBy(Function.identity(), LinkedHashMap::new, Collectors.counting()));
            String top = counts.entrySet().stream()
                    .sorted(Comparator.comparing(Map.Entry<String, Long>::getValue).reversed().thenComparing(Map.Entry::getKey, String.CASE_INSENSITIVE_ORDER).thenComparing(Map.Entry::getKey))
                    .skip(round)
                    .limit(20)
                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                    .collect(Collectors.joining(", ", "[", "]"));
            result += top.hashCode() + lengths.hashCode();
        }
        return result;
    }

    private static long cleaned() {
        Pattern spaces = Pattern.compile("[ \\t]{2,}");
        Pattern sentence = Pattern.compile("(?<=[.!?])\\s+(?=[A-Z])");
        Pattern twice = Pattern.compile("\\b(\\w+) \\1\\b");
        long result = 0;
        for (int i = 0; i < 4; i++) {
            String text = TEXT.substring(i * 100_000, (i + 1) * 100_000);
            String single = spaces.matcher(text).replaceAll(" ");
            String once = twice.matcher(single).replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
            for (String part : sentence.split(once)) {
                result += part.matches("[A-Z].*house.*") ? part.length() : 1;
            }
            result += once.replaceAll("(light|water)(?!house)", "<$1>").length();
        }
        return result;
    }

    private static long settings() {
        StringBuilder file = new StringBuilder();
        for (int i = 0; i < 5000; i++) {
            file.append("entry.").append(i).append(" = ").append(i * 13 % 1009).append(i % 3 == 0 ? " 0.5" : " -7").append(i % 2 == 0 ? " true" : " false").append('\n');
        }
        double numbers = 0;
        StringJoiner names = new StringJoiner("|");
        try (Scanner scanner = new Scanner(file.toString()).useLocale(Locale.ROOT)) {
            while (scanner.hasNext()) {
                String name = scanner.next();
                scanner.next("=");
                numbers += scanner.nextInt();
                numbers += scanner.hasNextInt() ? scanner.nextInt() : scanner.nextDouble();
                if (scanner.nextBoolean()) {
                    names.add(name);
                }
            }
        }
        return (long) numbers + names.toString().hashCode();
    }
}

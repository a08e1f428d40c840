import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Strings: makes up a text, cuts it into words, counts and compares them, and sets it in lines. */
public final class Strings extends Harness {
    private static final int LINE_LENGTH = 60;
    private static final String[] SYLLABLES = {"ba", "de", "fi", "go", "lu", "mar", "nel", "sto", "vé", "tz"};

    static String write(int words) {
        StringBuilder text = new StringBuilder();
        int seed = 99;
        for (int i = 0; i < words; i++) {
            seed = seed * 69_069 + 1;
            int syllables = 1 + (seed >>> 28) % 3;
            String word = "";
            for (int s = 0; s < syllables; s++) {
                word += SYLLABLES[(seed >>> 8 + 3 * s) % SYLLABLES.length];
            }
            if (i % 12 == 0) {
                word = word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
            }
            text.append(word).append(i % 12 == 11 ? ".\n" : " ");
        }
        return text.toString();
    }

    static Map<String, Integer> count(String text) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String line : text.split("\n")) {
            for (String word : line.split(" ")) {
                String plain = word.replace(".", "").toLowerCase(Locale.ROOT).intern();
                counts.merge(plain, 1, Integer::sum);
            }
        }
        return counts;
    }

    /** Fills lines with as many words as they hold. */
    static List<String> wrap(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i < text.length() && !Character.isWhitespace(text.charAt(i))) {
                continue;
            }
            if (i > start) {
                if (line.length() > 0 && line.length() + 1 + i - start > LINE_LENGTH) {
                    lines.add(line.toString());
                    line.setLength(0);
                }
                if (line.length() > 0) {
                    line.append(' ');
                }
                line.append(text, start, i);
            }
            start = i + 1;
        }
        lines.add(line.toString());
        return lines;
    }

    /** Counts the words that read the same in both directions. */
    static int palindromes(Map<String, Integer> counts) {
        int palindromes = 0;
        for (String word : counts.keySet()) {
            if (new StringBuilder(word).reverse().toString().equals(word)) {
                palindromes += counts.get(word);
            }
        }
        return palindromes;
    }

    @Override
    long run(int size) {
        String text = write(size);
        Map<String, Integer> counts = count(text);
        StringBuilder index = new StringBuilder();
        for (Map.Entry<String, Integer> entry : counts.entrySet()) {
            index.append(entry.getKey()).append('=').append(entry.getValue()).append(';');
        }
        List<String> lines = wrap(text);
        String joined = String.join(" ", lines);
        if (!joined.equals(text.replace('\n', ' ').trim())) {
            throw new AssertionError("the wrapped text has other words");
        }
        int accents = 0;
        for (int at = joined.indexOf('é'); at >= 0; at = joined.indexOf('é', at + 1)) {
            accents++;
        }
        return ((index.toString().hashCode() * 31L + lines.size()) * 31 + palindromes(counts)) * 31 + accents;
    }

    public static void main(String[] arguments) {
        new Strings()
                .expect("tiny", 120, -54_442_363_839_692L)
                .expect("full", 30_000, -9_706_614_537_574L)
                .measure(arguments);
    }
}

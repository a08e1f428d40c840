import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Phases that build, search and change strings. */
final class Texts {
    private static final String WORDS = "the quick brown fox jumps over the lazy dog while seven wizards quietly box in jade vaults ";

    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("appended");
            p.end(appended());
            p.start("concatenated");
            p.end(concatenated());
            p.start("builtByChars");
            p.end(builtByChars());
            p.start("builtByNumbers");
            p.end(builtByNumbers());
            p.start("joined");
            p.end(joined());
            p.start("split");
            p.end(split());
            p.start("replaced");
            p.end(replaced());
            p.start("searched");
            p.end(searched());
            p.start("cases");
            p.end(cases());
            p.start("reversed");
            p.end(reversed());
            p.start("countedLetters");
            p.end(countedLetters());
            p.start("encoded");
            p.end(encoded());
        }
    }

    /** Quadratic: each addition copies what is there. */
    private static long appended() {
        long total = 0;
        for (int round = 0; round < 6; round++) {
            String text = "";
            for (int i = 0; i < 6000; i++) {
                text += "abcdefgh";
            }
            total += text.length();
        }
        return total;
    }

    private static long concatenated() {
        long total = 0;
        for (int i = 0; i < 1500000; i++) {
            String key = "key-" + i + ":" + (i & 7);
            total += key.length() + key.charAt(key.length() - 1);
        }
        return total;
    }

    private static long builtByChars() {
        long total = 0;
        for (int round = 0; round < 100; round++) {
            StringBuilder builder = new StringBuilder();
            for (int i = 0; i < 300000; i++) {
                builder.append((char) ('a' + i % 26));
            }
            total += builder.length() + builder.toString().charAt(round);
        }
        return total;
    }

    private static long builtByNumbers() {
        long total = 0;
        for (int round = 0; round < 40; round++) {
            StringBuilder builder = new StringBuilder(64);
            for (int i = 0; i < 60000; i++) {
                builder.append(i * 31).append(',').append((long) i << 20).append("; ");
            }
            total += builder.length();
        }
        return total;
    }

    private static long joined() {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            parts.add(Integer.toHexString(i * 7919));
        }
        long total = 0;
        for (int i = 0; i < 1500; i++) {
            total += String.join(",", parts).length();
        }
        return total;
    }

    private static long split() {
        String text = WORDS.repeat(20);
        long total = 0;
        for (int i = 0; i < 2500; i++) {
            for (String word : text.split(" ")) {
                total += word.length();
            }
        }
        return total;
    }

    private static long replaced() {
        String text = WORDS.repeat(10);
        long total = 0;
        for (int i = 0; i < 12000; i++) {
            total += text.replace("qui", "slow").length() + text.replace('o', '0').indexOf('0');
        }
        return total;
    }

    private static long searched() {
        String text = WORDS.repeat(30) + "needle";
        long total = 0;
        for (int i = 0; i < 120000; i++) {
            total += text.indexOf("needle") + text.lastIndexOf("zzz") + text.indexOf('!', i & 63);
        }
        return total;
    }

    private static long cases() {
        String text = WORDS.repeat(5);
        long total = 0;
        for (int i = 0; i < 60000; i++) {
            String upper = text.toUpperCase();
            total += upper.charAt(i % upper.length()) + upper.toLowerCase().trim().length();
            if (upper.equalsIgnoreCase(text)) {
                total++;
            }
        }
        return total;
    }

    private static long reversed() {
        long total = 0;
        StringBuilder builder = new StringBuilder(WORDS.repeat(8));
        for (int i = 0; i < 60000; i++) {
            builder.reverse();
            builder.insert(i % 50, 'x');
            builder.deleteCharAt(builder.length() - 1);
            total += builder.charAt(10);
        }
        return total;
    }

    private static long countedLetters() {
        String text = WORDS.repeat(40);
        int[] counts = new int[128];
        for (int round = 0; round < 20000; round++) {
            for (int i = 0; i < text.length(); i++) {
                counts[text.charAt(i)]++;
            }
        }
        return counts['e'] * 31L + counts['z'];
    }

    private static long encoded() {
        String plain = WORDS.repeat(20);
        String accented = plain.replace('e', 'é').replace('o', '€');
        long total = 0;
        for (int i = 0; i < 12000; i++) {
            byte[] bytes = (i & 1) == 0 ? plain.getBytes(StandardCharsets.UTF_8) : accented.getBytes(StandardCharsets.UTF_8);
            total += bytes.length + new String(bytes, StandardCharsets.UTF_8).length();
        }
        return total;
    }
}

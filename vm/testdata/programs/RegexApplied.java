import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Regular expressions at work: a tokenizer, a log parser, a template engine, CSV, markdown, validation. */
public class RegexApplied {
    static final Pattern TOKEN = Pattern.compile("(?<number>\\d+(?:\\.\\d+)?)|(?<name>[A-Za-z_]\\w*)|(?<string>\"(?:[^\"\\\\]|\\\\.)*\")|(?<op>[-+*/=<>!]=?|&&|\\|\\|)|(?<space>\\s+)|(?<other>.)");

    static List<String> tokens(String source) {
        List<String> out = new ArrayList<>();
        Matcher m = TOKEN.matcher(source);
        while (m.find()) {
            for (String kind : new String[] {"number", "name", "string", "op", "other"}) {
                if (m.group(kind) != null) {
                    out.add(kind + ":" + m.group());
                }
            }
        }
        return out;
    }

    static List<String> csv(String line) {
        List<String> out = new ArrayList<>();
        Matcher m = Pattern.compile("\\G(?:\"((?:[^\"]|\"\")*)\"|([^,\"]*))(,|$)").matcher(line);
        while (m.find()) {
            out.add(m.group(1) != null ? m.group(1).replace("\"\"", "\"") : m.group(2));
            if (m.group(3).isEmpty()) {
                break;
            }
        }
        return out;
    }

    static String template(String text, Map<String, String> values) {
        return Pattern.compile("\\$\\{(\\w+)(?::([^}]*))?}").matcher(text).replaceAll(r -> {
            String v = values.get(r.group(1));
            return Matcher.quoteReplacement(v != null ? v : r.group(2) != null ? r.group(2) : "?" + r.group(1) + "?");
        });
    }

    static String markdown(String text) {
        return text.replaceAll("(?m)^# (.*)$", "<h1>$1</h1>").replaceAll("\\*\\*(.+?)\\*\\*", "<b>$1</b>").replaceAll("\\*(.+?)\\*", "<i>$1</i>").replaceAll("\\[([^]]+)]\\(([^)]+)\\)", "<a href='$2'>$1</a>").replaceAll("`([^`]+)`", "<code>$1</code>");
    }

    public static void main(String[] args) {
        System.out.println(tokens("if (x1 >= 3.14 && name != \"a \\\"quoted\\\" b\") y = x*2;"));
        for (String line : new String[] {"a,b,c", "\"x, y\",z", "\"he said \"\"hi\"\"\",,end", "", ",", "1,\"\",3"}) {
            System.out.println(line + " -> " + csv(line));
        }
        System.out.println(template("Dear ${name}, you owe ${sum:$0}; ${missing}. ${empty:}", Map.of("name", "Ann$1")));
        System.out.println(markdown("# Title\nsome **bold** and *italic* with [link](http://x.org/y) and `code`"));
        String log = String.join("\n", "2024-01-01 10:00:00 INFO  [main] Server started in 532 ms", "2024-01-01 10:00:05 WARN  [pool-1] Slow query: 1204 ms", "garbage line", "2024-01-01 10:01:00 ERROR [pool-2] Failed: java.io.IOException", "2024-01-02 00:00:00 INFO  [main] Done in 7 ms");
        Pattern line = Pattern.compile("^(\\d{4}-\\d{2}-\\d{2}) (\\d{2}:\\d{2}:\\d{2}) (\\w+)\\s+\\[([^]]+)] (.*)$", Pattern.MULTILINE);
        Map<String, Integer> levels = new TreeMap<>(), threads = new LinkedHashMap<>();
        int millis = 0;
        Matcher m = line.matcher(log);
        while (m.find()) {
            levels.merge(m.group(3), 1, Integer::sum);
            threads.merge(m.group(4), m.group(5).length(), Integer::sum);
            Matcher ms = Pattern.compile("(\\d+) ms").matcher(m.group(5));
            if (ms.find()) {
                millis += Integer.parseInt(ms.group(1));
            }
        }
        System.out.println(levels + " " + threads + " " + millis);
        Pattern email = Pattern.compile("[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+");
        Pattern ip = Pattern.compile("((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.|$)){4}");
        Pattern date = Pattern.compile("(?:19|20)\\d\\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])");
        for (String s : new String[] {"a.b+c@d-e.org", "@x.y", "192.168.1.255", "256.1.1.1", "1.2.3", "2024-02-30", "2024-13-01", "1899-01-01"}) {
            System.out.println(s + " " + email.matcher(s).matches() + " " + ip.matcher(s).matches() + " " + date.matcher(s).matches());
        }
        System.out.println("someCamelCaseHTTPName".replaceAll("(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_").toLowerCase(java.util.Locale.ROOT) + " " + Pattern.compile("_(\\w)").matcher("snake_case_name").replaceAll(r -> r.group(1).toUpperCase(java.util.Locale.ROOT)));
        System.out.println("1234567890".replaceAll("(?<=\\d)(?=(\\d{3})+$)", ",") + " " + "a  b \t c".replaceAll("\\s{2,}", " "));
        Map<String, Integer> words = new TreeMap<>();
        Matcher w = Pattern.compile("[a-z]+", Pattern.CASE_INSENSITIVE).matcher("The cat and the hat. The END of the cat!");
        while (w.find()) {
            words.merge(w.group().toLowerCase(java.util.Locale.ROOT), 1, Integer::sum);
        }
        System.out.println(words);
        StringBuilder big = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            big.append("key").append(i).append('=').append(i * i).append(';');
        }
        int sum = 0;
        Matcher kv = Pattern.compile("key(\\d+)=(\\d+);").matcher(big);
        while (kv.find()) {
            sum += Integer.parseInt(kv.group(2)) - Integer.parseInt(kv.group(1));
        }
        System.out.println(sum);
    }
}

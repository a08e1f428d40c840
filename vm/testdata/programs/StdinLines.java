import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Reads standard input by lines to its end and reports on it. */
public class StdinLines {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        int number = 0, characters = 0;
        String longest = "";
        Map<String, Integer> words = new TreeMap<>();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            number++;
            characters += line.codePointCount(0, line.length());
            System.out.println(number + " [" + line.length() + "] " + line.chars().sum());
            if (line.length() > longest.length()) {
                longest = line;
            }
            for (String w : line.trim().split("\\s+")) {
                if (!w.isEmpty()) {
                    words.merge(w, 1, Integer::sum);
                }
            }
        }
        System.out.println(number + " lines, " + characters + " characters, longest " + longest);
        words.forEach((w, n) -> System.out.println(n + "\t" + w.codePoints().sum()));
        System.out.println(in.readLine() + " " + in.read());
    }
}

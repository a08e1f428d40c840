import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Unseen phases: posts are cleaned, counted, searched, ranked, rendered and checked. */
final class Forum {
    private static final String POST = "Hello <b>everyone</b>, does anybody know how to fix this? I tried twice & failed; see http://example.org/q?id=7 for details. ";

    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("cleaned");
            p.end(cleaned());
            p.start("counted");
            p.end(counted());
            p.start("searched");
            p.end(searched());
            p.start("ranked");
            p.end(ranked());
            p.start("rendered");
            p.end(rendered());
            p.start("checked");
            p.end(checked());
        }
    }

    private static long cleaned() {
        String text = POST.repeat(8);
        long total = 0;
        for (int i = 0; i < 2500; i++) {
            total += text.replaceAll("<[^>]+>", "").replace("&", "&amp;").toLowerCase(Locale.ROOT).length();
        }
        return total;
    }

    private static long counted() {
        long total = 0;
        for (int round = 0; round < 600; round++) {
            Map<String, Integer> counts = new HashMap<>();
            for (String word : (POST + round).repeat(5).split("\\W+")) {
                counts.merge(word, 1, Integer::sum);
            }
            total += counts.getOrDefault("fix", 0) + counts.size();
        }
        return total;
    }

    private static long searched() {
        String[] posts = new String[200];
        for (int i = 0; i < posts.length; i++) {
            posts[i] = POST.repeat(3) + "number " + i;
        }
        long total = 0;
        for (int round = 0; round < 800; round++) {
            String wanted = "number " + round % 250;
            for (String post : posts) {
                if (post.contains(wanted) && post.endsWith(wanted)) {
                    total++;
                }
            }
        }
        return total;
    }

    private record Ranked(String user, int points) {}

    private static long ranked() {
        List<Ranked> users = new ArrayList<>();
        for (int i = 0; i < 8000; i++) {
            users.add(new Ranked("user" + i, i * 7919 % 1009));
        }
        long total = 0;
        for (int round = 0; round < 25; round++) {
            int limit = round * 30;
            List<String> best = users.stream().filter(u -> u.points() > limit)
                    .sorted((a, b) -> b.points() - a.points()).limit(50).map(Ranked::user).collect(Collectors.toList());
            total += best.size() + users.stream().mapToInt(Ranked::points).sum();
        }
        return total;
    }

    private static long rendered() {
        long total = 0;
        for (int i = 0; i < 40000; i++) {
            Map<String, Object> post = new LinkedHashMap<>();
            post.put("id", i);
            post.put("user", "user" + i % 100);
            post.put("votes", i % 37 - 5);
            post.put("tags", Arrays.asList("java", "help"));
            StringBuilder json = new StringBuilder("{");
            for (Map.Entry<String, Object> entry : post.entrySet()) {
                json.append('"').append(entry.getKey()).append("\":").append(entry.getValue()).append(',');
            }
            json.setCharAt(json.length() - 1, '}');
            total += json.toString().getBytes(StandardCharsets.UTF_8).length;
        }
        return total;
    }

    private static long checked() {
        Set<String> banned = new HashSet<>();
        for (int i = 0; i < 2000; i++) {
            banned.add("bad" + i);
        }
        long total = 0;
        for (int i = 0; i < 400000; i++) {
            String name = "bad" + i % 5000;
            boolean fine = !banned.contains(name) && name.length() > 4 && Character.isLetter(name.charAt(0));
            for (int k = 0; k < name.length(); k++) {
                fine &= name.charAt(k) < 128;
            }
            total += fine ? 1 : 0;
        }
        return total;
    }
}

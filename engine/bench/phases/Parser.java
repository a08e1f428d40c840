import java.util.*;
import java.util.regex.*;

/** Texts taken apart: JSON, CSV, a log by regex, a calculator, word counts, templates. */
final class Parser {
    static final class Json {
        final String s;
        int at;
        Json(String s) { this.s = s; }
        Object value() {
            skip();
            char c = s.charAt(at);
            if (c == '{') {
                Map<String, Object> m = new LinkedHashMap<>();
                at++;
                skip();
                while (s.charAt(at) != '}') {
                    String k = string();
                    skip();
                    at++;
                    m.put(k, value());
                    skip();
                    if (s.charAt(at) == ',') { at++; skip(); }
                }
                at++;
                return m;
            }
            if (c == '[') {
                List<Object> l = new ArrayList<>();
                at++;
                skip();
                while (s.charAt(at) != ']') {
                    l.add(value());
                    skip();
                    if (s.charAt(at) == ',') at++;
                }
                at++;
                return l;
            }
            if (c == '"') return string();
            if (s.startsWith("true", at)) { at += 4; return Boolean.TRUE; }
            if (s.startsWith("null", at)) { at += 4; return null; }
            int from = at;
            while (at < s.length() && "+-.eE0123456789".indexOf(s.charAt(at)) >= 0) at++;
            return Double.valueOf(s.substring(from, at));
        }
        String string() {
            StringBuilder b = new StringBuilder();
            at++;
            while (s.charAt(at) != '"') {
                if (s.charAt(at) == '\\') at++;
                b.append(s.charAt(at++));
            }
            at++;
            return b.toString();
        }
        void skip() { while (at < s.length() && Character.isWhitespace(s.charAt(at))) at++; }
    }

    public static void main(String[] a) {
        for (Phases p = new Phases(a); p.again();) {
            p.start("json"); p.end(json());
            p.start("csv"); p.end(csv());
            p.start("log"); p.end(log());
            p.start("calculator"); p.end(calculator());
            p.start("words"); p.end(words());
            p.start("templates"); p.end(templates());
        }
    }

    static long json() {
        StringBuilder b = new StringBuilder("[");
        for (int i = 0; i < 1000; i++) {
            b.append(i == 0 ? "" : ", ").append("{\"id\": ").append(i).append(", \"name\": \"user ").append(i).append("\", \"score\": ").append(i * 1.25);
            b.append(", \"tags\": [\"a\", \"b\\\"c\", \"long tag\"], \"active\": true, \"parent\": null}");
        }
        String text = b.append("]").toString();
        long n = 0;
        for (int i = 0; i < 25; i++) n += ((List<?>) new Json(text).value()).size();
        return n;
    }

    static long csv() {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < 8000; i++) b.append(i).append(",name").append(i % 77).append(',').append(i * 3 % 1000).append(".5,").append("yes;no").append('\n');
        String text = b.toString();
        double sum = 0;
        for (int round = 0; round < 10; round++) {
            for (String line : text.split("\n")) {
                String[] f = line.split(",");
                sum += Integer.parseInt(f[0]) + Double.parseDouble(f[2]) + f[1].length();
                if (f[3].contains("no")) sum++;
            }
        }
        return (long) sum;
    }

    static long log() {
        Pattern p = Pattern.compile("^(\\d+-\\d+-\\d+) (\\d\\d:\\d\\d) \\[(\\w+)\\] (\\w+)=(\\w+);.*$");
        long n = 0;
        for (int i = 0; i < 120000; i++) {
            Matcher m = p.matcher("2024-01-" + (10 + i % 20) + " 12:" + (10 + i % 50) + " [main] key" + i % 9 + "=value; and the rest");
            if (m.matches()) n += m.group(3).length() + m.group(4).charAt(3);
        }
        return n;
    }

    static String input;
    static int pos;
    static long calculator() {
        long n = 0;
        for (int i = 0; i < 40000; i++) {
            input = "(1+" + i + ")*3-" + (i % 7) + "*(2+4*(5-" + i % 3 + "))/2";
            pos = 0;
            n += sum();
        }
        return n;
    }
    static long sum() {
        long v = product();
        while (pos < input.length() && (input.charAt(pos) == '+' || input.charAt(pos) == '-')) {
            if (input.charAt(pos++) == '+') v += product(); else v -= product();
        }
        return v;
    }
    static long product() {
        long v = atom();
        while (pos < input.length() && (input.charAt(pos) == '*' || input.charAt(pos) == '/')) {
            if (input.charAt(pos++) == '*') v *= atom(); else v /= atom();
        }
        return v;
    }
    static long atom() {
        if (input.charAt(pos) == '(') {
            pos++;
            long v = sum();
            pos++;
            return v;
        }
        long v = 0;
        while (pos < input.length() && Character.isDigit(input.charAt(pos))) v = v * 10 + input.charAt(pos++) - '0';
        return v;
    }

    static long words() {
        String[] vocabulary = "the quick brown fox jumps over the lazy dog while seven wizards quietly box up jars of honey".split(" ");
        StringBuilder b = new StringBuilder();
        Random r = new Random(3);
        for (int i = 0; i < 60000; i++) b.append(vocabulary[r.nextInt(vocabulary.length)]).append(i % 13 == 0 ? ". " : " ");
        String text = b.toString();
        long n = 0;
        for (int round = 0; round < 5; round++) {
            Map<String, Integer> count = new TreeMap<>();
            StringTokenizer t = new StringTokenizer(text, " .");
            while (t.hasMoreTokens()) count.merge(t.nextToken().toLowerCase(), 1, Integer::sum);
            n += count.get("fox");
        }
        return n;
    }

    static long templates() {
        String t = "Dear {title} {name}, your order {order} of {date} will arrive on {arrival}. Yours, {sender}.";
        Map<String, String> v = new HashMap<>();
        v.put("title", "Dr."); v.put("sender", "The Shop"); v.put("date", "May 1"); v.put("arrival", "May 7");
        long n = 0;
        for (int i = 0; i < 60000; i++) {
            v.put("name", "Customer " + i);
            v.put("order", Integer.toString(i * 31));
            StringBuilder out = new StringBuilder();
            int at = 0;
            for (int open; (open = t.indexOf('{', at)) >= 0;) {
                int close = t.indexOf('}', open);
                out.append(t, at, open).append(v.get(t.substring(open + 1, close)));
                at = close + 1;
            }
            n += out.append(t.substring(at)).length();
        }
        return n;
    }
}

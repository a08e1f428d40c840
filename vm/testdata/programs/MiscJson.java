import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON parser and printer, with errors by position, and queries on the parsed tree. */
public class MiscJson {
    static class JsonException extends RuntimeException {
        JsonException(String message, int at) {
            super(message + " at " + at);
        }
    }

    static class Parser {
        final String text;
        int at;

        Parser(String text) {
            this.text = text;
        }

        static Object parse(String text) {
            Parser p = new Parser(text);
            Object v = p.value();
            p.space();
            if (p.at < text.length()) {
                throw new JsonException("trailing text", p.at);
            }
            return v;
        }

        void space() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }

        char peek() {
            space();
            if (at >= text.length()) {
                throw new JsonException("unexpected end", at);
            }
            return text.charAt(at);
        }

        void expect(char c) {
            if (peek() != c) {
                throw new JsonException("expected '" + c + "' but found '" + text.charAt(at) + "'", at);
            }
            at++;
        }

        Object value() {
            char c = peek();
            switch (c) {
                case '{': {
                    Map<String, Object> map = new LinkedHashMap<>();
                    expect('{');
                    if (peek() != '}') {
                        do {
                            if (peek() != '"') {
                                throw new JsonException("expected a name", at);
                            }
                            String key = string();
                            expect(':');
                            map.put(key, value());
                        } while (peek() == ',' && at++ >= 0);
                    }
                    expect('}');
                    return map;
                }
                case '[': {
                    List<Object> list = new ArrayList<>();
                    expect('[');
                    if (peek() != ']') {
                        do {
                            list.add(value());
                        } while (peek() == ',' && at++ >= 0);
                    }
                    expect(']');
                    return list;
                }
                case '"':
                    return string();
                default:
                    for (String word : new String[] {"true", "false", "null"}) {
                        if (text.startsWith(word, at)) {
                            at += word.length();
                            return word.equals("null") ? null : (Object) Boolean.valueOf(word);
                        }
                    }
                    return number();
            }
        }

        String string() {
            StringBuilder out = new StringBuilder();
            expect('"');
            while (true) {
                if (at >= text.length()) {
                    throw new JsonException("unterminated string", at);
                }
                char c = text.charAt(at++);
                if (c == '"') {
                    return out.toString();
                }
                if (c != '\\') {
                    out.append(c);
                    continue;
                }
                char e = text.charAt(at++);
                switch (e) {
                    case 'n' -> out.append('\n');
                    case 't' -> out.append('\t');
                    case 'u' -> {
                        out.append((char) Integer.parseInt(text, at, at + 4, 16));
                        at += 4;
                    }
                    case '"', '\\', '/' -> out.append(e);
                    default -> throw new JsonException("bad escape \\" + e, at - 1);
                }
            }
        }

        Number number() {
            int start = at;
            while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            String s = text.substring(start, at);
            try {
                return s.matches("-?\\d+") ? (Number) Long.valueOf(s) : (Number) Double.valueOf(s);
            } catch (NumberFormatException e) {
                throw new JsonException("not a value", start);
            }
        }
    }

    static void print(Object o, String indent, StringBuilder out) {
        if (o instanceof Map<?, ?> m) {
            out.append('{');
            String separator = "\n";
            for (Map.Entry<?, ?> e : m.entrySet()) {
                out.append(separator).append(indent).append("  ");
                print(e.getKey(), "", out);
                out.append(": ");
                print(e.getValue(), indent + "  ", out);
                separator = ",\n";
            }
            out.append(m.isEmpty() ? "}" : "\n" + indent + "}");
        } else if (o instanceof List<?> l) {
            out.append('[');
            for (int i = 0; i < l.size(); i++) {
                out.append(i > 0 ? ", " : "");
                print(l.get(i), indent, out);
            }
            out.append(']');
        } else if (o instanceof String s) {
            out.append('"');
            for (char c : s.toCharArray()) {
                out.append(c == '"' || c == '\\' ? "\\" + c : c < ' ' || c > '~' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
            }
            out.append('"');
        } else {
            out.append(o);
        }
    }

    static Object query(Object o, String path) {
        for (String step : path.split("\\.")) {
            o = o instanceof List<?> l ? l.get(Integer.parseInt(step)) : ((Map<?, ?>) o).get(step);
        }
        return o;
    }

    public static void main(String[] args) {
        String source = """
            {"name": "hotlens", "tags": ["java", "vm", "\\u00e9\\n\\"q\\""], "size": {"width": 10, "height": -2.5e3, "deep": [[1, [2, []]], {}]},
             "ok": true, "no": false, "nothing": null, "big": 9007199254740993}
            """;
        Object tree = Parser.parse(source);
        StringBuilder out = new StringBuilder();
        print(tree, "", out);
        System.out.println(out);
        System.out.println(query(tree, "size.deep.0.1.0") + " " + query(tree, "tags.1") + " " + query(tree, "big") + " " + query(tree, "missing"));
        System.out.println(Parser.parse(out.toString()).equals(tree));
        for (String bad : new String[] {"", "{", "[1,]", "{\"a\" 1}", "{a:1}", "\"open", "tru", "1 2", "\"\\x\"", "[1 2]", "--1", "{\"a\":1,}"}) {
            try {
                System.out.println(bad + " = " + Parser.parse(bad));
            } catch (JsonException e) {
                System.out.println(bad + " ! " + e.getMessage());
            }
        }
        StringBuilder big = new StringBuilder("[");
        for (int i = 0; i < 500; i++) {
            big.append(i > 0 ? "," : "").append("{\"i\":").append(i).append(",\"s\":\"x").append(i).append("\"}");
        }
        List<?> list = (List<?>) Parser.parse(big.append("]").toString());
        long sum = 0;
        for (Object o : list) {
            sum += (Long) ((Map<?, ?>) o).get("i") + ((String) ((Map<?, ?>) o).get("s")).length();
        }
        System.out.println(list.size() + " " + sum);
    }
}

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Text and small objects: prints a document as JSON, parses it, and prints what was parsed. */
public final class Json extends Harness {
    private static final int SEED = 12_345;

    /** Reads one JSON document. */
    static final class Parser {
        private static final char END = 0;

        private final String text;
        private int position;

        Parser(String text) {
            this.text = text;
        }

        Object document() {
            Object value = value();
            skipSpace();
            if (position != text.length()) {
                throw wrong("the end");
            }
            return value;
        }

        private Object value() {
            skipSpace();
            switch (peek()) {
                case '{':
                    return object();
                case '[':
                    return array();
                case '"':
                    return string();
                case 't':
                    return word("true", true);
                case 'f':
                    return word("false", false);
                case 'n':
                    return word("null", null);
                default:
                    return number();
            }
        }

        private Map<String, Object> object() {
            Map<String, Object> members = new LinkedHashMap<>();
            expect('{');
            skipSpace();
            if (accept('}')) {
                return members;
            }
            do {
                skipSpace();
                String name = string();
                skipSpace();
                expect(':');
                members.put(name, value());
                skipSpace();
            } while (accept(','));
            expect('}');
            return members;
        }

        private List<Object> array() {
            List<Object> elements = new ArrayList<>();
            expect('[');
            skipSpace();
            if (accept(']')) {
                return elements;
            }
            do {
                elements.add(value());
                skipSpace();
            } while (accept(','));
            expect(']');
            return elements;
        }

        private String string() {
            expect('"');
            StringBuilder string = new StringBuilder();
            while (true) {
                char c = next();
                if (c == '"') {
                    return string.toString();
                }
                string.append(c == '\\' ? escaped() : c);
            }
        }

        private char escaped() {
            char c = next();
            switch (c) {
                case 'n':
                    return '\n';
                case 't':
                    return '\t';
                case 'u':
                    int code = 0;
                    for (int i = 0; i < 4; i++) {
                        code = code * 16 + Character.digit(next(), 16);
                    }
                    return (char) code;
                default:
                    return c;
            }
        }

        private Object number() {
            int start = position;
            boolean integer = true;
            for (char c = peek(); c == '-' || c == '+' || c == '.' || c == 'E' || c >= '0' && c <= '9'; c = peek()) {
                integer &= c != '.' && c != 'E';
                position++;
            }
            if (position == start) {
                throw wrong("a value");
            }
            String digits = text.substring(start, position);
            if (integer) {
                return Long.parseLong(digits);
            }
            return Double.parseDouble(digits);
        }

        private Object word(String word, Object value) {
            if (!text.startsWith(word, position)) {
                throw wrong(word);
            }
            position += word.length();
            return value;
        }

        private void skipSpace() {
            while (peek() == ' ' || peek() == '\n') {
                position++;
            }
        }

        private char peek() {
            return position < text.length() ? text.charAt(position) : END;
        }

        private char next() {
            char c = peek();
            position++;
            return c;
        }

        private boolean accept(char c) {
            if (peek() != c) {
                return false;
            }
            position++;
            return true;
        }

        private void expect(char c) {
            if (!accept(c)) {
                throw wrong("'" + c + "'");
            }
        }

        private IllegalArgumentException wrong(String expected) {
            return new IllegalArgumentException("expected " + expected + " at " + position);
        }
    }

    /** Writes documents, with a line for each member and element. */
    static final class Printer {
        private final StringBuilder output = new StringBuilder();
        private int depth;

        String print(Object document) {
            value(document);
            return output.toString();
        }

        private void value(Object value) {
            if (value instanceof Map<?, ?> members) {
                open('{');
                String separator = "";
                for (Map.Entry<?, ?> member : members.entrySet()) {
                    line(separator);
                    string((String) member.getKey());
                    output.append(": ");
                    value(member.getValue());
                    separator = ",";
                }
                close('}');
            } else if (value instanceof List<?> elements) {
                open('[');
                String separator = "";
                for (Object element : elements) {
                    line(separator);
                    value(element);
                    separator = ",";
                }
                close(']');
            } else if (value instanceof String string) {
                string(string);
            } else {
                output.append(value);
            }
        }

        private void open(char bracket) {
            output.append(bracket);
            depth++;
        }

        private void close(char bracket) {
            depth--;
            line("");
            output.append(bracket);
        }

        private void line(String separator) {
            output.append(separator).append('\n');
            for (int i = 0; i < depth; i++) {
                output.append("  ");
            }
        }

        private void string(String string) {
            output.append('"');
            for (int i = 0; i < string.length(); i++) {
                char c = string.charAt(i);
                if (c == '"' || c == '\\') {
                    output.append('\\').append(c);
                } else if (c < ' ') {
                    output.append("\\u00").append(Character.forDigit(c / 16, 16)).append(Character.forDigit(c % 16, 16));
                } else {
                    output.append(c);
                }
            }
            output.append('"');
        }
    }

    /** Makes up documents. */
    static final class Author {
        private static final String[] NAMES = {"name", "size", "colour", "a \"quoted\" one", "parts", "line\nbreak"};

        private int seed = SEED;

        private int below(int bound) {
            seed = seed * 1_664_525 + 1_013_904_223;
            return (seed >>> 8) % bound;
        }

        Object document(int depth) {
            int kind = depth == 0 ? 2 + below(4) : below(2);
            switch (kind) {
                case 0:
                    Map<String, Object> members = new LinkedHashMap<>();
                    for (String name : NAMES) {
                        members.put(name, document(depth - 1));
                    }
                    return members;
                case 1:
                    List<Object> elements = new ArrayList<>();
                    for (int i = 0; i < NAMES.length; i++) {
                        elements.add(document(depth - 1));
                    }
                    return elements;
                case 2:
                    return (long) below(1_000_000);
                case 3:
                    return below(1_000) / 8.0;
                case 4:
                    return NAMES[below(NAMES.length)] + below(100);
                default:
                    return below(2) == 0 ? null : below(2) == 0;
            }
        }
    }

    /** The depth of the document is the size. */
    @Override
    long run(int size) {
        Object document = new Author().document(size);
        String printed = new Printer().print(document);
        Object parsed = new Parser(printed).document();
        if (!parsed.equals(document) || !new Printer().print(parsed).equals(printed)) {
            throw new AssertionError("the document changed on its way");
        }
        return (long) printed.length() << 32 | printed.hashCode() & 0xFFFFFFFFL;
    }

    public static void main(String[] arguments) {
        new Json()
                .expect("tiny", 2, 3_779_929_254_919L)
                .expect("full", 5, 1_010_721_735_220_245L)
                .measure(arguments);
    }
}

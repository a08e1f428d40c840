package hotlens.compiler;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads and writes JSON (RFC 8259): objects are maps, arrays are lists, and the
 * rest is String, Long, Double, Boolean and null. Written texts are a single line
 * of ASCII, so that the encoding of the pipe does not matter.
 */
final class Json {
    private final String text;
    private int next;

    private Json(String text) {
        this.text = text;
    }

    /** Reads one JSON value. Throws IllegalArgumentException for anything else. */
    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.skipSpace();
        if (json.next != text.length()) {
            throw json.error("end of text");
        }
        return value;
    }

    private Object value() {
        skipSpace();
        switch (peek()) {
            case '{': return object();
            case '[': return array();
            case '"': return string();
            case 't': return word("true", true);
            case 'f': return word("false", false);
            case 'n': return word("null", null);
            default: return number();
        }
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        expect('{');
        if (!accept('}')) {
            do {
                skipSpace();
                String name = string();
                expect(':');
                members.put(name, value());
            } while (accept(','));
            expect('}');
        }
        return members;
    }

    private List<Object> array() {
        List<Object> elements = new ArrayList<>();
        expect('[');
        if (!accept(']')) {
            do {
                elements.add(value());
            } while (accept(','));
            expect(']');
        }
        return elements;
    }

    private String string() {
        expect('"');
        StringBuilder s = new StringBuilder();
        while (true) {
            char c = take();
            if (c == '"') {
                return s.toString();
            }
            s.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() {
        char c = take();
        switch (c) {
            case 'b': return '\b';
            case 'f': return '\f';
            case 'n': return '\n';
            case 'r': return '\r';
            case 't': return '\t';
            case '"': case '\\': case '/': return c;
            case 'u':
                if (next + 4 > text.length()) {
                    throw error("four hexadecimal digits");
                }
                next += 4;
                return (char) Integer.parseInt(text, next - 4, next, 16);
            default: throw error("an escape");
        }
    }

    private Object number() {
        int start = next;
        while (next < text.length() && "+-.eE0123456789".indexOf(text.charAt(next)) >= 0) {
            next++;
        }
        String digits = text.substring(start, next);
        try {
            return Long.valueOf(digits);
        } catch (NumberFormatException notAnInteger) {
            return Double.valueOf(digits);
        }
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, next)) {
            throw error(word);
        }
        next += word.length();
        return value;
    }

    private void skipSpace() {
        while (next < text.length() && " \t\r\n".indexOf(text.charAt(next)) >= 0) {
            next++;
        }
    }

    private char peek() {
        if (next >= text.length()) {
            throw error("a value");
        }
        return text.charAt(next);
    }

    private char take() {
        char c = peek();
        next++;
        return c;
    }

    private boolean accept(char c) {
        skipSpace();
        if (peek() != c) {
            return false;
        }
        next++;
        return true;
    }

    private void expect(char c) {
        if (!accept(c)) {
            throw error("'" + c + "'");
        }
    }

    private IllegalArgumentException error(String wanted) {
        return new IllegalArgumentException("JSON: expected " + wanted + " at offset " + next);
    }

    /** Writes a value made of maps, iterables, int arrays, strings, numbers, booleans and null. */
    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof String) {
            writeString((String) value, out);
        } else if (value instanceof Map<?, ?>) {
            String separator = "{";
            for (Map.Entry<?, ?> member : ((Map<?, ?>) value).entrySet()) {
                out.append(separator);
                writeString((String) member.getKey(), out);
                out.append(':');
                write(member.getValue(), out);
                separator = ",";
            }
            out.append(separator.equals("{") ? "{}" : "}");
        } else if (value instanceof Iterable<?>) {
            String separator = "[";
            for (Object element : (Iterable<?>) value) {
                out.append(separator);
                write(element, out);
                separator = ",";
            }
            out.append(separator.equals("[") ? "[]" : "]");
        } else if (value instanceof int[]) {
            String separator = "[";
            for (int element : (int[]) value) {
                out.append(separator).append(element);
                separator = ",";
            }
            out.append(separator.equals("[") ? "[]" : "]");
        } else {
            out.append(value); // null, a boolean or a number
        }
    }

    private static void writeString(String s, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c >= ' ' && c < 0x7f) {
                out.append(c);
            } else {
                out.append(String.format("\\u%04x", (int) c));
            }
        }
        out.append('"');
    }
}

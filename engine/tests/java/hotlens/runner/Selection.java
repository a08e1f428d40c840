package hotlens.runner;

import java.util.regex.Pattern;

/** A class with the names of those of its methods that are wanted. */
final class Selection {
    final Class<?> type;
    final boolean all; // of its methods
    private final Pattern wanted; // null for all
    private final Pattern unwanted; // null for none

    /** Patterns are separated by commas; in them "*" stands for any characters, and "?" for one. Those behind an exclamation mark are of methods that are not wanted. */
    Selection(Class<?> type, String patterns) {
        this.type = type;
        all = patterns.equals("*");
        StringBuilder wanted = new StringBuilder();
        StringBuilder unwanted = new StringBuilder();
        for (String pattern : patterns.split(",")) {
            if (pattern.startsWith("!")) {
                add(unwanted, pattern.substring(1));
            } else {
                add(wanted, pattern);
            }
        }
        this.wanted = compiled(wanted);
        this.unwanted = compiled(unwanted);
    }

    private static void add(StringBuilder regex, String pattern) {
        if (regex.length() > 0) {
            regex.append('|');
        }
        for (char c : pattern.toCharArray()) {
            regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
        }
    }

    private static Pattern compiled(StringBuilder regex) {
        return regex.length() == 0 ? null : Pattern.compile(regex.toString());
    }

    boolean wants(String method) {
        return (wanted == null || wanted.matcher(method).matches()) && (unwanted == null || !unwanted.matcher(method).matches());
    }
}

package hotlens.runner;

import java.util.regex.Pattern;

/** A class with the names of those of its methods that are wanted. */
final class Selection {
    final Class<?> type;
    final boolean all; // of its methods
    private final Pattern methods;

    /** Patterns are separated by commas; in them "*" stands for any characters, and "?" for one. */
    Selection(Class<?> type, String patterns) {
        this.type = type;
        all = patterns.equals("*");
        StringBuilder regex = new StringBuilder();
        for (String pattern : patterns.split(",")) {
            if (regex.length() > 0) {
                regex.append('|');
            }
            for (char c : pattern.toCharArray()) {
                regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
            }
        }
        methods = Pattern.compile(regex.toString());
    }

    boolean wants(String method) {
        return methods.matcher(method).matches();
    }
}

package corpus;

import java.util.Enumeration;
import java.util.Hashtable;
import java.util.Vector;

/** Old Java: raw types, anonymous classes, arrays of arrays, string building, a deprecated comment. */
@SuppressWarnings({"rawtypes", "unchecked"})
class Legacy {
    /** @deprecated in the comment only */
    static int old() { return new int[][] {{1}, {2, 3}}[1].clone().length; }

    interface Command { void execute(StringBuffer out); }

    static Vector commands() {
        Vector v = new Vector();
        for (int i = 0; i < 3; i++) {
            final int n = i;
            v.addElement(new Command() {
                int runs;
                public void execute(final StringBuffer out) {
                    runs++;
                    new Command() { public void execute(StringBuffer inner) { inner.append(n).append(runs).append(out == inner); } }.execute(out);
                }
            });
        }
        return v;
    }

    static String table() {
        Hashtable t = new Hashtable();
        t.put("k", new Integer[] {old()});
        String s = "";
        for (Enumeration e = t.keys(); e.hasMoreElements(); ) s += e.nextElement() + "=" + ((Integer[]) t.get("k"))[0] + ';';
        s += s.length() + s.trim();
        char[] chars = s.toCharArray();
        String[] parts = new String(chars).split("=");
        parts[parts.length - 1] += old();
        return parts[0] + parts[1].hashCode();
    }

    public static void main(String[] args) {
        StringBuffer out = new StringBuffer();
        for (Object c : commands()) ((Command) c).execute(out);
        System.out.println(out.append(table()).reverse().toString().isEmpty() ? "" : "ok");
        do { if (args.length == 0) break; System.exit(args[0].length()); } while (Boolean.getBoolean("again"));
    }
}

import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.net.*;
import java.util.*;

/** Properties in all their forms, resource bundles with fallbacks and controls, Scanner, StringTokenizer, Formatter. */
public class TextBundles {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    public static class Base extends ListResourceBundle { protected Object[][] getContents() { return new Object[][] {{"k", "base"}, {"only", "in base"}}; } }
    public static class Base_de extends ListResourceBundle { protected Object[][] getContents() { return new Object[][] {{"k", "deutsch"}}; } }
    public static class Base_de_CH extends ListResourceBundle { protected Object[][] getContents() { return new Object[][] {{"s", "schweiz"}}; } }

    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.ENGLISH);
        properties();
        bundles();
        files();
        scanners();
        formatter();
    }

    static void properties() throws Exception {
        Properties p = new Properties();
        p.load(new StringReader("# comment\n! other\na=1\n b : 2 \nc 3\nd\\ e=f\\\n   g\nh=\\u00e9\\t\\n\\\\\nempty=\n=nokey\nx==y\nlast"));
        System.out.println(new TreeMap<>(p));
        StringWriter w = new StringWriter();
        p.store(w, "comment é\nsecond");
        System.out.println(w.toString().lines().filter(l -> !l.startsWith("#") || l.contains("comment") || l.contains("second")).sorted().toList());
        ByteArrayOutputStream o = new ByteArrayOutputStream();
        p.store(o, null);
        Properties q = new Properties(p);
        q.load(new ByteArrayInputStream(o.toByteArray()));
        System.out.println(q.equals(p) + " " + q.stringPropertyNames().size());
        ByteArrayOutputStream x = new ByteArrayOutputStream();
        Properties s = new Properties();
        s.setProperty("kéy", "välue <&>\"");
        s.storeToXML(x, "xml comment", "UTF-8");
        System.out.println(x.toString("UTF-8"));
        Properties y = new Properties();
        y.loadFromXML(new ByteArrayInputStream(x.toByteArray()));
        System.out.println(y);
        attempt("bad xml", () -> { new Properties().loadFromXML(new ByteArrayInputStream("<nothing/>".getBytes())); return 0; });
        attempt("bad escape", () -> { new Properties().load(new StringReader("a=\\u12")); return 0; });
        attempt("store non-string", () -> { Properties z = new Properties(); z.put("a", 1); z.store(new StringWriter(), null); return 0; });
        Properties d = new Properties(s);
        System.out.println(d.getProperty("kéy") + " " + d.size() + " " + d.getProperty("no", "default") + " " + d.propertyNames().nextElement());
        PrintStream ps = new PrintStream(new ByteArrayOutputStream());
        d.list(ps);
        System.out.println(ps.checkError());
    }

    static void bundles() {
        String name = Base.class.getName();
        for (Locale l : new Locale[] {Locale.ENGLISH, Locale.GERMAN, new Locale("de", "CH"), Locale.JAPANESE, Locale.ROOT}) {
            ResourceBundle b = ResourceBundle.getBundle(name, l);
            System.out.println(l + " -> " + b.getLocale() + " " + b.getString("k") + " " + b.getString("only") + " " + b.containsKey("s") + " " + new TreeSet<>(b.keySet()));
        }
        attempt("missing key", () -> ResourceBundle.getBundle(name).getString("zzz"));
        attempt("missing bundle", () -> ResourceBundle.getBundle("no.such.Bundle", Locale.FRENCH));
        System.out.println(ResourceBundle.getBundle(name, Locale.GERMAN) == ResourceBundle.getBundle(name, Locale.GERMAN));
        ResourceBundle.clearCache();
        ResourceBundle.Control c = new ResourceBundle.Control() {
            public List<String> getFormats(String n) { return List.of("made"); }
            public ResourceBundle newBundle(String n, Locale l, String f, ClassLoader k, boolean r) { return l.getLanguage().isEmpty() ? null : new ListResourceBundle() { protected Object[][] getContents() { return new Object[][] {{"made", toBundleName(n, l)}}; } }; }
        };
        System.out.println(ResourceBundle.getBundle("x", new Locale("fr", "CA"), c).getString("made"));
        System.out.println(c.getCandidateLocales("x", new Locale("zh", "TW")) + " " + c.getCandidateLocales("x", new Locale.Builder().setLanguage("sr").setScript("Latn").setRegion("RS").build()) + " " + c.getCandidateLocales("x", new Locale("no", "NO", "NY")));
    }

    static void files() throws Exception {
        Path d = Files.createTempDirectory("bundles");
        Files.write(d.resolve("msg.properties"), "a=default\nb=\u00fcber\n".getBytes(StandardCharsets.UTF_8));
        Files.write(d.resolve("msg_fr.properties"), "a=fran\u00e7ais\n".getBytes(StandardCharsets.ISO_8859_1));
        try (URLClassLoader l = new URLClassLoader(new URL[] {d.toUri().toURL()})) {
            ResourceBundle b = ResourceBundle.getBundle("msg", Locale.FRENCH, l);
            System.out.println(b.getString("a") + " " + b.getString("b") + " " + b.getClass().getSimpleName() + " " + b.getBaseBundleName());
        }
        for (String f : new String[] {"msg.properties", "msg_fr.properties"}) Files.delete(d.resolve(f));
        Files.delete(d);
    }

    static void scanners() {
        Scanner s = new Scanner("12 -3.5 true 0x1F abc 99999999999 1,234.5 \"quoted word\"\nsecond line\n\nlast");
        System.out.println(s.nextInt() + " " + s.nextDouble() + " " + s.nextBoolean() + " " + s.hasNextInt() + " " + s.next() + " " + s.next("[a-c]+") + " " + s.hasNextInt() + " " + s.nextLong() + " " + s.nextFloat());
        System.out.println(s.findInLine("\"([^\"]*)\"") + " " + s.match().group(1) + "|" + s.nextLine() + "|" + s.nextLine() + "|" + s.nextLine() + "|" + s.nextLine() + " " + s.hasNextLine());
        attempt("exhausted", () -> s.next());
        attempt("mismatch", () -> new Scanner("x").nextInt());
        attempt("range", () -> new Scanner("300").nextByte());
        System.out.println(new Scanner("a1b22c").useDelimiter("\\d+").tokens().toList() + " " + new Scanner("k=v;x=y").findAll("(\\w)=(\\w)").map(m -> m.group(2)).toList() + " " + new Scanner("ff zz").nextInt(16) + " " + new Scanner("1.234,5").useLocale(Locale.GERMANY).nextDouble() + " " + new Scanner("123456789012345678901234567890").nextBigInteger());
        StringTokenizer t = new StringTokenizer("a,b;;c", ",;", true);
        while (t.hasMoreTokens()) System.out.print(t.nextToken() + t.countTokens() + " ");
        StreamTokenizer k = new StreamTokenizer(new StringReader("x = 3.5 + 'str' // comment\n y"));
        k.slashSlashComments(true);
        k.eolIsSignificant(true);
        try {
            while (k.nextToken() != StreamTokenizer.TT_EOF) System.out.print(k + " ");
        } catch (IOException e) {
            System.out.println(e);
        }
        System.out.println();
    }

    static void formatter() {
        System.out.println(String.format("%5d|%-5d|%05d|%+d|%(d|%x|%X|%o|%,d|%#x", 42, 42, 42, 42, -42, 255, 255, 8, 1234567, 255));
        System.out.println(String.format("%8.3f|%-8.2e|%g|%a|%.0f|%s|%10s|%-10s|%.2s|%c|%b|%h|%n", Math.PI, 12345.678, 0.0001, 1.5, 2.5, null, "right", "left", "cut", 'c', true, "hash").trim());
        System.out.println(String.format("%2$s %1$s %<s %%", "a", "b") + String.format(Locale.FRANCE, " %,.2f", 1234567.891));
        for (String bad : new String[] {"%d", "%q", "%5", "%-d", "%.3d", "%c", "%+s"}) attempt(bad, () -> String.format(bad, bad.equals("%d") ? "x" : bad.equals("%c") ? "str" : 1));
        Formatter f = new Formatter(new StringBuilder());
        f.format("%s", new Formattable() { public void formatTo(Formatter g, int flags, int width, int precision) { g.format("<%d %d %d>", flags, width, precision); } }).format("%-#10.3S", new Formattable() { public void formatTo(Formatter g, int flags, int width, int precision) { g.format("<%d %d %d>", flags, width, precision); } });
        System.out.println(f);
        f.close();
        attempt("closed", () -> f.format("x"));
        Calendar c = new GregorianCalendar(2024, Calendar.FEBRUARY, 29, 13, 5, 9);
        c.setTimeZone(TimeZone.getTimeZone("UTC"));
        System.out.println(String.format(Locale.US, "%tF %<tT %<tr %<tD %<tB %<tb %<tA %<ta %<te %<tj %<tH %<tI %<tl %<tp %<tZ %<tz %<tY %<ty %<tC %<tL %<tN %<tR", java.time.ZonedDateTime.of(2024, 2, 29, 13, 5, 9, 123_000_000, java.time.ZoneId.of("Asia/Tokyo"))));
    }
}

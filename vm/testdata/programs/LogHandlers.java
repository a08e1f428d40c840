import java.io.*;
import java.nio.file.*;
import java.time.Instant;
import java.util.*;
import java.util.logging.*;
import java.util.logging.Formatter;
import java.util.stream.*;

/** java.util.logging: levels, handlers, formatters, files, configuration. */
public class LogHandlers {
    static class Lines extends Formatter {
        public String format(LogRecord r) { return r.getLevel() + " " + r.getLoggerName() + " " + r.getSourceMethodName() + " " + formatMessage(r) + (r.getThrown() == null ? "" : " " + r.getThrown()) + "\n"; }
        public String getHead(Handler h) { return "<head>\n"; }
        public String getTail(Handler h) { return "<tail>\n"; }
    }

    static class Printing extends Handler {
        final String name;
        Printing(String name) { this.name = name; setFormatter(new Lines()); setLevel(Level.ALL); }
        public void publish(LogRecord r) { if (isLoggable(r)) System.out.print(name + ": " + getFormatter().format(r)); }
        public void flush() { }
        public void close() { System.out.println(name + " closed"); }
    }

    public static void main(String[] args) throws Exception {
        Path dir = Files.createTempDirectory("logs");
        try {
            levels();
            hierarchy();
            records();
            formatters();
            files(dir);
            configuration(dir);
            resources();
            memory();
        } finally {
            LogManager.getLogManager().reset();
            try (Stream<Path> s = Files.walk(dir)) { for (Path p : s.sorted(Comparator.reverseOrder()).toList()) Files.delete(p); }
        }
    }

    static void levels() {
        Logger l = Logger.getLogger("a.levels");
        l.setUseParentHandlers(false);
        Printing p = new Printing("p");
        l.addHandler(p);
        for (Level level : new Level[] {null, Level.ALL, Level.FINE, Level.WARNING, Level.OFF}) {
            l.setLevel(level);
            l.severe("severe"); l.warning("warning"); l.info("info"); l.config("config"); l.fine(() -> "supplied fine"); l.finer("finer"); l.finest("finest");
            System.out.println(level + " " + l.isLoggable(Level.INFO) + " " + l.getLevel());
        }
        l.setLevel(Level.ALL);
        l.entering("Class", "method", new Object[] {1, "x"});
        l.exiting("Class", "method", 42);
        l.throwing("Class", "method", new IllegalStateException("thrown"));
        l.log(Level.INFO, "params {0} {1}", new Object[] {"a", 1_000_000});
        l.log(Level.INFO, "quote '{0}' it''s", 5);
        l.log(Level.SEVERE, "with exception", new RuntimeException("oops"));
        l.logp(Level.INFO, "C", "m", "explicit");
        System.out.println(Level.parse("800") + " " + Level.parse("FINE").intValue() + " " + Level.parse("123") + " " + Level.SEVERE.getLocalizedName());
        try {
            Level.parse("NONSENSE");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        p.setLevel(Level.WARNING);
        p.setFilter(r -> !r.getMessage().contains("secret"));
        l.info("not shown"); l.warning("secret"); l.warning("shown");
    }

    static void hierarchy() {
        Logger root = Logger.getLogger(""), a = Logger.getLogger("h.a"), b = Logger.getLogger("h.a.b");
        for (Handler h : root.getHandlers()) { System.out.println(h.getClass().getName() + " " + h.getLevel() + " " + h.getFormatter().getClass().getName()); root.removeHandler(h); }
        Printing pr = new Printing("root"), pa = new Printing("a");
        root.addHandler(pr);
        a.addHandler(pa);
        b.info("to both");
        a.setUseParentHandlers(false);
        b.info("to a");
        a.setLevel(Level.SEVERE);
        b.info("suppressed");
        System.out.println(b.getParent().getName() + " " + a.getParent().getName().isEmpty() + " " + Logger.getLogger("h.a") .equals(a) + " " + Logger.getAnonymousLogger().getName() + " " + b.getUseParentHandlers());
        System.out.println(Collections.list(LogManager.getLogManager().getLoggerNames()).stream().filter(n -> n.startsWith("h.")).sorted().toList());
        root.removeHandler(pr);
        System.out.println(LogManager.getLoggingMXBean().getLoggerLevel("h.a") + " " + LogManager.getLoggingMXBean().getParentLoggerName("h.a.b"));
    }

    static void records() {
        LogRecord r = new LogRecord(Level.INFO, "message {0}");
        r.setParameters(new Object[] {"p"});
        r.setInstant(Instant.ofEpochSecond(1_700_000_000L, 123_456_789));
        r.setLoggerName("name");
        r.setThrown(new Error("err"));
        r.setSourceClassName("Cls");
        r.setSourceMethodName("mth");
        System.out.println(r.getMillis() + " " + r.getInstant() + " " + r.getLevel() + " " + Arrays.toString(r.getParameters()) + " " + new Lines().formatMessage(r));
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        Locale.setDefault(Locale.US);
        r.setThrown(null);
        System.out.print(new SimpleFormatter().format(r));
        r.setThreadID(5);
        r.setSequenceNumber(9);
        System.out.print(new XMLFormatter().format(r));
    }

    static void formatters() {
        ByteArrayOutputStream o = new ByteArrayOutputStream();
        StreamHandler s = new StreamHandler(o, new Lines());
        s.publish(new LogRecord(Level.FINE, "too fine"));
        s.publish(new LogRecord(Level.INFO, "info"));
        s.flush();
        System.out.print(o);
        s.close();
        System.out.print(o);
        try {
            s.setEncoding("no-such");
        } catch (UnsupportedEncodingException e) {
            System.out.println(e);
        }
        StreamHandler bad = new StreamHandler(new ByteArrayOutputStream(), new Formatter() { public String format(LogRecord r) { throw new IllegalStateException("formatter"); } });
        bad.setErrorManager(new ErrorManager() { public void error(String m, Exception e, int code) { System.out.println("error manager " + e + " " + code); } });
        bad.publish(new LogRecord(Level.INFO, "x"));
    }

    static void files(Path dir) throws Exception {
        FileHandler f = new FileHandler(dir + "/log%g.txt", 300, 3, false);
        f.setFormatter(new Lines());
        Logger l = Logger.getLogger("files");
        l.setUseParentHandlers(false);
        l.addHandler(f);
        for (int i = 0; i < 30; i++) l.info("message number " + i);
        System.out.println(Files.list(dir).map(p -> p.getFileName().toString()).sorted().toList());
        l.removeHandler(f);
        f.close();
        try (Stream<Path> s = Files.list(dir)) {
            for (Path p : s.sorted().toList()) System.out.println(p.getFileName() + " " + Files.readAllLines(p));
        }
        FileHandler x = new FileHandler(dir + "/x.xml", true);
        x.setEncoding("UTF-8");
        l.addHandler(x);
        l.log(Level.WARNING, "xml <&> {0}", "ü");
        x.close();
        List<String> lines = Files.readAllLines(dir.resolve("x.xml"));
        System.out.println(lines.get(0) + lines.get(1) + lines.get(lines.size() - 1) + " " + lines.stream().filter(t -> t.contains("message") || t.contains("param")).toList());
        try {
            new FileHandler(dir + "/none/x.log");
        } catch (IOException e) {
            System.out.println(e.getClass().getName());
        }
        try {
            new FileHandler("");
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
    }

    static void configuration(Path dir) throws Exception {
        String config = "handlers=java.util.logging.ConsoleHandler\n.level=WARNING\nconf.special.level=FINEST\nconf.special.useParentHandlers=false\nconf.special.handlers=LogHandlers$Configured\n";
        LogManager.getLogManager().readConfiguration(new ByteArrayInputStream(config.getBytes()));
        Logger s = Logger.getLogger("conf.special"), o = Logger.getLogger("conf.other");
        System.out.println(s.getLevel() + " " + s.getUseParentHandlers() + " " + o.getLevel() + " " + o.isLoggable(Level.INFO) + " " + LogManager.getLogManager().getProperty(".level"));
        s.finest("configured");
        LogManager.getLogManager().updateConfiguration(new ByteArrayInputStream("conf.special.level=SEVERE\n".getBytes()), k -> (a, b) -> b == null ? a : b);
        System.out.println(s.getLevel());
        LogManager.getLogManager().addConfigurationListener(() -> System.out.println("changed"));
        LogManager.getLogManager().readConfiguration(new ByteArrayInputStream("bad.level=NOPE\n".getBytes()));
    }

    public static class Configured extends Printing {
        public Configured() { super("configured"); }
    }

    static void resources() {
        Logger l = Logger.getLogger("res", Messages.class.getName());
        l.setUseParentHandlers(false);
        l.setLevel(Level.ALL);
        l.addHandler(new Printing("r"));
        l.info("hello");
        l.log(Level.INFO, "hello", "world");
        l.info("unknown key");
        System.out.println(l.getResourceBundleName());
        try {
            Logger.getLogger("res2", "no.such.Bundle");
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage());
        }
        System.Logger sl = System.getLogger("system.logger");
        System.out.println(sl.getName() + " " + sl.isLoggable(System.Logger.Level.ERROR));
    }

    public static class Messages extends ListResourceBundle {
        protected Object[][] getContents() { return new Object[][] {{"hello", "Localised hello {0}"}}; }
    }

    static void memory() {
        MemoryHandler m = new MemoryHandler(new Printing("target"), 3, Level.SEVERE);
        for (int i = 0; i < 5; i++) m.publish(new LogRecord(Level.INFO, "kept " + i));
        System.out.println("pushing");
        m.publish(new LogRecord(Level.SEVERE, "now"));
        m.publish(new LogRecord(Level.INFO, "later"));
        m.push();
        m.close();
    }
}

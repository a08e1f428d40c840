import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.logging.*;
import java.util.stream.*;

/** java.util.logging: formatters, memory and file handlers, filters, levels, bundles, configurations, System.Logger. */
public class LogFormats {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    public static class Words extends ListResourceBundle {
        protected Object[][] getContents() {
            return new Object[][] {{"greet", "hello {0} and {1}"}, {"bad", "broken {0"}};
        }
    }

    static class Own extends Level {
        Own() { super("AUDIT", 850); }
    }

    static String masked(String s) {
        return s.replaceAll("\\d\\d\\d\\d-\\d\\d-\\d\\dT[^<\\]]*", "DATE").replaceAll("<millis>\\d+", "<millis>N").replaceAll("<nanos>\\d+", "<nanos>N");
    }

    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.US);
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        formatters();
        handlers();
        levels();
        hierarchy();
        configuration();
        system();
        files();
    }

    static LogRecord record(String text, Object... parameters) {
        LogRecord r = new LogRecord(Level.WARNING, text);
        r.setInstant(java.time.Instant.parse("2021-02-03T04:05:06.789012Z"));
        r.setSequenceNumber(7); r.setLongThreadID(3); r.setLoggerName("a.b"); r.setSourceClassName("Some"); r.setSourceMethodName("where"); r.setParameters(parameters.length == 0 ? null : parameters);
        return r;
    }

    static void formatters() {
        SimpleFormatter s = new SimpleFormatter();
        XMLFormatter x = new XMLFormatter();
        System.out.print(s.format(record("plain {0}")) + s.format(record("with {0} {1} {7}", 1, "x")) + s.format(record("bad {0", 1)) + s.format(record("'{0}'", 5)));
        LogRecord thrown = record("thrown & <escaped>", "p<");
        Throwable t = new IllegalStateException("outer", new IOException("inner"));
        t.setStackTrace(new StackTraceElement[] {new StackTraceElement("C", "m", "C.java", 5), new StackTraceElement("app", "mod", "1", "D", "n", null, -2)});
        t.getCause().setStackTrace(new StackTraceElement[0]);
        thrown.setThrown(t);
        System.out.print(s.format(thrown) + x.format(thrown));
        LogRecord b = record("greet", "you", "me");
        b.setResourceBundle(new Words());
        b.setResourceBundleName("LogFormats$Words");
        System.out.print(s.format(b) + x.format(b) + x.getHead(new ConsoleHandler()) + x.getTail(null) + s.formatMessage(b) + "\n");
        b.setMessage("bad");
        System.out.println(s.formatMessage(b) + " " + b.getLongThreadID() + b.getThreadID());
        System.out.println(SimpleFormatter.class.getSuperclass());
    }

    static class Printing extends Handler {
        public void publish(LogRecord r) {
            if (isLoggable(r)) System.out.println("  [" + r.getLevel() + "|" + r.getLoggerName() + "|" + r.getSourceClassName() + "." + r.getSourceMethodName() + "|" + new SimpleFormatter().formatMessage(r) + "|" + r.getThrown() + "]");
        }
        public void flush() { System.out.println("  flush"); }
        public void close() { System.out.println("  close"); }
    }

    static void handlers() {
        Logger l = Logger.getLogger("handlers");
        l.setUseParentHandlers(false);
        l.setLevel(Level.ALL);
        MemoryHandler m = new MemoryHandler(new Printing(), 3, Level.SEVERE);
        l.addHandler(m);
        for (int i = 0; i < 5; i++) l.log(Level.FINE, "fine {0}", i);
        l.severe("push");
        l.info(() -> "supplied");
        m.push(); m.flush(); m.close();
        l.removeHandler(m);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StreamHandler stream = new StreamHandler(out, new SimpleFormatter() { public String format(LogRecord r) { return r.getLevel() + ":" + formatMessage(r) + ";"; } });
        attempt("encoding", () -> { stream.setEncoding("no-such"); return null; });
        l.addHandler(stream);
        l.entering("C", "m", new Object[] {1, "x"}); l.exiting("C", "m", 5); l.throwing("C", "m", new Error("e")); l.config("c"); l.logp(Level.INFO, "C", "m", "msg", new Exception()); l.logrb(Level.INFO, "C", "m", new Words(), "greet", 1, 2);
        stream.setLevel(Level.FINEST); stream.setFilter(r -> !r.getMessage().contains("skip"));
        l.finest("skip me"); l.finest("kept"); stream.flush(); stream.close();
        System.out.println(out);
        Handler failing = new StreamHandler(new OutputStream() { public void write(int b) throws IOException { throw new IOException("full"); } }, new SimpleFormatter());
        failing.setErrorManager(new ErrorManager() { public void error(String m, Exception e, int code) { System.out.println("error " + m + " " + e + " " + code); } });
        failing.publish(record("x")); failing.flush();
        attempt("null", () -> { l.addHandler(null); return null; });
        attempt("memory", () -> new MemoryHandler(new Printing(), 0, Level.ALL));
    }

    static void levels() {
        Level own = new Own();
        System.out.println(own + " " + own.getLocalizedName() + " " + Level.parse("850").getClass().getSimpleName() + " " + Level.parse("INFO") + " " + Level.parse("800") + " " + Level.parse("-5") + " " + own.equals(Level.parse("850")) + " " + Level.WARNING.getLocalizedName() + Level.ALL.intValue());
        attempt("parse", () -> Level.parse("NOPE"));
        attempt("parse null", () -> Level.parse(null));
    }

    static void hierarchy() {
        Logger parent = Logger.getLogger("p"), child = Logger.getLogger("p.q.r");
        System.out.println(child.getParent().getName() + " " + Logger.getLogger("p.q").getName() + " " + child.getParent().getName() + " " + child.getLevel() + " " + child.isLoggable(Level.FINE));
        parent.setLevel(Level.FINE); parent.addHandler(new Printing()); parent.setUseParentHandlers(false);
        child.fine("up"); child.finer("lost");
        child.setFilter(r -> false); child.severe("filtered"); child.setFilter(null);
        new Runnable() { public void run() { child.info("inferred"); Stream.of(1).forEach(i -> child.info("lambda")); } }.run();
        Logger anonymous = Logger.getAnonymousLogger();
        System.out.println(anonymous.getName() + " " + anonymous.getParent().getName().isEmpty() + " " + Logger.getGlobal().getName());
        attempt("bundle", () -> Logger.getLogger("bundled", "no.such.Bundle"));
        attempt("bundle", () -> Logger.getLogger("bundled2", "LogFormats$Words").getResourceBundle().getString("greet"));
        attempt("bundle twice", () -> Logger.getLogger("bundled2", "other"));
        attempt("set", () -> { Logger.getLogger("bundled2").setResourceBundle(new Words()); return null; });
        attempt("parent", () -> { child.setParent(null); return null; });
    }

    static void configuration() throws Exception {
        String text = "handlers=java.util.logging.ConsoleHandler\n.level=WARNING\nconf.level=FINEST\nconf.useParentHandlers=false\njava.util.logging.ConsoleHandler.level=SEVERE\njava.util.logging.SimpleFormatter.format=%4$s %5$s%n\nbad.level=WRONG\n";
        LogManager m = LogManager.getLogManager();
        m.readConfiguration(new ByteArrayInputStream(text.getBytes()));
        System.out.println(Logger.getLogger("conf").getLevel() + " " + Logger.getLogger("conf").getUseParentHandlers() + " " + m.getProperty("handlers") + " " + Logger.getLogger("").getLevel() + " " + Logger.getLogger("").getHandlers().length + " " + Logger.getLogger("bad").getLevel());
        m.addConfigurationListener(() -> System.out.println("reconfigured"));
        m.updateConfiguration(new ByteArrayInputStream("conf.level=INFO\nextra=1\n".getBytes()), key -> (o, n) -> n == null ? o : n);
        System.out.println(Logger.getLogger("conf").getLevel() + " " + m.getProperty("extra") + " " + m.getProperty(".level"));
        System.out.println(Collections.list(m.getLoggerNames()).stream().filter(n -> n.startsWith("p")).sorted().collect(Collectors.toList()));
        m.reset();
        System.out.println(Logger.getLogger("").getLevel() + " " + Logger.getLogger("").getHandlers().length);
    }

    static void system() {
        System.Logger s = System.getLogger("sys");
        Logger under = Logger.getLogger("sys");
        under.addHandler(new Printing());
        under.setLevel(Level.FINER);
        s.log(System.Logger.Level.INFO, "text {0}", 1); s.log(System.Logger.Level.TRACE, () -> "trace"); s.log(System.Logger.Level.ERROR, "error", new Exception("x")); s.log(System.Logger.Level.OFF, "off");
        System.out.println(s.getName() + " " + s.isLoggable(System.Logger.Level.DEBUG) + " " + s.isLoggable(System.Logger.Level.TRACE) + " " + System.Logger.Level.WARNING.getSeverity());
    }

    static void files() throws Exception {
        Path root = Files.createTempDirectory("logs");
        try {
            FileHandler f = new FileHandler(root + "/app%g.log", 200, 3, false);
            f.setFormatter(new SimpleFormatter() { public String format(LogRecord r) { return r.getMessage() + "\n"; } });
            for (int i = 0; i < 20; i++) f.publish(record("line " + i + " of some length to fill"));
            f.close();
            try (Stream<Path> all = Files.list(root)) {
                for (Path p : all.sorted().collect(Collectors.toList())) System.out.println(p.getFileName() + " " + Files.size(p) + " " + Files.readAllLines(p).get(0));
            }
            attempt("pattern", () -> new FileHandler(""));
            attempt("limit", () -> new FileHandler(root + "/x", -1, 1));
            attempt("folder", () -> new FileHandler("/no/such/folder/x.log"));
        } finally {
            try (Stream<Path> all = Files.walk(root)) {
                all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete());
            }
        }
    }
}

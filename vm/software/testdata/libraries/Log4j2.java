import java.util.concurrent.*;
import org.apache.logging.log4j.*;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.*;
import org.apache.logging.log4j.core.config.*;
import org.apache.logging.log4j.core.config.builder.api.*;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;
import org.apache.logging.log4j.core.layout.*;
import org.apache.logging.log4j.message.*;

/** log4j 2: built configuration, patterns, routing by markers, thread context, lambdas, flow tracing. */
public class Log4j2 {
    public static void main(String[] args) throws Exception {
        ConfigurationBuilder<BuiltConfiguration> b = ConfigurationBuilderFactory.newConfigurationBuilder();
        b.setStatusLevel(Level.ERROR).setConfigurationName("built");
        AppenderComponentBuilder console = b.newAppender("out", "Console").addAttribute("target", ConsoleAppender.Target.SYSTEM_OUT)
                .add(b.newLayout("PatternLayout").addAttribute("pattern", "%-5p %c{1.} [%t] %marker %X{id} %x %m %ex{short}%n"))
                .add(b.newFilter("MarkerFilter", Filter.Result.DENY, Filter.Result.NEUTRAL).addAttribute("marker", "SECRET"));
        b.add(console);
        b.add(b.newAppender("rewrite", "Console").add(b.newLayout("JsonTemplateLayoutAbsent".isEmpty() ? "x" : "PatternLayout").addAttribute("pattern", "%level{length=1} %replace{%msg}{a}{A} %enc{<&>}{XML} %equals{x}{x}{same}%n")));
        b.add(b.newLogger("special", Level.TRACE).add(b.newAppenderRef("rewrite")).addAttribute("additivity", false));
        b.add(b.newRootLogger(Level.INFO).add(b.newAppenderRef("out")));
        try (LoggerContext context = org.apache.logging.log4j.core.config.Configurator.initialize(b.build())) {
            Logger log = LogManager.getLogger(Log4j2.class);
            log.debug("not seen");
            log.info("parameters {} {} {}", 1, "two", new Object[] {3, null});
            log.warn(() -> "lazily made");
            log.printf(Level.ERROR, "%05.1f|%s", 3.14159, "text");
            ThreadContext.put("id", "77"); ThreadContext.push("stack");
            log.info(MarkerManager.getMarker("CHILD").addParents(MarkerManager.getMarker("PARENT")), "marked");
            log.error(MarkerManager.getMarker("SECRET"), "hidden");
            ThreadContext.clearAll();
            log.fatal("failure", new java.io.IOException("disk", new Error("cause")));
            log.info(new StringMapMessage().with("k", "v").with("a", 1));
            log.info(new ParameterizedMessage("{} of {}", 1, 2));
            Logger special = LogManager.getLogger("special.one");
            EntryMessage entry = special.traceEntry("args {}", 5);
            special.traceExit(entry, "result");
            special.atInfo().withMarker(MarkerManager.getMarker("M")).withLocation().log("fluent banana");
            special.throwing(new RuntimeException("thrown"));
            System.out.println(((org.apache.logging.log4j.core.Logger) log).getAppenders().keySet() + " " + log.getLevel() + " " + context.getConfiguration().getName() + " " + Level.forName("NOTICE", 350).intLevel());
            org.apache.logging.log4j.core.config.Configurator.setLevel("special", Level.ERROR);
            System.out.println(special.isInfoEnabled() + " " + special.isErrorEnabled());
            ListProbe probe = new ListProbe();
            probe.start();
            org.apache.logging.log4j.core.Logger core = (org.apache.logging.log4j.core.Logger) LogManager.getLogger("probe");
            core.setAdditive(false); core.addAppender(probe);
            ExecutorService pool = Executors.newFixedThreadPool(4);
            for (int i = 0; i < 40; i++) { int n = i; pool.submit(() -> core.info("event {}", n)); }
            pool.shutdown();
            pool.awaitTermination(1, TimeUnit.MINUTES);
            System.out.println(probe.messages.size() + " " + new java.util.TreeSet<>(probe.messages).first());
        }
    }
    static class ListProbe extends AbstractAppender {
        final java.util.List<String> messages = new CopyOnWriteArrayList<>();
        ListProbe() { super("probe", null, PatternLayout.createDefaultLayout(), false, Property.EMPTY_ARRAY); }
        @Override public void append(LogEvent event) { messages.add(event.getMessage().getFormattedMessage() + event.getLevel() + (event.getThreadName().startsWith("pool") ? "" : "?")); }
    }
}

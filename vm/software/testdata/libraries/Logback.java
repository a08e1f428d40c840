import ch.qos.logback.classic.*;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.*;
import ch.qos.logback.core.read.ListAppender;
import java.io.*;
import java.util.concurrent.*;
import org.slf4j.*;

/** slf4j with logback: configured by XML, patterns, MDC, markers, turbo filters, asynchronous appenders. */
public class Logback {
    static final org.slf4j.Logger log = LoggerFactory.getLogger(Logback.class);

    public static void main(String[] args) throws Exception {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        JoranConfigurator configurator = new JoranConfigurator();
        context.reset();
        configurator.setContext(context);
        String xml = "<configuration><property name='start' value='LOG'/>"
                + "<appender name='out' class='ch.qos.logback.core.ConsoleAppender'><encoder><pattern>${start} %-5level [%thread] %logger{20} %marker %X{user:-nobody} %replace(%msg){'\\d','#'} %M:%kvp%n%rEx{3}</pattern></encoder></appender>"
                + "<appender name='async' class='ch.qos.logback.classic.AsyncAppender'><appender-ref ref='out'/></appender>"
                + "<logger name='quiet' level='WARN' additivity='false'><appender-ref ref='async'/></logger>"
                + "<if condition='false'/><root level='DEBUG'><appender-ref ref='out'/></root></configuration>";
        try { configurator.doConfigure(new ByteArrayInputStream(xml.getBytes())); } catch (Exception e) { System.out.println(e.getClass()); }
        System.out.println(context.getStatusManager().getCount() > 0);
        log.trace("never");
        log.debug("number {} and {} and {}", 1, new int[] {1, 2}, null);
        log.info("plain");
        try (MDC.MDCCloseable c = MDC.putCloseable("user", "zoë")) { log.warn(MarkerFactory.getMarker("SECURE"), "marked"); }
        log.error("failed", new IllegalStateException("outer", new RuntimeException("root")));
        org.slf4j.Logger quiet = LoggerFactory.getLogger("quiet.child");
        quiet.info("not seen");
        quiet.error("asynchronous {}", "message");
        ((ch.qos.logback.classic.Logger) LoggerFactory.getLogger("quiet")).getAppender("async").stop();
        ch.qos.logback.classic.Logger own = context.getLogger("own");
        own.setAdditive(false);
        ListAppender<ILoggingEvent> list = new ListAppender<>();
        list.setContext(context); list.start();
        own.addAppender(list);
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context); encoder.setPattern("%d{yyyy} %highlight(%level) %message%nopex%n"); encoder.start();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) { int n = i; threads[i] = new Thread(() -> { for (int k = 0; k < 50; k++) own.info("thread {} says {}", n, k); }); threads[i].start(); }
        for (Thread t : threads) t.join();
        System.out.println(list.list.size() + " " + list.list.stream().map(ILoggingEvent::getFormattedMessage).sorted().findFirst().get() + " " + new String(encoder.encode(list.list.get(0))).length());
        own.setLevel(Level.OFF);
        System.out.println(own.isErrorEnabled() + " " + own.getEffectiveLevel() + " " + context.getLogger("own.deep").getEffectiveLevel() + " " + Level.toLevel("warn"));
        File file = File.createTempFile("log", ".txt");
        FileAppender<ILoggingEvent> appender = new FileAppender<>();
        appender.setContext(context); appender.setFile(file.getPath()); appender.setAppend(false); appender.setEncoder(encoder); appender.start();
        own.setLevel(Level.ALL); own.addAppender(appender);
        own.error("to the file", new Exception("hidden"));
        appender.stop();
        System.out.println(new String(java.nio.file.Files.readAllBytes(file.toPath())).substring(4).length() + " " + file.delete());
        context.stop();
    }
}

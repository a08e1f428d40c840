import java.io.*;
import java.util.*;
import org.apache.log4j.*;
import org.apache.log4j.spi.*;

/** log4j 1.2: properties, hierarchy, layouts, filters. */
public class Log4j1 {
    public static void main(String[] args) throws Exception {
        Properties p = new Properties();
        p.load(new StringReader("log4j.rootLogger=INFO, out\nlog4j.appender.out=org.apache.log4j.ConsoleAppender\nlog4j.appender.out.target=System.out\nlog4j.appender.out.layout=org.apache.log4j.PatternLayout\nlog4j.appender.out.layout.ConversionPattern=%-5p %c{2} %x %X{k} - %m%n\nlog4j.logger.noisy=DEBUG\nlog4j.appender.out.filter.1=org.apache.log4j.varia.StringMatchFilter\nlog4j.appender.out.filter.1.StringToMatch=hide\nlog4j.appender.out.filter.1.AcceptOnMatch=false\n"));
        PropertyConfigurator.configure(p);
        Logger log = Logger.getLogger("a.b.c.Class");
        log.debug("no"); log.info("yes"); log.warn("hide this"); NDC.push("ndc"); MDC.put("k", "v");
        log.error("with exception", null);
        Logger.getLogger("noisy.child").debug("seen");
        NDC.remove(); MDC.remove("k");
        StringWriter text = new StringWriter();
        WriterAppender appender = new WriterAppender(new HTMLLayout(), text);
        log.addAppender(appender); log.setAdditivity(false);
        log.fatal("<html>"); log.removeAppender(appender); appender.close();
        System.out.println(text.toString().contains("&lt;html&gt;"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(new LoggingEvent("fqcn", log, Level.WARN, "serialized", new Exception("x")));
        LoggingEvent event = (LoggingEvent) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        System.out.println(event.getLevel() + " " + event.getRenderedMessage() + " " + event.getThrowableStrRep()[0]);
        AsyncAppender async = new AsyncAppender();
        async.addAppender(new ConsoleAppender(new SimpleLayout(), "System.out"));
        Logger other = Logger.getLogger("other"); other.setAdditivity(false); other.addAppender(async);
        for (int i = 0; i < 20; i++) other.info("async " + i);
        async.close();
        System.out.println(Collections.list((Enumeration<?>) LogManager.getCurrentLoggers()).size() + " " + log.getEffectiveLevel());
    }
}

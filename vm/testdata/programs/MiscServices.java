import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.sql.*;
import java.time.*;
import java.util.*;
import java.util.stream.*;
import javax.naming.*;
import javax.naming.directory.*;
import javax.naming.ldap.LdapName;

/** Services found and not found: naming, drivers, providers named in META-INF/services, SQL's types of time, pages of attributes. */
public class MiscServices {
    interface Action { Object run() throws Throwable; }

    static void attempt(String what, Action a) {
        String result;
        try {
            result = "" + a.run();
        } catch (Throwable e) {
            result = e + (e.getCause() != null ? " / " + e.getCause() : "");
        }
        System.out.println(what + ": " + result.replaceAll("file:\\S*/META", "META"));
    }

    public interface Greeter { String greet(); }

    public static class Polite implements Greeter {
        public String greet() { return "good day"; }
    }

    public static class Factory {
        public static Greeter provider() { return () -> "made"; }
    }

    public static class Broken implements Greeter {
        public Broken() { throw new IllegalStateException("no service today"); }
        public String greet() { return null; }
    }

    public static class Hidden implements Greeter {
        Hidden() { }
        public String greet() { return "hidden"; }
    }

    public static abstract class Unfinished implements Greeter { }

    public static class Driven implements Driver {
        public Connection connect(String url, Properties p) throws SQLException {
            if (!acceptsURL(url)) return null;
            throw new SQLException("refused " + p.getProperty("user"), "08001", 77, new IOException("cause"));
        }
        public boolean acceptsURL(String url) { return url.startsWith("jdbc:driven:"); }
        public DriverPropertyInfo[] getPropertyInfo(String u, Properties p) { return new DriverPropertyInfo[0]; }
        public int getMajorVersion() { return 1; }
        public int getMinorVersion() { return 2; }
        public boolean jdbcCompliant() { return false; }
        public java.util.logging.Logger getParentLogger() throws SQLFeatureNotSupportedException { throw new SQLFeatureNotSupportedException(); }
    }

    public static void main(String[] args) throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
        naming();
        names();
        providers();
        drivers();
        times();
    }

    static void naming() {
        attempt("no factory", () -> new InitialContext().lookup("java:comp/env"));
        attempt("scheme", () -> new InitialContext().lookup("zzz:x"));
        attempt("class", () -> new InitialContext(new Hashtable<>(Map.of(Context.INITIAL_CONTEXT_FACTORY, "no.Such"))));
        attempt("not a factory", () -> new InitialContext(new Hashtable<>(Map.of(Context.INITIAL_CONTEXT_FACTORY, "java.lang.String"))));
        attempt("environment", () -> new InitialContext().getEnvironment());
        attempt("name", () -> new InitialContext().getNameParser(""));
        attempt("remaining", () -> { NamingException e = new NameNotFoundException("gone"); e.setRemainingName(new CompositeName("a/b")); e.setRootCause(new Error("root")); return e + " " + e.toString(true) + " " + e.getExplanation(); });
        Attributes a = new BasicAttributes(true);
        a.put("Mail", "x@y"); a.put(new BasicAttribute("none")); a.get("mail").add("z");
        System.out.println(a.get("MAIL") + " " + a.size() + " " + a.get("mail").contains("z"));
        attempt("empty", () -> a.get("none").get());
    }

    static void names() {
        for (String s : new String[] {"cn=a\\,b,dc=x+o=y", "CN=A , dc = x", "x", "cn=a;b", "cn=\"q\",o=p", "", "=x", "cn=a,,b=c"}) attempt("ldap " + s, () -> { LdapName n = new LdapName(s); return n + " " + n.size() + " " + (n.size() > 0 ? n.getRdn(0).getType() + n.getRdn(0).getValue() : "") + " " + n.equals(new LdapName(s.toLowerCase())); });
        for (String s : new String[] {"a/b//c", "'a/b'/c", "a\\/b", "\"open", "", "/"}) attempt("composite " + s, () -> new CompositeName(s) + " " + new CompositeName(s).size() + " " + Collections.list(new CompositeName(s).getAll()));
        attempt("compound", () -> { Properties p = new Properties(); p.put("jndi.syntax.direction", "right_to_left"); p.put("jndi.syntax.separator", "."); CompoundName n = new CompoundName("a.b.c", p); return n.get(0) + " " + n.getPrefix(2) + " " + n.add("d"); });
    }

    static void providers() throws Exception {
        Path root = Files.createTempDirectory("services");
        try {
            Path file = Files.createDirectories(root.resolve("META-INF/services")).resolve("MiscServices$Greeter");
            for (String content : new String[] {"MiscServices$Polite # comment\n\n# all\nMiscServices$Polite\n", "MiscServices$Broken\nMiscServices$Polite", "no.Such\nMiscServices$Polite", "java.lang.String", "MiscServices$Hidden", "MiscServices$Unfinished", "two words", "1bad", "MiscServices$Factory"}) {
                Files.writeString(file, content);
                try (URLClassLoader l = new URLClassLoader(new URL[] {root.toUri().toURL()}, MiscServices.class.getClassLoader())) {
                    Iterator<Greeter> i = ServiceLoader.load(Greeter.class, l).iterator();
                    StringBuilder s = new StringBuilder();
                    for (int n = 0; n < 4; n++) {
                        try {
                            if (!i.hasNext()) { s.append("end"); break; }
                            s.append(i.next().greet()).append("; ");
                        } catch (ServiceConfigurationError e) {
                            s.append(e).append(" / ").append(e.getCause()).append("; ");
                        }
                    }
                    System.out.println(s.toString().replaceAll("file:\\S*/META", "META"));
                    attempt("stream", () -> ServiceLoader.load(Greeter.class, l).stream().map(p -> p.type().getSimpleName()).collect(Collectors.toList()).toString());
                }
            }
        } finally {
            try (Stream<Path> all = Files.walk(root)) {
                all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete());
            }
        }
        System.out.println(ServiceLoader.load(Greeter.class).findFirst() + " " + ServiceLoader.load(Greeter.class));
        attempt("no uses", () -> ServiceLoader.load((Class<?>) null));
        attempt("installed", () -> ServiceLoader.loadInstalled(java.nio.file.spi.FileSystemProvider.class).stream().map(p -> p.type().getName()).sorted().collect(Collectors.toList()));
    }

    static void drivers() throws Exception {
        attempt("none", () -> DriverManager.getConnection("jdbc:nothing:x"));
        DriverManager.registerDriver(new Driven(), () -> System.out.println("deregistered"));
        attempt("refused", () -> DriverManager.getConnection("jdbc:driven:x", "me", "pw"));
        attempt("driver", () -> DriverManager.getDriver("jdbc:other:x"));
        Driver d = DriverManager.getDriver("jdbc:driven:y");
        System.out.println(d.getMajorVersion() + " " + DriverManager.drivers().count() + " " + DriverManager.getLoginTimeout());
        DriverManager.deregisterDriver(d);
        SQLException e = new SQLException("first", "S1", 5);
        e.setNextException(new SQLException("second"));
        BatchUpdateException b = new BatchUpdateException("batch", new int[] {1, -3}, e);
        for (Throwable t : b) System.out.print(t + " ");
        System.out.println(Arrays.toString(b.getUpdateCounts()) + e.getErrorCode() + new SQLWarning("w", "01000") + new DataTruncation(1, true, false, 9, 4).getMessage() + new SQLTimeoutException());
    }

    static void times() {
        Timestamp t = Timestamp.valueOf("2021-03-14 03:30:00.123456789");
        System.out.println(t + " " + t.getTime() + " " + t.getNanos() + " " + t.toLocalDateTime() + " " + t.toInstant() + " " + Timestamp.from(Instant.ofEpochSecond(-1, 5)) + " " + t.equals(new java.util.Date(t.getTime())) + " " + new java.util.Date(t.getTime()).equals(t) + " " + t.compareTo(new Timestamp(t.getTime())) + " " + Timestamp.valueOf(LocalDateTime.of(2021, 3, 14, 2, 30)));
        java.sql.Date d = java.sql.Date.valueOf("1999-1-2");
        System.out.println(d + " " + d.toLocalDate() + " " + Time.valueOf("23:59:1") + " " + new Time(0) + " " + Time.valueOf("01:02:03").toLocalTime() + " " + new java.sql.Date(0) + " " + java.sql.Date.valueOf(LocalDate.of(-5, 1, 1)));
        for (String bad : new String[] {"", "2020-13-01 00:00:00", "2020-01-01", "2020-01-01 1:2", "2020-01-01 00:00:00.1234567890", "2020-1-1 1:2:3.", "x-y-z a:b:c"}) attempt("timestamp " + bad, () -> Timestamp.valueOf(bad));
        for (String bad : new String[] {"2020-02-31", "20-1-1", "2020/01/01", "2020-1-"}) attempt("date " + bad, () -> java.sql.Date.valueOf(bad));
        attempt("time", () -> Time.valueOf("25:00"));
        attempt("hours", () -> d.getHours());
        attempt("instant", () -> d.toInstant());
        attempt("year", () -> Time.valueOf("1:2:3").getYear());
        attempt("nanos", () -> { t.setNanos(-1); return null; });
        System.out.println(JDBCType.valueOf(Types.VARCHAR) + " " + JDBCType.valueOf(2014).getVendor());
        attempt("type", () -> JDBCType.valueOf(12345));
    }
}

import java.io.File;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/** System and Runtime: properties with stable values, own properties, environment, line separator, identity, versions. */
public class MiscProperties {
    public static void main(String[] args) {
        for (String key : new String[] {"java.specification.version", "java.vm.specification.version", "java.class.version", "java.specification.name", "java.specification.vendor", "file.separator", "path.separator", "line.separator", "java.vm.specification.name", "java.vm.specification.vendor"}) {
            System.out.println(key + " = " + System.getProperty(key).replace("\n", "\\n"));
        }
        for (String key : new String[] {"java.version", "java.home", "java.vendor", "java.vm.name", "java.vm.version", "java.io.tmpdir", "os.name", "os.arch", "os.version", "user.dir", "user.home", "user.name", "java.class.path", "java.library.path", "sun.arch.data.model", "native.encoding", "java.runtime.version", "java.vm.info"}) {
            System.out.println(key + " set: " + (System.getProperty(key) != null && !System.getProperty(key).isEmpty()));
        }
        System.out.println(System.getProperty("java.version").startsWith("17") + " " + Runtime.version().feature() + " " + Runtime.Version.parse("17.0.5+8").compareTo(Runtime.Version.parse("17.0.10")));
        System.out.println(System.getProperty("no.such") + " " + System.getProperty("no.such", "fallback") + " " + System.setProperty("my.key", "value") + " " + System.getProperty("my.key") + " " + System.clearProperty("my.key") + " " + System.getProperty("my.key") + " " + Boolean.getBoolean("my.key") + " " + Integer.getInteger("my.key", 3) + " " + Long.getLong("my.key"));
        for (String bad : new String[] {"", null}) {
            try {
                System.getProperty(bad);
            } catch (IllegalArgumentException | NullPointerException e) {
                System.out.println(e.getMessage());
            }
        }
        Map<String, String> env = System.getenv();
        System.out.println(env.containsKey("PATH") + " " + (System.getenv("NO_SUCH_VARIABLE_HERE") == null) + " " + env.get("PATH").equals(System.getenv("PATH")));
        try {
            env.put("X", "Y");
        } catch (UnsupportedOperationException e) {
            System.out.println("environment is read-only");
        }
        System.out.println(System.lineSeparator().length() + " " + File.separatorChar + " " + File.pathSeparator);
        Object o = new Object();
        System.out.println((System.identityHashCode(o) == o.hashCode()) + " " + (System.identityHashCode("a") == System.identityHashCode("a")));
        long t = System.nanoTime();
        System.out.println((System.nanoTime() >= t) + " " + (System.currentTimeMillis() > 0));
        Runtime r = Runtime.getRuntime();
        System.out.println((r.availableProcessors() >= 1) + " " + (r.maxMemory() >= r.totalMemory()) + " " + (r.freeMemory() > 0) + " " + (r == Runtime.getRuntime()));
        System.gc();
        Properties copy = new Properties();
        copy.putAll(System.getProperties());
        System.out.println(copy.equals(System.getProperties()) + " " + copy.getProperty("java.specification.version"));
        System.out.println(System.getSecurityManager() + " " + (System.console() == null) + " " + (System.in != null));
        try {
            System.loadLibrary("no_such_library");
        } catch (UnsatisfiedLinkError e) {
            System.out.println(e.getMessage().replace("no no_such_library in ", ""));
        }
        Locale.setDefault(Locale.ROOT);
        System.out.println("[" + Locale.getDefault() + "] " + Locale.US + " " + Locale.forLanguageTag("pt-BR").getCountry() + " " + new Locale("de", "CH", "x").toLanguageTag() + " " + Locale.GERMANY.getISO3Country() + " " + Locale.FRENCH.getDisplayLanguage(Locale.US));
        java.io.PrintStream old = System.out;
        java.io.ByteArrayOutputStream captured = new java.io.ByteArrayOutputStream();
        System.setOut(new java.io.PrintStream(captured));
        System.out.print("captured");
        System.setOut(old);
        System.out.println(captured + " " + captured.size());
        System.setIn(new java.io.ByteArrayInputStream("from bytes".getBytes()));
        System.out.println(new java.util.Scanner(System.in).nextLine());
        StringBuilder order = new StringBuilder();
        try {
            System.setErr(new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));
            System.err.println("swallowed");
            order.append("err ok");
        } finally {
            System.out.println(order);
        }
    }
}

import java.io.File;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import java.util.TreeSet;

/** System properties, the environment, and what programs print about the platform. */
public class SysProperties {
    public static void main(String[] args) {
        // Those that name the VM itself differ by design.
        for (String key : List.of("java.version", "java.version.date", "java.runtime.version", "java.runtime.name", "java.vendor", "java.vendor.url", "java.vendor.url.bug", "java.specification.version", "java.specification.name",
                "java.specification.vendor", "java.vm.specification.version", "java.vm.specification.name", "java.vm.specification.vendor", "java.class.version", "os.name", "os.arch", "os.version", "file.separator", "path.separator",
                "user.name", "user.home", "user.language", "user.country", "file.encoding", "native.encoding", "sun.jnu.encoding", "java.io.tmpdir", "java.home", "sun.arch.data.model", "sun.cpu.endian", "sun.io.unicode.encoding", "java.library.none",
                "jdk.debug", "java.awt.headless", "user.script", "user.variant", "sun.java.launcher", "none.such", "http.proxyHost", "line.separator.none")) {
            System.out.println(key + "=" + System.getProperty(key));
        }
        System.out.println((int) System.getProperty("line.separator").charAt(0) + " " + System.lineSeparator().length() + File.separator + File.pathSeparatorChar);
        System.out.println(new TreeSet<>(System.getProperties().stringPropertyNames()).size() > 30);
        System.out.println(Charset.defaultCharset() + " " + Locale.getDefault() + " " + Locale.getDefault(Locale.Category.FORMAT) + " " + TimeZone.getDefault().getID() + " " + new File("x").getAbsoluteFile().getParent().equals(System.getProperty("user.dir")));
        System.out.println(System.getProperty("java.class.path").isEmpty() + " " + System.getProperty("sun.java.command").startsWith("SysProperties"));
        System.setProperty("own.key", "one");
        System.out.println(System.setProperty("own.key", "two") + System.getProperty("own.key") + System.clearProperty("own.key") + System.getProperty("own.key", "default"));
        for (Runnable bad : new Runnable[] {() -> System.getProperty(""), () -> System.getProperty(null), () -> System.setProperty("k", null), () -> System.setProperty("", "v"), () -> System.clearProperty(""), () -> System.getenv((String) null)}) {
            try {
                bad.run();
                System.out.println("allowed");
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
        System.setProperty("number", "0x1F");
        System.setProperty("flag", "TRUE");
        System.out.println(Integer.getInteger("number") + " " + Long.getLong("number", 3) + " " + Integer.getInteger("none") + " " + Integer.getInteger("none", 7) + " " + Boolean.getBoolean("flag") + Boolean.getBoolean("none") + " " + Integer.getInteger("flag", 1));
        Properties defaults = new Properties(), p = new Properties(defaults);
        defaults.setProperty("a", "1");
        p.setProperty("b", "2");
        p.put("c", 3);
        System.out.println(p + " " + p.getProperty("a") + p.getProperty("c") + p.getProperty("d", "x") + " " + new TreeSet<>(p.stringPropertyNames()) + p.size() + p.get("a"));
        System.out.println(System.getenv("NO_SUCH_VARIABLE_HERE") + " " + System.getenv().containsKey("PATH") + " " + System.getenv("PATH").equals(System.getenv().get("PATH")));
        try {
            System.getenv().put("x", "y");
        } catch (UnsupportedOperationException e) {
            System.out.println("environment is read only");
        }
        List<String> layers = new ArrayList<>();
        ModuleLayer.boot().findModule("java.base").ifPresent(m -> layers.add(m + " " + m.getDescriptor().isOpen() + m.getDescriptor().version().isPresent()));
        System.out.println(layers + " " + SysProperties.class.getModule().isNamed() + " " + System.class.getModule().getDescriptor().exports().size() / 100 + " " + Runtime.version().feature());
        System.out.println(System.getSecurityManager() + " " + (System.nanoTime() != 0) + " " + (System.currentTimeMillis() > 1_600_000_000_000L) + " " + (Runtime.getRuntime().maxMemory() >= 128 << 20) + " " + (Runtime.getRuntime().totalMemory() >= Runtime.getRuntime().freeMemory()) + " " + (System.identityHashCode(null)) + " " + (System.console() == null));
        Package java = String.class.getPackage();
        System.out.println(java + " " + java.isSealed() + java.getImplementationTitle() + java.getSpecificationVersion() + " " + SysProperties.class.getPackage().getName().isEmpty());
    }
}

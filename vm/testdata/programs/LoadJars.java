import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Class loaders over jars and folders made at run time: parent-last, resources, services, bundles, sealed packages, Class-Path. */
public class LoadJars {
    public interface Greeter {
        String greet(String name);
    }

    public static class Polite implements Greeter {
        public String greet(String name) {
            return "Good day, " + name;
        }
    }

    public static class Rude implements Greeter {
        static int count;

        public String greet(String name) {
            return "Oi " + name + ++count;
        }
    }

    public static class NotAGreeter {
    }

    public static class Broken implements Greeter {
        public Broken() {
            throw new IllegalStateException("broken on purpose");
        }

        public String greet(String name) {
            return name;
        }
    }

    static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream("/" + type.getName() + ".class")) {
            return in.readAllBytes();
        }
    }

    static Path jar(Path path, Map<String, String> main, Map<String, byte[]> entries) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.forEach((key, value) -> manifest.getMainAttributes().putValue(key, value));
        try (OutputStream file = Files.newOutputStream(path); JarOutputStream out = new JarOutputStream(file, manifest)) {
            for (var entry : entries.entrySet()) {
                out.putNextEntry(new JarEntry(entry.getKey()));
                out.write(entry.getValue());
                out.closeEntry();
            }
        }
        return path;
    }

    /** Looks into its own URLs first. */
    static class ParentLast extends URLClassLoader {
        ParentLast(URL[] urls, ClassLoader parent) {
            super("last", urls, parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> found = findLoadedClass(name);
                if (found == null && !name.endsWith("Greeter")) {
                    try {
                        found = findClass(name);
                    } catch (ClassNotFoundException e) {
                        found = null;
                    }
                }
                return found != null ? found : super.loadClass(name, resolve);
            }
        }
    }

    static byte[] text(String s) {
        return s.getBytes(StandardCharsets.UTF_8);
    }

    static String read(URL url) throws IOException {
        try (InputStream in = url.openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("jars");
        try {
            run(folder);
        } finally {
            try (var all = Files.walk(folder)) {
                all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete());
            }
        }
    }

    static void run(Path folder) throws Exception {
        Map<String, byte[]> first = new TreeMap<>();
        first.put("LoadJars$Rude.class", bytes(Rude.class));
        first.put("data/a.txt", text("first a"));
        first.put("META-INF/services/LoadJars$Greeter", text("# services\nLoadJars$Rude # comment\n\nLoadJars$Polite\nLoadJars$Rude\n"));
        first.put("words.properties", text("hello=Hello\nbye=Bye {0}\n"));
        first.put("words_fr.properties", text("hello=Bonjour\n"));
        Path one = jar(folder.resolve("one.jar"), Map.of("Class-Path", "two.jar sub/", "Implementation-Title", "One"), first);
        jar(folder.resolve("two.jar"), Map.of("Sealed", "true"), Map.of("data/a.txt", text("second a"), "data/b.txt", text("second b")));
        Files.createDirectories(folder.resolve("sub/data"));
        Files.writeString(folder.resolve("sub/data/c.txt"), "sub c");
        try (URLClassLoader plain = new URLClassLoader("plain", new URL[] {one.toUri().toURL()}, LoadJars.class.getClassLoader());
                ParentLast last = new ParentLast(new URL[] {one.toUri().toURL()}, LoadJars.class.getClassLoader())) {
            for (URLClassLoader loader : List.of(plain, last)) {
                Class<?> rude = loader.loadClass("LoadJars$Rude");
                System.out.println(loader.getName() + " " + (rude == Rude.class) + " " + (rude.getClassLoader() == loader));
                try {
                    System.out.println(rude.getDeclaringClass().getSimpleName());
                } catch (IncompatibleClassChangeError e) {
                    System.out.println(e.getMessage());
                }
                try {
                    Greeter g = (Greeter) rude.getDeclaredConstructor().newInstance();
                    System.out.println(g.greet("you") + g.greet("me") + " " + Rude.count);
                } catch (ClassCastException e) {
                    System.out.println("cast fails");
                }
                System.out.println(read(loader.getResource("data/a.txt")) + "; " + read(loader.getResource("data/b.txt")) + "; " + read(loader.getResource("data/c.txt")) + "; " + loader.getResource("data/none.txt"));
                for (URL url : Collections.list(loader.getResources("data/a.txt"))) {
                    System.out.println(url.getProtocol() + " " + url.getPath().replace(folder.toUri().getPath(), "") + " " + read(url));
                }
                try {
                    for (Greeter g : ServiceLoader.load(Greeter.class, loader)) {
                        System.out.println("service " + g.getClass().getName() + " " + g.greet("all"));
                    }
                } catch (ServiceConfigurationError e) {
                    System.out.println(e.getMessage());
                }
                ResourceBundle words = ResourceBundle.getBundle("words", Locale.FRENCH, loader);
                System.out.println(words.getString("hello") + " " + words.getString("bye") + " " + words.getLocale() + " " + new java.util.TreeSet<>(words.keySet()));
            }
            try {
                plain.loadClass("nowhere.Missing");
            } catch (ClassNotFoundException e) {
                System.out.println(e.getMessage());
            }
        }
        services(folder, "LoadJars$NotAGreeter");
        services(folder, "LoadJars$Broken");
        services(folder, "no.Such");
        services(folder, "not a name");
        try (JarFile file = new JarFile(one.toFile())) {
            file.stream().forEach(e -> System.out.println(e.getName() + " " + e.getSize() / 100));
            System.out.println(file.getManifest().getMainAttributes().getValue("Implementation-Title"));
        }
    }

    static void services(Path folder, String provider) throws Exception {
        Path services = Files.createDirectories(folder.resolve("svc/META-INF/services")).resolve("LoadJars$Greeter");
        Files.writeString(services, provider + "\nLoadJars$Polite\n");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.resolve("svc").toUri().toURL()})) {
            var iterator = ServiceLoader.load(Greeter.class, loader).iterator();
            for (int i = 0; i < 2; i++) {
                try {
                    System.out.println(iterator.next().greet("x"));
                } catch (ServiceConfigurationError e) {
                    System.out.println(e.getMessage().replace(folder.toUri().getPath(), "") + " | " + e.getCause());
                } catch (java.util.NoSuchElementException e) {
                    System.out.println("end");
                }
            }
            System.out.println(ServiceLoader.load(Greeter.class, loader).stream().count());
        } catch (ServiceConfigurationError e) {
            System.out.println(e.getMessage().replace(folder.toUri().getPath(), ""));
        }
    }
}

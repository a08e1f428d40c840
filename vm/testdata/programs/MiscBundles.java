import java.util.Collections;
import java.util.Enumeration;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeSet;

/** Resource bundles as classes with fallbacks, resources that are absent, service loading that finds nothing. */
public class MiscBundles {
    public static class Texts extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"hello", "Hello"}, {"bye", "Goodbye"}, {"count", 3}, {"list", new String[] {"a", "b"}}};
        }
    }

    public static class Texts_de extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"hello", "Hallo"}};
        }
    }

    public static class Texts_de_CH extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"hello", "Gr\u00fcezi"}};
        }
    }

    public static class Computed extends ResourceBundle {
        @Override
        protected Object handleGetObject(String key) {
            return key.startsWith("x") ? key.length() : null;
        }

        @Override
        public Enumeration<String> getKeys() {
            return Collections.enumeration(new TreeSet<>(java.util.List.of("x1")));
        }
    }

    interface Service {
        String name();
    }

    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.ROOT);
        for (Locale locale : new Locale[] {Locale.ROOT, Locale.GERMAN, new Locale("de", "CH"), Locale.GERMANY, Locale.JAPAN}) {
            ResourceBundle bundle = ResourceBundle.getBundle("MiscBundles$Texts", locale);
            System.out.println("[" + locale + "] " + bundle.getString("hello").length() + " " + bundle.getString("bye") + " " + bundle.getObject("count") + " " + bundle.getStringArray("list")[1] + " [" + bundle.getLocale() + "] " + new TreeSet<>(bundle.keySet()) + " " + bundle.containsKey("none"));
        }
        ResourceBundle computed = ResourceBundle.getBundle("MiscBundles$Computed");
        System.out.println(computed.getObject("xyz") + " " + computed.getBaseBundleName());
        try {
            computed.getString("abc");
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage() + " " + e.getKey());
        }
        try {
            computed.getString("x");
        } catch (ClassCastException e) {
            System.out.println("not a string");
        }
        try {
            ResourceBundle.getBundle("no.such.Bundle");
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage());
        }
        ServiceLoader<Service> loader = ServiceLoader.load(Service.class);
        System.out.println(loader.iterator().hasNext() + " " + loader.findFirst() + " " + loader.stream().count() + " " + loader);
        loader.reload();
        try {
            loader.iterator().next();
        } catch (java.util.NoSuchElementException | ServiceConfigurationError e) {
            System.out.println(e.getClass().getSimpleName());
        }
        System.out.println(MiscBundles.class.getResource("/no/such/resource") + " " + MiscBundles.class.getResourceAsStream("missing.txt") + " " + ClassLoader.getSystemResource("none"));
        try (var in = MiscBundles.class.getResourceAsStream("/MiscBundles.class")) {
            byte[] header = in.readNBytes(8);
            System.out.println(Integer.toHexString(java.nio.ByteBuffer.wrap(header).getInt()) + " " + header[7]);
        }
        System.out.println(String.class.getResource("String.class").getProtocol() + " " + Object.class.getResourceAsStream("Object.class").readNBytes(4).length + " " + MiscBundles.class.getResource("MiscBundles.class").getProtocol());
        ClassLoader app = ClassLoader.getSystemClassLoader();
        System.out.println(app.getName() + " " + app.getParent().getName() + " " + app.getParent().getParent() + " " + app.loadClass("MiscBundles$Texts").getSimpleName() + " " + (Thread.currentThread().getContextClassLoader() == app));
        ClassLoader own = new ClassLoader("own", app) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                if (!name.equals("Made")) {
                    throw new ClassNotFoundException("own loader has no " + name);
                }
                return super.findClass(name);
            }
        };
        for (String name : new String[] {"java.lang.String", "MiscBundles", "Made", "Other"}) {
            try {
                System.out.println(own.loadClass(name).getName());
            } catch (ClassNotFoundException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}

import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** References that cannot be resolved, again and again: each time a new error, with the stack trace of this time and a cause. */
public class LinkAgain {
    public static class Gone { }

    public static class Half {
        int field;
        static void method() { }
    }

    public static class User implements Runnable {
        static final int[] step = {0};

        static void makes() { new Gone(); }
        static Object names() { return Gone.class; }
        static void calls() { Half.method(); }
        static int reads(Half h) { return h.field; }

        public void run() {
            switch (step[0]++ % 4) {
                case 0 -> makes();
                case 1 -> names();
                case 2 -> calls();
                default -> reads(new Half());
            }
        }
    }

    /** Defines the classes beside this one itself, without Gone, and with other names in Half. */
    static class Loader extends ClassLoader {
        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.endsWith("Gone")) throw new ClassNotFoundException("no " + name, new Exception("told once"));
            if (!name.startsWith("LinkAgain$")) return super.loadClass(name, resolve);
            try (InputStream in = LinkAgain.class.getResourceAsStream("/" + name + ".class")) {
                byte[] b = in.readAllBytes();
                if (name.endsWith("Half")) b = new String(b, StandardCharsets.ISO_8859_1).replace("field", "fjeld").replace("method", "mothed").getBytes(StandardCharsets.ISO_8859_1);
                return defineClass(name, b, 0, b.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Runnable user = (Runnable) new Loader().loadClass("LinkAgain$User").getConstructor().newInstance();
        Throwable before = null;
        for (int i = 0; i < 12; i++) {
            try {
                user.run();
            } catch (LinkageError e) {
                e.printStackTrace(System.out);
                System.out.println(e == before);
                before = e;
            }
        }
    }
}

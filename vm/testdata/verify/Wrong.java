import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Defines the class files of a folder that are named, initialises each, and prints what that throws. */
public class Wrong {
    static final class Loader extends ClassLoader {
        Loader() {
            super(Wrong.class.getClassLoader());
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        for (int i = 1; i < args.length; i++) {
            byte[] bytes = Files.readAllBytes(folder.resolve(args[i] + ".class"));
            System.out.println("== " + args[i]);
            Class<?> c = null;
            for (int use = 0; use < 2; use++) {
                try {
                    if (c == null) {
                        c = new Loader().define(bytes);
                    }
                    Class.forName(c.getName(), true, c.getClassLoader());
                    System.out.println("initialised");
                } catch (Throwable e) {
                    System.out.println(e.getClass().getName() + ": " + e.getMessage());
                    if (e.getCause() != null) {
                        System.out.println("caused by " + e.getCause());
                    }
                }
            }
        }
    }
}

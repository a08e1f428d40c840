import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Defines classes that are called like those that HotSpot does not verify, and a wrong one that builds upon them. */
public class Impostor {
    public static class Definer extends ClassLoader {
        public Definer() {
            super(folder);
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    static final class Folder extends ClassLoader {
        final Path path;

        Folder(Path path) {
            super(Impostor.class.getClassLoader());
            this.path = path;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> found = findLoadedClass(name);
            if (found != null || !name.startsWith("jdk.internal.reflect.")) {
                return found != null ? found : super.loadClass(name, resolve);
            }
            byte[] bytes = bytes(path, name.substring(name.lastIndexOf('.') + 1));
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    static Folder folder;

    static byte[] bytes(Path path, String name) {
        try {
            return Files.readAllBytes(path.resolve(name + ".class"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Path path = Path.of(args[0]);
        folder = new Folder(path);
        Class<?> loader = folder.loadClass("jdk.internal.reflect.DelegatingClassLoader");
        Definer definer = (Definer) loader.getDeclaredConstructor().newInstance();
        try {
            Class<?> c = definer.define(bytes(path, "Impostors"));
            Class.forName(c.getName(), true, definer);
            System.out.println("initialised");
        } catch (LinkageError e) {
            System.out.println("refused"); // by HotSpot when it is defined already
        }
    }
}

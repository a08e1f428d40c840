package linkage;

import java.util.HashMap;
import java.util.Map;

/** A class loader that defines the classes it was given itself and delegates the others to its parent. */
public class Loader extends ClassLoader {
    private final Map<String, byte[]> files = new HashMap<>();
    private final Map<String, Class<?>> imported = new HashMap<>();

    public Loader(String name) {
        this(name, Loader.class.getClassLoader());
    }

    public Loader(String name, ClassLoader parent) {
        super(name, parent);
    }

    public Loader with(ClassFile... added) {
        for (ClassFile f : added) {
            files.put(f.name.replace('/', '.'), f.done());
        }
        return this;
    }

    /** Takes a class over from another loader. */
    public Loader with(Class<?> c) {
        imported.put(c.getName(), c);
        return this;
    }

    /** Takes over a class that stands on the class path, to define it anew. */
    public Loader copying(String... names) throws Exception {
        for (String name : names) {
            try (var in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                files.put(name, in.readAllBytes());
            }
        }
        return this;
    }

    public Class<?> define(byte[] file) {
        return defineClass(null, file, 0, file.length);
    }

    public Class<?> define(String name, byte[] file) {
        return defineClass(name, file, 0, file.length);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> c = imported.get(name);
            if (c == null) {
                c = findLoadedClass(name);
            }
            if (c != null) {
                return c;
            }
            byte[] file = files.get(name);
            return file == null ? super.loadClass(name, resolve) : define(name, file);
        }
    }
}

package linkage;

import java.util.HashMap;
import java.util.Map;

/** A class loader that defines the classes it was given itself and delegates the others to its parent. */
public class Loader extends ClassLoader {
    /** What a loader says when it is asked for a class. */
    public interface Answer {
        Class<?> to(String name) throws ClassNotFoundException;
    }

    private final Map<String, byte[]> files = new HashMap<>();

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

    public Class<?> define(byte[] file) {
        return defineClass(null, file, 0, file.length);
    }

    public Class<?> define(String name, byte[] file) {
        return defineClass(name, file, 0, file.length);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> c = findLoadedClass(name);
            if (c != null) {
                return c;
            }
            byte[] file = files.get(name);
            return file == null ? super.loadClass(name, resolve) : define(name, file);
        }
    }
}

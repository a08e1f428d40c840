import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** A loader that defines its classes whenever it is asked for them: what the library generates for reflection does not ask it again. */
public class LoaderReflected {
    public static class Subject implements Serializable {
        private static final long serialVersionUID = 1;
        public int number = 7;

        public int plus(Other other, int more) {
            return number + other.number + more;
        }
    }

    public static class Other {
        public int number = 3;
    }

    /** A loader that has its classes defined once more whenever somebody asks for them. */
    static class Definer extends ClassLoader {
        Definer() {
            super(LoaderReflected.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("LoaderReflected$")) return super.loadClass(name, resolve);
            System.out.println("asked for " + name);
            try (InputStream in = getResourceAsStream(name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Definer definer = new Definer();
        Class<?> subject = Class.forName("LoaderReflected$Subject", true, definer);
        Class<?> other = Class.forName("LoaderReflected$Other", true, definer);

        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Subject());
        }
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())) {
            @Override
            protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
                return Class.forName(description.getName(), false, definer);
            }
        };
        Object read = in.readObject();
        System.out.println(read.getClass() == subject);

        Constructor<?> made = other.getConstructor();
        Method plus = subject.getMethod("plus", other, int.class);
        Field number = other.getField("number");
        int sum = 0;
        for (int i = 0; i < 40; i++) {
            Object o = made.newInstance();
            number.set(o, i);
            sum += (int) plus.invoke(read, o, 1);
        }
        System.out.println(sum);
        try {
            definer.loadClass("LoaderReflected$Subject");
        } catch (LinkageError e) {
            System.out.println(e.getClass().getName());
        }
    }
}

import java.util.Arrays;
import java.util.Objects;

/** Methods of Object and Class: equals, hashCode contracts, clone, getClass, names, casts, Objects helpers. */
public class ClassObject {
    static class Matrix implements Cloneable {
        int[][] cells = {{1, 2}, {3, 4}};
        String label = "m";

        @Override
        protected Matrix clone() throws CloneNotSupportedException {
            Matrix copy = (Matrix) super.clone();
            copy.cells = cells.clone();
            return copy;
        }
    }

    static class Plain {
        Object tryClone() throws CloneNotSupportedException {
            return clone();
        }
    }

    interface Marker {}

    static class Named implements Marker {
        @Override
        public String toString() {
            return "Named";
        }

        @Override
        public int hashCode() {
            return 0xCAFE;
        }
    }

    public static void main(String[] args) throws Exception {
        Matrix m = new Matrix();
        Matrix c = m.clone();
        c.cells[0][0] = 9;
        c.cells[1] = new int[] {7};
        c.label = "c";
        System.out.println(Arrays.deepToString(m.cells) + m.label + " " + Arrays.deepToString(c.cells) + c.label + " " + (m.getClass() == c.getClass()));
        try {
            new Plain().tryClone();
        } catch (CloneNotSupportedException e) {
            System.out.println(e);
        }
        Object o = new Object();
        System.out.println(o.equals(o) + " " + o.equals(new Object()) + " " + (o.hashCode() == o.hashCode()) + " " + (o.hashCode() == System.identityHashCode(o)));
        System.out.println(System.identityHashCode(null) + " " + o.toString().startsWith("java.lang.Object@"));
        System.out.println(new Plain().toString().startsWith("ClassObject$Plain@") + " " + Integer.toHexString(new Named().hashCode()) + " " + new int[0].toString().startsWith("[I@"));
        Class<?>[] classes = {int.class, void.class, Integer.class, int[].class, String[][].class, Named.class, Marker.class, Runnable.class, Object.class, Override.class, Thread.State.class,
            java.util.Map.Entry.class, boolean[].class, double.class, new Object() { }.getClass()};
        for (Class<?> k : classes) {
            System.out.println(k.getName() + " | " + k + " | " + k.getSimpleName() + " | " + k.getTypeName() + " | " + k.getCanonicalName() + " | " + k.getPackageName()
                + " | " + k.isPrimitive() + k.isInterface() + k.isArray() + k.isEnum() + k.isAnnotation() + " | " + k.getSuperclass() + " | " + k.descriptorString() + " " + k.toGenericString());
        }
        System.out.println(Number.class.isAssignableFrom(Integer.class) + " " + Integer.class.isAssignableFrom(Number.class) + " " + Object[].class.isAssignableFrom(String[].class)
            + " " + Object[].class.isAssignableFrom(int[].class) + " " + Object.class.isAssignableFrom(int[].class) + " " + long.class.isAssignableFrom(int.class));
        System.out.println(Marker.class.isInstance(new Named()) + " " + Marker.class.isInstance(null) + " " + Named.class.cast(new Named()));
        try {
            Integer.class.cast("x");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Class.forName("ClassObject$Named").getDeclaredConstructor().newInstance() + " " + Class.forName("[Ljava.lang.String;") + " " + Class.forName("[[I"));
        for (String name : new String[] {"no.such.Class", "int", "java/lang/String", "[I;", ""}) {
            try {
                Class.forName(name);
                System.out.println("found " + name);
            } catch (ClassNotFoundException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(Objects.equals(null, null) + " " + Objects.hash(1, "a", null) + " " + Objects.hashCode(null) + " " + Objects.toString(null, "default") + " " + Objects.requireNonNullElse(null, 5)
            + " " + Objects.compare("a", "b", String::compareTo) + " " + Objects.deepEquals(new int[][] {{1}}, new int[][] {{1}}) + " " + Objects.isNull(o));
        try {
            Objects.requireNonNull(null, "thing");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            Objects.checkIndex(5, 5);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(String.class.getModule().getName() + " " + ClassObject.class.getModule().isNamed() + " " + String.class.getClassLoader() + " " + (ClassObject.class.getClassLoader() == ClassLoader.getSystemClassLoader()));
        System.out.println(int.class == Integer.TYPE);
        System.out.println(new int[0].getClass() == int[].class && String[].class.getComponentType() == String.class && int[].class.arrayType() == int[][].class);
    }
}

package hotlens.runner;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;

/** Which types declare the test methods that classes have from others. */
final class Declarations {
    /** What was found, by class and method; "" is for a method that its class declares, or that is not known. */
    private static final Map<String, String> found = new HashMap<>();

    private Declarations() {}

    /** The binary name of the type that declares a test method of a class, by the method's name; null if that is the class itself, or is not known. */
    static String elsewhere(String type, String method) {
        if (method.isEmpty()) {
            return null;
        }
        String name;
        synchronized (found) {
            name = found.computeIfAbsent(type + "#" + method, key -> search(type, method));
        }
        return name.isEmpty() ? null : name;
    }

    private static String search(String type, String method) {
        try {
            Class<?> of = Class.forName(type, false, ClassLoader.getSystemClassLoader());
            Class<?> declares = search(of, method);
            return declares == null || declares == of ? "" : declares.getName();
        } catch (ClassNotFoundException | LinkageError e) {
            return ""; // a name that the framework has made up, or a class whose methods name others that there are not
        }
    }

    /** Superclasses come before interfaces, whose default methods they override (JLS 8.4.8). */
    private static Class<?> search(Class<?> of, String method) {
        for (Class<?> c = of; c != null; c = c.getSuperclass()) {
            for (Method declared : c.getDeclaredMethods()) {
                if (declared.getName().equals(method) && !declared.isBridge()) {
                    return c;
                }
            }
        }
        for (Class<?> c = of; c != null; c = c.getSuperclass()) {
            for (Class<?> extended : c.getInterfaces()) {
                Class<?> declares = search(extended, method);
                if (declares != null) {
                    return declares;
                }
            }
        }
        return null;
    }
}

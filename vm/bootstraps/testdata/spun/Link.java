package spun;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.TypeDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Stands in for LambdaMetafactory and ObjectMethods in class files that refer to it instead: links sites with the
 * classes in the folder that the system property "spun" names. Its file "index" has a line for each: what the site
 * asks for, a tab, and the name of the class file.
 */
public class Link {
    private static final Map<String, byte[]> classes = new TreeMap<>();

    static {
        try {
            Path folder = Path.of(System.getProperty("spun"));
            for (String line : Files.readAllLines(folder.resolve("index"))) {
                String[] column = line.split("\t");
                classes.put(column[0], Files.readAllBytes(folder.resolve(column[1])));
            }
        } catch (Exception e) {
            throw new Error(e);
        }
    }

    public static CallSite metafactory(Lookup caller, String name, MethodType factory, MethodType interfaceType, MethodHandle implementation,
            MethodType instantiated) throws Throwable {
        return altMetafactory(caller, name, factory, interfaceType, implementation, instantiated);
    }

    public static CallSite altMetafactory(Lookup caller, String name, MethodType factory, Object... arguments) throws Throwable {
        Lookup made = define(caller, name, factory, arguments);
        if (factory.parameterCount() > 0) {
            return new ConstantCallSite(made.findStatic(made.lookupClass(), "get$Lambda", factory));
        }
        Object instance = made.findConstructor(made.lookupClass(), MethodType.methodType(void.class)).invoke();
        return new ConstantCallSite(MethodHandles.constant(factory.returnType(), instance));
    }

    public static Object bootstrap(Lookup caller, String name, TypeDescriptor descriptor, Class<?> record, String names, MethodHandle... getters) throws Throwable {
        MethodType type = (MethodType) descriptor;
        Lookup made = define(caller, name, type, record, names);
        return new ConstantCallSite(made.findStatic(made.lookupClass(), name, type));
    }

    private static Lookup define(Lookup caller, String name, MethodType type, Object... arguments) throws Throwable {
        StringBuilder key = new StringBuilder(caller.lookupClass().getName() + " " + name + " " + type.descriptorString());
        for (Object a : arguments) {
            key.append(' ');
            if (a instanceof MethodType t) {
                key.append(t.descriptorString());
            } else if (a instanceof MethodHandle h) {
                key.append(caller.revealDirect(h).getName()).append(h.type().descriptorString());
            } else if (a instanceof Class<?> c) {
                key.append(c.getName());
            } else {
                key.append(a);
            }
        }
        byte[] data = classes.get(key.toString());
        if (data == null) {
            throw new AssertionError("no class for " + key);
        }
        return caller.defineHiddenClass(data, true, Lookup.ClassOption.NESTMATE, Lookup.ClassOption.STRONG);
    }
}

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;

/** Members by every route: lookups, unreflection, varargs collectors, spreaders, member revelation, nest mates, inaccessible and generated ones. */
public class HandleMembers {
    private int secret = 41;
    protected static String shared = "shared";
    public final long fixed = 5;
    volatile transient double[] data = {1, 2};

    public HandleMembers() {
    }

    private HandleMembers(int secret, String... rest) {
        this.secret = secret + rest.length;
    }

    static String join(String separator, Object... parts) {
        return Arrays.stream(parts).map(String::valueOf).collect(Collectors.joining(separator));
    }

    private int add(int n) throws java.io.IOException {
        if (n < 0) {
            throw new java.io.IOException("negative " + n);
        }
        return secret + n;
    }

    synchronized <T extends Number & Comparable<T>> T pick(T a, T b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    class Inner {
        final String name;

        private Inner(String name) {
            this.name = name + secret;
        }
    }

    static class Sub extends HandleMembers {
        int add(int n) {
            return -1;
        }

        @Override
        public String toString() {
            return "sub";
        }

        String superText() throws Throwable {
            String text = (String) MethodHandles.lookup().findSpecial(Object.class, "toString", MethodType.methodType(String.class), Sub.class).invokeExact(this);
            return text.replaceAll("@.*", "");
        }
    }

    interface Thrower {
        Object run() throws Throwable;
    }

    static void attempt(String title, Thrower t) {
        try {
            System.out.println(title + " = " + t.run());
        } catch (Throwable e) {
            System.out.println(title + " ! " + e.getClass().getSimpleName() + ": " + String.valueOf(e.getMessage()).replaceAll("@[0-9a-f]+", "@H"));
        }
    }

    static String text(Executable e) {
        return e.toGenericString() + " " + Modifier.toString(e.getModifiers()) + " " + e.isVarArgs() + e.isSynthetic() + " " + Arrays.stream(e.getParameters()).map(Parameter::toString).toList();
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        for (Class<?> c : new Class<?>[] {HandleMembers.class, Inner.class, Sub.class}) {
            Arrays.stream(c.getDeclaredMethods()).filter(m -> !m.isSynthetic()).sorted(Comparator.comparing(Method::toString)).forEach(m -> System.out.println(text(m)));
            Arrays.stream(c.getDeclaredConstructors()).sorted(Comparator.comparing(Constructor::toString)).forEach(m -> System.out.println(text(m)));
            Arrays.stream(c.getDeclaredFields()).sorted(Comparator.comparing(Field::toString)).forEach(f -> System.out.println(f.toGenericString()));
        }
        HandleMembers object = new HandleMembers();
        var add = lookup.findVirtual(HandleMembers.class, "add", MethodType.methodType(int.class, int.class));
        attempt("add", () -> (int) add.invokeExact(object, 1));
        attempt("add sub", () -> (int) add.invoke(new Sub(), 1));
        attempt("add throws", () -> (int) add.invokeExact(object, -1));
        attempt("add wrong", () -> (Object) add.invokeExact(object, 1));
        attempt("add arity", () -> (int) add.invokeExact(object));
        attempt("add null", () -> (int) add.invokeExact((HandleMembers) null, 1));
        attempt("add cast", () -> add.invoke("x", 1));
        attempt("add boxed", () -> add.invoke(object, (Object) 2));
        attempt("add short", () -> (long) add.invoke(object, (short) 3));
        attempt("add long", () -> add.invoke(object, 3L));
        attempt("add list", () -> add.invokeWithArguments(object, 4));
        var join = lookup.findStatic(HandleMembers.class, "join", MethodType.methodType(String.class, String.class, Object[].class));
        attempt("join", () -> join.invoke("-", 1, 'c', null));
        attempt("join none", () -> join.invoke("-"));
        attempt("join array", () -> join.invoke("-", new Object[] {1, 2}));
        attempt("join fixed", () -> join.asFixedArity().invoke("-", 1));
        attempt("join type", () -> join.isVarargsCollector() + " " + join.type() + " " + join.asType(MethodType.methodType(Object.class, String.class, int.class, int.class)));
        attempt("join spread", () -> join.asFixedArity().asCollector(Object[].class, 3).asSpreader(String[].class, 3).invoke("+", new String[] {"a", "b", "c"}));
        attempt("join spread wrong", () -> join.asFixedArity().asCollector(Object[].class, 3).asSpreader(String[].class, 3).invoke("+", new String[] {"a"}));
        attempt("constructor", () -> ((HandleMembers) lookup.findConstructor(HandleMembers.class, MethodType.methodType(void.class, int.class, String[].class)).invoke(7, "a", "b")).secret);
        attempt("inner", () -> ((Inner) lookup.findConstructor(Inner.class, MethodType.methodType(void.class, HandleMembers.class, String.class)).invoke(object, "in")).name);
        attempt("no such", () -> lookup.findVirtual(HandleMembers.class, "none", MethodType.methodType(void.class)));
        attempt("static as virtual", () -> lookup.findVirtual(HandleMembers.class, "join", join.type()));
        attempt("virtual as static", () -> lookup.findStatic(HandleMembers.class, "add", add.type().dropParameterTypes(0, 1)));
        attempt("private elsewhere", () -> MethodHandles.publicLookup().findVirtual(HandleMembers.class, "add", MethodType.methodType(int.class, int.class)));
        attempt("string private", () -> lookup.findVirtual(String.class, "coder", MethodType.methodType(byte.class)));
        attempt("private in", () -> MethodHandles.privateLookupIn(String.class, lookup));
        attempt("final setter", () -> lookup.findSetter(HandleMembers.class, "fixed", long.class));
        attempt("wrong type", () -> lookup.findGetter(HandleMembers.class, "secret", long.class));
        attempt("static getter", () -> (String) lookup.findStaticGetter(HandleMembers.class, "shared", String.class).invokeExact());
        attempt("super", () -> new Sub().superText());
        attempt("special", () -> lookup.findSpecial(Object.class, "toString", MethodType.methodType(String.class), Sub.class));
        Method reflected = HandleMembers.class.getDeclaredMethod("add", int.class);
        attempt("unreflect", () -> (int) lookup.unreflect(reflected).invokeExact(object, 10));
        attempt("reveal", () -> {
            var info = lookup.revealDirect(add);
            return info + " " + info.getReferenceKind() + " " + info.reflectAs(Method.class, lookup).equals(reflected);
        });
        attempt("reveal bound", () -> lookup.revealDirect(add.bindTo(object)));
        attempt("reveal field", () -> lookup.revealDirect(lookup.findGetter(HandleMembers.class, "data", double[].class)));
        attempt("accessible", () -> {
            Field f = String.class.getDeclaredField("value");
            try {
                f.setAccessible(true);
                return "opened";
            } catch (InaccessibleObjectException e) {
                return e.getMessage().replaceAll("@[0-9a-f]+", "@H") + f.trySetAccessible() + f.canAccess("x");
            }
        });
        attempt("set final", () -> {
            Field f = HandleMembers.class.getDeclaredField("fixed");
            f.setAccessible(true);
            f.setLong(object, 6);
            return object.fixed + " " + f.getLong(object);
        });
        attempt("set static", () -> {
            Field f = HandleMembers.class.getDeclaredField("shared");
            f.set(null, 5);
            return shared;
        });
        attempt("lookup", () -> lookup.in(String.class) + " " + lookup.in(Inner.class).lookupModes() + " " + lookup.dropLookupMode(MethodHandles.Lookup.PRIVATE) + " " + lookup.hasFullPrivilegeAccess());
        attempt("find class", () -> lookup.findClass("HandleMembers$Sub").getSimpleName() + lookup.accessClass(Inner.class).getSimpleName() + lookup.ensureInitialized(Sub.class).getSimpleName());
        attempt("access class", () -> lookup.accessClass(Class.forName("sun.invoke.util.Wrapper")));
        attempt("type", () -> MethodType.fromMethodDescriptorString("(I[Ljava/lang/String;J)V", null).wrap() + " " + MethodType.genericMethodType(2, true).toMethodDescriptorString());
        attempt("bad type", () -> MethodType.fromMethodDescriptorString("(I", null));
        attempt("void param", () -> MethodType.methodType(int.class, void.class));
        attempt("generic pick", () -> object.pick(3, 4) + " " + HandleMembers.class.getDeclaredMethod("pick", Number.class, Number.class).getGenericReturnType());
    }
}

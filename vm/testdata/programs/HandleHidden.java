import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Hidden classes, class data and classes defined through a lookup. */
public class HandleHidden {
    interface Call { Object run() throws Throwable; }

    static void tell(String name, Call c) {
        try {
            System.out.println((name + " -> " + c.run()).replaceAll("/0x[0-9a-f]+", "/0x").replaceAll("@[0-9a-f]+", "@"));
        } catch (Throwable t) {
            System.out.println((name + ": " + t + (t.getCause() == null ? "" : " caused by " + t.getCause())).replaceAll("/0x[0-9a-f]+", "/0x").replaceAll("@[0-9a-f]+", "@"));
        }
    }

    private static String secret() { return "the host's secret"; }

    static class Template implements Supplier<String> {
        static int made;
        final int number = ++made;
        private final String text;
        Template() { this("default"); }
        Template(String text) { this.text = text; }
        public String get() { return "template " + number + " " + text + " " + getClass().isHidden(); }
        static Object data() throws Exception { return MethodHandles.classData(MethodHandles.lookup(), "_", Object.class); }
        static Object first() throws Exception { return MethodHandles.classDataAt(MethodHandles.lookup(), "_", Object.class, 0); }
        static int number() throws Exception { return MethodHandles.classDataAt(MethodHandles.lookup(), "_", int.class, 1); }
        Object self(Template other) { return this; }
        static void fail() { throw new IllegalStateException("in template"); }
        static class Inner { }
    }

    static class Peeker implements Supplier<String> {
        public String get() { return secret(); }
    }

    static byte[] bytes(String name) throws Exception {
        try (InputStream in = HandleHidden.class.getResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        }
    }

    public static void main(String[] args) throws Throwable {
        Lookup l = MethodHandles.lookup();
        byte[] template = bytes("HandleHidden$Template");
        Lookup h = l.defineHiddenClass(template, true);
        Class<?> c = h.lookupClass();
        tell("class", () -> c);
        tell("names", () -> c.getName() + " | " + c.getSimpleName() + " | " + c.getTypeName() + " | " + c.getCanonicalName() + " | " + c.getPackageName() + " | " + c.toGenericString() + "|" + c.descriptorString());
        tell("kinds", () -> c.isHidden() + " " + c.isSynthetic() + " " + c.isMemberClass() + " " + c.isAnonymousClass() + " " + c.isLocalClass() + " " + c.getNestHost() + " " + Arrays.toString(c.getNestMembers()) + c.isNestmateOf(HandleHidden.class));
        tell("array", () -> c.arrayType() + " " + c.arrayType().getSimpleName() + " " + c.arrayType().isHidden() + " " + c.arrayType().getComponentType().isHidden() + c.arrayType().descriptorString());
        tell("describe", () -> c.describeConstable());
        tell("enclosing", () -> c.getEnclosingClass());
        tell("forName", () -> Class.forName(c.getName()));
        Supplier<?> s = (Supplier<?>) h.findConstructor(c, MethodType.methodType(void.class)).invoke();
        tell("get", s::get);
        tell("new", () -> ((Supplier<?>) c.getDeclaredConstructor(String.class).newInstance("given")).get());
        tell("no data", () -> h.findStatic(c, "data", MethodType.methodType(Object.class)).invoke());
        tell("instance of", () -> (Object) s instanceof Template);
        tell("cast to template", () -> (Template) (Object) s);
        tell("self", () -> c.getDeclaredMethods().length);
        Lookup second = l.defineHiddenClass(template, false);
        tell("distinct", () -> second.lookupClass() != c);
        tell("own statics", () -> second.findStaticGetter(second.lookupClass(), "made", int.class).invoke() + " " + h.findStaticGetter(c, "made", int.class).invoke() + " " + Template.made);
        Lookup data = l.defineHiddenClassWithClassData(template, List.of("first", 42), true);
        tell("data", () -> data.findStatic(data.lookupClass(), "data", MethodType.methodType(Object.class)).invoke());
        tell("data at", () -> data.findStatic(data.lookupClass(), "first", MethodType.methodType(Object.class)).invoke() + " " + data.findStatic(data.lookupClass(), "number", MethodType.methodType(int.class)).invoke());
        tell("data name", () -> MethodHandles.classData(data, "x", Object.class));
        tell("data type", () -> MethodHandles.classData(data, "_", String.class));
        tell("data index", () -> MethodHandles.classDataAt(data, "_", String.class, 5));
        tell("data unboxed", () -> MethodHandles.classDataAt(data, "_", long.class, 1));
        tell("data privileges", () -> MethodHandles.classData(data.dropLookupMode(Lookup.ORIGINAL), "_", Object.class));
        tell("null data", () -> l.defineHiddenClassWithClassData(template, null, true));
        byte[] peeker = bytes("HandleHidden$Peeker");
        tell("peek as nestmate", () -> { Lookup p = l.defineHiddenClass(peeker, true, Lookup.ClassOption.NESTMATE); return ((Supplier<?>) p.findConstructor(p.lookupClass(), MethodType.methodType(void.class)).invoke()).get() + " " + p.lookupClass().getNestHost() + p.lookupClass().isNestmateOf(HandleHidden.class); });
        tell("peek alone", () -> {
            Lookup p = l.defineHiddenClass(peeker, true, Lookup.ClassOption.STRONG);
            Supplier<?> stranger = (Supplier<?>) p.findConstructor(p.lookupClass(), MethodType.methodType(void.class)).invoke();
            try {
                return stranger.get();
            } catch (IllegalAccessError e) {
                return "refused";
            }
        });
        tell("final field", () -> { Field f = c.getDeclaredField("text"); f.setAccessible(true); f.set(s, "x"); return s.get(); });
        tell("read field", () -> { Field f = c.getDeclaredField("text"); f.setAccessible(true); return f.get(s); });
        tell("frames", () -> {
            try {
                Method m = c.getDeclaredMethod("fail");
                m.setAccessible(true);
                m.invoke(null);
                return "no";
            } catch (java.lang.reflect.InvocationTargetException e) {
                return Arrays.stream(e.getCause().getStackTrace()).filter(f -> f.getClassName().contains("Template")).count();
            }
        });
        tell("wrong package", () -> MethodHandles.lookup().defineHiddenClass(Wrong.bytes(), true));
        tell("not a class", () -> l.defineHiddenClass(new byte[] {0, 1, 2, 3}, true));
        tell("truncated", () -> l.defineHiddenClass(Arrays.copyOf(template, 10), true));
        tell("define again", () -> l.defineClass(template));
        tell("define privileges", () -> l.in(Template.class).dropLookupMode(Lookup.PACKAGE).defineClass(template));
        tell("hidden privileges", () -> MethodHandles.publicLookup().defineHiddenClass(template, true));
        tell("lookup in hidden", () -> MethodHandles.privateLookupIn(c, l).lookupClass() == c);
        tell("stack walker", () -> StackWalker.getInstance().walk(f -> f.map(StackWalker.StackFrame::getMethodName).limit(3).toList()));
        tell("unused lambda name", () -> { Runnable r = () -> { }; return r.getClass().getName().startsWith("HandleHidden$$Lambda$") + " " + r.getClass().isHidden(); });
    }

    static class Wrong {
        static byte[] bytes() throws Exception {
            try (InputStream in = Object.class.getResourceAsStream("/java/util/ArrayList.class")) {
                return in.readAllBytes();
            }
        }
    }
}

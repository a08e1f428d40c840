import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

import static java.lang.invoke.MethodType.methodType;

/** Lookups: what they find, what they refuse and in which words, cracking handles, private lookups and modes. */
public class HandleLookups {
    interface Call { Object run() throws Throwable; }

    static void tell(String name, Call c) {
        try {
            System.out.println((name + " -> " + c.run()).replaceAll("/0x[0-9a-f]+", "/0x"));
        } catch (Throwable t) {
            System.out.println(name + ": " + (t + (t.getCause() == null ? "" : " caused by " + t.getCause())).replaceAll("@[0-9a-f]+", "@"));
        }
    }

    static class Base {
        private int secret = 1;
        protected int shared = 2;
        static final int CONSTANT = 3;
        static long counter = 4;
        final String fixed;
        Base() { this("none"); }
        private Base(String s) { fixed = s; }
        String hello(String who) { return "hello " + who; }
        private String whisper() { return "whisper"; }
        static int twice(int n) { return n * 2; }
        public String toString() { return "Base " + fixed; }
    }

    static class Derived extends Base implements Named {
        String hello(String who) { return "HELLO " + who; }
        public String name() { return "derived " + Named.super.name(); }
        static MethodHandle superHello() throws Exception {
            return MethodHandles.lookup().findSpecial(Base.class, "hello", methodType(String.class, String.class), Derived.class);
        }
        static MethodHandle superName() throws Exception {
            return MethodHandles.lookup().findSpecial(Named.class, "name", methodType(String.class), Derived.class);
        }
        static MethodHandle superToString() throws Exception {
            return MethodHandles.lookup().findSpecial(Object.class, "toString", methodType(String.class), Derived.class);
        }
    }

    static class Plain extends Base implements Named {
    }

    interface Speaks extends Named {
        String toString();
        boolean equals(Object o);
        int more();
    }

    static abstract class Partial implements Speaks {
    }

    interface Named {
        default String name() { return "named"; }
        static String util(int i) { return "util" + i; }
        private String hidden() { return "hidden"; }
    }

    static String describe(Lookup l, MethodHandle h) {
        MethodHandleInfo i = l.revealDirect(h);
        return i.getReferenceKind() + " " + MethodHandleInfo.referenceKindToString(i.getReferenceKind()) + " " + i.getDeclaringClass().getSimpleName() + "." + i.getName() + i.getMethodType() + " " + java.lang.reflect.Modifier.toString(i.getModifiers()) + " " + i.isVarArgs() + " | " + i;
    }

    public static void main(String[] args) throws Throwable {
        Lookup l = MethodHandles.lookup();
        System.out.println(l + " " + l.lookupClass() + " " + l.lookupModes() + " " + l.hasFullPrivilegeAccess() + " " + l.hasPrivateAccess() + " " + l.previousLookupClass());
        Lookup p = MethodHandles.publicLookup();
        System.out.println(p + " " + p.lookupModes() + " " + p.in(String.class) + " " + l.in(Base.class) + " " + l.in(String.class) + " " + l.in(String.class).lookupModes() + " " + l.in(java.sql.Date.class));
        for (int mode : new int[] {Lookup.PUBLIC, Lookup.PRIVATE, Lookup.PROTECTED, Lookup.PACKAGE, Lookup.MODULE, Lookup.UNCONDITIONAL, Lookup.ORIGINAL}) {
            Lookup d = l.dropLookupMode(mode);
            System.out.println("drop " + mode + ": " + d + " " + d.lookupModes());
        }
        tell("drop 3", () -> l.dropLookupMode(3));
        MethodHandle hello = l.findVirtual(Base.class, "hello", methodType(String.class, String.class));
        System.out.println(hello + " " + (String) hello.invokeExact(new Base(), "a") + (String) hello.invokeExact((Base) new Derived(), "b"));
        MethodHandle[] handles = {hello, Derived.superHello(), Derived.superName(), Derived.superToString(),
            l.findVirtual(Named.class, "name", methodType(String.class)), l.findStatic(Named.class, "util", methodType(String.class, int.class)),
            l.findStatic(Base.class, "twice", methodType(int.class, int.class)), l.findConstructor(Base.class, methodType(void.class, String.class)),
            l.findGetter(Base.class, "secret", int.class), l.findSetter(Base.class, "secret", int.class), l.findStaticGetter(Base.class, "CONSTANT", int.class),
            l.findStaticSetter(Base.class, "counter", long.class), l.findVirtual(Base.class, "whisper", methodType(String.class)),
            l.findVirtual(Named.class, "hidden", methodType(String.class)), l.findVirtual(List.class, "size", methodType(int.class)),
            l.findVirtual(Object.class, "hashCode", methodType(int.class)), l.findVirtual(List.class, "hashCode", methodType(int.class)),
            l.findStatic(String.class, "format", methodType(String.class, String.class, Object[].class)),
            l.findVirtual(String.class, "length", methodType(int.class)),
            l.findVirtual(Plain.class, "name", methodType(String.class)), l.findVirtual(Speaks.class, "name", methodType(String.class)),
            l.findVirtual(Speaks.class, "toString", methodType(String.class)),
            l.findVirtual(Partial.class, "toString", methodType(String.class)), l.findVirtual(Partial.class, "name", methodType(String.class)),
            l.findVirtual(java.util.ArrayList.class, "stream", methodType(java.util.stream.Stream.class)), l.findVirtual(java.util.AbstractList.class, "size", methodType(int.class)),
            l.unreflect(Speaks.class.getMethod("toString")), l.unreflect(List.class.getMethod("equals", Object.class)), l.unreflect(Plain.class.getMethod("name")),
            l.findVirtual(CharSequence.class, "toString", methodType(String.class)), l.findStatic(Math.class, "max", methodType(int.class, int.class, int.class))};
        for (MethodHandle h : handles) System.out.println(h.type() + " " + h + " " + (h == handles[1] || h == handles[2] || h == handles[3] ? "" : describe(l, h)));
        Derived d = new Derived();
        System.out.println((String) handles[1].invoke(d, "super") + " " + (String) handles[2].invoke(d) + " " + handles[3].invoke(d).toString().startsWith("Base") + " " + handles[7].invoke("made") + " " + handles[4].invoke(d) + " " + handles[13].invoke(d));
        tell("crack special", () -> describe(l, Derived.superHello()));
        tell("crack with private", () -> describe(MethodHandles.privateLookupIn(Derived.class, l), Derived.superHello()));
        tell("crack bound", () -> describe(l, hello.bindTo(new Base())));
        tell("crack converted", () -> describe(l, hello.asType(methodType(Object.class, Base.class, String.class))));
        tell("crack public", () -> describe(p, hello));
        tell("reflect as", () -> l.revealDirect(hello).reflectAs(Member.class, l));
        tell("reflect as field", () -> l.revealDirect(handles[8]).reflectAs(Field.class, l));
        tell("reflect as constructor", () -> l.revealDirect(handles[7]).reflectAs(Constructor.class, l));
        tell("reflect as wrong", () -> l.revealDirect(handles[7]).reflectAs(Method.class, l));
        tell("none", () -> l.findVirtual(Base.class, "none", methodType(void.class)));
        tell("type", () -> l.findVirtual(Base.class, "hello", methodType(void.class)));
        tell("static as virtual", () -> l.findVirtual(Base.class, "twice", methodType(int.class, int.class)));
        tell("virtual as static", () -> l.findStatic(Base.class, "hello", methodType(String.class, String.class)));
        tell("init", () -> l.findVirtual(Base.class, "<init>", methodType(void.class)));
        tell("clinit", () -> l.findStatic(Base.class, "<clinit>", methodType(void.class)));
        tell("constructor type", () -> l.findConstructor(Base.class, methodType(String.class)));
        tell("constructor of superclass", () -> l.findConstructor(Derived.class, methodType(void.class, String.class)));
        tell("constructor none", () -> l.findConstructor(Base.class, methodType(void.class, int.class)));
        tell("constructor array", () -> l.findConstructor(Base[].class, methodType(void.class)));
        tell("constructor abstract", () -> { l.findConstructor(Number.class, methodType(void.class)).invoke(); return null; });
        tell("constructor interface", () -> l.findConstructor(Named.class, methodType(void.class)));
        tell("getter static", () -> l.findGetter(Base.class, "counter", long.class));
        tell("getter type", () -> l.findGetter(Base.class, "secret", long.class));
        tell("static getter", () -> l.findStaticGetter(Base.class, "secret", int.class));
        tell("setter final", () -> l.findSetter(Base.class, "fixed", String.class));
        tell("static setter final", () -> l.findStaticSetter(Base.class, "CONSTANT", int.class));
        tell("varhandle final", () -> l.findVarHandle(Base.class, "fixed", String.class).isAccessModeSupported(VarHandle.AccessMode.SET));
        tell("varhandle none", () -> l.findVarHandle(Base.class, "gone", String.class));
        tell("varhandle static", () -> l.findVarHandle(Base.class, "counter", long.class));
        tell("static varhandle", () -> l.findStaticVarHandle(Base.class, "secret", int.class));
        tell("private string", () -> l.findGetter(String.class, "value", byte[].class));
        tell("private string method", () -> l.findVirtual(String.class, "isLatin1", methodType(boolean.class)));
        tell("public base", () -> p.findVirtual(Base.class, "hello", methodType(String.class, String.class)));
        tell("public list", () -> p.findVirtual(ArrayList.class, "size", methodType(int.class)));
        tell("public package", () -> p.findVirtual(HandleLookups.class, "package", methodType(void.class)));
        tell("public internal", () -> p.findStatic(Class.forName("jdk.internal.misc.VM"), "isBooted", methodType(boolean.class)));
        tell("internal", () -> l.findStatic(Class.forName("jdk.internal.misc.VM"), "isBooted", methodType(boolean.class)));
        tell("find special", () -> l.findSpecial(Base.class, "hello", methodType(String.class, String.class), Derived.class));
        tell("find special indirect", () -> l.findSpecial(Named.class, "name", methodType(String.class), HandleLookups.class));
        tell("find special dropped", () -> l.dropLookupMode(Lookup.PRIVATE).findSpecial(Base.class, "hello", methodType(String.class, String.class), HandleLookups.class));
        tell("private in String", () -> MethodHandles.privateLookupIn(String.class, l));
        tell("private in Base", () -> MethodHandles.privateLookupIn(Base.class, l));
        tell("private in array", () -> MethodHandles.privateLookupIn(int[].class, l));
        tell("private in primitive", () -> MethodHandles.privateLookupIn(int.class, l));
        tell("private of public", () -> MethodHandles.privateLookupIn(Base.class, p));
        tell("find class", () -> l.findClass("HandleLookups$Base"));
        tell("find no class", () -> l.findClass("HandleLookups$No"));
        tell("access class", () -> p.accessClass(Base.class));
        tell("ensure", () -> l.ensureInitialized(Base.class));
        tell("clone array", () -> ((int[]) l.findVirtual(int[].class, "clone", methodType(Object.class)).invoke(new int[] {1, 2})).length);
        tell("getClass", () -> l.findVirtual(Base.class, "getClass", methodType(Class.class)).invoke(new Base()));
        tell("bind", () -> l.bind(new Derived(), "hello", methodType(String.class, String.class)).invoke("bound"));
        tell("bind none", () -> l.bind(new Derived(), "none", methodType(String.class, String.class)));
        tell("unreflect", () -> l.unreflect(Base.class.getDeclaredMethod("whisper")).invoke(new Base()));
        tell("unreflect special", () -> l.unreflectSpecial(Base.class.getDeclaredMethod("hello", String.class), Derived.class));
        tell("unreflect constructor", () -> l.unreflectConstructor(Base.class.getDeclaredConstructor(String.class)).invoke("un"));
        tell("unreflect getter", () -> l.unreflectGetter(Base.class.getDeclaredField("shared")).invoke(new Base()));
        tell("unreflect setter final", () -> l.unreflectSetter(Base.class.getDeclaredField("fixed")));
        Field fixed = Base.class.getDeclaredField("fixed");
        fixed.setAccessible(true);
        Base base = new Base();
        tell("unreflect setter accessible", () -> { l.unreflectSetter(fixed).invoke(base, "changed"); return base; });
        tell("unreflect public", () -> p.unreflect(Base.class.getDeclaredMethod("whisper")));
        tell("unreflect varhandle", () -> (int) l.unreflectVarHandle(Base.class.getDeclaredField("secret")).get(new Base()));
        tell("reflect invoke", () -> MethodHandle.class.getMethod("invokeExact", Object[].class).invoke(hello, (Object) new Object[] {"x"}));
        tell("reflect varhandle", () -> VarHandle.class.getMethod("get", Object[].class).invoke(l.findStaticVarHandle(Base.class, "counter", long.class), (Object) new Object[0]));
        tell("caller sensitive", () -> ((Lookup) l.findStatic(MethodHandles.class, "lookup", methodType(Lookup.class)).invoke()).lookupClass());
        tell("forName", () -> l.findStatic(Class.class, "forName", methodType(Class.class, String.class)).invoke("HandleLookups$Base"));
        tell("reflect on lookup", () -> ((Lookup) MethodHandles.class.getMethod("lookup").invoke(null)).lookupClass());
        tell("define class", () -> l.defineClass(new byte[] {1, 2, 3}));
        tell("null name", () -> l.findStatic(Base.class, null, methodType(int.class)));
        tell("public method of invisible class", () -> l.findVirtual(Class.forName("java.util.ImmutableCollections$ListN"), "size", methodType(int.class)));
        tell("varhandle invoke", () -> l.findVirtual(VarHandle.class, "getAndAdd", methodType(long.class, long.class)).type());
        tell("handle invoke", () -> l.findVirtual(MethodHandle.class, "invokeExact", methodType(int.class, long.class)).type());
    }
}

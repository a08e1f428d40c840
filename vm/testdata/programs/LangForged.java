import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;

/** Objects that no constructor has seen, and arguments out of all bounds: each is answered with an exception. */
public class LangForged {
    interface A { Object run() throws Throwable; }
    static void t(String n, A a){ Object r; try { r = a.run(); r = "ok " + (r==null?"null":r.getClass().getSimpleName()); } catch(Throwable e){ r = e.toString(); } System.out.println(n+": "+String.valueOf(r).split("\n")[0]); }
    public static void main(String[] x) throws Throwable {
        Field f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe"); f.setAccessible(true); sun.misc.Unsafe u=(sun.misc.Unsafe)f.get(null);
        t("class", () -> u.allocateInstance(Class.class));
        t("abstract", () -> u.allocateInstance(Number.class));
        t("interface", () -> u.allocateInstance(Runnable.class));
        t("array", () -> u.allocateInstance(int[].class));
        t("primitive", () -> u.allocateInstance(int.class));
        t("thread start", () -> { Thread th=(Thread)u.allocateInstance(Thread.class); th.start(); return th; });
        t("thread name", () -> { Thread th=(Thread)u.allocateInstance(Thread.class); th.interrupt(); return th.isAlive()+" "+th.getState(); });
        t("thread join", () -> { Thread th=(Thread)u.allocateInstance(Thread.class); th.join(10); return th.getStackTrace().length; });
        t("string", () -> { String s=(String)u.allocateInstance(String.class); return s.length()+"x"; });
        if (Runtime.version().feature() < 25) { // which crashes by it
            t("string intern", () -> { String s=(String)u.allocateInstance(String.class); return s.intern(); });
        }
        t("string forName", () -> Class.forName((String)u.allocateInstance(String.class)));
        t("string print", () -> { System.out.println((String)u.allocateInstance(String.class)); return 1; });
        t("loader", () -> { ClassLoader l=(ClassLoader)u.allocateInstance(java.net.URLClassLoader.class); return l.loadClass("Foo"); });
        t("loader define", () -> { Object l=u.allocateInstance(L.class); return ((L)l).def(); });
        t("method", () -> { Method m=(Method)u.allocateInstance(Method.class); return m.invoke(null); });
        t("method2", () -> { Method m=(Method)u.allocateInstance(Method.class); m.setAccessible(true); return m.invoke(null); });
        t("field", () -> { Field m=(Field)u.allocateInstance(Field.class); return m.get(null); });
        t("field2", () -> { Field m=(Field)u.allocateInstance(Field.class); return u.objectFieldOffset(m); });
        t("ctor", () -> { Constructor<?> m=(Constructor<?>)u.allocateInstance(Constructor.class); return m.newInstance(); });
        t("methodtype", () -> { MethodType m=(MethodType)u.allocateInstance(MethodType.class); return m.toString(); });
        t("mh", () -> { MethodHandle h=(MethodHandle)u.allocateInstance(Class.forName("java.lang.invoke.DirectMethodHandle")); return h.invoke(); });
        t("mh type", () -> { MethodHandle h=(MethodHandle)u.allocateInstance(Class.forName("java.lang.invoke.BoundMethodHandle$Species_L")); return h.invokeExact(); });
        t("callsite", () -> { MutableCallSite h=(MutableCallSite)u.allocateInstance(MutableCallSite.class); return h.getTarget(); });
        t("varhandle", () -> { VarHandle h=(VarHandle)u.allocateInstance(Class.forName("java.lang.invoke.VarHandleInts$FieldInstanceReadWrite")); return (int)h.get(new Object()); });
        t("throwable", () -> { Throwable e=(Throwable)u.allocateInstance(Exception.class); throw e; });
        t("throwable2", () -> { Throwable e=(Throwable)u.allocateInstance(Exception.class); e.fillInStackTrace(); return e.getStackTrace().length; });
        t("module", () -> { Module m=(Module)u.allocateInstance(Module.class); return m.getName()+m.isNamed()+m.addReads(m); });
        t("inflater", () -> { Object o=u.allocateInstance(java.util.zip.Inflater.class); return ((java.util.zip.Inflater)o).inflate(new byte[4]); });
        t("fd", () -> { java.io.FileDescriptor d=(java.io.FileDescriptor)u.allocateInstance(java.io.FileDescriptor.class); return new java.io.FileInputStream(d).read(); });
        t("bigint", () -> { java.math.BigInteger d=(java.math.BigInteger)u.allocateInstance(java.math.BigInteger.class); return d.multiply(d).toString(); });
        t("stackwalk", () -> StackWalker.getInstance().walk(s -> s.count()));
        t("exc msg", () -> { Throwable e=(Throwable)u.allocateInstance(NullPointerException.class); return e.getMessage(); });
        t("defineClass bytes null", () -> MethodHandles.lookup().defineClass(null));
        t("defineClass empty", () -> MethodHandles.lookup().defineClass(new byte[0]));
        t("hidden null data", () -> MethodHandles.lookup().defineHiddenClass(new byte[]{1,2,3}, true));
        t("proxy odd", () -> Proxy.newProxyInstance(null, new Class<?>[]{Runnable.class, null}, null));
        t("array huge dims", () -> Array.newInstance(int.class, new int[255]));
        t("array 256 dims", () -> Array.newInstance(int.class, new int[256]));
        t("arraycopy neg", () -> { System.arraycopy(new int[3], Integer.MAX_VALUE, new int[3], 0, Integer.MAX_VALUE); return 1; });
        t("string repeat", () -> "ab".repeat(Integer.MAX_VALUE));
        t("copyOf", () -> Arrays.copyOf(new long[1], Integer.MAX_VALUE));
    }
    static class L extends ClassLoader { Object def(){ return defineClass("X", new byte[]{0}, 0, 1); } }
}

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Stack traces as they are printed: causes, suppressed ones, cycles, modules and loaders, frames of lambdas and reflection. */
public class LangThrowables {
    static class Custom extends Exception {
        Custom(String m, Throwable c) { super(m, c); }
        @Override public String getLocalizedMessage() { return "localized " + getMessage(); }
    }
    static class NoTrace extends RuntimeException {
        NoTrace(String m) { super(m, null, false, false); }
    }
    static class Silent extends RuntimeException {
        @Override public Throwable fillInStackTrace() { return this; }
    }
    static class Resource implements AutoCloseable {
        final String name;
        Resource(String name) { this.name = name; }
        public void close() throws Exception { throw new IllegalStateException("closing " + name); }
    }

    static void print(Throwable t) {
        StringWriter w = new StringWriter();
        t.printStackTrace(new PrintWriter(w));
        System.out.println(w.toString().replaceAll("0x[0-9a-f]+", "0x").replaceAll("Lambda\\$\\d+", "Lambda"));
    }

    static void deep(int n) throws Exception {
        if (n == 0) throw new Exception("bottom");
        deep(n - 1);
    }

    static void wrap() throws Custom {
        try {
            deep(2);
        } catch (Exception e) {
            throw new Custom("wrapped", e);
        }
    }

    static <T extends Throwable> void sneaky(Throwable t) throws T { throw (T) t; }

    interface Default { default void go() { throw new UnsupportedOperationException("default"); } }

    public static void main(String[] args) throws Throwable {
        try { wrap(); } catch (Custom e) { print(e); print(new RuntimeException(e)); print(new Error("m", e)); }
        try (Resource a = new Resource("a"); Resource b = new Resource("b")) {
            throw new Exception("body");
        } catch (Exception e) {
            print(e);
            System.out.println(e.getSuppressed().length + " " + e.getSuppressed()[1].getMessage());
        }
        Throwable one = new Exception("one"), two = new Exception("two", one);
        one.initCause(two);
        print(one);
        one.addSuppressed(two);
        print(one);
        try { one.initCause(null); } catch (IllegalStateException e) { System.out.println(e + " / " + e.getCause()); }
        try { one.addSuppressed(one); } catch (IllegalArgumentException e) { System.out.println(e); }
        try { one.addSuppressed(null); } catch (NullPointerException e) { System.out.println(e); }
        Throwable self = new Exception("self");
        try { self.initCause(self); } catch (IllegalArgumentException e) { System.out.println(e + " / " + e.getCause()); }
        NoTrace n = new NoTrace("quiet");
        n.addSuppressed(one);
        print(n);
        System.out.println(n.getStackTrace().length + " " + n.getSuppressed().length);
        print(new Silent());
        n.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "c", "B.java", 3)});
        System.out.println(n.getStackTrace().length);
        Exception forged = new Exception("forged");
        forged.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "c", "B.java", 3), new StackTraceElement("a.B", "d", null, -1), new StackTraceElement("a.B", "e", "X", -2),
            new StackTraceElement("loader", "mod", "1.0", "a.C", "f", "C.java", 9), new StackTraceElement("app", null, null, "a.C", "f", "C.java", -5), new StackTraceElement(null, "java.base", "99", "a.C", "f", null, 7)});
        print(forged);
        try { forged.setStackTrace(new StackTraceElement[] {null}); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { Collections.sort(new ArrayList<Object>(List.of(1, "x"))  , (a, b) -> ((Comparable) a).compareTo(b)); } catch (ClassCastException e) { print(e); }
        try { List.of(1, 2).forEach(x -> { throw new IllegalArgumentException("in lambda " + x); }); } catch (IllegalArgumentException e) { print(e); }
        try { List.of(1, 2).stream().map(x -> 1 / (x - 1)).toList(); } catch (ArithmeticException e) { print(e); }
        try { LangThrowables.class.getDeclaredMethod("deep", int.class).invoke(null, 1); } catch (java.lang.reflect.InvocationTargetException e) { print(e); }
        try { new Default() { }.go(); } catch (UnsupportedOperationException e) { print(e); }
        try { Integer.parseInt("x1"); } catch (NumberFormatException e) { print(e); }
        try { new ArrayList<>(List.of(1)).get(3); } catch (IndexOutOfBoundsException e) { print(e); }
        try { "abc".substring(5); } catch (StringIndexOutOfBoundsException e) { print(e); }
        try { Object o = "s"; Integer i = (Integer) o; } catch (ClassCastException e) { print(e); }
        try { Object[] o = new String[1]; o[0] = 1; } catch (ArrayStoreException e) { print(e); }
        try { int[] a = new int[-1]; } catch (NegativeArraySizeException e) { print(e); }
        try { LangThrowables.<RuntimeException>sneaky(new java.io.IOException("sneaked")); } catch (Exception e) { print(e); }
        Thread t = new Thread(() -> { throw new IllegalStateException("in thread"); }, "worker");
        t.setUncaughtExceptionHandler((th, e) -> { System.out.println(th.getName()); print(e); });
        t.start();
        t.join();
        StackTraceElement[] here = new Throwable().getStackTrace();
        System.out.println(here[0] + " " + here[0].getClassName() + here[0].getMethodName() + here[0].getFileName() + here[0].getLineNumber() + here[0].getModuleName() + here[0].getClassLoaderName() + here[0].isNativeMethod() + here[0].equals(here[0]) + here[0].hashCode());
        StackTraceElement lib = null;
        try { Integer.parseInt(""); } catch (NumberFormatException e) { lib = e.getStackTrace()[1]; }
        System.out.println(lib.getModuleName() + lib.getClassLoaderName() + lib.getClassName() + (lib.getModuleVersion() != null));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new Exception("to stream", new Error()).printStackTrace(new PrintStream(bytes));
        System.out.print(bytes);
        StackOverflowError so = null;
        try { recurse(0); } catch (StackOverflowError e) { so = e; }
        System.out.println(so.getStackTrace().length + " " + so.getMessage());
        Throwable chain = new Exception("0");
        for (int i = 1; i < 5; i++) chain = new RuntimeException(i % 2 == 0 ? null : "m" + i, chain);
        print(chain);
        System.out.println(new Exception((String) null) + " " + new Exception((Throwable) null).getMessage() + " " + new Exception(new Error("c")).getMessage());
        throw new Custom("last", new NoTrace("cause"));
    }

    static int recurse(int n) { return recurse(n + 1) + 1; }
}

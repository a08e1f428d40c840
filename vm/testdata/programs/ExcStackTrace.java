import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.IntUnaryOperator;

/** Stack traces: elements with methods and lines, printStackTrace's text with causes and suppressed, trimming, setters. */
public class ExcStackTrace {
    static class Deep {
        final int depth;

        Deep(int depth) {
            this.depth = depth;
            if (depth == 0) {
                throw new IllegalStateException("in constructor");
            }
        }

        static Deep make(int depth) {
            return new Deep(depth);
        }

        void recurse(int n) {
            if (n == 0) {
                throw new UnsupportedOperationException();
            }
            recurse(n - 1);
        }
    }

    static class Static {
        static int value = fail();

        static int fail() {
            throw new ArithmeticException("static");
        }
    }

    static void print(Throwable t) {
        System.out.println(t);
        for (StackTraceElement e : t.getStackTrace()) {
            // Only our own frames: the library's may differ between updates of the JDK.
            if (e.getClassName().startsWith("ExcStackTrace")) {
                System.out.println("  " + e.getClassName() + "." + e.getMethodName() + " " + e.getFileName() + ":" + e.getLineNumber() + " " + e.isNativeMethod());
            }
        }
    }

    static void wrap(int n) {
        try {
            inner(n);
        } catch (RuntimeException e) {
            IllegalArgumentException wrapper = new IllegalArgumentException("wrapper", e);
            wrapper.addSuppressed(new Exception("suppressed one"));
            throw wrapper;
        }
    }

    static void inner(int n) {
        int[] a = new int[n];
        a[n] = 1;
    }

    static String text(Throwable t) {
        StringWriter out = new StringWriter();
        t.printStackTrace(new PrintWriter(out));
        return out.toString();
    }

    static Throwable saved() {
        return new Throwable("made here, thrown elsewhere");
    }

    public static void main(String[] args) {
        try {
            Deep.make(0);
        } catch (IllegalStateException e) {
            print(e);
        }
        try {
            Deep.make(1).recurse(3);
        } catch (UnsupportedOperationException e) {
            print(e);
        }
        try {
            System.out.println(Static.value);
        } catch (ExceptionInInitializerError e) {
            print(e);
            print(e.getCause());
        }
        try {
            wrap(2);
        } catch (IllegalArgumentException e) {
            System.out.print(text(e));
        }
        try {
            throw saved();
        } catch (Throwable t) {
            print(t);
            t.fillInStackTrace();
            print(t);
            t.setStackTrace(new StackTraceElement[] {new StackTraceElement("my.Class", "method", "File.java", 12), new StackTraceElement("my.Class", "native_", null, -2),
                new StackTraceElement("my.Class", "unknown", null, -1), new StackTraceElement("my.Class", "noLine", "F.java", -1)});
            System.out.print(text(t));
        }
        IntUnaryOperator op = n -> n / (n - n);
        try {
            op.applyAsInt(5);
        } catch (ArithmeticException e) {
            print(e);
        }
        Runnable anonymous = new Runnable() {
            @Override
            public void run() {
                Object o = null;
                o.toString();
            }
        };
        try {
            anonymous.run();
        } catch (NullPointerException e) {
            print(e);
        }
        Exception a = new Exception("a"), b = new Exception("b", a);
        a.initCause(b);
        System.out.println(text(b).contains("CIRCULAR REFERENCE"));
        int[] lengths = {0};
        try {
            overflow(lengths);
        } catch (StackOverflowError e) {
            System.out.println("overflow " + (e.getStackTrace().length == 1024) + " " + (lengths[0] > 500) + " " + e.getStackTrace()[5].getMethodName());
        }
        StackTraceElement here = Thread.currentThread().getStackTrace()[1];
        System.out.println(here.getMethodName() + " " + here + " " + here.equals(new StackTraceElement(here.getClassLoaderName(), here.getModuleName(), here.getModuleVersion(), "ExcStackTrace", "main", "ExcStackTrace.java", here.getLineNumber())));
    }

    static void overflow(int[] depth) {
        depth[0]++;
        overflow(depth);
    }
}

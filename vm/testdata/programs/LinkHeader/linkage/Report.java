package linkage;

import java.lang.reflect.InvocationTargetException;

/** Prints what happens, in a form that is the same in every run. */
public final class Report {
    /** What a line of a report is about. */
    public interface Step {
        Object run() throws Throwable;
    }

    private Report() {
    }

    public static void show(String what, Step step) {
        try {
            System.out.println(what + ": " + step.run());
        } catch (InvocationTargetException e) {
            System.out.println(what + ": throws " + text(e.getCause()));
        } catch (Throwable e) {
            System.out.println(what + ": throws " + text(e));
        }
    }

    /** Defines a class in a loader of its own and links it. */
    public static void define(String what, ClassFile file) {
        define(what, file.done());
    }

    public static void define(String what, byte[] file) {
        show(what, () -> {
            Class<?> c = new Loader("test").define(file);
            c.getDeclaredMethods();
            c.getDeclaredFields();
            Class.forName(c.getName(), true, c.getClassLoader());
            return "defined " + c;
        });
    }

    /** Calls a static method without parameters. */
    public static void call(String what, Class<?> c, String method) {
        show(what, () -> {
            var m = c.getDeclaredMethod(method);
            m.setAccessible(true);
            return m.invoke(null);
        });
    }

    /** The text of an exception and its causes, without identity hash codes. */
    public static String text(Throwable e) {
        StringBuilder b = new StringBuilder();
        for (int depth = 0; e != null && depth < 6; depth++, e = e.getCause()) {
            b.append(b.length() == 0 ? "" : " <- ").append(e.toString().replaceAll("@(0x)?[0-9a-f]+", "@#"));
        }
        return b.toString();
    }
}

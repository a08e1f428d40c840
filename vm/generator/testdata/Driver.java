import java.lang.reflect.InvocationTargetException;

/**
 * Runs the main methods of several classes in one process. Each class's output
 * stands between two lines that name it, and what it threw is part of it.
 */
public class Driver {
    public static void main(String[] names) throws Exception {
        for (String name : names) {
            System.out.println("begin " + name);
            try {
                Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) new String[] {"batch"});
            } catch (InvocationTargetException wrapper) {
                show(wrapper.getCause());
            } catch (Throwable problem) {
                show(problem);
            }
            System.out.println("end " + name);
        }
    }

    /** Prints a throwable and its causes with the frames down to this driver's call. */
    private static void show(Throwable thrown) {
        for (; thrown != null; thrown = thrown.getCause()) {
            System.out.println("thrown " + thrown);
            for (StackTraceElement frame : thrown.getStackTrace()) {
                if (frame.getClassName().startsWith("jdk.internal.reflect")) {
                    break;
                }
                System.out.println("  at " + frame);
            }
        }
    }
}

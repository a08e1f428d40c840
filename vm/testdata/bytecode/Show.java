import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;

/** Calls the static methods without parameters of the classes that are named as arguments, and prints what they return or throw. */
public class Show {
    public static void main(String[] args) {
        for (String name : args) {
            show(name);
        }
    }

    static void show(String name) {
        Method[] methods;
        try {
            methods = Class.forName(name).getDeclaredMethods();
        } catch (Throwable e) {
            System.out.println(name + " cannot be used: " + e.getClass().getName());
            e.printStackTrace();
            return;
        }
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method m : methods) {
            if (m.getParameterCount() > 0 || !java.lang.reflect.Modifier.isStatic(m.getModifiers())) {
                continue;
            }
            // Twice: the second execution meets quickened instructions.
            for (int i = 0; i < 2; i++) {
                Sink.take();
                String result;
                try {
                    result = text(m.invoke(null));
                } catch (InvocationTargetException e) {
                    result = "threw " + thrown(e.getCause(), i == 0);
                } catch (Throwable e) {
                    result = "failed " + thrown(e, i == 0);
                }
                System.out.println(name + "." + m.getName() + " = " + result + " " + Sink.take());
            }
        }
    }

    /** An exception; resolution that failed before fails with an error of the same class, of which the cause is open (JVMS 5.4.3). */
    static String thrown(Throwable e, boolean first) {
        String s = e.getClass().getName();
        if (e instanceof LinkageError) { // whose messages are the VM's own
            return e.getCause() == null || !first ? s : s + " caused by " + thrown(e.getCause(), first);
        }
        return e.getMessage() == null ? s : s + ": " + e.getMessage();
    }

    static String text(Object o) {
        if (o instanceof Object[]) {
            return o.getClass().getName() + Arrays.deepToString((Object[]) o);
        }
        return o == null || !o.getClass().isArray() ? String.valueOf(o) : o.getClass().getName() + Arrays.deepToString(new Object[] {o});
    }
}

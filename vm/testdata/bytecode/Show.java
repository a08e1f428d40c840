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
                    result = "threw " + thrown(e.getCause());
                } catch (Throwable e) {
                    result = "failed " + thrown(e);
                }
                System.out.println(name + "." + m.getName() + " = " + result + " " + Sink.take());
            }
        }
    }

    static String thrown(Throwable e) {
        String s = e.getClass().getName();
        // The messages of linkage errors are the VM's own.
        if (!(e instanceof LinkageError) && e.getMessage() != null) {
            s += ": " + e.getMessage();
        }
        return e.getCause() == null || e.getCause() == e ? s : s + " caused by " + thrown(e.getCause());
    }

    static String text(Object o) {
        if (o instanceof Object[]) {
            return o.getClass().getName() + Arrays.deepToString((Object[]) o);
        }
        return o == null || !o.getClass().isArray() ? String.valueOf(o) : o.getClass().getName() + Arrays.deepToString(new Object[] {o});
    }
}

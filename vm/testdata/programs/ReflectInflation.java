import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** The frames of reflective calls: the library replaces the native accessor after some calls. */
public class ReflectInflation {
    private final String frames;

    public ReflectInflation() {
        frames = callers();
    }

    public String method(int number, String text) {
        return number + text + callers();
    }

    public static void fails(long number) {
        throw new IllegalStateException("failed " + number);
    }

    private static String callers() {
        StringBuilder names = new StringBuilder();
        for (StackTraceElement e : new Throwable().getStackTrace()) {
            if (e.getClassName().startsWith("jdk.internal.reflect")) names.append(" ").append(e);
        }
        return names.toString();
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 18; i++) {
            Method method = ReflectInflation.class.getMethod("method", int.class, String.class);
            System.out.println(method.invoke(new ReflectInflation(), i, "th"));
        }
        Constructor<ReflectInflation> constructor = ReflectInflation.class.getConstructor();
        for (int i = 0; i < 18; i++) System.out.println(i + constructor.newInstance().frames);
        Method fails = ReflectInflation.class.getMethod("fails", long.class);
        for (int i = 0; i < 18; i++) {
            try {
                fails.invoke(null, (byte) i);
            } catch (InvocationTargetException e) {
                System.out.println(e.getCause() + " " + e.getCause().getStackTrace().length);
            }
        }
        for (Object[] wrong : new Object[][] {{}, {"text"}, {null}, {1.0}}) {
            try {
                fails.invoke(null, wrong);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}

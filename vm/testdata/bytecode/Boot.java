import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.Arrays;

/** Bootstrap methods of invokedynamic sites and dynamic constants, and what they link to. */
public class Boot {
    public static MutableCallSite mutable;
    static int count;

    public static CallSite add(MethodHandles.Lookup lookup, String name, MethodType type, int plus) throws Exception {
        MethodHandle h = lookup.findStatic(Boot.class, "sum", MethodType.methodType(String.class, String.class, int.class, int.class, long.class));
        return new ConstantCallSite(MethodHandles.insertArguments(h, 0, name + type, plus));
    }

    public static String sum(String name, int plus, int a, long b) {
        return name + (plus + a + b);
    }

    /** Any number of static arguments, of any kind. */
    public static CallSite show(MethodHandles.Lookup lookup, String name, MethodType type, Object... arguments) {
        return new ConstantCallSite(MethodHandles.dropArguments(MethodHandles.constant(String.class, name + type + Arrays.toString(arguments)), 0, type.parameterList()));
    }

    public static CallSite changing(MethodHandles.Lookup lookup, String name, MethodType type) {
        mutable = new MutableCallSite(MethodHandles.constant(int.class, 1));
        return mutable;
    }

    public static void change(int v) {
        mutable.setTarget(MethodHandles.constant(int.class, v));
    }

    public static CallSite failing(MethodHandles.Lookup lookup, String name, MethodType type) throws Exception {
        throw new java.io.IOException("bootstrap of " + name + " number " + ++count);
    }

    public static CallSite error(MethodHandles.Lookup lookup, String name, MethodType type) {
        throw new StackOverflowError("bootstrap of " + name + " number " + ++count);
    }

    public static CallSite wrongType(MethodHandles.Lookup lookup, String name, MethodType type) {
        return new ConstantCallSite(MethodHandles.constant(String.class, "no int"));
    }

    public static CallSite nothing(MethodHandles.Lookup lookup, String name, MethodType type) {
        return null;
    }

    public static Object constant(MethodHandles.Lookup lookup, String name, Class<?> type, Object... arguments) {
        count++;
        Sink.i(arguments.length);
        if (type == int.class) {
            return name.length();
        } else if (type == long.class) {
            return 1L << 40;
        } else if (type == double.class) {
            return 0.5;
        } else if (type == float.class) {
            return -1.5f;
        } else if (type == boolean.class) {
            return name.equals("yes");
        } else if (type == char.class) {
            return '\uffff';
        } else if (type == byte.class) {
            return (byte) -3;
        } else if (type == short.class) {
            return (short) -300;
        } else if (name.equals("nothing")) {
            return null;
        }
        return name + Arrays.toString(arguments);
    }

    public static Object badConstant(MethodHandles.Lookup lookup, String name, Class<?> type) {
        throw new IllegalStateException("constant " + name + " number " + ++count);
    }

    public static String invoke(MethodHandle h, Object[] arguments) throws Throwable {
        return h.type() + " " + h.invokeWithArguments(arguments);
    }
}

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Arrays;

/** Calls of native methods that have once ended the VM, as random garbage has found them. */
public class FoundGarbage {
    static void say(String name, MethodHandle call, Object... arguments) {
        try {
            System.out.println(name + ": " + call.invokeWithArguments(arguments));
        } catch (Throwable thrown) {
            System.out.println(name + ": " + thrown);
        }
    }

    public static void main(String[] arguments) throws Throwable {
        Class<?> type = Class.forName("java.lang.invoke.MemberName"), natives = Class.forName("java.lang.invoke.MethodHandleNatives");
        Object member = NativeGarbage.UNSAFE.allocateInstance(type);
        NativeGarbage.TRUSTED.findSetter(type, "flags", int.class).invoke(member, 0x40000); // IS_FIELD
        say("a field of no class", NativeGarbage.TRUSTED.findStatic(natives, "expand", MethodType.methodType(void.class, type)), member);
        Class<?> info = Class.forName("java.lang.StackFrameInfo");
        Object frame = NativeGarbage.UNSAFE.allocateInstance(info);
        int[] noMember = new int[20];
        Arrays.fill(noMember, 1);
        NativeGarbage.UNSAFE.putObject(frame, NativeGarbage.UNSAFE.objectFieldOffset(info.getDeclaredField("memberName")), noMember);
        StackTraceElement element = new StackTraceElement("", "", "", 0);
        MethodType initializing = MethodType.methodType(void.class, StackTraceElement.class, info);
        say("a frame of no member", NativeGarbage.TRUSTED.findStatic(StackTraceElement.class, "initStackTraceElement", initializing), element, frame);
        if (arguments.length > 0) {
            StackTraceElement[] elements = {element};
            NativeGarbage.UNSAFE.putObject(elements, NativeGarbage.UNSAFE.arrayBaseOffset(StackTraceElement[].class), "none");
            initializing = MethodType.methodType(void.class, StackTraceElement[].class, Throwable.class);
            say("an element that is none", NativeGarbage.TRUSTED.findStatic(StackTraceElement.class, "initStackTraceElements", initializing), elements, new Throwable());
        }
    }
}

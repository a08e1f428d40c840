import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** MethodHandle.invokeExact and invoke thirty times each: static, virtual and constructor handles. */
// expect calls CountsHandles.statics = 30
// expect calls CountsHandles.virtual = 20
// expect calls CountsHandles$Sub.virtual = 10
// expect calls CountsHandles.<init> = 32
// expect calls CountsHandles.test = 30
// expect calls CountsHandles.yes = 10
// expect calls CountsHandles.no = 20
// expect edge CountsHandles.statics -> CountsHandles.helper = 30
// expect calls CountsHandles.helper = 30
public class CountsHandles {
    static int helped;

    static void helper() {
        helped++;
    }

    static int statics(int n) {
        helper();
        return n + 1;
    }

    int virtual(int n) {
        return n + 2;
    }

    static class Sub extends CountsHandles {
        @Override
        int virtual(int n) {
            return n + 3;
        }
    }

    static boolean test(int n) {
        return n % 3 == 0;
    }

    static int yes(int n) {
        return 1;
    }

    static int no(int n) {
        return 0;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType type = MethodType.methodType(int.class, int.class);
        MethodHandle statics = lookup.findStatic(CountsHandles.class, "statics", type);
        MethodHandle virtual = lookup.findVirtual(CountsHandles.class, "virtual", type);
        MethodHandle constructor = lookup.findConstructor(CountsHandles.class, MethodType.methodType(void.class));
        MethodHandle guard = MethodHandles.guardWithTest(lookup.findStatic(CountsHandles.class, "test", MethodType.methodType(boolean.class, int.class)), lookup.findStatic(CountsHandles.class, "yes", type), lookup.findStatic(CountsHandles.class, "no", type));
        CountsHandles base = new CountsHandles(), sub = new Sub();
        int n = 0;
        for (int i = 0; i < 30; i++) {
            n = (int) statics.invokeExact(n);
            CountsHandles receiver = i < 20 ? base : sub;
            n = (int) virtual.invokeExact(receiver, n);
            CountsHandles made = (CountsHandles) constructor.invoke();
            n += (int) guard.invokeExact(i) + (made == base ? 1 : 0);
        }
        System.out.println(n + " " + helped);
    }
}

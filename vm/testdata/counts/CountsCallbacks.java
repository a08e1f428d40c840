import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.FutureTask;

/**
 * What native methods call stands below them, in the context that they were called in; so does what those call, native or
 * not, and so it is where exceptions pass through the native method.
 */
// expect calls CountsCallbacks.step = 160
// expect edge jdk.internal.reflect.NativeMethodAccessorImpl.invoke0 -> CountsCallbacks.step = 100 kind reflective on 17
// expect edge jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor.invoke0 -> CountsCallbacks.step = 100 kind reflective on 21 25
// expect edge jdk.internal.reflect.NativeMethodAccessorImpl.invoke0 -> CountsCallbacks.again = 60 kind reflective on 17
// expect edge jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor.invoke0 -> CountsCallbacks.again = 60 kind reflective on 21 25
// expect path CountsCallbacks.main > CountsCallbacks.once > java.lang.reflect.Method.invoke > jdk.internal.reflect.DelegatingMethodAccessorImpl.invoke > jdk.internal.reflect.NativeMethodAccessorImpl.invoke > jdk.internal.reflect.NativeMethodAccessorImpl.invoke0 > CountsCallbacks.step = 40 on 17
// expect path CountsCallbacks.main > CountsCallbacks.once > java.lang.reflect.Method.invoke > jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor.invoke > jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor.invoke0 > CountsCallbacks.step = 40 on 21 25
// expect path CountsCallbacks.main > CountsCallbacks.twice > java.lang.reflect.Method.invoke > jdk.internal.reflect.DelegatingMethodAccessorImpl.invoke > jdk.internal.reflect.NativeMethodAccessorImpl.invoke > jdk.internal.reflect.NativeMethodAccessorImpl.invoke0 > CountsCallbacks.step > java.lang.System.arraycopy = 60 on 17
// expect path CountsCallbacks.main > CountsCallbacks.twice > java.lang.reflect.Method.invoke > jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor.invoke > jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor.invoke0 > CountsCallbacks.step > java.lang.System.arraycopy = 60 on 21 25
// expect edge CountsCallbacks.step -> java.lang.System.arraycopy = 160 kind native
// expect edge CountsCallbacks.again -> CountsCallbacks.step = 60 kind static
// expect edge jdk.internal.reflect.NativeMethodAccessorImpl.invoke0 -> CountsCallbacks.fail = 20 kind reflective on 17
// expect edge jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor.invoke0 -> CountsCallbacks.fail = 20 kind reflective on 21 25
// expect edge CountsCallbacks.fail -> CountsCallbacks.never = 0
// expect edge CountsCallbacks.main -> CountsCallbacks.caught = 20
// expect edge java.lang.Class.forName0 -> CountsCallbacks$Initialized.<clinit> = 1 kind initializer
// expect path CountsCallbacks.main > java.lang.Class.forName > java.lang.Class.forName0 > CountsCallbacks$Initialized.<clinit> > CountsCallbacks.caught = 1 on 17
// expect path CountsCallbacks.main > java.lang.Class.forName > java.lang.Class.forName > java.lang.Class.forName0 > CountsCallbacks$Initialized.<clinit> > CountsCallbacks.caught = 1 on 21 25
// expect edge java.security.AccessController.executePrivileged -> CountsCallbacks.privileged = 0
// expect calls CountsCallbacks.privileged = 11
// expect calls CountsCallbacks.uncaught = 1
// expect path CountsCallbacks$Failing.run = 1
// expect edge CountsCallbacks$Failing.run -> CountsCallbacks.uncaught = 0
// expect edge java.lang.Thread.dispatchUncaughtException -> CountsCallbacks$Handler.uncaughtException = 1 kind interface
// expect path CountsCallbacks$Failing.run > java.lang.Thread.dispatchUncaughtException > CountsCallbacks$Handler.uncaughtException > CountsCallbacks.uncaught = 1
// expect path CountsCallbacks$Hook.run > CountsCallbacks.caught = 1
// expect calls CountsCallbacks.hooked = 1
public class CountsCallbacks {
    static int[] from = {1, 2, 3}, to = new int[3];
    static int total;

    static class Initialized {
        static int n = caught();
    }

    static class Failing extends Thread {
        @Override
        public void run() {
            throw new IllegalStateException();
        }
    }

    static class Handler implements Thread.UncaughtExceptionHandler {
        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            uncaught();
        }
    }

    static class Hook extends Thread {
        Hook() {
            super("hook");
        }

        @Override
        public void run() {
            caught();
        }
    }

    public static void step() {
        System.arraycopy(from, 0, to, 0, 3);
        total++;
    }

    public static void again() {
        step();
    }

    public static void fail() {
        if (total >= 0) {
            throw new IllegalStateException();
        }
        never();
    }

    static void never() {
    }

    static int caught() {
        return total++;
    }

    /** A shutdown hook is the program's, also where both the thread and its task are of the library's classes. */
    static Void hooked() {
        return null;
    }

    static void uncaught() {
        total++;
    }

    static void once(Method m) throws Exception {
        m.invoke(null);
    }

    static void twice(Method m) throws Exception {
        m.invoke(null);
        m.invoke(null);
    }

    static int privileged() {
        return total++;
    }

    public static void main(String[] args) throws Exception {
        Method step = CountsCallbacks.class.getMethod("step"), again = CountsCallbacks.class.getMethod("again"), fail = CountsCallbacks.class.getMethod("fail");
        for (int i = 0; i < 20; i++) {
            once(step);
            once(step);
            once(again);
            try {
                once(fail);
            } catch (InvocationTargetException e) {
                caught();
            }
        }
        for (int i = 0; i < 30; i++) {
            twice(step);
        }
        for (int i = 0; i < 20; i++) {
            twice(again);
        }
        Class.forName("CountsCallbacks$Initialized");
        for (int i = 0; i < 11; i++) {
            AccessController.doPrivileged((PrivilegedAction<Integer>) CountsCallbacks::privileged);
        }
        Failing failing = new Failing();
        failing.setUncaughtExceptionHandler(new Handler());
        failing.start();
        failing.join();
        Runtime.getRuntime().addShutdownHook(new Hook());
        Runtime.getRuntime().addShutdownHook(new Thread(new FutureTask<>(CountsCallbacks::hooked), "hook"));
        System.out.println(total);
    }
}

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** StackWalker and stack traces: frames by name, caller class, skipping, reflection frames, lambdas, depth. */
public class HandleStackWalker {
    static List<String> names() {
        return StackWalker.getInstance().walk(s -> s.map(f -> f.getMethodName() + ":" + f.getLineNumber()).collect(Collectors.toList()));
    }

    static class Inner {
        List<String> frames = names();

        List<String> method() {
            return names();
        }

        static Class<?> caller() {
            return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
        }
    }

    static class Other {
        static Class<?> call() {
            return Inner.caller();
        }
    }

    static int depth(int n) {
        return n == 0 ? (int) StackWalker.getInstance().walk(s -> s.count()).longValue() : depth(n - 1);
    }

    static String find(int n) {
        if (n > 0) {
            return find(n - 1);
        }
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk(s -> s.skip(2).limit(2).map(f -> f.getDeclaringClass().getSimpleName() + "." + f.getMethodName() + f.getMethodType()).collect(Collectors.joining(" ")));
    }

    static String library() {
        return java.util.stream.Stream.of(1).map(x -> StackWalker.getInstance().walk(s -> s.filter(f -> f.getClassName().startsWith("HandleStackWalker")).map(StackWalker.StackFrame::getMethodName).filter(m -> !m.startsWith("lambda")).collect(Collectors.joining(",")))).findFirst().get();
    }

    public static List<String> reflective() {
        return names();
    }

    static boolean recursive() {
        StackTraceElement[] trace = Thread.currentThread().getStackTrace();
        int count = 0;
        for (StackTraceElement e : trace) {
            if (e.getMethodName().equals("recursive")) {
                count++;
            }
        }
        return count >= 3 || recursive();
    }

    public static void main(String[] args) throws Exception {
        System.out.println(names());
        System.out.println(new Inner().frames + " " + new Inner().method());
        System.out.println(Inner.caller().getSimpleName() + " " + Other.call().getSimpleName());
        System.out.println(depth(0) + " " + depth(7) + " " + depth(100));
        System.out.println(find(4));
        System.out.println(library());
        Supplier<List<String>> lambda = () -> names();
        System.out.println(lambda.get());
        Supplier<List<String>> reference = HandleStackWalker::names;
        System.out.println(reference.get());
        System.out.println(HandleStackWalker.class.getMethod("reflective").invoke(null));
        List<String> shown = StackWalker.getInstance(StackWalker.Option.SHOW_REFLECT_FRAMES).walk(s -> s.map(StackWalker.StackFrame::getMethodName).collect(Collectors.toList()));
        System.out.println(shown);
        System.out.println(recursive());
        StackWalker.StackFrame frame = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk(s -> s.findFirst().get());
        System.out.println(frame.getClassName() + " " + frame.getFileName() + " " + frame.isNativeMethod() + " " + (frame.getByteCodeIndex() > 0) + " " + frame.getDescriptor() + " " + frame.toStackTraceElement() + " " + frame);
        try {
            StackWalker.getInstance().getCallerClass();
        } catch (UnsupportedOperationException e) {
            System.out.println("class references are not retained");
        }
        int[] seen = new int[1];
        StackWalker.getInstance().forEach(f -> seen[0]++);
        System.out.println(seen[0]);
        Thread t = new Thread(() -> System.out.println(names().size() + " " + names().get(names().size() - 1).startsWith("run")));
        t.start();
        t.join();
        new Object() {
            {
                System.out.println(names());
            }
        };
        System.out.println(Static.FRAMES);
        StackTraceElement[] all = new Throwable().getStackTrace();
        System.out.println(all.length + " " + all[0].getMethodName() + " " + all[0].getModuleName() + " " + all[0].getClassLoaderName());
    }

    static class Static {
        static final List<String> FRAMES = names();
    }
}

import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.*;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** StackWalker with all its options, through lambdas, reflection, handles, proxies and streams; callers; SecurityManager's view. */
public class LangStackFrames {
    static String frames(Option... options) {
        return StackWalker.getInstance(Set.of(options)).walk(s -> s.map(f -> f.getClassName().replaceAll("/0x.*|\\d+", "") + "." + f.getMethodName().replaceAll("\\d+", "")).filter(n -> !n.contains("jdk.internal") && !n.contains("$$Lambda") && !n.contains("LambdaForm") && !n.contains("Stream") && !n.contains("Pipeline") && !n.contains("Op") && !n.contains("spliterator")).collect(Collectors.joining(" < ")));
    }

    interface Call { Object run() throws Throwable; }

    static void tell(String name, Call c) {
        try {
            System.out.println(name + " -> " + c.run());
        } catch (Throwable t) {
            System.out.println(name + ": " + t + (t.getCause() == null ? "" : " caused by " + t.getCause()));
        }
    }

    static String viaReflection(Option... o) throws Exception {
        Method m = LangStackFrames.class.getDeclaredMethod("frames", Option[].class);
        return (String) m.invoke(null, (Object) o);
    }

    static Class<?> caller() { return StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE).getCallerClass(); }
    static class Other { static Class<?> ask() { return caller(); } }
    static class Recursive { static String down(int n) { return n == 0 ? frames() : down(n - 1); } }
    static class Init { static String inInit = frames(); Init() { made = frames(); } static String made; }

    public static void main(String[] args) throws Throwable {
        System.out.println(frames());
        System.out.println(viaReflection());
        System.out.println(viaReflection(Option.SHOW_REFLECT_FRAMES).replaceAll("Generated\\w+|Native\\w+|Delegating\\w+", "X"));
        System.out.println(Stream.of(1).map(x -> frames()).findFirst().get());
        System.out.println(((Supplier<String>) () -> frames()).get());
        System.out.println((String) MethodHandles.lookup().findStatic(LangStackFrames.class, "frames", MethodType.methodType(String.class, Option[].class)).invoke());
        System.out.println(((Supplier<?>) Proxy.newProxyInstance(LangStackFrames.class.getClassLoader(), new Class<?>[] {Supplier.class}, (p, m, a) -> frames())).get());
        System.out.println(Recursive.down(3));
        System.out.println(Init.inInit);
        new Init();
        System.out.println(Init.made);
        new ArrayList<>(List.of(2, 1)).sort((a, b) -> { System.out.println(frames()); return 0; });
        System.out.println(Other.ask() + " " + caller());
        tell("no class reference", () -> StackWalker.getInstance().getCallerClass());
        tell("declaring class", () -> StackWalker.getInstance().walk(s -> s.findFirst().get().getDeclaringClass()));
        tell("method type", () -> StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE).walk(s -> s.findFirst().get().getMethodType()));
        tell("estimate", () -> StackWalker.getInstance(Set.of(), 0));
        tell("escaped", () -> StackWalker.getInstance().walk(s -> s).count());
        StackFrame f = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE).walk(s -> s.skip(0).findFirst().get());
        System.out.println(f + " " + f.getLineNumber() + f.getFileName() + f.getDescriptor() + f.getByteCodeIndex() / 1000 + f.isNativeMethod() + f.toStackTraceElement() + f.getDeclaringClass() + f.getMethodType());
        StringBuilder all = new StringBuilder();
        StackWalker.getInstance().forEach(x -> all.append(x.getMethodName()).append(x.getLineNumber() > 0).append(' '));
        System.out.println(all);
        System.out.println(Arrays.stream(Thread.currentThread().getStackTrace()).map(StackTraceElement::getMethodName).toList());
        Thread t = new Thread(() -> System.out.println(frames()));
        t.start();
        t.join();
        tell("walk throws", () -> StackWalker.getInstance().walk(s -> { throw new IllegalStateException("in walk"); }));
        tell("limit", () -> StackWalker.getInstance().walk(s -> s.limit(1).map(StackFrame::getMethodName).toList()));
        tell("null", () -> StackWalker.getInstance().walk(null));
        SecurityManager sm = new SecurityManager() { @Override public void checkPermission(java.security.Permission p) { if (p.getName().equals("exitVM.7")) throw new SecurityException("no exit " + Arrays.toString(getClassContext()).contains("LangStackFrames")); } };
        tell("security manager", () -> { System.setSecurityManager(sm); return System.getSecurityManager() == sm; });
        tell("exit", () -> { System.exit(7); return null; });
        System.setSecurityManager(null);
        throw new Exception("end", new RuntimeException(frames()));
    }
}

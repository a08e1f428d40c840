import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** StackWalker through lambdas, reflection, proxies, constructors, initialisers and streams; caller classes; and Runtime.Version. */
public class WalkerFrames {
    static final StackWalker PLAIN = StackWalker.getInstance(), REFLECT = StackWalker.getInstance(Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_REFLECT_FRAMES));

    static String frames(StackWalker w) {
        return w.walk(s -> s.filter(f -> f.getClassName().startsWith("WalkerFrames")).map(f -> f.getClassName().replace("WalkerFrames", "W") + "." + f.getMethodName() + ":" + f.getLineNumber() + (f.isNativeMethod() ? "n" : "") + f.getDescriptor().length()).collect(Collectors.joining(" ")));
    }

    static class Built {
        static String initial = frames(PLAIN);
        String field = frames(PLAIN);
        String body;

        Built() {
            body = frames(PLAIN);
        }
    }

    static Class<?> caller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
    }

    static class Other {
        static Class<?> ask() {
            return caller();
        }
    }

    interface Greeter {
        String greet(int n);

        default String twice(int n) {
            return frames(PLAIN) + greet(n);
        }
    }

    static int deep(int n, Function<Stream<StackWalker.StackFrame>, Integer> f) {
        return n == 0 ? PLAIN.walk(f) : deep(n - 1, f);
    }

    static long count(int n) {
        return n == 0 ? PLAIN.walk(Stream::count) : count(n - 1);
    }

    public static String reflected(String s) {
        return s + frames(REFLECT);
    }

    static void version(String s) {
        try {
            Runtime.Version v = Runtime.Version.parse(s);
            System.out.println(s + " " + v.feature() + " " + v.interim() + " " + v.update() + " " + v.patch() + " " + v.pre() + v.build() + v.optional() + v.version() + " " + v.hashCode());
        } catch (IllegalArgumentException e) {
            System.out.println(s + " ! " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Throwable {
        Supplier<String> lambda = () -> frames(PLAIN), method = WalkerFrames::plain;
        System.out.println(lambda.get());
        System.out.println(method.get());
        System.out.println(Built.initial);
        Built b = new Built();
        System.out.println(b.field + " | " + b.body);
        System.out.println(caller().getSimpleName() + " " + Other.ask().getSimpleName());
        Greeter g = n -> n + frames(PLAIN);
        System.out.println(g.twice(1));
        Greeter anonymous = new Greeter() {
            public String greet(int n) {
                return frames(REFLECT);
            }
        };
        System.out.println(anonymous.twice(2));
        Method m = WalkerFrames.class.getMethod("reflected", String.class);
        System.out.println(m.invoke(null, "r "));
        System.out.println(MethodHandles.lookup().findStatic(WalkerFrames.class, "reflected", MethodType.methodType(String.class, String.class)).invoke("h "));
        Greeter proxy = (Greeter) Proxy.newProxyInstance(WalkerFrames.class.getClassLoader(), new Class<?>[] {Greeter.class}, (p, called, a) -> called.getName() + frames(PLAIN));
        System.out.println(proxy.greet(3));
        System.out.println(IntStream.range(0, 2).mapToObj(i -> frames(PLAIN)).toList());
        System.out.println(deep(5, s -> (int) s.takeWhile(f -> f.getMethodName().equals("deep")).count()) + " " + deep(100, s -> (int) s.count()) + " " + deep(3, s -> s.skip(2).findFirst().get().getLineNumber()) + " " + (count(1500) - count(0)));
        PLAIN.forEach(f -> System.out.println(f + " " + f.toStackTraceElement().equals(new Throwable().getStackTrace()[0]) + " " + f.getFileName() + " " + (f.getByteCodeIndex() > 0)));
        List<String> types = REFLECT.walk(s -> s.map(f -> f.getMethodType() + " " + f.getDeclaringClass().getSimpleName()).toList());
        System.out.println(types);
        for (Runnable bad : new Runnable[] {() -> PLAIN.getCallerClass(), () -> PLAIN.walk(null), () -> PLAIN.walk(s -> s.map(StackWalker.StackFrame::getDeclaringClass).toList()), () -> StackWalker.getInstance(Set.of(), 0),
            () -> PLAIN.walk(s -> s).count()}) {
            try {
                bad.run();
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
        for (String s : List.of("17", "17.0.9", "17.0.9+9", "17-ea+1-LTS", "11.0.1.2-pre+33-opt-x.y", "9-internal", "9--opt", "9+-opt", "1.8.0_292", "17.0", "017", "17.", "", "17+", "17-", "17.0.0.0.1", "99999999999")) {
            version(s);
        }
        System.out.println(Stream.of("17.0.1", "17", "17-ea", "17+5", "18", "17.0.1.1", "17-ea+3", "17+5-x").map(Runtime.Version::parse).sorted().toList());
        System.out.println(Stream.of("17.0.1", "17", "17-ea", "17+5").map(Runtime.Version::parse).sorted(Comparator.comparing(v -> v, Runtime.Version::compareToIgnoreOptional)).toList() + " " + Runtime.version().feature() + " " + (Runtime.version().compareTo(Runtime.Version.parse(System.getProperty("java.runtime.version").replaceAll("[+-].*", ""))) >= 0) + " "
                + Runtime.Version.parse("17+1-a").equalsIgnoreOptional(Runtime.Version.parse("17+1-b")));
    }

    static String plain() {
        return frames(PLAIN);
    }
}

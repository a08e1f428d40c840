import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** A host of plugins: annotations, injection, commands, proxies around services, settings that may be missing. */
final class Plugins {
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface Command {
        String value();

        int priority() default 0;
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.FIELD)
    @interface Inject {}

    public static void main(String[] arguments) throws Throwable {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("discovery");
            p.end(discovery());
            p.start("commands");
            p.end(commands());
            p.start("injection");
            p.end(injection());
            p.start("audited");
            p.end(audited());
            p.start("pipelines");
            p.end(pipelines());
            p.start("preferences");
            p.end(preferences());
        }
    }

    /** What plugins are given. */
    public static final class Journal {
        private long entries;

        public void add(String text) {
            entries += text.length();
        }
    }

    public static class Calculator {
        @Inject
        private Journal journal;
        private int memory;

        @Command(value = "add", priority = 3)
        public int add(int a, int b) {
            return a + b;
        }

        @Command("store")
        public void store(int value) {
            memory = value;
        }

        @Command(value = "recall", priority = 1)
        public int recall() {
            return memory;
        }

        public void unused() {
            memory = 0;
        }
    }

    public static class Greeter {
        @Inject
        protected Journal journal;
        private final String greeting = "Hello, ";
        long greeted;

        @Command(value = "greet", priority = 2)
        public String greet(String name) {
            greeted++;
            return greeting + name;
        }

        @Command("fail")
        public void fail(String reason) {
            throw new IllegalStateException(reason);
        }
    }

    public static final class LoudGreeter extends Greeter {
        @Command(value = "shout", priority = 5)
        public String shout(String name) {
            return greet(name).toUpperCase(java.util.Locale.ROOT);
        }
    }

    private static final Class<?>[] KINDS = {Calculator.class, Greeter.class, LoudGreeter.class};

    private static Map<String, Method> commandsOf(Class<?> kind) {
        List<Method> methods = new ArrayList<>();
        for (Method method : kind.getMethods()) {
            if (method.isAnnotationPresent(Command.class) && !Modifier.isStatic(method.getModifiers())) {
                methods.add(method);
            }
        }
        methods.sort(Comparator.comparingInt((Method method) -> method.getAnnotation(Command.class).priority()).thenComparing(Method::getName));
        Map<String, Method> commands = new LinkedHashMap<>();
        for (Method method : methods) {
            commands.put(method.getAnnotation(Command.class).value(), method);
        }
        return commands;
    }

    private static long discovery() {
        long result = 0;
        for (int i = 0; i < 6000; i++) {
            Class<?> kind = KINDS[i % KINDS.length];
            Map<String, Method> commands = commandsOf(kind);
            for (Method method : commands.values()) {
                result += method.getParameterCount() + method.getReturnType().getSimpleName().length();
            }
            for (Class<?> type = kind; type != Object.class; type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    result += field.getAnnotation(Inject.class) != null ? 100 : field.getName().length();
                }
            }
        }
        return result;
    }

    private static long commands() throws ReflectiveOperationException {
        LoudGreeter greeter = new LoudGreeter();
        Calculator calculator = new Calculator();
        Map<String, Method> greeting = commandsOf(LoudGreeter.class);
        Map<String, Method> calculating = commandsOf(Calculator.class);
        String[] names = {"anna", "bernd", "clara"};
        long result = 0;
        for (int i = 0; i < 110000; i++) {
            result += (int) calculating.get("add").invoke(calculator, i, 1);
            calculating.get("store").invoke(calculator, (int) (result & 0xffff));
            result += (Integer) calculating.get("recall").invoke(calculator);
            Object answer = greeting.get(i % 2 == 0 ? "greet" : "shout").invoke(greeter, names[i % 3]);
            result += answer.hashCode() & 7;
            if (i % 100 == 0) {
                try {
                    greeting.get("fail").invoke(greeter, "no " + i);
                } catch (InvocationTargetException e) {
                    result += e.getCause().getMessage().length();
                }
            }
        }
        return result + greeter.greeted;
    }

    private static Object create(Class<?> kind, Map<Class<?>, Object> services) throws ReflectiveOperationException {
        Constructor<?> constructor = kind.getDeclaredConstructor();
        Object plugin = constructor.newInstance();
        for (Class<?> type = kind; type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.isAnnotationPresent(Inject.class)) {
                    field.setAccessible(true);
                    field.set(plugin, services.get(field.getType()));
                }
            }
        }
        return plugin;
    }

    private static long injection() throws ReflectiveOperationException {
        Journal journal = new Journal();
        Map<Class<?>, Object> services = new HashMap<>();
        services.put(Journal.class, journal);
        Field memory = Calculator.class.getDeclaredField("memory");
        memory.setAccessible(true);
        long result = 0;
        for (int i = 0; i < 50000; i++) {
            Object plugin = create(KINDS[i % KINDS.length], services);
            if (plugin instanceof Calculator calculator) {
                memory.setInt(calculator, i);
                calculator.journal.add("created " + memory.get(calculator));
            } else if (plugin instanceof Greeter greeter) {
                greeter.journal.add(greeter.greet("x"));
                result += greeter.greeted;
            }
        }
        return result * 1000 + journal.entries;
    }

    interface Accounts {
        long balance(String owner);

        void pay(String owner, long cents);

        default String report(String owner) {
            return owner + ": " + balance(owner);
        }
    }

    private static final class SimpleAccounts implements Accounts {
        private final Map<String, Long> balances = new HashMap<>();

        @Override
        public long balance(String owner) {
            return balances.getOrDefault(owner, 0L);
        }

        @Override
        public void pay(String owner, long cents) {
            if (cents < 0) {
                throw new IllegalArgumentException("negative: " + cents);
            }
            balances.merge(owner, cents, Long::sum);
        }
    }

    private static final class Audit implements InvocationHandler {
        private final Object target;
        private final Map<String, Integer> calls = new HashMap<>();
        private int failures;

        Audit(Object target) {
            this.target = target;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] values) throws Throwable {
            calls.merge(method.getName(), 1, Integer::sum);
            try {
                return method.invoke(target, values);
            } catch (InvocationTargetException e) {
                failures++;
                throw e.getCause();
            }
        }
    }

    private static long audited() {
        Audit audit = new Audit(new SimpleAccounts());
        Accounts accounts = (Accounts) Proxy.newProxyInstance(Plugins.class.getClassLoader(), new Class<?>[] {Accounts.class}, audit);
        String[] owners = {"ann", "bob", "cyd", "dan"};
        long result = 0;
        for (int i = 0; i < 250000; i++) {
            String owner = owners[i & 3];
            try {
                accounts.pay(owner, i % 500 == 0 ? -1 : i % 90);
            } catch (IllegalArgumentException e) {
                result += e.getMessage().length();
            }
            result += accounts.balance(owner) & 15;
            if (i % 10 == 0) {
                result += accounts.report(owner).length();
            }
        }
        return result + audit.failures + audit.calls.get("pay") + audit.calls.get("balance");
    }

    private static int scale(int factor, int value) {
        return factor * value;
    }

    private static boolean large(int value) {
        return value > 1_000_000;
    }

    private static int reduce(int value) {
        return value % 9973;
    }

    private int counter;

    /** Combines method handles, as frameworks for scripts do. */
    private static long pipelines() throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle scale = lookup.findStatic(Plugins.class, "scale", MethodType.methodType(int.class, int.class, int.class));
        MethodHandle large = lookup.findStatic(Plugins.class, "large", MethodType.methodType(boolean.class, int.class));
        MethodHandle reduce = lookup.findStatic(Plugins.class, "reduce", MethodType.methodType(int.class, int.class));
        MethodHandle concat = lookup.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class));
        MethodHandle length = MethodHandles.filterReturnValue(MethodHandles.insertArguments(concat, 1, "!"), lookup.findVirtual(String.class, "length", MethodType.methodType(int.class)));
        VarHandle counter = lookup.findVarHandle(Plugins.class, "counter", int.class);
        Plugins host = new Plugins();
        long result = 0;
        for (int factor = 3; factor < 12; factor++) {
            MethodHandle scaled = MethodHandles.insertArguments(scale, 0, factor);
            MethodHandle guarded = MethodHandles.guardWithTest(large, reduce, MethodHandles.identity(int.class));
            MethodHandle pipeline = MethodHandles.filterReturnValue(scaled, guarded);
            for (int i = 0; i < 120000; i++) {
                result += (int) pipeline.invokeExact(i);
                counter.getAndAdd(host, 2);
            }
            for (int i = 0; i < 20000; i++) {
                result += (int) length.invoke(i % 2 == 0 ? "even" : "uneven");
            }
        }
        return result + host.counter;
    }

    private record Window(String title, Integer width) {}

    private static final class Preferences {
        private final Map<String, String> values = new HashMap<>();
        private final Preferences parent;

        Preferences(Preferences parent) {
            this.parent = parent;
        }

        Optional<String> get(String key) {
            return Optional.ofNullable(values.get(key)).or(() -> Optional.ofNullable(parent).flatMap(p -> p.get(key)));
        }

        OptionalInt number(String key) {
            return get(key).filter(text -> text.chars().allMatch(Character::isDigit)).map(text -> OptionalInt.of(Integer.parseInt(text))).orElseGet(OptionalInt::empty);
        }
    }

    private static long preferences() {
        Preferences defaults = new Preferences(null);
        Preferences team = new Preferences(defaults);
        Preferences user = new Preferences(team);
        String[] keys = new String[60];
        Arrays.setAll(keys, i -> "window." + i + (i % 2 == 0 ? ".width" : ".title"));
        for (int i = 0; i < keys.length; i++) {
            (i % 3 == 0 ? defaults : i % 3 == 1 ? team : user).values.put(keys[i], i % 2 == 0 ? String.valueOf(i * 11) : "title " + i);
        }
        long result = 0;
        for (int round = 0; round < 8000; round++) {
            for (int i = 0; i < 10; i++) {
                String key = keys[(round * 7 + i) % keys.length];
                result += user.number(key).orElse(3);
                Window window = new Window(user.get(key).map(String::trim).filter(title -> title.startsWith("title")).orElse("untitled"), i > 4 ? i : null);
                result += Optional.of(window).map(Window::width).map(width -> width * 2).orElseGet(() -> Objects.hash(1, 2));
                result += team.get("missing." + i).isPresent() ? 1000 : window.title().length();
            }
        }
        return result;
    }
}

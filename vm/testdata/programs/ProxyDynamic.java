import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Dynamic proxies: dispatch, Object methods, boxing, exceptions, default methods, several interfaces, uses. */
public class ProxyDynamic {
    interface Greeter {
        String greet(String name);

        default String twice(String name) {
            return greet(name) + "&" + greet(name);
        }

        int sum(int a, long b, double c);

        void run() throws java.io.IOException;

        boolean flag(char c, boolean z, byte b, short s, float f);

        String[] array(int[]... values);
    }

    interface Other {
        String greet(String name);

        static String helper() {
            return "static";
        }
    }

    interface Service {
        int compute(int n);
    }

    static class Real implements Service {
        @Override
        public int compute(int n) {
            if (n < 0) {
                throw new IllegalArgumentException("negative " + n);
            }
            return n * n;
        }
    }

    static <T> T timed(T target, Class<T> type, List<String> log) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (p, m, a) -> {
            log.add("before " + m.getName() + Arrays.toString(a));
            try {
                Object r = m.invoke(target, a);
                log.add("after " + r);
                return r;
            } catch (InvocationTargetException e) {
                log.add("failed " + e.getTargetException().getMessage());
                throw e.getTargetException();
            }
        }));
    }

    static Map<String, Object> bean = new TreeMap<>();

    interface Bean {
        String getName();

        void setName(String n);

        int getAge();

        void setAge(int n);
    }

    static Bean beanProxy() {
        return (Bean) Proxy.newProxyInstance(Bean.class.getClassLoader(), new Class<?>[] {Bean.class}, (p, m, a) -> {
            String property = m.getName().substring(3);
            if (m.getName().startsWith("set")) {
                bean.put(property, a[0]);
                return null;
            }
            return bean.get(property);
        });
    }

    public static void main(String[] args) throws Exception {
        Map<String, Integer> calls = new TreeMap<>();
        InvocationHandler handler = (proxy, method, a) -> {
            calls.merge(method.getName(), 1, Integer::sum);
            return switch (method.getName()) {
                case "greet" -> "hello " + a[0];
                case "sum" -> (int) ((int) a[0] + (long) a[1] + (double) a[2]);
                case "toString" -> "proxy!";
                case "hashCode" -> 1234;
                case "equals" -> proxy == a[0];
                case "flag" -> (char) a[0] == 'x' && (boolean) a[1] && (byte) a[2] == 1 && (short) a[3] == 2 && (float) a[4] == 3f;
                case "array" -> new String[] {Arrays.deepToString((Object[]) a[0])};
                case "twice" -> InvocationHandler.invokeDefault(proxy, method, a);
                case "run" -> {
                    System.out.println("run args " + a);
                    yield "ignored";
                }
                default -> throw new AssertionError(method);
            };
        };
        Greeter g = (Greeter) Proxy.newProxyInstance(ProxyDynamic.class.getClassLoader(), new Class<?>[] {Greeter.class, Other.class}, handler);
        System.out.println(g.greet("ann") + " " + g.sum(1, 2L, 3.9) + " " + g + " " + g.hashCode() + " " + g.equals(g) + " " + g.equals("x") + " " + g.flag('x', true, (byte) 1, (short) 2, 3f) + " " + g.array(new int[] {1}, new int[] {2, 3})[0]);
        g.run();
        System.out.println(g.twice("bob") + " " + ((Other) g).greet("cid") + " " + calls);
        System.out.println(Proxy.isProxyClass(g.getClass()) + " " + (Proxy.getInvocationHandler(g) == handler) + " " + Arrays.toString(g.getClass().getInterfaces()) + " " + Modifier.isFinal(g.getClass().getModifiers()) + " " + g.getClass().getSuperclass() + " " + Proxy.isProxyClass(String.class));
        List<String> log = new ArrayList<>();
        Service s = timed(new Real(), Service.class, log);
        System.out.println(s.compute(7));
        try {
            s.compute(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(log);
        Bean b = beanProxy();
        b.setName("Ann");
        b.setAge(33);
        System.out.println(b.getName() + " " + b.getAge() + " " + bean);
        bean.clear();
        System.out.println(b.getName());
        try {
            b.getAge();
        } catch (NullPointerException e) {
            System.out.println("null for int");
        }
        bean.put("Name", 5);
        try {
            b.getName();
        } catch (ClassCastException e) {
            System.out.println("wrong return type");
        }
        Greeter thrower = (Greeter) Proxy.newProxyInstance(ProxyDynamic.class.getClassLoader(), new Class<?>[] {Greeter.class}, (p, m, a) -> {
            throw m.getName().equals("run") ? new java.io.FileNotFoundException("declared") : new Exception("undeclared");
        });
        try {
            thrower.run();
        } catch (java.io.IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            thrower.greet("x");
        } catch (UndeclaredThrowableException e) {
            System.out.println(e.getUndeclaredThrowable().getMessage() + " " + e.getMessage());
        }
        try {
            Proxy.newProxyInstance(null, new Class<?>[] {String.class}, handler);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        @SuppressWarnings("unchecked")
        Comparable<String> c = (Comparable<String>) Proxy.newProxyInstance(null, new Class<?>[] {Comparable.class}, (p, m, a) -> a[0].toString().length());
        System.out.println(c.compareTo("four") + " " + new HashMap<>(Map.of(1, 2)).size());
        Runnable[] generated = new Runnable[3];
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            int n = i;
            generated[i] = (Runnable) Proxy.newProxyInstance(ProxyDynamic.class.getClassLoader(), new Class<?>[] {Runnable.class}, (p, m, a) -> out.append(n));
            generated[i].run();
        }
        System.out.println(out + " " + (generated[0].getClass() == generated[2].getClass()));
        Method m = Service.class.getMethod("compute", int.class);
        try {
            System.out.println(Proxy.getInvocationHandler(s).invoke(s, m, new Object[] {3}));
        } catch (Throwable t) {
            System.out.println("unexpected " + t);
        }
    }
}

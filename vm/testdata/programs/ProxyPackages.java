import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.TreeSet;

/** The packages of the boot loader, after a proxy class got a module of its own there. */
public class ProxyPackages {
    public static void main(String[] args) throws Exception {
        Runnable proxy = (Runnable) Proxy.newProxyInstance(null, new Class<?>[] {Runnable.class}, (self, method, arguments) -> null);
        System.out.println(proxy.getClass().getModule() + " " + proxy.getClass().getPackageName());
        Package own = proxy.getClass().getPackage();
        System.out.println(own + " " + own.isSealed() + " " + own.getSpecificationTitle());
        TreeSet<String> names = new TreeSet<>();
        for (Package p : Package.getPackages()) names.add(p.getName());
        System.out.println(names.containsAll(Arrays.asList("java.lang", "java.util")) + " " + names.contains("java.util.prefs"));
        System.out.println(Package.getPackage("java.util") + " " + Package.getPackage("java.applet"));
        System.out.println(ClassLoader.getPlatformClassLoader().getDefinedPackage("java.sql"));
        System.out.println(Object.class.getPackage().getImplementationTitle() + " " + Object.class.getPackage().isSealed());
    }
}

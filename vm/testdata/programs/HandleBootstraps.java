import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.SerializedLambda;
import java.lang.invoke.StringConcatFactory;
import java.lang.invoke.SwitchPoint;
import java.lang.invoke.VolatileCallSite;
import java.lang.runtime.ObjectMethods;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

import static java.lang.invoke.MethodType.methodType;

/** The bootstrap methods of the library called by hand: lambdas, concatenation, records, constants; call sites and proxies. */
public class HandleBootstraps {
    static final MethodHandles.Lookup L = MethodHandles.lookup();

    interface Call { Object run() throws Throwable; }

    static void tell(String name, Call c) {
        try {
            System.out.println((name + " -> " + c.run()).replaceAll("Lambda(\\$\\d+)?/0x[0-9a-f]+", "Lambda").replaceAll("@[0-9a-f]+", "@"));
        } catch (Throwable t) {
            System.out.println((name + ": " + t + (t.getCause() == null ? "" : " caused by " + t.getCause())).replaceAll("Lambda(\\$\\d+)?/0x[0-9a-f]+", "Lambda").replaceAll("@[0-9a-f]+", "@"));
        }
    }

    static int add(int a, int b) { return a + b; }
    static String join(String a, int b) { return a + b; }
    static String text(Object o) { return "text " + o; }
    String instance(String s) { return "instance " + s; }
    interface Marker { }
    interface Bridged<T extends Comparable<T>> { T apply(T t); }
    interface StringBridged extends Bridged<String> { String apply(String s); }
    record Point(int x, double y, String name) { }
    enum Colour { RED, GREEN }
    static final int LIMIT = 77;
    static int[] counter = new int[1];
    private Object readResolve() { return this; }

    public static void main(String[] args) throws Throwable {
        MethodHandle add = L.findStatic(HandleBootstraps.class, "add", methodType(int.class, int.class, int.class));
        CallSite site = LambdaMetafactory.metafactory(L, "applyAsInt", methodType(IntBinaryOperator.class), add.type(), add, add.type());
        IntBinaryOperator op = (IntBinaryOperator) site.getTarget().invokeExact();
        System.out.println(site.type() + " " + (site instanceof ConstantCallSite) + " " + op.applyAsInt(3, 4) + " " + op.getClass().isHidden() + op.getClass().isSynthetic() + op.getClass().getSimpleName().startsWith("HandleBootstraps$$Lambda") + " " + Arrays.toString(op.getClass().getInterfaces()) + op.getClass().getNestHost());
        MethodHandle join = L.findStatic(HandleBootstraps.class, "join", methodType(String.class, String.class, int.class));
        CallSite capture = LambdaMetafactory.metafactory(L, "apply", methodType(Function.class, String.class), methodType(Object.class, Object.class), join, methodType(String.class, Integer.class));
        Function<Integer, String> f = (Function<Integer, String>) capture.getTarget().invokeExact("cap");
        System.out.println(f.apply(5) + f.andThen(s -> s + "!").apply(6));
        tell("cast", () -> ((Function) f).apply("x"));
        MethodHandle text = L.findStatic(HandleBootstraps.class, "text", methodType(String.class, Object.class));
        CallSite alt = LambdaMetafactory.altMetafactory(L, "apply", methodType(StringBridged.class), methodType(String.class, String.class), text, methodType(String.class, String.class),
            LambdaMetafactory.FLAG_SERIALIZABLE | LambdaMetafactory.FLAG_MARKERS | LambdaMetafactory.FLAG_BRIDGES, 1, Marker.class, 1, methodType(Comparable.class, Comparable.class));
        StringBridged bridged = (StringBridged) alt.getTarget().invoke();
        Bridged raw = bridged;
        System.out.println(bridged.apply("a") + raw.apply("b") + (bridged instanceof Marker) + (bridged instanceof Serializable));
        for (Method m : bridged.getClass().getDeclaredMethods()) if (m.getName().equals("writeReplace")) {
            m.setAccessible(true);
            SerializedLambda s = (SerializedLambda) m.invoke(bridged);
            System.out.println(s.getImplClass() + s.getImplMethodName() + s.getImplMethodSignature() + s.getImplMethodKind() + s.getFunctionalInterfaceClass() + s.getFunctionalInterfaceMethodName() + s.getFunctionalInterfaceMethodSignature() + s.getInstantiatedMethodType() + s.getCapturingClass() + s.getCapturedArgCount());
            System.out.println(s);
        }
        Method[] methods = bridged.getClass().getDeclaredMethods();
        System.out.println(methods.length);
        String prefix = "pre" + args.length;
        Supplier<String> serial = (Supplier<String> & Serializable) () -> prefix + counter.length;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(serial);
        Supplier<String> back = (Supplier<String>) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        System.out.println(back.get() + (back.getClass() == serial.getClass()));
        tell("serialize plain lambda", () -> { new ObjectOutputStream(new ByteArrayOutputStream()).writeObject((Supplier<String>) () -> prefix); return null; });
        Function<HandleBootstraps, String> method = (Function<HandleBootstraps, String> & Serializable) h -> h.instance("i");
        Comparator<String> c = (Comparator<String> & Serializable) String::compareToIgnoreCase;
        bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(c);
        System.out.println(((Comparator<String>) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject()).compare("A", "a"));

        tell("no interface", () -> LambdaMetafactory.metafactory(L, "x", methodType(String.class), add.type(), add, add.type()));
        tell("arity", () -> LambdaMetafactory.metafactory(L, "applyAsInt", methodType(IntBinaryOperator.class), methodType(int.class, int.class), add, add.type()));
        tell("return", () -> LambdaMetafactory.metafactory(L, "applyAsInt", methodType(IntBinaryOperator.class), add.type(), join, methodType(int.class, int.class, int.class)));
        tell("not direct", () -> LambdaMetafactory.metafactory(L, "run", methodType(Runnable.class), methodType(void.class), add.asType(methodType(long.class, int.class, int.class)), methodType(void.class)));
        tell("name", () -> LambdaMetafactory.metafactory(L, "x;y", methodType(Runnable.class), methodType(void.class), add, methodType(void.class)));
        tell("lookup", () -> LambdaMetafactory.metafactory(MethodHandles.publicLookup(), "applyAsInt", methodType(IntBinaryOperator.class), add.type(), add, add.type()));
        tell("unimplemented", () -> ((IntBinaryOperator) LambdaMetafactory.metafactory(L, "other", methodType(IntBinaryOperator.class), add.type(), add, add.type()).getTarget().invokeExact()).applyAsInt(1, 2));

        CallSite concat = StringConcatFactory.makeConcatWithConstants(L, "c", methodType(String.class, int.class, Object.class, char.class, double.class, long.class, boolean.class, String.class, float.class), "<\1|\1|\2|\1|\1|\1|\1|\1|\1>", "const\1");
        System.out.println((String) concat.getTarget().invokeExact(1, (Object) null, 'c', 2.5, 3L, true, (String) null, 1e10f));
        System.out.println((String) StringConcatFactory.makeConcat(L, "c", methodType(String.class, byte.class, short.class, Object[].class)).getTarget().invoke((byte) -1, (short) -2, null));
        tell("concat arguments", () -> StringConcatFactory.makeConcatWithConstants(L, "c", methodType(String.class, int.class), "\1\1"));
        tell("concat few", () -> StringConcatFactory.makeConcatWithConstants(L, "c", methodType(String.class, int.class, int.class), "\1"));
        tell("concat constants", () -> StringConcatFactory.makeConcatWithConstants(L, "c", methodType(String.class), "\2"));
        tell("concat extra constants", () -> StringConcatFactory.makeConcatWithConstants(L, "c", methodType(String.class), "x", 1));
        tell("concat return", () -> StringConcatFactory.makeConcat(L, "c", methodType(int.class, int.class)));
        tell("concat many", () -> StringConcatFactory.makeConcat(L, "c", MethodType.genericMethodType(201).changeReturnType(String.class)));
        tell("concat 40", () -> StringConcatFactory.makeConcat(L, "c", MethodType.genericMethodType(40).changeReturnType(String.class)).getTarget().invokeWithArguments((Object[]) new Integer[40]).toString().length());

        MethodHandle px = L.findGetter(Point.class, "x", int.class), py = L.findGetter(Point.class, "y", double.class), pn = L.findGetter(Point.class, "name", String.class);
        Point p = new Point(1, -0.0, "n");
        CallSite ts = (CallSite) ObjectMethods.bootstrap(L, "toString", methodType(String.class, Point.class), Point.class, "a;b;c", px, py, pn);
        CallSite hc = (CallSite) ObjectMethods.bootstrap(L, "hashCode", methodType(int.class, Point.class), Point.class, null, px, pn);
        CallSite eq = (CallSite) ObjectMethods.bootstrap(L, "equals", methodType(boolean.class, Point.class, Object.class), Point.class, "x;y", px, py);
        System.out.println((String) ts.getTarget().invokeExact(p) + (int) hc.getTarget().invokeExact(p) + (boolean) eq.getTarget().invokeExact(p, (Object) new Point(1, 0.0, "n")) + (boolean) eq.getTarget().invokeExact(p, (Object) new Point(1, -0.0, "m")) + p.hashCode() + p);
        tell("names", () -> ObjectMethods.bootstrap(L, "toString", methodType(String.class, Point.class), Point.class, "a;b", px));
        tell("method", () -> ObjectMethods.bootstrap(L, "clone", methodType(String.class, Point.class), Point.class, "a", px));
        tell("method type", () -> ObjectMethods.bootstrap(L, "toString", methodType(Object.class, Point.class), Point.class, "a", px));
        tell("as handle", () -> ObjectMethods.bootstrap(L, "hashCode", MethodHandle.class, Point.class, "x", px));

        tell("nullConstant", () -> ConstantBootstraps.nullConstant(L, "_", String.class));
        tell("null primitive", () -> ConstantBootstraps.nullConstant(L, "_", int.class));
        tell("primitiveClass", () -> ConstantBootstraps.primitiveClass(L, "J", Class.class));
        tell("primitiveClass bad", () -> ConstantBootstraps.primitiveClass(L, "Q", Class.class));
        tell("enumConstant", () -> ConstantBootstraps.enumConstant(L, "GREEN", Colour.class));
        tell("enumConstant bad", () -> ConstantBootstraps.enumConstant(L, "BLUE", Colour.class));
        tell("getStaticFinal", () -> ConstantBootstraps.getStaticFinal(L, "LIMIT", int.class, HandleBootstraps.class));
        tell("getStaticFinal not final", () -> ConstantBootstraps.getStaticFinal(L, "counter", int[].class, HandleBootstraps.class));
        tell("getStaticFinal MAX", () -> ConstantBootstraps.getStaticFinal(L, "MAX_VALUE", int.class, Integer.class));
        tell("getStaticFinal none", () -> ConstantBootstraps.getStaticFinal(L, "NONE", int.class));
        tell("invoke", () -> ConstantBootstraps.invoke(L, "_", int.class, add, 4, 5));
        tell("invoke varargs", () -> ConstantBootstraps.invoke(L, "_", String.class, L.findStatic(String.class, "format", methodType(String.class, String.class, Object[].class)), "%s-%s", 4, 5));
        tell("fieldVarHandle", () -> ConstantBootstraps.staticFieldVarHandle(L, "counter", java.lang.invoke.VarHandle.class, HandleBootstraps.class, int[].class).get() == counter);
        tell("arrayVarHandle", () -> ConstantBootstraps.arrayVarHandle(L, "_", java.lang.invoke.VarHandle.class, int[].class).varType());
        tell("explicitCast", () -> ConstantBootstraps.explicitCast(L, "_", int.class, 3.9));
        tell("explicitCast byte", () -> ConstantBootstraps.explicitCast(L, "_", byte.class, 300));

        MutableCallSite mutable = new MutableCallSite(methodType(int.class, int.class, int.class));
        tell("unset", () -> (int) mutable.getTarget().invokeExact(1, 2));
        MethodHandle invoker = mutable.dynamicInvoker();
        tell("unset invoker", () -> (int) invoker.invokeExact(1, 2));
        mutable.setTarget(add);
        System.out.println((int) invoker.invokeExact(20, 22) + " " + mutable.type() + " " + (mutable.dynamicInvoker() == invoker));
        mutable.setTarget(L.findStatic(Math.class, "max", add.type()));
        System.out.println((int) invoker.invokeExact(20, 22));
        tell("set type", () -> { mutable.setTarget(join); return null; });
        tell("set null", () -> { mutable.setTarget(null); return null; });
        MutableCallSite.syncAll(new MutableCallSite[] {mutable});
        VolatileCallSite vol = new VolatileCallSite(add);
        MethodHandle volInvoker = vol.dynamicInvoker();
        System.out.println((int) volInvoker.invokeExact(1, 1));
        vol.setTarget(L.findStatic(Math.class, "min", add.type()));
        System.out.println((int) volInvoker.invokeExact(1, 2));
        tell("constant set", () -> { new ConstantCallSite(add).setTarget(add); return null; });
        SwitchPoint sp = new SwitchPoint();
        MethodHandle guarded = sp.guardWithTest(add, L.findStatic(Math.class, "multiplyExact", add.type()));
        System.out.println((int) guarded.invokeExact(5, 6) + " " + sp.hasBeenInvalidated());
        SwitchPoint.invalidateAll(new SwitchPoint[] {sp});
        System.out.println((int) guarded.invokeExact(5, 6) + " " + sp.hasBeenInvalidated());
        tell("switch point types", () -> sp.guardWithTest(add, join));

        Callable<?> proxy = MethodHandleProxies.asInterfaceInstance(Callable.class, MethodHandles.constant(Object.class, "called"));
        System.out.println(proxy.call() + " " + MethodHandleProxies.isWrapperInstance(proxy) + MethodHandleProxies.wrapperInstanceType(proxy) + MethodHandleProxies.wrapperInstanceTarget(proxy).type());
        IntBinaryOperator po = MethodHandleProxies.asInterfaceInstance(IntBinaryOperator.class, add);
        System.out.println(po.applyAsInt(100, 1));
        Comparator<Integer> pc = MethodHandleProxies.asInterfaceInstance(Comparator.class, L.findStatic(Integer.class, "compare", add.type()));
        System.out.println(pc.compare(3, 2));
        tell("proxy class", () -> MethodHandleProxies.asInterfaceInstance(String.class, add));
        tell("proxy many", () -> MethodHandleProxies.asInterfaceInstance(java.util.List.class, add));
        tell("proxy type", () -> MethodHandleProxies.asInterfaceInstance(IntBinaryOperator.class, join));
        tell("proxy none", () -> MethodHandleProxies.wrapperInstanceTarget("x"));
    }
}

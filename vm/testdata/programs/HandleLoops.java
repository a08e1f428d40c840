import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

import static java.lang.invoke.MethodType.methodType;

/** Loop combinators, tryFinally, tableSwitch, folds and collects at positions, and what they refuse. */
public class HandleLoops {
    static final MethodHandles.Lookup L = MethodHandles.lookup();

    static MethodHandle mh(String name, Class<?> r, Class<?>... p) throws Exception {
        return L.findStatic(HandleLoops.class, name, methodType(r, p));
    }

    static int one(int n) { return 1; }
    static int zero(int n) { return 0; }
    static int mult(int i, int acc, int n) { return acc * (i + 1); }
    static int inc(int i, int acc, int n) { return i + 1; }
    static boolean less(int i, int acc, int n) { return i < n; }
    static int result(int i, int acc, int n) { return acc; }
    static String step(String v, int i) { return v + "," + i; }
    static String step3(String v, int i, String tail) { return v + i + tail; }
    static String append(String v, Object o) { return v + "<" + o + ">"; }
    static boolean shorter(String v, int n) { return v.length() < n; }
    static String grow(String v, int n) { return v + v.length(); }
    static List<String> reversed(List<String> r, String e) {
        List<String> x = new ArrayList<>();
        x.add(e);
        if (r != null) x.addAll(r);
        return x;
    }
    static String thrower(String s) throws Exception {
        if (s.startsWith("io")) throw new java.io.IOException(s);
        if (s.startsWith("rt")) throw new IllegalStateException(s);
        return "ok " + s;
    }
    static String cleanup(Throwable t, String r, String s) throws Throwable {
        System.out.println("cleanup " + t + " " + r + " " + s);
        if (s.endsWith("swallow")) return "swallowed";
        if (s.endsWith("replace")) throw new ArithmeticException("replaced");
        return r;
    }
    static void voidTarget(int x) { System.out.println("target " + x); if (x < 0) throw new RuntimeException("neg"); }
    static void voidCleanup(Throwable t, int x) { System.out.println("void cleanup " + t + " " + x); }
    static String caseOf(int i, String s) { return "case" + i + s; }
    static String defaultCase(int i, String s) { return "default" + i + s; }
    static int firstCall(String s, long x) { System.out.println("fold " + s + x); return s.length(); }
    static String folded(double d, int n, String s, long x) { return d + "|" + n + "|" + s + "|" + x; }

    static void fails(String name, java.util.concurrent.Callable<?> c) {
        try {
            System.out.println(name + " gives " + c.call());
        } catch (Throwable t) {
            System.out.println((name + ": " + t).replaceAll("@[0-9a-f]+", "@"));
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandle[] counter = {null, mh("inc", int.class, int.class, int.class, int.class)};
        MethodHandle[] accumulate = {mh("one", int.class, int.class), mh("mult", int.class, int.class, int.class, int.class),
            mh("less", boolean.class, int.class, int.class, int.class), mh("result", int.class, int.class, int.class, int.class)};
        MethodHandle loop = MethodHandles.loop(counter, accumulate);
        System.out.println(loop.type() + " " + (int) loop.invokeExact(5) + " " + (int) loop.invokeExact(10) + " " + (int) loop.invoke(0));

        MethodHandle step = mh("step", String.class, String.class, int.class);
        MethodHandle counted = MethodHandles.countedLoop(MethodHandles.constant(int.class, 5), MethodHandles.constant(String.class, "S"), step);
        System.out.println(counted.type() + " " + (String) counted.invoke());
        MethodHandle range = MethodHandles.countedLoop(MethodHandles.constant(int.class, -2), MethodHandles.constant(int.class, 3),
            null, mh("step3", String.class, String.class, int.class, String.class));
        System.out.println(range.type() + " " + (String) range.invoke("!"));
        MethodHandle iterated = MethodHandles.iteratedLoop(null, MethodHandles.constant(String.class, "it"), mh("append", String.class, String.class, Object.class));
        System.out.println(iterated.type());
        System.out.println((String) iterated.invoke((Iterable<?>) List.of("a", "b")));
        MethodHandle reverse = MethodHandles.iteratedLoop(null, null, mh("reversed", List.class, List.class, String.class));
        System.out.println(reverse.type() + " " + (List<?>) reverse.invoke((Iterable<?>) List.of("x", "y", "z")));
        MethodHandle while_ = MethodHandles.whileLoop(MethodHandles.dropArguments(MethodHandles.constant(String.class, "w"), 0, int.class),
            mh("shorter", boolean.class, String.class, int.class), mh("grow", String.class, String.class, int.class));
        System.out.println(while_.type() + " " + (String) while_.invokeExact(8));
        MethodHandle doWhile = MethodHandles.doWhileLoop(null, mh("grow", String.class, String.class, int.class).asType(methodType(String.class, String.class, int.class)),
            mh("shorter", boolean.class, String.class, int.class));
        fails("doWhile with null", () -> { try { return (String) doWhile.invoke(4); } catch (Exception e) { throw e; } catch (Throwable t) { throw new Error(t); } });

        fails("no clause", () -> MethodHandles.loop());
        fails("null clauses", () -> MethodHandles.loop((MethodHandle[][]) null));
        fails("no predicate", () -> MethodHandles.loop(counter));
        fails("long clause", () -> MethodHandles.loop(new MethodHandle[5]));
        fails("bad predicate", () -> MethodHandles.loop(new MethodHandle[] {null, null, mh("one", int.class, int.class)}));
        fails("body", () -> MethodHandles.countedLoop(MethodHandles.constant(int.class, 5), null, mh("append", String.class, String.class, Object.class)));
        fails("iterations", () -> MethodHandles.countedLoop(MethodHandles.constant(long.class, 5L), null, step));

        MethodHandle tf = MethodHandles.tryFinally(mh("thrower", String.class, String.class), mh("cleanup", String.class, Throwable.class, String.class, String.class));
        for (String s : new String[] {"fine", "io", "rt", "io swallow", "rt replace", "replace"}) {
            fails("tryFinally " + s, () -> { try { return (String) tf.invokeExact(s); } catch (Exception e) { throw e; } catch (Throwable t) { throw new Error(t); } });
        }
        MethodHandle vtf = MethodHandles.tryFinally(mh("voidTarget", void.class, int.class), mh("voidCleanup", void.class, Throwable.class, int.class));
        System.out.println(vtf.type());
        vtf.invokeExact(3);
        try { vtf.invokeExact(-3); } catch (RuntimeException e) { System.out.println(e); }
        fails("bad cleanup", () -> MethodHandles.tryFinally(mh("thrower", String.class, String.class), mh("append", String.class, String.class, Object.class)));
        fails("bad cleanup result", () -> MethodHandles.tryFinally(mh("voidTarget", void.class, int.class), mh("cleanup", String.class, Throwable.class, String.class, String.class)));

        MethodHandle target = mh("caseOf", String.class, int.class, String.class);
        MethodHandle sw = MethodHandles.tableSwitch(mh("defaultCase", String.class, int.class, String.class),
            target, MethodHandles.dropArguments(MethodHandles.identity(String.class), 0, int.class), target);
        for (int i = -1; i < 4; i++) System.out.print((String) sw.invokeExact(i, "s") + " ");
        System.out.println(sw.type());
        fails("switch without targets", () -> MethodHandles.tableSwitch(target));
        fails("switch types", () -> MethodHandles.tableSwitch(target, MethodHandles.identity(int.class)));
        fails("switch no int", () -> MethodHandles.tableSwitch(step, step));

        MethodHandle fold = MethodHandles.foldArguments(mh("folded", String.class, double.class, int.class, String.class, long.class), 1, mh("firstCall", int.class, String.class, long.class));
        System.out.println(fold.type() + " " + (String) fold.invokeExact(1.5, "abc", 9L));
        fails("fold mismatch", () -> MethodHandles.foldArguments(step, mh("firstCall", int.class, String.class, long.class)));
        MethodHandle collect = MethodHandles.collectArguments(mh("folded", String.class, double.class, int.class, String.class, long.class), 1, mh("firstCall", int.class, String.class, long.class));
        System.out.println(collect.type() + " " + (String) collect.invokeExact(2.5, "wxyz", 7L, "S", 6L));
        MethodHandle collectVoid = MethodHandles.collectArguments(step, 1, mh("voidTarget", void.class, int.class));
        System.out.println(collectVoid.type() + " " + (String) collectVoid.invokeExact("cv", 11, 12));
        fails("collect mismatch", () -> MethodHandles.collectArguments(step, 0, mh("firstCall", int.class, String.class, long.class)));
        fails("filter mismatch", () -> MethodHandles.filterArguments(step, 0, mh("one", int.class, int.class)));
        fails("too many filters", () -> MethodHandles.filterArguments(step, 1, null, null));
        fails("filter return", () -> MethodHandles.filterReturnValue(step, mh("one", int.class, int.class)));
        fails("permute", () -> MethodHandles.permuteArguments(step, methodType(String.class, int.class, String.class), 1, 2));
        fails("permute length", () -> MethodHandles.permuteArguments(step, methodType(String.class, int.class, String.class), 1));
        fails("permute type", () -> MethodHandles.permuteArguments(step, methodType(String.class, int.class, String.class), 0, 1));
        fails("guard", () -> MethodHandles.guardWithTest(step, step, step));
        fails("guard targets", () -> MethodHandles.guardWithTest(mh("shorter", boolean.class, String.class, int.class), step, mh("grow", String.class, String.class, int.class).asType(methodType(Object.class, String.class, int.class))));
        fails("catch", () -> MethodHandles.catchException(step, RuntimeException.class, step));
        fails("insert", () -> MethodHandles.insertArguments(step, 1, "x"));
        fails("insert many", () -> MethodHandles.insertArguments(step, 0, "x", 1, 2));
        fails("insert position", () -> MethodHandles.insertArguments(step, 3));
        fails("insert null", () -> MethodHandles.insertArguments(step, 1, new Object[] {null}));
        fails("drop", () -> MethodHandles.dropArguments(step, 3, int.class));
        fails("drop void", () -> MethodHandles.dropArguments(step, 1, void.class));
        fails("drop to match", () -> MethodHandles.dropArgumentsToMatch(step, 0, List.of(int.class, String.class, int.class, long.class), 1).type());
        fails("drop to match bad", () -> MethodHandles.dropArgumentsToMatch(step, 0, List.of(int.class, int.class), 0));
        fails("drop return", () -> MethodHandles.dropReturn(step).type());
        fails("spread", () -> step.asSpreader(Object[].class, 3));
        fails("spread type", () -> step.asSpreader(String.class, 1));
        fails("collector", () -> step.asCollector(Object[].class, 1));
        fails("varargs", () -> step.asVarargsCollector(Object[].class));
        fails("bindTo", () -> mh("one", int.class, int.class).bindTo(3));
        fails("bindTo cast", () -> step.bindTo(3));
        fails("constant", () -> MethodHandles.constant(int.class, "x"));
        fails("constant void", () -> MethodHandles.constant(void.class, null));
        fails("constant widened", () -> MethodHandles.constant(long.class, 3).type());
        fails("zero", () -> { try { return (Object) MethodHandles.zero(int.class).invoke() + "" + MethodHandles.empty(methodType(String.class, int.class)).invoke(3); } catch (Throwable t) { throw new Error(t); } });
        fails("throwException", () -> { try { return (String) MethodHandles.throwException(String.class, IllegalStateException.class).invokeExact(new IllegalStateException("thrown")); } catch (Exception e) { throw e; } catch (Throwable t) { throw new Error(t); } });
        MethodHandle many = MethodHandles.insertArguments(L.findStatic(Arrays.class, "asList", methodType(List.class, Object[].class)).asCollector(Object[].class, 12), 3, "d", "e").asSpreader(1, Object[].class, 4);
        System.out.println(many.type() + " " + many.invokeWithArguments(0, new Object[] {1, 2, 3, 4}, 5, 6, 7, 8, 9));
        System.out.println(many.toString());
        Iterator<?> it = ((List<?>) many.invokeWithArguments(List.of(0, new Object[] {1, 2, 3, 4}, 5, 6, 7, 8, 9))).iterator();
        System.out.println(it.next());
    }
}

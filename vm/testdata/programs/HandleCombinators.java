import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.SwitchPoint;
import java.lang.invoke.VolatileCallSite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Combinators of MethodHandles: arguments, filters, folds, guards, exceptions, loops, spreading, call sites. */
public class HandleCombinators {
    static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    static MethodHandle find(String name, Class<?> result, Class<?>... parameters) throws Exception {
        return LOOKUP.findStatic(HandleCombinators.class, name, MethodType.methodType(result, parameters));
    }

    static String join(String a, int b, String c) {
        return a + b + c;
    }

    static int length(String s) {
        return s.length();
    }

    static String bracket(Object o) {
        return "[" + o + "]";
    }

    static boolean isLong(String s) {
        return s.length() > 3;
    }

    static String longText(String s) {
        return s + " is long";
    }

    static String shortText(String s) {
        return s + " is short";
    }

    static int parse(String s) {
        return Integer.parseInt(s);
    }

    static int recover(NumberFormatException e, String s) {
        return -s.length();
    }

    static int cleanup(Throwable t, int result, String s) {
        return t == null ? result * 10 : -1;
    }

    static int sum(int... n) {
        return Arrays.stream(n).sum();
    }

    static int sum3(int a, int b, int c) {
        return a * 100 + b * 10 + c;
    }

    static boolean below(int total, int i, int limit) {
        return i < limit;
    }

    static int next(int total, int i, int limit) {
        return i + 1;
    }

    static int accumulate(int total, int i) {
        return total + i * i;
    }

    static String append(String s, int i) {
        return s + i;
    }

    static List<String> collect(List<String> list, String s) {
        List<String> r = new ArrayList<>(list == null ? List.of() : list);
        r.add(s.toUpperCase());
        return r;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandle join = find("join", String.class, String.class, int.class, String.class);
        System.out.println(MethodHandles.insertArguments(join, 1, 5, "end").invoke("start") + " " + MethodHandles.dropArguments(join, 1, double.class, Object.class).invoke("a", 1.0, null, 2, "b"));
        System.out.println(MethodHandles.permuteArguments(join, MethodType.methodType(String.class, int.class, String.class), 1, 0, 1).invoke(7, "x") + " " + MethodHandles.filterReturnValue(join, find("length", int.class, String.class)).invoke("aa", 1, "b"));
        System.out.println(MethodHandles.filterArguments(join, 0, find("bracket", String.class, Object.class).asType(MethodType.methodType(String.class, double.class)), find("length", int.class, String.class)).invoke(1.5, "four", "z"));
        System.out.println(MethodHandles.foldArguments(find("sum3", int.class, int.class, int.class, int.class), MethodHandles.insertArguments(find("sum3", int.class, int.class, int.class, int.class), 0, 0)).invoke(1, 2));
        System.out.println(MethodHandles.collectArguments(join, 1, find("length", int.class, String.class)).invoke("p", "abc", "q") + " " + MethodHandles.filterReturnValue(find("length", int.class, String.class), find("bracket", String.class, Object.class).asType(MethodType.methodType(String.class, int.class))).invoke("xyz"));
        MethodHandle guard = MethodHandles.guardWithTest(find("isLong", boolean.class, String.class), find("longText", String.class, String.class), find("shortText", String.class, String.class));
        System.out.println(guard.invoke("abc") + ", " + guard.invoke("abcdef"));
        MethodHandle parse = find("parse", int.class, String.class);
        MethodHandle safe = MethodHandles.catchException(parse, NumberFormatException.class, find("recover", int.class, NumberFormatException.class, String.class));
        System.out.println(safe.invoke("42") + " " + safe.invoke("oops"));
        MethodHandle tried = MethodHandles.tryFinally(parse, find("cleanup", int.class, Throwable.class, int.class, String.class));
        System.out.println((int) tried.invoke("7"));
        try {
            tried.invoke("bad");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            MethodHandles.throwException(int.class, IllegalStateException.class).invoke(new IllegalStateException("thrown by handle"));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        MethodHandle sum3 = find("sum3", int.class, int.class, int.class, int.class);
        System.out.println(sum3.asSpreader(int[].class, 3).invoke(new int[] {1, 2, 3}) + " " + sum3.asSpreader(Object[].class, 2).invoke(4, new Object[] {5, 6}) + " " + find("sum", int.class, int[].class).asCollector(int[].class, 4).invoke(1, 2, 3, 4) + " " + find("sum", int.class, int[].class).withVarargs(true).invoke(1, 2));
        try {
            sum3.asSpreader(int[].class, 3).invoke(new int[2]);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        MethodHandle loop = MethodHandles.whileLoop(null, MethodHandles.dropArguments(MethodHandles.constant(boolean.class, false), 0, int.class), MethodHandles.identity(int.class));
        System.out.println((int) loop.invoke());
        MethodHandle squares = MethodHandles.countedLoop(MethodHandles.identity(int.class), MethodHandles.dropArguments(MethodHandles.constant(int.class, 0), 0, int.class), find("accumulate", int.class, int.class, int.class));
        System.out.println(squares.invoke(10) + " " + MethodHandles.countedLoop(MethodHandles.dropArguments(MethodHandles.constant(int.class, 3), 0, String.class), MethodHandles.identity(String.class), find("append", String.class, String.class, int.class)).invoke("n"));
        MethodHandle[] counter = {MethodHandles.dropArguments(MethodHandles.constant(int.class, 0), 0, int.class), find("next", int.class, int.class, int.class, int.class), find("below", boolean.class, int.class, int.class, int.class), null};
        MethodHandle[] total = {MethodHandles.dropArguments(MethodHandles.constant(int.class, 0), 0, int.class), find("accumulate", int.class, int.class, int.class), null, null};
        MethodHandle pred = find("below", boolean.class, int.class, int.class, int.class);
        MethodHandle general = MethodHandles.loop(total, new MethodHandle[] {counter[0], counter[1], pred, MethodHandles.dropArguments(MethodHandles.identity(int.class), 1, int.class, int.class)});
        System.out.println(general.invoke(5));
        MethodHandle iterated = MethodHandles.iteratedLoop(null, null, find("collect", List.class, List.class, String.class));
        System.out.println(iterated.invoke(List.of("a", "b", "c")));
        CallSite constant = new ConstantCallSite(parse);
        MutableCallSite mutable = new MutableCallSite(MethodHandles.constant(String.class, "first"));
        MethodHandle dynamic = mutable.dynamicInvoker();
        System.out.print((String) dynamic.invokeExact() + " ");
        mutable.setTarget(MethodHandles.constant(String.class, "second"));
        System.out.println((String) dynamic.invokeExact() + " " + constant.getTarget().type() + " " + new VolatileCallSite(parse).dynamicInvoker().invoke("12"));
        try {
            mutable.setTarget(parse);
        } catch (java.lang.invoke.WrongMethodTypeException e) {
            System.out.println("call sites keep their type");
        }
        SwitchPoint point = new SwitchPoint();
        MethodHandle switched = point.guardWithTest(MethodHandles.constant(String.class, "valid"), MethodHandles.constant(String.class, "invalid"));
        System.out.print(switched.invoke() + " ");
        SwitchPoint.invalidateAll(new SwitchPoint[] {point});
        System.out.println(switched.invoke() + " " + point.hasBeenInvalidated());
        System.out.println(MethodHandles.explicitCastArguments(MethodHandles.identity(byte.class), MethodType.methodType(byte.class, int.class)).invoke(300) + " " + MethodHandles.exactInvoker(parse.type()).invoke(parse, "55") + " " + MethodHandles.spreadInvoker(sum3.type(), 1).invoke(sum3, 1, new Object[] {2, 3}) + " " + MethodHandles.empty(parse.type()).invoke("x"));
    }
}

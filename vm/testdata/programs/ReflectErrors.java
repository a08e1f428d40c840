import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What reflection refuses, with its messages, and the conversions it makes. */
public class ReflectErrors {
    interface Call { Object run() throws Throwable; }

    static void tell(String name, Call c) {
        try {
            Object r = c.run();
            System.out.println(name + " -> " + (r instanceof Object[] a ? Arrays.deepToString(a) : r));
        } catch (Throwable t) {
            StringBuilder b = new StringBuilder(name).append(": ").append(t);
            for (Throwable k = t.getCause(); k != null; k = k.getCause()) b.append(" caused by ").append(k);
            System.out.println(b.toString().replaceAll("@[0-9a-f]+", "@"));
        }
    }

    static class Box {
        private int number = 1;
        public final String text = "final" + number;
        static final List<String> LIST = new ArrayList<>();
        static final int CONSTANT = 9;
        public static long shared = 5;
        volatile double real = 1.5;
        byte small;
        char letter = 'a';
        boolean flag;
        Box() { }
        private Box(int n) { if (n < 0) throw new IllegalArgumentException("negative " + n); number = n; }
        public int sum(int a, long b, double c) { return (int) (a + b + c); }
        private String hidden() { return "hidden " + number; }
        static void thrower(String s) throws Exception { throw s == null ? new NullPointerException() : new Exception(s); }
        public String all(boolean z, byte b, short s, char c, int i, long j, float f, double d, String... rest) { return "" + z + b + s + c + i + j + f + d + Arrays.toString(rest); }
        public void nothing() { }
    }
    static abstract class Abstract { Abstract() { } abstract void go(); }
    static class Failing { static { if (true) throw new IllegalStateException("no init"); } static int x = 3; Failing() { } static void go() { } }
    class Inner { Inner(String s) { } }
    enum Colour { RED }
    record Pair(int a, String b) { Pair { if (a < 0) throw new IllegalArgumentException("a"); } }

    public static void main(String[] args) throws Exception {
        Box box = new Box();
        Method sum = Box.class.getMethod("sum", int.class, long.class, double.class);
        tell("sum", () -> sum.invoke(box, 1, 2, 3));
        tell("sum widened", () -> sum.invoke(box, (byte) 1, 'a', 3f));
        tell("sum narrowed", () -> sum.invoke(box, 1L, 2, 3));
        tell("sum few", () -> sum.invoke(box, 1));
        tell("sum none", () -> sum.invoke(box));
        tell("sum null arguments", () -> sum.invoke(box, (Object[]) null));
        tell("sum null value", () -> sum.invoke(box, null, 1L, 1.0));
        tell("sum string", () -> sum.invoke(box, "1", 1L, 1.0));
        tell("sum no receiver", () -> sum.invoke(null, 1, 1L, 1.0));
        tell("sum wrong receiver", () -> sum.invoke("x", 1, 1L, 1.0));
        for (int i = 0; i < 20; i++) sum.invoke(box, 1, 2L, 3.0);
        Method thrower = Box.class.getDeclaredMethod("thrower", String.class);
        tell("thrower", () -> thrower.invoke(null, "checked"));
        tell("thrower null", () -> thrower.invoke(null, (Object) null));
        tell("thrower static receiver", () -> thrower.invoke("ignored", "x"));
        Method all = Arrays.stream(Box.class.getDeclaredMethods()).filter(m -> m.getName().equals("all")).findFirst().get();
        tell("all", () -> all.invoke(box, true, (byte) 1, (short) 2, 'c', 4, 5L, 6f, 7.0, new String[] {"x"}));
        tell("all spread", () -> all.invoke(box, true, (byte) 1, (short) 2, 'c', 4, 5L, 6f, 7.0, "x"));
        tell("nothing", () -> Box.class.getMethod("nothing").invoke(box));
        tell("hidden", () -> Box.class.getDeclaredMethod("hidden").invoke(box));
        tell("no method", () -> Box.class.getMethod("hidden"));
        tell("no method with types", () -> Box.class.getDeclaredMethod("sum", int.class, String[].class, int[][].class));
        tell("no method null", () -> Box.class.getMethod(null));
        tell("no field", () -> Box.class.getField("number"));
        tell("no declared field", () -> Box.class.getDeclaredField("none"));
        tell("no constructor", () -> Box.class.getConstructor(String.class, int.class));
        tell("init as method", () -> Box.class.getDeclaredMethod("<init>"));
        tell("constructor", () -> { Constructor<Box> c = Box.class.getDeclaredConstructor(int.class); return c.newInstance(5).number + "" + c.newInstance((short) 6).number + c.newInstance('a').number; });
        tell("constructor throws", () -> Box.class.getDeclaredConstructor(int.class).newInstance(-1));
        tell("constructor arguments", () -> Box.class.getDeclaredConstructor(int.class).newInstance());
        tell("constructor type", () -> Box.class.getDeclaredConstructor(int.class).newInstance("x"));
        tell("abstract", () -> Abstract.class.getDeclaredConstructor().newInstance());
        tell("interface", () -> Call.class.getDeclaredConstructor().newInstance());
        tell("enum", () -> Colour.class.getDeclaredConstructors()[0].newInstance("BLUE", 1));
        tell("enum class", () -> Arrays.toString(Colour.class.getDeclaredConstructors()[0].getParameterTypes()));
        tell("inner", () -> Inner.class.getDeclaredConstructors()[0].newInstance(new ReflectErrors(), "s").getClass().getSimpleName());
        tell("inner null", () -> Inner.class.getDeclaredConstructors()[0].newInstance(null, "s").getClass().getSimpleName());
        tell("newInstance", () -> Integer.class.newInstance());
        tell("newInstance abstract", () -> Abstract.class.newInstance());
        tell("newInstance array", () -> int[].class.newInstance());
        tell("record", () -> Pair.class.getDeclaredConstructor(int.class, String.class).newInstance(-1, "x"));
        tell("failing", () -> Failing.class.getDeclaredConstructor().newInstance());
        tell("failing again", () -> Failing.class.getDeclaredMethod("go").invoke(null));
        tell("failing field", () -> Failing.class.getDeclaredField("x").get(null));

        Field number = Box.class.getDeclaredField("number");
        Field text = Box.class.getField("text");
        Field real = Box.class.getDeclaredField("real");
        Field letter = Box.class.getDeclaredField("letter");
        tell("get", () -> number.get(box) + "" + number.getInt(box) + number.getLong(box) + number.getDouble(box) + number.getFloat(box));
        tell("get as short", () -> number.getShort(box));
        tell("get as boolean", () -> number.getBoolean(box));
        tell("get char", () -> letter.getInt(box) + " " + letter.getChar(box) + letter.get(box));
        tell("get char as short", () -> letter.getShort(box));
        tell("get null", () -> number.get(null));
        tell("get wrong", () -> number.get("x"));
        tell("set", () -> { number.set(box, (byte) 7); number.setInt(box, number.getInt(box) + 1); number.setChar(box, 'b'); return box.number; });
        tell("set long", () -> { number.setLong(box, 3L); return null; });
        tell("set Long", () -> { number.set(box, 3L); return null; });
        tell("set null", () -> { number.set(box, null); return null; });
        tell("set real", () -> { real.set(box, 'x'); real.setFloat(box, 2.5f); return box.real; });
        tell("set final", () -> { text.set(box, "y"); return null; });
        tell("set final accessible", () -> { text.setAccessible(true); text.set(box, "y"); return text.get(box); });
        Field list = Box.class.getDeclaredField("LIST");
        tell("set static final", () -> { list.setAccessible(true); list.set(null, null); return null; });
        tell("set static", () -> { Box.class.getField("shared").setShort(null, (short) 12); return Box.shared; });
        tell("set record", () -> { Field f = Pair.class.getDeclaredField("a"); f.setAccessible(true); f.setInt(new Pair(1, ""), 2); return null; });
        tell("set byte", () -> { Box.class.getDeclaredField("small").setInt(box, 2); return null; });
        tell("set flag", () -> { Box.class.getDeclaredField("flag").set(box, 1); return null; });
        tell("set text type", () -> { text.set(box, 3); return null; });

        tell("private of String", () -> String.class.getDeclaredField("value").get("x"));
        tell("accessible of String", () -> { String.class.getDeclaredField("value").setAccessible(true); return null; });
        tell("try accessible", () -> String.class.getDeclaredField("value").trySetAccessible());
        tell("accessible method", () -> { String.class.getDeclaredMethod("isLatin1").setAccessible(true); return null; });
        tell("invoke private of String", () -> String.class.getDeclaredMethod("isLatin1").invoke("x"));
        tell("accessible class constructor", () -> { Class.class.getDeclaredConstructors()[0].setAccessible(true); return null; });
        tell("canAccess", () -> number.canAccess(box) + " " + String.class.getMethod("length").canAccess("x"));
        tell("canAccess null", () -> number.canAccess(null));
        tell("canAccess static", () -> thrower.canAccess(box));
        tell("internal class", () -> Class.forName("jdk.internal.misc.VM").getMethod("isBooted").invoke(null));
        tell("internal accessible", () -> { AccessibleObject.setAccessible(Class.forName("jdk.internal.misc.VM").getDeclaredMethods(), true); return null; });
        tell("hidden fields", () -> Arrays.stream(Field.class.getDeclaredFields()).count() + " " + Arrays.stream(System.class.getDeclaredFields()).map(Field::getName).sorted().toList());
        tell("public method of hidden class", () -> List.of(1, 2, 3).getClass().getMethod("size").invoke(List.of(1, 2, 3)));
        tell("through interface", () -> List.class.getMethod("size").invoke(List.of(1, 2, 3)));
        tell("unmodifiable", () -> java.util.Collections.unmodifiableList(new ArrayList<>()).getClass().getDeclaredMethod("size").invoke(java.util.Collections.unmodifiableList(new ArrayList<>())));

        tell("array", () -> Array.newInstance(int.class, 2, 3));
        tell("array length", () -> Array.getLength(new long[4]));
        tell("array length of no array", () -> Array.getLength("x"));
        tell("array get", () -> Array.get(new char[] {'x'}, 0) + "" + Array.getInt(new char[] {'x'}, 0) + Array.getDouble(new byte[] {3}, 0));
        tell("array get narrowed", () -> Array.getByte(new int[] {1}, 0));
        tell("array set", () -> { int[] a = new int[2]; Array.set(a, 0, 'c'); Array.setShort(a, 1, (short) 8); return Arrays.toString(a); });
        tell("array set wrong", () -> { Array.set(new int[2], 0, 5L); return null; });
        tell("array set object", () -> { Array.set(new String[1], 0, 5); return null; });
        tell("array set null", () -> { Array.set(new int[1], 0, null); return null; });
        tell("array bounds", () -> Array.get(new int[2], 2));
        tell("array null", () -> Array.get(null, 0));
        tell("array negative", () -> Array.newInstance(String.class, -1));
        tell("array void", () -> Array.newInstance(void.class, 1));
        tell("array dimensions", () -> Array.newInstance(int.class, new int[0]));
        tell("array many dimensions", () -> Array.newInstance(int.class, new int[256]));
        tell("array deep", () -> Array.newInstance(int[][].class, 1, 2).getClass());

        tell("forName", () -> Class.forName("[Ljava.lang.String;") + " " + Class.forName("[[I"));
        tell("forName int", () -> Class.forName("int"));
        tell("forName slashes", () -> Class.forName("java/lang/String"));
        tell("forName none", () -> Class.forName("no.Such"));
        tell("forName empty", () -> Class.forName(""));
        tell("forName null", () -> Class.forName(null));
        tell("forName array", () -> Class.forName("java.lang.String[]"));
        tell("forName array none", () -> Class.forName("[LNone;"));
        for (String name : new String[] {"[[", "[X", "[V", "[La.b", "[La.b;;", "[L;", "[L[I;", "[[La.B;", "a."}) {
            tell("forName misspelt " + name, () -> Class.forName(name));
            tell("forName misspelt, boot " + name, () -> Class.forName(name, false, null));
        }
        tell("forName no init", () -> Class.forName("ReflectErrors$Failing", false, ReflectErrors.class.getClassLoader()).getSimpleName());
        tell("forName boot", () -> Class.forName("ReflectErrors$Box", true, null));
        tell("forName module", () -> Class.forName(Object.class.getModule(), "java.util.List") + " " + Class.forName(Object.class.getModule(), "no.List"));
        tell("loadClass", () -> ReflectErrors.class.getClassLoader().loadClass("[I"));
        tell("cast", () -> Integer.class.cast("x"));
        tell("asSubclass", () -> String.class.asSubclass(Number.class));
        tell("enum valueOf", () -> Enum.valueOf(Colour.class, "GREEN"));
        tell("enum null", () -> Colour.valueOf(null));
        try {
            thrower.invoke(null, "deep");
        } catch (InvocationTargetException e) {
            System.out.println(e.getMessage() + " " + e.getTargetException() + " " + e.getCause().getStackTrace()[0]);
        }
    }
}

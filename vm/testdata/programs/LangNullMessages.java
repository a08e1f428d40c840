import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The messages of NullPointerExceptions for every kind of expression. */
public class LangNullMessages {
    int number; long wide; String text; LangNullMessages next; int[] ints; Object[] objects; int[][] grid; static LangNullMessages shared; static int[] sharedInts; boolean flag; double real;
    LangNullMessages get() { return next; }
    static LangNullMessages make(int a, String b) { return null; }
    LangNullMessages[] array() { return null; }
    void nothing() { }
    interface Face { int call(int x); }
    record Rec(String s, Rec r) { }

    static void npe(Runnable r) {
        try {
            r.run();
            System.out.println("no exception");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        } catch (RuntimeException e) {
            System.out.println(e);
        }
    }

    static Object nul() { return null; }

    public static void main(String[] args) {
        LangNullMessages a = null, b = new LangNullMessages();
        int[] ia = null; long[] la = null; byte[] ba = null; char[] ca = null; short[] sa = null; float[] fa = null; double[] da = null; boolean[] za = null; Object[] oa = null; String[][] ssa = {null};
        int i = 2, j = 0;
        npe(() -> System.out.println(a.number));
        npe(() -> System.out.println(b.next.next));
        npe(() -> b.next.number = 3);
        npe(() -> b.next.next.wide = 3);
        npe(() -> b.get().nothing());
        npe(() -> b.get().get().nothing());
        npe(() -> make(1, "x").text.length());
        npe(() -> shared.nothing());
        npe(() -> shared.next.next.nothing());
        npe(() -> sharedInts[3]++);
        npe(() -> System.out.println(ia[0]));
        npe(() -> ia[1] = 2);
        npe(() -> la[i]++);
        npe(() -> ba[i + 1] = 1);
        npe(() -> ca[j] = 'x');
        npe(() -> sa[0] = 1);
        npe(() -> fa[0] = 1);
        npe(() -> da[0] *= 2);
        npe(() -> za[0] = true);
        npe(() -> oa[0] = "x");
        npe(() -> System.out.println(oa[i]));
        npe(() -> System.out.println(ssa[0][1]));
        npe(() -> System.out.println(ssa[j][i].length()));
        npe(() -> System.out.println(new String[] {null}[0].length()));
        npe(() -> System.out.println(b.grid[1][2]));
        npe(() -> System.out.println(b.objects.length));
        npe(() -> System.out.println(b.array()[0].ints[2]));
        npe(() -> { synchronized (b.next) { } });
        npe(() -> { throw (RuntimeException) nul(); });
        npe(() -> { throw null; });
        npe(() -> { int x = (Integer) nul(); });
        npe(() -> { boolean x = (Boolean) nul(); });
        npe(() -> { long x = Map.of("a", 1L).get("b"); });
        npe(() -> { for (String s : (List<String>) nul()) { } });
        npe(() -> { for (int x : b.ints) { } });
        npe(() -> { switch (b.text) { case "a": break; default: } });
        npe(() -> { switch ((Thread.State) nul()) { case NEW: break; default: } });
        npe(() -> ((Face) nul()).call(3));
        npe(() -> new Rec(null, null).s().length());
        npe(() -> new Rec("a", null).r().r());
        npe(() -> new Rec("a", null).r.r.toString());
        npe(() -> ((String) nul()).isEmpty());
        npe(() -> ((int[]) nul())[0]++);
        npe(() -> System.out.println(((LangNullMessages) null).number));
        for (int round = 0; round < 2; round++) {
            npe(() -> { try { ((java.lang.invoke.MethodHandle) nul()).invokeExact(1); } catch (NullPointerException e) { throw e; } catch (Throwable e) { } });
            npe(() -> ((java.lang.invoke.VarHandle) nul()).set(b, "x"));
        }
        npe(() -> { Supplier<String> s = ((String) nul())::trim; });
        npe(() -> { String s = b.text; s.concat("x"); });
        npe(() -> { LangNullMessages local = null; local.text.length(); });
        npe(() -> { LangNullMessages[] locals = new LangNullMessages[3]; locals[i - 1].flag = true; });
        npe(() -> { LangNullMessages[][] locals = new LangNullMessages[3][3]; locals[i][j].real += 1.5; });
        npe(() -> { LangNullMessages[][] locals = new LangNullMessages[3][]; locals[b.number][b.number].get(); });
        npe(() -> java.util.Objects.requireNonNull(null));
        npe(() -> java.util.Objects.requireNonNull(null, "custom"));
        npe(() -> List.of(1, null));
        npe(() -> "x".compareTo(null));
        npe(() -> new StringBuilder((String) null));
        npe(() -> System.getProperty(null));
        npe(() -> Integer.valueOf((String) null).intValue());
        npe(() -> { throw new NullPointerException(); });
        npe(() -> { throw new NullPointerException("mine"); });
        npe(() -> b.new Inner(null).outerText());
        npe(() -> { Object o = nul(); o.getClass(); });
        npe(() -> { String s = null; s += "x"; s = null; s.strip().length(); });
        npe(() -> { float f = b.next.ints[(int) b.real]; });
        npe(() -> { b.array()[i * 3 + (j >> 1)] = a; });
        npe(() -> { ((Object[]) b.objects)[~i & 1] = (Object) a; });
        npe(() -> { long l = 5; ia[(int) l] = 3; });
        npe(() -> { int k = ia[ba[0]]; });
        npe(() -> { char c = b.text.toCharArray()["abc".length()]; });
        npe(() -> { ia[-1000000]++; });
        npe(() -> { ia[70000]++; });
        npe(() -> { ia[i > 1 ? 0 : 1]++; });
        Thread t = null;
        try { t.start(); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { args = null; System.out.println(args[0].length()); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { instance(null, 4); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        NullPointerException made = new NullPointerException();
        System.out.println(made.getMessage());
        NullPointerException thrown = null;
        try { a.nothing(); } catch (NullPointerException e) { thrown = e; }
        System.out.println(thrown + " " + thrown.getMessage().equals(thrown.getMessage()));
        thrown.setStackTrace(new StackTraceElement[0]);
        System.out.println(thrown.getMessage());
        String[] s = new String[1];
        System.out.println(s[0].length());
    }

    static void instance(LangNullMessages parameter, int n) { System.out.println(parameter.grid[n][n]); }

    class Inner {
        LangNullMessages o;
        Inner(LangNullMessages o) { this.o = o; }
        String outerText() { return LangNullMessages.this.text + o.text; }
    }
}

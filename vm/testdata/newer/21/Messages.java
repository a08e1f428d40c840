import java.util.*;

/** What exceptions of the VM and of the library say. */
public class Messages {
    int[] arr;
    Messages next;
    String s;
    static Messages st;
    Object o;
    int[][] mm;
    record N(N n, String v) {}
    static int f(String x) {
        return x.length();
    }
    Messages self() {
        return null;
    }
    static void run(String n, Runnable r) {
        try {
            r.run();
        } catch (Throwable t) {
            System.out.println(n + ": " + t);
        }
    }
    public static void main(String[] a) {
        Messages x = new Messages();
        run("1", () -> x.arr[2] = 3);
        run("2", () -> x.next.next.s = "a");
        run("3", () -> f(x.s));
        run("4", () -> x.self().self());
        run("5", () -> st.o.toString());
        run("6", () -> { int[][] m = new int[2][]; m[1][0]++; });
        run("7", () -> { Integer i = null; int j = i; });
        run("8", () -> { synchronized (x.s) {} });
        run("9", () -> { throw null; });
        run("10", () -> System.out.println(new N(null, null).n().v().length()));
        run("11", () -> ((String) x.o).length());
        run("12", () -> { Object q = "s"; Integer i = (Integer) q; });
        run("13", () -> { Object q = new int[0]; String[] z = (String[]) q; });
        run("14", () -> { Object[] q = new String[1]; q[0] = 1; });
        run("15", () -> System.out.println(1 / (x.arr == null ? 0 : 1)));
        run("16", () -> System.out.println(new int[-1].length));
        run("17", () -> "abc".charAt(5));
        run("18", () -> "abc".substring(2, 1));
        run("19", () -> List.of(1).get(3));
        run("20", () -> new ArrayList<>().get(0));
        run("21", () -> { int z = new int[]{}[0]; });
        run("22", () -> Integer.parseInt("x1"));
        run("23", () -> List.of(1, null));
        run("24", () -> Map.of(1, 2, 1, 3));
        run("25", () -> Objects.requireNonNull(null, "msg"));
        run("26", () -> Enum.valueOf(Thread.State.class, "FOO"));
        run("27", () -> new ArrayDeque<>().addFirst(null));
        run("28", () -> List.of(1).iterator().remove());
        run("29", () -> Optional.empty().orElseThrow());
        run("30", () -> { var l = new ArrayList<>(List.of(1,2,3)); for (var i : l) l.remove(i); });
        run("31", () -> { Object q = List.of(); Map<?,?> m = (Map<?,?>) q; });
        run("32", () -> System.arraycopy(new int[2], 0, new int[1], 0, 2));
        run("33", () -> System.arraycopy(new int[2], 0, new long[1], 0, 1));
        run("34", () -> System.arraycopy("a", 0, "b", 0, 1));
        run("35", () -> Thread.ofVirtual().unstarted(null));
        run("36", () -> new Scanner("x").nextInt());
        run("37", () -> String.format("%d", "x"));
        run("38", () -> String.format("%q", 1));
        run("39", () -> UUID.fromString("zz"));
        run("40", () -> java.time.LocalDate.of(2023, 2, 30));
        run("41", () -> java.time.LocalDate.parse("nope"));
        run("42", () -> new java.math.BigDecimal("1").divide(new java.math.BigDecimal("3")));
        run("43", () -> java.util.regex.Pattern.compile("a(b"));
        run("44", () -> java.nio.ByteBuffer.allocate(2).putInt(3));
        run("45", () -> Character.toChars(-1));
        run("46", () -> new String(new byte[1], 0, 5));
        run("47", () -> Arrays.asList(1).add(2));
        run("48", () -> new PriorityQueue<>().add(null));
        run("49", () -> Collections.max(new ArrayList<Integer>()));
        run("50", () -> java.util.HexFormat.of().parseHex("abc"));
        run("51", () -> Long.parseLong("", 10));
        run("52", () -> "x".repeat(-1));
        run("53", () -> Charset());
        run("54", () -> x.mm[1][2] = 3);
        run("55", () -> x.next.arr[x.arr.length]++);
        run("56", () -> new Object[]{1}.clone()[1].hashCode());
    }
    static void Charset() {
        java.nio.charset.Charset.forName("no such");
    }
}

import java.util.Iterator;
import java.util.List;

/** The messages of the exceptions that the virtual machine and the core classes throw. */
public class ExcMessages {
    interface Action {
        void run() throws Throwable;
    }

    static int number;

    static void show(Action action) {
        number++;
        try {
            action.run();
            System.out.println(number + " nothing");
        } catch (Throwable t) {
            System.out.println(number + " " + t);
        }
    }

    static class A {}

    static class B extends A {}

    interface I {}

    static int zero = 0;
    static Object text = "text";
    static Object array = new int[2][3];

    public static void main(String[] args) {
        int[] ints = new int[3];
        show(() -> System.out.println(ints[3]));
        show(() -> ints[-1] = 0);
        show(() -> System.out.println(new byte[0][4][0].length));
        show(() -> System.out.println(new long[Integer.MAX_VALUE - 8 & 5][-2].length));
        show(() -> System.out.println(new int[-1].length));
        show(() -> System.out.println(new String[zero - 7].length));
        show(() -> System.out.println(new int[2][-3].length));
        show(() -> System.out.println(1 / zero));
        show(() -> System.out.println(1L % zero));
        show(() -> System.out.println(1.0 / zero));
        show(() -> System.out.println((Integer) text));
        show(() -> System.out.println((I) text));
        show(() -> System.out.println((int[]) text));
        show(() -> System.out.println((String[]) array));
        show(() -> System.out.println((B) new Object()));
        show(() -> System.out.println((B) new A()));
        show(() -> System.out.println((Object[][]) array));
        show(() -> ((Object[]) new String[1])[0] = 1);
        show(() -> ((Object[]) new Integer[1][1])[0] = new A[0]);
        show(() -> ((Object[]) array)[0] = "row");
        show(() -> "abc".charAt(3));
        show(() -> "abc".charAt(-1));
        show(() -> "abc".substring(2, 1));
        show(() -> "abc".substring(4));
        show(() -> "abc".substring(-1, 2));
        show(() -> "abc".codePointAt(5));
        show(() -> new StringBuilder("abc").deleteCharAt(3));
        show(() -> new StringBuilder("abc").insert(4, "x"));
        show(() -> new StringBuilder("abc").setLength(-1));
        show(() -> new StringBuilder("abc").replace(4, 5, ""));
        show(() -> "abc".repeat(-1));
        show(() -> System.arraycopy(ints, 0, ints, 2, 2));
        show(() -> System.arraycopy(ints, -1, ints, 0, 1));
        show(() -> System.arraycopy(ints, 0, ints, 0, -1));
        show(() -> System.arraycopy(ints, 0, new long[3], 0, 1));
        show(() -> System.arraycopy("s", 0, ints, 0, 1));
        show(() -> System.arraycopy(ints, 0, "s", 0, 1));
        show(() -> System.arraycopy(new Object[] {"a", 1}, 0, new String[2], 0, 2));
        show(() -> System.arraycopy(null, 0, ints, 0, 1));
        show(() -> List.of(1).get(1));
        show(() -> List.of(1).add(2));
        show(() -> List.of(1, null));
        show(() -> new java.util.ArrayList<>(List.of(1, 2)).get(2));
        show(() -> new java.util.ArrayList<>().remove(0));
        show(() -> new java.util.ArrayList<>(-1));
        show(() -> new java.util.LinkedList<>().getFirst());
        show(() -> new java.util.LinkedList<>(List.of(1)).get(5));
        show(() -> new java.util.ArrayDeque<>().pop());
        show(() -> new java.util.ArrayDeque<>().add(null));
        show(() -> new java.util.HashMap<String, String>(-5));
        show(() -> new java.util.TreeMap<String, String>().firstKey());
        show(() -> new java.util.TreeMap<Object, String>().put(new A(), ""));
        show(() -> List.of(1).subList(1, 0));
        show(() -> java.util.Arrays.copyOfRange(ints, 2, 1));
        show(() -> java.util.Arrays.asList(1, 2).add(3));
        show(() -> java.util.Collections.unmodifiableList(List.of()).clear());
        show(() -> java.util.Map.of("a", 1, "a", 2));
        show(() -> java.util.Optional.empty().get());
        show(() -> java.util.Optional.of(null));
        show(() -> java.util.Optional.empty().orElseThrow(() -> new A() instanceof B ? null : new Exception("custom")));
        show(() -> new java.util.Scanner("x").nextInt());
        show(() -> new java.util.StringTokenizer("").nextToken());
        show(() -> java.util.Objects.checkFromToIndex(1, 9, 5));
        show(() -> java.util.EnumSet.noneOf((Class) String.class));
        show(() -> Thread.State.valueOf("GONE"));
        show(() -> new Thread(() -> { }).setPriority(11));
        show(() -> Thread.sleep(-1));
        show(() -> new Object().wait());
        show(() -> java.util.regex.Pattern.compile("a(b"));
        show(() -> String.format("%d", "x"));
        show(() -> String.format("%s %s", "x"));
        show(() -> String.format("%q", "x"));
        show(() -> new java.math.BigDecimal("1").divide(new java.math.BigDecimal("3")));
        show(() -> new java.math.BigInteger("12x"));
        show(() -> java.math.BigInteger.ONE.divide(java.math.BigInteger.ZERO));
        show(() -> java.time.LocalDate.of(2023, 2, 29));
        show(() -> java.time.LocalTime.parse("25:00"));
        show(() -> Class.forName("Missing"));
        show(() -> A.class.getDeclaredMethod("missing", int.class));
        show(() -> A.class.getDeclaredField("missing"));
        show(() -> I.class.getDeclaredConstructor());
        show(() -> {
            Iterator<Integer> it = new java.util.ArrayList<Integer>().iterator();
            it.next();
        });
        show(() -> {
            List<Integer> list = new java.util.ArrayList<>(List.of(1, 2, 3));
            for (int i : list) {
                list.remove(0);
            }
        });
        show(() -> {
            throw new StackOverflowError();
        });
        show(() -> java.nio.ByteBuffer.allocate(2).putInt(1));
        show(() -> java.nio.ByteBuffer.allocate(2).asReadOnlyBuffer().put((byte) 1));
        show(() -> java.nio.charset.Charset.forName("no-such"));
        show(() -> java.util.UUID.fromString("x"));
        show(() -> Integer.parseInt(null));
        show(() -> Boolean.valueOf(null).wait(-5));
        show(() -> new java.util.concurrent.ArrayBlockingQueue<>(0));
        show(() -> List.of(1).iterator().remove());
    }
}

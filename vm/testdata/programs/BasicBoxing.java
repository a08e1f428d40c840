import java.util.ArrayList;
import java.util.List;

/** Boxing and unboxing: caches, identity, comparison, mixed arithmetic, null, conversions of the wrappers. */
public class BasicBoxing {
    static String which(Object o) {
        return "Object";
    }

    static String which(long v) {
        return "long";
    }

    static String which(Integer v) {
        return "Integer";
    }

    static String which(int... v) {
        return "int...";
    }

    public static void main(String[] args) {
        Integer small1 = 127, small2 = 127;
        Integer large1 = 128, large2 = 128;
        System.out.println((small1 == small2) + " " + (large1 == large2) + " " + large1.equals(large2));
        System.out.println((large1 <= large2) + " " + (large1 == 128));
        Long long1 = -128L, long2 = -128L;
        System.out.println((long1 == long2) + " " + long1.equals(-128) + " " + long1.equals(-128L));
        Character c1 = 'x', c2 = 'x';
        System.out.println((c1 == c2) + " " + (Boolean.valueOf(true) == Boolean.TRUE) + " " + (Byte.valueOf((byte) 3) == Byte.valueOf((byte) 3)));
        Integer counter = 0;
        counter++;
        counter += 5;
        --counter;
        System.out.println(counter + " " + -counter + " " + ~counter);
        Object o = true ? 1 : 2.0;
        System.out.println(o + " " + o.getClass().getSimpleName());
        Object p = true ? (Object) 1 : (Object) 2.0;
        System.out.println(p + " " + p.getClass().getSimpleName());
        char letter = 'a';
        int zero = 0;
        System.out.println(true ? letter : 0);
        System.out.println(false ? zero : letter);
        try {
            Integer none = null;
            int value = none;
            System.out.println(value);
        } catch (NullPointerException e) {
            System.out.println("unboxing null");
        }
        System.out.println(which(1) + " " + which((short) 1) + " " + which(small1) + " " + which('c') + " " + which(1.0) + " " + which());
        List<Integer> list = new ArrayList<>(List.of(10, 20, 30, 1));
        list.remove(1);
        list.remove(Integer.valueOf(1));
        System.out.println(list);
        List<Long> longs = new ArrayList<>();
        longs.add(1L);
        System.out.println(longs.contains(1) + " " + longs.contains(1L));
        System.out.println(Integer.valueOf(300).hashCode() + " " + Long.valueOf(1L << 33).hashCode() + " " + Double.valueOf(1.5).hashCode()
            + " " + Float.valueOf(1.5f).hashCode() + " " + Boolean.TRUE.hashCode() + " " + Boolean.FALSE.hashCode()
            + " " + Character.valueOf('A').hashCode() + " " + Short.valueOf((short) -1).hashCode());
        System.out.println(Double.valueOf(Double.NaN).equals(Double.NaN) + " " + (Double.NaN == Double.NaN));
        System.out.println(Double.valueOf(0.0).equals(-0.0) + " " + (0.0 == -0.0) + " " + Double.compare(0.0, -0.0));
        System.out.println(Integer.compare(3, 5) + " " + Boolean.compare(true, false) + " " + Character.compare('b', 'a')
            + " " + Byte.compare((byte) -1, (byte) 1) + " " + Integer.compareUnsigned(-1, 1));
        Number[] numbers = {1, 2L, 3.7f, -4.9, (byte) 5, (short) 6};
        for (Number n : numbers) {
            System.out.println(n.getClass().getSimpleName() + " " + n.intValue() + " " + n.longValue() + " " + n.doubleValue() + " "
                + n.byteValue() + " " + n.shortValue() + " " + n.floatValue());
        }
        Comparable<Integer> comparable = 5;
        System.out.println(comparable.compareTo(7));
        Integer[] cells = {1, 2, 3};
        cells[1]++;
        cells[2] *= cells[1];
        System.out.println(cells[0] + cells[1] + cells[2]);
        long sum = 0;
        for (Integer i = 0; i < 2000; i++) {
            sum += i;
        }
        System.out.println(sum);
        switch (cells[0]) {
            case 1 -> System.out.println("one");
            default -> System.out.println("other");
        }
        Boolean flag = Boolean.parseBoolean("TRUE");
        if (flag && !Boolean.logicalXor(flag, true)) {
            System.out.println("flag");
        }
    }
}

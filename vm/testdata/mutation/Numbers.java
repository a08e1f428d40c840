/** A seed: arithmetic, conversions, switches and loops. */
public class Numbers {
    static int counter = 7;
    static final long MASK = 0x00FF00FF00FF00FFL;
    static double ratio = 1.5;

    static int ints() {
        int sum = 0;
        for (int i = 0; i < 20; i++) {
            sum = sum * 31 + (i ^ counter) - (i << 3) + (sum >>> 5) / (i + 1);
        }
        return sum;
    }

    static long longs() {
        long l = MASK;
        int i = (int) l;
        l = l * 3 + i % 13 - (l >> 7);
        return i > 0 ? l : -l;
    }

    static double doubles() {
        double d = ratio * counter;
        float f = (float) d;
        return Double.compare(d, f) < 0 ? d / f : d + (long) f + (int) d;
    }

    static String switches() {
        StringBuilder b = new StringBuilder();
        for (int i = -1; i < 6; i++) {
            switch (i) {
                case 0, 1 -> b.append('a');
                case 2 -> b.append(counter);
                case 4 -> b.append(2.5f);
                default -> b.append("other");
            }
            switch (i * 1000) {
                case 1000:
                    b.append(1L);
                case 5000:
                    b.append(true);
                    break;
                default:
            }
        }
        return b.toString();
    }

    static boolean logic() {
        boolean a = counter > 3, c = ratio < 2;
        byte b = (byte) counter;
        short s = (short) (b * 300);
        char d = (char) s;
        return a && !c || d > s ^ b == 7;
    }
}

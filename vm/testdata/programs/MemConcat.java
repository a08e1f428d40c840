/** Concatenations that are too long, or larger than the heap, and at the borders of characters and numbers. */
public class MemConcat {
    static String attempt(java.util.function.Supplier<String> maker) {
        try {
            String made = maker.get();
            return made.length() + " " + made.hashCode();
        } catch (Throwable thrown) {
            return thrown.toString();
        }
    }

    static void sizes() {
        String l = "a".repeat(60 << 20);
        System.out.println("2 of 60 MB: " + attempt(() -> l + l));
        System.out.println("30 of 60 MB: " + attempt(() -> l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l));
        System.out.println("35 of 60 MB: " + attempt(() -> l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l));
        System.out.println("30 of 60 MB and a wide character: " + attempt(() -> '\u1234' + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l + l));
    }

    static void wideSizes() {
        String w = "\u1234".repeat(30 << 20);
        System.out.println("4 wide of 60 MB: " + attempt(() -> w + w + w + w));
        System.out.println("36 wide of 60 MB: " + attempt(() -> w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w + w));
    }

    static int numbers() {
        long[] longs = {0, 9, 10, 99, 100, 999, 1000, 9999, 10000, 99999, 100000, 12345678901L, Long.MAX_VALUE, Long.MIN_VALUE, Integer.MIN_VALUE};
        int hash = 0;
        for (long n : longs) {
            for (long v : new long[] {n, -n, n + 1, n - 1}) {
                for (char c : new char[] {'a', '\u00ff', '\u0100', '\ud800'}) {
                    String text = "<" + v + c + (int) v + (short) v + (byte) v + (v > 0) + (float) v + '>' + null + new int[0].length + "\u00e9";
                    hash = 31 * hash + text.hashCode();
                    String again = new StringBuilder().append('<').append(v).append(c).append((int) v).append((short) v).append((byte) v).append(v > 0).append((float) v).append('>').append("null0\u00e9").toString();
                    if (!text.equals(again)) {
                        System.out.println(text + " is not " + again);
                    }
                }
            }
        }
        return hash;
    }

    public static void main(String[] args) {
        sizes();
        wideSizes();
        int hash = 0;
        for (int i = 0; i < 300; i++) {
            hash ^= numbers() * i;
        }
        System.out.println(hash);
        String empty = "", text = "t";
        System.out.println((empty + text == text) + " " + (empty + text).equals(text) + " " + (empty + empty).length() + "\u0416" + text + 'x' + "\u00fc");
    }
}

/** String concatenation of every type, nulls, chars as numbers, compound assignment, side effects and long chains. */
public class BasicConcat {
    static int calls;

    static class Noisy {
        final String id;

        Noisy(String id) {
            this.id = id;
        }

        @Override
        public String toString() {
            calls++;
            return id + "#" + calls;
        }
    }

    static class Nothing {
        @Override
        public String toString() {
            return null;
        }
    }

    static String effect(StringBuilder log, String s) {
        log.append(s);
        return s;
    }

    public static void main(String[] args) {
        boolean z = true;
        byte b = -128;
        short s = 32767;
        char c = '\u00e9';
        int i = Integer.MIN_VALUE;
        long l = Long.MIN_VALUE;
        float f = 1.1f;
        double d = -0.0;
        String str = "str";
        Object none = null;
        System.out.println("all " + z + b + s + (int) c + i + l + f + d + str + none);
        System.out.println(1 + 2 + "three" + 4 + 5);
        System.out.println('a' + 'b' + "c" + 'd' + 1);
        System.out.println("" + 'a' + 'b');
        System.out.println((char) ('a' + 1) + "" + (byte) 300 + (short) 70000);
        char[] chars = {'h', 'i'};
        System.out.println("chars " + String.valueOf(chars) + chars.length);
        String t = null;
        t += null;
        System.out.println(t);
        t += 1.0f;
        t += 'x';
        t += 10L;
        System.out.println(t);
        Object o = "obj";
        o += "ect";
        System.out.println(o);
        Noisy n = new Noisy("n");
        System.out.println(n + "," + n + "," + n);
        System.out.println("nothing " + new Nothing() + new Nothing());
        StringBuilder log = new StringBuilder();
        String joined = effect(log, "1") + effect(log, "2") + (effect(log, "3") + effect(log, "4"));
        System.out.println(joined + " " + log);
        int x = 1;
        System.out.println("order " + x++ + x + ++x + (x = 10) + x);
        String[] cell = {"a"};
        int index = 0;
        cell[index++] += index;
        System.out.println(cell[0]);
        StringBuilder sb = new StringBuilder("sb");
        System.out.println("" + sb + sb.append("!") + sb);
        final String constant = "con" + "stant" + 1 + true + 2.5 + 'c';
        System.out.println(constant == ("constant1true2.5c"));
        String runtime = "con";
        System.out.println((runtime + "stant1true2.5c") == constant);
        System.out.println((runtime + "stant1true2.5c").intern() == constant);
        System.out.println("NaN " + Float.NaN + Double.POSITIVE_INFINITY + -Float.MAX_VALUE + Double.MIN_VALUE);
        System.out.println("tag \1\2 \0 kept".length());
        System.out.println("a" + "\u0001" + x + "\u0002" + d);
        System.out.println("emoji " + "\ud83d\ude00".length() + ("\ud83d" + "\ude00").codePointCount(0, 2));
        String many = "" + i + l + z + b + s + f + d + x + i + l + z + b + s + f + d + x + i + l + z + b + s + f + d + x + i + l + z + b + s
            + f + d + x + i + l + z + b + s + f + d + x + i + l + z + b + s + f + d + x + i + l + z + b + s + f + d + x + i + l + z + b + s;
        System.out.println(many.length() + " " + many.hashCode());
        String built = "";
        for (int k = 0; k < 300; k++) {
            built += k % 10;
        }
        System.out.println(built.length() + " " + built.hashCode());
        Integer boxed = 5;
        Character letter = 'q';
        System.out.println("boxed " + boxed + letter + Long.valueOf(3) + Boolean.FALSE + new int[0].length);
        try {
            Object bad = new Object() {
                @Override
                public String toString() {
                    throw new IllegalStateException("from toString");
                }
            };
            System.out.println("never " + bad);
        } catch (IllegalStateException e) {
            System.out.println("caught " + e.getMessage());
        }
    }
}

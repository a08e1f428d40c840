package corpus;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.IntBinaryOperator;
import java.util.function.ToLongFunction;

/** Arithmetic, boxing in every place, compound assignments to boxed lvalues, varargs. */
class Numbers {
    static Integer counter = 0;
    Long[] boxes = {1L, 2L, (long) Integer.parseInt("3")};
    static Character c = 'a';

    static int next() { return counter++; }
    static Numbers self(Numbers n) { counter += n.boxes.length; return n; }
    static long sum(Number... all) { long s = 0; for (Number n : all) s += n.longValue(); return s; }
    static String pick(Object o) { return "object"; }
    static String pick(Integer i) { return "integer"; }
    static String pick(long l) { return "long"; }
    static String pick(int... i) { return "varargs"; }

    static BigInteger factorial(int n) { return n < 2 ? BigInteger.ONE : BigInteger.valueOf(n).multiply(factorial(n - 1)); }

    static double mixed(Integer a, Double b, boolean flag) {
        double d = flag ? a : b;
        Object o = flag ? a : "s".length() > 0 ? b : (Number) Long.valueOf(3);
        int i = a + b.intValue() << next();
        boolean same = a == next() | Boolean.parseBoolean("true") ^ flag;
        return same ? d + i : o.hashCode();
    }

    void compound() {
        self(this).boxes[next() % 3]++;
        ++self(this).boxes[0];
        self(this).boxes[next() % boxes.length] += next() * 2L;
        boxes[1] = boxes[2] = Long.sum(boxes[0], next());
        c++;
        counter = -counter;
        counter <<= next() & 3;
        assert counter != null && counter.equals(next()) : counter.toString();
    }

    public static void main(String[] args) {
        IntBinaryOperator gcd = new IntBinaryOperator() {
            @Override public int applyAsInt(int a, int b) { return b == 0 ? a : applyAsInt(b, Math.floorMod(a, b)); }
        };
        ToLongFunction<Integer> toLong = Integer::longValue;
        new Numbers().compound();
        System.out.println(pick(1) + pick((Integer) 1) + pick('c') + pick(1.0) + pick() + pick(1, 2));
        System.out.println(sum() + sum(1, 2L, 3.0, next()) + toLong.applyAsLong(next()) + gcd.applyAsInt(12, 18));
        System.out.println(factorial(20).mod(BigInteger.TEN).add(new BigDecimal("1.5").toBigInteger()) + " " + mixed(1, 2.0, true));
    }
}

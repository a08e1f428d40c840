import java.math.BigInteger;
import java.util.Random;

/** BigInteger: arithmetic with all signs, powers, gcd, modular arithmetic, bits, radices, conversions, primality. */
public class BigIntegers {
    static BigInteger factorial(int n) {
        BigInteger r = BigInteger.ONE;
        for (int i = 2; i <= n; i++) {
            r = r.multiply(BigInteger.valueOf(i));
        }
        return r;
    }

    static BigInteger fibonacci(int n) {
        BigInteger a = BigInteger.ZERO, b = BigInteger.ONE;
        for (int i = 0; i < n; i++) {
            BigInteger t = a.add(b);
            a = b;
            b = t;
        }
        return a;
    }

    static String pi(int digits) {
        // Spigot of Gibbons: streams the digits of pi with unbounded integers.
        BigInteger q = BigInteger.ONE, r = BigInteger.ZERO, t = BigInteger.ONE, k = BigInteger.ONE, n = BigInteger.valueOf(3), l = BigInteger.valueOf(3);
        StringBuilder out = new StringBuilder();
        BigInteger two = BigInteger.TWO, three = BigInteger.valueOf(3), four = BigInteger.valueOf(4), seven = BigInteger.valueOf(7);
        while (out.length() < digits) {
            if (four.multiply(q).add(r).subtract(t).compareTo(n.multiply(t)) < 0) {
                out.append(n);
                BigInteger nr = BigInteger.TEN.multiply(r.subtract(n.multiply(t)));
                n = BigInteger.TEN.multiply(three.multiply(q).add(r)).divide(t).subtract(BigInteger.TEN.multiply(n));
                q = q.multiply(BigInteger.TEN);
                r = nr;
            } else {
                BigInteger nr = two.multiply(q).add(r).multiply(l);
                BigInteger nn = q.multiply(seven.multiply(k)).add(two).add(r.multiply(l)).divide(t.multiply(l));
                q = q.multiply(k);
                t = t.multiply(l);
                l = l.add(two);
                k = k.add(BigInteger.ONE);
                n = nn;
                r = nr;
            }
        }
        return out.toString();
    }

    public static void main(String[] args) {
        BigInteger[] values = {BigInteger.ZERO, BigInteger.ONE, BigInteger.valueOf(-7), new BigInteger("12345678901234567890"), new BigInteger("-98765432109876543210987654321"), BigInteger.valueOf(Long.MIN_VALUE), BigInteger.ONE.shiftLeft(100)};
        for (BigInteger a : values) {
            for (BigInteger b : values) {
                StringBuilder line = new StringBuilder(a + " " + b + ": " + a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.compareTo(b) + " " + a.and(b) + " " + a.or(b) + " " + a.xor(b) + " " + a.andNot(b) + " " + a.gcd(b) + " " + a.max(b).equals(a));
                if (b.signum() != 0) {
                    BigInteger[] qr = a.divideAndRemainder(b);
                    line.append(" ").append(qr[0]).append(" ").append(qr[1]).append(" ").append(b.signum() > 0 ? a.mod(b) : "-");
                }
                System.out.println(line);
            }
        }
        for (BigInteger a : values) {
            System.out.println(a.negate() + " " + a.abs() + " " + a.signum() + " " + a.not() + " " + a.bitLength() + " " + a.bitCount() + " " + a.getLowestSetBit() + " " + a.shiftLeft(33) + " " + a.shiftRight(5) + " " + a.shiftRight(-1) + " " + a.testBit(3) + " " + a.setBit(70) + " " + a.flipBit(0)
                + " " + a.hashCode() + " " + a.intValue() + " " + a.longValue() + " " + a.doubleValue() + " " + a.floatValue() + " " + a.toString(16) + " " + a.toString(2).length() + " " + a.toString(36) + " " + java.util.Arrays.toString(a.toByteArray()));
        }
        System.out.println(factorial(60) + " " + factorial(300).toString().length() + " " + factorial(300).hashCode());
        System.out.println(fibonacci(300) + " " + fibonacci(3000).mod(BigInteger.valueOf(1000000007)));
        System.out.println(pi(100));
        System.out.println(BigInteger.TWO.pow(127).subtract(BigInteger.ONE).isProbablePrime(10) + " " + new BigInteger("1000000007").isProbablePrime(20) + " " + new BigInteger("1000000011").isProbablePrime(20) + " " + new BigInteger("100").nextProbablePrime());
        BigInteger m = new BigInteger("170141183460469231731687303715884105727");
        System.out.println(BigInteger.valueOf(3).modPow(new BigInteger("123456789012345678901234567890"), m) + " " + BigInteger.valueOf(12345).modInverse(m) + " " + BigInteger.valueOf(3).modPow(BigInteger.valueOf(-5), m) + " " + BigInteger.valueOf(7).modPow(BigInteger.TEN, BigInteger.valueOf(1024)));
        System.out.println(new BigInteger("2").pow(1000).sqrt() + " " + new BigInteger("99").sqrt() + " " + new BigInteger("-ff", 16) + " " + new BigInteger(new byte[] {-1, 0}) + " " + new BigInteger(1, new byte[] {-1, 0}) + " " + new BigInteger(80, new Random(5)) + " " + BigInteger.probablePrime(40, new Random(9)));
        BigInteger x = new BigInteger("7".repeat(700)), y = new BigInteger("3".repeat(650));
        System.out.println(x.multiply(y).hashCode() + " " + x.multiply(x).equals(x.pow(2)) + " " + x.divide(y) .toString().length() + " " + x.mod(y).hashCode() + " " + x.multiply(y).divide(y).equals(x));
        String[] errors = {"0/0", "neg", "exact", "mod"};
        for (String e : errors) {
            try {
                switch (e) {
                    case "0/0" -> BigInteger.ONE.mod(BigInteger.ZERO);
                    case "neg" -> BigInteger.ONE.negate().sqrt();
                    case "exact" -> BigInteger.ONE.shiftLeft(63).longValueExact();
                    default -> BigInteger.TWO.modInverse(BigInteger.valueOf(4));
                }
            } catch (ArithmeticException ex) {
                System.out.println(ex.getMessage());
            }
        }
    }
}

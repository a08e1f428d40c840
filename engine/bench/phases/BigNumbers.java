import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;

/** Phases that calculate with big numbers. */
final class BigNumbers {
    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("factorials");
            p.end(factorials());
            p.start("products");
            p.end(products());
            p.start("squares");
            p.end(squares());
            p.start("modularPowers");
            p.end(modularPowers());
            p.start("quotients");
            p.end(quotients());
            p.start("fibonacci");
            p.end(fibonacci());
            p.start("written");
            p.end(written());
            p.start("read");
            p.end(read());
            p.start("divisors");
            p.end(divisors());
            p.start("primes");
            p.end(primes());
            p.start("money");
            p.end(money());
            p.start("precise");
            p.end(precise());
            p.start("pi");
            p.end(pi());
        }
    }

    private static long factorials() {
        long total = 0;
        for (int round = 0; round < 8; round++) {
            BigInteger product = BigInteger.ONE;
            for (int i = 2; i < 3000; i++) {
                product = product.multiply(BigInteger.valueOf(i));
            }
            total += product.bitLength();
        }
        return total;
    }

    private static long products() {
        BigInteger a = new BigInteger(2000, new Random(1));
        BigInteger b = new BigInteger(2000, new Random(2));
        long total = 0;
        for (int i = 0; i < 60000; i++) {
            total += a.multiply(b.add(BigInteger.valueOf(i))).bitLength();
        }
        return total;
    }

    private static long squares() {
        BigInteger a = new BigInteger(6000, new Random(3));
        long total = 0;
        for (int i = 0; i < 15000; i++) {
            a = a.setBit(i % 6000);
            total += a.multiply(a).bitLength();
        }
        return total;
    }

    private static long modularPowers() {
        Random random = new Random(4);
        BigInteger modulus = new BigInteger(512, random).setBit(511).setBit(0);
        BigInteger base = new BigInteger(500, random);
        long total = 0;
        for (int i = 0; i < 350; i++) {
            base = base.modPow(BigInteger.valueOf(65537).shiftLeft(450).add(BigInteger.valueOf(i)), modulus);
            total += base.bitLength();
        }
        return total;
    }

    private static long quotients() {
        BigInteger a = new BigInteger(4000, new Random(5));
        BigInteger b = new BigInteger(1500, new Random(6));
        long total = 0;
        for (int i = 0; i < 15000; i++) {
            BigInteger[] both = a.divideAndRemainder(b.add(BigInteger.valueOf(i)));
            total += both[0].bitCount() + both[1].bitLength();
        }
        return total;
    }

    private static long fibonacci() {
        BigInteger a = BigInteger.ZERO;
        BigInteger b = BigInteger.ONE;
        for (int i = 0; i < 40000; i++) {
            BigInteger next = a.add(b);
            a = b;
            b = next;
        }
        return b.bitLength();
    }

    private static long written() {
        BigInteger big = BigInteger.valueOf(3).pow(2500);
        long total = 0;
        for (int i = 0; i < 600; i++) {
            total += big.add(BigInteger.valueOf(i)).toString().length();
        }
        return total;
    }

    private static long read() {
        String digits = "1234567890".repeat(60);
        long total = 0;
        for (int i = 0; i < 6000; i++) {
            total += new BigInteger(digits).bitLength();
        }
        return total;
    }

    private static long divisors() {
        BigInteger a = new BigInteger(300, new Random(7));
        BigInteger b = new BigInteger(280, new Random(8));
        long total = 0;
        for (int i = 0; i < 12000; i++) {
            total += a.add(BigInteger.valueOf(i)).gcd(b).intValue();
        }
        return total;
    }

    private static long primes() {
        Random random = new Random(9);
        long total = 0;
        for (int i = 0; i < 12; i++) {
            total += BigInteger.probablePrime(256, random).bitCount();
        }
        BigInteger next = BigInteger.valueOf(1000000007L);
        for (int i = 0; i < 600; i++) {
            next = next.nextProbablePrime();
        }
        return total + next.longValue();
    }

    private static long money() {
        BigDecimal sum = BigDecimal.ZERO;
        BigDecimal rate = new BigDecimal("1.0175");
        for (int i = 0; i < 700000; i++) {
            BigDecimal amount = BigDecimal.valueOf(i * 37L, 2);
            sum = sum.add(amount.multiply(rate).setScale(2, RoundingMode.HALF_EVEN));
        }
        return sum.longValue();
    }

    private static long precise() {
        MathContext context = new MathContext(100);
        long total = 0;
        for (int i = 1; i < 3500; i++) {
            BigDecimal third = BigDecimal.ONE.divide(BigDecimal.valueOf(i * 2 + 1), context);
            total += third.multiply(third, context).add(third).round(context).unscaledValue().bitLength();
            if (i % 10 == 0) {
                total += BigDecimal.valueOf(i).sqrt(context).precision();
            }
        }
        return total;
    }

    /** The digits of pi by Gibbons' spigot. */
    private static long pi() {
        BigInteger q = BigInteger.ONE;
        BigInteger r = BigInteger.ZERO;
        BigInteger t = BigInteger.ONE;
        BigInteger k = BigInteger.ONE;
        BigInteger n = BigInteger.valueOf(3);
        BigInteger l = BigInteger.valueOf(3);
        long digits = 0;
        for (int printed = 0; printed < 700;) {
            if (q.shiftLeft(2).add(r).subtract(t).compareTo(n.multiply(t)) < 0) {
                digits = digits * 31 + n.intValue();
                printed++;
                BigInteger next = BigInteger.TEN.multiply(r.subtract(n.multiply(t)));
                n = q.multiply(BigInteger.valueOf(3)).add(r).multiply(BigInteger.TEN).divide(t).subtract(n.multiply(BigInteger.TEN));
                q = q.multiply(BigInteger.TEN);
                r = next;
            } else {
                BigInteger next = q.shiftLeft(1).add(r).multiply(l);
                n = q.multiply(k).multiply(BigInteger.valueOf(7)).add(BigInteger.TWO).add(r.multiply(l)).divide(t.multiply(l));
                q = q.multiply(k);
                t = t.multiply(l);
                l = l.add(BigInteger.TWO);
                k = k.add(BigInteger.ONE);
                r = next;
            }
        }
        return digits;
    }
}

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;

/** BigInteger: products, squares and powers modulo odd numbers, of all lengths in words up to where the library has other ways. */
public class BigProducts {
    /** A number of so many bits, some of whose words are all ones or all zeros: these carry far. */
    static BigInteger number(Random random, int bits) {
        BigInteger n = new BigInteger(bits, random);
        switch (random.nextInt(4)) {
            case 0 -> n = n.or(BigInteger.ONE.shiftLeft(Math.max(1, bits / 2)).subtract(BigInteger.ONE).shiftLeft(bits / 3));
            case 1 -> n = n.shiftRight(bits / 2).shiftLeft(bits / 2);
            case 2 -> n = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE).subtract(n.shiftRight(bits / 2));
            default -> { }
        }
        return n.setBit(bits);
    }

    public static void main(String[] args) {
        Random random = new Random(7);
        for (int words = 1; words <= 90; words++) {
            int hash = 0;
            for (int other = 1; other <= 90; other += 1 + words % 7) {
                BigInteger x = number(random, 32 * words - 1 - random.nextInt(32)), y = number(random, 32 * other - 1 - random.nextInt(32));
                BigInteger product = x.multiply(y);
                if (!product.divide(y).equals(x) || product.mod(x).signum() != 0) {
                    System.out.println("wrong: " + x + " * " + y);
                }
                hash = 31 * hash + product.hashCode() + x.multiply(x).hashCode() + x.pow(3).hashCode();
            }
            System.out.println(words + " " + Integer.toHexString(hash));
        }
        for (int bits = 1; bits <= 5000; bits += 1 + bits / 7) {
            BigInteger m = number(random, bits).setBit(0), b = number(random, bits + random.nextInt(40)), e = number(random, 70);
            System.out.println(bits + " " + Integer.toHexString(b.modPow(e, m).hashCode()) + " " + Integer.toHexString(b.modPow(e, m.clearBit(0).setBit(1)).hashCode()) + " "
                + b.modPow(BigInteger.valueOf(65537), m).equals(b.modPow(BigInteger.valueOf(65536), m).multiply(b).mod(m)));
        }
        BigInteger huge = number(random, 17_000).setBit(0);
        System.out.println(BigInteger.valueOf(3).modPow(BigInteger.valueOf(1_000_003), huge).hashCode());
        for (BigInteger m : new BigInteger[] {BigInteger.ONE, BigInteger.valueOf(3), BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE), BigInteger.ONE.shiftLeft(64).add(BigInteger.ONE), BigInteger.ONE.shiftLeft(2048).subtract(BigInteger.ONE)}) {
            BigInteger less = m.subtract(BigInteger.ONE);
            System.out.println(less.modPow(BigInteger.valueOf(12345), m).equals(less.mod(m)) + " " + less.modPow(BigInteger.valueOf(12346), m) + " " + BigInteger.ZERO.modPow(BigInteger.TEN, m));
        }
        System.out.println(new BigInteger(200, random).nextProbablePrime().subtract(BigInteger.ONE).hashCode() + " " + BigInteger.probablePrime(256, random).hashCode());
        BigDecimal d = new BigDecimal("1.000000000000000000000000000001");
        System.out.println(d.pow(200).toString().hashCode() + " " + new BigDecimal(number(random, 900)).sqrt(new java.math.MathContext(150)));
    }
}

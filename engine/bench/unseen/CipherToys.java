import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Random;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

public class CipherToys {
    private CipherToys() {
    }

    private static final BigInteger E = BigInteger.valueOf(65537);

    static long rsa() {
        Random rnd = new Random(31337);
        long acc = 0;
        for (int key = 0; key < 2; key++) {
            BigInteger p = BigInteger.probablePrime(384, rnd);
            BigInteger q = BigInteger.probablePrime(384, rnd);
            BigInteger n = p.multiply(q);
            BigInteger phi = p.subtract(BigInteger.ONE).multiply(q.subtract(BigInteger.ONE));
            BigInteger d = E.modInverse(phi);
            for (int i = 0; i < 22; i++) {
                BigInteger m = new BigInteger(700, rnd);
                BigInteger c = m.modPow(E, n);
                if (!c.modPow(d, n).equals(m)) throw new AssertionError();
                acc = acc * 31 + c.longValue();
            }
        }
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i < 1500; i++) f = f.multiply(BigInteger.valueOf(i));
        return acc + f.toString().hashCode();
    }

    static long digests() throws Exception {
        MessageDigest md5 = MessageDigest.getInstance("MD5");
        MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
        MessageDigest sha512 = MessageDigest.getInstance("SHA-512");
        byte[] data = new byte[8192];
        new Random(1).nextBytes(data);
        CRC32 crc = new CRC32();
        Adler32 adler = new Adler32();
        long acc = 0;
        for (int i = 0; i < 3700; i++) {
            byte[] a = md5.digest(data);
            byte[] b = sha1.digest(data);
            byte[] c = sha512.digest(data);
            crc.update(data);
            adler.update(data, 10, 2000);
            acc += a[0] ^ b[1] ^ c[2];
            System.arraycopy(c, 0, data, (i * 64) % 8000, c.length);
        }
        return acc + crc.getValue() * 3 + adler.getValue();
    }

    /** Knight moves and flood fill on bitboards; a Gray code; an LFSR. */
    static long bitboards() {
        final long notA = 0xfefefefefefefefeL, notAB = 0xfcfcfcfcfcfcfcfcL;
        final long notH = 0x7f7f7f7f7f7f7f7fL, notGH = 0x3f3f3f3f3f3f3f3fL;
        long acc = 0;
        for (int round = 0; round < 60_000; round++) {
            long seen = 1L << (round & 63);
            long blocked = (round * 0x9E3779B97F4A7C15L) & (round * 0xC2B2AE3D27D4EB4FL) & ~seen;
            for (int step = 0; ; step++) {
                long k = seen;
                long next = (k << 17) & notA | (k << 10) & notAB | (k >>> 6) & notAB | (k >>> 15) & notA
                    | (k << 15) & notH | (k << 6) & notGH | (k >>> 10) & notGH | (k >>> 17) & notH;
                next = (next | seen) & ~blocked;
                if (next == seen) {
                    acc += step * 64L + Long.bitCount(seen);
                    break;
                }
                seen = next;
            }
        }
        int lfsr = 0xACE1;
        for (int i = 0; i < 20_000_000; i++) {
            int bit = (lfsr ^ (lfsr >> 2) ^ (lfsr >> 3) ^ (lfsr >> 5)) & 1;
            lfsr = (lfsr >> 1) | (bit << 15);
            acc += (i ^ (i >> 1)) & lfsr & 0xff;
        }
        return acc;
    }

    static long deflated() throws DataFormatException {
        byte[] input = new byte[520_000];
        Random rnd = new Random(8);
        for (int i = 0; i < input.length; i++) {
            input[i] = i > 1000 && rnd.nextInt(10) < 8 ? input[i - 1 - (i * 7) % 900] : (byte) rnd.nextInt(64);
        }
        long acc = 0;
        int[] levels = {Deflater.BEST_SPEED, 4, Deflater.BEST_COMPRESSION};
        for (int level : levels) {
            Deflater deflater = new Deflater(level, true);
            deflater.setInput(input);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] buf = new byte[4096];
            while (!deflater.finished()) out.write(buf, 0, deflater.deflate(buf));
            deflater.end();
            Inflater inflater = new Inflater(true);
            inflater.setInput(out.toByteArray());
            while (!inflater.finished()) {
                int n = inflater.inflate(buf);
                for (int i = 0; i < n; i += 5) acc = acc * 5 + buf[i];
            }
            inflater.end();
            acc += out.size();
        }
        return acc;
    }

    private static final char[] HEX = "0123456789abcdef".toCharArray();

    static long letters() {
        char[] plain = "the quick brown fox jumps over the lazy dog, and then sleeps ".repeat(400).toCharArray();
        char[] key = "LEMON".toCharArray();
        int[] histogram = new int[128];
        long acc = 0;
        for (int round = 0; round < 120; round++) {
            int k = 0;
            for (int i = 0; i < plain.length; i++) {
                char c = plain[i];
                if (c >= 'a' && c <= 'z') {
                    c = (char) ('a' + (c - 'a' + key[k] - 'A') % 26);
                    k = (k + 1) % key.length;
                    plain[i] = c;
                }
                histogram[c]++;
            }
            StringBuilder hex = new StringBuilder(plain.length * 2);
            byte[] bytes = new String(plain).getBytes(StandardCharsets.ISO_8859_1);
            for (byte b : bytes) hex.append(HEX[(b >> 4) & 15]).append(HEX[b & 15]);
            for (int i = 0; i < hex.length(); i += 2) {
                acc = acc * 31 + Character.digit(hex.charAt(i), 16) * 16 + Character.digit(hex.charAt(i + 1), 16);
            }
        }
        for (int h : histogram) acc = acc * 7 + h;
        return acc;
    }

    private static long permuted;

    private static void permute(int[] a, int k) {
        if (k == a.length) {
            long h = 0;
            for (int x : a) h = h * 10 + x;
            permuted ^= h * 0x9E3779B97F4A7C15L;
            permuted++;
            return;
        }
        for (int i = k; i < a.length; i++) {
            int t = a[k]; a[k] = a[i]; a[i] = t;
            permute(a, k + 1);
            t = a[k]; a[k] = a[i]; a[i] = t;
        }
    }

    private static int ackermann(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    private static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static long recursive() {
        permuted = 0;
        permute(new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9}, 0);
        return permuted + ackermann(2, 900) + ackermann(3, 7) + fib(37);
    }

    public static void main(String[] arguments) throws Exception {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("rsa");
            p.end(rsa());
            p.start("digests");
            p.end(digests());
            p.start("bitboards");
            p.end(bitboards());
            p.start("deflated");
            p.end(deflated());
            p.start("letters");
            p.end(letters());
            p.start("recursive");
            p.end(recursive());
        }
    }
}

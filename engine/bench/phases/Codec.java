import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Codes: ciphers, signed tokens, hashes written by hand, Huffman's code, keys. */
final class Codec {
    public static void main(String[] arguments) throws Exception {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("ciphers");
            p.end(ciphers());
            p.start("tokens");
            p.end(tokens());
            p.start("keys");
            p.end(keys());
            p.start("hashes");
            p.end(hashes());
            p.start("huffman");
            p.end(huffman());
            p.start("bloomFilter");
            p.end(bloomFilter());
        }
    }

    private static long ciphers() throws GeneralSecurityException {
        byte[] key = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
        SecretKeySpec aes = new SecretKeySpec(key, "AES");
        byte[] iv = Arrays.copyOf(key, 12);
        long result = 0;
        byte[] letter = new byte[3000];
        Arrays.fill(letter, (byte) 'x');
        for (int i = 0; i < 400; i++) {
            letter[i] = (byte) i;
            Cipher cbc = Cipher.getInstance("AES/CBC/PKCS5Padding");
            cbc.init(Cipher.ENCRYPT_MODE, aes, new IvParameterSpec(key));
            byte[] secret = cbc.doFinal(letter);
            cbc.init(Cipher.DECRYPT_MODE, aes, new IvParameterSpec(key));
            result += cbc.doFinal(secret)[i] + secret[i];
            if (i % 4 == 0) {
                Cipher gcm = Cipher.getInstance("AES/GCM/NoPadding");
                iv[0] = (byte) i;
                iv[1] = (byte) (i >> 8);
                gcm.init(Cipher.ENCRYPT_MODE, aes, new GCMParameterSpec(128, iv));
                gcm.updateAAD(key);
                result += gcm.doFinal(letter).length;
            }
        }
        return result;
    }

    /** Issues and verifies signed tokens. */
    private static long tokens() throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("a secret of the server".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        Base64.Decoder decoder = Base64.getUrlDecoder();
        long valid = 0;
        for (int i = 0; i < 20000; i++) {
            String payload = "{\"sub\":\"user" + i % 700 + "\",\"exp\":" + (1_700_000_000L + i) + ",\"admin\":" + (i % 50 == 0) + "}";
            String body = encoder.encodeToString("{\"alg\":\"HS256\"}".getBytes(StandardCharsets.UTF_8)) + "." + encoder.encodeToString(payload.getBytes(StandardCharsets.UTF_8));
            String token = body + "." + encoder.encodeToString(mac.doFinal(body.getBytes(StandardCharsets.US_ASCII)));
            if (i % 10 == 3) {
                token = token.replace('A', 'B');
            }
            int dot = token.lastIndexOf('.');
            byte[] expected = mac.doFinal(token.substring(0, dot).getBytes(StandardCharsets.US_ASCII));
            if (Arrays.equals(expected, decoder.decode(token.substring(dot + 1)))) {
                String back = new String(decoder.decode(token.substring(token.indexOf('.') + 1, dot)), StandardCharsets.UTF_8);
                valid += back.contains("\"admin\":true") ? 100 : 1;
            }
        }
        return valid;
    }

    private static long keys() {
        Random random = new Random(3);
        BigInteger exponent = BigInteger.valueOf(65537);
        long result = 0;
        for (int i = 0; i < 4; i++) {
            BigInteger p = BigInteger.probablePrime(320, random);
            BigInteger q = BigInteger.probablePrime(320, random);
            BigInteger modulus = p.multiply(q);
            BigInteger secret = exponent.modInverse(p.subtract(BigInteger.ONE).multiply(q.subtract(BigInteger.ONE)));
            for (int message = 0; message < 12; message++) {
                BigInteger plain = new BigInteger(600, random);
                BigInteger coded = plain.modPow(exponent, modulus);
                if (!coded.modPow(secret, modulus).equals(plain)) {
                    throw new IllegalStateException("wrong key");
                }
                result += coded.bitLength() + coded.toString(16).length() + plain.gcd(q).intValue();
            }
        }
        return result;
    }

    private static int murmur(byte[] bytes, int from, int length, int seed) {
        int hash = seed;
        int end = from + (length & ~3);
        for (int i = from; i < end; i += 4) {
            int k = bytes[i] & 0xff | (bytes[i + 1] & 0xff) << 8 | (bytes[i + 2] & 0xff) << 16 | bytes[i + 3] << 24;
            k = Integer.rotateLeft(k * 0xcc9e2d51, 15) * 0x1b873593;
            hash = Integer.rotateLeft(hash ^ k, 13) * 5 + 0xe6546b64;
        }
        int k = 0;
        for (int i = from + length - 1; i >= end; i--) {
            k = k << 8 | bytes[i] & 0xff;
        }
        hash ^= Integer.rotateLeft(k * 0xcc9e2d51, 15) * 0x1b873593 ^ length;
        hash = (hash ^ hash >>> 16) * 0x85ebca6b;
        hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
        return hash ^ hash >>> 16;
    }

    private static int crc16(byte[] bytes) {
        int crc = 0xffff;
        for (byte b : bytes) {
            crc ^= (b & 0xff) << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) != 0 ? crc << 1 ^ 0x1021 : crc << 1;
            }
        }
        return crc & 0xffff;
    }

    /** The same bytes by hashes of our own, and by those of the library. */
    private static long hashes() {
        byte[] bytes = new byte[300_000];
        new Random(4).nextBytes(bytes);
        long result = 0;
        for (int round = 0; round < 40; round++) {
            for (int from = 0; from + 1000 < bytes.length; from += 997) {
                result += murmur(bytes, from, 900 + from % 90, round);
            }
            if (round % 3 == 0) {
                result += crc16(bytes);
            }
            CRC32 crc = new CRC32();
            crc.update(bytes, round, 200_000);
            Adler32 adler = new Adler32();
            adler.update(bytes, 0, 100_000 + round);
            result ^= crc.getValue() << 16 ^ adler.getValue();
        }
        return result;
    }

    private static final class Node implements Comparable<Node> {
        private final int symbol;
        private final int weight;
        private final Node left;
        private final Node right;

        Node(int symbol, int weight, Node left, Node right) {
            this.symbol = symbol;
            this.weight = weight;
            this.left = left;
            this.right = right;
        }

        @Override
        public int compareTo(Node other) {
            return weight != other.weight ? Integer.compare(weight, other.weight) : Integer.compare(symbol, other.symbol);
        }

        void collect(String prefix, Map<Character, String> codes) {
            if (left == null) {
                codes.put((char) symbol, prefix);
            } else {
                left.collect(prefix + "0", codes);
                right.collect(prefix + "1", codes);
            }
        }
    }

    private static long huffman() {
        StringBuilder text = new StringBuilder();
        Random random = new Random(5);
        for (int i = 0; i < 90000; i++) {
            text.append((char) ('a' + Math.abs(random.nextInt(13) - random.nextInt(13)) + random.nextInt(3)));
        }
        Map<Character, Integer> weights = new HashMap<>();
        for (char c : text.toString().toCharArray()) {
            weights.merge(c, 1, Integer::sum);
        }
        PriorityQueue<Node> queue = new PriorityQueue<>();
        weights.forEach((c, weight) -> queue.add(new Node(c, weight, null, null)));
        while (queue.size() > 1) {
            Node left = queue.remove();
            Node right = queue.remove();
            queue.add(new Node(Math.min(left.symbol, right.symbol), left.weight + right.weight, left, right));
        }
        Node root = queue.remove();
        Map<Character, String> codes = new HashMap<>();
        root.collect("", codes);
        long result = 0;
        for (int round = 0; round < 7; round++) {
            StringBuilder bits = new StringBuilder();
            for (int i = 0; i < text.length(); i++) {
                bits.append(codes.get(text.charAt(i)));
            }
            StringBuilder back = new StringBuilder();
            Node node = root;
            for (int i = 0; i < bits.length(); i++) {
                node = bits.charAt(i) == '0' ? node.left : node.right;
                if (node.left == null) {
                    back.append((char) node.symbol);
                    node = root;
                }
            }
            result += back.compareTo(text) + bits.length();
        }
        return result;
    }

    /** Remembers words in some bits each. */
    private static long bloomFilter() {
        long[] bits = new long[1 << 18];
        List<String> words = new ArrayList<>();
        for (int i = 0; i < 250000; i++) {
            words.add(Integer.toHexString(i * 0x9e3779b9));
        }
        long wrong = 0;
        for (int i = 0; i < words.size(); i++) {
            int hash = words.get(i).hashCode();
            int step = (hash >>> 15 | hash << 17) * 0x85ebca6b | 1;
            boolean known = true;
            for (int k = 0; k < 7; k++) {
                int bit = hash + k * step & (1 << 24) - 1;
                known &= (bits[bit >>> 6] & 1L << bit) != 0;
                if (i % 2 == 0) {
                    bits[bit >>> 6] |= 1L << bit;
                }
            }
            if (known) {
                wrong++;
            }
        }
        long set = 0;
        for (long word : bits) {
            set += Long.bitCount(word) + Long.numberOfTrailingZeros(word | 1L << 63) % 2;
        }
        return set * 100 + wrong;
    }
}

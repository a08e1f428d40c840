import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import java.util.zip.CRC32;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Digests, Base64, UUIDs, checksums, HMAC and AES: known answers. */
public class MiscDigests {
    static String hex(byte[] b) {
        return HexFormat.of().formatHex(b);
    }

    public static void main(String[] args) throws Exception {
        byte[][] inputs = {{}, "abc".getBytes(), "The quick brown fox jumps over the lazy dog".getBytes(), new byte[1000]};
        for (String algorithm : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512", "SHA-224", "SHA3-256", "MD2"}) {
            MessageDigest d = MessageDigest.getInstance(algorithm);
            for (byte[] in : inputs) {
                System.out.println(algorithm + " " + in.length + " " + hex(d.digest(in)));
            }
            d.update((byte) 'a');
            MessageDigest copy = (MessageDigest) d.clone();
            d.update("bc".getBytes());
            System.out.println(d.getDigestLength() + " " + Arrays.equals(d.digest(), MessageDigest.getInstance(algorithm).digest("abc".getBytes())) + " " + MessageDigest.isEqual(copy.digest(), d.digest()));
        }
        try {
            MessageDigest.getInstance("NOPE");
        } catch (NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }
        for (String s : new String[] {"", "f", "fo", "foo", "foob", "fooba", "foobar", "\u00ff\u00fe?>"}) {
            byte[] b = s.getBytes(StandardCharsets.ISO_8859_1);
            System.out.println(Base64.getEncoder().encodeToString(b) + " " + Base64.getUrlEncoder().withoutPadding().encodeToString(b) + " " + new String(Base64.getDecoder().decode(Base64.getEncoder().encode(b)), StandardCharsets.ISO_8859_1).equals(s));
        }
        System.out.println(Base64.getMimeEncoder(16, "|".getBytes()).encodeToString("a longer text for several lines".getBytes()) + " " + new String(Base64.getMimeDecoder().decode("YWJ\n j*")));
        for (String bad : new String[] {"a", "ab=c", "a*b=", "YQ=", "YWJj YQ=="}) {
            try {
                System.out.println(hex(Base64.getDecoder().decode(bad)));
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        UUID named = UUID.nameUUIDFromBytes("hotlens".getBytes()), parsed = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
        System.out.println(named + " " + named.version() + " " + named.variant() + " " + parsed.timestamp() + " " + parsed.clockSequence() + " " + parsed.getMostSignificantBits() + " " + parsed.hashCode() + " " + parsed.compareTo(named) + " " + new UUID(1, 2) + " " + UUID.randomUUID().version());
        CRC32 crc = new CRC32();
        crc.update("123456789".getBytes());
        System.out.println(Long.toHexString(crc.getValue()));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("key".getBytes(), "HmacSHA256"));
        System.out.println(hex(mac.doFinal(inputs[2])));
        SecretKeySpec key = new SecretKeySpec("0123456789abcdef".getBytes(), "AES");
        Cipher cbc = Cipher.getInstance("AES/CBC/PKCS5Padding");
        cbc.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(new byte[16]));
        byte[] secret = cbc.doFinal("attack at dawn, or a little later".getBytes());
        System.out.println(hex(secret));
        cbc.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(new byte[16]));
        System.out.println(new String(cbc.doFinal(secret)));
        secret[secret.length - 1] ^= 1;
        try {
            cbc.doFinal(secret);
            System.out.println("accepted");
        } catch (javax.crypto.BadPaddingException e) {
            System.out.println("bad padding");
        }
        byte[] random = new byte[16];
        new java.security.SecureRandom().nextBytes(random);
        System.out.println(random.length + " " + !Arrays.equals(random, new byte[16]));
    }
}

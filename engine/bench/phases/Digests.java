import java.security.MessageDigest;
import java.util.Base64;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Phases that digest, check, encrypt and encode bytes. */
final class Digests {
    public static void main(String[] arguments) throws Exception {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("md5");
            p.end(md5());
            p.start("sha1");
            p.end(sha1());
            p.start("sha256");
            p.end(sha256());
            p.start("sha512");
            p.end(sha512());
            p.start("sha3");
            p.end(sha3());
            p.start("shortTexts");
            p.end(shortTexts());
            p.start("authenticated");
            p.end(authenticated());
            p.start("crc");
            p.end(crc());
            p.start("adler");
            p.end(adler());
            p.start("encrypted");
            p.end(encrypted());
            p.start("base64");
            p.end(base64());
            p.start("hexadecimal");
            p.end(hexadecimal());
            p.start("fowler");
            p.end(fowler());
        }
    }

    private static byte[] data(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 31 + (i >> 5));
        }
        return bytes;
    }

    private static long digest(String algorithm, int times) throws Exception {
        MessageDigest digest = MessageDigest.getInstance(algorithm);
        byte[] bytes = data(10000);
        long total = 0;
        for (int i = 0; i < times; i++) {
            bytes[0] = (byte) i;
            total += digest.digest(bytes)[3];
        }
        return total;
    }

    private static long md5() throws Exception {
        return digest("MD5", 10000);
    }

    private static long sha1() throws Exception {
        return digest("SHA-1", 15000);
    }

    private static long sha256() throws Exception {
        return digest("SHA-256", 18000);
    }

    private static long sha512() throws Exception {
        return digest("SHA-512", 7000);
    }

    private static long sha3() throws Exception {
        return digest("SHA3-256", 1600);
    }

    private static long shortTexts() throws Exception {
        long total = 0;
        for (int i = 0; i < 120000; i++) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            total += digest.digest(("message " + i).getBytes())[7];
        }
        return total;
    }

    private static long authenticated() throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(data(32), "HmacSHA256"));
        byte[] bytes = data(500);
        long total = 0;
        for (int i = 0; i < 150000; i++) {
            bytes[1] = (byte) i;
            total += mac.doFinal(bytes)[0];
        }
        return total;
    }

    private static long crc() {
        byte[] bytes = data(50000);
        CRC32 crc = new CRC32();
        for (int i = 0; i < 120000; i++) {
            crc.update(bytes, 0, bytes.length);
        }
        return crc.getValue();
    }

    private static long adler() {
        byte[] bytes = data(20000);
        Adler32 adler = new Adler32();
        for (int i = 0; i < 80000; i++) {
            adler.update(bytes, 0, bytes.length);
        }
        return adler.getValue();
    }

    private static long encrypted() throws Exception {
        Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(data(16), "AES"), new IvParameterSpec(data(16)));
        byte[] bytes = data(8192);
        long total = 0;
        for (int i = 0; i < 20000; i++) {
            total += cipher.doFinal(bytes)[100];
        }
        return total;
    }

    private static long base64() {
        byte[] bytes = data(3000);
        long total = 0;
        for (int i = 0; i < 150000; i++) {
            bytes[0] = (byte) i;
            String text = Base64.getEncoder().encodeToString(bytes);
            total += text.charAt(1) + Base64.getDecoder().decode(text).length;
        }
        return total;
    }

    private static long hexadecimal() {
        byte[] bytes = data(512);
        long total = 0;
        for (int i = 0; i < 20000; i++) {
            StringBuilder text = new StringBuilder();
            for (byte value : bytes) {
                text.append(Character.forDigit(value >> 4 & 15, 16)).append(Character.forDigit(value & 15, 16));
            }
            total += text.length();
        }
        return total;
    }

    private static long fowler() {
        byte[] bytes = data(100000);
        int hash = 0x811c9dc5;
        for (int round = 0; round < 1500; round++) {
            for (byte value : bytes) {
                hash = (hash ^ value) * 0x01000193;
            }
        }
        return hash;
    }
}

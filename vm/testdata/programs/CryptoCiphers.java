import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.security.AlgorithmParameters;
import java.security.Key;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.*;
import javax.crypto.spec.*;

/** Digests, MACs, ciphers in all modes, password-based encryption, key derivation and wrapping, and their refusals. */
public class CryptoCiphers {
    interface Call { Object run() throws Exception; }

    static void tell(String name, Call c) {
        try {
            Object r = c.run();
            System.out.println(name + " -> " + (r instanceof byte[] b ? HexFormat.of().formatHex(b) : r));
        } catch (Exception t) {
            System.out.println(name + ": " + t + (t.getCause() == null ? "" : " caused by " + t.getCause()));
        }
    }

    static byte[] bytes(int n) {
        byte[] b = new byte[n];
        for (int i = 0; i < n; i++) b[i] = (byte) (i * 7 + 3);
        return b;
    }

    static byte[] crypt(String transformation, int mode, Key key, AlgorithmParameterSpec spec, byte[] data, byte[] aad) throws Exception {
        Cipher c = Cipher.getInstance(transformation);
        c.init(mode, key, spec);
        if (aad != null) c.updateAAD(aad);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < data.length; i += 10) {
            byte[] part = c.update(data, i, Math.min(10, data.length - i));
            if (part != null) out.write(part);
        }
        out.write(c.doFinal());
        return out.toByteArray();
    }

    public static void main(String[] args) throws Exception {
        byte[] data = bytes(100);
        for (String a : new String[] {"MD2", "MD5", "SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA-512/224", "SHA-512/256", "SHA3-224", "SHA3-256", "SHA3-384", "SHA3-512"}) {
            MessageDigest d = MessageDigest.getInstance(a);
            d.update(data, 5, 60);
            MessageDigest copy = (MessageDigest) d.clone();
            tell(a, () -> d.digest());
            tell(a + " empty", () -> d.digest());
            tell(a + " clone", () -> copy.digest(data).length);
        }
        SecretKey mac = new SecretKeySpec(bytes(20), "any");
        for (String a : new String[] {"HmacMD5", "HmacSHA1", "HmacSHA224", "HmacSHA256", "HmacSHA384", "HmacSHA512", "HmacSHA512/224", "HmacSHA512/256", "HmacSHA3-256", "HmacSHA3-512"}) {
            tell(a, () -> { Mac m = Mac.getInstance(a); m.init(mac); m.update(data); return m.doFinal(); });
        }
        SecretKey aes = new SecretKeySpec(bytes(16), "AES"), aes32 = new SecretKeySpec(bytes(32), "AES"), des = new SecretKeySpec(bytes(8), "DES"), tdes = new SecretKeySpec(bytes(24), "DESede"), bf = new SecretKeySpec(bytes(12), "Blowfish"), rc2 = new SecretKeySpec(bytes(10), "RC2"), rc4 = new SecretKeySpec(bytes(16), "ARCFOUR"), cc = new SecretKeySpec(bytes(32), "ChaCha20");
        IvParameterSpec iv16 = new IvParameterSpec(bytes(16)), iv8 = new IvParameterSpec(bytes(8)), iv12 = new IvParameterSpec(bytes(12));
        GCMParameterSpec gcm = new GCMParameterSpec(128, bytes(12));
        Object[][] ciphers = {{"AES/ECB/PKCS5Padding", aes, null}, {"AES/CBC/PKCS5Padding", aes, iv16}, {"AES/CBC/ISO10126Padding", aes32, iv16}, {"AES/CTR/NoPadding", aes32, iv16}, {"AES/CFB/NoPadding", aes, iv16}, {"AES/CFB8/NoPadding", aes, iv16}, {"AES/OFB/NoPadding", aes, iv16}, {"AES/PCBC/PKCS5Padding", aes, iv16}, {"AES/CTS/NoPadding", aes, iv16}, {"AES/GCM/NoPadding", aes, gcm}, {"AES/GCM/NoPadding", aes32, new GCMParameterSpec(96, bytes(16))},
            {"DES/CBC/PKCS5Padding", des, iv8}, {"DES/ECB/PKCS5Padding", des, null}, {"DESede/CBC/PKCS5Padding", tdes, iv8}, {"Blowfish/CBC/PKCS5Padding", bf, iv8}, {"RC2/CBC/PKCS5Padding", rc2, iv8}, {"ARCFOUR", rc4, null}, {"ChaCha20", cc, new ChaCha20ParameterSpec(bytes(12), 7)}, {"ChaCha20-Poly1305", cc, iv12}};
        for (Object[] c : ciphers) {
            String name = (String) c[0];
            Key key = (Key) c[1];
            AlgorithmParameterSpec spec = (AlgorithmParameterSpec) c[2];
            byte[] aad = name.contains("GCM") || name.contains("Poly") ? bytes(7) : null;
            byte[] encrypted = crypt(name, Cipher.ENCRYPT_MODE, key, spec, data, aad);
            if (name.contains("ISO10126")) System.out.println(name + " " + encrypted.length);
            else System.out.println(name + " " + HexFormat.of().formatHex(encrypted));
            System.out.println(Arrays.equals(data, crypt(name, Cipher.DECRYPT_MODE, key, spec, encrypted, aad)));
            byte[] damaged = encrypted.clone();
            damaged[damaged.length - 1] ^= 1;
            if (aad != null || name.contains("PKCS5")) tell(name + " damaged", () -> crypt(name, Cipher.DECRYPT_MODE, key, spec, damaged, aad).length);
        }
        tell("block size", () -> crypt("AES/CBC/NoPadding", Cipher.ENCRYPT_MODE, aes, iv16, data, null));
        tell("iv size", () -> crypt("AES/CBC/NoPadding", Cipher.ENCRYPT_MODE, aes, iv8, data, null));
        tell("key size", () -> crypt("AES/ECB/NoPadding", Cipher.ENCRYPT_MODE, new SecretKeySpec(bytes(15), "AES"), null, data, null));
        tell("key kind", () -> crypt("DES/ECB/NoPadding", Cipher.ENCRYPT_MODE, aes, null, data, null));
        tell("no cipher", () -> Cipher.getInstance("None/ECB/NoPadding"));
        tell("no padding", () -> Cipher.getInstance("AES/ECB/Strange"));
        tell("bad transformation", () -> Cipher.getInstance("AES/ECB"));
        tell("no digest", () -> MessageDigest.getInstance("SHA-0"));
        tell("no provider", () -> MessageDigest.getInstance("SHA-1", "None"));
        tell("not initialised", () -> Cipher.getInstance("AES").doFinal());
        tell("gcm reuse", () -> { Cipher c = Cipher.getInstance("AES/GCM/NoPadding"); c.init(Cipher.ENCRYPT_MODE, aes, gcm); c.doFinal(data); return c.doFinal(data); });
        tell("gcm late aad", () -> { Cipher c = Cipher.getInstance("AES/GCM/NoPadding"); c.init(Cipher.ENCRYPT_MODE, aes, gcm); c.update(data); c.updateAAD(data); return null; });
        tell("gcm short", () -> { Cipher c = Cipher.getInstance("AES/GCM/NoPadding"); c.init(Cipher.DECRYPT_MODE, aes, gcm); return c.doFinal(bytes(5)); });
        tell("mac key", () -> { Mac m = Mac.getInstance("HmacSHA1"); m.init(null); return null; });
        Cipher params = Cipher.getInstance("AES/CBC/PKCS5Padding");
        params.init(Cipher.ENCRYPT_MODE, aes, iv16);
        AlgorithmParameters p = params.getParameters();
        System.out.println(p.getAlgorithm() + " " + HexFormat.of().formatHex(p.getEncoded()) + " " + HexFormat.of().formatHex(p.getParameterSpec(IvParameterSpec.class).getIV()) + " " + params.getBlockSize() + params.getOutputSize(17) + params.getAlgorithm() + params.getProvider().getName() + Cipher.getMaxAllowedKeyLength("AES"));

        char[] password = "pässword".toCharArray();
        for (String a : new String[] {"PBKDF2WithHmacSHA1", "PBKDF2WithHmacSHA256", "PBKDF2WithHmacSHA512"}) tell(a, () -> SecretKeyFactory.getInstance(a).generateSecret(new PBEKeySpec(password, bytes(8), 50, 256)).getEncoded());
        for (String a : new String[] {"PBEWithMD5AndDES", "PBEWithSHA1AndDESede", "PBEWithSHA1AndRC4_128", "PBEWithHmacSHA256AndAES_128"}) tell(a, () -> {
            SecretKey k = SecretKeyFactory.getInstance(a).generateSecret(new PBEKeySpec("ascii".toCharArray()));
            Cipher c = Cipher.getInstance(a);
            c.init(Cipher.ENCRYPT_MODE, k, a.contains("AES") ? new PBEParameterSpec(bytes(8), 20, iv16) : new PBEParameterSpec(bytes(8), 20));
            return c.doFinal(data);
        });
        tell("wrap", () -> { Cipher c = Cipher.getInstance("AESWrap"); c.init(Cipher.WRAP_MODE, aes); byte[] w = c.wrap(aes32); c.init(Cipher.UNWRAP_MODE, aes); return HexFormat.of().formatHex(w) + Arrays.equals(aes32.getEncoded(), c.unwrap(w, "AES", Cipher.SECRET_KEY).getEncoded()); });
        tell("unwrap damaged", () -> { Cipher c = Cipher.getInstance("AESWrap"); c.init(Cipher.UNWRAP_MODE, aes); return c.unwrap(bytes(24), "AES", Cipher.SECRET_KEY); });
        tell("key factory", () -> ((DESKeySpec) SecretKeyFactory.getInstance("DES").getKeySpec(des, DESKeySpec.class)).getKey());
        tell("key generator", () -> { KeyGenerator g = KeyGenerator.getInstance("AES"); g.init(192, seeded(1)); return g.generateKey().getEncoded(); });
        tell("des generator", () -> { KeyGenerator g = KeyGenerator.getInstance("DESede"); g.init(168, seeded(2)); return g.generateKey().getEncoded(); });
        tell("hmac generator", () -> { KeyGenerator g = KeyGenerator.getInstance("HmacSHA256"); g.init(seeded(3)); return g.generateKey().getEncoded(); });
        SecureRandom random = seeded(42);
        System.out.println(random.getAlgorithm() + random.nextInt() + " " + random.nextLong() + " " + random.nextInt(100) + random.nextDouble() + random.nextGaussian() + random.nextBoolean());
        random.setSeed(5);
        System.out.println(random.nextInt());
        tell("sealed", () -> { Cipher c = Cipher.getInstance("AES"); c.init(Cipher.ENCRYPT_MODE, aes); return new SealedObject("sealed text", c).getObject(aes); });
        tell("streams", () -> {
            Cipher c = Cipher.getInstance("AES/CTR/NoPadding");
            c.init(Cipher.ENCRYPT_MODE, aes, iv16);
            ByteArrayOutputStream b = new ByteArrayOutputStream();
            try (CipherOutputStream out = new CipherOutputStream(b, c)) { out.write(data); }
            c.init(Cipher.DECRYPT_MODE, aes, iv16);
            return Arrays.equals(data, new CipherInputStream(new ByteArrayInputStream(b.toByteArray()), c).readAllBytes());
        });
        for (Provider q : Security.getProviders()) System.out.println(q.getName() + " " + q.getInfo().length() + " " + q.getServices().size());
        System.out.println(Security.getAlgorithms("Cipher") + " " + Security.getAlgorithms("Mac") + Security.getProvider("SunJCE").getService("Cipher", "AES").getClassName());
    }

    static SecureRandom seeded(long seed) throws Exception {
        SecureRandom r = SecureRandom.getInstance("SHA1PRNG");
        r.setSeed(seed);
        return r;
    }
}

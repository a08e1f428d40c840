import java.io.*;
import java.math.BigInteger;
import java.security.*;
import java.security.spec.*;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.*;

/** Ciphers, MACs, derivations and signatures with fixed keys and nonces; stores of keys; wrong keys, paddings, tags and parameters. */
public class CryptoRounds {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            Object o = a.run();
            System.out.println(what + ": " + (o instanceof byte[] b ? HexFormat.of().formatHex(b) : o));
        } catch (Exception e) {
            System.out.println(what + ": " + e + (e.getCause() != null ? " / " + e.getCause() : ""));
        }
    }

    /**
     * Only the class of what a wrong password meets: the salts are random, so that in one of 256 runs what is
     * decrypted ends like padding, and the library fails a little later, with another message.
     */
    static void refuse(String what, Action a) {
        attempt(what, () -> {
            try {
                return a.run();
            } catch (java.io.IOException | GeneralSecurityException e) {
                return "refused by " + e.getClass().getName();
            }
        });
    }

    static final byte[] TEXT = "sixteen byte msg and a little more".getBytes();

    static byte[] bytes(int n, int from) {
        byte[] b = new byte[n];
        for (int i = 0; i < n; i++) b[i] = (byte) (from + i * 7);
        return b;
    }

    public static void main(String[] args) throws Exception {
        ciphers();
        authenticated();
        macs();
        signatures();
        stores();
        numbers();
        providers();
    }

    static void ciphers() {
        for (String t : "AES/CBC/PKCS5Padding AES/CTR/NoPadding AES/ECB/PKCS5Padding AES/CFB8/NoPadding AES/OFB/NoPadding AES/CBC/NoPadding AES/CTS/NoPadding DESede/CBC/PKCS5Padding DES/ECB/PKCS5Padding Blowfish/CBC/PKCS5Padding RC2/CBC/PKCS5Padding ARCFOUR AESWrap AES/KW/NoPadding".split(" "))
            attempt(t, () -> {
                Cipher c = Cipher.getInstance(t);
                String algorithm = t.startsWith("AESW") ? "AES" : t.split("/")[0];
                SecretKeySpec key = new SecretKeySpec(bytes(algorithm.equals("DESede") ? 24 : algorithm.equals("DES") ? 8 : 16, 3), algorithm);
                if (t.contains("W")) { c.init(Cipher.WRAP_MODE, key); return c.wrap(new SecretKeySpec(bytes(16, 9), "AES")); }
                IvParameterSpec iv = new IvParameterSpec(bytes(c.getBlockSize() == 0 ? 8 : c.getBlockSize(), 1));
                if (t.contains("ECB") || t.equals("ARCFOUR")) c.init(Cipher.ENCRYPT_MODE, key); else c.init(Cipher.ENCRYPT_MODE, key, iv);
                byte[] first = c.update(TEXT, 0, 20), last = c.doFinal(TEXT, 20, TEXT.length - 20);
                System.out.print((first == null ? 0 : first.length) + "+" + last.length + " " + c.getOutputSize(5) + " ");
                return last;
            });
        SecretKeySpec key = new SecretKeySpec(bytes(16, 0), "AES");
        attempt("key length", () -> { Cipher.getInstance("AES").init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[5], "AES")); return null; });
        attempt("padding", () -> { Cipher c = Cipher.getInstance("AES/CBC/PKCS5Padding"); c.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(new byte[16])); return c.doFinal(new byte[32]); });
        attempt("block size", () -> { Cipher c = Cipher.getInstance("AES/ECB/PKCS5Padding"); c.init(Cipher.DECRYPT_MODE, key); return c.doFinal(new byte[17]); });
        attempt("iv", () -> { Cipher.getInstance("AES/CBC/NoPadding").init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(new byte[4])); return null; });
        attempt("uninitialised", () -> Cipher.getInstance("AES").doFinal());
        attempt("transformation", () -> Cipher.getInstance("AES/XYZ/NoPadding"));
        attempt("unknown", () -> Cipher.getInstance("Enigma"));
        attempt("stream", () -> new String(new CipherInputStream(new ByteArrayInputStream(TEXT), new NullCipher()).readAllBytes()));
    }

    static void authenticated() {
        SecretKeySpec key = new SecretKeySpec(bytes(32, 5), "AES");
        attempt("gcm", () -> {
            Cipher c = Cipher.getInstance("AES/GCM/NoPadding");
            c.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, bytes(12, 2)));
            c.updateAAD("header".getBytes());
            byte[] sealed = c.doFinal(TEXT);
            attempt("reuse", () -> c.doFinal(TEXT));
            attempt("same nonce", () -> { c.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, bytes(12, 2))); return null; });
            Cipher d = Cipher.getInstance("AES/GCM/NoPadding");
            d.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, bytes(12, 2)));
            d.updateAAD("header".getBytes());
            System.out.println(new String(d.doFinal(sealed)));
            attempt("tag", () -> { d.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, bytes(12, 2))); return d.doFinal(sealed); });
            attempt("short", () -> { d.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, bytes(12, 2))); return d.doFinal(new byte[3]); });
            return sealed;
        });
        attempt("tag length", () -> { Cipher.getInstance("AES/GCM/NoPadding").init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(40, new byte[12])); return null; });
        attempt("chacha", () -> { Cipher c = Cipher.getInstance("ChaCha20-Poly1305"); c.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(bytes(32, 1), "ChaCha20"), new IvParameterSpec(bytes(12, 4))); c.updateAAD(new byte[3]); return c.doFinal(TEXT); });
        attempt("sealed", () -> { Cipher c = Cipher.getInstance("AES/ECB/PKCS5Padding"); c.init(Cipher.ENCRYPT_MODE, key); SealedObject s = new SealedObject("secret", c); return s.getAlgorithm() + " " + s.getObject(key); });
    }

    static void macs() {
        for (String m : "HmacMD5 HmacSHA1 HmacSHA224 HmacSHA256 HmacSHA512 HmacSHA512/256 HmacSHA3-256 HmacPBESHA1".split(" ")) attempt(m, () -> { Mac x = Mac.getInstance(m); x.init(new SecretKeySpec("k".getBytes(), m)); x.update(TEXT); Mac copy = (Mac) x.clone(); x.update((byte) 1); return HexFormat.of().formatHex(x.doFinal()) + " " + copy.doFinal().length + x.getMacLength(); });
        attempt("pbkdf2", () -> SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(new PBEKeySpec("pässword".toCharArray(), bytes(8, 1), 50, 256)).getEncoded());
        attempt("pbe", () -> { Cipher c = Cipher.getInstance("PBEWithMD5AndDES"); c.init(Cipher.ENCRYPT_MODE, SecretKeyFactory.getInstance("PBEWithMD5AndDES").generateSecret(new PBEKeySpec("ascii".toCharArray())), new PBEParameterSpec(bytes(8, 2), 20)); return c.doFinal(TEXT); });
        attempt("empty key", () -> new SecretKeySpec(new byte[0], "AES"));
        for (String d : "MD2 MD5 SHA-1 SHA-224 SHA-384 SHA-512/224 SHA3-512".split(" ")) attempt(d, () -> MessageDigest.getInstance(d).digest(TEXT));
        attempt("digest", () -> MessageDigest.getInstance("SHA-0"));
        attempt("buffer", () -> MessageDigest.getInstance("SHA-256").digest(new byte[5], 0, 5));
    }

    static void signatures() throws Exception {
        BigInteger p = BigInteger.ONE.shiftLeft(521).subtract(BigInteger.ONE), q = BigInteger.ONE.shiftLeft(607).subtract(BigInteger.ONE);
        BigInteger n = p.multiply(q), e = BigInteger.valueOf(65537), d = e.modInverse(p.subtract(BigInteger.ONE).multiply(q.subtract(BigInteger.ONE)));
        KeyFactory f = KeyFactory.getInstance("RSA");
        PublicKey pub = f.generatePublic(new RSAPublicKeySpec(n, e));
        PrivateKey priv = f.generatePrivate(new RSAPrivateKeySpec(n, d));
        System.out.println(Base64.getEncoder().encodeToString(pub.getEncoded()).hashCode() + " " + pub.getFormat() + " " + priv.getFormat() + " " + f.generatePublic(new X509EncodedKeySpec(pub.getEncoded())).equals(pub));
        for (String s : "MD5withRSA SHA256withRSA SHA3-256withRSA".split(" ")) attempt(s, () -> { Signature g = Signature.getInstance(s); g.initSign(priv); g.update(TEXT); byte[] sig = g.sign(); Signature v = Signature.getInstance(s); v.initVerify(pub); v.update(TEXT); boolean ok = v.verify(sig); v.update((byte) 0); return Arrays.hashCode(sig) + " " + ok + v.verify(sig); });
        attempt("short signature", () -> { Signature v = Signature.getInstance("SHA256withRSA"); v.initVerify(pub); return v.verify(new byte[9]); });
        attempt("not initialised", () -> { Signature v = Signature.getInstance("SHA256withRSA"); v.update(TEXT); return null; });
        attempt("rsa", () -> { Cipher c = Cipher.getInstance("RSA/ECB/NoPadding"); c.init(Cipher.ENCRYPT_MODE, pub); byte[] x = c.doFinal(TEXT); c.init(Cipher.DECRYPT_MODE, priv); return Arrays.hashCode(x) + " " + new String(c.doFinal(x)).trim(); });
        attempt("too long", () -> { Cipher c = Cipher.getInstance("RSA"); c.init(Cipher.ENCRYPT_MODE, pub); return c.doFinal(new byte[500]); });
        attempt("wrong key", () -> { Signature.getInstance("SHA256withECDSA").initSign(priv); return null; });
        attempt("small", () -> { KeyPairGenerator.getInstance("RSA").initialize(100); return null; });
        KeyPairGenerator ed = KeyPairGenerator.getInstance("Ed25519");
        KeyPair pair = ed.generateKeyPair();
        Signature g = Signature.getInstance("EdDSA");
        g.initSign(pair.getPrivate()); g.update(TEXT);
        byte[] sig = g.sign();
        g.initVerify(pair.getPublic()); g.update(TEXT);
        System.out.println(sig.length + " " + g.verify(sig) + " " + pair.getPublic().getAlgorithm());
        attempt("encoded", () -> f.generatePublic(new X509EncodedKeySpec(new byte[] {48, 3, 1})));
        attempt("curve", () -> { KeyPairGenerator.getInstance("EC").initialize(new ECGenParameterSpec("nocurve")); return null; });
    }

    static void stores() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        attempt("not loaded", store::size);
        store.load(null, null);
        store.setEntry("Alias", new KeyStore.SecretKeyEntry(new SecretKeySpec(bytes(16, 4), "AES")), new KeyStore.PasswordProtection("pw".toCharArray()));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        store.store(out, "store".toCharArray());
        KeyStore again = KeyStore.getInstance("PKCS12");
        refuse("wrong password", () -> { again.load(new ByteArrayInputStream(out.toByteArray()), "x".toCharArray()); return null; });
        again.load(new ByteArrayInputStream(out.toByteArray()), "store".toCharArray());
        System.out.println(again.size() + " " + Collections.list(again.aliases()) + " " + again.isKeyEntry("ALIAS") + " " + KeyStore.getDefaultType());
        attempt("key", () -> again.getKey("alias", "pw".toCharArray()).getEncoded());
        refuse("wrong key password", () -> again.getKey("alias", "no".toCharArray()));
        attempt("garbage", () -> { again.load(new ByteArrayInputStream(TEXT), null); return null; });
        attempt("type", () -> KeyStore.getInstance("NONE"));
    }

    static void numbers() throws Exception {
        SecureRandom r = SecureRandom.getInstance("SHA1PRNG");
        r.setSeed(42);
        System.out.println(r.nextInt() + " " + r.nextLong() + " " + new BigInteger(80, r) + " " + BigInteger.probablePrime(64, r) + " " + r.getAlgorithm());
        System.out.println(new BigInteger("123456789012345678901234567890").modPow(new BigInteger("98765432109876543210"), BigInteger.TWO.pow(127).subtract(BigInteger.ONE)) + " " + BigInteger.valueOf(561).isProbablePrime(20) + BigInteger.TWO.pow(127).subtract(BigInteger.ONE).isProbablePrime(20) + " " + BigInteger.valueOf(1000).nextProbablePrime() + " " + BigInteger.TEN.pow(41).sqrt());
        attempt("inverse", () -> BigInteger.valueOf(6).modInverse(BigInteger.valueOf(9)));
        attempt("modulus", () -> BigInteger.TEN.modPow(BigInteger.ONE, BigInteger.ZERO));
    }

    static void providers() {
        System.out.println(Arrays.asList(Security.getProviders()) + " " + Security.getAlgorithms("KeyAgreement") + " " + Security.getProvider("SUN").getService("MessageDigest", "MD5").getClassName());
        attempt("filter", () -> Security.getProviders("nothing"));
        attempt("provider", () -> MessageDigest.getInstance("MD5", "Absent"));
        attempt("constraint", () -> Security.getProperty("keystore.type") + Security.getProperty("none"));
    }
}

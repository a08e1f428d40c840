import java.io.*;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.*;
import java.security.spec.*;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.*;
import org.bouncycastle.asn1.*;
import org.bouncycastle.crypto.digests.*;
import org.bouncycastle.crypto.engines.*;
import org.bouncycastle.crypto.generators.*;
import org.bouncycastle.crypto.modes.*;
import org.bouncycastle.crypto.params.*;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.math.ec.ECPoint;
import org.bouncycastle.util.encoders.Hex;

/** BouncyCastle: a security provider from a jar, ciphers, digests, curves, ASN.1. */
public class Crypto {
    static String hex(byte[] b) { return Hex.toHexString(b); }
    static class Repeatable extends SecureRandom { private long seed = 7; @Override public void nextBytes(byte[] b) { for (int i = 0; i < b.length; i++) { seed = seed * 6364136223846793005L + 1442695040888963407L; b[i] = (byte) (seed >> 33); } } }

    public static void main(String[] args) throws Exception {
        Provider provider = new BouncyCastleProvider();
        Security.addProvider(provider);
        byte[] data = "The quick brown fox jumps over the lazy dog".getBytes(StandardCharsets.UTF_8);
        for (String name : "MD2 MD5 RIPEMD160 Tiger Whirlpool SHA3-256 KECCAK-512 BLAKE2B-256 SM3 GOST3411 Skein-512-256 SHA-512/224 DSTU7564-256".split(" ")) System.out.println(name + " " + hex(MessageDigest.getInstance(name, "BC").digest(data)));
        byte[] key = new byte[32], iv = new byte[16];
        for (int i = 0; i < 32; i++) key[i] = (byte) (i * 7);
        for (String name : "AES/CBC/PKCS7Padding AES/GCM/NoPadding AES/CTR/NoPadding Twofish/CBC/PKCS5Padding Serpent/CBC/PKCS5Padding Camellia/CBC/PKCS5Padding CAST6/CBC/PKCS5Padding ChaCha7539 Salsa20 Blowfish/ECB/PKCS5Padding RC6/CBC/PKCS5Padding".split(" ")) {
            Cipher cipher = Cipher.getInstance(name, "BC");
            String algorithm = name.split("/")[0];
            int ivSize = algorithm.equals("ChaCha7539") ? 12 : algorithm.equals("Salsa20") ? 8 : cipher.getBlockSize();
            AlgorithmParameterSpec spec = name.contains("ECB") ? null : new IvParameterSpec(iv, 0, name.contains("GCM") ? 12 : ivSize);
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, algorithm), spec);
            byte[] secret = cipher.doFinal(data);
            cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, algorithm), spec);
            System.out.println(name + " " + hex(secret) + " " + Arrays.equals(cipher.doFinal(secret), data));
        }
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding", "BC");
            cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, iv));
            cipher.doFinal(new byte[40]);
        } catch (AEADBadTagException e) { System.out.println(e.getMessage()); }
        Mac mac = Mac.getInstance("HMACSHA3-256", provider);
        mac.init(new SecretKeySpec(key, "x"));
        System.out.println(hex(mac.doFinal(data)) + " " + hex(SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256", "BC").generateSecret(new PBEKeySpec("password".toCharArray(), iv, 100, 256)).getEncoded()) + " " + hex(SCrypt.generate("pw".getBytes(), "salt".getBytes(), 64, 8, 1, 16)));

        KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA", "BC");
        rsa.initialize(512, new Repeatable());
        KeyPair pair = rsa.generateKeyPair();
        Signature signature = Signature.getInstance("SHA256withRSA", "BC");
        signature.initSign(pair.getPrivate()); signature.update(data);
        byte[] signed = signature.sign();
        signature.initVerify(pair.getPublic()); signature.update(data);
        System.out.println(hex(signed) + " " + signature.verify(signed));
        KeyPairGenerator ec = KeyPairGenerator.getInstance("EC", "BC");
        ec.initialize(new ECGenParameterSpec("secp256r1"), new Repeatable());
        KeyPair a = ec.generateKeyPair(), b = ec.generateKeyPair();
        KeyAgreement agreement = KeyAgreement.getInstance("ECDH", "BC");
        agreement.init(a.getPrivate()); agreement.doPhase(b.getPublic(), true);
        System.out.println(hex(agreement.generateSecret()));
        Ed25519PrivateKeyParameters ed = new Ed25519PrivateKeyParameters(key, 0);
        byte[] edSigned = new byte[64];
        ed.sign(0, null, data, 0, data.length, edSigned, 0);
        System.out.println(hex(edSigned) + " " + hex(ed.generatePublicKey().getEncoded()));
        KeyFactory factory = KeyFactory.getInstance("RSA", "BC");
        System.out.println(factory.generatePublic(new X509EncodedKeySpec(pair.getPublic().getEncoded())).equals(pair.getPublic()) + " " + hex(pair.getPublic().getEncoded()).length());
        ASN1EncodableVector v = new ASN1EncodableVector();
        v.add(new ASN1Integer(42)); v.add(new DERUTF8String("zoë")); v.add(new ASN1ObjectIdentifier("1.2.840.113549.1.1.11")); v.add(new DERSet(new DERBitString(data)));
        byte[] der = new DERSequence(v).getEncoded();
        System.out.println(hex(der) + "\n" + org.bouncycastle.asn1.util.ASN1Dump.dumpAsString(ASN1Primitive.fromByteArray(der)));
        System.out.println(Base64.getEncoder().encodeToString(data) + " " + new BigInteger("2").modPow(new BigInteger("1000"), BigInteger.valueOf(1_000_003)) + " " + provider.getName() + " " + Security.getProvider("BC").getService("Cipher", "AES").getClassName());
    }
}

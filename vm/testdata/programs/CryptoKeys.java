import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.security.*;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.security.interfaces.*;
import java.security.spec.*;
import java.util.*;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;
import javax.crypto.spec.SecretKeySpec;

/** Key pairs, signatures, agreements, key stores, certificates and their paths. */
public class CryptoKeys {
    interface Call { Object run() throws Exception; }

    static void tell(String name, Call c) {
        try {
            Object r = c.run();
            System.out.println(name + " -> " + (r instanceof byte[] b ? HexFormat.of().formatHex(b) : r));
        } catch (Exception t) {
            System.out.println(name + ": " + t + (t.getCause() == null ? "" : " caused by " + t.getCause()));
        }
    }

    /**
     * Only the class of what a wrong password meets: the salts are random, so that in one of 256 runs what is
     * decrypted ends like padding, and the library fails a little later, with another message.
     */
    static void refuse(String name, Call c) {
        tell(name, () -> {
            try {
                return c.run();
            } catch (java.io.IOException | GeneralSecurityException e) {
                return "refused by " + e.getClass().getName();
            }
        });
    }

    static SecureRandom seeded(long seed) throws Exception {
        SecureRandom r = SecureRandom.getInstance("SHA1PRNG");
        r.setSeed(seed);
        return r;
    }

    static boolean roundTrip(String algorithm, KeyPair k, AlgorithmParameterSpec spec) throws Exception {
        byte[] data = "some data to sign".getBytes();
        Signature s = Signature.getInstance(algorithm);
        if (spec != null) s.setParameter(spec);
        s.initSign(k.getPrivate(), seeded(9));
        s.update(data);
        byte[] signature = s.sign();
        s.initVerify(k.getPublic());
        s.update(data);
        boolean good = s.verify(signature);
        s.update(data, 0, 5);
        boolean bad = s.verify(signature);
        return good && !bad;
    }

    // A self-signed certificate (RSA, 1024 bits), made with keytool, valid from 2020 to 2119.
    static final String CERTIFICATE = """
        -----BEGIN CERTIFICATE-----
        MIICXDCCAcWgAwIBAgIIf6NBYkKwIL0wDQYJKoZIhvcNAQELBQAwQDELMAkGA1UE
        BhMCREUxDDAKBgNVBAoTA09yZzENMAsGA1UECxMEVW5pdDEUMBIGA1UEAxMLVGVz
        dCBQZXJzb24wIBcNMjAwMTAxMDAwMDAwWhgPMjExOTEyMDgwMDAwMDBaMEAxCzAJ
        BgNVBAYTAkRFMQwwCgYDVQQKEwNPcmcxDTALBgNVBAsTBFVuaXQxFDASBgNVBAMT
        C1Rlc3QgUGVyc29uMIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQCcjX9OKueJ
        +amyQLDDptirCIUQbsP7YnNRf/gdLDOLbVL3nVP9gYuiuMQj/wAmjJwRJExjQjHI
        +2pKAqZPm9jYlq3OgNScvPg8FT+atFb7BwOFkbNZRp7In6yEmsnmj4EvESGudulc
        iTFpfPU2F48NPabGgyJiTWyDhRbVQkNOiwIDAQABo10wWzAdBgNVHQ4EFgQUBE/O
        e3qYgG23ovr5uI77t7FOAYcwCwYDVR0PBAQDAgKEMBwGA1UdEQQVMBOCC2V4YW1w
        bGUuY29thwR/AAABMA8GA1UdEwQIMAYBAf8CAQIwDQYJKoZIhvcNAQELBQADgYEA
        cVkmVuOgvbCmlpUZWdLFQACoTE73mnxQDmwbn0Ifhn94+4A9ZTqdUpdf2gxQ91ey
        bklnK31sZQE+Y1axgf3THXCQZ2BX95rPSugJreZpVOvtj+bzDx7b3RJwg+qGT9k+
        37GyVQ7ZHxCl99T7DmU5Ez9USJPV5T52WNX9r6kC/qI=
        -----END CERTIFICATE-----
        """;

    public static void main(String[] args) throws Exception {
        KeyPairGenerator g = KeyPairGenerator.getInstance("RSA");
        g.initialize(new RSAKeyGenParameterSpec(640, RSAKeyGenParameterSpec.F4), seeded(1));
        KeyPair rsa = g.generateKeyPair();
        RSAPublicKey pub = (RSAPublicKey) rsa.getPublic();
        RSAPrivateCrtKey priv = (RSAPrivateCrtKey) rsa.getPrivate();
        System.out.println(pub.getModulus().bitLength() + " " + pub.getPublicExponent() + " " + pub.getFormat() + priv.getFormat() + " " + priv.getPrimeP().multiply(priv.getPrimeQ()).equals(pub.getModulus()) + pub.getModulus().toString(16));
        System.out.println(pub);
        Signature sha256 = Signature.getInstance("SHA256withRSA");
        sha256.initSign(priv);
        sha256.update("abc".getBytes());
        tell("sha256 signature", sha256::sign);
        for (String a : new String[] {"MD5withRSA", "SHA1withRSA", "SHA256withRSA", "SHA3-256withRSA"}) tell(a, () -> roundTrip(a, rsa, null));
        
        tell("PSS", () -> roundTrip("RSASSA-PSS", rsa, new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1)));
        tell("PSS parameters", () -> roundTrip("RSASSA-PSS", rsa, null));
        tell("NONEwithRSA", () -> roundTrip("NONEwithRSA", rsa, null));
        tell("RSA cipher", () -> { Cipher c = Cipher.getInstance("RSA/ECB/PKCS1Padding"); c.init(Cipher.ENCRYPT_MODE, pub); byte[] e = c.doFinal("secret".getBytes()); c.init(Cipher.DECRYPT_MODE, priv); return new String(c.doFinal(e)) + e.length; });
        tell("RSA OAEP", () -> { Cipher c = Cipher.getInstance("RSA/ECB/OAEPWithSHA-1AndMGF1Padding"); c.init(Cipher.ENCRYPT_MODE, pub, seeded(3)); byte[] e = c.doFinal("secret".getBytes()); c.init(Cipher.DECRYPT_MODE, priv, new OAEPParameterSpec("SHA-1", "MGF1", MGF1ParameterSpec.SHA1, PSource.PSpecified.DEFAULT)); return new String(c.doFinal(e)); });
        tell("RSA raw", () -> { Cipher c = Cipher.getInstance("RSA/ECB/NoPadding"); c.init(Cipher.ENCRYPT_MODE, pub); return c.doFinal(new byte[] {1, 2, 3}); });
        tell("RSA long", () -> { Cipher c = Cipher.getInstance("RSA"); c.init(Cipher.ENCRYPT_MODE, pub); return c.doFinal(new byte[200]); });
        tell("RSA wrap", () -> { Cipher c = Cipher.getInstance("RSA"); c.init(Cipher.WRAP_MODE, pub); byte[] w = c.wrap(new SecretKeySpec(new byte[16], "AES")); c.init(Cipher.UNWRAP_MODE, priv); return c.unwrap(w, "AES", Cipher.SECRET_KEY).getEncoded(); });
        KeyFactory kf = KeyFactory.getInstance("RSA");
        System.out.println(kf.generatePublic(new X509EncodedKeySpec(pub.getEncoded())).equals(pub) + " " + kf.generatePrivate(new PKCS8EncodedKeySpec(priv.getEncoded())).equals(priv) + " " + kf.getKeySpec(pub, RSAPublicKeySpec.class).getModulus().equals(pub.getModulus()) + kf.generatePublic(new RSAPublicKeySpec(pub.getModulus(), pub.getPublicExponent())).hashCode());
        tell("bad encoding", () -> kf.generatePublic(new X509EncodedKeySpec(new byte[] {1, 2})));
        tell("small key", () -> { KeyPairGenerator x = KeyPairGenerator.getInstance("RSA"); x.initialize(100); return x.generateKeyPair(); });

        BigInteger p = new BigInteger("f51deb64c00c46c395fa16b41ac07cef5c9f5d05e88bf3b0c3b19a4ddac6c2c1", 16);
        for (String curve : new String[] {"secp256r1"}) {
            KeyPairGenerator e = KeyPairGenerator.getInstance("EC");
            e.initialize(new ECGenParameterSpec(curve), seeded(4));
            KeyPair k = e.generateKeyPair(), k2 = e.generateKeyPair();
            ECPublicKey q = (ECPublicKey) k.getPublic();
            System.out.println(curve + " " + q.getW().getAffineX().toString(16) + " " + ((ECPrivateKey) k.getPrivate()).getS().bitLength() + " " + q.getParams() + " " + q.getEncoded().length);
            tell("ECDSA " + curve, () -> roundTrip(curve.equals("secp256r1") ? "SHA256withECDSA" : "SHA512withECDSA", k, null));
            tell("ECDH " + curve, () -> { KeyAgreement a = KeyAgreement.getInstance("ECDH"); a.init(k.getPrivate()); a.doPhase(k2.getPublic(), true); byte[] s = a.generateSecret(); a.init(k2.getPrivate()); a.doPhase(k.getPublic(), true); return Arrays.equals(s, a.generateSecret()); });
            if (curve.equals("secp256r1")) tell("EC factory", () -> KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(q.getEncoded())).equals(q) + " " + roundTrip("SHA256withECDSAinP1363Format", k, null));
        }
        tell("no curve", () -> { KeyPairGenerator e = KeyPairGenerator.getInstance("EC"); e.initialize(new ECGenParameterSpec("nocurve")); return null; });
        tell("EC parameters", () -> { AlgorithmParameters a = AlgorithmParameters.getInstance("EC"); a.init(new ECGenParameterSpec("secp256r1")); return a.getParameterSpec(ECParameterSpec.class).getOrder() + " " + a; });
        for (String ed : new String[] {"Ed25519"}) tell(ed, () -> { KeyPairGenerator e = KeyPairGenerator.getInstance(ed); e.initialize(ed.equals("Ed25519") ? 255 : 448, seeded(5)); KeyPair k = e.generateKeyPair(); Signature s = Signature.getInstance("EdDSA"); s.initSign(k.getPrivate()); s.update("x".getBytes()); return HexFormat.of().formatHex(s.sign()) + roundTrip(ed, k, null) + ((EdECPublicKey) k.getPublic()).getPoint().getY(); });
        for (String xd : new String[] {"X25519"}) tell(xd, () -> { KeyPairGenerator e = KeyPairGenerator.getInstance(xd); e.initialize(new NamedParameterSpec(xd), seeded(6)); KeyPair a = e.generateKeyPair(), b = e.generateKeyPair(); KeyAgreement ka = KeyAgreement.getInstance(xd); ka.init(a.getPrivate()); ka.doPhase(b.getPublic(), true); return ka.generateSecret(); });
        tell("DSA", () -> { KeyPairGenerator d = KeyPairGenerator.getInstance("DSA"); d.initialize(512, seeded(7)); KeyPair k = d.generateKeyPair(); return roundTrip("SHA1withDSA", k, null) + " " + roundTrip("SHA1withDSA", k, null) + ((DSAPublicKey) k.getPublic()).getY().toString(16); });
        tell("DH", () -> { KeyPairGenerator d = KeyPairGenerator.getInstance("DH"); d.initialize(512, seeded(8)); KeyPair a = d.generateKeyPair(), b = d.generateKeyPair(); KeyAgreement ka = KeyAgreement.getInstance("DH"); ka.init(a.getPrivate()); ka.doPhase(b.getPublic(), true); byte[] s = ka.generateSecret(); ka.init(b.getPrivate()); ka.doPhase(a.getPublic(), true); return Arrays.equals(s, ka.generateSecret()) + " " + s.length; });
        System.out.println(p.isProbablePrime(20));

        tell("wrong key", () -> { Signature s = Signature.getInstance("SHA256withRSA"); s.initSign(KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPrivate()); return null; });
        tell("not initialised", () -> { Signature s = Signature.getInstance("SHA256withRSA"); s.update((byte) 1); return null; });
        tell("no algorithm", () -> Signature.getInstance("SHA256withNothing"));

        CertificateFactory cf = CertificateFactory.getInstance("X.509");
        X509Certificate c = (X509Certificate) cf.generateCertificate(new ByteArrayInputStream(CERTIFICATE.getBytes()));
        System.out.println(c.getSubjectX500Principal() + " | " + c.getIssuerX500Principal().getName("RFC1779") + " | " + c.getSerialNumber() + " " + c.getSigAlgName() + " " + c.getVersion() + " " + c.getNotBefore().getTime() + " " + c.getNotAfter().getTime() + " " + c.getBasicConstraints() + Arrays.toString(c.getKeyUsage()) + c.getSubjectAlternativeNames() + c.getCriticalExtensionOIDs() + c.getNonCriticalExtensionOIDs());
        c.verify(c.getPublicKey());
        tell("verify with another", () -> { c.verify(pub); return null; });
        tell("valid then", () -> { c.checkValidity(new Date(4_000_000_000_000L)); return "yes"; });
        tell("not yet", () -> { c.checkValidity(new Date(0)); return "yes"; });
        tell("expired", () -> { c.checkValidity(new Date(9_000_000_000_000L)); return "yes"; });
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        System.out.println(c.toString().length() > 500);
        CertPath path = cf.generateCertPath(List.of(c));
        PKIXParameters params = new PKIXParameters(Set.of(new TrustAnchor(c, null)));
        params.setRevocationEnabled(false);
        params.setDate(new Date(1_700_000_000_000L));
        tell("path", () -> CertPathValidator.getInstance("PKIX").validate(path, params).getClass().getSimpleName());
        tell("path encodings", () -> path.getType() + " " + path.getCertificates().size() + " " + path.getEncoded("PkiPath").length + cf.generateCertPath(new ByteArrayInputStream(path.getEncoded("PKCS7")), "PKCS7").equals(path));
        tell("bad certificate", () -> cf.generateCertificate(new ByteArrayInputStream(new byte[] {1, 2, 3})));
        for (String s : new String[] {"keystore.pkcs12.certPbeIterationCount", "keystore.pkcs12.macIterationCount"}) System.setProperty(s, "50");
        System.setProperty("jdk.jceks.iterationCount", "10000");
        for (String type : new String[] {"PKCS12", "JKS", "JCEKS"}) {
            KeyStore ks = KeyStore.getInstance(type);
            ks.load(null, null);
            ks.setCertificateEntry("trusted", c);
            if (type.equals("PKCS12")) System.setProperty("keystore.pkcs12.keyPbeIterationCount", "50");
            ks.setKeyEntry("key", priv, "changeit".toCharArray(), new Certificate[] {c});
            if (!type.equals("JKS")) ks.setEntry("secret", new KeyStore.SecretKeyEntry(new SecretKeySpec(new byte[16], "AES")), new KeyStore.PasswordProtection("changeit".toCharArray()));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ks.store(out, "changeit".toCharArray());
            KeyStore back = KeyStore.getInstance(type);
            back.load(new ByteArrayInputStream(out.toByteArray()), "changeit".toCharArray());
            System.out.println(type + " " + new TreeSet<>(Collections.list(back.aliases())) + back.getKey("key", "changeit".toCharArray()).equals(priv) + back.getCertificate("trusted").equals(c) + back.getCertificateAlias(c).isEmpty() + back.isKeyEntry("key") + back.isCertificateEntry("trusted") + back.getCertificateChain("key").length + back.size());
            refuse(type + " password", () -> { KeyStore k = KeyStore.getInstance(type); k.load(new ByteArrayInputStream(out.toByteArray()), "wrong".toCharArray()); return null; });
            refuse(type + " key password", () -> back.getKey("key", "wrong".toCharArray()));
            tell(type + " none", () -> back.getKey("none", null) + " " + back.getCertificate("none"));
            tell(type + " damaged", () -> { byte[] d = out.toByteArray(); d[0]++; KeyStore k = KeyStore.getInstance(type); k.load(new ByteArrayInputStream(d), "changeit".toCharArray()); return null; });
        }
        tell("not loaded", () -> KeyStore.getInstance("PKCS12").size());
        tell("permissions", () -> new java.io.FilePermission("/a/-", "read").implies(new java.io.FilePermission("/a/b/c", "read")) + " " + new java.util.PropertyPermission("a.*", "read").implies(new java.util.PropertyPermission("a.b", "write")) + new BasicThing("x.y"));
        tell("signed object", () -> new SignedObject("object", priv, Signature.getInstance("SHA256withRSA")).verify(pub, Signature.getInstance("SHA256withRSA")));
        tell("guarded", () -> new GuardedObject("g", null).getObject());
        AccessController.doPrivileged((PrivilegedAction<Void>) () -> { System.out.println("privileged"); return null; });
        tell("privileged exception", () -> AccessController.doPrivileged((PrivilegedExceptionAction<Void>) () -> { throw new java.io.IOException("inside"); }));
    }

    static class BasicThing extends BasicPermission { BasicThing(String n) { super(n); } }
}

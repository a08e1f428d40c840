import java.security.*;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.random.*;
import javax.crypto.*;
import javax.crypto.spec.*;

/** What else the library has got until 25. */
public class Novelties {
    public static void main(String[] a) throws Throwable {
        System.out.println(Math.powExact(3, 5) + " " + Math.unsignedMultiplyExact(3, 4) + Math.ceilDivExact(7, 2));
        System.out.println("a\tb".translateEscapes() + "x".compareTo("y") + "hello".splitWithDelimiters("l", 2).length);
        System.out.println(Instant.EPOCH.plusSeconds(5).until(Instant.EPOCH) + " " + Duration.ofDays(2).isPositive());
        KDF k = KDF.getInstance("HKDF-SHA256");
        SecretKey s = k.deriveKey("AES", HKDFParameterSpec.ofExtract().addIKM(new byte[16]).addSalt(new byte[4]).thenExpand(new byte[]{1}, 32));
        System.out.println(HexFormat.of().formatHex(s.getEncoded()));
        KeyPairGenerator g = KeyPairGenerator.getInstance("ML-KEM");
        g.initialize(java.security.spec.NamedParameterSpec.ML_KEM_512);
        KeyPair kp = g.generateKeyPair();
        KEM kem = KEM.getInstance("ML-KEM");
        var e = kem.newEncapsulator(kp.getPublic()).encapsulate();
        System.out.println(Arrays.equals(e.key().getEncoded(), kem.newDecapsulator(kp.getPrivate()).decapsulate(e.encapsulation()).getEncoded()) + " " + e.encapsulation().length);
        KeyPairGenerator d = KeyPairGenerator.getInstance("ML-DSA");
        KeyPair dp = d.generateKeyPair();
        Signature sg = Signature.getInstance("ML-DSA");
        sg.initSign(dp.getPrivate());
        sg.update("m".getBytes());
        byte[] sig = sg.sign();
        sg.initVerify(dp.getPublic());
        sg.update("m".getBytes());
        System.out.println(sg.verify(sig) + " " + sig.length);
        System.out.println(HexFormat.of().formatHex(MessageDigest.getInstance("SHA3-256").digest("x".getBytes())));
        System.out.println(java.io.Reader.of("abc").readAllAsString());
        System.out.println(java.util.zip.CRC32C.class.getName());
        var f = new ForkJoinPool(2);
        System.out.println(f.schedule(() -> "fj", 1, TimeUnit.MILLISECONDS).get());
        f.close();
        System.out.println(new Random(4).equals(null) + " " + RandomGenerator.of("Xoshiro256PlusPlus").getClass().getSimpleName());
        System.out.println(java.util.concurrent.TimeUnit.of(java.time.temporal.ChronoUnit.DAYS) + "" + java.net.URI.create("http://x/y").resolve("z") + java.net.Inet4Address.ofPosixLiteral("0177.0.0.1") + java.net.InetAddress.ofLiteral("::1"));
        System.out.println(Runtime.version().feature() + System.getProperty("java.specification.version") + System.getProperty("java.class.version") + System.getProperty("java.vm.specification.version"));
        Thread.Builder b = Thread.ofVirtual();
        System.out.println(ProcessHandle.current().info().command().isPresent() + " " + Thread.currentThread());
        System.out.println(System.getSecurityManager());
        try {
            System.setSecurityManager(null);
            System.setSecurityManager(new SecurityManager());
        } catch (UnsupportedOperationException x) {
            System.out.println(x.getMessage());
            x.printStackTrace(System.out);
        }
        System.out.println(MessageDigest.getInstance("SHAKE256-512").getDigestLength() + Base64.getEncoder().encodeToString(new byte[]{1,2,3}));
        try {
            Thread.currentThread().stop();
        } catch (UnsupportedOperationException x) {
            System.out.println(x);
        }
        System.exit(4);
    }
}

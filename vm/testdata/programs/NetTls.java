import com.sun.net.httpserver.*;
import java.io.*;
import java.math.BigInteger;
import java.net.*;
import java.net.http.*;
import java.nio.ByteBuffer;
import java.security.*;
import java.security.cert.*;
import java.util.*;
import java.util.concurrent.*;
import javax.net.ssl.*;
import javax.net.ssl.SSLEngineResult.*;

/** TLS on loopback with a key that the program makes itself. */
public class NetTls {
    /** Just enough DER for a self-signed certificate. */
    static byte[] der(int tag, byte[]... parts) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (byte[] p : parts) body.writeBytes(p);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        int n = body.size();
        if (n < 128) out.write(n);
        else if (n < 256) { out.write(0x81); out.write(n); }
        else { out.write(0x82); out.write(n >> 8); out.write(n); }
        out.writeBytes(body.toByteArray());
        return out.toByteArray();
    }

    static byte[] oid(int... rest) {
        byte[] b = new byte[rest.length];
        for (int i = 0; i < rest.length; i++) b[i] = (byte) rest[i];
        return der(6, b);
    }

    static X509Certificate certificate(KeyPair pair) throws Exception {
        byte[] algorithm = der(0x30, oid(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 11), der(5));
        byte[] name = der(0x30, der(0x31, der(0x30, oid(0x55, 4, 3), der(12, "localhost".getBytes()))));
        byte[] validity = der(0x30, der(0x17, "200101000000Z".getBytes()), der(0x17, "490101000000Z".getBytes()));
        byte[] san = der(0x30, oid(0x55, 0x1d, 0x11), der(4, der(0x30, der(0x82, "localhost".getBytes()), der(0x87, new byte[] {127, 0, 0, 1}))));
        byte[] body = der(0x30, der(0xa0, der(2, new byte[] {2})), der(2, BigInteger.valueOf(77).toByteArray()), algorithm, name, validity, name, pair.getPublic().getEncoded(), der(0xa3, der(0x30, san)));
        Signature s = Signature.getInstance("SHA256withRSA");
        s.initSign(pair.getPrivate());
        s.update(body);
        byte[] signature = s.sign();
        byte[] bits = new byte[signature.length + 1];
        System.arraycopy(signature, 0, bits, 1, signature.length);
        return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der(0x30, body, algorithm, der(3, bits))));
    }

    public static void main(String[] args) throws Exception {
        for (String count : new String[] {"certPbe", "keyPbe", "mac"}) System.setProperty("keystore.pkcs12." + count + "IterationCount", "50");
        KeyPairGenerator g = KeyPairGenerator.getInstance("RSA");
        g.initialize(1024);
        KeyPair pair = g.generateKeyPair();
        X509Certificate cert = certificate(pair);
        cert.verify(pair.getPublic());
        System.out.println(cert.getSubjectX500Principal() + " " + cert.getSigAlgName() + " " + cert.getSerialNumber() + " " + cert.getSubjectAlternativeNames() + " " + cert.getVersion());
        char[] password = "secret".toCharArray();
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("key", pair.getPrivate(), password, new java.security.cert.Certificate[] {cert});
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        store.store(saved, password);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(new ByteArrayInputStream(saved.toByteArray()), password);
        System.out.println(Collections.list(keys.aliases()) + " " + keys.isKeyEntry("key") + " " + keys.getKey("key", password).equals(pair.getPrivate()));
        try {
            KeyStore.getInstance("PKCS12").load(new ByteArrayInputStream(saved.toByteArray()), "wrong".toCharArray());
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        KeyManagerFactory k = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        k.init(keys, password);
        KeyStore trusted = KeyStore.getInstance("JKS");
        trusted.load(null, null);
        trusted.setCertificateEntry("ca", cert);
        TrustManagerFactory t = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        t.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(k.getKeyManagers(), t.getTrustManagers(), null);
        for (String protocol : new String[] {"TLSv1.3", "TLSv1.2"}) sockets(context, protocol);
        mutual(context);
        untrusted(context);
        engine(context);
        https(context);
    }

    static void sockets(SSLContext context, String protocol) throws Exception {
        try (SSLServerSocket server = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            FutureTask<String> f = new FutureTask<>(() -> {
                try (SSLSocket s = (SSLSocket) server.accept()) {
                    BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream()));
                    String line = in.readLine();
                    s.getOutputStream().write((line.toUpperCase() + "\n").getBytes());
                    return line + " " + s.getSession().getProtocol();
                }
            });
            new Thread(f).start();
            try (SSLSocket s = (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
                s.setEnabledProtocols(new String[] {protocol});
                SSLParameters p = s.getSSLParameters();
                p.setEndpointIdentificationAlgorithm("HTTPS");
                s.setSSLParameters(p);
                s.startHandshake();
                s.getOutputStream().write("through tls\n".getBytes());
                System.out.println(new BufferedReader(new InputStreamReader(s.getInputStream())).readLine() + " " + s.getSession().getProtocol() + " " + s.getSession().getCipherSuite() + " " + s.getSession().getPeerPrincipal() + " " + f.get());
            }
        }
    }

    static void mutual(SSLContext context) throws Exception {
        try (SSLServerSocket server = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            server.setNeedClientAuth(true);
            FutureTask<String> f = new FutureTask<>(() -> {
                try (SSLSocket s = (SSLSocket) server.accept()) {
                    int c = s.getInputStream().read();
                    return c + " " + s.getSession().getPeerPrincipal();
                }
            });
            new Thread(f).start();
            try (Socket s = context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
                s.getOutputStream().write(9);
                System.out.println(f.get());
            }
        }
    }

    static void untrusted(SSLContext context) throws Exception {
        SSLContext strict = SSLContext.getInstance("TLS");
        strict.init(null, null, null);
        try (SSLServerSocket server = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            FutureTask<String> f = new FutureTask<>(() -> {
                try (SSLSocket s = (SSLSocket) server.accept()) {
                    s.startHandshake();
                    return "" + s.getInputStream().read();
                } catch (IOException e) {
                    return "refused";
                }
            });
            new Thread(f).start();
            try (SSLSocket s = (SSLSocket) strict.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
                s.startHandshake();
            } catch (SSLException e) {
                System.out.println(e.getMessage());
            }
            System.out.println(f.get());
        }
    }

    static void engine(SSLContext context) throws Exception {
        SSLEngine client = context.createSSLEngine("localhost", 443), server = context.createSSLEngine();
        client.setUseClientMode(true);
        server.setUseClientMode(false);
        client.getSSLParameters();
        ByteBuffer c2s = ByteBuffer.allocate(40_000), s2c = ByteBuffer.allocate(40_000), app = ByteBuffer.allocate(40_000);
        ByteBuffer hello = ByteBuffer.wrap("engine data".getBytes());
        client.beginHandshake();
        server.beginHandshake();
        StringBuilder got = new StringBuilder();
        for (int i = 0; i < 100 && got.length() == 0; i++) {
            client.wrap(hello, c2s);
            tasks(client);
            c2s.flip();
            while (c2s.hasRemaining()) {
                app.clear();
                SSLEngineResult r = server.unwrap(c2s, app);
                tasks(server);
                got.append(new String(app.array(), 0, app.position()));
                if (r.getStatus() != Status.OK || r.bytesConsumed() == 0) break;
            }
            c2s.compact();
            server.wrap(ByteBuffer.allocate(0), s2c);
            tasks(server);
            s2c.flip();
            while (s2c.hasRemaining()) {
                app.clear();
                SSLEngineResult r = client.unwrap(s2c, app);
                tasks(client);
                if (r.getStatus() != Status.OK || r.bytesConsumed() == 0) break;
            }
            s2c.compact();
        }
        System.out.println(got + " " + client.getSession().getProtocol() + " " + client.getSession().getPacketBufferSize() + " " + client.getSession().getApplicationBufferSize());
        client.closeOutbound();
        System.out.println(client.isOutboundDone() + " " + client.getHandshakeStatus());
        System.out.println(Arrays.toString(client.getSupportedProtocols()) + " " + Arrays.toString(client.getEnabledProtocols()) + " " + client.getEnabledCipherSuites().length);
    }

    static void tasks(SSLEngine e) {
        for (Runnable r; (r = e.getDelegatedTask()) != null; ) r.run();
    }

    static void https(SSLContext context) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/", x -> {
            byte[] b = ("secure " + x.getRequestURI() + " " + ((HttpsExchange) x).getSSLSession().getProtocol()).getBytes();
            x.sendResponseHeaders(200, b.length);
            x.getResponseBody().write(b);
            x.close();
        });
        server.start();
        String base = "https://localhost:" + server.getAddress().getPort();
        HttpsURLConnection c = (HttpsURLConnection) new URL(base + "/url").openConnection();
        c.setSSLSocketFactory(context.getSocketFactory());
        System.out.println(new String(c.getInputStream().readAllBytes()) + " " + c.getCipherSuite() + " " + c.getServerCertificates().length);
        HttpClient h = HttpClient.newBuilder().sslContext(context).build();
        HttpResponse<String> r = h.send(HttpRequest.newBuilder(URI.create(base + "/client")).build(), HttpResponse.BodyHandlers.ofString());
        System.out.println(r.body() + " " + r.version() + " " + r.sslSession().get().getProtocol());
        try {
            HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(base + "/")).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            System.out.println(e.getClass().getName() + " " + e.getMessage());
        }
        server.stop(0);
    }
}

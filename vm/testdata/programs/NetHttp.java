import com.sun.net.httpserver.*;
import java.io.*;
import java.net.*;
import java.net.http.*;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

/** HttpServer with HttpURLConnection and HttpClient on loopback. */
public class NetHttp {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception e) {
            String m = e.toString();
            System.out.println(what + ": " + m.replaceAll(":\\d{4,5}", ":PORT"));
        }
    }

    static String base;

    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService pool = Executors.newFixedThreadPool(3);
        server.setExecutor(pool);
        handlers(server);
        server.start();
        base = "http://127.0.0.1:" + server.getAddress().getPort();
        try {
            connections();
            client();
            asynchronous();
            failures();
        } finally {
            server.stop(0);
            pool.shutdown();
        }
    }

    static void respond(HttpExchange x, int status, String body) throws IOException {
        byte[] b = body.getBytes(StandardCharsets.UTF_8);
        x.sendResponseHeaders(status, b.length == 0 ? -1 : b.length);
        try (OutputStream o = x.getResponseBody()) { o.write(b); }
    }

    static void handlers(HttpServer server) {
        server.createContext("/echo", x -> {
            String body = new String(x.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            x.getResponseHeaders().add("X-Method", x.getRequestMethod());
            x.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
            respond(x, 200, x.getRequestMethod() + " " + x.getRequestURI() + " " + body + " " + x.getRequestHeaders().getFirst("X-Test") + " " + x.getProtocol() + " " + x.getHttpContext().getPath());
        });
        server.createContext("/status", x -> respond(x, Integer.parseInt(x.getRequestURI().getQuery()), "status body"));
        server.createContext("/redirect", x -> { x.getResponseHeaders().set("Location", "/echo?redirected"); x.sendResponseHeaders(302, -1); x.close(); });
        server.createContext("/chunked", x -> {
            x.sendResponseHeaders(200, 0);
            try (OutputStream o = x.getResponseBody()) { for (int i = 0; i < 500; i++) o.write(("line " + i + "\n").getBytes()); }
        });
        server.createContext("/big", x -> {
            byte[] b = new byte[1_000_000];
            Arrays.fill(b, (byte) 'z');
            x.sendResponseHeaders(200, b.length);
            try (OutputStream o = x.getResponseBody()) { o.write(b); }
        });
        server.createContext("/cookie", x -> {
            String c = x.getRequestHeaders().getFirst("Cookie");
            x.getResponseHeaders().add("Set-Cookie", "id=42; Path=/");
            respond(x, 200, "cookie " + c);
        });
        HttpContext secret = server.createContext("/secret", x -> respond(x, 200, "user " + x.getPrincipal().getUsername()));
        secret.setAuthenticator(new BasicAuthenticator("realm") { public boolean checkCredentials(String u, String p) { return u.equals("me") && p.equals("pw"); } });
        secret.getFilters().add(new Filter() {
            public String description() { return "adds a header"; }
            public void doFilter(HttpExchange x, Chain c) throws IOException { x.getResponseHeaders().set("X-Filter", "yes"); c.doFilter(x); }
        });
        server.createContext("/slow", x -> { try { Thread.sleep(2000); } catch (InterruptedException e) { } x.close(); });
        server.createContext("/gzip", x -> {
            ByteArrayOutputStream b = new ByteArrayOutputStream();
            try (var g = new java.util.zip.GZIPOutputStream(b)) { g.write("compressed".getBytes()); }
            x.getResponseHeaders().set("Content-Encoding", "gzip");
            x.sendResponseHeaders(200, b.size());
            try (OutputStream o = x.getResponseBody()) { b.writeTo(o); }
        });
    }

    static String read(InputStream in) throws IOException {
        return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    static HttpURLConnection open(String path) throws IOException {
        return (HttpURLConnection) new URL(base + path).openConnection();
    }

    static void connections() throws Exception {
        HttpURLConnection c = open("/echo?q=1%202");
        c.setRequestProperty("X-Test", "header");
        System.out.println(c.getResponseCode() + " " + c.getResponseMessage() + " " + c.getContentType() + " " + c.getContentLength() + " " + c.getHeaderField("x-method") + " " + read(c.getInputStream()));
        HttpURLConnection p = open("/echo");
        p.setRequestMethod("POST");
        p.setDoOutput(true);
        p.setFixedLengthStreamingMode(5);
        try (OutputStream o = p.getOutputStream()) { o.write("12345".getBytes()); }
        System.out.println(read(p.getInputStream()));
        HttpURLConnection k = open("/echo");
        k.setDoOutput(true);
        k.setChunkedStreamingMode(16);
        try (Writer w = new OutputStreamWriter(k.getOutputStream())) { w.write("chunks ".repeat(10)); }
        System.out.println(read(k.getInputStream()) + " " + k.getRequestMethod());
        HttpURLConnection e = open("/status?404");
        System.out.println(e.getResponseCode() + " " + read(e.getErrorStream()));
        attempt("404", () -> open("/status?404").getInputStream());
        attempt("500", () -> open("/status?500").getInputStream());
        attempt("none", () -> open("/none").getResponseCode());
        attempt("204", () -> open("/status?204").getResponseCode());
        HttpURLConnection r = open("/redirect");
        System.out.println(read(r.getInputStream()) + " " + r.getURL().getQuery());
        HttpURLConnection n = open("/redirect");
        n.setInstanceFollowRedirects(false);
        System.out.println(n.getResponseCode() + " " + n.getHeaderField("Location"));
        System.out.println(read(open("/chunked").getInputStream()).length());
        for (String m : new String[] {"HEAD", "DELETE", "PUT", "OPTIONS"}) {
            HttpURLConnection h = open("/echo");
            h.setRequestMethod(m);
            System.out.println(m + " " + h.getResponseCode() + " " + read(h.getInputStream()));
        }
        attempt("bad method", () -> { open("/").setRequestMethod("PATCH"); return 0; });
        attempt("connected", () -> { HttpURLConnection x = open("/echo"); x.connect(); x.setDoOutput(true); return 0; });
        CookieHandler.setDefault(new CookieManager());
        System.out.println(read(open("/cookie").getInputStream()) + " " + read(open("/cookie").getInputStream()));
        CookieHandler.setDefault(null);
        java.net.Authenticator.setDefault(new java.net.Authenticator() { protected PasswordAuthentication getPasswordAuthentication() { return new PasswordAuthentication("me", "pw".toCharArray()); } });
        HttpURLConnection a = open("/secret");
        System.out.println(read(a.getInputStream()) + " " + a.getHeaderField("X-Filter"));
        java.net.Authenticator.setDefault(null);
        HttpURLConnection t = open("/slow");
        t.setReadTimeout(30);
        attempt("timeout", () -> t.getResponseCode());
    }

    static void client() throws Exception {
        HttpClient c = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).followRedirects(HttpClient.Redirect.NORMAL).cookieHandler(new CookieManager()).connectTimeout(Duration.ofSeconds(20)).build();
        HttpResponse<String> r = c.send(HttpRequest.newBuilder(URI.create(base + "/echo?x=y")).header("X-Test", "from client").POST(HttpRequest.BodyPublishers.ofString("body ü")).build(), BodyHandlers.ofString());
        System.out.println(r.statusCode() + " " + r.version() + " " + r.body() + " " + r.headers().firstValue("x-method") + " " + r.headers().firstValueAsLong("content-length"));
        System.out.println(c.send(HttpRequest.newBuilder(URI.create(base + "/redirect")).build(), BodyHandlers.ofString()).body());
        HttpResponse<Stream<String>> lines = c.send(HttpRequest.newBuilder(URI.create(base + "/chunked")).build(), BodyHandlers.ofLines());
        System.out.println(lines.body().mapToInt(String::length).sum());
        System.out.println(c.send(HttpRequest.newBuilder(URI.create(base + "/big")).build(), BodyHandlers.ofByteArray()).body().length);
        Path f = Files.createTempFile("http", "body");
        System.out.println(Files.size(c.send(HttpRequest.newBuilder(URI.create(base + "/big")).build(), BodyHandlers.ofFile(f)).body()));
        System.out.println(c.send(HttpRequest.newBuilder(URI.create(base + "/echo")).method("PATCH", HttpRequest.BodyPublishers.ofFile(f)).build(), BodyHandlers.ofInputStream()).body().readAllBytes().length);
        Files.delete(f);
        System.out.println(c.send(HttpRequest.newBuilder(URI.create(base + "/cookie")).build(), BodyHandlers.ofString()).body() + " " + c.send(HttpRequest.newBuilder(URI.create(base + "/cookie")).build(), BodyHandlers.ofString()).body());
        System.out.println(c.send(HttpRequest.newBuilder(URI.create(base + "/status?503")).build(), BodyHandlers.discarding()).statusCode());
        HttpResponse<byte[]> z = c.send(HttpRequest.newBuilder(URI.create(base + "/gzip")).build(), BodyHandlers.ofByteArray());
        System.out.println(new String(new java.util.zip.GZIPInputStream(new ByteArrayInputStream(z.body())).readAllBytes()));
        HttpResponse<String> redirected = c.send(HttpRequest.newBuilder(URI.create(base + "/redirect")).build(), BodyHandlers.ofString());
        System.out.println(redirected.previousResponse().map(HttpResponse::statusCode) + " " + redirected.uri().getPath());
        HttpClient auth = HttpClient.newBuilder().authenticator(new java.net.Authenticator() { protected PasswordAuthentication getPasswordAuthentication() { return new PasswordAuthentication("me", "pw".toCharArray()); } }).build();
        System.out.println(auth.send(HttpRequest.newBuilder(URI.create(base + "/secret")).build(), BodyHandlers.ofString()).body());
        System.out.println(auth.send(HttpRequest.newBuilder(URI.create(base + "/echo")).build(), BodyHandlers.ofString()).version());
        attempt("timeout", () -> c.send(HttpRequest.newBuilder(URI.create(base + "/slow")).timeout(Duration.ofMillis(40)).build(), BodyHandlers.ofString()));
    }

    static void asynchronous() throws Exception {
        HttpClient c = HttpClient.newHttpClient();
        List<CompletableFuture<String>> all = IntStream.range(0, 12).mapToObj(i -> c.sendAsync(HttpRequest.newBuilder(URI.create(base + "/echo?" + i)).GET().build(), BodyHandlers.ofString()).thenApply(r -> r.statusCode() + " " + r.body())).toList();
        for (CompletableFuture<String> f : all) System.out.println(f.get());
        HttpRequest.BodyPublisher p = HttpRequest.BodyPublishers.fromPublisher(subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            int n = 0;
            public void request(long k) { while (k-- > 0 && n <= 5) { if (n == 5) { n++; subscriber.onComplete(); } else subscriber.onNext(java.nio.ByteBuffer.wrap(("part" + n++).getBytes())); } }
            public void cancel() { }
        }));
        System.out.println(c.sendAsync(HttpRequest.newBuilder(URI.create(base + "/echo")).PUT(p).build(), BodyHandlers.ofString()).get().body());
        System.out.println(c.sendAsync(HttpRequest.newBuilder(URI.create(base + "/status?404")).build(), info -> HttpResponse.BodySubscribers.mapping(HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8), s -> info.statusCode() + s.toUpperCase())).join().body());
        CompletableFuture<HttpResponse<String>> slow = c.sendAsync(HttpRequest.newBuilder(URI.create(base + "/slow")).build(), BodyHandlers.ofString());
        System.out.println(slow.cancel(true));
    }

    static void failures() throws Exception {
        int free;
        try (ServerSocket s = new ServerSocket(0)) { free = s.getLocalPort(); }
        attempt("refused", () -> new URL("http://127.0.0.1:" + free + "/").openStream());
        attempt("client refused", () -> HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + free)).build(), BodyHandlers.ofString()));
        attempt("no scheme", () -> HttpRequest.newBuilder(URI.create("/x")));
        attempt("ftp", () -> HttpRequest.newBuilder(URI.create("ftp://x/")));
        attempt("restricted", () -> HttpRequest.newBuilder(URI.create(base)).header("Host", "x"));
        attempt("malformed", () -> new URL("nothing"));
        attempt("protocol", () -> new URL("bogus://x"));
        try (ServerSocket s = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread t = new Thread(() -> { try { for (int i = 0; i < 2; i++) try (Socket x = s.accept()) { x.getInputStream().read(); x.getOutputStream().write("garbage\r\n\r\n".getBytes()); } } catch (IOException e) { System.out.println(e); } });
            t.start();
            attempt("garbage", () -> read(new URL("http://127.0.0.1:" + s.getLocalPort() + "/").openStream()));
            attempt("garbage to client", () -> HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + s.getLocalPort())).build(), BodyHandlers.ofString()));
            t.join();
        }
    }
}

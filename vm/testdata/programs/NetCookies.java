import com.sun.net.httpserver.*;
import java.io.*;
import java.net.*;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

/** HTTP on the loopback: cookies, redirects, authentication, streaming bodies, futures, timeouts, the old connection and their errors. */
public class NetCookies {
    interface Action { Object run() throws Exception; }

    static int port;

    static void attempt(String what, Action a) {
        Object result;
        try {
            result = a.run();
        } catch (Exception e) {
            Throwable c = e instanceof ExecutionException || e instanceof CompletionException ? e.getCause() : e;
            result = e.getClass().getSimpleName() + " " + c;
        }
        System.out.println(what + ": " + String.valueOf(result).replace(":" + port, ":PORT"));
    }

    public static void main(String[] args) throws Exception {
        cookies();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        port = server.getAddress().getPort();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        server.setExecutor(pool);
        CountDownLatch release = new CountDownLatch(1);
        contexts(server, release);
        server.start();
        try {
            client();
            futures();
            old();
        } finally {
            release.countDown();
            server.stop(0);
            pool.shutdown();
        }
        attempt("stopped", () -> new URL("http://127.0.0.1:" + port + "/").openStream());
    }

    static void contexts(HttpServer server, CountDownLatch release) {
        server.createContext("/echo", x -> {
            byte[] body = x.getRequestBody().readAllBytes();
            String text = x.getRequestMethod() + " " + x.getRequestURI() + " " + new String(body, StandardCharsets.UTF_8) + " " + x.getRequestHeaders().getFirst("X-Test") + " " + x.getProtocol() + " " + x.getRequestHeaders().getFirst("Cookie");
            x.getResponseHeaders().add("Set-Cookie", "n=" + body.length + "; Path=/; HttpOnly");
            x.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
            byte[] out = text.getBytes(StandardCharsets.UTF_8);
            x.sendResponseHeaders(200, out.length);
            x.getResponseBody().write(out);
            x.close();
        });
        server.createContext("/redirect", x -> {
            x.getResponseHeaders().set("Location", "/echo?from=redirect");
            x.sendResponseHeaders(x.getRequestURI().getPath().endsWith("307") ? 307 : 302, -1);
            x.close();
        });
        server.createContext("/chunked", x -> {
            x.sendResponseHeaders(200, 0);
            try (OutputStream o = x.getResponseBody()) {
                for (int i = 0; i < 5; i++) { o.write(("line " + i + "\n").getBytes()); o.flush(); }
            }
        });
        server.createContext("/slow", x -> {
            try { release.await(); } catch (InterruptedException e) { Thread.currentThread().interrupt(); }
            x.sendResponseHeaders(204, -1);
            x.close();
        });
        server.createContext("/fail", x -> { x.sendResponseHeaders(500, 4); x.getResponseBody().write("oops".getBytes()); x.close(); });
        HttpContext auth = server.createContext("/auth", x -> { byte[] b = x.getPrincipal().toString().getBytes(); x.sendResponseHeaders(200, b.length); x.getResponseBody().write(b); x.close(); });
        auth.setAuthenticator(new BasicAuthenticator("realm") { public boolean checkCredentials(String u, String p) { return u.equals("user") && p.equals("pass"); } });
        auth.getFilters().add(Filter.beforeHandler("marks", x -> x.getResponseHeaders().set("X-Filter", "seen")));
    }

    static HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).header("X-Test", "t");
    }

    static String shown(HttpResponse<?> r) {
        return r.statusCode() + " " + r.version() + " " + r.uri().getPath() + " " + r.body() + " " + r.previousResponse().map(HttpResponse::statusCode);
    }

    static void client() throws Exception {
        CookieManager jar = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
        HttpClient c = HttpClient.newBuilder().cookieHandler(jar).followRedirects(HttpClient.Redirect.NORMAL).version(HttpClient.Version.HTTP_1_1).authenticator(new java.net.Authenticator() { protected PasswordAuthentication getPasswordAuthentication() { return new PasswordAuthentication("user", "pass".toCharArray()); } }).build();
        System.out.println(shown(c.send(to("/echo?q=%C3%A9").build(), HttpResponse.BodyHandlers.ofString())));
        System.out.println(shown(c.send(to("/echo").POST(HttpRequest.BodyPublishers.ofString("héllo")).build(), HttpResponse.BodyHandlers.ofString())) + jar.getCookieStore().getCookies());
        System.out.println(shown(c.send(to("/redirect").POST(HttpRequest.BodyPublishers.ofString("lost")).build(), HttpResponse.BodyHandlers.ofString())));
        System.out.println(shown(c.send(to("/redirect/307").PUT(HttpRequest.BodyPublishers.ofString("kept")).build(), HttpResponse.BodyHandlers.ofString())));
        System.out.println(c.send(to("/chunked").build(), HttpResponse.BodyHandlers.ofLines()).body().collect(Collectors.toList()));
        System.out.println(shown(c.send(to("/chunked").build(), HttpResponse.BodyHandlers.replacing("replaced"))) + c.send(to("/chunked").build(), HttpResponse.BodyHandlers.ofInputStream()).body().readNBytes(6).length);
        HttpResponse<String> a = c.send(to("/auth").build(), HttpResponse.BodyHandlers.ofString());
        System.out.println(shown(a) + a.headers().firstValue("x-filter"));
        System.out.println(shown(c.send(to("/fail").build(), HttpResponse.BodyHandlers.ofString())) + " " + shown(c.send(to("/none").build(), HttpResponse.BodyHandlers.ofString())));
        System.out.println(shown(c.send(to("/echo").method("PATCH", HttpRequest.BodyPublishers.ofByteArrays(List.of("a".getBytes(), "bc".getBytes()))).build(), HttpResponse.BodyHandlers.ofString())));
        attempt("timeout", () -> c.send(to("/slow").timeout(Duration.ofMillis(50)).build(), HttpResponse.BodyHandlers.discarding()));
        attempt("refused", () -> c.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:1/")).build(), HttpResponse.BodyHandlers.discarding()));
        for (String bad : new String[] {"ftp://x/", "http:///x", "/relative", "http://x:y/"}) attempt(bad, () -> HttpRequest.newBuilder(URI.create(bad)));
        attempt("header", () -> to("/").header("Content-Length", "1"));
        attempt("header value", () -> to("/").header("a", "b\n"));
        attempt("method", () -> to("/").method("A B", HttpRequest.BodyPublishers.noBody()));
        attempt("null body", () -> HttpResponse.BodySubscribers.buffering(null, 1));
        System.out.println(to("/").build().toString().replace(":" + port, ":PORT") + " " + to("/x").copy().build().headers().map());
    }

    static void futures() throws Exception {
        HttpClient c = HttpClient.newHttpClient();
        List<CompletableFuture<String>> all = IntStream.range(0, 6).mapToObj(i -> c.sendAsync(to("/echo").POST(HttpRequest.BodyPublishers.ofString("n".repeat(i))).build(), HttpResponse.BodyHandlers.ofString()).thenApply(HttpResponse::body).thenApply(b -> b.split(" ")[2].length() + "")).collect(Collectors.toList());
        System.out.println(all.stream().map(CompletableFuture::join).collect(Collectors.joining(",")));
        attempt("async refused", () -> c.sendAsync(HttpRequest.newBuilder(URI.create("http://127.0.0.1:1/")).build(), HttpResponse.BodyHandlers.ofString()).get());
        System.out.println(c.sendAsync(to("/fail").build(), i -> HttpResponse.BodySubscribers.mapping(HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8), s -> i.statusCode() + s.toUpperCase())).thenCombine(CompletableFuture.supplyAsync(() -> "!"), (r, s) -> r.body() + s).get());
        CompletableFuture<?> slow = c.sendAsync(to("/slow").build(), HttpResponse.BodyHandlers.discarding());
        System.out.println(slow.cancel(true));
    }

    static void old() throws Exception {
        HttpURLConnection u = (HttpURLConnection) new URL("http://127.0.0.1:" + port + "/echo").openConnection();
        u.setDoOutput(true); u.setRequestMethod("PUT"); u.setFixedLengthStreamingMode(3); u.setRequestProperty("X-Test", "old");
        u.getOutputStream().write("abc".getBytes());
        System.out.println(u.getResponseCode() + " " + u.getResponseMessage() + " " + new String(u.getInputStream().readAllBytes()) + " " + u.getContentType() + u.getContentLength() + " " + u.getHeaderField(0));
        attempt("late", () -> { u.setRequestProperty("a", "b"); return null; });
        HttpURLConnection f = (HttpURLConnection) new URL("http://127.0.0.1:" + port + "/fail").openConnection();
        attempt("500", f::getInputStream);
        System.out.println(new String(f.getErrorStream().readAllBytes()));
        attempt("404", () -> new URL("http://127.0.0.1:" + port + "/zzz").openStream());
        attempt("method", () -> { f.setRequestMethod("BREW"); return null; });
        attempt("unknown", () -> new URL("nope://x"));
        attempt("jar", () -> new URL("jar:file:/none.jar!/x").openStream());
        attempt("file", () -> new URL("file:/no/such").openStream());
    }

    static void cookies() throws Exception {
        for (String h : new String[] {"a=b; Path=/x; Max-Age=10; Secure; HttpOnly", "Set-Cookie2: n=\"v\"; Version=1; Domain=.Example.com; Port=\"80,90\"; Discard", "x=y; expires=Thu, 01-Jan-1970 00:00:10 GMT", "bad", "=v", "$a=b", "q=w; domain=", "sp ace=1"}) attempt(h, () -> { HttpCookie k = HttpCookie.parse(h).get(0); return k + " " + k.getPath() + k.getMaxAge() + k.getSecure() + k.isHttpOnly() + k.getDomain() + k.getPortlist() + k.getDiscard() + k.getVersion() + k.hasExpired(); });
        System.out.println(HttpCookie.domainMatches(".foo.com", "x.foo.com") + " " + HttpCookie.domainMatches(".foo.com", "y.x.foo.com") + " " + new HttpCookie("a", "b").equals(new HttpCookie("A", "c")));
        CookieManager m = new CookieManager(null, CookiePolicy.ACCEPT_ORIGINAL_SERVER);
        URI site = URI.create("http://www.example.com/dir/page");
        m.put(site, Map.of("Set-Cookie", List.of("p=1; Path=/dir", "q=2; Domain=example.com", "r=3; Domain=other.com", "s=4; Max-Age=0", "t=5; Secure")));
        System.out.println(m.getCookieStore().getCookies() + " " + m.get(site, Map.of()) + " " + m.get(URI.create("https://www.example.com/"), Map.of()) + m.getCookieStore().getURIs());
    }
}

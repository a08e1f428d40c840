import java.net.*;
import java.util.*;
import java.util.stream.*;

/** InetAddress, NetworkInterface, URL, URI, encoders, proxies, cookies: what needs no connection. */
public class NetAddresses {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    public static void main(String[] args) throws Exception {
        addresses();
        interfaces();
        uris();
        urls();
        encoding();
        cookies();
        proxies();
    }

    static void addresses() throws Exception {
        for (String s : new String[] {"127.0.0.1", "10.1", "1.2.3", "0x7f.1", "256.1.1.1", "::1", "fe80::1", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "2001:db8::", "224.0.0.5", "169.254.3.4", "192.168.0.1", "255.255.255.255", "::", "0.0.0.0", "[::1]", "ff02::1", "fec0::5", "1::2::3", "12345::", ":1", "1.2.3.4.5", "4294967295", "4294967296"}) {
            attempt(s, () -> {
                InetAddress a = InetAddress.getByName(s);
                return a + " " + a.getHostAddress() + " " + a.isLoopbackAddress() + a.isLinkLocalAddress() + a.isSiteLocalAddress() + a.isMulticastAddress() + a.isAnyLocalAddress() + a.isMCLinkLocal() + " " + a.hashCode() + " " + Arrays.toString(a.getAddress());
            });
        }
        attempt("localhost", () -> InetAddress.getByName("localhost").isLoopbackAddress());
        attempt("all", () -> Arrays.stream(InetAddress.getAllByName("localhost")).allMatch(InetAddress::isLoopbackAddress));
        attempt("null", () -> InetAddress.getByName(null).isLoopbackAddress());
        attempt("unknown", () -> InetAddress.getByName("no-such-host.invalid"));
        attempt("space", () -> InetAddress.getByName("a b"));
        attempt("loopback", () -> InetAddress.getLoopbackAddress());
        attempt("by bytes", () -> InetAddress.getByAddress("name", new byte[] {1, 2, 3, 4}));
        attempt("bad bytes", () -> InetAddress.getByAddress(new byte[5]));
        attempt("mapped", () -> InetAddress.getByAddress(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 1, 2, 3, 4}).getClass());
        attempt("scoped", () -> Inet6Address.getByAddress("h", new byte[16], 3).getHostAddress());
        attempt("reachable", () -> InetAddress.getLoopbackAddress().isReachable(1000));
        attempt("canonical", () -> InetAddress.getByName("127.0.0.1").getCanonicalHostName());
        attempt("socket address", () -> new InetSocketAddress("127.0.0.1", 80) + " " + InetSocketAddress.createUnresolved("host", 1) + " " + new InetSocketAddress(5).getHostString() + " " + new InetSocketAddress("::1", 9).equals(new InetSocketAddress(InetAddress.getByName("::1"), 9)));
        attempt("local host", () -> InetAddress.getLocalHost().getHostName().length() > 0);
    }

    static void interfaces() throws Exception {
        NetworkInterface lo = NetworkInterface.getByInetAddress(InetAddress.getByName("127.0.0.1"));
        System.out.println(lo.getName() + " " + lo.isLoopback() + " " + lo.isUp() + " " + lo.isPointToPoint() + " " + lo.isVirtual() + " " + lo.supportsMulticast() + " " + lo.getMTU() + " " + Arrays.toString(lo.getHardwareAddress()) + " " + lo.getDisplayName() + " " + (lo.getIndex() == NetworkInterface.getByName(lo.getName()).getIndex()) + " " + lo.getParent());
        System.out.println(lo.getInterfaceAddresses().stream().filter(a -> a.getAddress() instanceof Inet4Address).map(Object::toString).toList() + " " + NetworkInterface.networkInterfaces().anyMatch(lo::equals) + " " + NetworkInterface.getByName("nope0") + " " + NetworkInterface.getByIndex(lo.getIndex()).equals(lo));
        System.out.println(Collections.list(lo.getInetAddresses()).stream().anyMatch(InetAddress::isLoopbackAddress) + " " + lo.subInterfaces().count());
    }

    static void uris() {
        for (String s : new String[] {"http://user:pw@host:8080/a/b;p?q=1&r=%20#frag", "mailto:a@b.c", "file:///x/y", "../up/./x", "a:b:c", "http://[::1]:80/", "//auth/path", "?q", "#f", "", "http://h/%zz", "ht tp://x", "http://ex ample/", "http://a_b/", "urn:isbn:096139210x", "http://h/ü?ß"}) {
            attempt(s, () -> {
                URI u = new URI(s);
                return u.getScheme() + "|" + u.getAuthority() + "|" + u.getUserInfo() + "|" + u.getHost() + "|" + u.getPort() + "|" + u.getPath() + "|" + u.getRawQuery() + "|" + u.getFragment() + "|" + u.isOpaque() + u.isAbsolute() + "|" + u.normalize() + "|" + u.toASCIIString();
            });
        }
        URI base = URI.create("http://h/a/b/c?q");
        for (String r : new String[] {"d", "../d", "/d", "?x", "#y", "//other/z", "../../../d", "", "g:h", "./"}) System.out.print(base.resolve(r) + " ");
        System.out.println();
        System.out.println(base.relativize(URI.create("http://h/a/b/c/d/e")) + " " + base.compareTo(URI.create("http://h/b")) + " " + URI.create("HTTP://H/a").equals(URI.create("http://h/a")));
        attempt("parts", () -> new URI("http", "u", "h", 5, "/p q", "a=b c", "f g"));
        attempt("create", () -> URI.create("::"));
    }

    static void urls() {
        for (String s : new String[] {"http://user@host:81/p/f.html?q#r", "file:/a/b", "jar:file:/x.jar!/e", "https://h", "HTTP://H:80/", "http://h:99999/", "http://h:-2/", "x://y", "http:/one", "mailto:a@b"}) {
            attempt(s, () -> {
                URL u = new URL(s);
                return u.getProtocol() + "|" + u.getUserInfo() + "|" + u.getHost() + "|" + u.getPort() + "|" + u.getDefaultPort() + "|" + u.getFile() + "|" + u.getRef() + "|" + u.toExternalForm();
            });
        }
        attempt("relative", () -> new URL(new URL("http://h/a/b"), "../c?d"));
        attempt("same", () -> new URL("http://127.0.0.1/x").equals(new URL("http://127.0.0.1:80/x")) + " " + new URL("http://h/x#1").sameFile(new URL("http://h/x#2")));
        attempt("to uri", () -> new URL("http://h/a b").toURI());
        attempt("handler", () -> new URL(null, "mine:thing", new URLStreamHandler() { protected URLConnection openConnection(URL u) { return new URLConnection(u) { public void connect() { } public java.io.InputStream getInputStream() { return new java.io.ByteArrayInputStream(u.getPath().getBytes()); } }; } }).openStream().readAllBytes().length);
        URL.setURLStreamHandlerFactory(p -> p.equals("fact") ? new URLStreamHandler() { protected URLConnection openConnection(URL u) throws java.io.IOException { throw new java.io.IOException("by factory " + u); } } : null);
        attempt("factory", () -> new URL("fact:x").openStream());
        System.out.println(URLConnection.guessContentTypeFromName("a.png") + " " + URLConnection.getFileNameMap().getContentTypeFor("x.html") + " " + URLConnection.guessContentTypeFromName("q.nothing"));
        attempt("guess", () -> URLConnection.guessContentTypeFromStream(new java.io.ByteArrayInputStream("<html>".getBytes())));
    }

    static void encoding() {
        String s = "a b&c=d/é€😀+%~*-_.";
        for (String c : new String[] {"UTF-8", "ISO-8859-1", "UTF-16"}) attempt(c, () -> URLEncoder.encode(s, c) + " " + URLDecoder.decode(URLEncoder.encode(s, c), c).equals(s));
        for (String bad : new String[] {"%", "%zz", "%1", "a+b%20c", "%-1"}) attempt(bad, () -> URLDecoder.decode(bad, "UTF-8"));
    }

    static void cookies() throws Exception {
        for (String h : new String[] {"Set-Cookie: a=b; Path=/x; Secure; HttpOnly; Max-Age=10", "Set-Cookie2: c=\"d\"; Version=1; Domain=.h.com", "x=y; expires=Thu, 01 Jan 1970 00:00:00 GMT", "bad", "=v"}) attempt(h, () -> HttpCookie.parse(h).stream().map(c -> c + " " + c.getPath() + " " + c.getSecure() + " " + c.isHttpOnly() + " " + c.getMaxAge() + " " + c.getDomain() + " " + c.hasExpired() + " " + c.getVersion()).toList());
        CookieManager m = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
        m.put(URI.create("http://h.com/x/y"), Map.of("Set-Cookie", List.of("k=v", "p=q; Path=/x")));
        System.out.println(m.get(URI.create("http://h.com/x/z"), Map.of()) + " " + m.get(URI.create("http://other.com/"), Map.of()) + " " + m.getCookieStore().getCookies().size() + " " + HttpCookie.domainMatches(".b.com", "a.b.com"));
    }

    static void proxies() throws Exception {
        System.out.println(ProxySelector.getDefault().select(URI.create("http://example.invalid/")) + " " + Proxy.NO_PROXY);
        System.setProperty("http.proxyHost", "127.0.0.9");
        System.setProperty("http.proxyPort", "3128");
        System.setProperty("http.nonProxyHosts", "*.local|127.*");
        System.out.println(ProxySelector.getDefault().select(URI.create("http://example.invalid/")) + " " + ProxySelector.getDefault().select(URI.create("http://a.local/")) + " " + ProxySelector.getDefault().select(URI.create("https://example.invalid/")));
        attempt("null", () -> ProxySelector.getDefault().select(null));
        System.out.println(new Proxy(Proxy.Type.SOCKS, InetSocketAddress.createUnresolved("s", 1080)) + " " + ProxySelector.of(InetSocketAddress.createUnresolved("p", 1)).select(URI.create("http://x/")));
    }
}

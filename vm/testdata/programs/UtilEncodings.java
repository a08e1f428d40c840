import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.zip.*;

/** Base64 in every variant, hexadecimal, identifiers, checksums, property files and XML, addresses, internationalised names, scanners. */
public class UtilEncodings {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.US);
        base64();
        hexadecimal();
        identifiers();
        checksums();
        properties();
        addresses();
        scanners();
    }

    static void base64() throws Exception {
        byte[] data = new byte[100];
        new Random(4).nextBytes(data);
        for (Base64.Encoder e : new Base64.Encoder[] {Base64.getEncoder(), Base64.getUrlEncoder(), Base64.getMimeEncoder(), Base64.getMimeEncoder(20, "|".getBytes()), Base64.getEncoder().withoutPadding()}) System.out.println(e.encodeToString(data).replace("\r\n", "$"));
        for (String s : new String[] {"YQ==", "YQ=", "YQ", "Y", "YWI", "YWI=", "YWJj", "YR==", "Y Q==", "YQ==x", "====", "", "-_-_", "YWJ\u00ffj", "YQ==YQ==", "YWJj=", "\r\nYWJj\r\n"}) {
            attempt("basic " + s.length(), () -> Arrays.toString(Base64.getDecoder().decode(s)));
            attempt("url", () -> Base64.getUrlDecoder().decode(s).length);
            attempt("mime", () -> Base64.getMimeDecoder().decode(s).length);
            attempt("stream", () -> Base64.getDecoder().wrap(new ByteArrayInputStream(s.getBytes(StandardCharsets.ISO_8859_1))).readAllBytes().length);
        }
        ByteArrayOutputStream o = new ByteArrayOutputStream();
        OutputStream w = Base64.getMimeEncoder(8, new byte[] {'\n'}).wrap(o);
        w.write("streamed text".getBytes()); w.close();
        System.out.println(o.toString().replace("\n", "/"));
        attempt("closed", () -> { w.write(1); return null; });
        attempt("separator", () -> Base64.getMimeEncoder(8, "a".getBytes()));
        attempt("room", () -> Base64.getEncoder().encode(new byte[5], new byte[7]));
    }

    static void hexadecimal() {
        HexFormat h = HexFormat.ofDelimiter(", ").withPrefix("0x").withUpperCase();
        System.out.println(h + " " + h.formatHex(new byte[] {1, -1, 127}) + " " + Arrays.toString(h.parseHex("0x01, 0xFf")) + " " + h.toHexDigits((short) -2) + " " + h.toHexDigits(255L, 3) + " " + HexFormat.fromHexDigits("7fffffff") + HexFormat.isHexDigit('g') + h.equals(HexFormat.of()) + " " + HexFormat.fromHexDigitsToLong("ffff"));
        attempt("odd", () -> HexFormat.of().parseHex("abc"));
        attempt("digit", () -> HexFormat.of().parseHex("zz"));
        attempt("delimiter", () -> h.parseHex("0x01,0x02"));
        attempt("long", () -> HexFormat.fromHexDigits("123456789"));
        for (String n : new String[] {"", "+", "-", "0x", "1_0", "99999999999", "٣", "+-1", " 1"}) attempt("int " + n, () -> Integer.decode(n) + " " + Integer.parseInt(n));
        attempt("radix", () -> Integer.parseInt("1", 99));
        attempt("unsigned", () -> Integer.parseUnsignedInt("-1"));
        attempt("sub", () -> Long.parseLong("xx12yy", 2, 4, 10) + Integer.toUnsignedString(-1, 36) + Long.toUnsignedString(-1));
    }

    static void identifiers() {
        System.out.println(UUID.nameUUIDFromBytes("x".getBytes()) + " " + new UUID(0x1234567890abcdefL, -1).variant() + new UUID(0x12345678L, 1).getLeastSignificantBits() + " " + UUID.fromString("1-2-3-4-5") + " " + UUID.randomUUID().version() + " " + new UUID(1, 2).compareTo(new UUID(-1, 2)) + new UUID(1, 2).hashCode());
        for (String s : new String[] {"", "x", "1-2-3-4", "1-2-3-4-5-6", "123456789-1-1-1-1", "00000000-0000-0000-0000-00000000000g", "-1-1-1-1-1", "1".repeat(40)}) attempt(s, () -> UUID.fromString(s));
        attempt("timestamp", () -> new UUID(0, 0).timestamp());
        attempt("timestamp", () -> UUID.fromString("c232ab00-9414-11ec-b3c8-9f6bdeced846").timestamp());
    }

    static void checksums() {
        byte[] b = "123456789".getBytes();
        for (Checksum c : new Checksum[] {new CRC32(), new CRC32C(), new Adler32()}) { c.update(b); long one = c.getValue(); c.update(java.nio.ByteBuffer.allocateDirect(9).put(b).flip()); System.out.print(Long.toHexString(one) + " " + Long.toHexString(c.getValue()) + " "); c.reset(); System.out.println(c.getValue()); }
        attempt("bounds", () -> { new CRC32().update(b, 8, 2); return null; });
        System.out.println(Arrays.hashCode(b) + " " + Objects.hash(1, "x", null) + " " + List.of(1, 2).hashCode() + " " + Map.of("a", 1).hashCode() + " " + new BitSet(9).hashCode() + " " + BitSet.valueOf(b) + " " + Double.hashCode(-0.0));
    }

    static void properties() throws Exception {
        Properties p = new Properties();
        p.load(new StringReader("a=1\nb : two \\\n   lines\n! comment\nc\\ d\\=e f\n\\u0041\\t=tab\\tx\nempty\n=nokey\nk==v\r\nlast=\\"));
        System.out.println(new TreeMap<>(p));
        attempt("unicode", () -> { new Properties().load(new StringReader("x=\\u12g4")); return null; });
        attempt("short unicode", () -> { new Properties().load(new StringReader("x=\\u12")); return null; });
        Properties q = new Properties(p);
        q.setProperty("key with space:", " é€\n#!=");
        StringWriter w = new StringWriter();
        q.store(w, "head\nsecond");
        System.out.println(w.toString().replaceAll("#\\w\\w\\w \\w\\w\\w .*", "#DATE") + q.getProperty("a") + q.get("a") + q.stringPropertyNames().size());
        ByteArrayOutputStream o = new ByteArrayOutputStream();
        q.storeToXML(o, "c<omment", "UTF-8");
        System.out.println(o);
        Properties r = new Properties();
        r.loadFromXML(new ByteArrayInputStream(o.toByteArray()));
        System.out.println(r);
        attempt("bad xml", () -> { r.loadFromXML(new ByteArrayInputStream("<properties><x/></properties>".getBytes())); return null; });
        attempt("no xml", () -> { r.loadFromXML(new ByteArrayInputStream("zzz".getBytes())); return null; });
        attempt("not strings", () -> { r.put(1, 2); r.store(new StringWriter(), null); return null; });
        attempt("null", () -> r.setProperty("x", null));
        q.list(System.out);
    }

    static void addresses() throws Exception {
        for (String s : new String[] {"http://u:p@h:80/a/../b/./c?q=1&r=é#f", "mailto:a@b", "//h/p", "a b", "http://[::1]:9/", "http://h:x/", "%zz", "http://", "file:///x", "x:", "#only", "http://a_b/", "HTTP://H/%7e", "urn:a:b"}) attempt(s, () -> { URI u = new URI(s); return u.getScheme() + " " + u.getUserInfo() + " " + u.getHost() + " " + u.getPort() + " " + u.getPath() + " " + u.getQuery() + " " + u.getFragment() + " " + u.isOpaque() + " " + u.normalize() + " " + u.toASCIIString() + " " + u.resolve("../z"); });
        System.out.println(URI.create("http://a/b/c/d").relativize(URI.create("http://a/b/c/d/e")) + " " + URI.create("http://a/b/c").resolve("?x") + " " + new URI("s", "h", "/p q", "é?").toString() + " " + URI.create("http://A/").equals(URI.create("HTTP://a/")) + " " + URLEncoder.encode("a b&é😀~*", "UTF-8") + " " + URLDecoder.decode("a+b%C3%A9", StandardCharsets.UTF_8));
        attempt("decode", () -> URLDecoder.decode("%zz", "UTF-8"));
        attempt("decode short", () -> URLDecoder.decode("%4", "UTF-8"));
        for (String s : new String[] {"bücher.de", "xn--bcher-kva.de", "☃.net", "a..b", "faß.de", "x".repeat(70), "日本。jp", "-bad-"}) attempt(s, () -> IDN.toASCII(s) + " " + IDN.toUnicode(IDN.toASCII(s)) + " " + IDN.toASCII(s, IDN.USE_STD3_ASCII_RULES));
        for (String s : new String[] {"1.2.3.4", "::1", "::ffff:1.2.3.4", "fe80::1", "1:2:3:4:5:6:7:8", "127.1", "2130706433", "1.2.3.256", "[::1]", ":::", "1::2::3"}) attempt(s, () -> { InetAddress i = InetAddress.getByName(s); return i + " " + i.isLoopbackAddress() + i.isLinkLocalAddress() + i.isSiteLocalAddress() + " " + i.getClass().getSimpleName() + i.hashCode(); });
        System.out.println(new URL("http://u@h:8080/p;x?q#r").getAuthority() + " " + new URL(new URL("http://h/a/b"), "../c?d").toExternalForm() + " " + new URL("file:/x").sameFile(new URL("file:///x")) + " " + new URL("https://h").getDefaultPort() + " " + InetSocketAddress.createUnresolved("h", 5) + " " + new InetSocketAddress("1.2.3.4", 6));
        attempt("port", () -> new InetSocketAddress(70000));
        attempt("bytes", () -> InetAddress.getByAddress(new byte[3]));
    }

    static void scanners() {
        Scanner s = new Scanner("1 2,345 x 3.5e2 true 0x1f\nline two\n\nfoo=bar;baz");
        System.out.println(s.nextInt() + " " + s.nextInt() + " " + s.hasNextInt() + s.next() + s.nextDouble() + s.nextBoolean() + s.hasNextInt(16));
        attempt("mismatch", s::nextInt);
        System.out.println(s.next() + s.nextLine() + "|" + s.nextLine() + "|" + s.findInLine("(\\w+)") + s.findWithinHorizon("\\w+=(\\w+)", 0) + s.match().group(1) + s.useDelimiter(";").next() + s.hasNext());
        attempt("none", s::nextLine);
        s.close();
        attempt("closed", s::hasNext);
        System.out.println(new Scanner("1,2;3").useDelimiter("[,;]").tokens().toList() + " " + new Scanner("a1b22").findAll("\\d+").map(m -> m.group()).toList() + new StringTokenizer("a,b;c", ",;", true).countTokens());
        attempt("radix", () -> new Scanner("1").useRadix(50));
    }
}

import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

/** The filter streams of java.io: piped, sequence, pushback, line numbers, data, tokens, and what they throw. */
public class IoFilters {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    static ByteArrayInputStream bytes(String s) {
        return new ByteArrayInputStream(s.getBytes(StandardCharsets.UTF_8));
    }

    public static void main(String[] args) throws Exception {
        pipes();
        sequences();
        pushback();
        lineNumbers();
        data();
        tokens();
        marks();
        printers();
    }

    static void pipes() throws Exception {
        attempt("unconnected read", () -> new PipedInputStream().read());
        attempt("unconnected write", () -> { new PipedOutputStream().write(1); return null; });
        PipedInputStream in = new PipedInputStream(16);
        PipedOutputStream out = new PipedOutputStream(in);
        attempt("connected twice", () -> { out.connect(in); return null; });
        Thread writer = new Thread(() -> {
            try (out) {
                for (int i = 0; i < 100; i++) out.write(i);
            } catch (IOException e) {
                System.out.println("writer: " + e);
            }
        });
        writer.start();
        int sum = 0, n = 0;
        for (int b; (b = in.read()) >= 0; n++) sum += b;
        writer.join();
        System.out.println(n + " bytes " + sum);
        in.close();
        attempt("closed", in::read);
        PipedReader reader = new PipedReader(4);
        PipedWriter pen = new PipedWriter(reader);
        Thread w = new Thread(() -> {
            try (pen) {
                pen.write("through a narrow pipe\nof four");
            } catch (IOException e) {
                System.out.println(e);
            }
        });
        w.start();
        BufferedReader lines = new BufferedReader(reader);
        System.out.println(lines.readLine() + "|" + lines.readLine() + "|" + lines.readLine());
        w.join();
        attempt("size", () -> new PipedInputStream(0));
        PipedInputStream dead = new PipedInputStream();
        PipedOutputStream end = new PipedOutputStream(dead);
        Thread t = new Thread(() -> { try { end.write(7); } catch (IOException e) { System.out.println(e); } });
        t.start();
        t.join();
        attempt("first", dead::read);
        attempt("dead end", dead::read);
    }

    static void sequences() throws Exception {
        SequenceInputStream s = new SequenceInputStream(Collections.enumeration(List.of(bytes("one "), bytes(""), bytes("two "), bytes("three"))));
        System.out.println(s.available() + " " + new String(s.readNBytes(6)) + "|" + s.available() + "|" + new String(s.readAllBytes()) + "|" + s.read());
        s.close();
        attempt("null in sequence", () -> new SequenceInputStream(null, bytes("x")).read());
        attempt("skipNBytes", () -> { bytes("ab").skipNBytes(3); return null; });
        attempt("skip", () -> bytes("abc").skip(10));
        InputStream none = InputStream.nullInputStream();
        none.close();
        attempt("null stream", none::read);
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        attempt("transferTo", () -> bytes("transfer").transferTo(copy) + copy.toString());
    }

    static void pushback() throws Exception {
        PushbackInputStream p = new PushbackInputStream(bytes("abcdef"), 3);
        int a = p.read(), b = p.read();
        p.unread(b);
        p.unread(new byte[] {'X', 'Y'});
        System.out.println((char) a + new String(p.readAllBytes()) + " " + p.markSupported());
        attempt("reset", () -> { p.reset(); return null; });
        attempt("full", () -> { p.unread(new byte[4]); return null; });
        attempt("size", () -> new PushbackInputStream(bytes(""), 0));
        PushbackReader r = new PushbackReader(new StringReader("hello"), 2);
        r.unread('>');
        System.out.println((char) r.read() + "" + (char) r.read() + r.ready());
        attempt("reader full", () -> { r.unread("abc".toCharArray()); return null; });
        attempt("mark", () -> { r.mark(1); return null; });
        r.close();
        attempt("closed", r::read);
    }

    static void lineNumbers() throws Exception {
        LineNumberReader r = new LineNumberReader(new StringReader("a\nb\r\nc\rd\n\ne"));
        for (String line; (line = r.readLine()) != null; ) System.out.print(r.getLineNumber() + line + " ");
        r.setLineNumber(-5);
        System.out.println(r.getLineNumber());
        LineNumberReader c = new LineNumberReader(new StringReader("x\r\ny"));
        c.mark(10);
        StringBuilder s = new StringBuilder();
        for (int ch; (ch = c.read()) >= 0; ) s.append(ch).append('@').append(c.getLineNumber()).append(' ');
        c.reset();
        System.out.println(s + "" + c.getLineNumber());
        BufferedReader b = new BufferedReader(new StringReader("0123456789"), 4);
        b.mark(2);
        b.read(new char[8]);
        attempt("mark invalid", () -> { b.reset(); return null; });
        attempt("mark negative", () -> { b.mark(-1); return null; });
        attempt("buffer", () -> new BufferedReader(new StringReader(""), 0));
    }

    static void data() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeBoolean(true); out.writeByte(-1); out.writeChar('€'); out.writeShort(-2); out.writeInt(Integer.MIN_VALUE);
        out.writeLong(0x0123456789abcdefL); out.writeFloat(-0f); out.writeDouble(Math.PI); out.writeUTF("nul\0 é € 😀"); out.writeBytes("lossy€"); out.writeChars("hi");
        System.out.println(out.size() + " " + HexFormat.of().formatHex(bytes.toByteArray()));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        System.out.println(in.readBoolean() + " " + in.readUnsignedByte() + " " + in.readChar() + " " + in.readUnsignedShort() + " " + in.readInt() + " " + Long.toHexString(in.readLong()) + " " + in.readFloat() + " " + in.readDouble() + " " + in.readUTF().length());
        attempt("readFully", () -> { in.readFully(new byte[100]); return null; });
        attempt("end", in::readInt);
        attempt("long utf", () -> { out.writeUTF("é".repeat(40000)); return null; });
        for (String bad : new String[] {"0001c3", "0002c3ff", "000180", "0003e282", "0003e28241", "0005"})
            attempt("utf " + bad, () -> new DataInputStream(new ByteArrayInputStream(HexFormat.of().parseHex(bad))).readUTF());
    }

    static void tokens() throws Exception {
        StreamTokenizer t = new StreamTokenizer(new StringReader("x = 3.5e2 + -7 'quo\\ted\\101' \"s\\n\" // line\n/* block */ y.z 1.2.3 . - -. a1b \"open\n'"));
        t.slashSlashComments(true); t.slashStarComments(true); t.eolIsSignificant(true); t.ordinaryChar('/');
        while (t.nextToken() != StreamTokenizer.TT_EOF) System.out.print(t + " ");
        System.out.println(t);
        StreamTokenizer u = new StreamTokenizer(new StringReader("UPPER #comment\nmIxed 42"));
        u.lowerCaseMode(true); u.commentChar('#'); u.resetSyntax(); u.wordChars('a', 'z'); u.wordChars('A', 'Z'); u.whitespaceChars(0, ' '); u.wordChars('0', '9');
        while (u.nextToken() != StreamTokenizer.TT_EOF) System.out.print(u.ttype + ":" + u.sval + ":" + u.nval + ":" + u.lineno() + " ");
        u.pushBack();
        System.out.println(u.nextToken() + " " + u);
    }

    static void marks() throws Exception {
        BufferedInputStream b = new BufferedInputStream(bytes("0123456789abcdef"), 4);
        b.mark(6);
        b.readNBytes(6);
        b.reset();
        System.out.println(new String(b.readNBytes(3)) + b.available());
        b.mark(1);
        b.readNBytes(9);
        attempt("invalid", () -> { b.reset(); return null; });
        b.close();
        attempt("closed", b::read);
        CharArrayReader c = new CharArrayReader("chars".toCharArray(), 1, 3);
        System.out.println(c.skip(1) + "" + (char) c.read() + c.ready());
        attempt("bounds", () -> bytes("abc").read(new byte[2], 1, 2));
        attempt("string reader", () -> { StringReader s = new StringReader("x"); s.close(); return s.read(); });
        attempt("isr", () -> { Reader r = new InputStreamReader(bytes("é")); r.close(); return r.read(); });
        attempt("encoding", () -> new InputStreamReader(bytes(""), "no-such"));
    }

    static void printers() throws Exception {
        ByteArrayOutputStream o = new ByteArrayOutputStream();
        PrintStream p = new PrintStream(o, true, "UTF-16BE");
        p.append("x").append("yz", 1, 2).append('c').printf(Locale.GERMANY, "%,.2f", 12345.678).print((Object) null);
        p.print(new char[] {'q'});
        System.out.println(HexFormat.of().formatHex(o.toByteArray()) + " " + p.checkError());
        p.close();
        p.println("lost");
        System.out.println(p.checkError() + " " + o.size());
        attempt("print null", () -> { new PrintStream(new ByteArrayOutputStream()).print((char[]) null); return null; });
        attempt("encoding", () -> new PrintStream(o, false, "bogus"));
        StringWriter s = new StringWriter();
        PrintWriter w = new PrintWriter(s);
        w.format("%5d|%-5s|%05.1f%n", 42, "ab", 3.14159);
        w.write("xyz", 1, 1);
        System.out.println(s.toString().replace("\n", "\\n") + s.getBuffer().length());
        PrintWriter failing = new PrintWriter(new Writer() {
            public void write(char[] c, int at, int n) throws IOException { throw new IOException("no"); }
            public void flush() { }
            public void close() { }
        });
        failing.print("x");
        System.out.println(failing.checkError());
    }
}

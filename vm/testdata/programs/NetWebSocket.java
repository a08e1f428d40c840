import java.io.*;
import java.net.*;
import java.net.http.*;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.*;
import java.util.concurrent.*;

/** java.net.http.WebSocket against a small server written here. */
public class NetWebSocket {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            FutureTask<List<String>> served = new FutureTask<>(() -> serve(server));
            new Thread(served).start();
            List<String> heard = Collections.synchronizedList(new ArrayList<>());
            CountDownLatch closed = new CountDownLatch(1);
            WebSocket w = HttpClient.newHttpClient().newWebSocketBuilder().subprotocols("chat").buildAsync(URI.create("ws://127.0.0.1:" + server.getLocalPort() + "/ws"), new WebSocket.Listener() {
                final StringBuilder parts = new StringBuilder();
                public void onOpen(WebSocket s) { heard.add("open " + s.getSubprotocol()); s.request(1); }
                public CompletionStage<?> onText(WebSocket s, CharSequence data, boolean last) {
                    parts.append(data);
                    if (last) { heard.add("text " + parts); parts.setLength(0); }
                    s.request(1);
                    return null;
                }
                public CompletionStage<?> onBinary(WebSocket s, ByteBuffer data, boolean last) { heard.add("binary " + data.remaining() + " " + last); s.request(1); return null; }
                public CompletionStage<?> onPing(WebSocket s, ByteBuffer data) { heard.add("ping " + data.remaining()); s.request(1); return null; }
                public CompletionStage<?> onPong(WebSocket s, ByteBuffer data) { heard.add("pong " + data.remaining()); s.request(1); return null; }
                public CompletionStage<?> onClose(WebSocket s, int code, String reason) { heard.add("close " + code + " " + reason); closed.countDown(); return null; }
                public void onError(WebSocket s, Throwable t) { heard.add("error " + t); closed.countDown(); }
            }).join();
            w.sendText("hello", true).join();
            w.sendText("in two ", false).join();
            w.sendText("parts ü", true).join();
            w.sendBinary(ByteBuffer.wrap(new byte[70_000]), true).join();
            w.sendPing(ByteBuffer.wrap(new byte[4])).join();
            w.sendClose(WebSocket.NORMAL_CLOSURE, "bye").join();
            closed.await();
            System.out.println(heard);
            System.out.println(served.get());
            System.out.println(w.isOutputClosed() + " " + w.isInputClosed());
        }
    }

    static List<String> serve(ServerSocket server) throws Exception {
        List<String> log = new ArrayList<>();
        try (Socket s = server.accept()) {
            DataInputStream in = new DataInputStream(s.getInputStream());
            OutputStream out = s.getOutputStream();
            String key = null;
            for (String line; !(line = in.readLine()).isEmpty(); ) if (line.toLowerCase().startsWith("sec-websocket-key:")) key = line.substring(18).trim();
            String accept = Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-1").digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes()));
            out.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Protocol: chat\r\nSec-WebSocket-Accept: " + accept + "\r\n\r\n").getBytes());
            frame(out, 0x01, "spl".getBytes());
            frame(out, 0x80, "it".getBytes());
            for (;;) {
                int first = in.read(), second = in.read();
                long length = second & 127;
                if (length == 126) length = in.readUnsignedShort();
                else if (length == 127) length = in.readLong();
                byte[] mask = in.readNBytes(4), data = in.readNBytes((int) length);
                for (int i = 0; i < data.length; i++) data[i] ^= mask[i % 4];
                int op = first & 15;
                log.add((first >> 7 & 1) + "/" + op + " " + (op == 1 || op == 0 && data.length < 100 ? new String(data, "UTF-8") : data.length));
                switch (op) {
                    case 0, 1 -> { if ((first & 0x80) != 0) frame(out, 0x81, ("echo " + new String(data, "UTF-8")).getBytes("UTF-8")); }
                    case 9 -> { frame(out, 0x8a, data); frame(out, 0x89, new byte[2]); frame(out, 0x82, new byte[3]); }
                    case 8 -> { frame(out, 0x88, data); return log; }
                    default -> { }
                }
            }
        }
    }

    static void frame(OutputStream out, int first, byte[] data) throws IOException {
        out.write(first);
        out.write(data.length);
        out.write(data);
        out.flush();
    }
}

import java.io.*;
import java.net.*;
import java.util.*;
import java.util.concurrent.*;

/** Socket and ServerSocket on loopback: data, options, timeouts, closing, errors. */
public class NetSockets {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    public static void main(String[] args) throws Exception {
        echo();
        many();
        halfClose();
        options();
        timeouts();
        asynchronousClose();
        errors();
        urgent();
        wrapped();
    }

    static void echo() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, LOOPBACK)) {
            Thread t = new Thread(() -> {
                try (Socket s = server.accept(); BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream(), "UTF-8")); PrintWriter out = new PrintWriter(new OutputStreamWriter(s.getOutputStream(), "UTF-8"), true)) {
                    for (String line; (line = in.readLine()) != null; ) out.println(new StringBuilder(line).reverse());
                } catch (IOException e) {
                    System.out.println("server " + e);
                }
            });
            t.start();
            try (Socket s = new Socket(LOOPBACK, server.getLocalPort())) {
                PrintWriter out = new PrintWriter(new OutputStreamWriter(s.getOutputStream(), "UTF-8"), true);
                BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream(), "UTF-8"));
                for (String line : List.of("hello", "grüße €", "", "the end")) {
                    out.println(line);
                    System.out.println(in.readLine());
                }
                System.out.println(s.isConnected() + " " + s.isBound() + " " + s.isClosed() + " " + (s.getPort() == server.getLocalPort()) + " " + s.getInetAddress() + " " + s.getLocalAddress() + " " + s.isInputShutdown() + " " + s.getInputStream().available());
                System.out.println(s.toString().replaceAll("port=\\d+", "port=N") + " " + server.toString().replaceAll("port=\\d+", "port=N"));
            }
            t.join();
        }
    }

    static void many() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try (ServerSocket server = new ServerSocket(0, 50, LOOPBACK)) {
            Thread acceptor = new Thread(() -> {
                try {
                    for (;;) {
                        Socket s = server.accept();
                        pool.execute(() -> {
                            try (s; DataInputStream in = new DataInputStream(s.getInputStream()); DataOutputStream out = new DataOutputStream(s.getOutputStream())) {
                                int n = in.readInt();
                                long sum = 0;
                                for (int i = 0; i < n; i++) sum += in.readInt();
                                out.writeLong(sum);
                            } catch (IOException e) {
                                System.out.println(e);
                            }
                        });
                    }
                } catch (IOException e) {
                    System.out.println("accept: " + e);
                }
            });
            acceptor.start();
            List<Future<Long>> results = new ArrayList<>();
            ExecutorService clients = Executors.newFixedThreadPool(5);
            for (int c = 0; c < 20; c++) {
                int n = c * 100;
                results.add(clients.submit(() -> {
                    try (Socket s = new Socket(LOOPBACK, server.getLocalPort())) {
                        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(s.getOutputStream()));
                        out.writeInt(n);
                        for (int i = 0; i < n; i++) out.writeInt(i);
                        out.flush();
                        return new DataInputStream(s.getInputStream()).readLong();
                    }
                }));
            }
            for (Future<Long> f : results) System.out.print(f.get() + " ");
            System.out.println();
            clients.shutdown();
            server.close();
            acceptor.join();
        }
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.MINUTES));
    }

    static void halfClose() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, LOOPBACK)) {
            FutureTask<Integer> received = new FutureTask<>(() -> {
                try (Socket s = server.accept()) {
                    byte[] all = s.getInputStream().readAllBytes();
                    s.getOutputStream().write("done".getBytes());
                    return Arrays.hashCode(all) + all.length;
                }
            });
            new Thread(received).start();
            try (Socket s = new Socket(LOOPBACK, server.getLocalPort())) {
                byte[] big = new byte[2_000_000];
                new Random(3).nextBytes(big);
                s.getOutputStream().write(big);
                s.shutdownOutput();
                attempt("write after shutdown", () -> { s.getOutputStream().write(1); return 0; });
                System.out.println(new String(s.getInputStream().readAllBytes()) + " " + received.get() + " " + (Arrays.hashCode(big) + big.length == received.get()));
                s.shutdownInput();
                System.out.println(s.isInputShutdown() + " " + s.isOutputShutdown());
                attempt("read after shutdown", () -> s.getInputStream().read());
                attempt("shutdown again", () -> { s.shutdownInput(); return 0; });
            }
        }
    }

    static void options() throws Exception {
        try (ServerSocket server = new ServerSocket()) {
            server.setReuseAddress(true);
            server.setReceiveBufferSize(8192);
            server.bind(new InetSocketAddress(LOOPBACK, 0));
            System.out.println(server.getReuseAddress() + " " + server.getSoTimeout() + " " + new TreeSet<>(server.supportedOptions().stream().map(SocketOption::name).toList()));
            try (Socket s = new Socket()) {
                s.setTcpNoDelay(true); s.setKeepAlive(true); s.setSoLinger(true, 3); s.setSoTimeout(50); s.setTrafficClass(8); s.setOOBInline(true); s.setReuseAddress(true); s.setSendBufferSize(20000);
                System.out.println(s.getTcpNoDelay() + " " + s.getKeepAlive() + " " + s.getSoLinger() + " " + s.getSoTimeout() + " " + s.getTrafficClass() + " " + s.getOOBInline() + " " + s.getReuseAddress() + " " + s.getSendBufferSize());
                s.setSoLinger(false, 0);
                System.out.println(s.getSoLinger() + " " + s.getOption(StandardSocketOptions.SO_KEEPALIVE) + " " + s.setOption(StandardSocketOptions.TCP_NODELAY, false).getTcpNoDelay());
                System.out.println(new TreeSet<>(s.supportedOptions().stream().map(SocketOption::name).toList()));
                s.connect(server.getLocalSocketAddress(), 1000);
                System.out.println(s.getRemoteSocketAddress().equals(server.getLocalSocketAddress()));
                attempt("connect twice", () -> { s.connect(server.getLocalSocketAddress()); return 0; });
                attempt("unsupported", () -> s.setOption(StandardSocketOptions.IP_MULTICAST_TTL, 1));
                server.accept().close();
            }
        }
        attempt("bad linger", () -> { try (Socket s = new Socket()) { s.setSoLinger(true, -1); return 0; } });
        attempt("bad timeout", () -> { try (Socket s = new Socket()) { s.setSoTimeout(-1); return 0; } });
        attempt("bad class", () -> { try (Socket s = new Socket()) { s.setTrafficClass(256); return 0; } });
        attempt("bad port", () -> new Socket(LOOPBACK, 65536));
        attempt("bad port", () -> new InetSocketAddress(-1));
    }

    static void timeouts() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, LOOPBACK)) {
            server.setSoTimeout(30);
            attempt("accept", () -> server.accept());
            try (Socket s = new Socket(LOOPBACK, server.getLocalPort()); Socket t = server.accept()) {
                s.setSoTimeout(30);
                attempt("read", () -> s.getInputStream().read());
                t.getOutputStream().write(5);
                s.setSoTimeout(10_000);
                attempt("then", () -> s.getInputStream().read());
            }
        }
    }

    static void asynchronousClose() throws Exception {
        ServerSocket server = new ServerSocket(0, 1, LOOPBACK);
        CountDownLatch started = new CountDownLatch(2);
        Thread a = new Thread(() -> { started.countDown(); attempt("accept, closed", () -> server.accept()); });
        a.start();
        try (ServerSocket other = new ServerSocket(0, 1, LOOPBACK)) {
            Socket s = new Socket(LOOPBACK, other.getLocalPort());
            Socket peer = other.accept();
            Thread r = new Thread(() -> { started.countDown(); try { s.getInputStream().read(); } catch (IOException e) { System.out.println("read, closed: " + e.getMessage()); } });
            Thread.sleep(20);
            server.close();
            a.join();
            r.start();
            started.await();
            Thread.sleep(20);
            s.close();
            r.join();
            System.out.println(peer.getInputStream().read());
            peer.close();
            attempt("closed", () -> s.getInputStream());
            attempt("closed", () -> { s.setSoTimeout(1); return 0; });
            System.out.println(s.isClosed() + " " + s.isConnected() + " " + server.isClosed() + " " + server.isBound());
        }
        attempt("accept after close", () -> server.accept());
    }

    static void errors() throws Exception {
        int free;
        try (ServerSocket s = new ServerSocket(0, 1, LOOPBACK)) {
            free = s.getLocalPort();
            attempt("in use", () -> new ServerSocket(free, 1, LOOPBACK));
            attempt("bound", () -> { s.bind(null); return 0; });
        }
        attempt("refused", () -> new Socket(LOOPBACK, free));
        attempt("refused with timeout", () -> { try (Socket s = new Socket()) { s.connect(new InetSocketAddress(LOOPBACK, free), 500); return 0; } });
        attempt("unresolved", () -> { try (Socket s = new Socket()) { s.connect(InetSocketAddress.createUnresolved("nowhere.invalid", 80)); return 0; } });
        attempt("unbound accept", () -> new ServerSocket().accept());
        attempt("not connected", () -> new Socket().getInputStream());
        attempt("proxy", () -> new Socket(new Proxy(Proxy.Type.HTTP, new InetSocketAddress(LOOPBACK, free))).isBound());
        attempt("proxy direct", () -> new Proxy(Proxy.Type.DIRECT, null));
        try (ServerSocket server = new ServerSocket(0, 1, LOOPBACK); Socket s = new Socket(LOOPBACK, server.getLocalPort()); Socket t = server.accept()) {
            t.setSoLinger(true, 0);
            t.close();
            Thread.sleep(10);
            attempt("reset", () -> s.getInputStream().read());
        }
    }

    static void urgent() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, LOOPBACK); Socket s = new Socket(LOOPBACK, server.getLocalPort()); Socket t = server.accept()) {
            t.setOOBInline(true);
            s.getOutputStream().write('a');
            s.sendUrgentData('!');
            s.getOutputStream().write('b');
            s.shutdownOutput();
            System.out.println(new String(t.getInputStream().readAllBytes()));
        }
    }

    static void wrapped() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, LOOPBACK)) {
            FutureTask<String> f = new FutureTask<>(() -> {
                try (Socket s = server.accept(); ObjectInputStream in = new ObjectInputStream(s.getInputStream()); ObjectOutputStream out = new ObjectOutputStream(s.getOutputStream())) {
                    @SuppressWarnings("unchecked") Map<String, List<Integer>> m = (Map<String, List<Integer>>) in.readObject();
                    out.writeObject(m.values().stream().mapToInt(List::size).sum());
                    out.flush();
                    return m.toString();
                }
            });
            new Thread(f).start();
            try (Socket s = new Socket(LOOPBACK, server.getLocalPort()); ObjectOutputStream out = new ObjectOutputStream(s.getOutputStream())) {
                out.writeObject(new TreeMap<>(Map.of("a", List.of(1, 2, 3), "b", List.of())));
                out.flush();
                try (ObjectInputStream in = new ObjectInputStream(s.getInputStream())) { System.out.println(in.readObject() + " " + f.get()); }
            }
        }
    }
}

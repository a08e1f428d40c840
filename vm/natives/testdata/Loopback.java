import java.io.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;

/** Both ends of connections in one program. */
public class Loopback {
    interface Action {
        void run() throws Exception;
    }

    static void show(String name, Action action) {
        System.out.println("== " + name);
        try {
            action.run();
        } catch (Throwable e) {
            System.out.println(e);
        }
    }

    static Thread start(Action action) {
        Thread t = new Thread(() -> show("thread", action));
        t.start();
        return t;
    }

    static final InetAddress HERE = InetAddress.getLoopbackAddress();

    static ServerSocket server() throws IOException {
        return new ServerSocket(0, 5, HERE);
    }

    static ByteBuffer bytes(String s) {
        return ByteBuffer.wrap(s.getBytes(StandardCharsets.UTF_8));
    }

    public static void main(String[] args) throws Exception {
        show("streams", () -> {
            try (ServerSocket server = server(); Socket client = new Socket(HERE, server.getLocalPort()); Socket peer = server.accept()) {
                Thread echo = new Thread(() -> {
                    try {
                        BufferedReader in = new BufferedReader(new InputStreamReader(peer.getInputStream()));
                        PrintWriter out = new PrintWriter(peer.getOutputStream(), true);
                        for (String line = in.readLine(); line != null; line = in.readLine()) {
                            out.println("echo " + line);
                        }
                        peer.shutdownOutput();
                    } catch (IOException e) {
                        System.out.println(e);
                    }
                });
                echo.start();
                PrintWriter out = new PrintWriter(client.getOutputStream(), true);
                BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream()));
                for (int i = 0; i < 3; i++) {
                    out.println("line " + i);
                    System.out.println(in.readLine());
                }
                client.shutdownOutput();
                System.out.println(in.readLine());
                echo.join();
                client.setSoLinger(true, 3);
                client.setTcpNoDelay(true);
                System.out.println(client.getSoLinger() + " " + client.getTcpNoDelay() + " " + client.getKeepAlive() + " " + client.getInetAddress());
            }
        });
        show("accept times out", () -> {
            try (ServerSocket server = server()) {
                server.setSoTimeout(20);
                server.accept();
            }
        });
        show("read times out", () -> {
            try (ServerSocket server = server(); Socket client = new Socket(HERE, server.getLocalPort())) {
                client.setSoTimeout(20);
                client.getInputStream().read();
            }
        });
        show("refused", () -> {
            int port;
            try (ServerSocket server = server()) {
                port = server.getLocalPort();
            }
            new Socket(HERE, port);
        });
        show("in use", () -> {
            try (ServerSocket server = server()) {
                new ServerSocket(server.getLocalPort(), 5, HERE);
            }
        });
        show("closed while accepting", () -> {
            ServerSocket server = server();
            Thread t = start(server::accept);
            Thread.sleep(30);
            server.close();
            t.join();
        });
        show("closed while reading", () -> {
            try (ServerSocket server = server(); Socket client = new Socket(HERE, server.getLocalPort())) {
                Thread t = start(() -> client.getInputStream().read());
                Thread.sleep(30);
                client.close();
                t.join();
            }
        });
        show("interrupted", () -> {
            try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(HERE, 0))) {
                Thread t = start(server::accept);
                Thread.sleep(30);
                t.interrupt();
                t.join();
            }
        });
        show("selector", Loopback::select);
        show("wakeup", () -> {
            try (Selector selector = Selector.open()) {
                Thread t = new Thread(selector::wakeup);
                t.start();
                System.out.println(selector.select() + " " + selector.select(5));
                t.join();
            }
        });
        show("datagrams", () -> {
            try (DatagramSocket to = new DatagramSocket(0, HERE); DatagramSocket from = new DatagramSocket()) {
                from.send(new DatagramPacket(new byte[] {1, 2, 3}, 3, to.getLocalSocketAddress()));
                DatagramPacket packet = new DatagramPacket(new byte[9], 9);
                to.receive(packet);
                System.out.println(packet.getLength() + " " + packet.getAddress());
                to.setSoTimeout(20);
                to.receive(packet);
            }
        });
        show("datagram channels", () -> {
            try (DatagramChannel to = DatagramChannel.open().bind(new InetSocketAddress(HERE, 0)); DatagramChannel from = DatagramChannel.open()) {
                from.connect(to.getLocalAddress());
                from.write(new ByteBuffer[] {bytes("ab"), bytes("cde")});
                ByteBuffer buffer = ByteBuffer.allocate(9);
                System.out.println(from.getLocalAddress().equals(to.receive(buffer)) + " " + buffer.position());
                from.disconnect();
                System.out.println(from.isConnected());
            }
        });
        show("file system sockets", () -> {
            Path path = Files.createTempDirectory("sockets").resolve("s");
            UnixDomainSocketAddress address = UnixDomainSocketAddress.of(path);
            try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address);
                    SocketChannel client = SocketChannel.open(address);
                    SocketChannel peer = server.accept()) {
                client.write(bytes("through"));
                System.out.println(peer.read(ByteBuffer.allocate(20)));
            } finally {
                Files.deleteIfExists(path);
            }
        });
        show("asynchronous", () -> {
            try (AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open().bind(new InetSocketAddress(HERE, 0));
                    AsynchronousSocketChannel client = AsynchronousSocketChannel.open()) {
                var accepted = server.accept();
                client.connect(server.getLocalAddress()).get();
                try (AsynchronousSocketChannel peer = accepted.get()) {
                    client.write(bytes("later")).get();
                    System.out.println(peer.read(ByteBuffer.allocate(20)).get());
                }
            }
        });
        show("pipe", () -> {
            Pipe pipe = Pipe.open();
            Thread t = start(() -> {
                pipe.sink().write(bytes("piped"));
                pipe.sink().close();
            });
            ByteBuffer buffer = ByteBuffer.allocate(20);
            t.join();
            System.out.println(pipe.source().read(buffer) + " " + pipe.source().read(buffer));
        });
        show("interface", () -> {
            NetworkInterface lo = NetworkInterface.getByInetAddress(HERE);
            System.out.println(lo.isLoopback() + " " + lo.isUp() + " " + lo.isPointToPoint());
        });
        System.exit(0);
    }

    static void select() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(HERE, 0)); Selector selector = Selector.open()) {
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
            Thread client = start(() -> {
                try (SocketChannel c = SocketChannel.open(server.getLocalAddress())) {
                    c.write(bytes("ping"));
                    ByteBuffer back = ByteBuffer.allocate(4);
                    while (back.hasRemaining()) {
                        c.read(back);
                    }
                    System.out.println("client: " + new String(back.array(), StandardCharsets.UTF_8));
                }
            });
            for (boolean open = true; open; ) {
                selector.select();
                for (SelectionKey key : selector.selectedKeys()) {
                    if (key.isAcceptable()) {
                        SocketChannel c = server.accept();
                        c.configureBlocking(false);
                        c.register(selector, SelectionKey.OP_READ);
                    } else {
                        SocketChannel c = (SocketChannel) key.channel();
                        ByteBuffer buffer = ByteBuffer.allocate(20);
                        if (c.read(buffer) < 0) {
                            c.close();
                            open = false;
                        } else {
                            c.write(buffer.flip());
                        }
                    }
                }
                selector.selectedKeys().clear();
            }
            client.join();
        }
    }
}

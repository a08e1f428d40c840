import java.io.IOException;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;

/** Channels of sockets with and without a selector, Unix domain sockets, asynchronous channels. */
public class NetChannels {
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
        selector();
        wakeups();
        blocking();
        gathering();
        unixDomain();
        asynchronous();
        interrupts();
        errors();
    }

    /** An echo server for many clients on one thread. */
    static void selector() throws Exception {
        Selector selector = Selector.open();
        ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(LOOPBACK, 0));
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT, "listener");
        int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
        final int clients = 10;
        Thread t = new Thread(() -> {
            int closed = 0, accepted = 0;
            try {
                while (closed < clients) {
                    selector.select();
                    Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
                    while (keys.hasNext()) {
                        SelectionKey k = keys.next();
                        keys.remove();
                        if (k.isAcceptable()) {
                            SocketChannel c = server.accept();
                            if (c == null) continue;
                            accepted++;
                            c.configureBlocking(false);
                            c.register(selector, SelectionKey.OP_READ, ByteBuffer.allocate(64));
                        } else if (k.isReadable() || k.isWritable()) {
                            SocketChannel c = (SocketChannel) k.channel();
                            ByteBuffer b = (ByteBuffer) k.attachment();
                            if (k.isReadable() && c.read(b) < 0) { c.close(); closed++; continue; }
                            b.flip();
                            c.write(b);
                            k.interestOps(b.hasRemaining() ? SelectionKey.OP_WRITE | SelectionKey.OP_READ : SelectionKey.OP_READ);
                            b.compact();
                        }
                    }
                }
                System.out.println("accepted " + accepted + " closed " + closed);
                server.close();
                selector.selectNow();
                System.out.println(selector.keys().size());
                selector.close();
            } catch (IOException e) {
                System.out.println(e);
            }
        });
        t.start();
        List<SocketChannel> open = new ArrayList<>();
        for (int i = 0; i < clients; i++) open.add(SocketChannel.open(new InetSocketAddress(LOOPBACK, port)));
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < clients; i++) open.get(i).write(ByteBuffer.wrap(("client " + i + " round " + round).getBytes()));
            for (SocketChannel c : open) {
                ByteBuffer b = ByteBuffer.allocate(16);
                while (b.hasRemaining()) c.read(b);
                System.out.print(new String(b.array()) + "; ");
            }
            System.out.println();
        }
        for (SocketChannel c : open) c.close();
        t.join();
    }

    static void wakeups() throws Exception {
        Selector s = Selector.open();
        System.out.println(s.selectNow() + " " + s.select(5) + " " + s.isOpen());
        s.wakeup();
        System.out.println(s.select());
        Thread t = new Thread(() -> attempt("woken", () -> s.select()));
        t.start();
        s.wakeup();
        t.join();
        Thread u = new Thread(() -> attempt("interrupted", () -> s.select() + " " + Thread.interrupted()));
        u.start();
        u.interrupt();
        u.join();
        Pipe p = Pipe.open();
        p.source().configureBlocking(false);
        SelectionKey k = p.source().register(s, SelectionKey.OP_READ);
        System.out.println(s.selectNow() + " " + k.isValid() + " " + k.interestOps());
        p.sink().write(ByteBuffer.wrap(new byte[3]));
        System.out.println(s.select(key -> System.out.println("consumer " + key.readyOps())) + " " + s.selectedKeys().size());
        attempt("bad ops", () -> k.interestOps(SelectionKey.OP_ACCEPT));
        attempt("blocking while registered", () -> p.source().configureBlocking(true));
        k.cancel();
        System.out.println(k.isValid() + " " + s.keys().size() + " " + s.selectNow() + " " + s.keys().size());
        attempt("cancelled", () -> k.interestOps());
        Thread w = new Thread(() -> attempt("closed", () -> s.select()));
        w.start();
        while (w.isAlive() && Arrays.stream(w.getStackTrace()).noneMatch(f -> f.getClassName().equals("sun.nio.ch.EPoll"))) {
            Thread.sleep(1);
        }
        s.close();
        w.join();
        attempt("after close", () -> s.selectNow());
        attempt("keys", () -> s.keys());
        p.sink().close();
        p.source().close();
    }

    static void blocking() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(LOOPBACK, 0))) {
            SocketChannel c = SocketChannel.open();
            c.configureBlocking(false);
            boolean done = c.connect(server.getLocalAddress());
            while (!done) done = c.finishConnect();
            SocketChannel a = server.accept();
            System.out.println(c.isConnected() + " " + c.isConnectionPending() + " " + a.isBlocking() + " " + c.read(ByteBuffer.allocate(1)) + " " + c.validOps() + " " + server.validOps());
            long written = 0;
            ByteBuffer big = ByteBuffer.allocate(1 << 16);
            for (int n; (n = c.write(big.clear())) > 0; ) written += n;
            c.shutdownOutput();
            long read = 0;
            for (int n; (n = a.read(big.clear())) >= 0; ) read += n;
            System.out.println(written > 0 && written == read);
            a.socket().getOutputStream().write("via adaptor".getBytes());
            a.close();
            c.configureBlocking(true);
            System.out.println(new String(c.socket().getInputStream().readAllBytes()));
            attempt("connect connected", () -> c.connect(server.getLocalAddress()));
            c.close();
            attempt("closed write", () -> c.write(ByteBuffer.allocate(1)));
            server.configureBlocking(false);
            System.out.println(server.accept());
            attempt("adaptor", () -> server.socket().accept());
        }
    }

    static void gathering() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(LOOPBACK, 0)); SocketChannel c = SocketChannel.open(server.getLocalAddress()); SocketChannel a = server.accept()) {
            System.out.println(c.write(new ByteBuffer[] {ByteBuffer.wrap("head".getBytes()), ByteBuffer.allocateDirect(4), ByteBuffer.wrap("tail".getBytes())}));
            ByteBuffer[] in = {ByteBuffer.allocate(5), ByteBuffer.allocateDirect(7)};
            long n = 0;
            while (n < 12) n += a.read(in);
            System.out.println(new String(in[0].array()).replace('\0', '.') + " " + in[1].get(6));
            Path f = Files.createTempFile("net", "x");
            Files.writeString(f, "x".repeat(100_000));
            try (FileChannel file = FileChannel.open(f)) {
                Thread t = new Thread(() -> { try { for (long p = 0; p < 100_000; ) p += file.transferTo(p, 100_000 - p, c); c.shutdownOutput(); } catch (IOException e) { System.out.println(e); } });
                t.start();
                Path g = f.resolveSibling(f.getFileName() + "y");
                try (FileChannel to = FileChannel.open(g, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
                    long p = 0;
                    for (long k; (k = to.transferFrom(a, p, 30_000)) > 0; ) p += k;
                    System.out.println(p + " " + to.size());
                }
                t.join();
            }
            Files.delete(f);
        }
    }

    static void unixDomain() throws Exception {
        Path dir = Files.createTempDirectory("unix");
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(dir.resolve("s"));
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            System.out.println(server.getLocalAddress().equals(address) + " " + Files.exists(address.getPath()));
            attempt("in use", () -> ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address));
            try (SocketChannel c = SocketChannel.open(address); SocketChannel a = server.accept()) {
                c.write(StandardCharsets.UTF_8.encode("over unix"));
                ByteBuffer b = ByteBuffer.allocate(9);
                while (b.hasRemaining()) a.read(b);
                System.out.println(new String(b.array()) + " " + a.getRemoteAddress() + "|" + c.getRemoteAddress().equals(address) + " " + new TreeSet<>(c.supportedOptions().stream().map(SocketOption::name).toList()));
                attempt("socket()", () -> c.socket());
            }
        }
        Files.delete(address.getPath());
        attempt("gone", () -> SocketChannel.open(address).isOpen());
        Files.delete(dir);
        attempt("long", () -> ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of("x".repeat(200))));
        attempt("type", () -> ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(new InetSocketAddress(0)));
    }

    static void asynchronous() throws Exception {
        AsynchronousChannelGroup group = AsynchronousChannelGroup.withFixedThreadPool(2, Executors.defaultThreadFactory());
        AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open(group).bind(new InetSocketAddress(LOOPBACK, 0));
        CountDownLatch served = new CountDownLatch(3);
        server.accept(null, new CompletionHandler<AsynchronousSocketChannel, Void>() {
            public void completed(AsynchronousSocketChannel c, Void v) {
                server.accept(null, this);
                ByteBuffer b = ByteBuffer.allocate(100);
                c.read(b, c, new CompletionHandler<Integer, AsynchronousSocketChannel>() {
                    public void completed(Integer n, AsynchronousSocketChannel ch) {
                        b.flip();
                        ch.write(ByteBuffer.wrap(("got " + n + ": " + StandardCharsets.UTF_8.decode(b)).getBytes()), null, new CompletionHandler<Integer, Void>() {
                            public void completed(Integer k, Void w) { try { ch.close(); } catch (IOException e) { } served.countDown(); }
                            public void failed(Throwable x, Void w) { System.out.println(x); }
                        });
                    }
                    public void failed(Throwable x, AsynchronousSocketChannel ch) { System.out.println(x); }
                });
            }
            public void failed(Throwable x, Void v) { if (!(x instanceof AsynchronousCloseException) && !(x instanceof ClosedChannelException)) System.out.println(x); }
        });
        for (int i = 0; i < 3; i++) {
            try (AsynchronousSocketChannel c = AsynchronousSocketChannel.open(group)) {
                c.connect(server.getLocalAddress()).get();
                System.out.println(c.write(ByteBuffer.wrap(("message " + i).getBytes())).get());
                ByteBuffer b = ByteBuffer.allocate(100);
                while (c.read(b).get() >= 0) { }
                System.out.println(new String(b.array(), 0, b.position()));
            }
        }
        served.await();
        try (AsynchronousSocketChannel c = AsynchronousSocketChannel.open(group)) {
            AsynchronousServerSocketChannel silent = AsynchronousServerSocketChannel.open(group).bind(new InetSocketAddress(LOOPBACK, 0));
            c.connect(silent.getLocalAddress()).get();
            CountDownLatch failed = new CountDownLatch(1);
            c.read(ByteBuffer.allocate(1), 20, TimeUnit.MILLISECONDS, null, new CompletionHandler<Integer, Void>() {
                public void completed(Integer n, Void v) { System.out.println(n); failed.countDown(); }
                public void failed(Throwable x, Void v) { System.out.println(x); failed.countDown(); }
            });
            failed.await();
            silent.close();
        }
        attempt("not connected", () -> AsynchronousSocketChannel.open(group).read(ByteBuffer.allocate(1)));
        group.shutdownNow();
        System.out.println(group.awaitTermination(1, TimeUnit.MINUTES) + " " + group.isTerminated() + " " + server.isOpen());
        attempt("group", () -> AsynchronousSocketChannel.open(group));
    }

    static void interrupts() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(LOOPBACK, 0))) {
            SocketChannel c = SocketChannel.open(server.getLocalAddress());
            Thread t = new Thread(() -> attempt("read", () -> c.read(ByteBuffer.allocate(1))));
            t.start();
            Thread.sleep(10);
            t.interrupt();
            t.join();
            System.out.println(c.isOpen());
            Thread u = new Thread(() -> { attempt("accept first", () -> { server.accept().close(); return "ok"; }); attempt("accept", () -> server.accept()); });
            u.start();
            Thread.sleep(20);
            server.close();
            u.join();
        }
    }

    static void errors() throws Exception {
        attempt("not bound", () -> ServerSocketChannel.open().accept());
        attempt("not connected", () -> SocketChannel.open().read(ByteBuffer.allocate(1)));
        attempt("finish", () -> SocketChannel.open().finishConnect());
        attempt("unresolved", () -> SocketChannel.open(InetSocketAddress.createUnresolved("nowhere.invalid", 1)));
        attempt("null", () -> SocketChannel.open().connect(null));
        ServerSocketChannel s = ServerSocketChannel.open().bind(new InetSocketAddress(LOOPBACK, 0));
        SocketAddress a = s.getLocalAddress();
        s.close();
        attempt("refused", () -> SocketChannel.open(a));
        attempt("register blocking", () -> SocketChannel.open().register(Selector.open(), SelectionKey.OP_READ));
        attempt("options", () -> new TreeSet<>(SocketChannel.open().supportedOptions().stream().map(SocketOption::name).toList()));
        attempt("option", () -> SocketChannel.open().setOption(StandardSocketOptions.SO_LINGER, 5).getOption(StandardSocketOptions.SO_LINGER));
        attempt("reuse port", () -> ServerSocketChannel.open().setOption(StandardSocketOptions.SO_REUSEPORT, true).getOption(StandardSocketOptions.SO_REUSEPORT));
    }
}

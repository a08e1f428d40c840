import java.io.IOException;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.util.*;

/** DatagramSocket, DatagramChannel, MulticastSocket on loopback. */
public class NetDatagrams {
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
        sockets();
        channels();
        multicast();
    }

    static void sockets() throws Exception {
        try (DatagramSocket a = new DatagramSocket(0, LOOPBACK); DatagramSocket b = new DatagramSocket(new InetSocketAddress(LOOPBACK, 0))) {
            a.send(new DatagramPacket("hello".getBytes(), 5, LOOPBACK, b.getLocalPort()));
            DatagramPacket p = new DatagramPacket(new byte[10], 2, 6);
            b.receive(p);
            System.out.println(p.getLength() + " " + p.getOffset() + " " + new String(p.getData(), 2, 5) + " " + (p.getPort() == a.getLocalPort()) + " " + p.getAddress());
            a.send(new DatagramPacket("a longer text".getBytes(), 13, b.getLocalSocketAddress()));
            b.receive(p);
            System.out.println(p.getLength() + " " + new String(p.getData(), p.getOffset(), p.getLength()));
            a.send(new DatagramPacket(new byte[0], 0, b.getLocalSocketAddress()));
            b.receive(p);
            System.out.println(p.getLength());
            b.setSoTimeout(20);
            attempt("timeout", () -> { b.receive(p); return 0; });
            a.connect(b.getLocalSocketAddress());
            System.out.println(a.isConnected() + " " + a.getRemoteSocketAddress().equals(b.getLocalSocketAddress()) + " " + a.getInetAddress());
            a.send(new DatagramPacket(new byte[] {1, 2}, 2));
            p.setLength(5);
            b.receive(p);
            System.out.println(p.getLength());
            attempt("elsewhere", () -> { a.send(new DatagramPacket(new byte[1], 1, LOOPBACK, 9)); return 0; });
            a.disconnect();
            System.out.println(a.isConnected() + " " + a.getPort());
            attempt("too big", () -> { a.send(new DatagramPacket(new byte[70_000], 70_000, b.getLocalSocketAddress())); return 0; });
            a.setBroadcast(false); a.setReuseAddress(true); a.setTrafficClass(4); a.setSendBufferSize(5000);
            System.out.println(a.getBroadcast() + " " + a.getReuseAddress() + " " + a.getTrafficClass() + " " + a.getSendBufferSize() + " " + a.getSoTimeout());
            System.out.println(new TreeSet<>(a.supportedOptions().stream().map(SocketOption::name).toList()));
            Thread t = new Thread(() -> attempt("closed", () -> { a.receive(new DatagramPacket(new byte[1], 1)); return 0; }));
            t.start();
            Thread.sleep(20);
            a.close();
            t.join();
            attempt("send closed", () -> { a.send(p); return 0; });
        }
        attempt("no address", () -> { try (DatagramSocket s = new DatagramSocket()) { s.send(new DatagramPacket(new byte[1], 1)); return 0; } });
        attempt("bad packet", () -> new DatagramPacket(new byte[1], 2));
        attempt("null bind", () -> { try (DatagramSocket s = new DatagramSocket(null)) { return s.isBound() + " " + s.getLocalPort(); } });
    }

    static void channels() throws Exception {
        try (DatagramChannel a = DatagramChannel.open().bind(new InetSocketAddress(LOOPBACK, 0)); DatagramChannel b = DatagramChannel.open(StandardProtocolFamily.INET).bind(new InetSocketAddress(LOOPBACK, 0))) {
            b.configureBlocking(false);
            System.out.println(b.receive(ByteBuffer.allocate(1)));
            try (Selector s = Selector.open()) {
                b.register(s, SelectionKey.OP_READ);
                for (String m : new String[] {"one", "two", "three"}) a.send(ByteBuffer.wrap(m.getBytes()), b.getLocalAddress());
                int got = 0;
                while (got < 3) {
                    s.select();
                    s.selectedKeys().clear();
                    ByteBuffer d = ByteBuffer.allocateDirect(4);
                    for (SocketAddress from; (from = b.receive(d.clear())) != null; got++) {
                        byte[] x = new byte[d.flip().remaining()];
                        d.get(x);
                        System.out.println(new String(x) + " " + from.equals(a.getLocalAddress()));
                    }
                }
            }
            a.connect(b.getLocalAddress());
            System.out.println(a.write(new ByteBuffer[] {ByteBuffer.wrap("ga".getBytes()), ByteBuffer.wrap("ther".getBytes())}) + " " + a.isConnected());
            ByteBuffer[] in = {ByteBuffer.allocate(4), ByteBuffer.allocate(4)};
            attempt("read unconnected", () -> b.read(in));
            b.connect(a.getLocalAddress());
            System.out.println(b.read(in) + " " + new String(in[0].array()) + new String(in[1].array(), 0, 2));
            a.disconnect();
            System.out.println(a.isConnected() + " " + a.getRemoteAddress());
            attempt("ipv6 on inet", () -> b.disconnect().send(ByteBuffer.allocate(1), new InetSocketAddress("::1", 9)));
            System.out.println(a.validOps() + " " + new TreeSet<>(a.supportedOptions().stream().map(SocketOption::name).toList()));
        }
        int free;
        try (DatagramSocket s = new DatagramSocket(0, LOOPBACK)) { free = s.getLocalPort(); }
        try (DatagramChannel c = DatagramChannel.open().connect(new InetSocketAddress(LOOPBACK, free))) {
            c.write(ByteBuffer.allocate(1));
            Thread.sleep(10);
            attempt("unreachable", () -> c.read(ByteBuffer.allocate(1)));
        }
    }

    static void multicast() throws Exception {
        NetworkInterface lo = NetworkInterface.getByInetAddress(InetAddress.getByName("127.0.0.1"));
        InetAddress group = InetAddress.getByName("239.255.77.77");
        try (MulticastSocket m = new MulticastSocket(0)) {
            m.setTimeToLive(0);
            m.setNetworkInterface(lo);
            System.out.println(m.getTimeToLive() + " " + m.getNetworkInterface().getName() + " " + m.getOption(StandardSocketOptions.IP_MULTICAST_LOOP));
            m.joinGroup(new InetSocketAddress(group, 0), lo);
            attempt("join again", () -> { m.joinGroup(new InetSocketAddress(group, 0), lo); return 0; });
            m.leaveGroup(new InetSocketAddress(group, 0), lo);
            attempt("leave again", () -> { m.leaveGroup(new InetSocketAddress(group, 0), lo); return 0; });
            attempt("not multicast", () -> { m.joinGroup(new InetSocketAddress(LOOPBACK, 0), lo); return 0; });
        }
        try (DatagramChannel c = DatagramChannel.open(StandardProtocolFamily.INET).setOption(StandardSocketOptions.SO_REUSEADDR, true).bind(new InetSocketAddress(0)).setOption(StandardSocketOptions.IP_MULTICAST_IF, lo)) {
            MembershipKey k = c.join(group, lo);
            System.out.println(k.isValid() + " " + k.group() + " " + k.networkInterface().equals(lo) + " " + k.sourceAddress() + " " + (c.join(group, lo) == k));
            c.send(ByteBuffer.wrap("to all".getBytes()), new InetSocketAddress(group, ((InetSocketAddress) c.getLocalAddress()).getPort()));
            ByteBuffer b = ByteBuffer.allocate(10);
            c.receive(b);
            System.out.println(new String(b.array(), 0, b.position()));
            k.block(InetAddress.getByName("10.1.2.3")).unblock(InetAddress.getByName("10.1.2.3"));
            k.drop();
            System.out.println(k.isValid());
            MembershipKey s = c.join(group, lo, InetAddress.getByName("127.0.0.1"));
            System.out.println(s.sourceAddress());
            s.drop();
        }
    }
}

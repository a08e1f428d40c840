import java.io.*;
import java.net.*;
import java.nio.channels.*;
import java.util.*;

/** Looks for others than itself, of whom one listens at a port for connections and for datagrams. */
public class Others {
    interface Attempt {
        Object run() throws Throwable;
    }

    static void attempt(String name, Attempt attempt) {
        try {
            System.out.println(name + ": GOT " + attempt.run());
        } catch (Throwable e) {
            System.out.println(name + ": " + e);
        }
    }

    static final int SERVICE = Integer.getInteger("service");

    static final int MILLIS = 1000;

    public static void main(String[] args) {
        attempt("by address", () -> new Socket("127.0.0.1", SERVICE));
        attempt("by name", () -> new Socket("localhost", SERVICE));
        attempt("by the machine's address", () -> new Socket(InetAddress.getLocalHost(), SERVICE));
        attempt("by any address", () -> new Socket("0.0.0.0", SERVICE));
        attempt("by IPv6", () -> new Socket("::1", SERVICE));
        attempt("by IPv4 in IPv6", () -> new Socket(InetAddress.getByName("::ffff:127.0.0.1"), SERVICE));
        attempt("another machine", () -> new Socket("192.0.2.1", 80));
        attempt("a name", () -> InetAddress.getByName("example.org"));
        attempt("by a channel", () -> SocketChannel.open(new InetSocketAddress("127.0.0.1", SERVICE)));
        attempt("asynchronously", () -> AsynchronousSocketChannel.open().connect(new InetSocketAddress("127.0.0.1", SERVICE)).get());
        attempt("by a URL", () -> new URL("http://127.0.0.1:" + SERVICE + "/").openStream());
        attempt("in the place of another", () -> {
            try (ServerSocket server = new ServerSocket(SERVICE)) {
                server.setSoTimeout(MILLIS);
                return server.accept();
            }
        });
        attempt("a datagram", () -> {
            try (DatagramSocket socket = new DatagramSocket()) {
                socket.connect(InetAddress.getLoopbackAddress(), SERVICE);
                socket.send(new DatagramPacket(new byte[1], 1));
                socket.receive(new DatagramPacket(new byte[1], 1));
                return "an answer";
            }
        });
        attempt("a datagram to another machine", () -> {
            try (DatagramSocket socket = new DatagramSocket()) {
                socket.send(new DatagramPacket(new byte[1], 1, InetAddress.getByName("192.0.2.1"), 9));
                return "sent";
            }
        });
        attempt("a datagram to all", () -> {
            try (DatagramSocket socket = new DatagramSocket()) {
                socket.send(new DatagramPacket(new byte[1], 1, InetAddress.getByName("255.255.255.255"), SERVICE));
                return "sent";
            }
        });
        attempt("multicast", () -> {
            try (MulticastSocket socket = new MulticastSocket(SERVICE)) {
                socket.joinGroup(InetAddress.getByName("224.0.0.1"));
                socket.setSoTimeout(MILLIS);
                socket.receive(new DatagramPacket(new byte[1], 1));
                return "something";
            }
        });
        attempt("a socket in the file system", () -> SocketChannel.open(UnixDomainSocketAddress.of("/run/x")));
        attempt("interfaces", () -> {
            List<NetworkInterface> interfaces = Collections.list(NetworkInterface.getNetworkInterfaces());
            if (interfaces.size() == 1 && interfaces.get(0).isLoopback()) {
                throw new IOException("only its own");
            }
            return interfaces;
        });
    }
}

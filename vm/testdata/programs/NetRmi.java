import java.io.*;
import java.net.*;
import java.rmi.*;
import java.rmi.registry.*;
import java.rmi.server.*;
import java.util.*;

/** Remote method invocation within one VM over loopback. */
public class NetRmi {
    public interface Counter extends Remote {
        int add(int n) throws RemoteException;
        List<String> describe(Map<String, Integer> m) throws RemoteException;
        void fail(String message) throws RemoteException, IOException;
        void callMe(Listener l) throws RemoteException;
    }

    public interface Listener extends Remote {
        String heard(String what) throws RemoteException;
    }

    static class CounterImpl extends UnicastRemoteObject implements Counter {
        private int sum;
        CounterImpl() throws RemoteException { super(); }
        public synchronized int add(int n) { return sum += n; }
        public List<String> describe(Map<String, Integer> m) { List<String> l = new ArrayList<>(); new TreeMap<>(m).forEach((k, v) -> l.add(k + v)); return l; }
        public void fail(String message) throws IOException { throw new IOException(message); }
        public void callMe(Listener l) throws RemoteException { System.out.println("callback says " + l.heard("ping")); }
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");
        ServerSocket[] listening = new ServerSocket[1];
        Registry registry = LocateRegistry.createRegistry(0, RMISocketFactory.getDefaultSocketFactory()::createSocket, port -> listening[0] = new ServerSocket(port, 10, InetAddress.getLoopbackAddress()));
        CounterImpl impl = new CounterImpl();
        registry.rebind("counter", impl);
        Registry client = LocateRegistry.getRegistry("127.0.0.1", listening[0].getLocalPort());
        System.out.println(Arrays.toString(client.list()));
        Counter c = (Counter) client.lookup("counter");
        System.out.println((c != (Object) impl) + " " + c.add(5) + " " + c.add(-7) + " " + c.describe(Map.of("b", 2, "a", 1)));
        try {
            c.fail("remote trouble");
        } catch (IOException e) {
            System.out.println(e.getMessage() + " " + e.getClass());
        }
        try {
            client.lookup("nothing");
        } catch (NotBoundException e) {
            System.out.println(e.getMessage());
        }
        Listener l = what -> what + " pong";
        UnicastRemoteObject.exportObject(l, 0);
        c.callMe(l);
        MarshalledObject<String> m = new MarshalledObject<>("marshalled");
        System.out.println(m.get() + " " + m.equals(new MarshalledObject<>("marshalled")));
        client.unbind("counter");
        System.out.println(client.list().length + " " + UnicastRemoteObject.unexportObject(impl, true) + " " + UnicastRemoteObject.unexportObject(l, true));
        try {
            c.add(1);
        } catch (RemoteException e) {
            System.out.println(e.getClass().getName());
        }
        System.out.println(UnicastRemoteObject.unexportObject(registry, true));
        listening[0].close();
        System.exit(0);
    }
}

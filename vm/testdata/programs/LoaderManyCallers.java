import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;

/** Very many call sites of one interface method, and very many classes that implement it. */
public class LoaderManyCallers {
    static final int RECEIVERS = 1000, METHODS = 8, SITES = 5000;
    static int runs;

    public static class Receiver implements Runnable {
        public void run() { runs++; }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        byte[] template;
        try (InputStream in = LoaderManyCallers.class.getResourceAsStream("LoaderManyCallers$Receiver.class")) {
            template = in.readAllBytes();
        }
        Runnable[] receivers = new Runnable[RECEIVERS];
        for (int i = 0; i < RECEIVERS; i++) {
            Constructor<?> made = lookup.defineHiddenClass(template, true).lookupClass().getConstructor();
            receivers[i] = (Runnable) made.newInstance();
        }
        Class<?> callers = lookup.defineClass(callers());
        for (Method m : callers.getDeclaredMethods()) {
            m.invoke(null, (Object) receivers);
        }
        System.out.println(runs);
        for (int round = 0; round < 3; round++) {
            callers.getMethod("call" + round, Runnable[].class).invoke(null, (Object) receivers);
        }
        System.out.println(runs);
        int spread = 0;
        for (Runnable r : receivers) {
            int before = runs;
            r.run();
            spread += runs - before;
        }
        System.out.println(spread);
    }

    /** A class whose methods call run on one receiver after the other, each at a site of its own. */
    static byte[] callers() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeInt(49); // no stack maps
        out.writeShort(12 + METHODS);
        utf8(out, "LoaderManyCallersGenerated"); // 1
        entry(out, 7, 1); // 2
        utf8(out, "java/lang/Object"); // 3
        entry(out, 7, 3); // 4
        utf8(out, "java/lang/Runnable"); // 5
        entry(out, 7, 5); // 6
        utf8(out, "run"); // 7
        utf8(out, "()V"); // 8
        out.writeByte(12); // 9
        out.writeShort(7);
        out.writeShort(8);
        out.writeByte(11); // 10
        out.writeShort(6);
        out.writeShort(9);
        utf8(out, "([Ljava/lang/Runnable;)V"); // 11
        for (int m = 0; m < METHODS; m++) {
            utf8(out, m == METHODS - 1 ? "Code" : "call" + m); // 12 and on
        }
        out.writeShort(0x21);
        out.writeShort(2);
        out.writeShort(4);
        out.writeInt(0); // interfaces, fields
        out.writeShort(METHODS - 1);
        for (int m = 0; m < METHODS - 1; m++) {
            out.writeShort(9);
            out.writeShort(12 + m);
            out.writeShort(11);
            out.writeShort(1);
            out.writeShort(11 + METHODS);
            int length = 10 * SITES + 1;
            out.writeInt(12 + length);
            out.writeShort(2);
            out.writeShort(1);
            out.writeInt(length);
            for (int s = 0; s < SITES; s++) {
                out.writeByte(0x2a); // aload_0
                out.writeByte(0x11); // sipush
                out.writeShort((m * SITES + s) % RECEIVERS);
                out.writeByte(0x32); // aaload
                out.writeByte(0xb9); // invokeinterface
                out.writeShort(10);
                out.writeShort(0x100);
            }
            out.writeByte(0xb1); // return
            out.writeInt(0); // handlers, attributes
        }
        out.writeShort(0);
        return bytes.toByteArray();
    }

    static void utf8(DataOutputStream out, String text) throws Exception {
        out.writeByte(1);
        out.writeUTF(text);
    }

    static void entry(DataOutputStream out, int tag, int index) throws Exception {
        out.writeByte(tag);
        out.writeShort(index);
    }
}

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** A class of 40 loaders, most of which have been unloaded when the profile is read. */
// expect calls Plugin.run = 1200
// expect calls Plugin.<init> = 40
// expect edge CountsUnloading.once -> Plugin.run = 1200 kind interface
// expect edge Plugin.<init> -> java.lang.Object.<init> = 40 kind special
// expect edge Plugin.run -> CountsUnloading.step = 2400 kind static
// expect edge CountsUnloading.main -> CountsUnloading.once = 40 kind static
// expect path CountsUnloading.main > CountsUnloading.once > Plugin.run > CountsUnloading.step = 2400
// expect bytecodes Plugin.run = 3600
public class CountsUnloading {
    static int steps;

    static class Loader extends ClassLoader {
        Loader() {
            super(CountsUnloading.class.getClassLoader());
        }

        Class<?> plugin(byte[] file) {
            return defineClass("Plugin", file, 0, file.length);
        }
    }

    public static void step() {
        steps++;
    }

    static void once(byte[] file) throws Exception {
        Runnable plugin = (Runnable) new Loader().plugin(file).getConstructor().newInstance();
        for (int i = 0; i < 30; i++) {
            plugin.run();
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] file = plugin();
        for (int i = 0; i < 40; i++) {
            once(file);
            if (i % 8 == 7) {
                System.gc();
            }
        }
        System.out.println(steps);
    }

    /** The class file of Plugin, whose method run calls step twice. It is not read, as that depends on paths. */
    static byte[] plugin() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeInt(52);
        String[] names = {"Plugin", "java/lang/Object", "java/lang/Runnable", "CountsUnloading", "<init>", "()V", "run", "step", "Code"};
        out.writeShort(names.length + 9);
        for (String name : names) { // from 1 on
            out.writeByte(1);
            out.writeUTF(name);
        }
        for (int i = 1; i <= 4; i++) { // classes, from 10 on
            entry(out, 7, i, 0);
        }
        entry(out, 12, 5, 6); // 14
        entry(out, 12, 8, 6);
        entry(out, 10, 11, 14); // 16: Object.<init>
        entry(out, 10, 13, 15); // 17: CountsUnloading.step
        out.writeShort(0x21);
        out.writeShort(10);
        out.writeShort(11);
        out.writeShort(1);
        out.writeShort(12);
        out.writeShort(0); // fields
        out.writeShort(2);
        method(out, 5, 0x2a, 0xb7, 0, 16, 0xb1);
        method(out, 7, 0xb8, 0, 17, 0xb8, 0, 17, 0xb1);
        out.writeShort(0);
        return bytes.toByteArray();
    }

    static void entry(DataOutputStream out, int tag, int first, int second) throws IOException {
        out.writeByte(tag);
        out.writeShort(first);
        if (second != 0) {
            out.writeShort(second);
        }
    }

    static void method(DataOutputStream out, int name, int... code) throws IOException {
        out.writeShort(1);
        out.writeShort(name);
        out.writeShort(6);
        out.writeShort(1);
        out.writeShort(9);
        out.writeInt(12 + code.length);
        out.writeShort(1);
        out.writeShort(1);
        out.writeInt(code.length);
        for (int b : code) {
            out.writeByte(b);
        }
        out.writeInt(0); // handlers, attributes
    }
}

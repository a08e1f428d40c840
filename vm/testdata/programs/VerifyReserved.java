import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** Classes with instructions that only the VM itself may make, and switches at the very end of the code. */
public class VerifyReserved {
    static class Loader extends ClassLoader {
        Class<?> define(byte[] file) {
            return defineClass(null, file, 0, file.length);
        }
    }

    /** A class file with the static method m()V. */
    static byte[] classFile(int version, byte[] code) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeShort(0);
        out.writeShort(version);
        out.writeShort(8);
        for (String text : new String[] {"Made", "java/lang/Object", "m", "()V", "Code"}) {
            out.writeByte(1);
            out.writeUTF(text);
        }
        for (int name = 1; name <= 2; name++) {
            out.writeByte(7);
            out.writeShort(name);
        }
        for (int item : new int[] {0x21, 6, 7, 0, 0, 1, 9, 3, 4, 1, 5}) {
            out.writeShort(item);
        }
        out.writeInt(12 + code.length);
        out.writeShort(1);
        out.writeShort(1);
        out.writeInt(code.length);
        out.write(code);
        out.writeInt(0);
        out.writeShort(0);
        return bytes.toByteArray();
    }

    static void verify(int version, byte... code) throws Exception {
        try {
            Class.forName("Made", true, new Loader() {
                @Override
                protected Class<?> findClass(String name) {
                    try {
                        return define(classFile(version, code));
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                }
            });
            System.out.println("verified");
        } catch (VerifyError e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        for (int opcode = 202; opcode < 256; opcode++) {
            for (int length = 1; length <= 17; length += length < 4 ? 1 : length < 12 ? 8 : 1) {
                byte[] code = new byte[length];
                Arrays.fill(code, (byte) (opcode == 228 || opcode == 229 ? 0 : 0xb1));
                code[0] = (byte) opcode;
                verify(52, code);
            }
            verify(49, (byte) opcode, (byte) 0xb1, (byte) 0xb1, (byte) 0xb1);
        }
        for (int version : new int[] {49, 52}) { // a lookupswitch without keys, with and without something behind it
            verify(version, new byte[] {3, (byte) 0xab, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0});
            verify(version, new byte[] {3, (byte) 0xab, 0, 0, 0, 0, 0, 11, 0, 0, 0, 0, (byte) 0xb1});
            verify(version, new byte[] {3, (byte) 0xaa, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 0, 0, 0, 0});
        }
    }
}

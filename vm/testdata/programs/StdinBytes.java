import java.io.IOException;
import java.io.InputStream;

/** Reads bytes from standard input one at a time, in blocks, and after its end; checksum and hex dump. */
public class StdinBytes {
    public static void main(String[] args) throws IOException {
        InputStream in = System.in;
        System.out.println(in.read() + " " + in.read() + " " + (in.available() > 0));
        byte[] block = new byte[8];
        int n = in.readNBytes(block, 0, 8);
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i < n; i++) {
            hex.append(String.format("%02x ", block[i]));
        }
        System.out.println(n + " " + hex);
        System.out.println(in.skip(3));
        int sum = 0, count = 0;
        int[] histogram = new int[16];
        for (int b = in.read(); b >= 0; b = in.read()) {
            sum = sum * 31 + b;
            histogram[b >> 4]++;
            count++;
        }
        System.out.println(count + " " + sum);
        for (int i = 0; i < 16; i++) {
            System.out.println(Integer.toHexString(i) + " " + "#".repeat(histogram[i]));
        }
        System.out.println(in.read() + " " + in.read(block) + " " + in.readAllBytes().length);
        System.out.write(new byte[] {(byte) 0xff, 0, (byte) 0x80, '\n'});
        System.out.flush();
    }
}

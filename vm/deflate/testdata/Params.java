// Writes params.txt: what java.util.zip.Deflater, over zlib 1.2.12 or later, makes
// of an input whose parts are compressed with changing levels and strategies. Run
// it as `java Params.java > params.txt`. Each line holds the seed that the changes
// come from, and the length and CRC-32 of the output. See TestParamsGolden.
import java.io.ByteArrayOutputStream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

class Params {
    static int x;

    static int draw() {
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF;
        return x >> 16;
    }

    public static void main(String[] args) {
        for (int seed = 1; seed <= 60; seed++) {
            x = seed;
            Deflater deflater = new Deflater(draw() % 10, seed % 2 == 0);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] buffer = new byte[1 + draw() % 5000];
            for (int part = 0; part < 12; part++) {
                byte[] data = new byte[draw() % 30000];
                int values = 1 + draw() % 40;
                for (int i = 0; i < data.length; i++) {
                    data[i] = (byte) (draw() % values * (draw() % values));
                }
                deflater.setLevel(draw() % 10);
                deflater.setStrategy(draw() % 3);
                deflater.setInput(data);
                while (!deflater.needsInput()) {
                    out.write(buffer, 0, deflater.deflate(buffer));
                }
            }
            deflater.finish();
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            CRC32 crc = new CRC32();
            crc.update(out.toByteArray());
            System.out.printf("%d %d %08x%n", seed, out.size(), crc.getValue());
        }
    }
}

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Unseen phases: text, packing, digests, copies, a tree and a filter. */
final class Archive {
    public static void main(String[] arguments) throws Exception {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("catalogue");
            p.end(catalogue());
            p.start("packing");
            p.end(packing());
            p.start("fingerprints");
            p.end(fingerprints());
            p.start("shelves");
            p.end(shelves());
            p.start("index");
            p.end(index());
            p.start("smoothing");
            p.end(smoothing());
        }
    }

    private static long catalogue() {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 250000; i++) {
            all.append("item ").append(i).append(": ");
            all.append(i % 2 == 0 ? "book" : "map").append(", shelf ").append((char) ('A' + i % 20)).append('\n');
            if (all.length() > 100000) {
                all.delete(0, 50000);
            }
        }
        return all.length() + all.indexOf("shelf Q");
    }

    private static long packing() throws IOException {
        byte[] plain = new byte[120000];
        Random random = new Random(3);
        for (int i = 0; i < plain.length; i++) {
            plain[i] = (byte) ("etaoin shrdlu".charAt(random.nextInt(13)));
        }
        long total = 0;
        for (int i = 0; i < 6; i++) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
                zip.write(plain);
            }
            byte[] back = new GZIPInputStream(new ByteArrayInputStream(out.toByteArray())).readAllBytes();
            total += out.size() + back.length;
        }
        return total;
    }

    private static long fingerprints() throws Exception {
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        MessageDigest md5 = MessageDigest.getInstance("MD5");
        CRC32 crc = new CRC32();
        byte[] data = new byte[4096];
        long total = 0;
        for (int i = 0; i < 12000; i++) {
            data[i % data.length]++;
            sha.update(data);
            md5.update(data, 0, 2000);
            crc.update(data);
            total += sha.digest()[0] + md5.digest()[1];
        }
        return total + crc.getValue();
    }

    private static long shelves() {
        long[][] shelves = new long[200][];
        long total = 0;
        for (int round = 0; round < 120; round++) {
            for (int i = 0; i < shelves.length; i++) {
                shelves[i] = new long[1000];
                Arrays.fill(shelves[i], i + round);
                if (i > 0) {
                    System.arraycopy(shelves[i - 1], 0, shelves[i], 100, 800);
                }
            }
            total += shelves[199][500];
        }
        return total;
    }

    private static long index() {
        TreeMap<String, Integer> index = new TreeMap<>();
        for (int i = 0; i < 100000; i++) {
            index.merge("t" + (i * 7919 % 30011), 1, Integer::sum);
        }
        long total = 0;
        for (String key : index.keySet()) {
            total += key.length() * index.get(key);
        }
        return total + index.headMap("t5").size();
    }

    private static long smoothing() {
        double[] samples = new double[200000];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = Math.sin(i * 0.01) + Math.cos(i * 0.003) * 0.5;
        }
        double level = 0;
        for (int round = 0; round < 40; round++) {
            for (int i = 1; i < samples.length - 1; i++) {
                level = 0.9 * level + 0.1 * samples[i];
                samples[i] = (samples[i - 1] + samples[i] + samples[i + 1]) / 3 + level * 1e-9;
            }
        }
        return (long) (samples[777] * 1e6);
    }
}

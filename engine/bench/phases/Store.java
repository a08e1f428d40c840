import java.io.*;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.*;
import java.util.*;
import java.util.zip.*;

/** A store: encoding, packing, digests, serialising, base64, a skip list of sorted keys. */
final class Store {
    static final class Item implements Serializable {
        final int id; final String name; final double price; final List<String> tags = new ArrayList<>();
        Item(int id) { this.id = id; name = "item " + id; price = id * 0.99; tags.add("t" + id % 5); }
    }

    public static void main(String[] a) throws Exception {
        for (Phases p = new Phases(a); p.again();) {
            p.start("encode"); p.end(encode());
            p.start("pack"); p.end(pack());
            p.start("digest"); p.end(digest());
            p.start("objects"); p.end(objects());
            p.start("base64"); p.end(base64());
            p.start("sorted"); p.end(sorted());
        }
    }

    static long encode() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long n = 0;
        for (int round = 0; round < 5; round++) {
            bytes.reset();
            DataOutputStream out = new DataOutputStream(bytes);
            for (int i = 0; i < 60000; i++) { out.writeInt(i); out.writeUTF("name" + i % 100); out.writeDouble(i * 0.5); out.writeBoolean(i % 2 == 0); }
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
            for (int i = 0; i < 60000; i++) n += in.readInt() + in.readUTF().length() + (long) in.readDouble() + (in.readBoolean() ? 1 : 0);
        }
        return n;
    }

    static long pack() throws Exception {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < 20000; i++) b.append("line ").append(i * 7919 % 1000).append(" of the file\n");
        byte[] plain = b.toString().getBytes(StandardCharsets.UTF_8);
        long n = 0;
        for (int i = 0; i < 8; i++) {
            Deflater d = new Deflater();
            d.setInput(plain);
            d.finish();
            byte[] out = new byte[plain.length];
            int size = d.deflate(out);
            d.end();
            Inflater f = new Inflater();
            f.setInput(out, 0, size);
            n += f.inflate(new byte[plain.length]) + size;
            f.end();
        }
        return n;
    }

    static long digest() throws Exception {
        MessageDigest d = MessageDigest.getInstance("SHA-256"), m = MessageDigest.getInstance("MD5");
        byte[] data = new byte[1500];
        long n = 0;
        for (int i = 0; i < 40000; i++) {
            data[i % 1500]++;
            n += d.digest(data)[0];
            if (i % 3 == 0) n += m.digest(data)[3];
        }
        return n;
    }

    static long objects() throws Exception {
        long n = 0;
        for (int round = 0; round < 6; round++) {
            List<Item> items = new ArrayList<>();
            for (int i = 0; i < 2500; i++) items.add(new Item(i));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) { out.writeObject(items); }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                n += ((List<?>) in.readObject()).size() + bytes.size();
            }
        }
        return n;
    }

    static long base64() {
        long n = 0;
        byte[] data = new byte[3000];
        for (int i = 0; i < 40000; i++) {
            data[i % 3000] = (byte) i;
            String s = Base64.getEncoder().encodeToString(data);
            n += Base64.getDecoder().decode(s).length + s.charAt(i % 4000);
        }
        return n;
    }

    static long sorted() {
        long n = 0;
        Random r = new Random(11);
        TreeMap<Long, String> map = new TreeMap<>();
        for (int i = 0; i < 120000; i++) {
            long k = r.nextLong() % 1000000;
            map.put(k, "x");
            if (i % 3 == 0) { Map.Entry<Long, String> e = map.ceilingEntry(k + 1000); if (e != null) n += e.getKey() % 7; }
            if (i % 5 == 0) map.pollFirstEntry();
        }
        return n + map.size();
    }
}

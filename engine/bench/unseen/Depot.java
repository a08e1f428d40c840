import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Unseen phases: files, buffers, codes, routes, boxes, a parser. */
final class Depot {
    public static void main(String[] arguments) throws Exception {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("ledger");
            p.end(ledger());
            p.start("frames");
            p.end(frames());
            p.start("labels");
            p.end(labels());
            p.start("routes");
            p.end(routes());
            p.start("boxes");
            p.end(boxes());
            p.start("orders");
            p.end(orders());
        }
    }

    private static long ledger() throws IOException {
        Path file = Files.createTempFile("ledger", ".csv");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < 200000; i++) {
                out.write(i + ";" + i % 17 + ";part\n");
            }
        }
        long total = 0;
        for (int round = 0; round < 2; round++) {
            try (BufferedReader in = Files.newBufferedReader(file)) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    int at = line.indexOf(';');
                    total += Integer.parseInt(line.substring(0, at));
                }
            }
        }
        Files.delete(file);
        return total;
    }

    private static long frames() {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        long total = 0;
        for (int round = 0; round < 600; round++) {
            buffer.clear();
            while (buffer.remaining() >= 32) {
                buffer.putInt(round).putShort((short) 7).putDouble(round * 0.5).putLong(99L);
            }
            buffer.flip();
            while (buffer.remaining() >= 22) {
                total += buffer.getInt() + buffer.getShort() + (long) buffer.getDouble() + buffer.getLong();
            }
        }
        return total;
    }

    private static long labels() {
        long total = 0;
        for (int i = 0; i < 250000; i++) {
            String label = "DEPOT/" + i % 1000 + "/box-" + i;
            String code = Base64.getEncoder().encodeToString(label.getBytes(StandardCharsets.UTF_8));
            String back = new String(Base64.getDecoder().decode(code), StandardCharsets.UTF_8);
            total += code.length() + (back.equals(label) ? 1 : 0);
        }
        return total;
    }

    private static long routes() {
        int size = 300;
        long total = 0;
        for (int round = 0; round < 15; round++) {
            int[] distance = new int[size * size];
            Deque<Integer> open = new ArrayDeque<>();
            distance[0] = 1;
            open.add(0);
            while (!open.isEmpty()) {
                int at = open.poll();
                int[] next = {at - 1, at + 1, at - size, at + size};
                for (int to : next) {
                    if (to >= 0 && to < distance.length && distance[to] == 0 && to * 31 % 7 != round % 7) {
                        distance[to] = distance[at] + 1;
                        open.add(to);
                    }
                }
            }
            total += distance[size * size / 2 + 3];
        }
        return total;
    }

    private static long boxes() {
        Map<Integer, Long> stock = new HashMap<>();
        Long moved = 0L;
        for (int i = 0; i < 3000000; i++) {
            Integer key = i % 2500;
            Long old = stock.getOrDefault(key, 0L);
            stock.put(key, old + i);
            moved += old % 3;
        }
        return moved;
    }

    private static long orders() {
        String text = "order{id:17,lines:[{sku:AB1,count:3},{sku:ZZ9,count:12}],customer:smith}";
        long total = 0;
        for (int i = 0; i < 90000; i++) {
            int depth = 0;
            StringBuilder token = new StringBuilder();
            for (int k = 0; k < text.length(); k++) {
                char c = text.charAt(k);
                if (Character.isLetterOrDigit(c)) {
                    token.append(c);
                } else {
                    depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
                    total += token.length() > 0 && Character.isDigit(token.charAt(0)) ? Integer.parseInt(token.toString()) : token.length();
                    token.setLength(0);
                }
            }
            total += depth;
        }
        return total;
    }
}

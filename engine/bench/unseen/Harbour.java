import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.stream.IntStream;

/** Unseen phases: tides, manifests, cranes, signals, cargo and charts. */
final class Harbour {
    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("tides");
            p.end(tides());
            p.start("manifests");
            p.end(manifests());
            p.start("cranes");
            p.end(cranes());
            p.start("signals");
            p.end(signals());
            p.start("cargo");
            p.end(cargo());
            p.start("charts");
            p.end(charts());
        }
    }

    private static long tides() {
        double level = 0;
        for (int hour = 0; hour < 1200000; hour++) {
            level += 1.2 * Math.cos(hour * 0.505868) + 0.4 * Math.sin(hour * 0.261799 + 0.3) + Math.atan2(hour % 13, 7);
        }
        return (long) (level * 1000);
    }

    private static long manifests() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 12000; i++) {
            text.append("ship").append(i % 40).append(' ').append(i).append(' ').append(i * 0.25).append('\n');
        }
        Scanner scanner = new Scanner(text.toString());
        Map<String, Double> loads = new HashMap<>();
        while (scanner.hasNext()) {
            String ship = scanner.next();
            loads.merge(ship, scanner.nextInt() + Double.parseDouble(scanner.next()), Double::sum);
        }
        return loads.values().stream().mapToLong(Double::longValue).sum();
    }

    private static int solve(int[] heights, int[] moves, int from, int left, int best) {
        if (left == 0) {
            int sum = 0;
            for (int height : heights) {
                sum += height * height;
            }
            return Math.min(best, sum);
        }
        for (int i = from; i < heights.length; i++) {
            int load = moves[left - 1];
            heights[i] += load;
            best = solve(heights, moves, 0, left - 1, best);
            heights[i] -= load;
        }
        return best;
    }

    private static long cranes() {
        return solve(new int[6], new int[] {3, 1, 4, 1, 5, 9, 2, 6}, 0, 8, Integer.MAX_VALUE);
    }

    private static long signals() {
        int crc = -1;
        long parity = 0;
        byte[] signal = new byte[5000];
        for (int round = 0; round < 400; round++) {
            Arrays.fill(signal, (byte) round);
            for (byte value : signal) {
                crc ^= value & 255;
                for (int bit = 0; bit < 8; bit++) {
                    crc = (crc & 1) != 0 ? crc >>> 1 ^ 0xEDB88320 : crc >>> 1;
                }
                parity += Integer.bitCount(crc) & 1;
            }
        }
        return crc + parity;
    }

    private static long cargo() {
        List<int[]> crates = new ArrayList<>();
        long total = 0;
        for (int i = 0; i < 600000; i++) {
            int[] crate = new int[8 + i % 40];
            crate[0] = i;
            crates.add(crate);
            if (crates.size() > 20000) {
                for (int k = 0; k < 100; k++) {
                    total += crates.remove(crates.size() - 1)[0] & 7;
                }
            }
        }
        return total + crates.stream().mapToInt(c -> c.length).sum();
    }

    private static long charts() {
        long total = 0;
        for (int round = 0; round < 150; round++) {
            int base = round;
            total += IntStream.rangeClosed(1, 20000).map(n -> n * base % 97).filter(n -> n > 13).boxed().mapToInt(Integer::intValue).sum();
            total += IntStream.range(0, 3000).mapToObj(n -> "c" + n % 10).distinct().count();
        }
        return total;
    }
}

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** Phases as in small applications: search, games, compression, pictures, languages. */
final class Workshop {
    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("life");
            p.end(life());
            p.start("huffman");
            p.end(huffman());
            p.start("distances");
            p.end(distances());
            p.start("knapsack");
            p.end(knapsack());
            p.start("queens");
            p.end(queens());
            p.start("sudoku");
            p.end(sudoku());
            p.start("dictionary");
            p.end(dictionary());
            p.start("rays");
            p.end(rays());
            p.start("tapes");
            p.end(tapes());
            p.start("blurred");
            p.end(blurred());
            p.start("permutations");
            p.end(permutations());
            p.start("neural");
            p.end(neural());
        }
    }

    private static long life() {
        int size = 256;
        boolean[][] cells = new boolean[size][size];
        for (int i = 0; i < size * size; i++) {
            cells[i / size][i % size] = i * 7919 % 11 < 4;
        }
        for (int generation = 0; generation < 100; generation++) {
            boolean[][] next = new boolean[size][size];
            for (int y = 0; y < size; y++) {
                for (int x = 0; x < size; x++) {
                    int around = 0;
                    for (int dy = -1; dy <= 1; dy++) {
                        for (int dx = -1; dx <= 1; dx++) {
                            if ((dx != 0 || dy != 0) && cells[y + dy & size - 1][x + dx & size - 1]) {
                                around++;
                            }
                        }
                    }
                    next[y][x] = around == 3 || around == 2 && cells[y][x];
                }
            }
            cells = next;
        }
        long alive = 0;
        for (boolean[] row : cells) {
            for (boolean cell : row) {
                alive += cell ? 1 : 0;
            }
        }
        return alive;
    }

    private static final class Knot implements Comparable<Knot> {
        final int count;
        final char symbol;
        final Knot left;
        final Knot right;

        Knot(int count, char symbol, Knot left, Knot right) {
            this.count = count;
            this.symbol = symbol;
            this.left = left;
            this.right = right;
        }

        public int compareTo(Knot other) {
            return Integer.compare(count, other.count);
        }

        void codes(String prefix, Map<Character, String> to) {
            if (left == null) {
                to.put(symbol, prefix);
            } else {
                left.codes(prefix + '0', to);
                right.codes(prefix + '1', to);
            }
        }
    }

    private static long huffman() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20000; i++) {
            text.append((char) ('a' + i * i % 23));
        }
        long total = 0;
        for (int round = 0; round < 40; round++) {
            Map<Character, Integer> counts = new HashMap<>();
            for (char c : text.toString().toCharArray()) {
                counts.merge(c, 1, Integer::sum);
            }
            PriorityQueue<Knot> queue = new PriorityQueue<>();
            counts.forEach((symbol, count) -> queue.add(new Knot(count, symbol, null, null)));
            while (queue.size() > 1) {
                Knot a = queue.poll();
                Knot b = queue.poll();
                queue.add(new Knot(a.count + b.count, ' ', a, b));
            }
            Map<Character, String> codes = new HashMap<>();
            queue.poll().codes("", codes);
            StringBuilder packed = new StringBuilder();
            for (int i = 0; i < text.length(); i++) {
                packed.append(codes.get(text.charAt(i)));
            }
            total += packed.length();
        }
        return total;
    }

    private static int distance(String a, String b) {
        int[] costs = new int[b.length() + 1];
        for (int j = 0; j < costs.length; j++) {
            costs[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int corner = costs[0];
            costs[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int upper = costs[j];
                costs[j] = Math.min(Math.min(costs[j - 1], costs[j]) + 1, corner + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1));
                corner = upper;
            }
        }
        return costs[b.length()];
    }

    private static long distances() {
        long total = 0;
        for (int i = 0; i < 20000; i++) {
            total += distance("the quick brown fox " + i, "a quite brown ox jumps " + i % 7);
        }
        return total;
    }

    private static long knapsack() {
        int[] best = new int[20001];
        for (int item = 1; item < 1500; item++) {
            int weight = item * 37 % 400 + 3;
            int value = item * 91 % 600;
            for (int room = best.length - 1; room >= weight; room--) {
                best[room] = Math.max(best[room], best[room - weight] + value);
            }
        }
        return best[20000];
    }

    private static int place(int size, int row, int columns, int falling, int rising) {
        if (row == size) {
            return 1;
        }
        int found = 0;
        for (int column = 0; column < size; column++) {
            int down = 1 << row + column;
            int up = 1 << row - column + size;
            if ((columns & 1 << column) == 0 && (falling & down) == 0 && (rising & up) == 0) {
                found += place(size, row + 1, columns | 1 << column, falling | down, rising | up);
            }
        }
        return found;
    }

    private static long queens() {
        return place(11, 0, 0, 0, 0);
    }

    private static boolean fits(int[] board, int at, int digit) {
        int row = at / 9;
        int column = at % 9;
        for (int i = 0; i < 9; i++) {
            if (board[row * 9 + i] == digit || board[i * 9 + column] == digit
                    || board[(row / 3 * 3 + i / 3) * 9 + column / 3 * 3 + i % 3] == digit) {
                return false;
            }
        }
        return true;
    }

    private static boolean solve(int[] board, int at) {
        while (at < 81 && board[at] != 0) {
            at++;
        }
        if (at == 81) {
            return true;
        }
        for (int digit = 1; digit <= 9; digit++) {
            if (fits(board, at, digit)) {
                board[at] = digit;
                if (solve(board, at + 1)) {
                    return true;
                }
                board[at] = 0;
            }
        }
        return false;
    }

    private static long sudoku() {
        String given = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        long total = 0;
        for (int round = 0; round < 60; round++) {
            int[] board = new int[81];
            for (int i = 0; i < 81; i++) {
                board[i] = given.charAt(i) == '.' ? 0 : given.charAt(i) - '0';
            }
            total += solve(board, 0) ? board[round] : 0;
        }
        return total;
    }

    /** Lempel, Ziv and Welch's compression. */
    private static long dictionary() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 25000; i++) {
            text.append("abcdefgh".charAt(i * i % 13 & 7));
        }
        long total = 0;
        for (int round = 0; round < 15; round++) {
            Map<String, Integer> codes = new HashMap<>();
            List<Integer> out = new ArrayList<>();
            String prefix = "";
            for (char c : text.toString().toCharArray()) {
                String longer = prefix + c;
                if (longer.length() == 1 || codes.containsKey(longer)) {
                    prefix = longer;
                } else {
                    out.add(codes.getOrDefault(prefix, 0));
                    codes.put(longer, codes.size() + 256);
                    prefix = "" + c;
                }
            }
            total += out.size();
        }
        return total;
    }

    private record Vector(double x, double y, double z) {
        Vector minus(Vector o) {
            return new Vector(x - o.x, y - o.y, z - o.z);
        }

        Vector plus(Vector o) {
            return new Vector(x + o.x, y + o.y, z + o.z);
        }

        Vector scale(double f) {
            return new Vector(x * f, y * f, z * f);
        }

        double dot(Vector o) {
            return x * o.x + y * o.y + z * o.z;
        }

        Vector unit() {
            return scale(1 / Math.sqrt(dot(this)));
        }
    }

    private record Sphere(Vector center, double radius) {
        double hit(Vector from, Vector direction) {
            Vector offset = from.minus(center);
            double b = offset.dot(direction);
            double square = b * b - offset.dot(offset) + radius * radius;
            return square < 0 ? -1 : -b - Math.sqrt(square);
        }
    }

    private static long rays() {
        List<Sphere> spheres = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            spheres.add(new Sphere(new Vector(i % 4 - 1.5, i / 4 - 1, 6 + i % 3), 0.6));
        }
        Vector light = new Vector(1, 1, -1).unit();
        double total = 0;
        for (int py = 0; py < 300; py++) {
            for (int px = 0; px < 300; px++) {
                Vector direction = new Vector(px / 150.0 - 1, py / 150.0 - 1, 2).unit();
                Vector eye = new Vector(0, 0, 0);
                double nearest = 1e9;
                Sphere seen = null;
                for (Sphere sphere : spheres) {
                    double distance = sphere.hit(eye, direction);
                    if (distance > 0 && distance < nearest) {
                        nearest = distance;
                        seen = sphere;
                    }
                }
                if (seen != null) {
                    Vector normal = eye.plus(direction.scale(nearest)).minus(seen.center()).unit();
                    total += Math.max(0, normal.dot(light)) * 255;
                }
            }
        }
        return (long) total;
    }

    private static long tapes() {
        String program = "++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.";
        int[] partner = new int[program.length()];
        ArrayList<Integer> open = new ArrayList<>();
        for (int i = 0; i < program.length(); i++) {
            if (program.charAt(i) == '[') {
                open.add(i);
            } else if (program.charAt(i) == ']') {
                partner[i] = open.remove(open.size() - 1);
                partner[partner[i]] = i;
            }
        }
        long total = 0;
        for (int run = 0; run < 5000; run++) {
            byte[] tape = new byte[64];
            int head = 0;
            for (int at = 0; at < program.length(); at++) {
                switch (program.charAt(at)) {
                    case '>' -> head++;
                    case '<' -> head--;
                    case '+' -> tape[head]++;
                    case '-' -> tape[head]--;
                    case '.' -> total += tape[head];
                    case '[' -> at = tape[head] == 0 ? partner[at] : at;
                    default -> at = tape[head] != 0 ? partner[at] : at;
                }
            }
        }
        return total;
    }

    private static long blurred() {
        int width = 500;
        int height = 400;
        int[] picture = new int[width * height];
        for (int i = 0; i < picture.length; i++) {
            picture[i] = i * 31 & 0xffffff;
        }
        for (int round = 0; round < 12; round++) {
            int[] result = new int[picture.length];
            for (int y = 1; y < height - 1; y++) {
                for (int x = 1; x < width - 1; x++) {
                    int red = 0;
                    int green = 0;
                    int blue = 0;
                    for (int dy = -1; dy <= 1; dy++) {
                        for (int dx = -1; dx <= 1; dx++) {
                            int color = picture[(y + dy) * width + x + dx];
                            red += color >> 16 & 255;
                            green += color >> 8 & 255;
                            blue += color & 255;
                        }
                    }
                    result[y * width + x] = red / 9 << 16 | green / 9 << 8 | blue / 9;
                }
            }
            picture = result;
        }
        return picture[12345];
    }

    private static int permute(int[] values, int from) {
        if (from == values.length) {
            return values[0] < values[values.length - 1] ? 1 : 0;
        }
        int count = 0;
        for (int i = from; i < values.length; i++) {
            int swap = values[from];
            values[from] = values[i];
            values[i] = swap;
            count += permute(values, from + 1);
            values[i] = values[from];
            values[from] = swap;
        }
        return count;
    }

    private static long permutations() {
        return permute(new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 0);
    }

    private static long neural() {
        double[][] first = new double[40][30];
        double[] second = new double[40];
        for (int i = 0; i < 40; i++) {
            second[i] = Math.sin(i);
            for (int j = 0; j < 30; j++) {
                first[i][j] = Math.cos(i * j);
            }
        }
        double[] input = new double[30];
        double[] hidden = new double[40];
        double error = 0;
        for (int step = 0; step < 30000; step++) {
            Arrays.fill(input, step % 17 / 17.0);
            double output = 0;
            for (int i = 0; i < 40; i++) {
                double sum = 0;
                for (int j = 0; j < 30; j++) {
                    sum += first[i][j] * input[j];
                }
                hidden[i] = 1 / (1 + Math.exp(-sum));
                output += hidden[i] * second[i];
            }
            double delta = 0.5 - output;
            error += delta * delta;
            for (int i = 0; i < 40; i++) {
                double gradient = delta * 0.01 * second[i] * hidden[i] * (1 - hidden[i]);
                second[i] += 0.01 * delta * hidden[i];
                for (int j = 0; j < 30; j++) {
                    first[i][j] += gradient * input[j];
                }
            }
        }
        return (long) (error * 1000);
    }
}

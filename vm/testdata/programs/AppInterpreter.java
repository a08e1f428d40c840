import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Interpreters and puzzles of textbooks: a tape machine, a register machine with string switches and labelled loops, game of life, queens, knapsack, edit distance, bit tricks. */
public class AppInterpreter {
    static String tape(String program, String input) {
        int[] jump = new int[program.length()];
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < jump.length; i++) {
            if (program.charAt(i) == '[') {
                open.push(i);
            } else if (program.charAt(i) == ']') {
                jump[i] = open.pop();
                jump[jump[i]] = i;
            }
        }
        byte[] cells = new byte[300];
        StringBuilder out = new StringBuilder();
        for (int at = 0, p = 0, in = 0; at < jump.length; at++) {
            switch (program.charAt(at)) {
                case '>' -> p++;
                case '<' -> p--;
                case '+' -> cells[p]++;
                case '-' -> cells[p]--;
                case '.' -> out.append((char) (cells[p] & 0xff));
                case ',' -> cells[p] = in < input.length() ? (byte) input.charAt(in++) : 0;
                case '[' -> at = cells[p] == 0 ? jump[at] : at;
                case ']' -> at = cells[p] != 0 ? jump[at] : at;
                default -> { }
            }
        }
        return out.toString();
    }

    static Map<String, Long> registers(String... code) {
        Map<String, Long> r = new TreeMap<>();
        Map<String, Integer> labels = new HashMap<>();
        for (int i = 0; i < code.length; i++) {
            if (code[i].endsWith(":")) {
                labels.put(code[i].substring(0, code[i].length() - 1), i);
            }
        }
        int steps = 0;
        run:
        for (int pc = 0; pc < code.length; pc++) {
            String[] w = code[pc].split("\\s+");
            if (++steps > 10_000) {
                throw new IllegalStateException("endless at " + code[pc]);
            }
            switch (w[0]) {
                case "set":
                    r.put(w[1], value(r, w[2]));
                    continue run;
                case "add":
                case "mul":
                case "mod":
                    boolean add = w[0].equals("add");
                    r.merge(w[1], value(r, w[2]), (a, b) -> add ? a + b : w[0].equals("mul") ? Math.multiplyExact(a, b) : Math.floorMod(a, b));
                    break;
                case "FB", "Ea": // the same hash code
                    r.merge(w[0], 1L, Long::sum);
                    break;
                case "jnz":
                    if (value(r, w[1]) != 0) {
                        pc = labels.get(w[2]);
                    }
                    break;
                case "halt":
                    break run;
                default:
                    if (!w[0].endsWith(":")) {
                        throw new UnsupportedOperationException(w[0]);
                    }
            }
        }
        return r;
    }

    static long value(Map<String, Long> r, String s) {
        return s.matches("-?\\d+") ? Long.parseLong(s) : r.getOrDefault(s, 0L);
    }

    static int queens(int n, int row, int columns, int left, int right) {
        if (row == n) {
            return 1;
        }
        int count = 0;
        for (int free = ~(columns | left | right) & (1 << n) - 1; free != 0; free &= free - 1) {
            int bit = free & -free;
            count += queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >>> 1);
        }
        return count;
    }

    static BitSet life(BitSet cells, int w, int h) {
        BitSet next = new BitSet(w * h);
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                int n = 0;
                for (int dy = -1; dy <= 1; dy++) {
                    for (int dx = -1; dx <= 1; dx++) {
                        if ((dx | dy) != 0 && cells.get(Math.floorMod(y + dy, h) * w + Math.floorMod(x + dx, w))) {
                            n++;
                        }
                    }
                }
                next.set(y * w + x, n == 3 || n == 2 && cells.get(y * w + x));
            }
        }
        return next;
    }

    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                d[i][j] = i == 0 ? j : j == 0 ? i : Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1));
            }
        }
        return d[a.length()][b.length()];
    }

    static long bits() {
        long h = 17;
        int[] ints = {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x55555555, 12345};
        for (int i : ints) {
            for (int s : new int[] {0, 1, 31, 32, 33, -1}) {
                h = h * 31 + (i << s) + (i >> s) + (i >>> s) + Integer.rotateLeft(i, s) + ((long) i << s) + ((byte) i >>> s) + ((char) i >> s);
            }
            h = h * 31 + Integer.bitCount(i) + Integer.reverse(i) + Integer.highestOneBit(i) + Integer.numberOfTrailingZeros(i) + Long.numberOfLeadingZeros(i) + Integer.reverseBytes(i) + Long.reverse(i) + Integer.signum(i) + Integer.compareUnsigned(i, 5) + Math.floorDiv(i, -7) + Math.floorMod(i, -7) + i % -7 + i / -7 + Math.abs(i);
            short sh = (short) i;
            sh += 1.7;
            sh >>>= 1;
            char c = (char) i;
            c *= 3;
            c++;
            byte b = (byte) (i ^ i >>> 8);
            b /= 3;
            h = h * 31 + sh + c + b + (int) (float) i + (long) (double) i + (char) -1.5f + (int) Float.NaN + (int) 1e20 + (byte) 300.7;
        }
        return h;
    }

    public static void main(String[] args) {
        System.out.print(tape("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.", ""));
        System.out.println(tape(">,[>,]<[.<]", "reverse"));
        System.out.println(registers("set n 10", "set f 1", "loop:", "mul f n", "FB", "Ea", "add n -1", "jnz n loop", "set m f", "mod m 1009", "halt", "set m -1"));
        for (String[] bad : new String[][] {{"x:", "jnz 1 x"}, {"jump"}, {"set a 9223372036854775807", "mul a 2"}, {"jnz 1 nowhere"}}) {
            try {
                System.out.println(registers(bad));
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
        for (int n = 4; n <= 7; n++) {
            System.out.print(queens(n, 0, 0, 0, 0) + " ");
        }
        BitSet cells = BitSet.valueOf(new long[] {0x0000000000070402L});
        for (int i = 0; i < 20; i++) {
            cells = life(cells, 8, 8);
        }
        System.out.println(cells + " " + cells.cardinality() + Arrays.toString(cells.toLongArray()));
        System.out.println(distance("kitten", "sitting") + " " + distance("", "abc") + " " + distance("intention", "execution") + " " + bits());
        String block = """
            Text "block" \
            joined
              indented\tby tab
            trailing   \s
            \"""quotes\""" and \u00e9
            """;
        System.out.print(block);
        System.out.println(block.lines().map(String::length).toList() + " " + block.hashCode() + " " + """
            a
           b""".indent(2).replace("\n", "|") + "x".repeat(3).translateEscapes() + "%d-%s".formatted(1, 'c') + "  y ".strip() + " ".isBlank());
    }
}

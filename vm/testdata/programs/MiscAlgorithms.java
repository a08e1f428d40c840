import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** Classic algorithms: sieve, n-queens, knapsack, matrices, Dijkstra, topological order, Huffman, trie. */
public class MiscAlgorithms {
    static int sieve(int n) {
        boolean[] composite = new boolean[n + 1];
        int count = 0;
        for (int i = 2; i <= n; i++) {
            if (!composite[i]) {
                count++;
                for (long j = (long) i * i; j <= n; j += i) {
                    composite[(int) j] = true;
                }
            }
        }
        return count;
    }

    static int queens(int n, int row, int columns, int left, int right) {
        if (row == n) {
            return 1;
        }
        int solutions = 0;
        for (int free = ~(columns | left | right) & (1 << n) - 1; free != 0; free &= free - 1) {
            int bit = free & -free;
            solutions += queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
        }
        return solutions;
    }

    static int knapsack(int[] weights, int[] values, int capacity) {
        int[] best = new int[capacity + 1];
        for (int i = 0; i < weights.length; i++) {
            for (int c = capacity; c >= weights[i]; c--) {
                best[c] = Math.max(best[c], best[c - weights[i]] + values[i]);
            }
        }
        return best[capacity];
    }

    static long[][] multiply(long[][] a, long[][] b, long mod) {
        int n = a.length;
        long[][] c = new long[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                for (int k = 0; k < n; k++) {
                    c[i][j] = (c[i][j] + a[i][k] * b[k][j]) % mod;
                }
            }
        }
        return c;
    }

    static long fibonacci(long n, long mod) {
        long[][] r = {{1, 0}, {0, 1}}, m = {{1, 1}, {1, 0}};
        for (; n > 0; n >>= 1, m = multiply(m, m, mod)) {
            if ((n & 1) == 1) {
                r = multiply(r, m, mod);
            }
        }
        return r[0][1];
    }

    record Edge(int to, int cost) {}

    static int[] dijkstra(List<List<Edge>> graph, int from) {
        int[] distance = new int[graph.size()];
        Arrays.fill(distance, Integer.MAX_VALUE);
        distance[from] = 0;
        PriorityQueue<int[]> queue = new PriorityQueue<>((a, b) -> Integer.compare(a[1], b[1]));
        queue.add(new int[] {from, 0});
        while (!queue.isEmpty()) {
            int[] at = queue.poll();
            if (at[1] > distance[at[0]]) {
                continue;
            }
            for (Edge e : graph.get(at[0])) {
                int d = at[1] + e.cost();
                if (d < distance[e.to()]) {
                    distance[e.to()] = d;
                    queue.add(new int[] {e.to(), d});
                }
            }
        }
        return distance;
    }

    static List<String> topological(Map<String, List<String>> needs) {
        Map<String, Integer> state = new HashMap<>();
        List<String> out = new ArrayList<>();
        for (String s : needs.keySet()) {
            visit(s, needs, state, out);
        }
        return out;
    }

    static void visit(String s, Map<String, List<String>> needs, Map<String, Integer> state, List<String> out) {
        Integer mark = state.get(s);
        if (mark != null) {
            if (mark == 1) {
                throw new IllegalStateException("cycle at " + s);
            }
            return;
        }
        state.put(s, 1);
        for (String n : needs.getOrDefault(s, List.of())) {
            visit(n, needs, state, out);
        }
        state.put(s, 2);
        out.add(s);
    }

    static class Huffman implements Comparable<Huffman> {
        int weight;
        String letters;
        Huffman zero, one;

        Huffman(int weight, String letters, Huffman zero, Huffman one) {
            this.weight = weight;
            this.letters = letters;
            this.zero = zero;
            this.one = one;
        }

        @Override
        public int compareTo(Huffman o) {
            return weight != o.weight ? weight - o.weight : letters.compareTo(o.letters);
        }

        void codes(String prefix, Map<String, String> out) {
            if (zero == null) {
                out.put(letters, prefix);
            } else {
                zero.codes(prefix + "0", out);
                one.codes(prefix + "1", out);
            }
        }
    }

    static class Trie {
        final Map<Character, Trie> next = new TreeMap<>();
        boolean end;

        void add(String word) {
            Trie t = this;
            for (char c : word.toCharArray()) {
                t = t.next.computeIfAbsent(c, k -> new Trie());
            }
            t.end = true;
        }

        void list(String prefix, List<String> out) {
            if (end) {
                out.add(prefix);
            }
            next.forEach((c, t) -> t.list(prefix + c, out));
        }
    }

    public static void main(String[] args) {
        System.out.println(sieve(100) + " " + sieve(50_000));
        for (int n = 1; n <= 8; n++) {
            System.out.print(queens(n, 0, 0, 0, 0) + " ");
        }
        System.out.println();
        System.out.println(knapsack(new int[] {12, 2, 1, 4, 1}, new int[] {4, 2, 1, 10, 2}, 15) + " " + knapsack(new int[] {5, 4, 6, 3}, new int[] {10, 40, 30, 50}, 10));
        System.out.println(fibonacci(90, Long.MAX_VALUE >> 32) + " " + fibonacci(1_000_000_000_000L, 1_000_000_007L));
        List<List<Edge>> graph = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            List<Edge> edges = new ArrayList<>();
            for (int k = 1; k <= 4; k++) {
                edges.add(new Edge((i * k + 7 * k) % 50, 1 + (i * 31 + k * 17) % 23));
            }
            graph.add(edges);
        }
        System.out.println(Arrays.toString(dijkstra(graph, 0)));
        Map<String, List<String>> needs = new TreeMap<>(Map.of("app", List.of("lib", "log"), "lib", List.of("core"), "log", List.of("core"), "test", List.of("app")));
        System.out.println(topological(needs));
        needs.put("core", List.of("test"));
        try {
            topological(needs);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        String text = "abracadabra alakazam";
        Map<Character, Integer> counts = new TreeMap<>();
        for (char c : text.toCharArray()) {
            counts.merge(c, 1, Integer::sum);
        }
        PriorityQueue<Huffman> heap = new PriorityQueue<>();
        counts.forEach((c, n) -> heap.add(new Huffman(n, c.toString(), null, null)));
        while (heap.size() > 1) {
            Huffman a = heap.poll(), b = heap.poll();
            heap.add(new Huffman(a.weight + b.weight, a.letters + b.letters, a, b));
        }
        Map<String, String> codes = new TreeMap<>();
        heap.peek().codes("", codes);
        int bits = 0;
        for (char c : text.toCharArray()) {
            bits += codes.get(String.valueOf(c)).length();
        }
        System.out.println(codes + " " + bits);
        Trie trie = new Trie();
        for (String w : "tea ten i in inn to team".split(" ")) {
            trie.add(w);
        }
        List<String> words = new ArrayList<>();
        trie.list("", words);
        System.out.println(words);
        Deque<int[]> work = new ArrayDeque<>();
        int[][] steps = new int[20][20];
        work.add(new int[] {0, 0});
        steps[0][0] = 1;
        while (!work.isEmpty()) {
            int[] p = work.remove();
            for (int[] d : new int[][] {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}) {
                int x = p[0] + d[0], y = p[1] + d[1];
                if (x >= 0 && y >= 0 && x < 20 && y < 20 && steps[x][y] == 0) {
                    steps[x][y] = steps[p[0]][p[1]] + 1;
                    work.add(new int[] {x, y});
                }
            }
        }
        System.out.println("knight " + (steps[19][19] - 1) + " " + (steps[1][1] - 1));
    }
}

import java.util.*;

/** Graphs and searches: breadth first, Dijkstra, union-find, topological order, queens, game of life. */
final class Graphs {
    static final class Node {
        final int id;
        final List<Edge> out = new ArrayList<>();
        int distance;
        Node(int id) { this.id = id; }
    }
    record Edge(Node to, int weight) {}
    record Step(Node node, int distance) implements Comparable<Step> {
        public int compareTo(Step o) { return Integer.compare(distance, o.distance); }
    }

    static Node[] nodes;

    public static void main(String[] a) {
        for (Phases p = new Phases(a); p.again();) {
            p.start("build"); p.end(build());
            p.start("breadth"); p.end(breadth());
            p.start("dijkstra"); p.end(dijkstra());
            p.start("unions"); p.end(unions());
            p.start("queens"); p.end(queens());
            p.start("life"); p.end(life());
        }
    }

    static long build() {
        Random r = new Random(9);
        nodes = new Node[40000];
        for (int i = 0; i < nodes.length; i++) nodes[i] = new Node(i);
        for (Node n : nodes) {
            for (int j = 0; j < 5; j++) n.out.add(new Edge(nodes[r.nextInt(nodes.length)], 1 + r.nextInt(100)));
        }
        return nodes[7].out.get(0).weight();
    }

    static long breadth() {
        long sum = 0;
        for (int round = 0; round < 6; round++) {
            Set<Integer> seen = new HashSet<>();
            Deque<Node> queue = new ArrayDeque<>();
            queue.add(nodes[round]);
            seen.add(round);
            while (!queue.isEmpty()) {
                Node n = queue.poll();
                for (Edge e : n.out) {
                    if (seen.add(e.to().id)) queue.add(e.to());
                }
            }
            sum += seen.size();
        }
        return sum;
    }

    static long dijkstra() {
        long sum = 0;
        for (int round = 0; round < 3; round++) {
            for (Node n : nodes) n.distance = Integer.MAX_VALUE;
            PriorityQueue<Step> queue = new PriorityQueue<>();
            nodes[round].distance = 0;
            queue.add(new Step(nodes[round], 0));
            while (!queue.isEmpty()) {
                Step s = queue.poll();
                if (s.distance() > s.node().distance) continue;
                for (Edge e : s.node().out) {
                    int d = s.distance() + e.weight();
                    if (d < e.to().distance) {
                        e.to().distance = d;
                        queue.add(new Step(e.to(), d));
                    }
                }
            }
            sum += nodes[777].distance;
        }
        return sum;
    }

    static int find(int[] parent, int x) {
        while (parent[x] != x) {
            parent[x] = parent[parent[x]];
            x = parent[x];
        }
        return x;
    }
    static long unions() {
        Random r = new Random(4);
        long sum = 0;
        for (int round = 0; round < 6; round++) {
            int[] parent = new int[300000];
            for (int i = 0; i < parent.length; i++) parent[i] = i;
            for (int i = 0; i < 400000; i++) {
                int x = find(parent, r.nextInt(parent.length)), y = find(parent, r.nextInt(parent.length));
                if (x != y) { parent[x] = y; sum++; }
            }
        }
        return sum;
    }

    static int place(int n, int row, int columns, int left, int right) {
        if (row == n) return 1;
        int found = 0;
        for (int free = ~(columns | left | right) & (1 << n) - 1; free != 0; free &= free - 1) {
            int bit = free & -free;
            found += place(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
        }
        return found;
    }
    static long queens() {
        return place(11, 0, 0, 0, 0) + place(11, 0, 0, 0, 0) + place(12, 0, 0, 0, 0);
    }

    static long life() {
        boolean[][] cells = new boolean[300][300];
        Random r = new Random(6);
        for (boolean[] row : cells) for (int i = 0; i < row.length; i++) row[i] = r.nextInt(3) == 0;
        for (int step = 0; step < 60; step++) {
            boolean[][] next = new boolean[300][300];
            for (int y = 0; y < 300; y++) {
                for (int x = 0; x < 300; x++) {
                    int n = 0;
                    for (int dy = -1; dy <= 1; dy++) {
                        for (int dx = -1; dx <= 1; dx++) {
                            if ((dx != 0 || dy != 0) && cells[(y + dy + 300) % 300][(x + dx + 300) % 300]) n++;
                        }
                    }
                    next[y][x] = n == 3 || n == 2 && cells[y][x];
                }
            }
            cells = next;
        }
        long alive = 0;
        for (boolean[] row : cells) for (boolean c : row) if (c) alive++;
        return alive;
    }
}

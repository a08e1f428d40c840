package corpus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;

/** Generic collections, labelled loops, a builder, interfaces with private and static methods. */
class Graph<N extends Comparable<? super N>> {
    interface Visitor<T> {
        boolean visit(T node, int depth);
        static <T> Visitor<T> count(int[] counter) { return (n, d) -> ++counter[0] > 0 && check(d); }
        private static boolean check(int depth) { return depth < Integer.MAX_VALUE; }
        private T same(T t) { return t; }
        default Visitor<T> until(T stop) { return (n, d) -> visit(same(n), d) && !same(stop).equals(n); }
    }
    static final class Builder<N extends Comparable<? super N>> {
        private final Graph<N> graph = new Graph<>();
        Builder<N> edge(N a, N b) { graph.link(a, b).link(b, a); return this; }
        Graph<N> build() { graph.edges.values().forEach(Collections::sort); return graph; }
    }

    private final Map<N, List<N>> edges = new HashMap<>();

    private Graph<N> link(N a, N b) { edges.computeIfAbsent(a, k -> new ArrayList<>()).add(b); return this; }

    int bfs(N start, Visitor<? super N> visitor) {
        Queue<N> queue = new ArrayDeque<>(List.of(start));
        Map<N, Integer> depth = new HashMap<>(Map.of(start, 0));
        search:
        while (!queue.isEmpty()) {
            N node = queue.remove();
            if (!visitor.visit(node, depth.get(node))) break;
            for (N next : edges.getOrDefault(node, List.of())) {
                if (depth.containsKey(next)) continue search;
                depth.put(next, depth.get(node) + 1);
                queue.add(next);
            }
        }
        return Collections.max(depth.values());
    }

    Set<N> dfs(N node, Set<N> seen) { if (seen.add(node)) for (N next : edges.get(node)) dfs(next, seen); return seen; }

    static int dijkstra(int[][] weight) {
        record Step(int node, int cost) implements Comparable<Step> { public int compareTo(Step o) { return cost - o.cost; } }
        BitSet done = new BitSet(weight.length);
        PriorityQueue<Step> heap = new PriorityQueue<>();
        for (heap.add(new Step(0, 0)); !heap.isEmpty(); ) {
            Step s = heap.poll();
            if (done.get(s.node())) continue;
            done.set(s.node);
            if (s.node == weight.length - 1) return s.cost();
            for (int i = 0; i < weight[s.node].length; i++) if (weight[s.node][i] > 0) heap.add(new Step(i, s.cost + weight[s.node()][i]));
        }
        return -1;
    }

    public static void main(String[] args) {
        int[] counter = new int[1];
        Graph<String> g = new Builder<String>().edge("a", "b").edge("b", "c").build();
        System.out.println(g.bfs("a", Visitor.<String>count(counter).until("c")) + " " + g.dfs("a", new HashSet<>()).size() + counter[0]);
        System.out.println(dijkstra(new int[][] {{0, 1, 9}, {0, 0, 1}, {0, 0, 0}}));
    }
}

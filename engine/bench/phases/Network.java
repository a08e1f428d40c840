import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;

/** A road network and what serves it: routes, reachability, a cheapest net, a cache, street names. */
final class Network {
    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("routes");
            p.end(routes());
            p.start("reachable");
            p.end(reachable());
            p.start("cheapestNet");
            p.end(cheapestNet());
            p.start("allPairs");
            p.end(allPairs());
            p.start("recentTiles");
            p.end(recentTiles());
            p.start("streetNames");
            p.end(streetNames());
        }
    }

    private static final class Crossing {
        final int x;
        final int y;
        final List<Road> roads = new ArrayList<>(4);
        double distance = Double.POSITIVE_INFINITY;
        Crossing previous;

        Crossing(int x, int y) {
            this.x = x;
            this.y = y;
        }
    }

    private static final class Road {
        final Crossing to;
        final double length;

        Road(Crossing to, double length) {
            this.to = to;
            this.length = length;
        }
    }

    private record Visit(Crossing crossing, double estimate) implements Comparable<Visit> {
        @Override
        public int compareTo(Visit other) {
            return Double.compare(estimate, other.estimate);
        }
    }

    /** Goes from corner to corner of a grid of roads, with an estimate of what is left. */
    private static long routes() {
        int size = 130;
        Random random = new Random(1);
        Crossing[][] grid = new Crossing[size][size];
        for (int y = 0; y < size; y++) {
            for (int x = 0; x < size; x++) {
                grid[y][x] = new Crossing(x, y);
            }
        }
        int[][] directions = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
        for (Crossing[] row : grid) {
            for (Crossing from : row) {
                for (int[] direction : directions) {
                    int x = from.x + direction[0];
                    int y = from.y + direction[1];
                    if (x >= 0 && y >= 0 && x < size && y < size && random.nextInt(10) > 0) {
                        from.roads.add(new Road(grid[y][x], 1 + random.nextDouble()));
                    }
                }
            }
        }
        long result = 0;
        for (int trip = 0; trip < 5; trip++) {
            for (Crossing[] row : grid) {
                for (Crossing crossing : row) {
                    crossing.distance = Double.POSITIVE_INFINITY;
                    crossing.previous = null;
                }
            }
            Crossing start = grid[trip][0];
            Crossing goal = grid[size - 1 - trip][size - 1];
            start.distance = 0;
            PriorityQueue<Visit> open = new PriorityQueue<>();
            open.add(new Visit(start, 0));
            while (!open.isEmpty()) {
                Crossing crossing = open.remove().crossing();
                if (crossing == goal) {
                    break;
                }
                for (Road road : crossing.roads) {
                    double distance = crossing.distance + road.length;
                    if (distance < road.to.distance) {
                        road.to.distance = distance;
                        road.to.previous = crossing;
                        open.add(new Visit(road.to, distance + Math.abs(goal.x - road.to.x) + Math.abs(goal.y - road.to.y)));
                    }
                }
            }
            for (Crossing at = goal; at != null; at = at.previous) {
                result++;
            }
            result += (long) goal.distance;
        }
        return result;
    }

    /** Walks a large graph, whose edges are in arrays, level by level. */
    private static long reachable() {
        int nodes = 250000;
        int edges = 900000;
        Random random = new Random(2);
        int[] from = new int[edges];
        int[] to = new int[edges];
        int[] first = new int[nodes + 1];
        for (int i = 0; i < edges; i++) {
            from[i] = random.nextInt(nodes);
            to[i] = random.nextInt(nodes);
            first[from[i] + 1]++;
        }
        for (int i = 0; i < nodes; i++) {
            first[i + 1] += first[i];
        }
        int[] next = first.clone();
        int[] targets = new int[edges];
        for (int i = 0; i < edges; i++) {
            targets[next[from[i]]++] = to[i];
        }
        int[] level = new int[nodes];
        int[] queue = new int[nodes];
        long result = 0;
        for (int start = 0; start < 2; start++) {
            Arrays.fill(level, -1);
            level[start] = 0;
            queue[0] = start;
            int tail = 1;
            for (int head = 0; head < tail; head++) {
                int node = queue[head];
                for (int e = first[node]; e < first[node + 1]; e++) {
                    if (level[targets[e]] < 0) {
                        level[targets[e]] = level[node] + 1;
                        queue[tail++] = targets[e];
                    }
                }
            }
            result += tail + level[queue[tail - 1]];
        }
        return result;
    }

    private static final class Groups {
        private final int[] parent;
        private final int[] size;

        Groups(int count) {
            parent = new int[count];
            size = new int[count];
            for (int i = 0; i < count; i++) {
                parent[i] = i;
                size[i] = 1;
            }
        }

        int find(int member) {
            while (parent[member] != member) {
                parent[member] = parent[parent[member]];
                member = parent[member];
            }
            return member;
        }

        boolean join(int a, int b) {
            int first = find(a);
            int second = find(b);
            if (first == second) {
                return false;
            }
            if (size[first] < size[second]) {
                int swap = first;
                first = second;
                second = swap;
            }
            parent[second] = first;
            size[first] += size[second];
            return true;
        }
    }

    private record Cable(int from, int to, int cost) {}

    private static long cheapestNet() {
        Random random = new Random(3);
        int places = 30000;
        List<Cable> cables = new ArrayList<>();
        for (int i = 0; i < 150000; i++) {
            cables.add(new Cable(random.nextInt(places), random.nextInt(places), 1 + random.nextInt(100000)));
        }
        cables.sort((a, b) -> a.cost() != b.cost() ? Integer.compare(a.cost(), b.cost()) : Integer.compare(a.from(), b.from()));
        Groups groups = new Groups(places);
        long cost = 0;
        int used = 0;
        for (Cable cable : cables) {
            if (groups.join(cable.from(), cable.to())) {
                cost += cable.cost();
                used++;
            }
        }
        return cost * 31 + used;
    }

    private static long allPairs() {
        int towns = 420;
        Random random = new Random(4);
        long[][] distance = new long[towns][towns];
        for (int i = 0; i < towns; i++) {
            for (int j = 0; j < towns; j++) {
                distance[i][j] = i == j ? 0 : random.nextInt(20) == 0 ? 1 + random.nextInt(500) : Integer.MAX_VALUE;
            }
        }
        for (int k = 0; k < towns; k++) {
            for (int i = 0; i < towns; i++) {
                for (int j = 0; j < towns; j++) {
                    if (distance[i][k] + distance[k][j] < distance[i][j]) {
                        distance[i][j] = distance[i][k] + distance[k][j];
                    }
                }
            }
        }
        long sum = 0;
        for (long[] row : distance) {
            for (long d : row) {
                sum += d;
            }
        }
        return sum;
    }

    /** Keeps what was used most recently: a table and a doubly linked list of its own. */
    private static final class Recent<K, V> {
        private static final class Entry<K, V> {
            K key;
            V value;
            Entry<K, V> before;
            Entry<K, V> after;
        }

        private final Map<K, Entry<K, V>> entries = new HashMap<>();
        private final Entry<K, V> ends = new Entry<>();
        private final int capacity;

        Recent(int capacity) {
            this.capacity = capacity;
            ends.before = ends;
            ends.after = ends;
        }

        V get(K key) {
            Entry<K, V> entry = entries.get(key);
            if (entry == null) {
                return null;
            }
            unlink(entry);
            linkFirst(entry);
            return entry.value;
        }

        void put(K key, V value) {
            if (entries.size() == capacity) {
                Entry<K, V> oldest = ends.before;
                unlink(oldest);
                entries.remove(oldest.key);
            }
            Entry<K, V> entry = new Entry<>();
            entry.key = key;
            entry.value = value;
            linkFirst(entry);
            entries.put(key, entry);
        }

        private void unlink(Entry<K, V> entry) {
            entry.before.after = entry.after;
            entry.after.before = entry.before;
        }

        private void linkFirst(Entry<K, V> entry) {
            entry.after = ends.after;
            entry.before = ends;
            ends.after.before = entry;
            ends.after = entry;
        }
    }

    private record Tile(int zoom, int x, int y) {}

    private static long recentTiles() {
        Random random = new Random(5);
        Recent<Tile, byte[]> cache = new Recent<>(6000);
        long hits = 0;
        int x = 100;
        int y = 100;
        for (int i = 0; i < 250000; i++) {
            x = Math.max(0, x + random.nextInt(7) - 3);
            y = Math.max(0, y + random.nextInt(7) - 3);
            Tile tile = new Tile(12 + random.nextInt(2), x, y);
            byte[] data = cache.get(tile);
            if (data == null) {
                cache.put(tile, new byte[64 + (x & 63)]);
            } else {
                hits += data.length;
            }
        }
        return hits;
    }

    private static final class Trie {
        private final Trie[] next = new Trie[27];
        private int words;

        void add(String word) {
            Trie node = this;
            for (int i = 0; i < word.length(); i++) {
                int letter = index(word.charAt(i));
                if (node.next[letter] == null) {
                    node.next[letter] = new Trie();
                }
                node = node.next[letter];
                node.words++;
            }
        }

        int count(String prefix) {
            Trie node = this;
            for (int i = 0; i < prefix.length() && node != null; i++) {
                node = node.next[index(prefix.charAt(i))];
            }
            return node == null ? 0 : node.words;
        }

        private static int index(char c) {
            return c == ' ' ? 26 : c - 'a';
        }
    }

    private static long streetNames() {
        String[] parts = {"rose", "church", "mill", "linden", "long", "old", "bridge", "castle", "north", "upper", "meadow", "king"};
        String[] kinds = {" street", " lane", " way", " road", " alley", " square"};
        Random random = new Random(6);
        Trie trie = new Trie();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 40000; i++) {
            String name = parts[random.nextInt(12)] + parts[random.nextInt(12)] + (char) ('a' + random.nextInt(26)) + (char) ('a' + random.nextInt(26)) + kinds[random.nextInt(6)];
            names.add(name);
            trie.add(name);
        }
        long result = 0;
        for (int round = 0; round < 4; round++) {
            for (String name : names) {
                result += trie.count(name.substring(0, 3 + round)) + trie.count(name);
            }
        }
        return result;
    }
}

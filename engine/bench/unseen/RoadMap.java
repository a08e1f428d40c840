import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Predicate;

/** Towns and roads. */
public class RoadMap {
    private static final int TOWNS = 9000;

    static class Road implements Serializable {
        private static final long serialVersionUID = 1;
        final int from;
        final int to;
        final int length;

        Road(int from, int to, int length) {
            this.from = from;
            this.to = to;
            this.length = length;
        }
    }

    static class Town implements Serializable {
        private static final long serialVersionUID = 1;
        final String name;
        final List<Road> roads = new ArrayList<>();

        Town(String name) {
            this.name = name;
        }
    }

    static List<Town> country(int towns, int roads) {
        Random random = new Random(2024);
        List<Town> country = new ArrayList<>();
        for (int i = 0; i < towns; i++) {
            country.add(new Town("Town-" + Integer.toString(i, 36)));
        }
        for (int i = 0; i < roads; i++) {
            int a = i < towns - 1 ? i : random.nextInt(towns);
            int b = i < towns - 1 ? i + 1 : random.nextInt(towns);
            int length = 1 + random.nextInt(500);
            country.get(a).roads.add(new Road(a, b, length));
            country.get(b).roads.add(new Road(b, a, length));
        }
        return country;
    }

    /** Dijkstra from some towns. */
    static long shortest() {
        List<Town> country = country(TOWNS, TOWNS * 3);
        long sum = 0;
        for (int source = 0; source < 12; source++) {
            int[] distance = new int[TOWNS];
            Arrays.fill(distance, Integer.MAX_VALUE);
            PriorityQueue<int[]> queue = new PriorityQueue<>((x, y) -> Integer.compare(x[0], y[0]));
            distance[source * 50] = 0;
            queue.add(new int[] {0, source * 50});
            while (!queue.isEmpty()) {
                int[] head = queue.poll();
                if (head[0] > distance[head[1]]) {
                    continue;
                }
                for (Road road : country.get(head[1]).roads) {
                    int d = head[0] + road.length;
                    if (d < distance[road.to]) {
                        distance[road.to] = d;
                        queue.add(new int[] {d, road.to});
                    }
                }
            }
            for (int d : distance) {
                sum += d;
            }
        }
        return sum;
    }

    /** Kruskal with a disjoint set, then breadth first over what was chosen. */
    static long spanning() {
        int n = 28_000;
        List<Road> all = new ArrayList<>();
        for (Town town : country(n, n * 3)) {
            for (Road road : town.roads) {
                if (road.from < road.to) {
                    all.add(road);
                }
            }
        }
        all.sort((a, b) -> a.length != b.length ? a.length - b.length : a.from != b.from ? a.from - b.from : a.to - b.to);
        int[] parent = new int[n];
        for (int i = 0; i < n; i++) {
            parent[i] = i;
        }
        List<List<Integer>> chosen = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            chosen.add(new ArrayList<>(3));
        }
        long weight = 0;
        for (Road road : all) {
            int a = find(parent, road.from);
            int b = find(parent, road.to);
            if (a != b) {
                parent[a] = b;
                weight += road.length;
                chosen.get(road.from).add(road.to);
                chosen.get(road.to).add(road.from);
            }
        }
        int[] depth = new int[n];
        int[] queue = new int[n];
        int tail = 1;
        depth[0] = 1;
        for (int head = 0; head < tail; head++) {
            for (int next : chosen.get(queue[head])) {
                if (depth[next] == 0) {
                    depth[next] = depth[queue[head]] + 1;
                    queue[tail++] = next;
                }
            }
        }
        return weight * 100_000 + depth[queue[tail - 1]];
    }

    private static int find(int[] parent, int i) {
        while (parent[i] != i) {
            parent[i] = parent[parent[i]];
            i = parent[i];
        }
        return i;
    }

    /** Traffic in equilibrium: Gaussian elimination. */
    static long solved() {
        int n = 520;
        double[][] m = new double[n][n + 1];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                m[i][j] = ((i * 37 + j * 91) % 101) / 100.0;
            }
            m[i][i] += n;
            m[i][n] = i % 10;
        }
        for (int k = 0; k < n; k++) {
            int pivot = k;
            for (int i = k + 1; i < n; i++) {
                if (Math.abs(m[i][k]) > Math.abs(m[pivot][k])) {
                    pivot = i;
                }
            }
            double[] t = m[k];
            m[k] = m[pivot];
            m[pivot] = t;
            for (int i = k + 1; i < n; i++) {
                double f = m[i][k] / m[k][k];
                for (int j = k; j <= n; j++) {
                    m[i][j] -= f * m[k][j];
                }
            }
        }
        double sum = 0;
        double[] x = new double[n];
        for (int i = n - 1; i >= 0; i--) {
            double s = m[i][n];
            for (int j = i + 1; j < n; j++) {
                s -= m[i][j] * x[j];
            }
            x[i] = s / m[i][i];
            sum += x[i] * (i + 1);
        }
        return (long) (sum * 1e6);
    }

    /** A cache that forgets what was used least recently. */
    static class Recent<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1;
        private final int most;
        int misses;

        Recent(int most) {
            super(16, 0.75f, true);
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
        }

        V lookUp(K key, Function<K, V> loader) {
            V value = get(key);
            if (value == null) {
                misses++;
                value = loader.apply(key);
                put(key, value);
            }
            return value;
        }
    }

    static long cached() {
        Recent<Long, String> cache = new Recent<>(2000);
        Random random = new Random(5);
        long sum = 0;
        for (int i = 0; i < 600_000; i++) {
            long key = Math.abs((long) (random.nextGaussian() * 1200));
            sum += cache.lookUp(key, k -> "tile " + k + "/" + k % 7).length();
        }
        return sum * 1000 + cache.misses;
    }

    interface Source<T> extends Iterable<T> {
        default Source<T> where(Predicate<? super T> test) {
            return () -> new Iterator<T>() {
                private final Iterator<T> inner = Source.this.iterator();
                private T next;
                private boolean ready;

                @Override
                public boolean hasNext() {
                    while (!ready && inner.hasNext()) {
                        next = inner.next();
                        ready = test.test(next);
                    }
                    return ready;
                }

                @Override
                public T next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException();
                    }
                    ready = false;
                    return next;
                }
            };
        }

        default <R> Source<R> to(Function<? super T, ? extends R> map) {
            return () -> {
                Iterator<T> inner = iterator();
                return new Iterator<R>() {
                    @Override
                    public boolean hasNext() {
                        return inner.hasNext();
                    }

                    @Override
                    public R next() {
                        return map.apply(inner.next());
                    }
                };
            };
        }
    }

    static long iterated() {
        List<Town> country = country(20_000, 60_000);
        Source<Town> source = country::iterator;
        Source<Integer> lengths = source.where(t -> t.roads.size() > 4).to(t -> t.roads.get(t.roads.size() / 2))
            .where(r -> r.length % 3 != 0).to(r -> r.length * 5 + r.to);
        long sum = 0;
        for (int round = 0; round < 45; round++) {
            for (int i : lengths) {
                sum = sum * 5 + i;
            }
        }
        return sum;
    }

    @SuppressWarnings("unchecked")
    static long serialized() {
        try {
            long sum = 0;
            for (int round = 0; round < 5; round++) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                    out.writeObject(new ArrayList<>(country(3000 + round, 8000)));
                }
                sum += bytes.size();
                try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                    for (Town town : (List<Town>) in.readObject()) {
                        sum = sum * 3 + town.name.hashCode() + town.roads.size();
                    }
                }
            }
            return sum;
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("shortest");
            p.end(shortest());
            p.start("spanning");
            p.end(spanning());
            p.start("solved");
            p.end(solved());
            p.start("cached");
            p.end(cached());
            p.start("iterated");
            p.end(iterated());
            p.start("serialized");
            p.end(serialized());
        }
    }
}

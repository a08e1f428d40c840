import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;

/** The class library's collections, by their interfaces: finds routes through a made-up road map, and sorts them. */
public final class Collections extends Harness {
    private static final int ROADS_PER_TOWN = 4;
    private static final int MAX_LENGTH = 90;

    record Road(int to, int length) {}

    /** A town on the way, and how far it is. */
    record Stop(int town, int distance) {}

    private final List<List<Road>> roads = new ArrayList<>();

    private void build(int towns) {
        roads.clear();
        int seed = 7;
        for (int town = 0; town < towns; town++) {
            List<Road> from = new ArrayList<>();
            from.add(new Road((town + 1) % towns, MAX_LENGTH));
            for (int i = 1; i < ROADS_PER_TOWN; i++) {
                seed = seed * 1_103_515_245 + 12_345;
                from.add(new Road((seed >>> 8) % towns, 1 + (seed >>> 4) % MAX_LENGTH));
            }
            roads.add(from);
        }
    }

    /** Dijkstra's algorithm. */
    private int[] distances(int start) {
        int[] distances = new int[roads.size()];
        Arrays.fill(distances, Integer.MAX_VALUE);
        distances[start] = 0;
        Queue<Stop> pending = new PriorityQueue<>(Comparator.comparingInt(Stop::distance));
        pending.add(new Stop(start, 0));
        while (!pending.isEmpty()) {
            Stop stop = pending.remove();
            if (stop.distance() > distances[stop.town()]) {
                continue; // a shorter way was found in the meantime
            }
            for (Road road : roads.get(stop.town())) {
                int distance = stop.distance() + road.length();
                if (distance < distances[road.to()]) {
                    distances[road.to()] = distance;
                    pending.add(new Stop(road.to(), distance));
                }
            }
        }
        return distances;
    }

    /** How many roads there are at least between the start and the town that is farthest away in that sense. */
    private int eccentricity(int start) {
        boolean[] seen = new boolean[roads.size()];
        Deque<Stop> pending = new ArrayDeque<>();
        pending.addLast(new Stop(start, 0));
        seen[start] = true;
        int last = 0;
        while (!pending.isEmpty()) {
            Stop stop = pending.removeFirst();
            last = stop.distance();
            for (Road road : roads.get(stop.town())) {
                if (!seen[road.to()]) {
                    seen[road.to()] = true;
                    pending.addLast(new Stop(road.to(), last + 1));
                }
            }
        }
        return last;
    }

    /** Groups the towns by their distance, and drops the groups with an odd number of towns. */
    private static NavigableMap<Integer, List<Integer>> group(int[] distances) {
        NavigableMap<Integer, List<Integer>> groups = new TreeMap<>();
        for (int town = 0; town < distances.length; town++) {
            groups.computeIfAbsent(distances[town], distance -> new ArrayList<>()).add(town);
        }
        for (Iterator<List<Integer>> i = groups.values().iterator(); i.hasNext(); ) {
            if (i.next().size() % 2 == 1) {
                i.remove();
            }
        }
        return groups;
    }

    private static long summary(NavigableMap<Integer, List<Integer>> groups) {
        List<List<Integer>> sorted = new ArrayList<>(groups.values());
        sorted.sort(Comparator.<List<Integer>>comparingInt(List::size).reversed().thenComparing(towns -> towns.get(0)));
        long hash = groups.size();
        for (List<Integer> towns : sorted) {
            hash = hash * 31 + towns.hashCode();
        }
        Integer middle = groups.floorKey((groups.firstKey() + groups.lastKey()) / 2);
        return hash * 31 + groups.headMap(middle, true).size();
    }

    @Override
    long run(int size) {
        build(size);
        long result = 0;
        for (int start = 0; start < 4; start++) {
            int[] distances = distances(start * size / 4);
            result = result * 31 + summary(group(distances)) + eccentricity(start);
        }
        return result;
    }

    public static void main(String[] arguments) {
        new Collections()
                .expect("tiny", 60, 2_709_195_491_552_437_309L)
                .expect("full", 4_000, -6_877_395_971_030_880_120L)
                .measure(arguments);
    }
}

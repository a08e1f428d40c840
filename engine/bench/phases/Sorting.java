import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Phases that sort, and that use collections. */
final class Sorting {
    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("sortedInts");
            p.end(sortedInts());
            p.start("sortedObjects");
            p.end(sortedObjects());
            p.start("sortedTexts");
            p.end(sortedTexts());
            p.start("hashPut");
            p.end(hashPut());
            p.start("hashGet");
            p.end(hashGet());
            p.start("merged");
            p.end(merged());
            p.start("treePut");
            p.end(treePut());
            p.start("treeGet");
            p.end(treeGet());
            p.start("listed");
            p.end(listed());
            p.start("linked");
            p.end(linked());
            p.start("queued");
            p.end(queued());
            p.start("prioritised");
            p.end(prioritised());
            p.start("sets");
            p.end(sets());
            p.start("concurrent");
            p.end(concurrent());
            p.start("bitSets");
            p.end(bitSets());
            p.start("shuffled");
            p.end(shuffled());
        }
    }

    private static long sortedInts() {
        Random random = new Random(1);
        long total = 0;
        for (int round = 0; round < 12; round++) {
            int[] values = new int[120000];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextInt();
            }
            Arrays.sort(values);
            total += values[round];
        }
        return total;
    }

    private record Person(String name, int age) {}

    private static long sortedObjects() {
        Random random = new Random(2);
        long total = 0;
        for (int round = 0; round < 8; round++) {
            List<Person> people = new ArrayList<>();
            for (int i = 0; i < 25000; i++) {
                people.add(new Person("p" + random.nextInt(1000), random.nextInt(90)));
            }
            people.sort(Comparator.comparing(Person::name).thenComparing(Person::age));
            total += people.get(100).age();
        }
        return total;
    }

    private static long sortedTexts() {
        Random random = new Random(3);
        String[] texts = new String[60000];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = "item" + random.nextInt();
        }
        long total = 0;
        for (int round = 0; round < 3; round++) {
            String[] copy = texts.clone();
            Arrays.sort(copy);
            total += copy[round].hashCode();
        }
        return total;
    }

    private static long hashPut() {
        long total = 0;
        for (int round = 0; round < 10; round++) {
            Map<Integer, Integer> map = new HashMap<>();
            for (int i = 0; i < 100000; i++) {
                map.put(i * 7, i);
            }
            total += map.size();
        }
        return total;
    }

    private static long hashGet() {
        Map<String, Integer> map = new HashMap<>();
        String[] keys = new String[5000];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = "k" + i;
            map.put(keys[i], i);
        }
        long total = 0;
        for (int round = 0; round < 1500; round++) {
            for (String key : keys) {
                total += map.get(key);
            }
        }
        return total;
    }

    private static long merged() {
        Random random = new Random(4);
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < 4000000; i++) {
            counts.merge(random.nextInt(3000), 1, Integer::sum);
        }
        return counts.get(77);
    }

    private static long treePut() {
        Random random = new Random(5);
        long total = 0;
        for (int round = 0; round < 4; round++) {
            TreeMap<Integer, String> map = new TreeMap<>();
            for (int i = 0; i < 50000; i++) {
                map.put(random.nextInt(), "v");
            }
            total += map.firstKey();
        }
        return total;
    }

    private static long treeGet() {
        TreeMap<Long, Long> map = new TreeMap<>();
        for (long i = 0; i < 20000; i++) {
            map.put(i * 31, i);
        }
        long total = 0;
        for (long i = 0; i < 1200000; i++) {
            Map.Entry<Long, Long> entry = map.floorEntry(i * 7919 % 620000);
            total += entry.getValue();
        }
        return total;
    }

    private static long listed() {
        long total = 0;
        for (int round = 0; round < 60; round++) {
            List<Integer> list = new ArrayList<>();
            for (int i = 0; i < 100000; i++) {
                list.add(i);
            }
            for (int value : list) {
                total += value;
            }
            list.removeIf(value -> value % 3 == 0);
            total += list.size();
        }
        return total;
    }

    private static long linked() {
        long total = 0;
        for (int round = 0; round < 60; round++) {
            LinkedList<String> list = new LinkedList<>();
            for (int i = 0; i < 40000; i++) {
                list.addLast("x");
                if (i % 3 == 0) {
                    list.removeFirst();
                }
            }
            for (String value : list) {
                total += value.length();
            }
        }
        return total;
    }

    private static long queued() {
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        long total = 0;
        for (int i = 0; i < 15000000; i++) {
            queue.addLast(i & 127);
            if (queue.size() > 1000) {
                total += queue.pollFirst();
            }
        }
        return total;
    }

    private static long prioritised() {
        PriorityQueue<Long> queue = new PriorityQueue<>();
        Random random = new Random(6);
        long total = 0;
        for (int i = 0; i < 700000; i++) {
            queue.add(random.nextLong());
            if (queue.size() > 5000) {
                total ^= queue.poll();
            }
        }
        return total;
    }

    private static long sets() {
        long total = 0;
        for (int round = 0; round < 12; round++) {
            Set<String> set = new HashSet<>();
            for (int i = 0; i < 40000; i++) {
                set.add("element" + i % 20000);
            }
            total += set.size();
        }
        return total;
    }

    private static long concurrent() {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        LinkedHashMap<Integer, Integer> ordered = new LinkedHashMap<>();
        long total = 0;
        for (int i = 0; i < 2500000; i++) {
            map.computeIfAbsent(i % 4096, k -> k * 2);
            ordered.put(i % 777, i);
            total += map.get(i % 512);
        }
        return total + ordered.size();
    }

    private static long bitSets() {
        long total = 0;
        for (int round = 0; round < 60; round++) {
            BitSet bits = new BitSet(200000);
            for (int i = round; i < 200000; i += 3) {
                bits.set(i);
            }
            for (int i = bits.nextSetBit(0); i >= 0; i = bits.nextSetBit(i + 1)) {
                total += i;
            }
            total += bits.cardinality();
        }
        return total;
    }

    private static long shuffled() {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 200000; i++) {
            list.add(i);
        }
        Random random = new Random(7);
        long total = 0;
        for (int round = 0; round < 15; round++) {
            Collections.shuffle(list, random);
            Collections.reverse(list);
            total += list.get(0) + Collections.max(list);
        }
        return total;
    }
}

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Unseen phases: trees grow, weeds are sieved, beds counted, seeds shuffled, plants asked, rows shared. */
final class Garden {
    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("grow");
            p.end(grow());
            p.start("sieve");
            p.end(sieve());
            p.start("beds");
            p.end(beds());
            p.start("seeds");
            p.end(seeds());
            p.start("ask");
            p.end(ask());
            p.start("share");
            p.end(share());
        }
    }

    private static final class Twig {
        final Twig[] twigs;
        int leaves;

        Twig(int depth) {
            twigs = depth == 0 ? null : new Twig[3];
            leaves = depth;
            for (int i = 0; depth > 0 && i < 3; i++) {
                twigs[i] = new Twig(depth - 1);
            }
        }

        int sum() {
            int sum = leaves;
            if (twigs != null) {
                for (Twig twig : twigs) {
                    sum += twig.sum();
                }
            }
            return sum;
        }
    }

    private static long grow() {
        long total = 0;
        for (int i = 0; i < 30; i++) {
            total += new Twig(9).sum();
        }
        return total;
    }

    private static long sieve() {
        long total = 0;
        for (int round = 0; round < 8; round++) {
            BitSet weeds = new BitSet(1000000);
            for (int i = 2; i < 1000; i++) {
                if (!weeds.get(i)) {
                    for (int k = i * i; k < 1000000; k += i) {
                        weeds.set(k);
                    }
                }
            }
            total += weeds.cardinality();
        }
        return total;
    }

    private static long beds() {
        int[][] beds = new int[500][500];
        long total = 0;
        for (int round = 0; round < 40; round++) {
            for (int column = 0; column < 500; column++) {
                for (int row = 0; row < 500; row++) {
                    beds[row][column] += row ^ column;
                }
            }
            for (int[] bed : beds) {
                for (int plants : bed) {
                    total += plants;
                }
            }
        }
        return total;
    }

    private static long seeds() {
        List<Integer> list = new LinkedList<>();
        for (int i = 0; i < 30000; i++) {
            list.add(i);
        }
        long total = 0;
        for (int round = 0; round < 100; round++) {
            Iterator<Integer> iterator = list.iterator();
            int kept = 0;
            while (iterator.hasNext()) {
                int seed = iterator.next();
                if (seed % 1000 == round) {
                    iterator.remove();
                } else {
                    kept += seed & 3;
                }
            }
            total += kept;
        }
        return total;
    }

    private abstract static class Plant {
        abstract double height(int day);
    }

    private static final class Bean extends Plant {
        double height(int day) {
            return day * 1.5;
        }
    }

    private static final class Rose extends Plant {
        double height(int day) {
            return 10 + day * 0.1;
        }
    }

    private static final class Oak extends Plant {
        double height(int day) {
            return day / (day + 100.0);
        }
    }

    private static long ask() {
        Plant[] plants = new Plant[999];
        for (int i = 0; i < plants.length; i++) {
            plants[i] = i % 3 == 0 ? new Bean() : i % 3 == 1 ? new Rose() : new Oak();
        }
        double total = 0;
        for (int day = 0; day < 15000; day++) {
            for (Plant plant : plants) {
                total += plant.height(day);
            }
        }
        return (long) total;
    }

    private static long share() {
        ConcurrentHashMap<String, AtomicInteger> rows = new ConcurrentHashMap<>();
        Function<String, AtomicInteger> make = key -> new AtomicInteger(key.length());
        String[] names = new String[200];
        Arrays.setAll(names, i -> "row" + i);
        List<Integer> harvest = new ArrayList<>();
        for (int i = 0; i < 3000000; i++) {
            int count = rows.computeIfAbsent(names[i % 200], make).incrementAndGet();
            if (count % 1000 == 0) {
                harvest.add(count);
            }
        }
        return harvest.size() + rows.size();
    }
}

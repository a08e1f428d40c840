import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/** Hash maps with boxed numbers and with keys that have their own hash: the game of life on an endless board. */
public final class HashMaps extends Harness {
    private static final int NUMBERS_PER_GENERATION = 64;

    /** A cell of the board. */
    static final class Cell {
        final int x, y;

        Cell(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Cell cell && cell.x == x && cell.y == y;
        }

        @Override
        public int hashCode() {
            return x * 8_191 + y;
        }
    }

    /** The cells of a picture in which # is a living one. */
    static Set<Cell> parse(String... rows) {
        Set<Cell> cells = new HashSet<>();
        for (int y = 0; y < rows.length; y++) {
            for (int x = 0; x < rows[y].length(); x++) {
                if (rows[y].charAt(x) == '#') {
                    cells.add(new Cell(x, y));
                }
            }
        }
        return cells;
    }

    static Set<Cell> next(Set<Cell> living) {
        Map<Cell, Integer> neighbours = new HashMap<>();
        for (Cell cell : living) {
            for (int dx = -1; dx <= 1; dx++) {
                for (int dy = -1; dy <= 1; dy++) {
                    if (dx != 0 || dy != 0) {
                        neighbours.merge(new Cell(cell.x + dx, cell.y + dy), 1, Integer::sum);
                    }
                }
            }
        }
        Set<Cell> born = new HashSet<>();
        for (Map.Entry<Cell, Integer> entry : neighbours.entrySet()) {
            int count = entry.getValue();
            if (count == 3 || count == 2 && living.contains(entry.getKey())) {
                born.add(entry.getKey());
            }
        }
        return born;
    }

    /** Adds numbers to a map of their remainders' sums, and takes some out again. */
    static long update(Map<Long, Long> sums, int generation) {
        for (int i = 0; i < NUMBERS_PER_GENERATION; i++) {
            long number = (long) generation * NUMBERS_PER_GENERATION + i;
            Long key = number * number % 10_007;
            sums.put(key, sums.getOrDefault(key, 0L) + number);
        }
        long removed = 0;
        if (generation % 10 == 9) {
            for (Iterator<Map.Entry<Long, Long>> i = sums.entrySet().iterator(); i.hasNext(); ) {
                Map.Entry<Long, Long> entry = i.next();
                if (entry.getKey() % 3 == 0) {
                    removed += entry.getValue();
                    i.remove();
                }
            }
        }
        return removed;
    }

    @Override
    long run(int size) {
        // The R-pentomino, which stays unruly for more than a thousand generations.
        Set<Cell> living = parse(" ##", "##", " #");
        Map<Long, Long> sums = new HashMap<>();
        long result = 0;
        for (int generation = 0; generation < size; generation++) {
            living = next(living);
            result = result * 31 + living.size() + update(sums, generation);
        }
        for (long sum : sums.values()) {
            result += sum;
        }
        return result;
    }

    public static void main(String[] arguments) {
        new HashMaps()
                .expect("tiny", 20, 6_346_022_381_600_403_461L)
                .expect("full", 200, -8_160_465_962_458_415_254L)
                .measure(arguments);
    }
}

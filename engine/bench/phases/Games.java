import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;

/** Games: a board of cells, noughts and crosses, cards, labyrinths, number puzzles, a word game. */
final class Games {
    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("life");
            p.end(life());
            p.start("fourInARow");
            p.end(fourInARow());
            p.start("poker");
            p.end(poker());
            p.start("labyrinth");
            p.end(labyrinth());
            p.start("numberPuzzle");
            p.end(numberPuzzle());
            p.start("slidingTiles");
            p.end(slidingTiles());
        }
    }

    private record Cell(int x, int y) {}

    /** The game of life on an endless board: a set of those who live. */
    private static long life() {
        Random random = new Random(1);
        Set<Cell> living = new HashSet<>();
        for (int i = 0; i < 1500; i++) {
            living.add(new Cell(random.nextInt(70), random.nextInt(70)));
        }
        long result = 0;
        for (int generation = 0; generation < 35; generation++) {
            Map<Cell, Integer> neighbours = new HashMap<>();
            for (Cell cell : living) {
                for (int dy = -1; dy <= 1; dy++) {
                    for (int dx = -1; dx <= 1; dx++) {
                        if (dx != 0 || dy != 0) {
                            neighbours.merge(new Cell(cell.x() + dx, cell.y() + dy), 1, Integer::sum);
                        }
                    }
                }
            }
            Set<Cell> next = new HashSet<>();
            for (Map.Entry<Cell, Integer> entry : neighbours.entrySet()) {
                if (entry.getValue() == 3 || entry.getValue() == 2 && living.contains(entry.getKey())) {
                    next.add(entry.getKey());
                }
            }
            living = next;
            result = result * 7 + living.size();
        }
        return result;
    }

    /** Two players on a board of 7 by 6 in two numbers of 64 bits; they look some moves ahead. */
    private static final class Board {
        /** The three columns in the middle, of which most rows of four are part. */
        private static final long CENTRE = 0x3fL << 14 | 0x3fL << 21 | 0x3fL << 28;

        private final long[] stones = new long[2];
        private final int[] heights = new int[7];
        private int moves;

        boolean canPlay(int column) {
            return heights[column] < 6;
        }

        void play(int column) {
            stones[moves++ & 1] |= 1L << (column * 7 + heights[column]++);
        }

        void undo(int column) {
            stones[--moves & 1] ^= 1L << (column * 7 + --heights[column]);
        }

        boolean lastWon() {
            long own = stones[moves - 1 & 1];
            for (int direction : new int[] {1, 6, 7, 8}) {
                long pairs = own & own >> direction;
                if ((pairs & pairs >> 2 * direction) != 0) {
                    return true;
                }
            }
            return false;
        }

        int value() {
            return Long.bitCount(stones[moves & 1] & CENTRE) - Long.bitCount(stones[moves - 1 & 1] & CENTRE);
        }

        int search(int depth, int alpha, int beta) {
            if (moves > 0 && lastWon()) {
                return -1000 - depth;
            }
            if (depth == 0 || moves == 42) {
                return value();
            }
            for (int i = 0; i < 7; i++) {
                int column = 3 + (i % 2 == 0 ? i / 2 : -(i + 1) / 2);
                if (canPlay(column)) {
                    play(column);
                    alpha = Math.max(alpha, -search(depth - 1, -beta, -alpha));
                    undo(column);
                    if (alpha >= beta) {
                        break;
                    }
                }
            }
            return alpha;
        }
    }

    private static long fourInARow() {
        Board board = new Board();
        Random random = new Random(2);
        long result = 0;
        while (board.moves < 14) {
            int best = -1;
            int most = Integer.MIN_VALUE;
            for (int column = 0; column < 7; column++) {
                if (board.canPlay(column)) {
                    board.play(column);
                    int value = -board.search(9, -9999, 9999) * 4 + random.nextInt(4);
                    board.undo(column);
                    if (value > most) {
                        most = value;
                        best = column;
                    }
                }
            }
            board.play(best);
            result = result * 8 + best;
            if (board.lastWon()) {
                break;
            }
        }
        return result;
    }

    private enum Suit { CLUBS, DIAMONDS, HEARTS, SPADES }

    private record Card(Suit suit, int rank) implements Comparable<Card> {
        @Override
        public int compareTo(Card other) {
            return rank != other.rank ? Integer.compare(other.rank, rank) : suit.compareTo(other.suit);
        }
    }

    private static int value(List<Card> hand) {
        Collections.sort(hand);
        int[] counts = new int[15];
        Set<Suit> suits = new HashSet<>();
        for (Card card : hand) {
            counts[card.rank()]++;
            suits.add(card.suit());
        }
        int pairs = 0;
        int most = 0;
        for (int count : counts) {
            most = Math.max(most, count);
            if (count == 2) {
                pairs++;
            }
        }
        boolean straight = most == 1 && hand.get(0).rank() - hand.get(4).rank() == 4;
        if (suits.size() == 1) {
            return straight ? 8 : 5;
        }
        return switch (most) {
            case 4 -> 7;
            case 3 -> pairs == 1 ? 6 : 3;
            case 2 -> pairs;
            default -> straight ? 4 : 0;
        };
    }

    private static long poker() {
        List<Card> deck = new ArrayList<>();
        for (Suit suit : Suit.values()) {
            for (int rank = 2; rank <= 14; rank++) {
                deck.add(new Card(suit, rank));
            }
        }
        Random random = new Random(3);
        int[] frequencies = new int[9];
        for (int round = 0; round < 22000; round++) {
            Collections.shuffle(deck, random);
            for (int player = 0; player < 4; player++) {
                frequencies[value(new ArrayList<>(deck.subList(player * 5, player * 5 + 5)))]++;
            }
        }
        return Arrays.hashCode(frequencies);
    }

    /** Digs a labyrinth, and looks for the way through it. */
    private static long labyrinth() {
        int width = 501;
        int height = 401;
        SplittableRandom random = new SplittableRandom(4);
        long result = 0;
        for (int round = 0; round < 2; round++) {
            char[][] map = new char[height][width];
            for (char[] row : map) {
                Arrays.fill(row, '#');
            }
            Deque<int[]> path = new ArrayDeque<>();
            path.push(new int[] {1, 1});
            map[1][1] = ' ';
            while (!path.isEmpty()) {
                int[] at = path.peek();
                List<int[]> ways = new ArrayList<>(4);
                for (int direction = 0; direction < 4; direction++) {
                    int x = at[0] + (direction == 0 ? 2 : direction == 1 ? -2 : 0);
                    int y = at[1] + (direction == 2 ? 2 : direction == 3 ? -2 : 0);
                    if (x > 0 && y > 0 && x < width && y < height && map[y][x] == '#') {
                        ways.add(new int[] {x, y});
                    }
                }
                if (ways.isEmpty()) {
                    path.pop();
                    continue;
                }
                int[] next = ways.get(random.nextInt(ways.size()));
                map[(at[1] + next[1]) / 2][(at[0] + next[0]) / 2] = ' ';
                map[next[1]][next[0]] = ' ';
                path.push(next);
            }
            result += length(map, width - 2, height - 2);
        }
        return result;
    }

    private static int length(char[][] map, int goalX, int goalY) {
        int[][] steps = new int[map.length][map[0].length];
        Deque<Cell> queue = new ArrayDeque<>();
        queue.addLast(new Cell(1, 1));
        steps[1][1] = 1;
        while (!queue.isEmpty()) {
            Cell cell = queue.removeFirst();
            if (cell.x() == goalX && cell.y() == goalY) {
                break;
            }
            for (Cell next : List.of(new Cell(cell.x() + 1, cell.y()), new Cell(cell.x() - 1, cell.y()), new Cell(cell.x(), cell.y() + 1), new Cell(cell.x(), cell.y() - 1))) {
                if (map[next.y()][next.x()] == ' ' && steps[next.y()][next.x()] == 0) {
                    steps[next.y()][next.x()] = steps[cell.y()][cell.x()] + 1;
                    queue.addLast(next);
                }
            }
        }
        return steps[goalY][goalX];
    }

    /** Solves puzzles of 9 by 9 by sets of candidates, as one would by hand, and by trying what is left. */
    private static final class Puzzle {
        private final List<Set<Integer>> candidates = new ArrayList<>();

        Puzzle(String givens) {
            for (int i = 0; i < 81; i++) {
                Set<Integer> all = new HashSet<>();
                for (int n = 1; n <= 9; n++) {
                    all.add(n);
                }
                candidates.add(all);
            }
            for (int i = 0; i < 81; i++) {
                if (givens.charAt(i) != '.' && !assign(i, givens.charAt(i) - '0')) {
                    throw new IllegalArgumentException(givens);
                }
            }
        }

        Puzzle(Puzzle other) {
            for (Set<Integer> set : other.candidates) {
                candidates.add(new HashSet<>(set));
            }
        }

        boolean assign(int cell, int number) {
            if (!candidates.get(cell).contains(number)) {
                return false;
            }
            for (Integer other : new ArrayList<>(candidates.get(cell))) {
                if (other != number && !remove(cell, other)) {
                    return false;
                }
            }
            for (int peer = 0; peer < 81; peer++) {
                boolean sees = peer / 9 == cell / 9 || peer % 9 == cell % 9 || peer / 27 == cell / 27 && peer % 9 / 3 == cell % 9 / 3;
                if (peer != cell && sees && !remove(peer, number)) {
                    return false;
                }
            }
            return true;
        }

        private boolean remove(int cell, int number) {
            Set<Integer> set = candidates.get(cell);
            if (!set.remove(number)) {
                return true;
            }
            if (set.isEmpty()) {
                return false;
            }
            return set.size() > 1 || assign(cell, set.iterator().next());
        }

        Puzzle solved() {
            int fewest = -1;
            for (int i = 0; i < 81; i++) {
                int size = candidates.get(i).size();
                if (size > 1 && (fewest < 0 || size < candidates.get(fewest).size())) {
                    fewest = i;
                }
            }
            if (fewest < 0) {
                return this;
            }
            for (Integer number : candidates.get(fewest)) {
                Puzzle copy = new Puzzle(this);
                if (copy.assign(fewest, number)) {
                    Puzzle solution = copy.solved();
                    if (solution != null) {
                        return solution;
                    }
                }
            }
            return null;
        }
    }

    private static long numberPuzzle() {
        String[] puzzles = {
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
            "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
            "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.",
        };
        long result = 0;
        for (int round = 0; round < 7; round++) {
            Puzzle solution = new Puzzle(puzzles[round % puzzles.length]).solved();
            for (Set<Integer> set : solution.candidates) {
                result = result * 3 + set.iterator().next();
            }
        }
        return result;
    }

    /** Finds all positions of a puzzle of 8 sliding tiles, as texts, from the solved one. */
    private static long slidingTiles() {
        Map<String, Integer> moves = new HashMap<>();
        Deque<String> queue = new ArrayDeque<>();
        queue.add("12345678_");
        moves.put("12345678_", 0);
        int most = 0;
        while (!queue.isEmpty() && moves.size() < 60000) {
            String position = queue.remove();
            int gap = position.indexOf('_');
            int count = moves.get(position) + 1;
            for (int direction : new int[] {-3, 3, -1, 1}) {
                int tile = gap + direction;
                if (tile < 0 || tile > 8 || Math.abs(direction) == 1 && tile / 3 != gap / 3) {
                    continue;
                }
                char[] chars = position.toCharArray();
                chars[gap] = chars[tile];
                chars[tile] = '_';
                String next = String.valueOf(chars);
                if (moves.putIfAbsent(next, count) == null) {
                    queue.add(next);
                    most = Math.max(most, count);
                }
            }
        }
        long result = most;
        for (Map.Entry<String, Integer> entry : moves.entrySet()) {
            result += (long) entry.getKey().charAt(4) * entry.getValue();
        }
        return result;
    }
}

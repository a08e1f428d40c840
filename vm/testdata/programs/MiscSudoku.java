/** Solves a sudoku by backtracking with bit sets and prints the grid; then the game of life for some generations. */
public class MiscSudoku {
    final int[] rows = new int[9], columns = new int[9], boxes = new int[9];
    final int[][] grid = new int[9][9];
    int guesses;

    MiscSudoku(String text) {
        for (int i = 0; i < 81; i++) {
            char c = text.charAt(i);
            if (c != '.') {
                place(i / 9, i % 9, c - '0');
            }
        }
    }

    void place(int r, int c, int d) {
        grid[r][c] = d;
        rows[r] ^= 1 << d;
        columns[c] ^= 1 << d;
        boxes[r / 3 * 3 + c / 3] ^= 1 << d;
    }

    int candidates(int r, int c) {
        return ~(rows[r] | columns[c] | boxes[r / 3 * 3 + c / 3]) & 0x3fe;
    }

    boolean solve() {
        int bestRow = -1, bestColumn = -1, best = 10;
        for (int r = 0; r < 9; r++) {
            for (int c = 0; c < 9; c++) {
                if (grid[r][c] == 0) {
                    int n = Integer.bitCount(candidates(r, c));
                    if (n < best) {
                        best = n;
                        bestRow = r;
                        bestColumn = c;
                    }
                }
            }
        }
        if (bestRow < 0) {
            return true;
        }
        for (int free = candidates(bestRow, bestColumn); free != 0; free &= free - 1) {
            int d = Integer.numberOfTrailingZeros(free);
            guesses++;
            place(bestRow, bestColumn, d);
            if (solve()) {
                return true;
            }
            place(bestRow, bestColumn, d);
            grid[bestRow][bestColumn] = 0;
        }
        return false;
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        for (int[] row : grid) {
            for (int d : row) {
                out.append(d == 0 ? "." : d);
            }
            out.append('\n');
        }
        return out.toString();
    }

    static boolean[][] life(boolean[][] world) {
        int n = world.length;
        boolean[][] next = new boolean[n][n];
        for (int r = 0; r < n; r++) {
            for (int c = 0; c < n; c++) {
                int neighbours = 0;
                for (int dr = -1; dr <= 1; dr++) {
                    for (int dc = -1; dc <= 1; dc++) {
                        if ((dr != 0 || dc != 0) && world[(r + dr + n) % n][(c + dc + n) % n]) {
                            neighbours++;
                        }
                    }
                }
                next[r][c] = neighbours == 3 || neighbours == 2 && world[r][c];
            }
        }
        return next;
    }

    public static void main(String[] args) {
        for (String puzzle : new String[] {"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."}) {
            MiscSudoku s = new MiscSudoku(puzzle);
            System.out.println(s.guesses + " " + s.solve() + " " + s.guesses);
            System.out.print(s);
        }
        boolean[][] world = new boolean[12][12];
        for (int[] p : new int[][] {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}, {6, 6}, {6, 7}, {6, 8}}) {
            world[p[0]][p[1]] = true;
        }
        for (int g = 0; g < 30; g++) {
            world = life(world);
            int alive = 0, hash = 0;
            for (boolean[] row : world) {
                for (boolean cell : row) {
                    alive += cell ? 1 : 0;
                    hash = hash * 3 + (cell ? 2 : 1);
                }
            }
            System.out.println(g + " " + alive + " " + hash);
        }
    }
}

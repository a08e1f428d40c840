/** Arrays and recursion: counts the ways to place queens that do not attack each other. */
public final class Queens extends Harness {
    private final boolean[] files;
    private final boolean[] rising;
    private final boolean[] falling;
    private final int[] placed;
    private final int size;
    private int solutions;
    private int steps;

    private Queens(int size) {
        this.size = size;
        files = new boolean[size];
        rising = new boolean[2 * size];
        falling = new boolean[2 * size];
        placed = new int[size];
    }

    private void place(int rank) {
        if (rank == size) {
            solutions++;
            return;
        }
        for (int file = 0; file < size; file++) {
            if (isFree(rank, file)) {
                set(rank, file, true);
                place(rank + 1);
                set(rank, file, false);
            }
        }
    }

    private boolean isFree(int rank, int file) {
        return !files[file] && !rising[rank + file] && !falling[rank - file + size];
    }

    private void set(int rank, int file, boolean taken) {
        files[file] = taken;
        rising[rank + file] = taken;
        falling[rank - file + size] = taken;
        placed[rank] = taken ? file : -1;
        steps++;
    }

    @Override
    long run(int size) {
        Queens board = new Queens(size);
        board.place(0);
        for (int file : board.placed) {
            if (file != -1) {
                throw new AssertionError("a queen is left on the board");
            }
        }
        return board.steps * 1_000_000L + board.solutions;
    }

    public static void main(String[] arguments) {
        new Queens(0)
                .expect("tiny", 6, 304_000_004)
                .expect("full", 11, 333_850_002_680L)
                .measure(arguments);
    }
}

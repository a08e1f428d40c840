/** Linked stacks and recursion: moves a tower of disks from one pole to another. */
public final class Towers extends Harness {
    private static final int POLES = 3;

    /** A disk that lies on the one below it. */
    static final class Disk {
        final int size;
        Disk below;

        Disk(int size) {
            this.size = size;
        }
    }

    /** A pole with disks, the smallest on top. */
    static final class Pole {
        private Disk top;

        void push(Disk disk) {
            if (top != null && top.size <= disk.size) {
                throw new IllegalStateException("a disk must not lie on a smaller one");
            }
            disk.below = top;
            top = disk;
        }

        Disk pop() {
            if (top == null) {
                throw new IllegalStateException("the pole is empty");
            }
            Disk disk = top;
            top = disk.below;
            disk.below = null;
            return disk;
        }

        int height() {
            int height = 0;
            for (Disk disk = top; disk != null; disk = disk.below) {
                height++;
            }
            return height;
        }
    }

    private final Pole[] poles = new Pole[POLES];
    private int moves;

    private void move(int disks, int from, int to) {
        if (disks == 0) {
            return;
        }
        int other = POLES - from - to;
        move(disks - 1, from, other);
        poles[to].push(poles[from].pop());
        moves++;
        move(disks - 1, other, to);
    }

    @Override
    long run(int size) {
        for (int i = 0; i < POLES; i++) {
            poles[i] = new Pole();
        }
        for (int disk = size; disk > 0; disk--) {
            poles[0].push(new Disk(disk));
        }
        moves = 0;
        move(size, 0, 1);
        move(size, 1, 2);
        if (poles[2].height() != size) {
            throw new AssertionError("the tower did not arrive");
        }
        return moves;
    }

    /** A tower of n disks takes 2^n - 1 moves, and it is moved twice. */
    public static void main(String[] arguments) {
        new Towers()
                .expect("tiny", 8, 2 * ((1 << 8) - 1))
                .expect("full", 20, 2 * ((1 << 20) - 1))
                .measure(arguments);
    }
}

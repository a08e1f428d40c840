/** Small arrays: flips prefixes of every permutation until its first element is the smallest. */
public final class Fannkuch extends Harness {
    private static final long CHECKSUM_SHIFT = 1_000;

    private final int[] permutation;
    private final int[] flipped;
    private final int[] rotations; // how often the prefix of each length was rotated
    private int mostFlips;
    private int checksum;

    private Fannkuch(int length) {
        permutation = new int[length];
        flipped = new int[length];
        rotations = new int[length + 1];
        for (int i = 0; i < length; i++) {
            permutation[i] = i;
        }
    }

    /** Goes to the next permutation in the order that prefixes' rotations define; false after the last. */
    private boolean advance() {
        for (int length = 2; length <= permutation.length; length++) {
            rotate(length);
            if (++rotations[length] < length) {
                return true;
            }
            rotations[length] = 0;
        }
        return false;
    }

    private void rotate(int length) {
        int first = permutation[0];
        for (int i = 1; i < length; i++) {
            permutation[i - 1] = permutation[i];
        }
        permutation[length - 1] = first;
    }

    private int countFlips() {
        System.arraycopy(permutation, 0, flipped, 0, permutation.length);
        int flips = 0;
        for (int first = flipped[0]; first != 0; first = flipped[0]) {
            for (int low = 0, high = first; low < high; low++, high--) {
                int element = flipped[low];
                flipped[low] = flipped[high];
                flipped[high] = element;
            }
            flips++;
        }
        return flips;
    }

    private void search() {
        int index = 0;
        do {
            int flips = countFlips();
            mostFlips = Math.max(mostFlips, flips);
            checksum += index % 2 == 0 ? flips : -flips;
            index++;
        } while (advance());
    }

    @Override
    long run(int size) {
        Fannkuch search = new Fannkuch(size);
        search.search();
        return search.checksum * CHECKSUM_SHIFT + search.mostFlips;
    }

    public static void main(String[] arguments) {
        new Fannkuch(0)
                .expect("tiny", 6, 49_010)
                .expect("full", 9, 8_629_030)
                .measure(arguments);
    }
}

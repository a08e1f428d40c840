/** Recursion over an array: generates all permutations by exchanges and looks at each of them. */
public final class Permutations extends Harness {
    private int[] elements;
    private int count;
    private int fixedPoints;
    private long majorIndexes;

    private void permute(int length) {
        if (length <= 1) {
            visit();
            return;
        }
        for (int i = 0; i < length; i++) {
            exchange(i, length - 1);
            permute(length - 1);
            exchange(i, length - 1);
        }
    }

    private void exchange(int i, int j) {
        int element = elements[i];
        elements[i] = elements[j];
        elements[j] = element;
    }

    private void visit() {
        count++;
        for (int i = 0; i < elements.length; i++) {
            if (elements[i] == i) {
                fixedPoints++;
            }
            if (i > 0 && elements[i - 1] > elements[i]) {
                majorIndexes += i;
            }
        }
    }

    /** Adds up the places where the next element is smaller: each is one in every second permutation. */
    @Override
    long run(int size) {
        elements = new int[size];
        for (int i = 0; i < size; i++) {
            elements[i] = i;
        }
        count = 0;
        fixedPoints = 0;
        majorIndexes = 0;
        permute(size);
        // A permutation leaves one element where it was, on average.
        if (fixedPoints != count) {
            throw new AssertionError(fixedPoints + " fixed points in " + count + " permutations");
        }
        return majorIndexes;
    }

    public static void main(String[] arguments) {
        new Permutations()
                .expect("tiny", 5, 120 / 2 * (5 * 4 / 2))
                .expect("full", 9, 362_880 / 2 * (9 * 8 / 2))
                .measure(arguments);
    }
}

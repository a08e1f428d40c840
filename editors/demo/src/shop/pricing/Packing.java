package shop.pricing;

/** How to ship a number of pieces in as few boxes as possible. */
final class Packing {
    private static final int[] BOX_SIZES = {9, 6, 4, 1};

    private Packing() {
    }

    static int fewestBoxes(int pieces) {
        return fewestBoxes(pieces, 0);
    }

    /** Tries every number of boxes of the first size, and packs the rest into the smaller ones. */
    private static int fewestBoxes(int pieces, int first) {
        int size = BOX_SIZES[first];
        if (size == 1) {
            return pieces;
        }
        int fewest = Integer.MAX_VALUE;
        for (int boxes = 0; boxes * size <= pieces; boxes++) {
            fewest = Math.min(fewest, boxes + fewestBoxes(pieces - boxes * size, first + 1));
        }
        return fewest;
    }
}

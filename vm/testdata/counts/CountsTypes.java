/** Objects of several classes in one context, the same class in several; TestTypesByHand states how many. */
// expect calls CountsTypes.several = 3000
// expect calls CountsTypes$Pair.<init> = 9000
public class CountsTypes {
    static class Pair {
        final Object first, second;

        Pair(Object first, Object second) {
            this.first = first;
            this.second = second;
        }
    }

    static Object kept;

    // Two pairs, of which one is never needed, an array of five ints, and one of as many pairs as it is told.
    static int several(int n) {
        Pair unused = new Pair(null, null);
        int[] numbers = new int[5];
        Pair[] pairs = new Pair[n & 1];
        Pair used = new Pair(numbers, pairs);
        if ((n & 1023) == 0) {
            kept = used;
        }
        return numbers.length + pairs.length + (unused.first == null ? 1 : 0);
    }

    static int one(Object o) {
        return new Pair(o, o).first == o ? 1 : 0;
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 3000; i++) {
            sum += several(i) + one(args);
        }
        int[][] grid = new int[4][6];
        int[] copy = grid[0].clone();
        System.out.println(sum + grid.length + copy.length);
    }
}

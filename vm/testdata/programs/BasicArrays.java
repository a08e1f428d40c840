import java.util.Arrays;

/** Arrays: creation, defaults, several dimensions, covariance, cloning, and java.util.Arrays. */
public class BasicArrays {
    public static void main(String[] args) {
        int[] ints = new int[5];
        ints[2] = 7;
        ints[4]--;
        ints[2] += 3;
        ints[2] <<= 2;
        System.out.println(Arrays.toString(ints));
        int i = 0;
        ints[i++] = i + 10;
        ints[i] = i = 3;
        System.out.println(Arrays.toString(ints) + " i=" + i);
        int[][] grid = new int[3][4];
        for (int r = 0; r < grid.length; r++) {
            for (int c = 0; c < grid[r].length; c++) {
                grid[r][c] = r * 10 + c;
            }
        }
        System.out.println(Arrays.deepToString(grid));
        int[][] jagged = {{1}, {}, {2, 3}, null};
        System.out.println(Arrays.deepToString(jagged));
        long[][][] partial = new long[2][3][];
        System.out.println(partial[1].length + " " + partial[1][2]);
        partial[1][2] = new long[] {Long.MIN_VALUE};
        System.out.println(Arrays.deepToString(partial));
        int[] copy = ints.clone();
        copy[0] = -1;
        System.out.println(ints[0] + " " + copy[0]);
        int[][] shallow = grid.clone();
        shallow[0][0] = 99;
        System.out.println(grid[0][0]);

        Object[] objects = new String[] {"a", "b"};
        System.out.println(objects instanceof String[]);
        System.out.println(objects.getClass().getName() + " " + objects.getClass().getSimpleName());
        System.out.println(int[][].class.getName() + " " + int[][].class.getSuperclass() + " "
            + int[][].class.getComponentType());
        System.out.println(Arrays.toString(int[].class.getInterfaces()));
        try {
            objects[0] = Integer.valueOf(1);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        boolean[] flags = new boolean[3];
        flags[1] = true;
        flags[2] |= flags[1];
        flags[1] ^= true;
        System.out.println(Arrays.toString(flags));
        byte[] bytes = {1, -1, (byte) 200};
        bytes[0] += 127;
        System.out.println(Arrays.toString(bytes));
        char[] chars = {'z', 'a', 'm'};
        chars[1]++;
        Arrays.sort(chars);
        System.out.println(new String(chars));
        short[] shorts = {30000};
        shorts[0] *= 2;
        System.out.println(shorts[0]);
        float[] floats = {1.5f, Float.NaN, -0.0f, 0.0f, Float.NEGATIVE_INFINITY};
        Arrays.sort(floats);
        System.out.println(Arrays.toString(floats));
        double[] doubles = new double[4];
        Arrays.fill(doubles, 1, 3, 2.5);
        System.out.println(Arrays.toString(doubles));
        Arrays.setAll(doubles, n -> n * n / 2.0);
        System.out.println(Arrays.toString(doubles));

        int[] sorted = {5, 3, 9, 1, 7};
        Arrays.sort(sorted);
        System.out.println(Arrays.toString(sorted) + Arrays.binarySearch(sorted, 7) + Arrays.binarySearch(sorted, 4));
        System.out.println(Arrays.toString(Arrays.copyOf(sorted, 7)) + Arrays.toString(Arrays.copyOfRange(sorted, 1, 3)));
        System.out.println(Arrays.equals(sorted, sorted.clone()) + " " + Arrays.hashCode(sorted));
        System.out.println(Arrays.deepEquals(grid, new int[3][4]) + " " + Arrays.deepHashCode(jagged));
        System.out.println(Arrays.mismatch(sorted, new int[] {1, 3, 6}) + " " + Arrays.compare(sorted, new int[] {1, 4}));
        Integer[] boxed = {5, 3, 9, 1, 7};
        Arrays.sort(boxed, (x, y) -> y - x);
        System.out.println(Arrays.toString(boxed));
        Arrays.sort(boxed, 1, 4);
        System.out.println(Arrays.asList(boxed));
        int[] prefix = {1, 2, 3, 4, 5, 6};
        Arrays.parallelPrefix(prefix, Integer::sum);
        System.out.println(Arrays.toString(prefix) + Arrays.stream(prefix).sum());
        System.arraycopy(prefix, 0, prefix, 2, 4);
        System.out.println(Arrays.toString(prefix));
        System.arraycopy(prefix, 2, prefix, 0, 4);
        System.out.println(Arrays.toString(prefix));
        int[] large = new int[5000];
        for (int n = 0; n < large.length; n++) {
            large[n] = (n * 7919) % 5003;
        }
        Arrays.sort(large);
        System.out.println(large[0] + " " + large[2500] + " " + large[4999] + " " + Arrays.hashCode(large));
    }
}

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Seeded random generators: their exact sequences. */
public class NumRandom {
    public static void main(String[] args) {
        Random random = new Random(42);
        for (int i = 0; i < 5; i++) {
            System.out.println(random.nextInt() + " " + random.nextInt(100) + " " + random.nextInt(64) + " " + random.nextLong() + " " + random.nextBoolean()
                + " " + random.nextFloat() + " " + random.nextDouble() + " " + random.nextGaussian());
        }
        byte[] bytes = new byte[7];
        random.nextBytes(bytes);
        System.out.println(Arrays.toString(bytes));
        random.setSeed(7);
        System.out.println(random.ints(8, 0, 10).boxed().collect(Collectors.toList()));
        System.out.println(random.doubles(3).boxed().collect(Collectors.toList()));
        System.out.println(random.longs(3, -5, 5).boxed().collect(Collectors.toList()));
        try {
            random.nextInt(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(random.nextInt(10, 20) + " " + random.nextLong(1L << 40) + " " + random.nextDouble(2, 3));
        List<Integer> list = Arrays.asList(1, 2, 3, 4, 5, 6, 7, 8, 9);
        Collections.shuffle(list, new Random(1));
        System.out.println(list);
        SplittableRandom splittable = new SplittableRandom(99);
        SplittableRandom child = splittable.split();
        for (int i = 0; i < 4; i++) {
            System.out.println(splittable.nextInt() + " " + splittable.nextInt(5, 50) + " " + child.nextLong() + " " + child.nextDouble() + " " + child.nextBoolean());
        }
        RandomGenerator generator = RandomGenerator.of("L64X128MixRandom");
        int inside = 0;
        for (int i = 0; i < 1000; i++) {
            int value = generator.nextInt(10);
            if (value >= 0 && value < 10) {
                inside++;
            }
        }
        System.out.println(inside);
        int[] histogram = new int[10];
        Random dice = new Random(2024);
        for (int i = 0; i < 20000; i++) {
            histogram[dice.nextInt(10)]++;
        }
        System.out.println(Arrays.toString(histogram));
        int hits = 0;
        for (int i = 0; i < 20000; i++) {
            double x = dice.nextDouble(), y = dice.nextDouble();
            if (x * x + y * y < 1) {
                hits++;
            }
        }
        System.out.println(hits * 4 / 20000.0);
        long state = 88172645463325252L;
        for (int i = 0; i < 5; i++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            System.out.println(state);
        }
    }
}

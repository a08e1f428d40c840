package corpus;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.function.BiFunction;

/** Sorts in several ways, with comparators of many shapes. */
class Sorting {
    private static <T> void quick(T[] a, int lo, int hi, Comparator<? super T> by) {
        if (lo >= hi) return;
        int i = lo, j = hi;
        T pivot = a[(lo + hi) >>> 1];
        do {
            while (by.compare(a[i], pivot) < 0) i++;
            while (by.compare(pivot, a[j]) < 0) j--;
            if (i <= j) swap(a, i++, j--);
        } while (i <= j);
        quick(a, lo, j, by);
        quick(a, i, hi, by);
    }

    private static void swap(Object[] a, int i, int j) { Object t = a[i]; a[i] = a[j]; a[j] = t; }

    static int[] merge(int[] a) {
        if (a.length < 2) return a.clone();
        int mid = a.length / 2;
        int[] left = merge(Arrays.copyOfRange(a, 0, mid)), right = merge(Arrays.copyOfRange(a, mid, a.length));
        int[] out = new int[a.length];
        for (int i = 0, l = 0, r = 0; i < out.length; i++)
            out[i] = r >= right.length || l < left.length && left[l] <= right[r] ? left[l++] : right[r++];
        return out;
    }

    record Person(String name, int age) implements Comparable<Person> {
        @Override public int compareTo(Person o) { return Integer.compare(age, o.age()); }
    }

    public static void main(String[] args) {
        Random random = new Random(42);
        Integer[] numbers = random.ints(100, 0, 50).boxed().toArray(Integer[]::new);
        quick(numbers, 0, numbers.length - 1, Comparator.<Integer>naturalOrder().reversed());
        Person[] people = {new Person("a", random.nextInt(9)), new Person("b", 3)};
        Arrays.sort(people, Comparator.comparing(Person::name).thenComparingInt(Person::age));
        Arrays.sort(people);
        BiFunction<Person, Person, Integer> compare = Person::compareTo;
        System.out.println(Arrays.toString(merge(new int[] {3, 1, 2})) + compare.apply(people[0], people[1]) + people[0]);
    }
}

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** Sorting: stability, comparators and their combinators, runs and galloping in TimSort, primitive sorts, ranges. */
public class CollSorting {
    record Person(String name, int age, double height) {}

    static int compares;

    static boolean sorted(int[] a) {
        for (int i = 1; i < a.length; i++) {
            if (a[i - 1] > a[i]) {
                return false;
            }
        }
        return true;
    }

    static void count(String shape, Integer[] data) {
        compares = 0;
        Arrays.sort(data, (a, b) -> {
            compares++;
            return a.compareTo(b);
        });
        System.out.println(shape + " compares " + compares + " hash " + Arrays.hashCode(data));
    }

    static void merge(int[] a, int lo, int hi, int[] tmp) {
        if (hi - lo < 2) {
            return;
        }
        int mid = (lo + hi) >>> 1;
        merge(a, lo, mid, tmp);
        merge(a, mid, hi, tmp);
        for (int i = lo, j = mid, k = lo; k < hi; k++) {
            tmp[k] = j >= hi || i < mid && a[i] <= a[j] ? a[i++] : a[j++];
        }
        System.arraycopy(tmp, lo, a, lo, hi - lo);
    }

    static void quick(int[] a, int lo, int hi) {
        while (lo < hi) {
            int p = a[(lo + hi) >>> 1], i = lo, j = hi;
            while (i <= j) {
                while (a[i] < p) {
                    i++;
                }
                while (a[j] > p) {
                    j--;
                }
                if (i <= j) {
                    int t = a[i];
                    a[i++] = a[j];
                    a[j--] = t;
                }
            }
            if (j - lo < hi - i) {
                quick(a, lo, j);
                lo = i;
            } else {
                quick(a, i, hi);
                hi = j;
            }
        }
    }

    static void heap(int[] a) {
        for (int n = a.length, i = n / 2 - 1; n > 1; ) {
            if (i < 0) {
                int t = a[0];
                a[0] = a[--n];
                a[n] = t;
                i = 0;
            }
            for (int p = i, c; (c = 2 * p + 1) < n; p = c) {
                if (c + 1 < n && a[c + 1] > a[c]) {
                    c++;
                }
                if (a[p] >= a[c]) {
                    break;
                }
                int t = a[p];
                a[p] = a[c];
                a[c] = t;
            }
            i--;
        }
    }

    public static void main(String[] args) {
        List<Person> people = new ArrayList<>(List.of(new Person("Bob", 30, 1.8), new Person("ann", 25, 1.6), new Person("Cid", 30, 1.7), new Person("Dee", 25, 1.9), new Person("eve", 41, 1.6)));
        people.sort(Comparator.comparingInt(Person::age));
        System.out.println(people);
        people.sort(Comparator.comparing(Person::age, Comparator.reverseOrder()).thenComparing(Person::name));
        System.out.println(people);
        people.sort(Comparator.comparing(Person::name, String.CASE_INSENSITIVE_ORDER).reversed());
        System.out.println(people);
        people.sort(Comparator.comparingDouble(Person::height).thenComparingInt(Person::age));
        System.out.println(people);
        List<String> nulls = Arrays.asList("b", null, "a", null);
        nulls.sort(Comparator.nullsLast(Comparator.naturalOrder()));
        System.out.println(nulls);
        Random random = new Random(5);
        Integer[] randomData = new Integer[500], ascending = new Integer[500], descending = new Integer[500], saw = new Integer[500], equal = new Integer[500];
        for (int i = 0; i < 500; i++) {
            randomData[i] = random.nextInt(1000);
            ascending[i] = i;
            descending[i] = -i;
            saw[i] = i % 50;
            equal[i] = 7;
        }
        count("random", randomData);
        count("ascending", ascending);
        count("descending", descending);
        count("saw", saw);
        count("equal", equal);
        int[] data = random.ints(3000, 0, 100000).toArray();
        int[] m = data.clone(), q = data.clone(), h = data.clone(), lib = data.clone();
        merge(m, 0, m.length, new int[m.length]);
        quick(q, 0, q.length - 1);
        heap(h);
        Arrays.sort(lib);
        System.out.println(sorted(m) + " " + Arrays.equals(m, q) + " " + Arrays.equals(q, h) + " " + Arrays.equals(h, lib) + " " + Arrays.hashCode(lib));
        long[] longs = random.longs(300).toArray();
        double[] doubles = random.doubles(300).map(d -> d - 0.5).toArray();
        byte[] bytes = new byte[300];
        random.nextBytes(bytes);
        char[] chars = "sorting characters is fun".toCharArray();
        short[] shorts = {5, -3, 9, 0};
        Arrays.sort(longs);
        Arrays.sort(doubles);
        Arrays.sort(bytes);
        Arrays.sort(chars, 2, 12);
        Arrays.sort(shorts);
        System.out.println(Arrays.hashCode(longs) + " " + Arrays.hashCode(doubles) + " " + Arrays.hashCode(bytes) + " " + new String(chars) + " " + Arrays.toString(shorts));
        int[] parallel = data.clone();
        Arrays.parallelSort(parallel);
        System.out.println(Arrays.equals(parallel, lib));
        String[] words = "the five boxing wizards jump quickly".split(" ");
        Arrays.sort(words, Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        System.out.println(Arrays.toString(words));
        List<Integer> stable = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            stable.add(i);
        }
        stable.sort(Comparator.comparing(i -> i % 10));
        System.out.println(stable.subList(0, 25) + " " + Collections.max(stable, Comparator.comparing(i -> i % 7)));
    }
}

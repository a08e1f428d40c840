import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Callbacks from Collections.sort: the comparator counts its own calls, and so do the items in their natural order.
 * Both generic methods are entered twice, by their bridge first.
 */
// expect calls CountsSort$ByRest.compare = $twice
// expect edge CountsSort$ByRest.compare -> CountsSort$ByRest.compare = $compares kind virtual
// expect calls CountsSort$Item.compareTo = $both
// expect edge CountsSort$Item.compareTo -> CountsSort$Item.compareTo = $natural kind virtual
// expect edge CountsSort.main -> java.util.Collections.sort = 2 kind static
// expect edge CountsSort.main -> java.util.List.sort = 0
public class CountsSort {
    static int compares, natural;

    static class ByRest implements Comparator<Integer> {
        @Override
        public int compare(Integer a, Integer b) {
            compares++;
            return a % 7 - b % 7;
        }
    }

    record Item(int n) implements Comparable<Item> {
        @Override
        public int compareTo(Item o) {
            natural++;
            return n - o.n;
        }
    }

    public static void main(String[] args) {
        List<Integer> numbers = new ArrayList<>();
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            numbers.add(i * 31 % 100);
            items.add(new Item(i * 31 % 20));
        }
        Comparator<Integer> byRest = new ByRest();
        Collections.sort(numbers, byRest);
        Collections.sort(items);
        System.out.println("compares=" + compares);
        System.out.println("twice=" + 2 * compares);
        System.out.println("natural=" + natural);
        System.out.println("both=" + 2 * natural);
    }
}

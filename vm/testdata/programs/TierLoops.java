/** Loops in loops whose outer ones change what the inner ones leave alone, entered anywhere. */
public class TierLoops {
    static void quick(int[] a, int low, int high) {
        while (low < high) {
            int pivot = a[(low + high) >>> 1], i = low, j = high;
            while (i <= j) {
                while (a[i] < pivot) {
                    i++;
                }
                while (a[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    int t = a[i];
                    a[i++] = a[j];
                    a[j--] = t;
                }
            }
            if (j - low < high - i) {
                quick(a, low, j);
                low = i;
            } else {
                quick(a, i, high);
                high = j;
            }
        }
    }

    /** The outer loop's variables change only behind the inner loop's last jump back. */
    static int zigzag(int rounds) {
        int sum = 0, step = 1, from = 0;
        outer:
        for (int round = 0; ; ) {
            int k = from;
            do {
                sum = sum * 31 + k;
                if ((k += step) % 7 == 0) {
                    if (++round == rounds) {
                        break outer;
                    }
                    step = step % 5 + 1;
                    from = round * step;
                    continue outer;
                }
            } while (k < 5000);
            from -= 100;
        }
        return sum + step + from;
    }

    /** A lambda that captures nothing lies where an int has been, and is called in a loop that is entered in its middle. */
    static long lambda(int rounds) {
        long hash = 0;
        for (int k = 0; k < 20; k++) {
            hash += k;
        }
        java.util.function.Function<Integer, Integer> next = i -> i + 1;
        for (int i = 0; i < rounds; i++) {
            hash = hash * 7 + next.apply(i);
        }
        return hash;
    }

    public static void main(String[] args) {
        System.out.println(lambda(200_000));
        int[] a = new int[20000];
        for (int i = 0, seed = 7; i < a.length; i++) {
            seed = seed * 1103515245 + 12345;
            a[i] = seed >>> 8;
        }
        quick(a, 0, a.length - 1);
        int hash = 0, unordered = 0;
        for (int i = 0; i < a.length; i++) {
            hash = hash * 31 + a[i];
            if (i > 0 && a[i - 1] > a[i]) {
                unordered++;
            }
        }
        System.out.println(hash + " " + unordered);
        System.out.println(zigzag(3000) + " " + zigzag(30));
    }
}

import java.util.ArrayList;
import java.util.List;

/**
 * Objects that rarely escape from hot code, in a heap that is full, or full of gaps: it ends in
 * one way or the other, out of memory here and there, and everything that was kept is whole.
 */
public class MemGaps {
    static final class Pair {
        final int a;
        final long b;
        Object other;

        Pair(int a, long b) {
            this.a = a;
            this.b = b;
        }
    }

    static final class Triple {
        final Pair x;
        final Pair y;
        final int n;

        Triple(Pair x, Pair y, int n) {
            this.x = x;
            this.y = y;
            this.n = n;
        }

        boolean whole() {
            return x.a == n && x.b == n * 3L && (y == null || y.a == n + 1 && x.other == y);
        }
    }

    private static Object[] kept = new Object[100];

    /** Most of the objects end with their iteration. */
    static long loop(int rounds, int every) {
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            Pair x = new Pair(i, i * 3L);
            Pair y = new Pair(i + 1, 5);
            Triple triple = new Triple(x, y, i);
            x.other = y;
            sum += triple.x.a + triple.y.b + ((Pair) triple.x.other).a;
            if (i % every == every - 1) {
                kept[i / every % kept.length] = triple;
            }
        }
        return sum;
    }

    static long callee(Triple triple) {
        if (triple.n % 1000 == 999) {
            kept[triple.n % kept.length] = triple;
        }
        return triple.n + triple.x.b;
    }

    static long calls(int rounds) {
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            sum += callee(new Triple(new Pair(i, i * 3L), null, i));
        }
        return sum;
    }

    static void fill(int bytes, int gap) {
        List<byte[]> full = new ArrayList<>();
        try {
            while (true) {
                full.add(new byte[bytes]);
            }
        } catch (OutOfMemoryError e) {
            for (int i = 0; i < full.size(); i += gap) {
                full.set(i, null);
            }
        }
        int ended = 0;
        for (int round = 0; round < 20; round++) {
            try {
                if (round % 3 == 0) {
                    kept = new Object[2000 + round * 400];
                }
                loop(30_000, 7);
                calls(30_000);
                ended++;
            } catch (OutOfMemoryError e) {
                ended++;
            }
        }
        boolean whole = true;
        for (Object object : kept) {
            whole &= object == null || ((Triple) object).whole();
        }
        full.clear();
        System.out.println("ended " + ended + " times, everything is whole: " + whole);
    }

    public static void main(String[] arguments) {
        for (int round = 0; round < 30; round++) {
            loop(10_000, 997);
            calls(10_000);
        }
        fill(24, 2);
        fill(16, 2);
        fill(100, 3);
        fill(4000, 2);
    }
}

/**
 * Methods that become hot together and are never inlined, as they are synchronized, call each other; later they do what
 * they have never done before, and are compiled again while others still call their first code.
 */
public class TierDirect {
    private static final int RARE = 7;

    private int mode;
    private int state;
    private long sum;

    /** The loop is long only in the end, and what it calls changes while it runs. */
    private long walk(int steps, int change) {
        long total = 0;
        for (int i = 0; i < steps; i++) {
            if (i == change) {
                mode = RARE;
            }
            total = total * 31 + step(i);
            if ((total & 1023) == 17) {
                total ^= i;
            }
        }
        return total;
    }

    private synchronized int step(int i) {
        int x = i ^ state;
        x += (x << 10) + (i >>> 3);
        x ^= x >>> 6;
        if (mode == RARE) {
            x = x * 17 + rare(i, x);
            sum += x & 15;
        }
        if ((x & 7) == 3) {
            x -= i * 5;
        } else if ((x & 7) == 5) {
            x += i * 3;
        } else {
            x ^= x << 3;
        }
        x += (x << 15) ^ (x >>> 11);
        sum = sum * 3 + (x & 255) - (sum >>> 9);
        state = x >>> 4;
        return x;
    }

    private static int rare(int i, int x) {
        return Integer.rotateLeft(x, i & 31) % 1001;
    }

    /** Both of these call the other one, in a loop and outside one, and catch what it throws. */
    private synchronized int left(int depth, int seed) {
        if (depth == 0) {
            if (mode == RARE && seed % 50 == 0) {
                throw new IllegalStateException("left " + seed % 1000);
            }
            return seed & 63;
        }
        int x = seed * 1103515245 + 12345;
        x ^= x >>> 13;
        for (int i = 0; i < 2; i++) {
            x = x * 31 + right(depth - 1, x >>> 8);
            sum += x & 3;
        }
        if (mode == RARE && (x & 31) < 4) {
            x = Math.floorMod(x, 977) + rare(depth, x);
        }
        x += (x << 7) ^ (x >>> 17);
        return x ^ (x << 5);
    }

    private synchronized int right(int depth, int seed) {
        if (depth == 0) {
            return seed & 127;
        }
        int x = seed * 69069 + 1;
        x ^= x >>> 11;
        try {
            x = x * 37 + left(depth - 1, x >>> 7);
        } catch (IllegalStateException e) {
            x += e.getMessage().length() * 7 + e.getMessage().hashCode();
        }
        sum -= x & 5;
        if (mode == RARE && (x & 15) == 9) {
            x = Math.floorDiv(x, 13) - rare(depth, x);
            x += left(depth - 1, x >>> 9) & 7;
        }
        x ^= x << 9;
        return x + (x >>> 21);
    }

    public static void main(String[] args) {
        TierDirect d = new TierDirect();
        long hash = 0;
        for (int round = 0; round < 20000; round++) {
            hash = hash * 31 + d.walk(20, -1);
        }
        System.out.println(hash + " " + d.sum);
        hash = d.walk(2000000, 100000);
        System.out.println(hash + " " + d.sum + " " + d.state);
        hash = d.walk(1000000, -1);
        System.out.println(hash + " " + d.sum + " " + d.state);

        d.mode = 0;
        int mixed = 0;
        for (int round = 0; round < 600; round++) {
            if (round == 300) {
                d.mode = RARE;
            }
            try {
                mixed = mixed * 31 + d.left(12, round);
            } catch (IllegalStateException e) {
                mixed += e.getMessage().length();
            }
        }
        System.out.println(mixed + " " + d.sum);
    }
}

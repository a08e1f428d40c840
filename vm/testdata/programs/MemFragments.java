import java.util.Arrays;

/** Objects of many sizes come and go: what is free must be found and reused, and be zero. */
public class MemFragments {
    static final int SLOTS = 4000;

    public static void main(String[] arguments) {
        byte[][] held = new byte[SLOTS][];
        long state = 42;
        long checksum = 0;
        int dirty = 0;
        for (int round = 0; round < 20_000; round++) {
            state = state * 6364136223846793005L + 1442695040888963407L;
            int slot = (int) ((state >>> 33) % SLOTS);
            int size = (int) ((state >>> 20) & 7) == 0 ? (int) ((state >>> 40) & 0xffff) : (int) ((state >>> 40) & 0x3ff);
            byte[] old = held[slot];
            if (old != null) {
                for (int i = 0; i < old.length; i += 97) {
                    if (old[i] != (byte) slot) {
                        dirty++;
                    }
                }
                checksum = checksum * 31 + old.length;
            }
            byte[] fresh = new byte[size];
            if (size > 0 && (fresh[0] | fresh[size - 1] | fresh[size / 2]) != 0) {
                dirty++;
            }
            Arrays.fill(fresh, (byte) slot);
            held[slot] = fresh;
        }
        System.out.println("checksum " + checksum + " dirty " + dirty);
        // Every second one goes; the gaps have to serve larger ones together with the rest of the heap.
        for (int i = 0; i < SLOTS; i += 2) {
            held[i] = null;
        }
        int[][] large = new int[20][];
        for (int i = 0; i < large.length; i++) {
            large[i] = new int[500_000];
            large[i][i] = i;
        }
        int sum = 0;
        for (int i = 0; i < large.length; i++) {
            sum += large[i][i];
        }
        System.out.println("large " + sum);
    }
}

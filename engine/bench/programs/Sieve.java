/** Loops over an array: the primes below five million. */
public class Sieve {
    static int primes(int limit) {
        boolean[] composite = new boolean[limit];
        int count = 0;
        for (int i = 2; i < limit; i++) {
            if (composite[i]) {
                continue;
            }
            count++;
            for (long j = (long) i * i; j < limit; j += i) {
                composite[(int) j] = true;
            }
        }
        return count;
    }

    public static void main(String[] args) {
        long start = System.nanoTime();
        int result = primes(5_000_000);
        System.out.println(result + " " + (System.nanoTime() - start));
    }
}

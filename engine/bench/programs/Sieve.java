/** Loops over an array: the primes below a limit. */
public final class Sieve extends Harness {
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

    @Override
    long run(int size) {
        return primes(size);
    }

    public static void main(String[] arguments) {
        new Sieve()
                .expect("tiny", 10_000, 1_229)
                .expect("interp", 5_000_000, 348_513)
                .expect("full", 5_000_000, 348_513)
                .measure(arguments);
    }
}

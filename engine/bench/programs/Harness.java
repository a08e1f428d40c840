/**
 * What the programs that time themselves share: it repeats a workload, checks
 * every answer, and prints how long each repetition took.
 *
 * <p>A program extends it, names its workloads with {@link #expect} and passes
 * its arguments to {@link #measure}: the workload's name, the least number of
 * repetitions, and the milliseconds for which they go on at least.
 */
abstract class Harness {
    private static final int WORKLOADS = 3;
    private static final long NANOS_PER_MILLISECOND = 1_000_000;

    private final String[] names = new String[WORKLOADS];
    private final int[] sizes = new int[WORKLOADS];
    private final long[] answers = new long[WORKLOADS];
    private int known;

    /** Does the whole work once, from the start, and answers a number that depends on all of it. */
    abstract long run(int size);

    /** Adds a workload: its name, its size, and the answer that it has to give. */
    Harness expect(String name, int size, long answer) {
        names[known] = name;
        sizes[known] = size;
        answers[known] = answer;
        known++;
        return this;
    }

    /** Does what the command line says. */
    void measure(String[] arguments) {
        if (arguments.length != 3) {
            throw new IllegalArgumentException("arguments: WORKLOAD REPETITIONS MILLISECONDS");
        }
        int workload = find(arguments[0]);
        int repetitions = Integer.parseInt(arguments[1]);
        long budget = Long.parseLong(arguments[2]) * NANOS_PER_MILLISECOND;

        long begin = System.nanoTime();
        long end = begin;
        for (int i = 0; i < repetitions || end - begin < budget; i++) {
            long start = System.nanoTime();
            long answer = run(sizes[workload]);
            end = System.nanoTime();
            if (answer != answers[workload]) {
                throw new AssertionError(getClass().getName() + " answers " + answer
                        + " to workload " + names[workload] + ", not " + answers[workload]);
            }
            System.out.println((end - start) + " ns");
        }
        System.out.println("answer " + answers[workload]);
    }

    private int find(String name) {
        for (int i = 0; i < known; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        throw new IllegalArgumentException(getClass().getName() + " has no workload " + name);
    }
}

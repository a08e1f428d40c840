import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NoSuchElementException;

/** Exceptions: a calculator whose input is often wrong, with handlers at several depths, and finally blocks. */
public final class Exceptions extends Harness {
    private static final String[] PROGRAMS = {
        "1 2 +", "7 0 /", "3 4 * 5 -", "+", "9 x", "2 3 4", "6 3 / 2 /", "9 9 9 9 * * *", "5 !", "12 21 - 0 *", "",
    };

    /** The input is wrong. It has no stack trace: the calculator answers it like any other value. */
    static final class SyntaxException extends Exception {
        private static final long serialVersionUID = 1;

        final int position;

        SyntaxException(int position) {
            super("syntax", null, false, false);
            this.position = position;
        }
    }

    /** What a program leaves open, closed by try-with-resources. */
    static final class Journal implements AutoCloseable {
        int open, closed;

        void enter() {
            open++;
        }

        @Override
        public void close() {
            closed++;
        }
    }

    private final Journal journal = new Journal();
    private int syntaxErrors, arithmeticErrors, underflows, leftovers, recovered;

    /** One step of a program; a division by zero and an empty stack throw what the JVM and the library throw. */
    private static void step(Deque<Integer> stack, char c, int position) throws SyntaxException {
        if (c >= '0' && c <= '9') {
            stack.push(c - '0');
            return;
        }
        int right = stack.pop();
        int left = stack.pop();
        switch (c) {
            case '+' -> stack.push(left + right);
            case '-' -> stack.push(left - right);
            case '*' -> stack.push(Math.multiplyExact(left, right));
            case '/' -> stack.push(left / right);
            default -> throw new SyntaxException(position);
        }
    }

    private int evaluate(String program) throws SyntaxException {
        Deque<Integer> stack = new ArrayDeque<>();
        journal.enter();
        try (journal) {
            for (int i = 0; i < program.length(); i++) {
                if (program.charAt(i) != ' ') {
                    step(stack, program.charAt(i), i);
                }
            }
            return stack.pop();
        } finally {
            leftovers += stack.size();
        }
    }

    private int evaluateOrRecover(String program) {
        try {
            return evaluate(program);
        } catch (SyntaxException e) {
            syntaxErrors++;
            return -e.position;
        } catch (ArithmeticException e) {
            arithmeticErrors++;
            return -100;
        }
    }

    /** Throws from the bottom of a recursion to its top. */
    private static int dive(int depth, int limit) {
        if (depth == limit) {
            return new int[depth][depth].length / (limit - depth);
        }
        return dive(depth + 1, limit) + 1;
    }

    /** Runs over the end of an array on purpose, and casts what cannot be cast. */
    private int stumble(int round) {
        int[] small = new int[4];
        int sum = 0;
        try {
            for (int i = 0; ; i++) {
                small[i] = i + round;
                sum += small[i];
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            recovered++;
        }
        try {
            Object text = round % 2 == 0 ? "even" : Integer.valueOf(round);
            sum += ((String) text).length();
        } catch (ClassCastException e) {
            recovered++;
        }
        return sum;
    }

    @Override
    long run(int size) {
        Exceptions calculator = new Exceptions();
        long result = 0;
        for (int round = 0; round < size; round++) {
            try {
                result = result * 31 + calculator.evaluateOrRecover(PROGRAMS[round % PROGRAMS.length]);
            } catch (NoSuchElementException e) {
                calculator.underflows++;
            }
            result += calculator.stumble(round);
            try {
                result += dive(0, round % 16);
            } catch (ArithmeticException e) {
                calculator.recovered++;
            }
        }
        if (calculator.journal.open != size || calculator.journal.closed != size) {
            throw new AssertionError("the journal was opened " + calculator.journal.open
                    + " times and closed " + calculator.journal.closed + " times");
        }
        result = result * 31 + calculator.syntaxErrors;
        result = result * 31 + calculator.arithmeticErrors;
        result = result * 31 + calculator.underflows;
        result = result * 31 + calculator.leftovers;
        return result * 31 + calculator.recovered;
    }

    public static void main(String[] arguments) {
        new Exceptions()
                .expect("tiny", 44, 550_406_485_309_194_762L)
                .expect("full", 20_000, 1_157_709_021_763_372_044L)
                .measure(arguments);
    }
}

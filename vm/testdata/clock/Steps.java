/** Prints what some first times take by the program's own clock, in nanoseconds. */
public class Steps {
    interface Step {
        int run();
    }

    record Point(int x, int y) {}

    static final class Other {
        static int one = 1;
    }

    private static final class Numbered implements Step {
        private final int number;

        Numbered(int number) {
            this.number = number;
        }

        @Override
        public int run() {
            switch (number) {
                case 0:
                    return 0;
                case 1:
                    return Other.one;
                case 2: {
                    Step lambda = () -> 2;
                    return lambda.run();
                }
                case 3: {
                    Step lambda = () -> 3;
                    return lambda.run();
                }
                case 4:
                    return ("one" + number).length();
                case 5:
                    return new Point(1, number).hashCode();
                default:
                    int length = 0;
                    for (int i = 0; i < 1000; i++) {
                        length += (number + "more").length();
                    }
                    return length;
            }
        }
    }

    public static void main(String[] args) {
        String[] names = {"nothing", "class", "lambda", "lambda again", "string", "record", "strings"};
        for (int number = -1; number < names.length; number++) {
            Step step = new Numbered(Math.max(number, 0));
            long start = System.nanoTime();
            step.run();
            long end = System.nanoTime();
            if (number >= 0) {
                System.out.println(names[number].concat("=").concat(Long.toString(end - start)));
            }
        }
    }
}

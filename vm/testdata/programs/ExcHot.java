import java.util.Arrays;

/** Exceptions that the VM itself throws, often enough that whatever makes them is compiled. */
public class ExcHot {
    static int[] numbers = new int[4];
    static String nothing;

    interface Fault {
        Object run(int i) throws Exception;
    }

    static class Node {
        int value;

        int next(Node other) {
            return other.value + 1;
        }
    }

    static final Fault[] FAULTS = {
        i -> numbers[i + 4],
        i -> nothing.length() + i,
        i -> new Node().next(null),
        i -> i / (i - i),
        i -> (Integer) (Object) ("text" + i),
        i -> new int[-1 - i],
        i -> {
            Object[] texts = new String[1];
            texts[0] = i;
            return texts;
        },
        i -> Class.forName("no.such.Class", false, null),
    };

    public static void main(String[] arguments) {
        int[] caught = new int[FAULTS.length];
        String[] last = new String[FAULTS.length];
        long frames = 0;
        for (int i = 0; i < 120_000; i++) {
            int k = i % FAULTS.length;
            try {
                System.out.println(FAULTS[k].run(i));
            } catch (Exception e) {
                caught[k]++;
                if (i < 10 * FAULTS.length) { // HotSpot soon throws prepared ones, without a message
                    last[k] = e.getClass().getName() + ": " + e.getMessage();
                    frames += e.getStackTrace().length;
                }
            }
        }
        System.out.println(Arrays.toString(caught) + ", " + frames + " frames");
        for (String text : last) {
            System.out.println(text);
        }
        // The program's own exceptions come by the same constructors.
        int thrown = 0;
        for (int i = 0; i < 50; i++) {
            try {
                throw i % 2 == 0 ? new ArithmeticException("own " + i) : new NullPointerException("own");
            } catch (ArithmeticException | NullPointerException e) {
                thrown += e.getMessage().length();
            }
        }
        System.out.println(thrown);
    }
}

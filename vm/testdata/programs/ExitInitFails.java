/** The main class's own initialiser fails: main does not run, the status is 1. */
public class ExitInitFails {
    static int value = compute();

    static int compute() {
        System.out.println("computing");
        return Integer.parseInt("not a number");
    }

    public static void main(String[] args) {
        System.out.println("never " + value);
    }
}

/** A loop without an end that calls nothing. */
public class HangSpin {
    static int x;

    static void spin() {
        int i = 0;
        while (true) {
            i += 3;
            if (i < 0) {
                x ^= i;
            }
        }
    }

    public static void main(String[] arguments) {
        spin();
    }
}

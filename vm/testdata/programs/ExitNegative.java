/** A negative status, given by a nested hook-free exit inside a lambda inside a stream. */
public class ExitNegative {
    public static void main(String[] args) {
        java.util.stream.IntStream.range(0, 10).forEach(i -> {
            System.out.println(i);
            if (i == 4) {
                System.exit(-2);
            }
        });
    }
}

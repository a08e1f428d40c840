/**
 * Methods that take about as long as their names say, and call nothing: their time can be measured with nothing else
 * instrumented, and compared with what is told when everything is.
 */
final class KnownTimes {
    private static final int ROUNDS = 4000;
    private static final int PER_MICROSECOND = 400;

    static int micros1(int x) {
        int sum = x;
        for (int i = 0; i < PER_MICROSECOND; i++) {
            sum += i * 31 ^ (sum >> 3);
        }
        return sum;
    }

    static int micros2(int x) {
        int sum = x;
        for (int i = 0; i < 2 * PER_MICROSECOND; i++) {
            sum += i * 31 ^ (sum >> 3);
        }
        return sum;
    }

    static int micros5(int x) {
        int sum = x;
        for (int i = 0; i < 5 * PER_MICROSECOND; i++) {
            sum += i * 31 ^ (sum >> 3);
        }
        return sum;
    }

    static int micros20(int x) {
        int sum = x;
        for (int i = 0; i < 20 * PER_MICROSECOND; i++) {
            sum += i * 31 ^ (sum >> 3);
        }
        return sum;
    }

    static int micros100(int x) {
        int sum = x;
        for (int i = 0; i < 100 * PER_MICROSECOND; i++) {
            sum += i * 31 ^ (sum >> 3);
        }
        return sum;
    }

    static int work(int x) {
        return micros1(x) + micros2(x) + micros5(x) + micros20(x) + micros100(x);
    }

    public static void main(String[] arguments) {
        int sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            sum += work(sum);
        }
        System.out.println(sum);
    }
}

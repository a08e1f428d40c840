/**
 * Ackermann's function: ack(2, n) takes 2n^2 + 7n + 5 calls, ack(1, n) 2n + 2, ack(0, n) one.
 */
// expect calls CountsAckermann.ack = 119
// expect edge CountsAckermann.main -> CountsAckermann.ack = 1
// expect edge CountsAckermann.ack -> CountsAckermann.ack = 118
// expect sites CountsAckermann.ack -> CountsAckermann.ack = 3
// expect path CountsAckermann.main > CountsAckermann.ack > CountsAckermann.ack = 2
public class CountsAckermann {
    static int ack(int m, int n) {
        if (m == 0) {
            return n + 1;
        }
        if (n == 0) {
            return ack(m - 1, 1);
        }
        return ack(m - 1, ack(m, n - 1));
    }

    public static void main(String[] args) {
        System.out.println(ack(2, 6));
    }
}

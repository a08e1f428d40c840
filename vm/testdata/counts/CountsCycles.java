/** Code whose cycles TestCycles adds up by hand: see there. */
// expect calls CountsCycles.line = 3
// expect calls CountsCycles.throwing = 4
// expect calls CountsCycles.calling = 2
public class CountsCycles {
    // iload_0 iload_1 imul iconst_3 iadd ireturn
    static int line(int a, int b) {
        return a * b + 3;
    }

    // iconst_1 iload_0 idiv istore_1 iload_1 iload_1 imul ireturn; what is behind idiv is not executed where it throws.
    // The handler: astore_1 iconst_m1 ireturn
    static int throwing(int a) {
        try {
            int quotient = 1 / a;
            return quotient * quotient;
        } catch (ArithmeticException e) {
            return -1;
        }
    }

    // iload_0 invokestatic pop iconst_2 ireturn
    static int calling(int a) {
        throwing(a);
        return 2;
    }

    public static void main(String[] args) {
        int sum = line(1, 2) + line(3, 4) + line(5, 6);
        sum += throwing(1) + throwing(0);
        sum += calling(1) + calling(0);
        System.out.println(sum);
    }
}

/**
 * Naive fib(20): 2*F(21)-1 = 21891 calls, F(21) = 10946 of them leaves.
 * A leaf runs 5 instructions (iload, iconst, if_icmpge, iload, ireturn), an inner call 13.
 */
// expect calls CountsFib.main = 1
// expect calls CountsFib.fib = 21891
// expect edge CountsFib.main -> CountsFib.fib = 1 kind static
// expect edge CountsFib.fib -> CountsFib.fib = 21890 kind static
// expect sites CountsFib.fib -> CountsFib.fib = 2
// expect path CountsFib.main > CountsFib.fib = 1
// expect path CountsFib.main > CountsFib.fib > CountsFib.fib = 2
// expect path CountsFib.main > CountsFib.fib > CountsFib.fib > CountsFib.fib = 4
// expect bytecodes CountsFib.fib = 197015
public class CountsFib {
    static int fib(int n) {
        if (n < 2) {
            return n;
        }
        return fib(n - 1) + fib(n - 2);
    }

    public static void main(String[] args) {
        System.out.println(fib(20));
    }
}

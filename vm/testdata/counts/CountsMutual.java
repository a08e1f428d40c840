/**
 * Mutual recursion: even(n) for n = 0..20 takes n + 1 calls, alternating; 231 in all.
 * The instructions of one call are counted beside the methods.
 */
// expect calls CountsMutual.even = 121
// expect calls CountsMutual.odd = 110
// expect edge CountsMutual.main -> CountsMutual.even = 21
// expect edge CountsMutual.even -> CountsMutual.odd = 110
// expect edge CountsMutual.odd -> CountsMutual.even = 100
// expect path CountsMutual.main > CountsMutual.even = 21
// expect path CountsMutual.main > CountsMutual.even > CountsMutual.odd = 20
// expect path CountsMutual.main > CountsMutual.even > CountsMutual.odd > CountsMutual.even = 19
// expect contexts CountsMutual.even = 11
// expect contexts CountsMutual.odd = 10
// expect bytecodes CountsMutual.even = 814
// expect bytecodes CountsMutual.odd = 740
public class CountsMutual {
    // n == 0: iload ifne iconst ireturn = 4. Otherwise: iload ifne iload iconst isub invokestatic ireturn = 7.
    static boolean even(int n) {
        if (n == 0) {
            return true;
        }
        return odd(n - 1);
    }

    static boolean odd(int n) {
        if (n == 0) {
            return false;
        }
        return even(n - 1);
    }

    public static void main(String[] args) {
        int evens = 0;
        for (int n = 0; n <= 20; n++) {
            if (even(n)) {
                evens++;
            }
        }
        System.out.println(evens);
    }
}

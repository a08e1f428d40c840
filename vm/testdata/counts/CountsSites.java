/** Call-site awareness: one callee called from several sites, loops, and conditions of the same caller. */
// Each of the ten calls of caller makes 2 + 4 calls, and one more in the 6 + 2 where the flag is set.
// expect edge CountsSites.caller -> CountsSites.callee = 68
// expect sites CountsSites.caller -> CountsSites.callee = 4
// expect contexts CountsSites.callee = 9
// expect calls CountsSites.callee = 75
// expect edge CountsSites.other -> CountsSites.callee = 7
// expect sites CountsSites.main -> CountsSites.caller = 2
// expect edge CountsSites.main -> CountsSites.caller = 10
// expect contexts CountsSites.caller = 2
// expect path CountsSites.main > CountsSites.caller > CountsSites.callee = 68
// expect path CountsSites.main > CountsSites.other > CountsSites.callee = 7
public class CountsSites {
    static int total;

    static int callee(int n) {
        total += n;
        return n;
    }

    static void caller(boolean flag) {
        callee(callee(1) + 1);
        for (int i = 0; i < 4; i++) {
            callee(i);
        }
        if (flag) {
            callee(100);
        } else {
            total += 2;
        }
    }

    static void other() {
        callee(3);
    }

    public static void main(String[] args) {
        for (int i = 0; i < 6; i++) {
            caller(true);
        }
        for (int i = 0; i < 4; i++) {
            caller(i % 2 == 0);
        }
        for (int i = 0; i < 7; i++) {
            other();
        }
        System.out.println(total);
    }
}

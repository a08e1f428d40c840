/** A deep chain: every depth of a recursion is a context of its own, reused by the next descent. */
// expect calls CountsDepth.down = 1503
// expect contexts CountsDepth.down = 501
// expect edge CountsDepth.down -> CountsDepth.down = 1500
// expect calls CountsDepth.bottom = 3
// expect contexts CountsDepth.bottom = 1
// expect edge CountsDepth.down -> CountsDepth.bottom = 3
// expect bytecodes CountsDepth.down = 10512
public class CountsDepth {
    static int reached;

    static int bottom() {
        return ++reached;
    }

    // At the bottom: iload ifne invokestatic ireturn = 4; above: iload ifne iload iconst isub invokestatic ireturn = 7.
    static int down(int n) {
        if (n == 0) {
            return bottom();
        }
        return down(n - 1);
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += down(500);
        }
        System.out.println(sum);
    }
}

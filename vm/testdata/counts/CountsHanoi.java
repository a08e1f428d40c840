/**
 * The towers of Hanoi with ten discs: 2^10 - 1 moves, 2^11 - 1 calls of solve.
 * A solve(0) runs 3 instructions (iload, ifne, return); a solve(n) 18: 2 to test, 7 for each of
 * the two recursive calls, 1 for the move, 1 to return.
 */
// expect calls CountsHanoi.solve = 2047
// expect calls CountsHanoi.move = 1023
// expect edge CountsHanoi.main -> CountsHanoi.solve = 1
// expect edge CountsHanoi.solve -> CountsHanoi.solve = 2046
// expect edge CountsHanoi.solve -> CountsHanoi.move = 1023
// expect sites CountsHanoi.solve -> CountsHanoi.solve = 2
// expect path CountsHanoi.main > CountsHanoi.solve > CountsHanoi.move = 1
// expect path CountsHanoi.main > CountsHanoi.solve > CountsHanoi.solve > CountsHanoi.move = 2
// expect bytecodes CountsHanoi.solve = 21486
// expect bytecodes CountsHanoi.move = 5115
public class CountsHanoi {
    static int moves;

    static void move() {
        moves++;
    }

    static void solve(int n, char from, char to, char via) {
        if (n == 0) {
            return;
        }
        solve(n - 1, from, via, to);
        move();
        solve(n - 1, via, to, from);
    }

    public static void main(String[] args) {
        solve(10, 'a', 'b', 'c');
        System.out.println(moves);
    }
}

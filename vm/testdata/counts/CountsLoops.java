/** Instructions counted by hand: loops, switches, long and double arithmetic, wide indices. See each method. */
// expect bytecodes CountsLoops.empty = 404
// expect bytecodes CountsLoops.nested = 604
// expect bytecodes CountsLoops.longs = 140
// expect bytecodes CountsLoops.choose = 41
// expect bytecodes CountsLoops.doubles = 12
// expect bytecodes CountsLoops.wide = 507
// expect calls CountsLoops.choose = 10
// expect calls CountsLoops.main = 1
public class CountsLoops {
    // iconst istore; 100 times iinc iload bipush if_icmplt; iload ireturn: 2 + 400 + 2.
    static int empty() {
        int i = 0;
        do {
            i++;
        } while (i < 100);
        return i;
    }

    // Two variables set, 4; the outer test iload bipush if_icmpge 11 times, 33; j set 10 times, 20; the inner test
    // iload iload if_icmpge 45 + 10 times, 165; the body, iinc and goto, 8 instructions 45 times, 360; the outer iinc
    // and goto 10 times, 20; iload ireturn, 2.
    static int nested() {
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            for (int j = 0; j < i; j++) {
                sum += i * j;
            }
        }
        return sum;
    }

    // lconst lstore twice, 4; lload ldc2_w lcmp ifge 11 times, 44; 10 times lload lload ladd lstore, lload lconst ladd
    // lstore, goto, 90; lload lreturn, 2.
    static long longs() {
        long sum = 0;
        for (long l = 0; l < 10; l++) {
            sum += l;
        }
        return sum;
    }

    // iload tableswitch, then a constant or iload, and ireturn: 4 in each of ten calls; one iinc for n == 2.
    static int choose(int n) {
        switch (n) {
            case 0:
                return 5;
            case 1:
                return 6;
            case 2:
                n += 10;
            default:
                return n;
        }
    }

    // dload dload dmul, dload dload ddiv, dadd dstore; dload dconst dsub dreturn.
    static double doubles(double a, double b) {
        double c = a * b + a / b;
        return c - 1;
    }

    // iconst istore; iload ldc if_icmpge 101 times; a wide iinc, which is one instruction, and goto 100 times; iload ireturn.
    static int wide() {
        int i = 0;
        while (i < 100000) {
            i += 1000;
        }
        return i;
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += choose(i);
        }
        System.out.println(empty() + nested() + longs() + sum + doubles(3, 4) + wide());
    }
}

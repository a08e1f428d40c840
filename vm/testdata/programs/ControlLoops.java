/** Loops: for, while, do-while, labelled break and continue, nested and empty loops, odd headers, long loops. */
public class ControlLoops {
    static int evaluated;

    static boolean less(int a, int b) {
        evaluated++;
        return a < b;
    }

    static String labels(int limit) {
        StringBuilder out = new StringBuilder();
        outer:
        for (int i = 0; i < limit; i++) {
            inner:
            for (int j = 0; ; j++) {
                switch ((i + j) % 5) {
                    case 0:
                        continue inner;
                    case 1:
                        if (j > 3) {
                            break inner;
                        }
                        break;
                    case 2:
                        if (i == 4) {
                            continue outer;
                        }
                        break;
                    case 3:
                        if (i == 6) {
                            break outer;
                        }
                    default:
                        out.append('.');
                }
                out.append(i).append(j).append(' ');
            }
            out.append("| ");
        }
        return out.toString();
    }

    static int block(int n) {
        int result = 0;
        done: {
            result = 1;
            if (n > 5) {
                break done;
            }
            result = 2;
            {
                if (n < 0) {
                    break done;
                }
            }
            result = 3;
        }
        return result;
    }

    static int findPrime(int from) {
        search:
        while (true) {
            for (int d = 2; d * d <= from; d++) {
                if (from % d == 0) {
                    from++;
                    continue search;
                }
            }
            return from;
        }
    }

    static int collatz(long n) {
        int steps = 0;
        do {
            n = (n & 1) == 0 ? n / 2 : 3 * n + 1;
            steps++;
        } while (n != 1);
        return steps;
    }

    public static void main(String[] args) {
        System.out.println(labels(9));
        System.out.println(block(7) + " " + block(3) + " " + block(-1));
        System.out.println(findPrime(90) + " " + findPrime(7920) + " " + collatz(27) + " " + collatz(1));
        for (int i = 0, j = 10; less(i, j); i += 2, j--) {
            System.out.print(i + ":" + j + " ");
        }
        System.out.println(evaluated);
        int k = 0;
        while (k++ < 5) ;
        System.out.println(k);
        do {
            k -= 2;
            if (k == 2) {
                continue;
            }
            System.out.print(k + " ");
        } while (k > 0);
        System.out.println();
        for (; ; ) {
            if (++k > 3) {
                break;
            }
        }
        System.out.println(k);
        for (char c = 'a'; c <= 'j'; c += 3) {
            System.out.print(c);
        }
        for (double d = 0; d < 1; d += 0.3) {
            System.out.print(" " + d);
        }
        for (byte b = 120; b > 0; b++) {
            System.out.print(" " + b);
        }
        System.out.println();
        long sum = 0;
        for (int i = 0; i < 300; i++) {
            for (int j = i; j < 300; j += 3) {
                if ((i ^ j) % 7 == 0) {
                    continue;
                }
                sum += (long) i * j;
            }
        }
        System.out.println(sum);
        long l = 0;
        for (long n = Integer.MAX_VALUE - 3L; n < Integer.MAX_VALUE + 3L; n++) {
            l += n;
        }
        System.out.println(l);
        int unsigned = 0;
        for (int i = Integer.MAX_VALUE - 2; i > 0; i++) {
            unsigned++;
        }
        System.out.println(unsigned);
        int[] data = {4, 8, 15, 16, 23, 42};
        int total = 0;
        for (int x : data) {
            if (x % 2 == 1) {
                continue;
            }
            if (x > 40) {
                break;
            }
            total += x;
            data[5] = 0;
        }
        System.out.println(total);
        for (String row : new String[] {"x", "yy", "zzz"}) {
            for (char c : row.toCharArray()) {
                System.out.print(c);
            }
            System.out.print('/');
        }
        System.out.println();
        boolean once = true;
        while (once) {
            once = false;
            if (once) {
                System.out.println("never");
            } else if (!once) {
                System.out.println("else");
            } else {
                System.out.println("never");
            }
        }
    }
}

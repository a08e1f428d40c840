/**
 * An exception unwinds through four frames, fifty times: callers are resumed in their handlers,
 * code behind the call does not run. One of three frames catches and rethrows, one has a finally.
 */
// expect calls CountsExceptions.outer = 50
// expect calls CountsExceptions.middle = 50
// expect calls CountsExceptions.inner = 50
// expect calls CountsExceptions.bottom = 50
// expect calls CountsExceptions.never = 20
// expect calls CountsExceptions.cleanup = 50
// expect calls CountsExceptions.handler = 30
// expect calls CountsExceptions$Failure.<init> = 30
// expect edge CountsExceptions.bottom -> CountsExceptions$Failure.<init> = 30 kind special
// expect edge CountsExceptions.inner -> CountsExceptions.bottom = 50
// expect edge CountsExceptions.middle -> CountsExceptions.cleanup = 50
// expect sites CountsExceptions.middle -> CountsExceptions.cleanup = 2
// expect path CountsExceptions.main > CountsExceptions.outer > CountsExceptions.middle > CountsExceptions.inner > CountsExceptions.bottom = 50
// expect path CountsExceptions.main > CountsExceptions.handler = 30
// expect path CountsExceptions.main > CountsExceptions.outer > CountsExceptions.never = 20
// expect edge CountsExceptions$Failure.<init> -> java.lang.RuntimeException.<init> = 30
// expect bytecodes CountsExceptions.inner = 230
// expect bytecodes CountsExceptions.bottom = 580
public class CountsExceptions {
    static int total;

    static class Failure extends RuntimeException {
        final int n;

        Failure(int n) {
            this.n = n;
        }
    }

    // The test: iload iconst irem iconst if_icmpge = 5. Throwing, 30 times: new dup iload invokespecial athrow = 5 more.
    // Returning, 20 times: twice getstatic iconst iadd (isub) putstatic, then return = 9 more.
    static void bottom(int n) {
        if (n % 5 < 3) {
            throw new Failure(n);
        }
        total++;
        total--;
    }

    // iload invokestatic goto return = 4, 20 times; iload invokestatic, in the handler astore aload athrow = 5, 30 times.
    static void inner(int n) {
        try {
            bottom(n);
        } catch (Failure e) {
            throw e;
        }
    }

    static void middle(int n) {
        try {
            inner(n);
        } finally {
            cleanup();
        }
    }

    static void outer(int n) {
        middle(n);
        never();
    }

    static void never() {
        total += 100;
    }

    static void cleanup() {
        total++;
    }

    static void handler(Failure e) {
        total += e.n;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 50; i++) {
            try {
                outer(i);
            } catch (Failure e) {
                handler(e);
            }
        }
        System.out.println(total);
    }
}

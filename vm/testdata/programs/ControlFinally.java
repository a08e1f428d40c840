/** try/catch/finally as control flow: returns overridden, break and continue through finally, nesting, values kept. */
public class ControlFinally {
    static StringBuilder log = new StringBuilder();

    @SuppressWarnings("finally")
    static int overridden() {
        try {
            return 1;
        } finally {
            return 2;
        }
    }

    static int kept() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 2;
            log.append("kept ");
        }
    }

    static int[] keptArray() {
        int[] x = {1};
        try {
            return x;
        } finally {
            x[0] = 2;
            x = null;
        }
    }

    @SuppressWarnings("finally")
    static int swallowed() {
        while (true) {
            try {
                throw new RuntimeException("lost");
            } finally {
                break;
            }
        }
        return 3;
    }

    static String loops() {
        StringBuilder out = new StringBuilder();
        outer:
        for (int i = 0; i < 5; i++) {
            try {
                try {
                    if (i == 1) {
                        continue;
                    }
                    if (i == 3) {
                        break outer;
                    }
                    if (i == 2) {
                        throw new IllegalStateException("two");
                    }
                    out.append("body").append(i).append(' ');
                } catch (IllegalStateException e) {
                    out.append("catch").append(e.getMessage()).append(' ');
                    continue outer;
                } finally {
                    out.append("inner").append(i).append(' ');
                }
                out.append("after").append(i).append(' ');
            } finally {
                out.append("outer").append(i).append(' ');
            }
        }
        return out.toString();
    }

    static String order(int fail) {
        StringBuilder out = new StringBuilder();
        try {
            try {
                out.append("1");
                if (fail == 1) {
                    throw new Exception("a");
                }
                out.append("2");
            } catch (RuntimeException e) {
                out.append("wrong");
            } finally {
                out.append("3");
                if (fail == 2) {
                    throw new RuntimeException("b");
                }
                out.append("4");
            }
            out.append("5");
        } catch (RuntimeException e) {
            out.append("R").append(e.getMessage());
        } catch (Exception e) {
            out.append("E").append(e.getMessage());
        } finally {
            try {
                if (fail == 3) {
                    throw new Error("c");
                }
            } catch (Error e) {
                out.append("X");
            } finally {
                out.append("6");
            }
        }
        return out.toString();
    }

    static long wide(boolean fail) {
        long a = 1L << 40;
        double b = 2.5;
        try {
            if (fail) {
                throw new RuntimeException();
            }
            return a + (long) b;
        } catch (RuntimeException e) {
            return a - (long) b;
        } finally {
            a = 0;
            b = 0;
            log.append("wide ");
        }
    }

    static int recursive(int n) {
        try {
            if (n == 0) {
                throw new ArithmeticException("bottom");
            }
            return recursive(n - 1) + 1;
        } catch (ArithmeticException e) {
            if (n % 3 == 0) {
                throw e;
            }
            return n * 100;
        } finally {
            log.append(n).append(' ');
        }
    }

    static synchronized int locked(Object lock) {
        synchronized (lock) {
            try {
                synchronized (log) {
                    return lock.hashCode() == lock.hashCode() ? 1 : 0;
                }
            } finally {
                log.append(Thread.holdsLock(lock)).append(Thread.holdsLock(log)).append(' ');
            }
        }
    }

    public static void main(String[] args) {
        System.out.println(overridden() + " " + kept() + " " + keptArray()[0] + " " + swallowed());
        System.out.println(loops());
        for (int i = 0; i < 4; i++) {
            System.out.println(order(i));
        }
        System.out.println(wide(true) + " " + wide(false));
        System.out.println(recursive(2) + " " + recursive(5));
        System.out.println(locked(new Object()));
        System.out.println(log);
        try {
            recursive(0);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        } finally {
            System.out.println("end");
        }
    }
}

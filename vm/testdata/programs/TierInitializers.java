/** Loops in static initialisers, which use their own class, while other threads wait for it to be initialised. */
public class TierInitializers {
    static int[] table = new int[1 << 10];
    static long sum;
    static int calls;

    final int x;

    TierInitializers(int x) {
        this.x = x;
    }

    static int mix(int v) {
        calls++;
        v ^= v << 13;
        v ^= v >>> 17;
        return v ^ v << 5;
    }

    static {
        fill();
    }

    static void fill() {
        for (int round = 0; round < 100; round++) {
            for (int i = 0; i < table.length; i++) {
                table[i] = mix(i + round + table[(i * 31) & table.length - 1]);
                sum += new TierInitializers(table[i]).x;
            }
        }
    }

    /** What other threads use while it is being initialised. */
    static class Shared implements Runnable {
        static final StringBuilder seen = new StringBuilder();
        static int value;
        static int made;
        static volatile int asked;
        final int kind;

        Shared(int kind) {
            this.kind = kind;
            made++;
        }

        static int next(int v) {
            return v * 31 + value;
        }

        /** Hot in the thread that initialises the class, whereas the others must wait in it. */
        int use(int times) {
            int r = 0;
            for (int i = 0; i < times; i++) {
                switch (kind) {
                    case 0 -> r += value;
                    case 1 -> r = next(r);
                    case 2 -> r += new Shared(2).kind;
                    default -> value = value + 1;
                }
            }
            return r;
        }

        @Override
        public void run() {
            if (kind == 0) {
                Others.begun++;
            }
            int r = use(1);
            synchronized (seen) {
                seen.append(kind).append(value >= 1_000_000 ? " after" : " before").append(r == 0 ? " nothing;" : " something;");
            }
        }

        static {
            Shared[] all = {new Shared(0), new Shared(1), new Shared(2), new Shared(3)};
            int r = 0;
            for (int i = 0; i < 200; i++) {
                for (Shared s : all) {
                    r += s.use(50);
                }
            }
            Others.start(all);
            while (Others.begun == 0) {
                Thread.yield();
            }
            for (int i = 0; i < 200; i++) {
                for (Shared s : all) {
                    r += s.use(50);
                }
                if (i % 50 == 0) {
                    Thread.yield();
                }
            }
            System.out.println("initialised " + r + " " + made + " " + seen.length());
            value = 1_000_000;
        }
    }

    static class Others {
        static volatile int begun;
        static Thread[] threads;
        static User user;
        static int result;

        static void start(Shared[] all) {
            threads = new Thread[all.length];
            for (int i = 0; i < all.length; i++) {
                threads[i] = new Thread(all[i]);
                threads[i].start();
            }
        }
    }

    /** Cannot be initialised, which its code has to see that has run meanwhile. */
    static class Fails {
        static int value;
        static int rounds = TierInitializers.calls > 0 ? 3000 : 1;

        static int next(int v) {
            return v + value++;
        }
        static {
            Others.user = new User();
            for (int i = 0; i < rounds; i++) {
                Others.result += Others.user.use();
            }
            if (rounds > 0) {
                throw new IllegalStateException("after " + value);
            }
        }
    }

    /** Uses a class that fails. */
    static class User {
        int use() {
            return Fails.next(Fails.value) + new Fails().hashCode() * 0;
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(sum + " " + calls);
        fill();
        System.out.println(sum + " " + calls);
        Class.forName(Shared.class.getName());
        for (Thread t : Others.threads) {
            t.join();
        }
        System.out.println(Shared.value);
        String seen = Shared.seen.toString();
        System.out.println(seen.contains("before") + " " + seen.split(";").length + " " + Shared.made);
        for (int i = 0; i < 3; i++) {
            try {
                System.out.println(new User().use());
            } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
                System.out.println(e.getClass() + " " + e.getMessage() + " " + e.getCause());
            }
        }
        System.out.println(Others.result);
    }
}

import java.util.ArrayList;
import java.util.List;

/**
 * Calls by interfaces at sites with more receivers than are tested for: of classes that implement one interface or several, with so many methods that their
 * tables grow and places are taken, of classes that have come late, and of one that has lost its method. Stores into arrays of interfaces are checked for as many classes.
 */
final class JitInterfaceTables {
    private interface Wide {
        int m0(int x);

        int m1(int x);

        int m2(int x);

        int m3(int x);

        default int m4(int x) {
            return x + 4;
        }

        default int m5(int x) {
            return m4(x) * 5;
        }

        default int m6(int x) {
            return m5(x) - 6;
        }

        default int m7(int x) {
            return m6(x) ^ 7;
        }

        default int m8(int x) {
            return m7(x) + m0(x);
        }
    }

    private interface Narrow {
        int narrow(int x);
    }

    private static class First implements Wide, Narrow {
        @Override
        public int m0(int x) {
            return x;
        }

        @Override
        public int m1(int x) {
            return x + 1;
        }

        @Override
        public int m2(int x) {
            return x + 2;
        }

        @Override
        public int m3(int x) {
            return x + 3;
        }

        @Override
        public int narrow(int x) {
            return -x;
        }
    }

    private static final class Second extends First {
        @Override
        public int m1(int x) {
            return x * 11;
        }

        @Override
        public int m8(int x) {
            return x ^ 88;
        }
    }

    private static final class Third extends First implements Comparable<Third> {
        @Override
        public int narrow(int x) {
            return x * 3;
        }

        @Override
        public int compareTo(Third other) {
            return 0;
        }
    }

    private static final class Fourth implements Narrow, Wide {
        @Override
        public int m0(int x) {
            return 40 + x;
        }

        @Override
        public int m1(int x) {
            return 41 - x;
        }

        @Override
        public int m2(int x) {
            return 42 * x;
        }

        @Override
        public int m3(int x) {
            return 43 ^ x;
        }

        @Override
        public int narrow(int x) {
            return x >> 1;
        }
    }

    private static final class Late extends First {
        @Override
        public int m5(int x) {
            return x - 555;
        }
    }

    private static int all(Wide w, int x) {
        return w.m0(x) + 3 * w.m1(x) + 5 * w.m2(x) + 7 * w.m3(x) + 11 * w.m4(x) + 13 * w.m5(x) + 17 * w.m6(x) + 19 * w.m7(x) + 23 * w.m8(x);
    }

    private static int narrow(Object o, int x) {
        return ((Narrow) o).narrow(x);
    }

    private static int run(List<First> receivers, int calls) {
        int sum = 0;
        for (int i = 0; i < calls; i++) {
            First receiver = receivers.get(i % receivers.size());
            sum = 31 * sum + all(receiver, i) + narrow(receiver, i);
        }
        return sum;
    }

    private static int store(Object[] from, Object[] to) {
        int refused = 0;
        for (int i = 0; i < from.length; i++) {
            try {
                to[i & 3] = from[i];
            } catch (ArrayStoreException e) {
                refused++;
            }
        }
        return refused;
    }

    public static void main(String[] arguments) {
        List<First> receivers = new ArrayList<>(List.of(new First(), new Second(), new Third(), new First() {
            @Override
            public int m3(int x) {
                return 333;
            }
        }));
        System.out.println(run(receivers, 100_000));
        receivers.add(new Late());
        System.out.println(run(receivers, 100_000));
        int sum = 0;
        Wide[] wide = {new Fourth(), new First(), new Second(), new Third(), new Late()};
        for (int i = 0; i < 100_000; i++) {
            sum = 31 * sum + all(wide[i % wide.length], i) + narrow(wide[i % 3], i);
        }
        System.out.println(sum);
        try {
            System.out.println(narrow("no", 1));
        } catch (ClassCastException e) {
            System.out.println("not a Narrow");
        }

        Object[] objects = new Object[1000];
        for (int i = 0; i < objects.length; i++) {
            objects[i] = i % 7 == 6 ? "text" : i % 7 == 5 ? Integer.valueOf(i) : wide[i % 5];
        }
        int refused = 0;
        for (int i = 0; i < 200; i++) {
            refused += store(objects, new Wide[4]) + 3 * store(objects, new Narrow[4]) + 5 * store(objects, new Comparable<?>[4]) + 7 * store(objects, new Object[4]);
        }
        System.out.println(refused);
    }
}

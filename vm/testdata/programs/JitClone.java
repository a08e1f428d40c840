import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.TreeMap;

/**
 * Object.clone and questions about classes in compiled code: arrays, objects of one and of several classes with fields of
 * all sizes, locked ones and ones with an identity hash, classes that are not Cloneable, and objects with a finalizer.
 */
public class JitClone {
    static class Base implements Cloneable {
        byte b = 1;
        Object o = "base";

        Base copy() {
            try {
                return (Base) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }

        long sum() { return b + o.hashCode() % 1000; }
    }

    static class Wide extends Base {
        long l = 1L << 40;
        double d = 0.5;
        int[] shared = {1, 2, 3};
        @Override long sum() { return super.sum() + l + (long) (d * 2) + shared.length + shared[0]; }
    }

    static class Odd extends Wide {
        short s = 7;
        char c = 'c';
        boolean z = true;
        @Override long sum() { return super.sum() + s + c + (z ? 1 : 0); }
    }

    static class Fieldless extends Base {
        @Override Base copy() {
            try {
                return (Base) super.clone();
            } catch (CloneNotSupportedException e) {
                return null;
            }
        }
    }

    static class Stubborn {
        int n = 3;
        Object copy() throws CloneNotSupportedException { return clone(); }
    }

    static class Willing extends Stubborn implements Cloneable { }

    static int finalized;

    @SuppressWarnings("removal")
    static class Finalized implements Cloneable {
        Object copy() throws CloneNotSupportedException { return clone(); }
        @Override protected void finalize() {
            synchronized (JitClone.class) {
                finalized++;
            }
        }
    }

    static Object tryCopy(Stubborn s) {
        try {
            return s.copy();
        } catch (CloneNotSupportedException e) {
            return e.getMessage();
        }
    }

    static int dropped(int n) throws CloneNotSupportedException {
        int made = 0;
        for (int i = 0; i < n; i++) {
            Finalized f = new Finalized();
            made += f.copy() != f ? 2 : 1;
        }
        return made;
    }

    static int questions(Class<?> c) {
        return (c.isPrimitive() ? 1 : 0) + (c.isArray() ? 2 : 0) + (c.isInterface() ? 4 : 0);
    }

    static int constants() {
        return questions(int.class) + 8 * questions(void.class) + 64 * questions(int[].class) + 512 * questions(Runnable.class)
            + 4096 * questions(String[][].class) + 32768 * questions(Override.class) + 262144 * questions(JitClone.class);
    }

    public static void main(String[] args) throws Exception {
        Base[] kinds = {new Base(), new Wide(), new Odd(), new Fieldless()};
        long sum = 0;
        for (int i = 0; i < 60000; i++) {
            Base from = kinds[i % kinds.length];
            Base to = from.copy();
            if (to == from || to.getClass() != from.getClass()) {
                throw new AssertionError(from + " " + to);
            }
            to.b++;
            if (to instanceof Wide w) {
                w.l++;
                w.shared[0] = i % 5;
            }
            if (i % 1000 < 4) {
                kinds[i % kinds.length] = to;
            }
            sum += to.sum() + from.sum();
        }
        System.out.println(sum);

        // Neither a lock nor an identity hash goes with the copy.
        int same = 0;
        for (int i = 0; i < 20000; i++) {
            Wide from = new Wide();
            int hash = System.identityHashCode(from);
            synchronized (from) {
                Base to = from.copy();
                same += System.identityHashCode(to) == hash ? 1 : 0;
                if (Thread.holdsLock(to)) {
                    throw new AssertionError();
                }
            }
        }
        System.out.println(same < 10);

        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20000; i++) {
            Object copied = tryCopy(i % 100 == 0 ? new Stubborn() : new Willing());
            text.append(copied instanceof Willing w ? "w" + w.n : copied);
        }
        System.out.println(text.length() + " " + text.substring(0, 40));

        long total = 0;
        ArrayList<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4));
        HashMap<String, Integer> map = new HashMap<>();
        TreeMap<String, Integer> tree = new TreeMap<>();
        for (int i = 0; i < 20000; i++) {
            List<?> l = (List<?>) list.clone();
            list.set(i % 4, i);
            map.put("k" + i % 10, i);
            tree.put("k" + i % 7, i);
            total += l.size() + (int) (Integer) l.get(i % 4) + ((HashMap<?, ?>) map.clone()).size() + ((TreeMap<?, ?>) tree.clone()).size();
        }
        System.out.println(total);

        int[][] grid = {{1, 2}, {3}, {}};
        String[] words = {"a", null};
        byte[] large = new byte[5000];
        for (int i = 0; i < 20000; i++) {
            int[][] g = grid.clone();
            int[] row = g[i % 3].clone();
            String[] w = words.clone();
            total += g.length + row.length + Arrays.hashCode(row) + (w[1] == null ? 1 : 0) + (i % 50 == 0 ? large.clone().length : 0);
        }
        System.out.println(total);

        int asked = 0;
        Class<?>[] classes = {int.class, int[].class, Runnable.class, String.class};
        for (int i = 0; i < 20000; i++) {
            asked += constants() + questions(classes[i % classes.length]);
        }
        System.out.println(asked + " " + constants());

        int made = 0;
        for (int i = 0; i < 200; i++) {
            made += dropped(10);
        }
        for (int i = 0; i < 100 && finalized < made; i++) {
            System.gc();
            System.runFinalization();
            Thread.sleep(10);
        }
        System.out.println(made + " " + (finalized >= made - 10));
    }
}

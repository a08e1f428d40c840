/** Objects that need not be made, and whose fields refer to such objects until a loop changes them. */
public class TierVirtual {
    static class Chain {
        Chain active = this;
        final Chain parent;
        int length;

        Chain(Chain parent) {
            this.parent = parent;
        }

        void enter() {
            active = new Chain(active);
        }

        int leave() {
            int left = 0;
            while (active.parent != null) {
                active.parent.length += active.length + 1;
                active = active.parent;
                left++;
            }
            return left;
        }
    }

    /** The object itself stands in its field until the loop begins. */
    static int itself(int depth) {
        Chain chain = new Chain(null);
        for (int i = 0; i < depth; i++) {
            chain.enter();
        }
        return chain.leave() * 100 + chain.length;
    }

    static class Box {
        Object held;
        int changes;

        Box(Object held) {
            this.held = held;
        }
    }

    /** Another such object does, on one way only. */
    static int another(int rounds) {
        Box inner = new Box(null);
        Box outer = new Box(inner);
        for (int i = 0; i < rounds; i++) {
            if (i % 3 == 2) {
                outer.held = outer.held == inner ? null : inner;
                outer.changes++;
            }
        }
        return (outer.held == inner ? 1000 : outer.held == null ? 2000 : 3000) + outer.changes;
    }

    /** Two of them change places. */
    static int swapped(int rounds) {
        Box first = new Box(null);
        Box second = new Box(first);
        first.held = second;
        for (int i = 0; i < rounds; i++) {
            Object held = first.held;
            first.held = second.held;
            second.held = held;
            first.changes += first.held == first ? 1 : 0;
        }
        return first.changes * 10 + (second.held == second ? 1 : 0);
    }

    public static void main(String[] arguments) {
        int sum = 0;
        for (int i = 0; i < 30_000; i++) {
            sum = sum * 31 + itself(i % 4) + another(i % 7) + swapped(i % 5);
        }
        System.out.println(sum);
        System.out.println(itself(0) + " " + itself(3) + " " + another(2) + " " + another(3) + " " + another(6) + " " + swapped(4) + " " + swapped(5));
    }
}

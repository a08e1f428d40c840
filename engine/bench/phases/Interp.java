import java.util.*;
import java.util.function.*;

/** Interpreters and dispatch: an expression tree, a stack machine, visitors, closures, events, a cache. */
final class Interp {
    interface Expr { int eval(int[] env); }
    record Const(int v) implements Expr { public int eval(int[] e) { return v; } }
    record Var(int i) implements Expr { public int eval(int[] e) { return e[i]; } }
    record Add(Expr l, Expr r) implements Expr { public int eval(int[] e) { return l.eval(e) + r.eval(e); } }
    record Mul(Expr l, Expr r) implements Expr { public int eval(int[] e) { return l.eval(e) * r.eval(e); } }
    record If(Expr c, Expr t, Expr f) implements Expr { public int eval(int[] e) { return c.eval(e) > 0 ? t.eval(e) : f.eval(e); } }

    interface Visitor<R> { R circle(Circle c); R rect(Rect r); R group(Group g); }
    static abstract class Shape { abstract <R> R accept(Visitor<R> v); }
    static final class Circle extends Shape { final double r; Circle(double r) { this.r = r; } <R> R accept(Visitor<R> v) { return v.circle(this); } }
    static final class Rect extends Shape { final double w, h; Rect(double w, double h) { this.w = w; this.h = h; } <R> R accept(Visitor<R> v) { return v.rect(this); } }
    static final class Group extends Shape { final List<Shape> parts = new ArrayList<>(); <R> R accept(Visitor<R> v) { return v.group(this); } }
    static final class Area implements Visitor<Double> {
        public Double circle(Circle c) { return Math.PI * c.r * c.r; }
        public Double rect(Rect r) { return r.w * r.h; }
        public Double group(Group g) { double s = 0; for (Shape p : g.parts) s += p.accept(this); return s; }
    }

    public static void main(String[] a) {
        for (Phases p = new Phases(a); p.again();) {
            p.start("tree"); p.end(tree());
            p.start("machine"); p.end(machine());
            p.start("shapes"); p.end(shapes());
            p.start("closures"); p.end(closures());
            p.start("events"); p.end(events());
            p.start("cache"); p.end(cache());
        }
    }

    static Expr make(Random r, int depth) {
        if (depth == 0) return r.nextBoolean() ? new Const(r.nextInt(10)) : new Var(r.nextInt(4));
        return switch (r.nextInt(3)) {
            case 0 -> new Add(make(r, depth - 1), make(r, depth - 1));
            case 1 -> new Mul(make(r, depth - 1), make(r, depth - 1));
            default -> new If(make(r, depth - 1), make(r, depth - 1), make(r, depth - 1));
        };
    }
    static long tree() {
        Expr e = make(new Random(12), 9);
        int[] env = new int[4];
        long n = 0;
        for (int i = 0; i < 12000; i++) {
            env[i % 4] = i % 5 - 2;
            n += e.eval(env);
        }
        return n;
    }

    static long machine() {
        int[] code = {0, 0, 1, 1, 0, 100, 7, 24, 2, 1, 0, 0, 3, 4, 0, 3, 1, 0, 2, 1, 1, 1, 8, 4, 9};
        long total = 0;
        for (int run = 0; run < 45000; run++) {
            int[] stack = new int[16], locals = new int[4];
            int sp = 0, pc = 0, acc = run % 9;
            loop:
            while (true) {
                switch (code[pc++]) {
                    case 0: stack[sp++] = locals[code[pc++] & 3]; break;
                    case 1: stack[sp++] = code[pc++]; break;
                    case 2: locals[code[pc++] & 3]++; break;
                    case 3: acc += sp > 0 ? stack[--sp] : 1; break;
                    case 4: acc ^= locals[code[pc++] & 3]; break;
                    case 7: if (locals[1] > 100) break loop; pc++; break;
                    case 8: locals[1] += 3; pc = 6; sp = 0; break;
                    case 9: break loop;
                    default: pc++;
                }
                if (sp > 12) sp = 0;
                if (pc >= code.length) pc = 6;
                if (acc > 1 << 20) break;
                locals[1]++;
            }
            total += acc;
        }
        return total;
    }

    static long shapes() {
        Group all = new Group();
        for (int i = 0; i < 60; i++) {
            Group g = new Group();
            for (int j = 0; j < 20; j++) g.parts.add((i + j * 7) % 3 == 0 ? new Circle(j) : new Rect(i, j));
            all.parts.add(g);
        }
        double sum = 0;
        Area area = new Area();
        for (int i = 0; i < 6000; i++) sum += all.accept(area);
        return (long) sum;
    }

    static long closures() {
        Function<Integer, Integer> f = x -> x + 1;
        for (int i = 0; i < 6; i++) {
            int k = i;
            f = k % 2 == 0 ? f.andThen(x -> x * 3 % 1000) : f.compose(x -> x - k);
        }
        IntUnaryOperator g = x -> x ^ 5;
        IntUnaryOperator h = g.andThen(x -> x + 2).compose(x -> x * 7);
        long n = 0;
        for (int i = 0; i < 3000000; i++) n += f.apply(i % 500) + h.applyAsInt(i);
        return n;
    }

    interface Listener { void on(String kind, int value); }
    static long events() {
        long[] sums = new long[8];
        Map<String, List<Listener>> listeners = new HashMap<>();
        String[] kinds = {"open", "close", "move", "resize", "click"};
        for (String k : kinds) {
            List<Listener> l = new ArrayList<>();
            for (int i = 0; i < 4; i++) { int slot = i; l.add((kind, value) -> sums[slot] += value + kind.length()); }
            listeners.put(k, l);
        }
        for (int i = 0; i < 3000000; i++) {
            String k = kinds[i % 5];
            for (Listener l : listeners.get(k)) l.on(k, i);
        }
        return sums[0] + sums[3];
    }

    static long cache() {
        Map<Integer, String> lru = new LinkedHashMap<>(16, 0.75f, true) {
            @Override protected boolean removeEldestEntry(Map.Entry<Integer, String> e) { return size() > 2000; }
        };
        Random r = new Random(3);
        long hits = 0;
        for (int i = 0; i < 1200000; i++) {
            int k = (int) (Math.abs(r.nextGaussian()) * 1200);
            String s = lru.get(k);
            if (s != null) hits++; else lru.put(k, "v" + k);
        }
        return hits;
    }
}

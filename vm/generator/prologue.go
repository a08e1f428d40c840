package generator

// prologue are the members that all programs have: fuel, checksum, prints,
// exceptions and some generic classes and methods. The reducer removes what a
// program does not need. What follows references takes a depth, since objects and
// arrays may form circles.
var prologue = []string{
	`static final int FUEL = 1500;`,
	`static final int CALL = 10;`,
	`static int fuel = FUEL;`,
	`static int printed;`,
	`static long checksum = 17;`,
	`static boolean batch;`,
	`static boolean burn() { return fuel > 0 && --fuel > 0; }`,
	`static boolean burnt() { return fuel <= 0 || (fuel -= CALL) <= 0; }`,
	`static void mix(int v) { checksum = checksum * 31 + v; }`,
	`static void mix(long v) { checksum = checksum * 37 + (v ^ v >>> 29); }`,
	`static void mix(boolean v) { checksum = checksum * 41 + (v ? 1 : 2); }`,
	`static void mix(char v) { checksum = checksum * 43 + v; }`,
	`static void mix(float v) { mix(Float.floatToIntBits(v)); }`,
	`static void mix(double v) { mix(Double.doubleToLongBits(v)); }`,
	`static void mix(Object v) { mix(show(v).hashCode()); }`,
	`static String show(Object v) { return show(v, 4); }`,
	`static String show(Object v, int depth) {
if (v instanceof Thing) return v.getClass().getName() + ":" + state(v, depth);
if (v instanceof Object[] a) return depth <= 0 ? "[]" : Arrays.stream(a).map(e -> show(e, depth - 1)).collect(Collectors.joining(",", "[", "]"));
if (v instanceof int[] a) return Arrays.toString(a);
if (v instanceof long[] a) return Arrays.toString(a);
if (v instanceof byte[] a) return Arrays.toString(a);
if (v instanceof short[] a) return Arrays.toString(a);
if (v instanceof char[] a) return Arrays.toString(a);
if (v instanceof boolean[] a) return Arrays.toString(a);
if (v instanceof float[] a) return Arrays.toString(a);
if (v instanceof double[] a) return Arrays.toString(a);
return String.valueOf(v);
}`,
	`static void print(String what, Object v) {
if (printed++ < 60) System.out.println(what + " " + show(v));
}`,
	`static void note(Throwable t) {
String text = t.getClass().getName() + ": " + t.getMessage();
mix(text.hashCode());
StackTraceElement[] frames = t.getStackTrace();
for (int i = 0; i < frames.length && i < 3; i++) mix(frames[i].toString().hashCode());
if (printed++ < 60) System.out.println(text);
for (Throwable s : t.getSuppressed()) note(s);
if (t.getCause() != null && t.getCause() != t) note(t.getCause());
}`,
	`static String clip(String s) { return s == null || s.length() <= 40 ? s : s.substring(0, 40); }`,
	`static int state(Object v, int depth) { return v instanceof Thing t ? depth <= 0 ? 7 : t.state(depth - 1) : show(v, depth).hashCode(); }`,
	`static <T> T or(T v, T otherwise) { return v == null ? otherwise : v; }`,
	`static <T> T same(T v) { return v; }`,
	`static <T extends Comparable<T>> T larger(T a, T b) { return a.compareTo(b) >= 0 ? a : b; }`,
	`static int total(int... values) { int sum = 0; for (int v : values) sum += v; return sum; }`,
	`static String joined(String first, Object... rest) { return clip(first + rest.length + show(rest)); }`,
	`static void exit(int status) { if (batch) throw new Exit(status); System.exit(status); }`,
	`static int mayThrow(int v) throws Checked { if ((v & 3) == 0) throw new Checked(v); return v; }`,
	`interface Thing { int state(int depth); }`,
	`static class Exit extends Error { Exit(int status) { super("exit " + status); } }`,
	`static class Checked extends Exception { Checked(int code) { super("checked " + code); } }`,
	`static class Unchecked extends RuntimeException {
final int code;
Unchecked(int code) { super("unchecked " + code); this.code = code; }
}`,
	`static class Special extends Unchecked { Special(int code) { super(code + 1); initCause(new Checked(code)); } }`,
	`static class Resource implements AutoCloseable {
final int id;
Resource(int id) { this.id = id; mix(id); if (id % 5 == 0) throw new Unchecked(id); }
public void close() { mix(id + 1); if (id % 3 == 0) throw new Special(id); }
}`,
	`static void join(Thread t) {
try {
t.join();
} catch (InterruptedException e) {
note(e);
}
}`,
	`abstract static class Operation<A, B> {
abstract B apply(A a);
B twice(A a) { mix(apply(a)); return apply(a); }
}`,
	`static class Cell<T> implements Thing {
T value;
Cell(T value) { this.value = value; }
T get() { return value; }
<R> Cell<R> map(Function<? super T, ? extends R> f) { return new Cell<>(f.apply(value)); }
public int state(int depth) { return 5 + @P.state(value, depth); }
}`,
	`static int initialised(String name) { print("initialise", name); return name.length(); }`,
	`static String overloaded(int v) { return "int"; }`,
	`static String overloaded(long v) { return "long"; }`,
	`static String overloaded(double v) { return "double"; }`,
	`static String overloaded(Integer v) { return "Integer"; }`,
	`static String overloaded(Object v) { return "Object"; }`,
	`static String overloaded(Thing v) { return "Thing"; }`,
	`static String overloaded(int... v) { return "int..."; }`,
	`sealed interface Tree permits Leaf, Pair { }`,
	`record Leaf(int value) implements Tree { }`,
	`record Pair(Tree left, Tree right) implements Tree { }`,
	`static Tree grow(int seed, int depth) {
return depth <= 0 || (seed & 7) == 0 ? new Leaf(seed) : new Pair(grow(seed * 5 + 1, depth - 1), grow(seed * 3 + 7, depth - 1));
}`,
	`static int fold(Tree tree, IntBinaryOperator operator) {
if (tree instanceof Leaf leaf) return leaf.value();
if (tree instanceof Pair p && p.left() instanceof Leaf left) return operator.applyAsInt(left.value(), fold(p.right(), operator));
Pair pair = (Pair) tree;
return operator.applyAsInt(fold(pair.left(), operator), fold(pair.right(), operator));
}`,
	`static class Hidden {
int x = 1;
static String name() { return "Hidden"; }
int get() { return x; }
int call() { return get(); }
}`,
	`static class Hiding extends Hidden {
int x;
Hiding(int x) { this.x = x; super.x += x; }
static String name() { return "Hiding"; }
int get() { return x * 31 + super.x + super.get(); }
class Deep {
int x = Hiding.this.x + 1;
int sum() { return x + Hiding.this.x + Hiding.super.get(); }
}
}`,
	`static class Range implements Iterable<Integer> {
final int from, to;
Range(int from, int to) { this.from = from; this.to = to; }
public Iterator<Integer> iterator() {
return new Iterator<>() {
int next = from;
public boolean hasNext() { return next < to && burn(); }
public Integer next() { return next++; }
};
}
}`,
	`static void turns(int[] state, int mine) {
synchronized (state) {
for (int i = 0; i < 5; i++) {
while ((state[0] & 1) != mine) {
try {
state.wait();
} catch (InterruptedException e) {
note(e);
}
}
state[0]++;
state[1] = state[1] * 31 + mine;
state.notifyAll();
}
}
}`,
}

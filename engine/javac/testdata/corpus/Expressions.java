package corpus;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;

/** A recursive-descent parser and evaluator: sealed types, patterns, an enum with code. */
class Expressions {
    sealed interface Node permits Num, Bin, Neg, Var { double eval(Map<String, Double> env); }
    record Num(double value) implements Node { public double eval(Map<String, Double> env) { return value(); } }
    record Neg(Node of) implements Node { public double eval(Map<String, Double> env) { return -of.eval(env); } }
    record Var(String name) implements Node {
        Var { name = name.trim().intern(); }
        public double eval(Map<String, Double> env) {
            return Optional.ofNullable(env.get(name)).orElseThrow(() -> new IllegalStateException("unbound " + name.toUpperCase()));
        }
    }
    record Bin(Op op, Node left, Node right) implements Node {
        public double eval(Map<String, Double> env) { return op.applyAsDouble(left.eval(env), right().eval(env)); }
    }
    enum Op implements DoubleBinaryOperator {
        ADD('+') { public double applyAsDouble(double a, double b) { return a + b; } },
        SUB('-') { public double applyAsDouble(double a, double b) { return Double.sum(a, -b); } },
        MUL('*') { public double applyAsDouble(double a, double b) { return Math.fma(a, b, 0); } },
        DIV('/') { public double applyAsDouble(double a, double b) { if (b == 0) throw new ArithmeticException(name()); return a / b; } };
        final char symbol;
        private static final Map<Character, Op> BY_SYMBOL = new HashMap<>();
        static { for (Op op : values()) BY_SYMBOL.put(op.symbol, op); }
        Op(char symbol) { this.symbol = symbol; }
        static Op of(char c) { return BY_SYMBOL.get(c); }
    }

    private final String text;
    private int at;
    private final Deque<String> trace = new ArrayDeque<>() {{ push("start"); addLast(String.valueOf(size())); }};

    Expressions(String text) { this.text = text; }

    Node sum() {
        Node left = product();
        for (char c; at < text.length() && ((c = text.charAt(at)) == '+' || c == '-'); ) { at++; left = new Bin(Op.of(c), left, product()); }
        return left;
    }

    Node product() {
        Node left = atom();
        while (at < text.length() && "*/".indexOf(text.charAt(at)) >= 0) left = new Bin(Op.of(text.charAt(at++)), left, atom());
        return left;
    }

    Node atom() {
        trace.push("atom@" + at);
        char c = text.charAt(at++);
        return switch (c) {
            case '(' -> { Node inner = sum(); at++; yield inner; }
            case '-' -> new Neg(atom());
            default -> Character.isDigit(c) ? new Num(Character.getNumericValue(c)) : new Var(String.valueOf(c));
        };
    }

    static String show(Node n) {
        if (n instanceof Bin b) return "(" + show(b.left()) + b.op().symbol + show(b.right) + ")";
        if (!(n instanceof Num num)) return n.toString();
        return Double.toString(num.value());
    }

    public static void main(String[] args) {
        Node n = new Expressions("1+2*(x-3)/-2").sum();
        System.out.println(show(n) + " = " + n.eval(Map.of("x", 7.0)));
    }
}

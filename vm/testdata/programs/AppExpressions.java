import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** An expression language: lexer, Pratt parser, sealed tree, visitor, simplifier, derivative, compiler to a stack machine. */
public class AppExpressions {
    sealed interface Expr permits Num, Var, Unary, Binary, Call {
        <R> R accept(Visitor<R> v);
    }

    record Num(double value) implements Expr {
        public <R> R accept(Visitor<R> v) {
            return v.num(this);
        }
    }

    record Var(String name) implements Expr {
        public <R> R accept(Visitor<R> v) {
            return v.var(this);
        }
    }

    record Unary(char op, Expr arg) implements Expr {
        public <R> R accept(Visitor<R> v) {
            return v.unary(this);
        }
    }

    record Binary(Op op, Expr left, Expr right) implements Expr {
        public <R> R accept(Visitor<R> v) {
            return v.binary(this);
        }
    }

    record Call(Fn fn, List<Expr> args) implements Expr {
        Call {
            if (args.size() != fn.arity) {
                throw new ParseError(fn + " takes " + fn.arity + " arguments, not " + args.size(), -1);
            }
            args = List.copyOf(args);
        }

        public <R> R accept(Visitor<R> v) {
            return v.call(this);
        }
    }

    interface Visitor<R> {
        R num(Num n);

        R var(Var v);

        R unary(Unary u);

        R binary(Binary b);

        R call(Call c);
    }

    enum Op implements DoubleBinaryOperator {
        ADD('+', 1, false) {
            public double applyAsDouble(double a, double b) {
                return a + b;
            }
        },
        SUB('-', 1, false) {
            public double applyAsDouble(double a, double b) {
                return a - b;
            }
        },
        MUL('*', 2, false) {
            public double applyAsDouble(double a, double b) {
                return a * b;
            }
        },
        DIV('/', 2, false) {
            public double applyAsDouble(double a, double b) {
                return a / b;
            }
        },
        POW('^', 4, true) {
            public double applyAsDouble(double a, double b) {
                return Math.pow(a, b);
            }
        };

        final char symbol;
        final int precedence;
        final boolean right;

        Op(char symbol, int precedence, boolean right) {
            this.symbol = symbol;
            this.precedence = precedence;
            this.right = right;
        }

        static Op of(char c) {
            for (Op o : values()) {
                if (o.symbol == c) {
                    return o;
                }
            }
            return null;
        }
    }

    enum Fn {
        SIN(1, Math::sin), SQRT(1, Math::sqrt), ABS(1, Math::abs), MAX(2, null);

        final int arity;
        final DoubleUnaryOperator one;

        Fn(int arity, DoubleUnaryOperator one) {
            this.arity = arity;
            this.one = one;
        }
    }

    static class ParseError extends RuntimeException {
        private static final long serialVersionUID = 1;
        final int at;

        ParseError(String message, int at) {
            super(at < 0 ? message : message + " at " + at);
            this.at = at;
        }
    }

    static class Parser {
        final String text;
        int at;

        Parser(String text) {
            this.text = text;
        }

        char peek() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return at < text.length() ? text.charAt(at) : '\0';
        }

        Expr all() {
            Expr e = expression(0);
            if (peek() != '\0') {
                throw new ParseError("unexpected '" + peek() + "'", at);
            }
            return e;
        }

        Expr expression(int least) {
            Expr left = prefix();
            for (Op op; (op = Op.of(peek())) != null && op.precedence >= least;) {
                at++;
                left = new Binary(op, left, expression(op.right ? op.precedence : op.precedence + 1));
            }
            return left;
        }

        Expr prefix() {
            char c = peek();
            int start = at;
            if (c == '-' || c == '+') {
                at++;
                return new Unary(c, expression(3));
            } else if (c == '(') {
                at++;
                Expr e = expression(0);
                expect(')');
                return e;
            } else if (Character.isDigit(c) || c == '.') {
                while (at < text.length() && (Character.isDigit(text.charAt(at)) || "e.".indexOf(text.charAt(at)) >= 0)) {
                    at++;
                }
                return new Num(Double.parseDouble(text.substring(start, at)));
            } else if (Character.isJavaIdentifierStart(c) && c != 0) {
                while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
                    at++;
                }
                String name = text.substring(start, at);
                return peek() == '(' ? call(name) : new Var(name);
            }
            throw new ParseError(c == 0 ? "unexpected end" : "unexpected '" + c + "'", at);
        }

        Expr call(String name) {
            at++;
            List<Expr> args = new ArrayList<>();
            if (peek() != ')') {
                do {
                    args.add(expression(0));
                } while (peek() == ',' && at++ >= 0);
            }
            expect(')');
            return new Call(Fn.valueOf(name.toUpperCase()), args);
        }

        void expect(char c) {
            if (peek() != c) {
                throw new ParseError("expected '" + c + "'", at);
            }
            at++;
        }
    }

    static Expr simplify(Expr e) {
        if (e instanceof Unary u) {
            Expr a = simplify(u.arg());
            return u.op() == '+' ? a : a instanceof Num n ? new Num(-n.value()) : a instanceof Unary v && v.op() == '-' ? v.arg() : new Unary('-', a);
        }
        if (e instanceof Binary b) {
            Expr l = simplify(b.left()), r = simplify(b.right());
            if (l instanceof Num x && r instanceof Num y) {
                return new Num(b.op().applyAsDouble(x.value(), y.value()));
            }
            Num zero = new Num(0), one = new Num(1);
            return switch (b.op()) {
                case ADD -> l.equals(zero) ? r : r.equals(zero) ? l : new Binary(Op.ADD, l, r);
                case SUB -> r.equals(zero) ? l : l.equals(r) ? zero : new Binary(Op.SUB, l, r);
                case MUL -> l.equals(zero) || r.equals(zero) ? zero : l.equals(one) ? r : r.equals(one) ? l : new Binary(Op.MUL, l, r);
                case DIV -> r.equals(one) ? l : new Binary(Op.DIV, l, r);
                case POW -> r.equals(one) ? l : r.equals(zero) ? one : new Binary(Op.POW, l, r);
            };
        }
        return e instanceof Call c ? new Call(c.fn(), c.args().stream().map(AppExpressions::simplify).toList()) : e;
    }

    static Expr derive(Expr e, String x) {
        if (e instanceof Num) {
            return new Num(0);
        } else if (e instanceof Var v) {
            return new Num(v.name().equals(x) ? 1 : 0);
        } else if (e instanceof Unary u) {
            return new Unary(u.op(), derive(u.arg(), x));
        } else if (e instanceof Binary b) {
            Expr l = b.left(), r = b.right(), dl = derive(l, x), dr = derive(r, x);
            switch (b.op()) {
                case ADD, SUB:
                    return new Binary(b.op(), dl, dr);
                case MUL:
                    return new Binary(Op.ADD, new Binary(Op.MUL, dl, r), new Binary(Op.MUL, l, dr));
                case DIV:
                    return new Binary(Op.DIV, new Binary(Op.SUB, new Binary(Op.MUL, dl, r), new Binary(Op.MUL, l, dr)), new Binary(Op.POW, r, new Num(2)));
                default:
                    return new Binary(Op.MUL, new Binary(Op.MUL, r, new Binary(Op.POW, l, new Binary(Op.SUB, r, new Num(1)))), dl);
            }
        }
        throw new UnsupportedOperationException("derivative of " + e);
    }

    static class Printer implements Visitor<String> {
        public String num(Num n) {
            return n.value() == Math.rint(n.value()) && !Double.isInfinite(n.value()) ? Long.toString((long) n.value()) : Double.toString(n.value());
        }

        public String var(Var v) {
            return v.name();
        }

        public String unary(Unary u) {
            return u.op() + u.arg().accept(this);
        }

        public String binary(Binary b) {
            return "(" + b.left().accept(this) + b.op().symbol + b.right().accept(this) + ")";
        }

        public String call(Call c) {
            return c.fn().name().toLowerCase() + c.args().stream().map(a -> a.accept(this)).toList();
        }
    }

    static class Machine implements Visitor<Void> {
        final List<Runnable> code = new ArrayList<>();
        final Deque<Double> stack = new ArrayDeque<>();
        final Map<String, Double> memory = new TreeMap<>();

        public Void num(Num n) {
            code.add(() -> stack.push(n.value()));
            return null;
        }

        public Void var(Var v) {
            code.add(() -> stack.push(memory.computeIfAbsent(v.name(), name -> {
                throw new IllegalStateException("unbound " + name);
            })));
            return null;
        }

        public Void unary(Unary u) {
            u.arg().accept(this);
            if (u.op() == '-') {
                code.add(() -> stack.push(-stack.pop()));
            }
            return null;
        }

        public Void binary(Binary b) {
            b.right().accept(this);
            b.left().accept(this);
            code.add(() -> stack.push(b.op().applyAsDouble(stack.pop(), stack.pop())));
            return null;
        }

        public Void call(Call c) {
            c.args().forEach(a -> a.accept(this));
            code.add(() -> stack.push(c.fn().one == null ? Math.max(stack.pop(), stack.pop()) : c.fn().one.applyAsDouble(stack.pop())));
            return null;
        }
    }

    public static void main(String[] args) {
        for (String text : new String[] {"1+2*3", "2^3^2", "-2^2", "(1+x)*(1-x)/y", "sin(x)+max(1, sqrt(y*y))", "1e3/7 - .5", "x^3 + 2*x^2 - x*1 + 0", "1/0", "0*x+--3", "max(1)", "foo(1)", "(1", "1 $ 2", "", "1.2.3", "z", "abs(-3, 4)", "+ + +5"}) {
            try {
                Expr e = new Parser(text).all(), s = simplify(e);
                Machine m = new Machine();
                m.memory.putAll(Map.of("x", 2.5, "y", -4.0));
                e.accept(m);
                System.out.println(text + " => " + e.accept(new Printer()) + " ~ " + s.accept(new Printer()) + " #" + m.code.size());
                m.code.forEach(Runnable::run);
                System.out.println("  = " + m.stack + " " + (e.hashCode() == new Parser(text).all().hashCode()));
                System.out.println("  d " + simplify(derive(s, "x")).accept(new Printer()));
            } catch (ParseError e) {
                System.out.println(text + " !" + e.getMessage() + " " + e.at);
            } catch (RuntimeException e) {
                System.out.println(text + " ! " + e);
            }
        }
        System.out.println(new Parser("a+1*f").all());
    }
}

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Sealed hierarchies with pattern instanceof: an expression evaluator, simplifier and printer. */
public class ClassSealed {
    sealed interface Expr permits Num, Var, Binary, Neg {}

    record Num(double value) implements Expr {}

    record Var(String name) implements Expr {}

    record Neg(Expr inner) implements Expr {}

    static sealed abstract class Binary implements Expr permits Add, Mul, Pow {
        final Expr left, right;

        Binary(Expr left, Expr right) {
            this.left = left;
            this.right = right;
        }

        abstract char symbol();
    }

    static final class Add extends Binary {
        Add(Expr l, Expr r) {
            super(l, r);
        }

        @Override
        char symbol() {
            return '+';
        }
    }

    static final class Mul extends Binary {
        Mul(Expr l, Expr r) {
            super(l, r);
        }

        @Override
        char symbol() {
            return '*';
        }
    }

    static non-sealed class Pow extends Binary {
        Pow(Expr l, Expr r) {
            super(l, r);
        }

        @Override
        char symbol() {
            return '^';
        }
    }

    static class Square extends Pow {
        Square(Expr e) {
            super(e, new Num(2));
        }
    }

    static double eval(Expr e, double x) {
        if (e instanceof Num n) {
            return n.value();
        }
        if (e instanceof Var) {
            return x;
        }
        if (e instanceof Neg n) {
            return -eval(n.inner(), x);
        }
        if (e instanceof Square s) {
            double v = eval(s.left, x);
            return v * v;
        }
        if (e instanceof Binary b) {
            double l = eval(b.left, x), r = eval(b.right, x);
            return switch (b.symbol()) {
                case '+' -> l + r;
                case '*' -> l * r;
                case '^' -> {
                    double p = 1;
                    for (int i = 0; i < r; i++) {
                        p *= l;
                    }
                    yield p;
                }
                default -> throw new AssertionError();
            };
        }
        throw new AssertionError(e);
    }

    static Expr simplify(Expr e) {
        if (e instanceof Neg n && simplify(n.inner()) instanceof Num m) {
            return new Num(-m.value());
        }
        if (e instanceof Add a) {
            Expr l = simplify(a.left), r = simplify(a.right);
            if (l instanceof Num x && r instanceof Num y) {
                return new Num(x.value() + y.value());
            }
            if (l instanceof Num x && x.value() == 0) {
                return r;
            }
            return new Add(l, r);
        }
        if (e instanceof Mul m) {
            Expr l = simplify(m.left), r = simplify(m.right);
            if (l instanceof Num x && (x.value() == 0 || x.value() == 1)) {
                return x.value() == 0 ? x : r;
            }
            if (!(l instanceof Num) && r instanceof Num) {
                return new Mul(r, l);
            }
            return new Mul(l, r);
        }
        return e;
    }

    static Expr derive(Expr e) {
        if (e instanceof Num) {
            return new Num(0);
        } else if (e instanceof Var) {
            return new Num(1);
        } else if (e instanceof Neg n) {
            return new Neg(derive(n.inner()));
        } else if (e instanceof Add a) {
            return new Add(derive(a.left), derive(a.right));
        } else if (e instanceof Mul m) {
            return new Add(new Mul(derive(m.left), m.right), new Mul(m.left, derive(m.right)));
        } else if (e instanceof Pow p && p.right instanceof Num n) {
            return new Mul(new Mul(new Num(n.value()), new Pow(p.left, new Num(n.value() - 1))), derive(p.left));
        }
        throw new UnsupportedOperationException(show(e));
    }

    static String show(Expr e) {
        return e instanceof Num n ? String.valueOf(n.value()) : e instanceof Var v ? v.name() : e instanceof Neg n ? "-" + show(n.inner())
            : e instanceof Binary b ? "(" + show(b.left) + b.symbol() + show(b.right) + ")" : "?";
    }

    public static void main(String[] args) {
        Expr x = new Var("x");
        List<Expr> exprs = List.of(new Num(3), x, new Add(x, new Num(2)), new Mul(new Num(0), x), new Add(new Neg(new Num(4)), new Mul(x, new Num(5))),
            new Square(new Add(x, new Num(1))), new Pow(x, new Num(3)), new Mul(new Add(x, x), new Neg(x)));
        for (Expr e : exprs) {
            System.out.println(show(e) + " -> " + show(simplify(e)) + " at 3: " + eval(e, 3) + " derived " + show(simplify(derive(e))) + " = " + eval(derive(e), 3));
        }
        System.out.println(Expr.class.isSealed() + " " + Pow.class.isSealed() + " " + Arrays.stream(Expr.class.getPermittedSubclasses()).map(Class::getSimpleName).collect(Collectors.toList()));
        System.out.println(Arrays.stream(Binary.class.getPermittedSubclasses()).map(Class::getSimpleName).collect(Collectors.toList()) + " " + (Pow.class.getPermittedSubclasses() == null));
        try {
            derive(new Pow(x, x));
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new Neg(new Num(1)).equals(new Neg(new Num(1))) + " " + new Neg(new Num(1)));
    }
}

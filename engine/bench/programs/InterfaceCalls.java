/** Interface calls whose receivers implement several interfaces: a small machine that interprets expressions. */
public final class InterfaceCalls extends Harness {
    private static final int ROUNDS_PER_EXPRESSION = 8;

    /** An expression over one variable. */
    interface Expression {
        int value(int x);

        /** Tells a visitor of what kind this expression is. */
        int accept(Visitor visitor);
    }

    /** One operation per kind of expression. */
    interface Visitor {
        int constant(int value);

        int variable();

        int binary(Operator operator, Expression left, Expression right);
    }

    /** What a binary expression does with its operands. */
    interface Operator {
        int apply(int left, int right);
    }

    record Constant(int constant) implements Expression {
        @Override
        public int value(int x) {
            return constant;
        }

        @Override
        public int accept(Visitor visitor) {
            return visitor.constant(constant);
        }
    }

    static final class Variable implements Expression {
        @Override
        public int value(int x) {
            return x;
        }

        @Override
        public int accept(Visitor visitor) {
            return visitor.variable();
        }
    }

    record Binary(Operator operator, Expression left, Expression right) implements Expression {
        @Override
        public int value(int x) {
            return operator.apply(left.value(x), right.value(x));
        }

        @Override
        public int accept(Visitor visitor) {
            return visitor.binary(operator, left, right);
        }
    }

    static final class Plus implements Operator {
        @Override
        public int apply(int left, int right) {
            return left + right;
        }
    }

    static final class Minus implements Operator {
        @Override
        public int apply(int left, int right) {
            return left - right;
        }
    }

    static final class Times implements Operator {
        @Override
        public int apply(int left, int right) {
            return left * right;
        }
    }

    /** Evaluates as {@link Expression#value} does, but from outside. */
    static final class Evaluator implements Visitor {
        int x;

        @Override
        public int constant(int value) {
            return value;
        }

        @Override
        public int variable() {
            return x;
        }

        @Override
        public int binary(Operator operator, Expression left, Expression right) {
            return operator.apply(left.accept(this), right.accept(this));
        }
    }

    /** Counts the nodes of an expression. */
    static final class Counter implements Visitor {
        @Override
        public int constant(int value) {
            return 1;
        }

        @Override
        public int variable() {
            return 1;
        }

        @Override
        public int binary(Operator operator, Expression left, Expression right) {
            return 1 + left.accept(this) + right.accept(this);
        }
    }

    /** A full binary expression whose operators and leaves take turns. */
    static Expression build(int depth, int which) {
        if (depth == 0) {
            return which % 3 == 0 ? new Variable() : new Constant(which);
        }
        Operator operator = switch (which % 3) {
            case 0 -> new Plus();
            case 1 -> new Minus();
            default -> new Times();
        };
        return new Binary(operator, build(depth - 1, which + 1), build(depth - 1, which + 2));
    }

    @Override
    long run(int size) {
        Evaluator evaluator = new Evaluator();
        Visitor counter = new Counter();
        long result = 0;
        for (int i = 0; i < size; i++) {
            Expression expression = build(i % 7, i);
            result += expression.accept(counter);
            for (int x = 0; x < ROUNDS_PER_EXPRESSION; x++) {
                evaluator.x = x;
                int visited = expression.accept(evaluator);
                if (visited != expression.value(x)) {
                    throw new AssertionError("the evaluator disagrees with the expression");
                }
                result = result * 31 + visited;
            }
        }
        return result;
    }

    public static void main(String[] arguments) {
        new InterfaceCalls()
                .expect("tiny", 20, -5_672_210_316_209_205_414L)
                .expect("full", 5_000, -5_859_637_605_714_879_734L)
                .measure(arguments);
    }
}

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Object-oriented algorithms: an incremental solver of one-way constraints with
 * strengths, in the manner of Freeman-Benson and Maloney's DeltaBlue. Each
 * constraint in force computes one of its variables from the others; weaker ones
 * give way to stronger ones.
 */
public final class Constraints extends Harness {
    private static final int EDITS = 8;

    /** How much a constraint matters; the first is the strongest. */
    enum Strength {
        REQUIRED, PREFERRED, NORMAL, DEFAULT, WEAK;

        boolean isStrongerThan(Strength other) {
            return ordinal() < other.ordinal();
        }
    }

    static final class Variable {
        final List<Constraint> constraints = new ArrayList<>();
        Constraint definer;                // the constraint in force that computes this variable, or null
        Strength support = Strength.WEAK;  // the weakest constraint that would have to give way to change it
        int mark;
        int value;

        Variable(int value) {
            this.value = value;
        }
    }

    abstract static class Constraint {
        static final int NONE = -1;

        final Strength strength;
        final Variable[] variables;
        int output = NONE; // index of the variable that it computes when it is in force

        Constraint(Strength strength, Variable... variables) {
            this.strength = strength;
            this.variables = variables;
        }

        /** Whether this constraint can compute the variable with this index. */
        abstract boolean computes(int index);

        /** Computes the output from the other variables. */
        abstract void execute();

        /** The output that costs least to take over, among those not yet visited; NONE if all are too strong. */
        final int weakestOutput(int mark) {
            int best = NONE;
            Strength weakest = strength;
            for (int i = 0; i < variables.length; i++) {
                Variable variable = variables[i];
                if (computes(i) && variable.mark != mark && weakest.isStrongerThan(variable.support)) {
                    best = i;
                    weakest = variable.support;
                }
            }
            return best;
        }

        /** The support of the output: this constraint, or one upstream that could be turned instead. */
        final Strength outputSupport() {
            Strength support = strength;
            for (int i = 0; i < variables.length; i++) {
                if (i != output && computes(i) && support.isStrongerThan(variables[i].support)) {
                    support = variables[i].support;
                }
            }
            return support;
        }

        final Variable outputVariable() {
            return variables[output];
        }
    }

    /** Keeps a variable as it is. */
    static final class Stay extends Constraint {
        Stay(Strength strength, Variable variable) {
            super(strength, variable);
        }

        @Override
        boolean computes(int index) {
            return true;
        }

        @Override
        void execute() {}
    }

    /** Sets a variable to a value from outside. */
    static final class Edit extends Constraint {
        int value;

        Edit(Variable variable) {
            super(Strength.PREFERRED, variable);
            value = variable.value;
        }

        @Override
        boolean computes(int index) {
            return true;
        }

        @Override
        void execute() {
            outputVariable().value = value;
        }
    }

    /** Two variables are equal. */
    static final class Equal extends Constraint {
        Equal(Variable left, Variable right) {
            super(Strength.REQUIRED, left, right);
        }

        @Override
        boolean computes(int index) {
            return true;
        }

        @Override
        void execute() {
            outputVariable().value = variables[1 - output].value;
        }
    }

    /** target = source * factor + offset, where factor and offset are only read. */
    static final class Linear extends Constraint {
        private static final int SOURCE = 0, FACTOR = 1, OFFSET = 2, TARGET = 3;

        Linear(Variable source, Variable factor, Variable offset, Variable target) {
            super(Strength.REQUIRED, source, factor, offset, target);
        }

        @Override
        boolean computes(int index) {
            return index == SOURCE || index == TARGET;
        }

        @Override
        void execute() {
            int factor = variables[FACTOR].value, offset = variables[OFFSET].value;
            if (output == TARGET) {
                variables[TARGET].value = variables[SOURCE].value * factor + offset;
            } else {
                variables[SOURCE].value = (variables[TARGET].value - offset) / factor;
            }
        }
    }

    static final class Solver {
        private int mark;
        int enforced;

        void add(Constraint constraint) {
            for (Variable variable : constraint.variables) {
                variable.constraints.add(constraint);
            }
            mark++;
            for (Constraint next = constraint; next != null; ) {
                next = enforce(next);
            }
        }

        /** Puts a constraint in force if it can be, and returns the one that gave way to it, or null. */
        private Constraint enforce(Constraint constraint) {
            int output = constraint.weakestOutput(mark);
            if (output == Constraint.NONE) {
                if (constraint.strength == Strength.REQUIRED) {
                    throw new IllegalStateException("required constraints contradict each other");
                }
                return null;
            }
            enforced++;
            constraint.output = output;
            Variable variable = constraint.outputVariable();
            for (Variable input : constraint.variables) {
                input.mark = mark;
            }
            Constraint loser = variable.definer;
            if (loser != null) {
                loser.output = Constraint.NONE;
            }
            variable.definer = constraint;
            propagate(variable);
            return loser;
        }

        void remove(Constraint constraint) {
            for (Variable variable : constraint.variables) {
                variable.constraints.remove(constraint);
            }
            if (constraint.output == Constraint.NONE) {
                return;
            }
            Variable variable = constraint.outputVariable();
            constraint.output = Constraint.NONE;
            variable.definer = null;
            variable.support = Strength.WEAK;
            List<Constraint> waiting = propagate(variable);
            waiting.sort((left, right) -> left.strength.compareTo(right.strength));
            for (Constraint candidate : waiting) {
                if (candidate.output == Constraint.NONE) {
                    mark++;
                    for (Constraint next = candidate; next != null; ) {
                        next = enforce(next);
                    }
                }
            }
        }

        /** Recomputes everything downstream of a variable; returns the constraints met that are not in force. */
        private List<Constraint> propagate(Variable from) {
            List<Constraint> waiting = new ArrayList<>();
            Deque<Variable> pending = new ArrayDeque<>();
            pending.add(from);
            while (!pending.isEmpty()) {
                Variable variable = pending.poll();
                if (variable.definer != null) {
                    variable.support = variable.definer.outputSupport();
                    variable.definer.execute();
                }
                for (Constraint constraint : variable.constraints) {
                    if (constraint == variable.definer) {
                        continue;
                    }
                    if (constraint.output == Constraint.NONE) {
                        waiting.add(constraint);
                    } else {
                        pending.add(constraint.outputVariable());
                    }
                }
            }
            return waiting;
        }

        /** The constraints to execute, in order, whenever an edited variable changes. */
        List<Constraint> plan(Edit edit) {
            List<Constraint> plan = new ArrayList<>();
            Deque<Constraint> pending = new ArrayDeque<>();
            pending.add(edit);
            while (!pending.isEmpty()) {
                Constraint constraint = pending.poll();
                plan.add(constraint);
                Variable output = constraint.outputVariable();
                for (Constraint reader : output.constraints) {
                    if (reader != constraint && reader.output != Constraint.NONE && reader.outputVariable() != output) {
                        pending.add(reader);
                    }
                }
            }
            return plan;
        }

        /** Gives a variable several values, one after the other. */
        void edit(Variable variable, int firstValue) {
            Edit edit = new Edit(variable);
            add(edit);
            List<Constraint> plan = plan(edit);
            for (int i = 0; i < EDITS; i++) {
                edit.value = firstValue + i;
                for (Constraint constraint : plan) {
                    constraint.execute();
                }
            }
            remove(edit);
        }
    }

    /** A chain of equal variables, edited at its beginning and, against the strength of its end, in the middle. */
    static long chain(Solver solver, int length) {
        Variable[] variables = new Variable[length];
        for (int i = 0; i < length; i++) {
            variables[i] = new Variable(i);
            if (i > 0) {
                solver.add(new Equal(variables[i - 1], variables[i]));
            }
        }
        solver.add(new Stay(Strength.DEFAULT, variables[length - 1]));
        Variable first = variables[0], last = variables[length - 1];
        solver.edit(first, 100);
        require(last.value == 100 + EDITS - 1, "the end of the chain does not follow its beginning");
        solver.edit(variables[length / 2], 900);
        require(first.value == last.value && last.value == 900 + EDITS - 1, "the chain's ends differ");
        return first.value;
    }

    /** Pairs of variables that share a factor and an offset, edited on all sides. */
    static long projection(Solver solver, int pairs) {
        Variable factor = new Variable(3), offset = new Variable(1_000);
        solver.add(new Stay(Strength.NORMAL, factor));
        solver.add(new Stay(Strength.NORMAL, offset));
        Variable[] sources = new Variable[pairs], targets = new Variable[pairs];
        for (int i = 0; i < pairs; i++) {
            sources[i] = new Variable(i);
            targets[i] = new Variable(0);
            solver.add(new Stay(Strength.DEFAULT, sources[i]));
            solver.add(new Linear(sources[i], factor, offset, targets[i]));
            require(targets[i].value == 3 * i + 1_000, "a new target is wrong");
        }
        solver.edit(sources[0], 17);
        require(targets[0].value == 3 * (17 + EDITS - 1) + 1_000, "a target does not follow its source");
        solver.edit(targets[1], 1_500);
        require(sources[1].value == (1_500 + EDITS - 1 - 1_000) / 3, "a source does not follow its target");
        solver.edit(factor, 5);
        solver.edit(offset, 2_000);
        long sum = 0;
        for (int i = 0; i < pairs; i++) {
            require(targets[i].value == sources[i].value * factor.value + offset.value, "a target was forgotten");
            sum += targets[i].value;
        }
        return sum;
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }

    @Override
    long run(int size) {
        Solver solver = new Solver();
        long result = 0;
        for (int i = 0; i < size; i++) {
            result = result * 7 + chain(solver, 40 + i % 5) + projection(solver, 40 + i % 3);
        }
        return result * 31 + solver.enforced;
    }

    public static void main(String[] arguments) {
        new Constraints()
                .expect("tiny", 2, 23_104_656)
                .expect("full", 200, -4_890_304_350_826_770_177L)
                .measure(arguments);
    }
}

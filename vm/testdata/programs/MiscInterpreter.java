import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Interpreters: an esoteric tape machine, an expression evaluator with variables, and a small stack machine. */
public class MiscInterpreter {
    static String tape(String program, String input) {
        int[] jump = new int[program.length()];
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < program.length(); i++) {
            if (program.charAt(i) == '[') {
                open.push(i);
            } else if (program.charAt(i) == ']') {
                jump[i] = open.pop();
                jump[jump[i]] = i;
            }
        }
        byte[] cells = new byte[3000];
        int at = 0, in = 0;
        StringBuilder out = new StringBuilder();
        for (int pc = 0; pc < program.length(); pc++) {
            switch (program.charAt(pc)) {
                case '>' -> at++;
                case '<' -> at--;
                case '+' -> cells[at]++;
                case '-' -> cells[at]--;
                case '.' -> out.append((char) cells[at]);
                case ',' -> cells[at] = in < input.length() ? (byte) input.charAt(in++) : 0;
                case '[' -> pc = cells[at] == 0 ? jump[pc] : pc;
                case ']' -> pc = cells[at] != 0 ? jump[pc] : pc;
                default -> {
                }
            }
        }
        return out.toString();
    }

    static class Calculator {
        final Map<String, Double> variables = new HashMap<>(Map.of("pi", Math.PI));
        String text;
        int at;

        double run(String line) {
            text = line.replace(" ", "");
            at = 0;
            int equals = text.indexOf('=');
            String name = null;
            if (equals > 0 && text.substring(0, equals).chars().allMatch(Character::isLetter)) {
                name = text.substring(0, equals);
                at = equals + 1;
            }
            double v = sum();
            if (at != text.length()) {
                throw new IllegalArgumentException("unexpected '" + text.charAt(at) + "' at " + at);
            }
            if (name != null) {
                variables.put(name, v);
            }
            return v;
        }

        boolean eat(char c) {
            if (at < text.length() && text.charAt(at) == c) {
                at++;
                return true;
            }
            return false;
        }

        double sum() {
            double v = product();
            while (true) {
                if (eat('+')) {
                    v += product();
                } else if (eat('-')) {
                    v -= product();
                } else {
                    return v;
                }
            }
        }

        double product() {
            double v = power();
            while (true) {
                if (eat('*')) {
                    v *= power();
                } else if (eat('/')) {
                    v /= power();
                } else if (eat('%')) {
                    v %= power();
                } else {
                    return v;
                }
            }
        }

        double power() {
            double v = atom();
            return eat('^') ? Math.pow(v, power()) : v;
        }

        double atom() {
            if (eat('-')) {
                return -atom();
            }
            if (eat('(')) {
                double v = sum();
                if (!eat(')')) {
                    throw new IllegalArgumentException("missing )");
                }
                return v;
            }
            int start = at;
            while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '.')) {
                at++;
            }
            String token = text.substring(start, at);
            if (token.isEmpty()) {
                throw new IllegalArgumentException("nothing at " + at);
            }
            if (Character.isDigit(token.charAt(0))) {
                return Double.parseDouble(token);
            }
            if (eat('(')) {
                double v = sum();
                eat(')');
                return switch (token) {
                    case "sqrt" -> Math.sqrt(v);
                    case "abs" -> Math.abs(v);
                    case "floor" -> Math.floor(v);
                    default -> throw new IllegalArgumentException("no function " + token);
                };
            }
            Double v = variables.get(token);
            if (v == null) {
                throw new IllegalArgumentException("no variable " + token);
            }
            return v;
        }
    }

    enum Op { PUSH, ADD, SUB, MUL, DUP, SWAP, JNZ, PRINT, HALT }

    record Instruction(Op op, int argument) {}

    static List<Integer> machine(List<Instruction> code) {
        int[] stack = new int[32];
        int sp = 0, steps = 0;
        List<Integer> out = new ArrayList<>();
        for (int pc = 0; ; pc++) {
            Instruction i = code.get(pc);
            steps++;
            switch (i.op()) {
                case PUSH -> stack[sp++] = i.argument();
                case ADD -> stack[--sp - 1] += stack[sp];
                case SUB -> stack[--sp - 1] -= stack[sp];
                case MUL -> stack[--sp - 1] *= stack[sp];
                case DUP -> {
                    stack[sp] = stack[sp - 1 - i.argument()];
                    sp++;
                }
                case SWAP -> {
                    int t = stack[sp - 1];
                    stack[sp - 1] = stack[sp - 2];
                    stack[sp - 2] = t;
                }
                case JNZ -> pc = stack[--sp] != 0 ? i.argument() - 1 : pc;
                case PRINT -> out.add(stack[sp - 1]);
                case HALT -> {
                    out.add(steps);
                    return out;
                }
            }
        }
    }

    public static void main(String[] args) {
        System.out.print(tape("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.", ""));
        System.out.println(tape(",[.,]", "echo") + " " + tape(">,[>,]<[.<]", "reversed"));
        System.out.println(tape("+++++++++++>+>>>>++++++++++++++++++++++++++++++++++++++++++++>++++++++++++++++++++++++++++++++<<<<<<[>[>>>>>>+>+<<<<<<<-]>>>>>>>[<<<<<<<+>>>>>>>-]<[>++++++++++[-<-[>>+>+<<<-]>>>[<<<+>>>-]+<[>[-]<[-]]>[<<[>>>+<<<-]>>[-]]<<]>>>[>>+>+<<<-]>>>[<<<+>>>-]+<[>[-]<[-]]>[<<+>>[-]]<<<<<<<]>>>>>[++++++++++++++++++++++++++++++++++++++++++++++++.[-]]++++++++++<[->-<]>++++++++++++++++++++++++++++++++++++++++++++++++.[-]<<<<<<<<<<<<[>>>+>+<<<<-]>>>>[<<<<+>>>>-]<-[>>.>.<<<[-]]<<[>>+>+<<<-]>>>[<<<+>>>-]<<[<+>-]>[<+>-]<<<-]", ""));
        Calculator c = new Calculator();
        for (String line : new String[] {"1+2*3", "(1+2)*3", "2^3^2", "-2^2", "x = 5 / 2", "x * x - 1", "sqrt(16) + abs(-3)", "10 % 4 + floor(2.9)", "2 * pi", "1 / 0", "y + 1", "(1", "1 + + 2", "", "1 2", "foo(1)"}) {
            try {
                System.out.println(line + " -> " + c.run(line));
            } catch (IllegalArgumentException e) {
                System.out.println(line + " !! " + e.getMessage());
            }
        }
        System.out.println(machine(List.of(new Instruction(Op.PUSH, 1), new Instruction(Op.PUSH, 10), new Instruction(Op.SWAP, 0), new Instruction(Op.DUP, 1), new Instruction(Op.MUL, 0), new Instruction(Op.PRINT, 0), new Instruction(Op.SWAP, 0), new Instruction(Op.PUSH, 1), new Instruction(Op.SUB, 0), new Instruction(Op.DUP, 0), new Instruction(Op.JNZ, 2), new Instruction(Op.HALT, 0))));
    }
}

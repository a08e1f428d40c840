import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A small language: its lexer, parser, optimiser and two ways to run it. */
final class Compiler {
    private static final String SOURCE = source(9000, new Random(5));
    private static final List<Token> TOKENS = new Lexer(SOURCE).all();
    private static final List<Node> NODES = new Parser(TOKENS).program();

    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("lex");
            p.end(lex(SOURCE));
            p.start("parse");
            p.end(parse(TOKENS));
            p.start("fold");
            p.end(fold(NODES));
            p.start("walk");
            p.end(walk(NODES));
            p.start("machine");
            p.end(machine());
            p.start("syntaxErrors");
            p.end(syntaxErrors());
        }
    }

    private static String source(int lines, Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            text.append("v").append(random.nextInt(60)).append(" = ");
            expression(text, random, 4);
            text.append(i % 7 == 0 ? "; // a comment\n" : ";\n");
        }
        return text.toString();
    }

    private static void expression(StringBuilder text, Random random, int depth) {
        int choice = depth == 0 ? random.nextInt(2) : random.nextInt(6);
        switch (choice) {
            case 0 -> text.append(random.nextInt(1000));
            case 1 -> text.append("v").append(random.nextInt(60));
            case 2 -> {
                text.append('(');
                expression(text, random, depth - 1);
                text.append(')');
            }
            default -> {
                expression(text, random, depth - 1);
                text.append(" ").append("+-*".charAt(choice - 3)).append(" ");
                expression(text, random, depth - 1);
            }
        }
    }

    private enum Kind { NAME, NUMBER, OPERATOR, END }

    private record Token(Kind kind, String text, int line) {}

    private static final class Lexer {
        private final String source;
        private int at;
        private int line = 1;

        Lexer(String source) {
            this.source = source;
        }

        List<Token> all() {
            List<Token> tokens = new ArrayList<>();
            Token token;
            do {
                token = next();
                tokens.add(token);
            } while (token.kind() != Kind.END);
            return tokens;
        }

        private Token next() {
            skip();
            if (at >= source.length()) {
                return new Token(Kind.END, "", line);
            }
            int start = at;
            char c = source.charAt(at);
            if (Character.isLetter(c)) {
                while (at < source.length() && Character.isLetterOrDigit(source.charAt(at))) {
                    at++;
                }
                return new Token(Kind.NAME, source.substring(start, at), line);
            }
            if (Character.isDigit(c)) {
                while (at < source.length() && Character.isDigit(source.charAt(at))) {
                    at++;
                }
                return new Token(Kind.NUMBER, source.substring(start, at), line);
            }
            at++;
            return new Token(Kind.OPERATOR, String.valueOf(c), line);
        }

        private void skip() {
            while (at < source.length()) {
                char c = source.charAt(at);
                if (c == '\n') {
                    line++;
                    at++;
                } else if (Character.isWhitespace(c)) {
                    at++;
                } else if (source.startsWith("//", at)) {
                    int end = source.indexOf('\n', at);
                    at = end < 0 ? source.length() : end;
                } else {
                    return;
                }
            }
        }
    }

    private interface Visitor<R> {
        R number(Number node);

        R variable(Variable node);

        R binary(Binary node);

        R assign(Assign node);
    }

    private interface Node {
        <R> R accept(Visitor<R> visitor);
    }

    private record Number(long value) implements Node {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.number(this);
        }
    }

    private record Variable(String name) implements Node {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.variable(this);
        }
    }

    private record Binary(char operator, Node left, Node right) implements Node {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.binary(this);
        }
    }

    private record Assign(String name, Node value) implements Node {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.assign(this);
        }
    }

    private static final class SyntaxError extends RuntimeException {
        private static final long serialVersionUID = 1;

        SyntaxError(String message) {
            super(message);
        }
    }

    private static final class Parser {
        private final List<Token> tokens;
        private int at;

        Parser(List<Token> tokens) {
            this.tokens = tokens;
        }

        List<Node> program() {
            List<Node> nodes = new ArrayList<>();
            while (tokens.get(at).kind() != Kind.END) {
                Token name = tokens.get(at++);
                if (name.kind() != Kind.NAME) {
                    throw new SyntaxError("line " + name.line() + ": a name is missing");
                }
                expect("=");
                nodes.add(new Assign(name.text(), sum()));
                expect(";");
            }
            return nodes;
        }

        private Node sum() {
            Node left = product();
            while (is("+") || is("-")) {
                char operator = tokens.get(at++).text().charAt(0);
                left = new Binary(operator, left, product());
            }
            return left;
        }

        private Node product() {
            Node left = factor();
            while (is("*")) {
                at++;
                left = new Binary('*', left, factor());
            }
            return left;
        }

        private Node factor() {
            Token token = tokens.get(at++);
            switch (token.kind()) {
                case NUMBER:
                    return new Number(Long.parseLong(token.text()));
                case NAME:
                    return new Variable(token.text());
                default:
                    if (!token.text().equals("(")) {
                        throw new SyntaxError("line " + token.line() + ": unexpected " + token.text());
                    }
                    Node inner = sum();
                    expect(")");
                    return inner;
            }
        }

        private boolean is(String text) {
            return tokens.get(at).text().equals(text);
        }

        private void expect(String text) {
            if (!is(text)) {
                throw new SyntaxError("line " + tokens.get(at).line() + ": " + text + " is missing");
            }
            at++;
        }
    }

    private static long lex(String source) {
        long result = 0;
        for (int round = 0; round < 9; round++) {
            List<Token> tokens = new Lexer(source).all();
            result += tokens.size() + tokens.get(tokens.size() - 1).line();
        }
        return result;
    }

    private static long parse(List<Token> tokens) {
        long result = 0;
        for (int round = 0; round < 20; round++) {
            result += new Parser(tokens).program().size();
        }
        return result;
    }

    /** Computes what is constant; by type tests, as the visitor does it otherwise. */
    private static Node folded(Node node) {
        if (node instanceof Assign assign) {
            return new Assign(assign.name(), folded(assign.value()));
        }
        if (node instanceof Binary binary) {
            Node left = folded(binary.left());
            Node right = folded(binary.right());
            if (left instanceof Number a && right instanceof Number b) {
                return new Number(apply(binary.operator(), a.value(), b.value()));
            }
            if (binary.operator() == '*' && (left instanceof Number a && a.value() == 1)) {
                return right;
            }
            if (binary.operator() == '-' && left.equals(right)) {
                return new Number(0);
            }
            return new Binary(binary.operator(), left, right);
        }
        return node;
    }

    private static long apply(char operator, long a, long b) {
        return switch (operator) {
            case '+' -> a + b;
            case '-' -> a - b;
            case '*' -> a * b;
            default -> throw new IllegalStateException("operator " + operator);
        };
    }

    private static int size(Node node) {
        if (node instanceof Assign assign) {
            return 1 + size(assign.value());
        }
        return node instanceof Binary binary ? 1 + size(binary.left()) + size(binary.right()) : 1;
    }

    private static long fold(List<Node> nodes) {
        long result = 0;
        for (int round = 0; round < 20; round++) {
            for (Node node : nodes) {
                result += size(node) - size(folded(node));
            }
        }
        return result;
    }

    private static final class Evaluator implements Visitor<Long> {
        private final Map<String, Long> variables = new HashMap<>();

        @Override
        public Long number(Number node) {
            return node.value();
        }

        @Override
        public Long variable(Variable node) {
            return variables.getOrDefault(node.name(), 0L);
        }

        @Override
        public Long binary(Binary node) {
            return apply(node.operator(), node.left().accept(this), node.right().accept(this)) % 1_000_003;
        }

        @Override
        public Long assign(Assign node) {
            Long value = node.value().accept(this);
            variables.put(node.name(), value);
            return value;
        }
    }

    private static final class Depth implements Visitor<Integer> {
        @Override
        public Integer number(Number node) {
            return 1;
        }

        @Override
        public Integer variable(Variable node) {
            return 1;
        }

        @Override
        public Integer binary(Binary node) {
            return 1 + Math.max(node.left().accept(this), node.right().accept(this));
        }

        @Override
        public Integer assign(Assign node) {
            return node.value().accept(this);
        }
    }

    private static long walk(List<Node> nodes) {
        Evaluator evaluator = new Evaluator();
        Depth depth = new Depth();
        long result = 0;
        for (int round = 0; round < 30; round++) {
            for (Node node : nodes) {
                result += node.accept(evaluator);
                result += node.accept(depth);
            }
        }
        return result;
    }

    private static final int PUSH = 0;
    private static final int LOAD = 1;
    private static final int STORE = 2;
    private static final int ADD = 3;
    private static final int MULTIPLY = 4;
    private static final int MODULO = 5;
    private static final int LESS = 6;
    private static final int JUMP_IF_NOT = 7;
    private static final int JUMP = 8;
    private static final int HALT = 9;

    /** A stack machine, which runs "for (i = 0; i < n; i++) x = (x * 31 + i) % 65521". */
    private static long run(int[] code) {
        long[] stack = new long[16];
        long[] locals = new long[8];
        int top = 0;
        int pc = 0;
        while (true) {
            switch (code[pc++]) {
                case PUSH:
                    stack[top++] = code[pc++];
                    break;
                case LOAD:
                    stack[top++] = locals[code[pc++]];
                    break;
                case STORE:
                    locals[code[pc++]] = stack[--top];
                    break;
                case ADD:
                    top--;
                    stack[top - 1] += stack[top];
                    break;
                case MULTIPLY:
                    top--;
                    stack[top - 1] *= stack[top];
                    break;
                case MODULO:
                    top--;
                    stack[top - 1] %= stack[top];
                    break;
                case LESS:
                    top--;
                    stack[top - 1] = stack[top - 1] < stack[top] ? 1 : 0;
                    break;
                case JUMP_IF_NOT:
                    int target = code[pc++];
                    if (stack[--top] == 0) {
                        pc = target;
                    }
                    break;
                case JUMP:
                    pc = code[pc];
                    break;
                case HALT:
                    return locals[1];
                default:
                    throw new IllegalStateException("instruction " + code[pc - 1]);
            }
        }
    }

    private static long machine() {
        long result = 0;
        for (int n = 1; n <= 8; n++) {
            int[] code = {LOAD, 0, PUSH, n * 120000, LESS, JUMP_IF_NOT, 27, LOAD, 1, PUSH, 31, MULTIPLY, LOAD, 0, ADD, PUSH, 65521, MODULO, STORE, 1, LOAD, 0, PUSH, 1, ADD, STORE, 0, HALT};
            int[] program = new int[code.length + 2];
            System.arraycopy(code, 0, program, 0, 27);
            program[6] = 29;
            program[27] = JUMP;
            program[28] = 0;
            program[29] = HALT;
            result += run(program);
        }
        return result;
    }

    /** Finds errors that are deep in parentheses, and goes on behind them. */
    private static long syntaxErrors() {
        Random random = new Random(6);
        long result = 0;
        Deque<String> messages = new ArrayDeque<>();
        for (int i = 0; i < 2200; i++) {
            int depth = 5 + random.nextInt(60);
            String text = "x = " + "(1 + ".repeat(depth) + (i % 2 == 0 ? "*" : "2") + ")".repeat(depth - i % 3) + ";";
            try {
                result += new Parser(new Lexer(text).all()).program().size();
            } catch (SyntaxError e) {
                messages.addLast(e.getMessage());
                result += e.getStackTrace().length;
                if (messages.size() > 50) {
                    result += messages.removeFirst().length();
                }
            }
        }
        return result;
    }
}

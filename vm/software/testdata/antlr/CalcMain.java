import java.util.*;
import org.antlr.v4.runtime.*;
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.antlr.v4.runtime.tree.*;

/** Parses its standard input with the generated parser, prints the tree, and evaluates it. */
public class CalcMain {
    static class Evaluator extends CalcBaseVisitor<Object> {
        final Map<String, Object> variables = new TreeMap<>();
        @Override public Object visitAssign(CalcParser.AssignContext c) { return variables.put(c.ID().getText(), visit(c.expression())); }
        @Override public Object visitPrint(CalcParser.PrintContext c) { c.arguments().expression().forEach(e -> System.out.print(visit(e) + " ")); System.out.println(); return null; }
        @Override public Object visitChoice(CalcParser.ChoiceContext c) { return visit(c.expression()).equals(1.0) ? visit(c.block(0)) : c.block().size() > 1 ? visit(c.block(1)) : null; }
        @Override public Object visitNumber(CalcParser.NumberContext c) { return c.constant ? Double.valueOf(c.getText()) : null; }
        @Override public Object visitText(CalcParser.TextContext c) { return c.getText().substring(1, c.getText().length() - 1); }
        @Override public Object visitVariable(CalcParser.VariableContext c) { return variables.getOrDefault(c.ID().getText(), 0.0); }
        @Override public Object visitNested(CalcParser.NestedContext c) { return visit(c.expression()); }
        @Override public Object visitMinus(CalcParser.MinusContext c) { return -number(c.expression()); }
        @Override public Object visitPower(CalcParser.PowerContext c) { return Math.pow(number(c.left), number(c.right)); }
        @Override public Object visitSum(CalcParser.SumContext c) { Object a = visit(c.expression(0)), b = visit(c.expression(1)); return a instanceof String ? a + String.valueOf(b) : c.op.getText().equals("+") ? (Double) a + (Double) b : (Double) a - (Double) b; }
        @Override public Object visitProduct(CalcParser.ProductContext c) { double a = number(c.expression(0)), b = number(c.expression(1)); return switch (c.op.getText()) { case "*" -> a * b; case "/" -> a / b; default -> a % b; }; }
        @Override public Object visitComparison(CalcParser.ComparisonContext c) { double a = number(c.expression(0)), b = number(c.expression(1)); return switch (c.op.getText()) { case "<" -> a < b; case ">" -> a > b; default -> a == b; } ? 1.0 : 0.0; }
        @Override public Object visitCall(CalcParser.CallContext c) { double sum = 0; if (c.arguments() != null) for (CalcParser.ExpressionContext e : c.arguments().expression()) sum += number(e); return c.ID().getText().equals("sqrt") ? Math.sqrt(sum) : sum; }
        double number(ParseTree t) { return (Double) visit(t); }
    }

    public static void main(String[] args) throws Exception {
        CalcLexer lexer = new CalcLexer(CharStreams.fromStream(System.in));
        CommonTokenStream tokens = new CommonTokenStream(lexer);
        CalcParser parser = new CalcParser(tokens);
        BaseErrorListener listener = new BaseErrorListener() { @Override public void syntaxError(Recognizer<?, ?> r, Object symbol, int line, int column, String message, RecognitionException e) { System.out.println(line + ":" + column + " " + message + " " + (e == null ? "" : e.getClass().getSimpleName())); } };
        lexer.removeErrorListeners(); lexer.addErrorListener(listener);
        parser.removeErrorListeners(); parser.addErrorListener(listener);
        CalcParser.ProgramContext program = parser.program();
        System.out.println(program.toStringTree(parser));
        for (Token t : tokens.getTokens()) if (t.getChannel() != 0) System.out.println(t.getText() + " " + t.getLine());
        int[] depth = {0};
        ParseTreeWalker.DEFAULT.walk(new CalcBaseListener() { @Override public void enterEveryRule(ParserRuleContext c) { depth[0] = Math.max(depth[0], c.depth()); } }, program);
        System.out.println(depth[0] + " " + parser.getNumberOfSyntaxErrors() + " " + parser.statements + " " + parser.getRuleInvocationStack());
        if (parser.getNumberOfSyntaxErrors() == 0 || args.length == 0) {
            Evaluator evaluator = new Evaluator();
            for (CalcParser.StatementContext s : program.statement()) try { evaluator.visit(s); } catch (RuntimeException e) { System.out.println(e.getClass().getName()); }
            System.out.println(evaluator.variables);
        }
        CalcParser strict = new CalcParser(new CommonTokenStream(new CalcLexer(CharStreams.fromString("let = 3;"))));
        strict.setErrorHandler(new BailErrorStrategy()); strict.removeErrorListeners();
        try { strict.program(); } catch (ParseCancellationException e) { System.out.println(e.getCause().getClass().getSimpleName()); }
    }
}

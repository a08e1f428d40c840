import java.util.ArrayList;
import java.util.InputMismatchException;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Scanner;

/** A small calculator that reads commands from standard input with Scanner. */
public class StdinScanner {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in).useLocale(Locale.ROOT);
        List<Double> stack = new ArrayList<>();
        int n = in.nextInt();
        System.out.println("expecting " + n);
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += in.nextLong();
        }
        System.out.println("sum " + sum);
        in.nextLine();
        System.out.println("[" + in.nextLine() + "]");
        while (in.hasNext()) {
            if (in.hasNextDouble()) {
                stack.add(in.nextDouble());
                continue;
            }
            String op = in.next();
            int top = stack.size() - 1;
            switch (op) {
                case "+", "-", "*", "/" -> {
                    if (top < 1) {
                        System.out.println("underflow at " + op);
                        continue;
                    }
                    double b = stack.remove(top), a = stack.remove(top - 1);
                    stack.add(switch (op) {
                        case "+" -> a + b;
                        case "-" -> a - b;
                        case "*" -> a * b;
                        default -> a / b;
                    });
                }
                case "p" -> System.out.println(stack);
                case "dup" -> stack.add(stack.get(top));
                case "strict" -> {
                    try {
                        System.out.println(in.nextInt());
                    } catch (InputMismatchException e) {
                        System.out.println("not an int: " + e.getMessage() + ", skipping " + in.next());
                    }
                }
                default -> System.out.println("unknown " + op);
            }
        }
        System.out.println(stack);
        try {
            in.next();
        } catch (NoSuchElementException e) {
            System.out.println("no more");
        }
    }
}

/** Switch expressions: arrows, yield, blocks, exhaustive enums, as operands, nested, with exceptions and side effects. */
public class ControlSwitchExpr {
    enum Size { SMALL, MEDIUM, LARGE }

    static int arrows(String s) {
        return switch (s) {
            case "one", "uno", "eins" -> 1;
            case "two" -> {
                int half = s.length();
                yield half - 1;
            }
            case "boom" -> throw new IllegalArgumentException("boom " + s);
            default -> s.isEmpty() ? 0 : -1;
        };
    }

    static String yields(int n) {
        String result = switch (n % 4) {
            case 0:
                yield "zero";
            case 1:
                if (n > 10) {
                    yield "big one";
                }
            case 2:
                for (int i = 0; ; i++) {
                    if (i * i > n) {
                        yield "root " + i;
                    }
                }
            default:
                try {
                    yield "try " + 10 / (n - 3);
                } catch (ArithmeticException e) {
                    yield "caught";
                } finally {
                    n++;
                }
        };
        return result + "@" + n;
    }

    static double mixed(Size size) {
        return switch (size) {
            case SMALL -> 1;
            case MEDIUM -> 2.5f;
            case LARGE -> 'L';
        };
    }

    static Object boxed(int n) {
        return switch (n) {
            case 0 -> 1;
            case 1 -> "s";
            case 2 -> 'c';
            default -> null;
        };
    }

    static void statement(Size size, StringBuilder out) {
        switch (size) {
            case SMALL -> out.append("s");
            case LARGE -> {
                out.append("l");
                out.append("!");
            }
            default -> {
            }
        }
    }

    static int nested(int a, int b) {
        return switch (a) {
            case 1 -> switch (b) {
                case 1 -> 11;
                case 2 -> 12;
                default -> switch (a + b) {
                    case 4 -> 13;
                    default -> 19;
                };
            };
            case 2 -> 20 + switch (b) {
                case 0 -> 0;
                default -> b;
            };
            default -> 0;
        };
    }

    static int tick;

    static int next() {
        return ++tick;
    }

    public static void main(String[] args) {
        for (String s : new String[] {"one", "uno", "eins", "two", "", "three"}) {
            System.out.print(arrows(s) + " ");
        }
        System.out.println();
        try {
            arrows("boom");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        for (int n = 0; n < 16; n++) {
            System.out.println(n + " " + yields(n));
        }
        StringBuilder out = new StringBuilder();
        for (Size size : Size.values()) {
            System.out.println(size + " " + mixed(size));
            statement(size, out);
        }
        System.out.println(out);
        for (int i = 0; i < 4; i++) {
            Object o = boxed(i);
            System.out.println(o + " " + (o == null ? "" : o.getClass().getSimpleName()));
        }
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 4; b++) {
                System.out.print(nested(a, b) + " ");
            }
        }
        System.out.println();
        int sum = next() + switch (next()) {
            case 2 -> next() * 10;
            default -> -1;
        } + next();
        System.out.println(sum + " " + tick);
        boolean flag = switch (sum) {
            case 35 -> true;
            default -> false;
        } && tick == 4;
        System.out.println(flag);
        String text = "value " + switch (tick) {
            case 4 -> {
                try {
                    yield Integer.parseInt("x");
                } catch (NumberFormatException e) {
                    yield 44;
                }
            }
            default -> 0;
        };
        System.out.println(text);
        Size none = null;
        try {
            System.out.println(mixed(none));
        } catch (NullPointerException e) {
            System.out.println("null selector");
        }
        java.util.function.IntUnaryOperator op = x -> switch (x) {
            case 1 -> 100;
            default -> x;
        };
        System.out.println(op.applyAsInt(1) + op.applyAsInt(2));
        int[] cells = new int[3];
        cells[switch (tick) {
            case 4 -> 2;
            default -> 0;
        }] = 9;
        System.out.println(cells[2]);
    }
}

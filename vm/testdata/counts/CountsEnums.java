/** Enums: values(), the switch over them, constant bodies, constructors from the initialiser. */
// expect calls CountsEnums$Color.values = 12 on 17
// expect calls CountsEnums$Color.values = 11 on 21 25
// expect edge CountsEnums.main -> CountsEnums$Color.values = 10 kind static
// expect edge CountsEnums.pick -> java.lang.Enum.ordinal = 30 kind virtual
// expect calls CountsEnums.pick = 30
// expect edge CountsEnums.pick -> CountsEnums.red = 10
// expect edge CountsEnums.pick -> CountsEnums.other = 20
// expect calls CountsEnums$Color.<init> = 3
// expect calls CountsEnums$Color.<clinit> = 1
// expect calls CountsEnums$Color.weight = 20
// expect calls CountsEnums$Color$1.weight = 10
// expect calls CountsEnums$Color.$values = 1
// expect edge CountsEnums$Color.<clinit> -> CountsEnums$Color.$values = 1
public class CountsEnums {
    enum Color {
        RED, GREEN {
            @Override
            int weight() {
                return 5;
            }
        }, BLUE;

        int weight() {
            return 1;
        }
    }

    static int red() {
        return 1;
    }

    static int other() {
        return 2;
    }

    static int pick(Color c) {
        switch (c) {
            case RED:
                return red();
            default:
                return other();
        }
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            for (Color c : Color.values()) {
                sum += pick(c) * 100 + c.weight();
            }
        }
        System.out.println(sum + Color.valueOf("BLUE").ordinal());
    }
}

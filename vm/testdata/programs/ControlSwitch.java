/** Old switch statements: dense, sparse, fallthrough, strings with equal hashes, chars, enums, wrappers, nesting. */
public class ControlSwitch {
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

    static String dense(int n) {
        switch (n) {
            case -1:
                return "minus";
            case 0:
            case 1:
                return "small";
            case 2:
                return "two";
            case 4:
                return "four";
            default:
                return "other";
        }
    }

    static String sparse(int n) {
        switch (n) {
            case Integer.MIN_VALUE:
                return "min";
            case -1000:
                return "-1000";
            case 0:
                return "0";
            case 1000000:
                return "million";
            case Integer.MAX_VALUE:
                return "max";
        }
        return "none";
    }

    static int fall(int n) {
        int result = 0;
        switch (n) {
            default:
                result += 1000;
            case 1:
                result += 1;
            case 2:
                result += 10;
                break;
            case 3:
                result += 100;
        }
        return result;
    }

    static String strings(String s) {
        switch (s) {
            case "Aa":
                return "first";
            case "BB":
                return "second";
            case "AaBB":
            case "BBAa":
                return "collision";
            case "":
                return "empty";
            case "\u0000":
                return "nul";
            default:
                return "no " + s.hashCode();
        }
    }

    static int chars(String text) {
        int vowels = 0, others = 0;
        for (char c : text.toCharArray()) {
            switch (c) {
                case 'a': case 'e': case 'i': case 'o': case 'u':
                    vowels++;
                    break;
                case ' ':
                    continue;
                default:
                    others++;
            }
        }
        return vowels * 100 + others;
    }

    static String days(Day day) {
        switch (day) {
            case SAT:
            case SUN:
                return "weekend";
            case FRI:
                switch (day.ordinal() % 3) {
                    case 1:
                        return "friday-1";
                    default:
                        return "friday";
                }
            default:
                return "weekday";
        }
    }

    static String wrapped(Integer i, Character c, Byte b) {
        String result = "";
        switch (i) {
            case 5:
                result += "five";
        }
        switch (c) {
            case 'x':
                result += "x";
                break;
        }
        switch (b) {
            case (byte) 200:
                result += "negative";
                break;
            default:
        }
        return result;
    }

    public static void main(String[] args) {
        for (int i = -3; i < 7; i++) {
            System.out.print(dense(i) + " ");
        }
        System.out.println(dense(Integer.MIN_VALUE) + dense(Integer.MAX_VALUE));
        for (int i : new int[] {Integer.MIN_VALUE, -1000, -1, 0, 1, 1000000, Integer.MAX_VALUE}) {
            System.out.print(sparse(i) + " ");
        }
        System.out.println();
        for (int i = 0; i < 5; i++) {
            System.out.print(fall(i) + " ");
        }
        System.out.println();
        for (String s : new String[] {"Aa", "BB", "AaBB", "BBAa", "AaAa", "BBBB", "", "\0", "C#"}) {
            System.out.println(strings(s));
        }
        System.out.println(chars("the quick brown fox jumps over the lazy dog"));
        for (Day day : Day.values()) {
            System.out.print(days(day) + " ");
        }
        System.out.println();
        System.out.println(wrapped(5, 'x', (byte) -56) + "|" + wrapped(4, 'y', (byte) 0));
        try {
            days(null);
        } catch (NullPointerException e) {
            System.out.println("null enum");
        }
        try {
            strings(null);
        } catch (NullPointerException e) {
            System.out.println("null string");
        }
        int state = 0, steps = 0;
        StringBuilder path = new StringBuilder();
        machine:
        while (true) {
            path.append(state);
            switch (state) {
                case 0:
                    state = steps++ > 3 ? 3 : 1;
                    break;
                case 1:
                    state = 2;
                    continue machine;
                case 2:
                    state = 0;
                    break;
                case 3:
                    break machine;
            }
            path.append(',');
        }
        System.out.println(path);
        final int constant = 3;
        switch (3) {
            case constant - 1 + 1:
                System.out.println("constant");
        }
        switch (constant) {
        }
    }
}

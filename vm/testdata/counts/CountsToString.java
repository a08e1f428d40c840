/** String concatenation calls toString once per object and use, valueOf and StringBuilder.append likewise. */
// expect calls CountsToString$Value.toString = 130
// expect calls CountsToString$Outer.toString = 20
// expect calls CountsToString$Value.name = 130
// expect edge CountsToString$Value.toString -> CountsToString$Value.name = 130
public class CountsToString {
    static class Value {
        String name() {
            return "v";
        }

        @Override
        public String toString() {
            return name();
        }
    }

    record Outer(Value value) {
        @Override
        public String toString() {
            return "<" + value + ">";
        }
    }

    public static void main(String[] args) {
        Value v = new Value();
        Outer o = new Outer(v);
        int length = 0;
        for (int i = 0; i < 50; i++) {
            length += ("a" + v + i + v).length();
        }
        for (int i = 0; i < 20; i++) {
            length += ("b" + o).length();
        }
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            sb.append(v);
        }
        System.out.println(length + " " + sb);
    }
}

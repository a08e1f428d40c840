import module java.base;
import module java.sql;

/** Statements in front of this and super (JEP 513), and module imports (JEP 511). */
public class Constructors {
    static abstract class A {
        A(String s) {
            IO.println("A " + s + describe());
        }
        abstract String describe();
    }
    static class B extends A {
        final int v;
        final List<String> l;
        B(int v) {
            if (v < 0) throw new IllegalArgumentException("neg");
            this.v = v;
            this.l = List.of("a" + v);
            var t = compute(v);
            super(t);
            IO.println("B done " + l);
        }
        static String compute(int v) {
            return "c" + v;
        }
        String describe() {
            return " v=" + v + l;
        }
    }
    static class C extends B {
        C() {
            int x;
            try {
                x = Integer.parseInt("12");
            } catch (NumberFormatException e) {
                x = 0;
            }
            this(x);
        }
        C(int y) {
            super(y + 1);
        }
    }
    record R(int a, int b) {
        R {
            if (a > b) {
                var t = a;
                a = b;
                b = t;
            }
        }
        R(String s) {
            var p = s.split(",");
            this(Integer.parseInt(p[0]), Integer.parseInt(p[1]));
        }
    }
    enum E {
        X(1), Y;
        final int n;
        E() {
            int k = 5;
            this(k);
        }
        E(int n) {
            this.n = n;
        }
    }
    class Inner {
        int z;
        Inner() {
            z = 3;
            super();
        }
    }
    void main() {
        new B(3);
        new C();
        try {
            new B(-1);
        } catch (IllegalArgumentException e) {
            IO.println(e + "" + e.getStackTrace()[0]);
        }
        IO.println(new R("5,2"));
        for (E e : E.values()) IO.println(e + "" + e.n);
        IO.println(new Inner().z);
        IO.println(java.sql.Types.INTEGER + " " + java.sql.Timestamp.valueOf("2024-01-02 03:04:05"));
    }
}

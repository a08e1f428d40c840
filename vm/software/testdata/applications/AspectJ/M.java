public class M { static int f(int x) { return x + 1; } public static void main(String[] a) { System.out.println(f(1)); new M().g(); } void g() { System.out.println("g"); } }

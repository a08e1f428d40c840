// String templates (JEP 430) in an unnamed class with an instance main (JEP 445) and unnamed variables (JEP 443).
record P(int x, Object y) {} static int c = 4; String greet() { return STR."hi \{c} \{c + 1}"; }
void main() { System.out.println(greet()); if (new P(3, "a") instanceof P(int x, _)) System.out.println(x); for (var _ : new int[3]) c++; System.out.println(c); Function(); System.out.println(STR."""
   multi \{c}
     line""" + RAW()); System.out.println(java.util.FormatProcessor.FMT."%05d\{42} %.2f\{1.5}"); throw new IllegalStateException("x"); }
void Function() { java.util.function.BiFunction<Integer, Integer, Integer> f = (a, _) -> a; System.out.println(f.apply(1, 2)); }
String RAW() { StringTemplate t = StringTemplate.RAW."a\{1}b"; return t.fragments() + "" + t.values() + t.interpolate() + t; }

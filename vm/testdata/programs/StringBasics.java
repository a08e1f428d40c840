import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** String methods: searching, slicing, trimming, case, splitting, joining, comparing, intern, lines and chars. */
public class StringBasics {
    static String quote(Object o) {
        return "[" + o + "]";
    }

    public static void main(String[] args) {
        String s = "Hello, World";
        System.out.println(s.length() + " " + s.charAt(4) + " " + s.indexOf('o') + " " + s.indexOf('o', 5) + " " + s.lastIndexOf('o') + " " + s.lastIndexOf("l", 5) + " " + s.indexOf("World") + " " + s.indexOf("") + " " + s.indexOf("xyz") + " " + s.indexOf('H', -5) + " " + s.indexOf("o", 100));
        System.out.println(s.substring(7) + " " + s.substring(0, 5) + quote(s.substring(12)) + s.subSequence(1, 3));
        System.out.println(s.contains("lo, W") + " " + s.startsWith("Hell") + " " + s.startsWith("World", 7) + " " + s.endsWith("") + " " + s.endsWith("World!"));
        System.out.println(s.toUpperCase(Locale.ROOT) + " " + s.toLowerCase(Locale.ROOT) + " " + s.replace('l', 'L') + " " + s.replace("l", "") + " " + s.replace("", "-") + " " + "aaa".replace("aa", "b"));
        System.out.println(s.replaceAll("[aeiou]", "<$0>") + " " + s.replaceFirst("l+", "L") + " " + "a.b.c".replaceAll(".", "x") + " " + "a.b.c".replace(".", "\\"));
        String padded = " \t\n mid \u2003\u00a0 ";
        System.out.println(quote(padded.trim().length()) + quote(padded.strip().length()) + quote(padded.stripLeading().length()) + quote(padded.stripTrailing().length()) + " ".isBlank() + "".isEmpty() + "\u2003".isBlank() + "\u00a0".isBlank());
        for (String text : new String[] {"a,b,,c,,", "", ",", "a", ",a", "a1b22c333", " x  y "}) {
            System.out.println(quote(text) + Arrays.toString(text.split(",")) + Arrays.toString(text.split(",", -1)) + Arrays.toString(text.split(",", 2)) + Arrays.toString(text.split("\\d+")) + Arrays.toString(text.split("")) + Arrays.toString(text.split("\\s+")));
        }
        System.out.println(String.join("-", "a", "b", "c") + " " + String.join("", List.of()) + " " + String.join(", ", Arrays.asList("x", null, "z")));
        System.out.println("abc".compareTo("abd") + " " + "abc".compareTo("ab") + " " + "".compareTo("a") + " " + "ABC".compareToIgnoreCase("abd") + " " + "\uffff".compareTo("\ud83d\ude00") + " " + "a".compareTo("\u0101"));
        System.out.println("abc".equals("ABC") + " " + "abc".equalsIgnoreCase("ABC") + " " + "\u00df".equalsIgnoreCase("SS") + " " + "\u0130".equalsIgnoreCase("i") + " " + "abc".contentEquals(new StringBuilder("abc")) + " " + "abc".regionMatches(true, 1, "xBC", 1, 2));
        System.out.println("".hashCode() + " " + "a".hashCode() + " " + s.hashCode() + " " + "polygenelubricants".hashCode() + " " + "\u4e2d\u6587".hashCode());
        System.out.println("ab".repeat(3) + quote("x".repeat(0)) + " " + "one\ntwo\r\nthree\r\rfour\n".lines().map(StringBasics::quote).collect(Collectors.joining()));
        System.out.println(quote("  a\n b\n".indent(2)) + quote("   a\n b".indent(-2)) + quote("  x\n    y\n  ".stripIndent()) + quote("a\\tb\\n\\u0041\\101".replace("\\u0041", "u").translateEscapes()));
        System.out.println("hello".chars().filter(c -> c == 'l').count() + " " + "hello".chars().mapToObj(c -> (char) c).map(String::valueOf).collect(Collectors.joining("|")));
        System.out.println(quote("abc".transform(t -> t + t)) + " " + "%d-%s".formatted(1, "x") + " " + String.valueOf((Object) null) + String.valueOf(3.0f) + String.valueOf(new char[] {'o', 'k'}, 1, 1) + String.copyValueOf(new char[] {'c'}));
        String literal = "interned";
        String built = new StringBuilder("inter").append("ned").toString();
        System.out.println((literal == built) + " " + (literal == built.intern()) + " " + (new String(literal) == literal) + " " + ("inter" + "ned" == literal) + " " + literal.equals(built) + " " + (built.intern() == "interned".toString()));
        System.out.println("a-b_c d".toCharArray().length + " " + new String(new char[] {'x', 'y', 'z'}, 1, 2) + " " + new String(new int[] {0x1f600, 65}, 0, 2).length());
        char[] target = new char[6];
        Arrays.fill(target, '.');
        "hello".getChars(1, 4, target, 2);
        System.out.println(new String(target) + " " + "abc".endsWith("c") + " " + "A".concat("B").concat(""));
        System.out.println("b,a;c".chars().sorted().mapToObj(Character::toString).collect(Collectors.joining()) + " " + "zebra".chars().max().getAsInt());
        System.out.println("Title Case Here".matches("(\\w+ ?)+") + " " + "x".matches("") + " " + "AbC".chars().map(c -> Character.isUpperCase(c) ? Character.toLowerCase(c) : Character.toUpperCase(c)).collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append));
        System.out.println(new java.util.StringJoiner(", ", "{", "}").add("a").add("b").setEmptyValue("EMPTY") + " " + new java.util.StringJoiner("/").setEmptyValue("EMPTY") + " " + new java.util.StringJoiner("/", "<", ">").length());
        java.util.StringTokenizer tokens = new java.util.StringTokenizer("a b;c  d", " ;", true);
        StringBuilder out = new StringBuilder().append(tokens.countTokens());
        while (tokens.hasMoreTokens()) {
            out.append('<').append(tokens.nextToken()).append('>');
        }
        System.out.println(out);
        System.out.println(String.CASE_INSENSITIVE_ORDER.compare("b", "A") + " " + "describe".describeConstable().get() + " " + "abcabc".lastIndexOf("abc") + "abcabc".lastIndexOf("") + "abcabc".lastIndexOf('z'));
    }
}

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/** Regular expressions: classes, quantifiers, groups, look-around, back references, flags, boundaries, errors. */
public class RegexBasic {
    static void all(String regex, String text) {
        all(regex, 0, text);
    }

    static void all(String regex, int flags, String text) {
        Matcher m = Pattern.compile(regex, flags).matcher(text);
        StringBuilder out = new StringBuilder(regex).append(" : ");
        while (m.find()) {
            out.append(m.start()).append('-').append(m.end()).append('[');
            for (int g = 0; g <= m.groupCount(); g++) {
                out.append(g > 0 ? "|" : "").append(m.group(g));
            }
            out.append("] ");
        }
        StringBuilder ascii = new StringBuilder();
        for (char c : out.toString().toCharArray()) {
            ascii.append(c < ' ' || c > '~' ? "\\" + Integer.toHexString(c) + ";" : String.valueOf(c));
        }
        System.out.println(ascii);
    }

    static void bad(String regex) {
        try {
            Pattern.compile(regex);
            System.out.println("compiled " + regex);
        } catch (PatternSyntaxException e) {
            System.out.println(e.getDescription() + " @" + e.getIndex() + " " + e.getPattern());
        }
    }

    public static void main(String[] args) {
        all("a*", "aabaa");
        all("a+?", "aaa");
        all("a*+b|c", "aaabc");
        all("a{2,3}", "aaaaaaa");
        all("(a|ab)(c|bcd)(d*)", "abcd");
        all("(\\w)(\\d)?", "a1b2c");
        all("[^a-c\\s]+", "abc def cab");
        all("[a-z&&[^m-p]]+", "lmnopqr");
        all("[\\w&&[^\\d_]]", "a1_b");
        all("\\bfoo\\B", "foo food foobar");
        all("(?i)HeLLo", "hello HELLO");
        all("^\\w+$", Pattern.MULTILINE, "one\ntwo\nthree four");
        all("a.c", Pattern.DOTALL, "a\nc abc");
        all("a.c", "a\nc abc");
        all("(\\w+) \\1", "the the cat cat dog");
        all("(?<year>\\d{4})-(?<month>\\d\\d)", "2024-02 1999-12");
        all("foo(?=bar)", "foobar foobaz");
        all("foo(?!bar)\\w*", "foobar foobaz");
        all("(?<=\\$)\\d+", "$100 200 $3");
        all("(?<!\\$)\\b\\d+", "$100 200 $3");
        all("(?>a+)b", "aaab");
        all("(?:ab)+", "ababab abx");
        all("(a(b(c)?)?)?d", "abcd abd ad d");
        all("x*", "");
        all("", "ab");
        all("\\Qa.b\\E+", "a.bbb a.b axb");
        all("\\x41\\u0042\\103?\\t", "AB\t");
        all("\\p{Lu}\\p{L}*|\\p{Punct}", "Hello, World!");
        all("\\p{javaUpperCase}|\\p{IsGreek}", "A\u03b1");
        all("[\\p{L}&&[^\\p{Lu}]]", "aBc");
        all("(?x) a  b # comment\n c", "abc");
        all("(?s-i:A.)b", "A\nb");
        all("\\R", "a\r\nb\nc\u2028");
        all("\\h+\\v?", "a \t\nb");
        all("(a+)+b", "aaaaaaaaaaaaaaab");
        all("\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?", "3.14 2e10 .5 1.e-3");
        all("(\\()?\\d+(?(1)\\))".replace("(?(1)\\))", "\\)?"), "(12) 34)");
        all("\\Ga", "aab a");
        all("(?m)^", "x\ny");
        all("$", "x\n");
        all("\\z|\\Z", "x\n");
        all(".", "a\ud83d\ude00");
        all("[\ud83d\ude00b]", "a\ud83d\ude00b");
        for (String b : new String[] {"(", ")", "[a", "*a", "a**", "a{2,1}", "\\", "(?<n>a)(?<n>b)", "\\k<x>", "(?z)", "[b-a]", "\\p{Foo}", "(?<=a+)b", "a{,3}", "x{99999999999}", "\\1"}) {
            bad(b);
        }
        Matcher m = Pattern.compile("(\\d+)([a-z]+)").matcher("12ab 34cd");
        System.out.println(m.matches() + " " + m.lookingAt() + " " + m.group(2) + " " + m.hitEnd() + " " + m.find() + " " + m.start(1) + " " + m.end(2));
        System.out.println(m.replaceAll("$2$1") + " " + m.replaceFirst("\\$1") + " " + m.replaceAll(r -> r.group(1).length() + Matcher.quoteReplacement("$")));
        m.reset("99zz").region(1, 4);
        System.out.println(m.matches() + " " + m.group() + " " + m.regionStart() + " " + m.toMatchResult().start());
        StringBuilder sb = new StringBuilder();
        m = Pattern.compile("\\{(?<key>\\w+)}").matcher("Hi {name}, {age}!");
        while (m.find()) {
            m.appendReplacement(sb, m.group("key").toUpperCase());
        }
        System.out.println(m.appendTail(sb));
        System.out.println(Pattern.compile("\\s*,\\s*").splitAsStream("a , b,c ,d").collect(Collectors.toList()) + Arrays.toString(Pattern.compile("-").split("a-b--c-")) + Pattern.matches("a?b", "b") + Pattern.compile("x").asPredicate().test("axb") + Pattern.compile("x").asMatchPredicate().test("axb"));
        List<String> found = new ArrayList<>();
        Pattern.compile("(.)(.)").matcher("abcdef").results().map(MatchResult::group).forEach(found::add);
        System.out.println(found + " " + Pattern.quote("a\\Eb") + " " + Pattern.compile("a", Pattern.CASE_INSENSITIVE | Pattern.COMMENTS).flags() + " " + Pattern.compile("x|y"));
        try {
            Pattern.compile("a").matcher("a").group();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            "x".replaceAll("x", "$1");
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}

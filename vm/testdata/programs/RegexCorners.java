import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.StringTokenizer;
import java.util.InputMismatchException;
import java.util.NoSuchElementException;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/** Regular expressions at their edges, and Scanner and StringTokenizer. */
public class RegexCorners {
    static void find(String regex, int flags, String text) {
        try {
            Matcher m = Pattern.compile(regex, flags).matcher(text);
            StringBuilder b = new StringBuilder();
            while (m.find()) {
                b.append('[').append(m.start()).append('-').append(m.end());
                for (int i = 1; i <= m.groupCount(); i++) {
                    b.append(' ').append(m.group(i));
                }
                b.append(']');
            }
            System.out.println(regex + " on " + text.replace("\n", "\\n").replace("\r", "\\r") + ": " + b + m.hitEnd() + m.reset().matches() + m.reset().lookingAt());
        } catch (PatternSyntaxException e) {
            System.out.println(e.getMessage().replace("\n", " / ") + " " + e.getIndex() + " " + e.getDescription());
        }
    }

    static void scan(String text, String delimiter) {
        try (Scanner s = new Scanner(text)) {
            if (delimiter != null) {
                s.useDelimiter(delimiter);
            }
            List<Object> found = new ArrayList<>();
            while (s.hasNext()) {
                if (s.hasNextInt()) {
                    found.add(s.nextInt());
                } else if (s.hasNextDouble()) {
                    found.add(s.nextDouble());
                } else if (s.hasNextBoolean()) {
                    found.add(s.nextBoolean());
                } else if (s.hasNextBigInteger()) {
                    found.add("big " + s.nextBigInteger());
                } else {
                    found.add("'" + s.next() + "'");
                }
            }
            System.out.println(found);
            s.next();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        int i = Pattern.CASE_INSENSITIVE, u = Pattern.UNICODE_CASE, m = Pattern.MULTILINE, d = Pattern.DOTALL, x = Pattern.COMMENTS, l = Pattern.LITERAL;
        find("(?<=\\$)\\d+(?!\\.)", 0, "$12 $34. 56 $7");
        find("(?<!a{1,3})b", 0, "ab aab b cb aaaab");
        find("a*+a|b++", 0, "aaa bbb");
        find("(?>a+)ab|aa", 0, "aaab");
        find("(?<year>\\d{4})-(?<month>\\d\\d)\\k<year>?", 0, "2024-022024 1999-12");
        find("(a)?(b)?(?:\\1c|\\2d)", 0, "aac bbd bd");
        find("^\\w+$", m, "one\ntwo\r\nthree\u0085four");
        find("^.*$", m | Pattern.UNIX_LINES, "a\rb\nc");
        find(".+", d, "a\nb");
        find("stra\u00dfe|\u00e9", i, "STRASSE STRA\u00dfE \u00c9");
        find("stra\u00dfe|\u00e9", i | u, "STRASSE STRA\u00dfE \u00c9");
        find("\\p{Lu}\\p{L}+|\\p{IsGreek}+|\\p{InCyrillic}+|\\p{Sc}", 0, "\u00c9t\u00e9 \u03b1\u03b2\u03b3 \u0434\u0430 5\u20ac");
        find("[\\w&&[^a-f\\d]]+|[^\\p{Alnum}\\s]", 0, "abcxyz123 _gh! f");
        find("\\b\\w|\\B.\\b", Pattern.UNICODE_CHARACTER_CLASS, "\u00e9t\u00e9 is");
        find("\\X", 0, "e\u0301a\ud83d\udc68\u200d\ud83d\udc69");
        find("\\R|\\h|\\v", 0, "\r\n \t\n\u2028");
        find("a # comment\n b\\ c [ d ]", x, "ab c d ab cd");
        find("a.b", l, "a.b axb");
        find("(?i:a)b(?-i)(?s).", 0, "Ab\n aB\n ab\n");
        find("\\Qa.b\\E+|\\x41|\\u0042|\\103|\\0104|\\cA|\\t", 0, "a.bbb A B C D \u0001 \t");
        find("(\\d+)(?=((?:\\d{3})+)$)", 0, "1234567");
        find("(a|ab)(c|bcd)(d*)", 0, "abcd");
        find("(?:(a)|b)*", 0, "ab");
        find("(.)\\1+?", 0, "aabbbcdd");
        find("\\G\\d", 0, "12a3");
        find("x{0}|y{2,}?", 0, "xyyy");
        find("[\ud83d\ude00-\ud83d\ude02]", 0, "\ud83d\ude01 \ud83d\ude03");
        for (String bad : List.of("(", "a)", "[a", "*a", "a{2", "a{3,1}", "(?<1a>x)", "(?<n>a)(?<n>b)", "\\k<none>", "(?<=a*)b", "\\p{Nope}", "[z-a]", "\\", "(?z)a", "a**", "\\xg", "x{99999999999}", "(?<!a+)")) {
            find(bad, 0, "aab");
        }
        Matcher r = Pattern.compile("(?<k>\\w)(?<v>\\d)").matcher("a1 b2 c3");
        System.out.println(r.replaceAll("${v}$1\\$") + " " + r.replaceFirst("<$0>") + " " + r.replaceAll(q -> q.group(2) + "!") + " " + r.results().map(MatchResult::group).collect(Collectors.toList()) + " " + Matcher.quoteReplacement("$1\\"));
        for (String bad : List.of("$9", "${none}", "$", "\\", "${k", "$x")) {
            try {
                System.out.println(r.replaceAll(bad));
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
        try {
            r.reset();
            r.group();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        StringBuilder b = new StringBuilder();
        r.region(3, 8).useAnchoringBounds(false);
        while (r.find()) {
            r.appendReplacement(b, "<" + r.start("v") + ">");
        }
        System.out.println(r.appendTail(b) + " " + r.regionStart() + r.toMatchResult().groupCount() + " " + r);
        for (String[] s : new String[][] {"a,b,,c,,".split(","), "a,b,,c,,".split(",", -1), "a,b,,c".split(",", 2), "abc".split(""), "".split(","), ",a".split(","), "a1b22c".split("\\d+"), "x.y".split("."), "boo:and:foo".split("o", 0)}) {
            System.out.print(s.length + List.of(s).toString());
        }
        System.out.println(Pattern.compile("-").splitAsStream("p-q-r").toList() + " " + Pattern.compile("b+").asPredicate().test("abb") + Pattern.compile("b+").asMatchPredicate().test("abb"));
        scan("12 3.5 true word -7 99999999999 1e3 0x1F", null);
        scan("1,2;3,, x", "[,;]");
        scan("", null);
        try (Scanner s = new Scanner("line one\n\nk=v 77 abc\nFF 1,234.5 last")) {
            System.out.println(s.nextLine() + "|" + s.nextLine() + "|" + s.findInLine("(\\w)=(\\w)") + s.match().group(2) + s.nextInt() + s.skip("\\s*a") + s.next() + s.nextInt(16) + " " + s.useLocale(java.util.Locale.US).nextDouble() + s.hasNextLine() + s.findWithinHorizon("s.", 0) + s.delimiter());
            s.nextInt();
        } catch (InputMismatchException e) {
            System.out.println(e);
        }
        Scanner closed = new Scanner("x");
        closed.close();
        try {
            closed.next();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        StringTokenizer t = new StringTokenizer("a-b+c  d", "-+", true);
        System.out.print(t.countTokens());
        while (t.hasMoreTokens()) {
            System.out.print("<" + (t.countTokens() == 2 ? t.nextToken(" ") : t.nextToken()) + ">");
        }
        System.out.println(Map.of("end", new StringTokenizer(" \t\n").hasMoreElements()));
    }
}

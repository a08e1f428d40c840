import java.util.Arrays;

/** Text algorithms: KMP, longest common subsequence, edit distance, permutations, anagrams, roman numerals, wrapping. */
public class StringAlgorithms {
    static int kmp(String text, String word) {
        int[] fail = new int[word.length()];
        for (int i = 1, k = 0; i < word.length(); i++) {
            while (k > 0 && word.charAt(i) != word.charAt(k)) {
                k = fail[k - 1];
            }
            if (word.charAt(i) == word.charAt(k)) {
                k++;
            }
            fail[i] = k;
        }
        int found = 0;
        for (int i = 0, k = 0; i < text.length(); i++) {
            while (k > 0 && text.charAt(i) != word.charAt(k)) {
                k = fail[k - 1];
            }
            if (text.charAt(i) == word.charAt(k)) {
                k++;
            }
            if (k == word.length()) {
                found++;
                k = fail[k - 1];
            }
        }
        return found;
    }

    static String lcs(String a, String b) {
        int[][] t = new int[a.length() + 1][b.length() + 1];
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                t[i][j] = a.charAt(i - 1) == b.charAt(j - 1) ? t[i - 1][j - 1] + 1 : Math.max(t[i - 1][j], t[i][j - 1]);
            }
        }
        StringBuilder out = new StringBuilder();
        for (int i = a.length(), j = b.length(); i > 0 && j > 0; ) {
            if (a.charAt(i - 1) == b.charAt(j - 1)) {
                out.append(a.charAt(i - 1));
                i--;
                j--;
            } else if (t[i - 1][j] >= t[i][j - 1]) {
                i--;
            } else {
                j--;
            }
        }
        return out.reverse().toString();
    }

    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int corner = row[0]++;
            for (int j = 1; j < row.length; j++) {
                int old = row[j];
                row[j] = Math.min(Math.min(row[j] + 1, row[j - 1] + 1), corner + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1));
                corner = old;
            }
        }
        return row[b.length()];
    }

    static int permute(char[] c, int at, StringBuilder out) {
        if (at == c.length) {
            out.append(c).append(' ');
            return 1;
        }
        int total = 0;
        for (int i = at; i < c.length; i++) {
            char t = c[at];
            c[at] = c[i];
            c[i] = t;
            total += permute(c, at + 1, out);
            c[i] = c[at];
            c[at] = t;
        }
        return total;
    }

    static String roman(int n) {
        int[] values = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
        String[] signs = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            for (; n >= values[i]; n -= values[i]) {
                out.append(signs[i]);
            }
        }
        return out.toString();
    }

    static String words(int n) {
        String[] small = {"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
        String[] tens = {"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"};
        return n < 20 ? small[n] : n < 100 ? tens[n / 10] + (n % 10 == 0 ? "" : "-" + small[n % 10])
            : n < 1000 ? small[n / 100] + " hundred" + (n % 100 == 0 ? "" : " and " + words(n % 100)) : words(n / 1000) + " thousand" + (n % 1000 == 0 ? "" : " " + words(n % 1000));
    }

    static String wrap(String text, int width) {
        StringBuilder out = new StringBuilder(), line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (line.length() + word.length() + (line.length() > 0 ? 1 : 0) > width) {
                out.append(String.format("%-" + width + "s|%n", line));
                line.setLength(0);
            }
            line.append(line.length() > 0 ? " " : "").append(word);
        }
        return out.append(line).toString();
    }

    static String longestPalindrome(String s) {
        String best = "";
        for (int c = 0; c < 2 * s.length(); c++) {
            int l = c % 2 == 0 ? c / 2 - 1 : c / 2;
            int r = c / 2 + 1;
            while (l >= 0 && r < s.length() && s.charAt(l) == s.charAt(r)) {
                l--;
                r++;
            }
            if (r - l - 1 > best.length() && l + 1 <= r) {
                best = s.substring(l + 1, r);
            }
        }
        return best;
    }

    public static void main(String[] args) {
        System.out.println(kmp("abababcabababab", "abab") + " " + kmp("aaaaaaaa", "aaa") + " " + kmp("xyz", "abc"));
        System.out.println(lcs("AGGTAB", "GXTXAYB") + " " + lcs("the quick brown fox", "a thick brawny ox") + " [" + lcs("abc", "xyz") + "]");
        System.out.println(distance("kitten", "sitting") + " " + distance("", "abc") + " " + distance("flaw", "lawn") + " " + distance("intention", "execution"));
        StringBuilder out = new StringBuilder();
        System.out.println(permute("abcd".toCharArray(), 0, out) + " " + out);
        for (int n : new int[] {1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999}) {
            System.out.print(roman(n) + " ");
        }
        System.out.println();
        for (int n : new int[] {0, 13, 21, 100, 342, 1000, 12345, 999999}) {
            System.out.println(n + " " + words(n));
        }
        System.out.println(wrap("the quick brown fox jumps over the lazy dog and runs away from the angry bear in the deep dark forest", 20));
        System.out.println(longestPalindrome("forgeeksskeegfor") + " " + longestPalindrome("babad") + " " + longestPalindrome("x"));
        String[] words = {"listen", "silent", "enlist", "google", "elgoog", "abc"};
        java.util.Map<String, java.util.List<String>> groups = new java.util.TreeMap<>();
        for (String w : words) {
            char[] key = w.toCharArray();
            Arrays.sort(key);
            groups.computeIfAbsent(new String(key), k -> new java.util.ArrayList<>()).add(w);
        }
        System.out.println(groups);
        String s = "seed";
        for (int i = 0; i < 12; i++) {
            s = Integer.toString(s.hashCode(), 36) + s.substring(0, Math.min(20, s.length()));
        }
        System.out.println(s);
    }
}

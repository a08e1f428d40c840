/** StringBuilder and StringBuffer: append of every type, insert, delete, replace, reverse, capacity, indexOf, chaining. */
public class StringBuilders {
    static String fizz(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 1; i <= n; i++) {
            int before = out.length();
            if (i % 3 == 0) {
                out.append("Fizz");
            }
            if (i % 5 == 0) {
                out.append("Buzz");
            }
            if (out.length() == before) {
                out.append(i);
            }
            out.append(' ');
        }
        return out.toString();
    }

    static boolean palindrome(String s) {
        String clean = s.replaceAll("[^A-Za-z]", "").toLowerCase(java.util.Locale.ROOT);
        return new StringBuilder(clean).reverse().toString().equals(clean);
    }

    static String rle(String s) {
        StringBuilder out = new StringBuilder();
        for (int i = 0, j; i < s.length(); i = j) {
            j = i;
            while (j < s.length() && s.charAt(j) == s.charAt(i)) {
                j++;
            }
            out.append(s.charAt(i));
            if (j - i > 1) {
                out.append(j - i);
            }
        }
        return out.toString();
    }

    static String caesar(String s, int shift) {
        StringBuilder out = new StringBuilder(s.length());
        for (char c : s.toCharArray()) {
            if (c >= 'a' && c <= 'z') {
                out.append((char) ((c - 'a' + shift + 26) % 26 + 'a'));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    public static void main(String[] args) {
        StringBuilder sb = new StringBuilder();
        sb.append(true).append('c').append((byte) -1).append((short) 2).append(3).append(4L).append(5.5f).append(6.25).append("s").append((String) null).append((Object) null)
            .append(new char[] {'x', 'y'}).append(new char[] {'1', '2', '3'}, 1, 2).append("abcdef", 2, 4).append(new StringBuilder("sb")).append(new StringBuffer("buf")).append((CharSequence) null, 0, 4).appendCodePoint(0x41);
        System.out.println(sb + " " + sb.length());
        sb.setLength(5);
        sb.insert(0, 1).insert(1, "two").insert(0, 'c').insert(2, 3.5).insert(3, true).insert(0, new char[] {'[', ']'}).insert(sb.length(), (Object) null).insert(1, 7L);
        System.out.println(sb);
        sb.delete(2, 5).deleteCharAt(0).replace(0, 3, "REPLACED").setCharAt(1, '*');
        System.out.println(sb + " " + sb.indexOf("A") + " " + sb.lastIndexOf("E") + " " + sb.indexOf("zz") + " " + sb.indexOf("E", 5) + " " + sb.charAt(3));
        System.out.println(sb.substring(4) + " " + sb.substring(1, 4) + " " + sb.subSequence(0, 2) + " " + sb.reverse());
        sb.delete(0, 1000);
        System.out.println("[" + sb + "] " + sb.isEmpty() + " " + sb.compareTo(new StringBuilder()));
        sb.setLength(3);
        System.out.println(sb.toString().equals("\0\0\0") + " " + (int) sb.charAt(1));
        StringBuilder capacity = new StringBuilder();
        System.out.print(capacity.capacity());
        for (int i = 0; i < 4; i++) {
            capacity.append("0123456789abcdef!");
            System.out.print(" " + capacity.capacity());
        }
        capacity.ensureCapacity(1000);
        System.out.print(" " + (capacity.capacity() >= 1000));
        capacity.trimToSize();
        System.out.println(" " + capacity.capacity() + " " + new StringBuilder("abc").capacity() + " " + new StringBuilder(5).capacity());
        System.out.println(fizz(30));
        System.out.println(palindrome("A man, a plan, a canal: Panama") + " " + palindrome("hello") + " " + palindrome(""));
        System.out.println(rle("aaabccdddd") + " " + rle("") + " " + rle("x"));
        System.out.println(caesar("hello, world", 3) + " " + caesar(caesar("hello, world", 3), -3));
        StringBuffer buffer = new StringBuffer("thread safe");
        buffer.insert(7, "ly").reverse().append(1).setCharAt(0, 'E');
        System.out.println(buffer + " " + buffer.length() + " " + buffer.indexOf("d"));
        StringBuilder same = new StringBuilder("x");
        System.out.println(same.equals(new StringBuilder("x")) + " " + same.compareTo(new StringBuilder("y")) + " " + same.append(same).append(same));
        StringBuilder big = new StringBuilder();
        for (int i = 0; i < 20000; i++) {
            big.append((char) ('a' + i % 26));
        }
        for (int i = 0; i < 200; i++) {
            big.deleteCharAt(i * 3).insert(i * 2, i);
        }
        System.out.println(big.length() + " " + big.toString().hashCode() + " " + big.chars().sum());
        CharSequence cs = CharSequence.compare("a", "b") < 0 ? big.subSequence(0, 5) : "";
        System.out.println(cs + " " + cs.isEmpty());
        int[] data = {5, 17, 255};
        StringBuilder table = new StringBuilder();
        for (int n : data) {
            String h = Integer.toHexString(n);
            table.append("0".repeat(4 - h.length())).append(h).append(n == 255 ? "" : ":");
        }
        System.out.println(table);
        char[] chars = new char[3];
        table.getChars(0, 3, chars, 0);
        System.out.println(chars);
    }
}

public class StudentLab {

    // ---------- Exercise 1: the queens ----------
    static int size = 11;
    static int[] row;
    static int solutions;

    static boolean isSafe(int r, int c) {
        for (int i = 0; i < c; i++) {
            if (row[i] == r) return false;
            if (Math.abs(row[i] - r) == c - i) return false;
        }
        return true;
    }

    static void place(int c) {
        if (c == size) {
            solutions = solutions + 1;
            return;
        }
        for (int r = 0; r < size; r++) {
            if (isSafe(r, c)) {
                row[c] = r;
                place(c + 1);
            }
        }
    }

    static int hanoi(int n, int from, int to, int via) {
        if (n == 0) return 0;
        return hanoi(n - 1, from, via, to) + 1 + hanoi(n - 1, via, to, from);
    }

    public static long queens() {
        row = new int[size];
        solutions = 0;
        place(0);
        return solutions * 1000000L + hanoi(24, 1, 3, 2);
    }

    // ---------- Exercise 2: my binary tree ----------
    static class Node {
        int key;
        int count;
        Node left;
        Node right;

        Node(int k) {
            key = k;
            count = 1;
        }
    }

    static class MyTree {
        Node root;

        void insert(int k) {
            root = insert(root, k);
        }

        private Node insert(Node n, int k) {
            if (n == null) return new Node(k);
            if (k < n.key) n.left = insert(n.left, k);
            else if (k > n.key) n.right = insert(n.right, k);
            else n.count++;
            return n;
        }

        boolean contains(int k) {
            Node n = root;
            while (n != null) {
                if (n.key == k) return true;
                n = k < n.key ? n.left : n.right;
            }
            return false;
        }

        int height(Node n) {
            return n == null ? 0 : 1 + Math.max(height(n.left), height(n.right));
        }

        long sum(Node n) {
            return n == null ? 0 : (long) n.key * n.count + sum(n.left) + sum(n.right);
        }
    }

    public static long tree() {
        MyTree t = new MyTree();
        int x = 1;
        for (int i = 0; i < 170000; i++) {
            x = (int) ((x * 48271L) % 2147483647L);
            t.insert(x % 300000);
        }
        int found = 0;
        for (int i = 0; i < 300000; i += 2) {
            if (t.contains(i)) found++;
        }
        return t.sum(t.root) + t.height(t.root) * 1000L + found;
    }

    // ---------- Exercise 3: sorting ----------
    static void insertionSort(int[] a) {
        for (int i = 1; i < a.length; i++) {
            int v = a[i];
            int j = i - 1;
            while (j >= 0 && a[j] > v) {
                a[j + 1] = a[j];
                j--;
            }
            a[j + 1] = v;
        }
    }

    static void bubbleSort(int[] a) {
        boolean swapped = true;
        int n = a.length;
        while (swapped) {
            swapped = false;
            for (int i = 1; i < n; i++) {
                if (a[i - 1] > a[i]) {
                    int t = a[i];
                    a[i] = a[i - 1];
                    a[i - 1] = t;
                    swapped = true;
                }
            }
            n--;
        }
    }

    static void quickSort(int[] a, int lo, int hi) {
        if (lo >= hi) return;
        int pivot = a[(lo + hi) / 2];
        int i = lo, j = hi;
        while (i <= j) {
            while (a[i] < pivot) i++;
            while (a[j] > pivot) j--;
            if (i <= j) {
                int t = a[i];
                a[i++] = a[j];
                a[j--] = t;
            }
        }
        quickSort(a, lo, j);
        quickSort(a, i, hi);
    }

    static int[] numbers(int n) {
        int[] a = new int[n];
        long s = 5;
        for (int i = 0; i < n; i++) {
            s = (s * 25214903917L + 11) & ((1L << 48) - 1);
            a[i] = (int) (s >>> 20);
        }
        return a;
    }

    static long check(int[] a) {
        long h = 0;
        for (int i = 0; i < a.length; i++) h = h * 31 + a[i];
        return h;
    }

    public static long sorts() {
        int[] a = numbers(9000);
        insertionSort(a);
        int[] b = numbers(6000);
        bubbleSort(b);
        int[] c = numbers(300000);
        quickSort(c, 0, c.length - 1);
        return check(a) + check(b) + check(c);
    }

    // ---------- Exercise 4: palindromes and vowels ----------
    static boolean isPalindrome(String s) {
        int i = 0, j = s.length() - 1;
        while (i < j) {
            if (s.charAt(i) != s.charAt(j)) return false;
            i++;
            j--;
        }
        return true;
    }

    static int vowels(String s) {
        int n = 0;
        for (int i = 0; i < s.length(); i++) {
            char c = Character.toLowerCase(s.charAt(i));
            if (c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u') n++;
        }
        return n;
    }

    public static long palindromes() {
        char[] letters = new char[4000];
        for (int i = 0; i < letters.length; i++) {
            letters[i] = (char) ((i % 3 == 0 ? 'A' : 'a') + (i * i + i / 7) % 5);
        }
        String text = new String(letters);
        long n = 0;
        for (int start = 0; start < text.length(); start++) {
            for (int len = 2; len < 60 && start + len <= text.length(); len++) {
                String s = text.substring(start, start + len);
                if (isPalindrome(s)) n += len;
            }
            for (int k = 0; k < 4; k++) n += vowels(text) * (k + 1);
        }
        return n;
    }

    // ---------- Exercise 5: the christmas tree ----------
    public static long drawing() {
        long h = 0;
        for (int n = 1; n <= 120; n++) {
            String picture = "";
            for (int i = 0; i < n; i++) {
                String line = "";
                for (int j = 0; j < n - i; j++) line = line + " ";
                for (int j = 0; j < 2 * i + 1; j++) line += (j % 3 == 0) ? "o" : "*";
                picture = picture + line + "\n";
            }
            h = h * 17 + picture.hashCode();
        }
        return h;
    }

    // ---------- Exercise 6: grades with exceptions ----------
    static class BadGradeException extends Exception {
        static final long serialVersionUID = 1L;
        final int grade;

        BadGradeException(int grade) {
            super("bad grade " + grade);
            this.grade = grade;
        }
    }

    static int checkGrade(String s) throws BadGradeException {
        int g = Integer.parseInt(s);
        if (g < 1 || g > 6) throw new BadGradeException(g);
        return g;
    }

    public static long grades() {
        String[] inputs = {"1", "2", "six", "7", "3", "", "-4", "5x"};
        long sum = 0;
        for (int i = 0; i < 310000; i++) {
            try {
                sum += checkGrade(inputs[i % inputs.length]);
            } catch (BadGradeException e) {
                sum += e.grade * 10 + e.getMessage().length();
            } catch (NumberFormatException e) {
                sum += e.getMessage().length();
            } finally {
                sum++;
            }
        }
        return sum;
    }

    public static void main(String[] arguments) {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("queens");
            p.end(queens());
            p.start("tree");
            p.end(tree());
            p.start("sorts");
            p.end(sorts());
            p.start("palindromes");
            p.end(palindromes());
            p.start("drawing");
            p.end(drawing());
            p.start("grades");
            p.end(grades());
        }
    }
}

/**
 * One call of a method executes more bytecodes than fit into 32 bits with a sign, and after its first time slices all of them end at the
 * beginning of a method that is inlined into its loop.
 */
// expect calls LongActivation.compare = 1
// expect bytecodes LongActivation.compare = 2555754617
public class LongActivation {
    static int compare(int n) {
        String x = "ACGTTGCAATCGGATCCA".repeat(12), y = "AGGTTCCAATCCGATTCA".repeat(12);
        int t = 0;
        for (int k = 0; k < n; k++) {
            int[] p = new int[y.length() + 1], c = new int[y.length() + 1];
            for (int i = 1; i <= x.length(); i++) {
                for (int j = 1; j <= y.length(); j++) {
                    c[j] = x.charAt(i - 1) == y.charAt(j - 1) ? p[j - 1] + 1 : p[j] + c[j - 1];
                }
                int[] s = p;
                p = c;
                c = s;
            }
            t += p[y.length()];
        }
        return t;
    }

    public static void main(String[] args) {
        System.out.println(compare(1900));
    }
}

/** Library code: building strings, hashing them and looking them up. */
public class StringBuilding {
    public static void main(String[] args) {
        long start = System.nanoTime();
        java.util.HashMap<String, Integer> lengths = new java.util.HashMap<>();
        for (int i = 0; i < 60_000; i++) {
            String key = new StringBuilder("key").append(i % 1000).append('-').append(i & 7).toString();
            lengths.merge(key, key.length(), Integer::sum);
        }
        long result = 0;
        for (int length : lengths.values()) {
            result += length;
        }
        System.out.println(result + " " + (System.nanoTime() - start));
    }
}

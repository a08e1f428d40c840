import java.util.HashMap;
import java.util.Map;

/** Library code: building strings, hashing them and looking them up. */
public final class StringBuilding extends Harness {
    private static final int NUMBERS = 1_000;

    @Override
    long run(int size) {
        Map<String, Integer> lengths = new HashMap<>();
        for (int i = 0; i < size; i++) {
            String key = new StringBuilder("key").append(i % NUMBERS).append('-').append(i & 7).toString();
            lengths.merge(key, key.length(), Integer::sum);
        }
        long result = 0;
        for (int length : lengths.values()) {
            result += length;
        }
        return result;
    }

    public static void main(String[] arguments) {
        new StringBuilding()
                .expect("tiny", 1_000, 7_890)
                .expect("interp", 60_000, 473_400)
                .expect("full", 200_000, 1_578_000)
                .measure(arguments);
    }
}

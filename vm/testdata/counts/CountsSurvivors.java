import java.util.ArrayList;
import java.util.List;

// Of what it allocates first half is kept, of what it allocates then nothing.
// expect calls CountsSurvivors.half = 3000
// expect calls CountsSurvivors.none = 120000
// expect contexts CountsSurvivors.half = 1
public class CountsSurvivors {
    static final List<byte[]> kept = new ArrayList<>(3000);

    static void half() {
        byte[] first = new byte[9984];
        byte[] second = new byte[9984];
        kept.add(first);
        second[0] = 1;
        kept.get(kept.size() - 1)[1] = second[0];
    }

    static int none(int i) {
        return new int[120].length + i;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3000; i++) {
            half();
        }
        int sum = 0;
        for (int i = 0; i < 120000; i++) {
            sum += none(i);
        }
        System.out.println(kept.size() + " " + sum);
    }
}

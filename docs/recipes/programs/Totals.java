import java.util.HashMap;
import java.util.Map;

/** Sums amounts by the month of their date. */
public class Totals {
    public static void main(String[] args) {
        Map<String, Integer> totals = new HashMap<>();
        for (int day = 0; day < 2000; day++) {
            add(totals, date(day), day % 17);
        }
        System.out.println(totals.size());
    }

    static String date(int day) {
        return 2020 + day / 336 + "-" + (day / 28 % 12 + 1) + "-" + (day % 28 + 1);
    }

    static void add(Map<String, Integer> totals, String date, int amount) {
        totals.merge(month(date), amount, Integer::sum);
    }

    static String month(String date) {
        String[] parts = date.split("-");
        return parts[0] + "-" + parts[1];
    }
}

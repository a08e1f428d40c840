import java.util.ArrayList;
import java.util.List;

/** Counts how many different customers there are among so many orders. */
public class Unique {
    public static void main(String[] args) {
        System.out.println(customers(Integer.parseInt(args[0])).size());
    }

    static List<String> customers(int orders) {
        List<String> seen = new ArrayList<>();
        for (int order = 0; order < orders; order++) {
            String customer = "customer " + (100_000 + order / 2);
            if (!seen.contains(customer)) {
                seen.add(customer);
            }
        }
        return seen;
    }
}

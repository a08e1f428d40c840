package hotlens.runner;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Which of the tests run, by what the build says of all of them: groups, suites of TestNG, and what it runs at another time. */
final class Choice {
    /** What all of them have to be of. */
    final Groups groups = new Groups();

    /** The files of the suites that TestNG runs, as far as classes in them were selected; none: these are a suite. */
    final List<String> suites = new ArrayList<>();

    /** What each of the times is for that the build runs tests. */
    private final List<Groups> times = new ArrayList<>();

    /** Which of them run tests of a class, by the name of the outermost one; a class that is not here runs as a whole. */
    private final Map<String, int[]> shared = new HashMap<>();

    /** Which of the times this is; -1: whatever has the groups runs. */
    private int now = -1;

    /** Which of the times have tests of the shared classes, of those that were selected. */
    private final SortedSet<Integer> used = new TreeSet<>();

    Choice() {}

    void addTime(String included, String excluded) {
        Groups time = new Groups();
        time.include(included);
        time.exclude(excluded);
        times.add(time);
    }

    void setNow(int time) {
        now = time;
    }

    /** Takes a class for one that several of the times share, whose numbers are separated by commas. */
    void share(String type, String numbers) {
        String[] texts = numbers.split(",");
        int[] sharing = new int[texts.length];
        for (int i = 0; i < texts.length; i++) {
            sharing[i] = Integer.parseInt(texts[i]);
        }
        shared.put(type, sharing);
    }

    /** Tells whether all tests of a class run that were selected. */
    boolean isWhole(Class<?> type) {
        return groups.areAll() && !isShared(type.getName());
    }

    boolean isShared(String type) {
        return shared.containsKey(outermost(type));
    }

    /**
     * Tells whether a test of a class runs now. It belongs to the first of the times that has it by its groups, and to the first of all if none has. Asked for each test, it learns which of the times
     * have some.
     */
    boolean isNow(String type, Predicate<Groups> has) {
        int[] sharing = shared.get(outermost(type));
        if (sharing == null) {
            return true;
        }
        for (int time : sharing) {
            if (has.test(times.get(time))) {
                used.add(time);
                if (now >= 0) {
                    return time == now;
                }
            }
        }
        if (now < 0) {
            return true;
        }
        used.add(sharing[0]);
        return sharing[0] == now;
    }

    /** The numbers of the times that have tests of the shared classes; null where there is no such class. */
    SortedSet<Integer> used() {
        return shared.isEmpty() ? null : used;
    }

    static String outermost(String type) {
        int nested = type.indexOf('$', 1);
        return nested < 0 ? type : type.substring(0, nested);
    }
}

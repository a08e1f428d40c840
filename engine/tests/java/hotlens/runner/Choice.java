package hotlens.runner;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Which of the tests run, by what the build says of all of them: groups, which JUnit 5 calls tags, and JUnit 4 categories, and suites of TestNG. */
final class Choice {
    /** A test has to be of one of these, if there are any. */
    final List<String> included = new ArrayList<>();

    /** And of none of these. */
    final List<String> excluded = new ArrayList<>();

    /** The files of the suites that TestNG runs, as far as classes in them were selected; none: these are a suite. */
    final List<String> suites = new ArrayList<>();

    Choice() {}

    /** Adds groups that are separated by commas; for JUnit 5 they may be expressions of tags. */
    void include(String groups) {
        add(included, groups);
    }

    void exclude(String groups) {
        add(excluded, groups);
    }

    private static void add(List<String> to, String groups) {
        for (String group : groups.split(",")) {
            if (!group.trim().isEmpty()) {
                to.add(group.trim());
            }
        }
    }

    boolean hasAllGroups() {
        return included.isEmpty() && excluded.isEmpty();
    }

    /** Tells whether a test runs that is of some groups, which are classes, by their names. */
    boolean run(Collection<String> of) {
        return (included.isEmpty() || isOne(included, of)) && !isOne(excluded, of);
    }

    private static boolean isOne(List<String> groups, Collection<String> of) {
        for (String group : groups) {
            for (String name : of) {
                if (name.equals(group) || name.endsWith("." + group) || name.endsWith("$" + group)) {
                    return true;
                }
            }
        }
        return false;
    }
}

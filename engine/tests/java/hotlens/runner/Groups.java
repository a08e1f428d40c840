package hotlens.runner;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The groups that tests have to be of, and must not be of. JUnit 5 calls them tags, JUnit 4 categories. */
final class Groups {
    /** A test has to be of one of these, if there are any. */
    final List<String> included = new ArrayList<>();

    /** And of none of these. */
    final List<String> excluded = new ArrayList<>();

    Groups() {}

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

    /** Tells whether these are tests of any groups. */
    boolean areAll() {
        return included.isEmpty() && excluded.isEmpty();
    }

    /** Tells whether these have a test that is of some groups, which are classes, by their names. */
    boolean have(Collection<String> of) {
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

package hotlens.runner;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs tests by the framework that is on the class path, and tells what becomes of them by a file: see {@link Events}.
 *
 * <p>Arguments: that file; perhaps what says more of the tests than which they are (see {@link #take}); then the tests: classes by their binary names, behind each perhaps "#" and patterns of method
 * names, separated by commas. The exit status says nothing of the tests' outcome.
 */
public final class Main {
    /** The adapters for the frameworks, those that claim a class by its annotations first. Those whose framework is not there were not compiled. */
    private static final String[] FRAMEWORKS = {"JUnit4", "Testng", "Platform"};

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        Events events = new Events(arguments[0]);
        List<Framework> frameworks = frameworks();
        Map<Framework, List<Selection>> chosen = new LinkedHashMap<>();
        Choice choice = new Choice();
        for (int i = 1; i < arguments.length; i++) {
            String name = arguments[i];
            if (name.startsWith("-")) {
                i = take(choice, arguments, i);
                continue;
            }
            int hash = name.indexOf('#');
            String type = hash < 0 ? name : name.substring(0, hash);
            try {
                Class<?> loaded = Class.forName(type, false, Main.class.getClassLoader());
                Selection selection = new Selection(loaded, hash < 0 ? "*" : name.substring(hash + 1));
                Framework owner = owner(frameworks, loaded, choice);
                if (owner != null) {
                    chosen.computeIfAbsent(owner, f -> new ArrayList<>()).add(selection);
                }
            } catch (ClassNotFoundException | LinkageError e) {
                // The class is there but not what it needs: that is its tests' failure.
                events.failedClass(type, e);
            }
        }
        for (Map.Entry<Framework, List<Selection>> entry : chosen.entrySet()) {
            entry.getKey().run(entry.getValue(), choice, events);
        }
        events.done(choice.used());
        // Threads that tests have left behind must not keep the run alive, as under the build tools.
        System.exit(0);
    }

    /**
     * Takes what stands in the arguments from an index on, and returns where it ends: "-groups" and "-excludedGroups", each with groups, "-suite" with a file, "-time" with the groups and the excluded groups of one of the times
     * that the build runs tests, in their order, "-now" with the number of the current one, and "-shared" with a class and the numbers of those that have tests of it.
     */
    private static int take(Choice choice, String[] arguments, int at) {
        switch (arguments[at]) {
            case "-groups":
                choice.groups.include(arguments[at + 1]);
                return at + 1;
            case "-excludedGroups":
                choice.groups.exclude(arguments[at + 1]);
                return at + 1;
            case "-suite":
                choice.suites.add(arguments[at + 1]);
                return at + 1;
            case "-now":
                choice.setNow(Integer.parseInt(arguments[at + 1]));
                return at + 1;
            case "-time":
                choice.addTime(arguments[at + 1], arguments[at + 2]);
                return at + 2;
            case "-shared":
                choice.share(arguments[at + 1], arguments[at + 2]);
                return at + 2;
            default:
                throw new IllegalArgumentException(arguments[at]);
        }
    }

    /** The framework that runs a class, null if none does. What is in suites is run by what reads these, also tests of others. */
    private static Framework owner(List<Framework> frameworks, Class<?> type, Choice choice) {
        for (Framework framework : frameworks) {
            if (!choice.suites.isEmpty() && framework.readsSuites()) {
                return framework;
            }
        }
        for (Framework framework : frameworks) {
            if (framework.owns(type)) {
                return framework;
            }
        }
        return null;
    }

    private static List<Framework> frameworks() throws ReflectiveOperationException {
        List<Framework> found = new ArrayList<>();
        for (String name : FRAMEWORKS) {
            try {
                found.add((Framework) Class.forName(Main.class.getPackageName() + "." + name).getDeclaredConstructor().newInstance());
            } catch (ClassNotFoundException e) {
                // Its framework is not on the class path.
            }
        }
        return found;
    }
}

package hotlens.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The JUnit Platform: Jupiter, and whatever other engines are on the class path. */
final class Platform implements Framework {
    Platform() {}

    @Override
    public boolean owns(Class<?> type) {
        return true; // its engines know
    }

    @Override
    public void run(List<Selection> selections, Choice choice, Events events) {
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
        for (Selection selection : selections) {
            request.selectors(DiscoverySelectors.selectClass(selection.type));
        }
        request.filters((PostDiscoveryFilter) test -> FilterResult.includedIf(isWanted(test, selections)));
        request.filters((PostDiscoveryFilter) test -> FilterResult.includedIf(choice.isNow(typeOf(test), groups -> has(groups, test))));
        request.filters(filters(choice.groups).toArray(new PostDiscoveryFilter[0]));
        Launcher launcher = LauncherFactory.create();
        TestPlan plan = launcher.discover(request.build());
        events.plan(methods(plan));
        launcher.execute(plan, new Listener(events));
    }

    /** Those that have tests, and those that are to make some. */
    private static List<String> methods(TestPlan plan) {
        List<String> methods = new ArrayList<>();
        for (TestIdentifier root : plan.getRoots()) {
            for (TestIdentifier identifier : plan.getDescendants(root)) {
                TestSource source = identifier.getSource().orElse(null);
                if (source instanceof MethodSource) {
                    methods.add(((MethodSource) source).getClassName() + "#" + ((MethodSource) source).getMethodName());
                }
            }
        }
        return methods;
    }

    /** What finds the tests of groups. */
    private static List<PostDiscoveryFilter> filters(Groups groups) {
        List<PostDiscoveryFilter> filters = new ArrayList<>();
        if (!groups.included.isEmpty()) {
            filters.add(TagFilter.includeTags(groups.included));
        }
        if (!groups.excluded.isEmpty()) {
            filters.add(TagFilter.excludeTags(groups.excluded));
        }
        return filters;
    }

    private static boolean has(Groups groups, TestDescriptor test) {
        for (PostDiscoveryFilter filter : filters(groups)) {
            if (filter.apply(test).excluded()) {
                return false;
            }
        }
        return true;
    }

    /** The class that a test is of; "" if it is of none. */
    private static String typeOf(TestDescriptor test) {
        TestSource source = test.getSource().orElse(null);
        if (source instanceof MethodSource) {
            return ((MethodSource) source).getClassName();
        }
        return source instanceof ClassSource ? ((ClassSource) source).getClassName() : "";
    }

    /** A method is one of the class that was selected, or of what that has: a nested class, its own or one that it has from another class, or a class of its suite. */
    private static boolean isWanted(TestDescriptor test, List<Selection> selections) {
        TestSource source = test.getSource().orElse(null);
        if (!(source instanceof MethodSource)) {
            return true;
        }
        for (Selection selection : selections) {
            if (selection.wants(((MethodSource) source).getMethodName()) && isOf(test, selection.type.getName())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOf(TestDescriptor test, String selected) {
        for (TestDescriptor at = test; at != null; at = at.getParent().orElse(null)) {
            String type = typeOf(at);
            if (type.equals(selected) || type.startsWith(selected + "$")) {
                return true;
            }
        }
        return false;
    }

    private static final class Listener implements TestExecutionListener {
        private final Events events;

        Listener(Events events) {
            this.events = events;
        }

        private static Test test(TestIdentifier identifier) {
            Optional<TestSource> source = identifier.getSource();
            String type = "";
            String method = "";
            if (source.orElse(null) instanceof MethodSource) {
                MethodSource of = (MethodSource) source.get();
                type = of.getClassName();
                method = of.getMethodName();
            } else if (source.orElse(null) instanceof ClassSource) {
                type = ((ClassSource) source.get()).getClassName();
                method = identifier.isTest() ? identifier.getDisplayName() : "";
            } else {
                type = identifier.getDisplayName();
            }
            return new Test(identifier.getUniqueId(), type, method, identifier.getDisplayName());
        }

        @Override
        public void executionSkipped(TestIdentifier identifier, String reason) {
            events.skip(test(identifier), reason);
        }

        @Override
        public void executionStarted(TestIdentifier identifier) {
            if (identifier.isTest()) {
                events.start(test(identifier));
            } else if (makes(identifier)) {
                Test maker = test(identifier);
                Boundary.maker(maker.type, maker.method);
            }
        }

        /** A method that makes tests, such as Jupiter's @TestFactory. What it calls for each of several, such as a parameterized test, is a test. */
        private static boolean makes(TestIdentifier identifier) {
            return !identifier.isTest() && identifier.getSource().orElse(null) instanceof MethodSource && identifier.getUniqueId().contains("/[test-factory:");
        }

        @Override
        public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
            if (makes(identifier)) {
                Boundary.maker(null, null);
            }
            Throwable thrown = result.getThrowable().orElse(null);
            String status;
            switch (result.getStatus()) {
                case SUCCESSFUL:
                    status = "passed";
                    break;
                case ABORTED:
                    status = "aborted";
                    break;
                default:
                    status = "failed";
            }
            // Of what holds tests only a failure of its own is told: of BeforeAll, for example.
            if (identifier.isTest() || !status.equals("passed")) {
                events.end(test(identifier), status, thrown);
            }
        }
    }
}

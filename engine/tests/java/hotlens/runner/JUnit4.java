package hotlens.runner;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.internal.runners.ErrorReportingRunner;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.RunWith;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** JUnit 4, which also runs the tests of JUnit 3. */
final class JUnit4 implements Framework {
    JUnit4() {}

    /** As JUnit's own builder decides: RunWith, JUnit 3, or a method that is annotated. */
    @Override
    public boolean owns(Class<?> type) {
        RunWith runner = type.getAnnotation(RunWith.class);
        if (runner != null) {
            // A class that asks JUnit 4 to run it by JUnit 5 is JUnit 5's.
            return !runner.value().getName().equals("org.junit.platform.runner.JUnitPlatform");
        }
        if (junit.framework.TestCase.class.isAssignableFrom(type)) {
            return true;
        }
        for (Method method : type.getMethods()) {
            if (method.isAnnotationPresent(org.junit.Test.class)
                    || method.getName().equals("suite") && Modifier.isStatic(method.getModifiers())
                            && method.getParameterCount() == 0 && junit.framework.Test.class.isAssignableFrom(method.getReturnType())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void run(List<Selection> selections, Choice choice, Events events) {
        for (Selection selection : selections) {
            if (Modifier.isAbstract(selection.type.getModifiers())) {
                continue;
            }
            Request request = Request.aClass(selection.type);
            if (!(selection.all && choice.isWhole(selection.type)) && !(request.getRunner() instanceof ErrorReportingRunner)) {
                Wanted wanted = new Wanted(selection, choice);
                if (!wanted.shouldRun(request.getRunner().getDescription())) {
                    continue; // JUnit would take that for a failure
                }
                request = request.filterWith(wanted);
            }
            JUnitCore core = new JUnitCore();
            core.addListener(new Listener(events));
            core.run(request);
        }
    }

    /** The method's name without the invocation that a parameterised class adds: "small[0: 1]". */
    private static String methodOf(Description test) {
        String name = test.getMethodName();
        if (name == null) {
            return "";
        }
        int bracket = name.indexOf('[');
        return bracket < 0 ? name : name.substring(0, bracket);
    }

    private static final class Wanted extends Filter {
        private final Selection selection;
        private final Choice choice;

        Wanted(Selection selection, Choice choice) {
            this.selection = selection;
            this.choice = choice;
        }

        @Override
        public boolean shouldRun(Description description) {
            if (description.isTest()) {
                if (!selection.wants(methodOf(description)) || choice.isWhole(selection.type)) {
                    return selection.wants(methodOf(description));
                }
                Set<String> categories = categories(description);
                return choice.isNow(selection.type.getName(), groups -> groups.have(categories)) && choice.groups.have(categories);
            }
            for (Description child : description.getChildren()) {
                if (shouldRun(child)) {
                    return true;
                }
            }
            return false;
        }

        /** The names of the categories of a test and of its class, and of what they extend. */
        private static Set<String> categories(Description test) {
            Set<String> names = new HashSet<>();
            test.getAnnotations().forEach(annotation -> add(annotation, names));
            if (test.getTestClass() != null) {
                for (Annotation annotation : test.getTestClass().getAnnotations()) {
                    add(annotation, names);
                }
            }
            return names;
        }

        private static void add(Annotation annotation, Set<String> names) {
            // By its name, as JUnit before 4.8 does not have it.
            if (annotation.annotationType().getName().equals("org.junit.experimental.categories.Category")) {
                try {
                    for (Class<?> category : (Class<?>[]) annotation.annotationType().getMethod("value").invoke(annotation)) {
                        add(category, names);
                    }
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException("reading " + annotation, e);
                }
            }
        }

        private static void add(Class<?> category, Set<String> names) {
            if (category != null && names.add(category.getName())) {
                add(category.getSuperclass(), names);
                for (Class<?> extended : category.getInterfaces()) {
                    add(extended, names);
                }
            }
        }

        @Override
        public String describe() {
            return "the methods that are wanted";
        }
    }

    private static final class Listener extends RunListener {
        private final Events events;
        private final Map<Description, Failure> failures = new HashMap<>();
        private final Map<Description, Failure> assumptions = new HashMap<>();

        Listener(Events events) {
            this.events = events;
        }

        private static Test test(Description description) {
            String type = description.getClassName();
            String method = methodOf(description);
            return new Test("junit4:" + description.getDisplayName(), type, method, method.isEmpty() ? description.getDisplayName() : description.getMethodName());
        }

        @Override
        public void testRunStarted(Description all) {
            List<String> methods = new ArrayList<>();
            leaves(all, methods);
            events.plan(methods);
        }

        private static void leaves(Description of, List<String> methods) {
            if (of.isTest() && !methodOf(of).isEmpty()) {
                methods.add(of.getClassName() + "#" + methodOf(of));
            }
            for (Description child : of.getChildren()) {
                leaves(child, methods);
            }
        }

        @Override
        public void testStarted(Description description) {
            events.start(test(description));
        }

        @Override
        public synchronized void testFailure(Failure failure) {
            Description description = failure.getDescription();
            if (description.isTest()) {
                failures.putIfAbsent(description, failure); // a test may fail again when it is cleaned up after
            } else {
                events.end(test(description), "failed", failure.getException());
            }
        }

        @Override
        public synchronized void testAssumptionFailure(Failure failure) {
            if (failure.getDescription().isTest()) {
                assumptions.putIfAbsent(failure.getDescription(), failure);
            } else {
                events.skip(test(failure.getDescription()), failure.getMessage());
            }
        }

        @Override
        public void testIgnored(Description description) {
            org.junit.Ignore ignored = description.getAnnotation(org.junit.Ignore.class);
            events.skip(test(description), ignored == null ? "" : ignored.value());
        }

        @Override
        public void testFinished(Description description) {
            finish(description);
        }

        private synchronized void finish(Description description) {
            Failure failure = failures.remove(description);
            Failure assumption = assumptions.remove(description);
            if (failure != null) {
                events.end(test(description), "failed", failure.getException());
            } else if (assumption != null) {
                events.end(test(description), "aborted", assumption.getException());
            } else {
                events.end(test(description), "passed", null);
            }
        }
    }
}

package hotlens.runner;

import java.io.File;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.testng.IMethodInstance;
import org.testng.IMethodInterceptor;
import org.testng.ITestContext;
import org.testng.ITestNGMethod;
import org.testng.ITestResult;
import org.testng.TestListenerAdapter;
import org.testng.TestNG;
import org.testng.annotations.Factory;
import org.testng.xml.Parser;
import org.testng.xml.XmlClass;
import org.testng.xml.XmlInclude;
import org.testng.xml.XmlPackage;
import org.testng.xml.XmlSuite;
import org.testng.xml.XmlTest;

/** TestNG. */
final class Testng implements Framework {
    Testng() {}

    @Override
    public boolean owns(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (c.isAnnotationPresent(org.testng.annotations.Test.class)) {
                return true;
            }
        }
        return !tests(type).isEmpty() || makesObjects(type);
    }

    @Override
    public boolean readsSuites() {
        return true;
    }

    @Override
    public void run(List<Selection> selections, Choice choice, Events events) throws Exception {
        TestNG testng = new TestNG(false);
        testng.setVerbose(0);
        testng.setUseDefaultListeners(false);
        testng.setOutputDirectory(System.getProperty("java.io.tmpdir"));
        Made made = new Made(selections, choice);
        testng.setXmlSuites(choice.suites.isEmpty() ? Arrays.asList(suite(selections, choice, events)) : suites(selections, choice.suites));
        testng.addListener((Object) made);
        testng.addListener((Object) new Listener(events, made));
        testng.run();
    }

    /** The build's suites, with the selected ones of their classes. */
    private static List<XmlSuite> suites(List<Selection> selections, List<String> files) throws Exception {
        Map<String, Selection> selected = new HashMap<>();
        for (Selection selection : selections) {
            selected.put(selection.type.getName(), selection);
        }
        List<XmlSuite> suites = new ArrayList<>();
        for (String file : files) {
            for (XmlSuite suite : new Parser(new File(System.getProperty("basedir"), file).getPath()).parseToList()) {
                narrow(suite, selected);
                suites.add(suite);
            }
        }
        return suites;
    }

    private static void narrow(XmlSuite suite, Map<String, Selection> selected) {
        for (XmlSuite child : suite.getChildSuites()) {
            narrow(child, selected);
        }
        suite.setSuiteFiles(new ArrayList<>()); // they are the children: TestNG would read them once more, and run all that is in them
        for (XmlTest test : new ArrayList<>(suite.getTests())) {
            List<XmlClass> classes = new ArrayList<>(test.getXmlClasses());
            List<XmlPackage> packages = new ArrayList<>(suite.getXmlPackages());
            packages.addAll(test.getXmlPackages());
            for (XmlPackage each : packages) {
                classes.addAll(each.getXmlClasses());
            }
            List<XmlClass> wanted = new ArrayList<>();
            for (XmlClass type : classes) {
                Selection selection = selected.get(type.getName());
                Selection around = selected.get(Choice.outermost(type.getName()));
                boolean whole = selection != null ? selection.all : around != null && around.all;
                if (whole || selection != null && narrow(type, selection)) {
                    wanted.add(type);
                }
            }
            test.setXmlPackages(new ArrayList<>());
            test.setXmlClasses(wanted);
            if (wanted.isEmpty()) {
                suite.getTests().remove(test);
            }
        }
        suite.setXmlPackages(new ArrayList<>());
    }

    /** Leaves of the methods that a suite has of a class those that are wanted, with those that they depend on, and tells whether there are any. */
    private static boolean narrow(XmlClass type, Selection selection) {
        if (makesObjects(selection.type)) {
            return true; // whose tests are known when the objects are there
        }
        Set<String> names = included(selection, new Choice());
        List<XmlInclude> methods = new ArrayList<>(type.getIncludedMethods());
        if (methods.isEmpty()) {
            methods = includes(names);
        } else {
            methods.removeIf(method -> !names.contains(method.getName()));
        }
        type.setIncludedMethods(methods);
        return !methods.isEmpty();
    }

    /** A suite of the selected classes. */
    private static XmlSuite suite(List<Selection> selections, Choice choice, Events events) {
        XmlSuite suite = new XmlSuite();
        suite.setName("hotlens");
        XmlTest all = new XmlTest(suite);
        all.setName("hotlens");
        all.setIncludedGroups(choice.groups.included);
        all.setExcludedGroups(choice.groups.excluded);
        Map<Class<?>, Map<String, Method>> running = new LinkedHashMap<>();
        for (Selection selection : selections) {
            Class<?> maker = makerOf(selection.type);
            if (maker != null) {
                running.put(maker, tests(maker)); // and Made leaves out what is not wanted
            } else if (!Modifier.isAbstract(selection.type.getModifiers())) {
                Map<String, Method> tests = tests(selection.type);
                if (!selection.all || choice.isShared(selection.type.getName())) {
                    tests.keySet().retainAll(included(selection, choice));
                    if (tests.isEmpty()) {
                        continue;
                    }
                }
                running.put(selection.type, tests);
            }
        }
        leaveOut(running, events);
        for (Map.Entry<Class<?>, Map<String, Method>> entry : running.entrySet()) {
            XmlClass type = new XmlClass(entry.getKey().getName(), false);
            if (entry.getValue().size() < tests(entry.getKey()).size()) {
                if (entry.getValue().isEmpty()) {
                    continue;
                }
                type.setIncludedMethods(includes(entry.getValue().keySet()));
            }
            all.getXmlClasses().add(type);
        }
        return suite;
    }

    /**
     * Leaves out the tests that depend on groups of which no test runs, and those that depend on such tests: TestNG would refuse to run anything. Which groups the
     * objects of a factory have, only TestNG finds out.
     */
    private static void leaveOut(Map<Class<?>, Map<String, Method>> running, Events events) {
        if (running.keySet().stream().anyMatch(Testng::makesObjects)) {
            return;
        }
        boolean complete = false;
        while (!complete) {
            complete = true;
            Set<String> groups = new HashSet<>();
            running.forEach((type, tests) -> tests.values().forEach(test -> groups.addAll(groupsOf(type, test))));
            for (Map.Entry<Class<?>, Map<String, Method>> entry : running.entrySet()) {
                Class<?> type = entry.getKey();
                for (Map.Entry<String, Method> test : new ArrayList<>(entry.getValue().entrySet())) {
                    String missing = missing(type, test.getValue(), entry.getValue().keySet(), groups);
                    if (missing != null) {
                        String name = test.getKey();
                        entry.getValue().remove(name);
                        events.skip(new Test("testng:" + type.getName() + "#" + name, type.getName(), name, name), "it depends on " + missing + ", of which nothing runs with it");
                        complete = false;
                    }
                }
            }
        }
    }

    /** What a test depends on but is not there; null if all is. */
    private static String missing(Class<?> type, Method test, Set<String> running, Set<String> groups) {
        org.testng.annotations.Test annotation = test.getAnnotation(org.testng.annotations.Test.class);
        if (annotation == null || annotation.ignoreMissingDependencies()) {
            return null;
        }
        for (String other : annotation.dependsOnMethods()) {
            String name = unqualified(other);
            if (tests(type).containsKey(name) && !running.contains(name)) {
                return name;
            }
        }
        for (String group : annotation.dependsOnGroups()) {
            if (groups.stream().noneMatch(Pattern.compile(group).asMatchPredicate())) {
                return "the group " + group;
            }
        }
        return null;
    }

    /** The name of a method, in front of which its class may stand. */
    private static String unqualified(String method) {
        return method.substring(method.lastIndexOf('.') + 1);
    }

    /** Tells whether a class has a factory of objects with tests: of itself, or of any other class. */
    private static boolean makesObjects(Class<?> type) {
        if (Stream.of(type.getDeclaredConstructors()).anyMatch(member -> member.isAnnotationPresent(Factory.class))) {
            return true;
        }
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (Stream.of(c.getDeclaredMethods()).anyMatch(member -> member.isAnnotationPresent(Factory.class))) {
                return true;
            }
        }
        return false;
    }

    /** The class with the factory that makes the objects of a class: itself or, where only a factory can, the nearest one that it is nested in; null where TestNG makes the object. */
    private static Class<?> makerOf(Class<?> type) {
        if (makesObjects(type)) {
            return type;
        }
        if (Stream.of(type.getDeclaredConstructors()).anyMatch(constructor -> constructor.getParameterCount() == 0)) {
            return null;
        }
        for (Class<?> around = type.getDeclaringClass(); around != null; around = around.getDeclaringClass()) {
            if (makesObjects(around)) {
                return around;
            }
        }
        return null;
    }

    /** Leaves of the tests that classes with factories have, and that the objects have which these make, those that are wanted. Of which classes the objects are nobody knows before. */
    private static final class Made implements IMethodInterceptor {
        private final List<Selection> makers = new ArrayList<>(); // and what only they can make
        private final Map<Class<?>, Selection> others = new HashMap<>(); // whose tests the suite names
        private final Choice choice;

        Made(List<Selection> selections, Choice choice) {
            this.choice = choice;
            for (Selection selection : selections) {
                if (makerOf(selection.type) != null) {
                    makers.add(selection);
                } else {
                    others.put(selection.type, selection);
                }
            }
        }

        @Override
        public List<IMethodInstance> intercept(List<IMethodInstance> instances, ITestContext context) {
            List<ITestNGMethod> all = new ArrayList<>();
            for (IMethodInstance instance : instances) {
                all.add(instance.getMethod());
            }
            Set<ITestNGMethod> wanted = wanted(all);
            List<IMethodInstance> left = new ArrayList<>();
            for (IMethodInstance instance : instances) {
                if (wanted.contains(instance.getMethod())) {
                    left.add(instance);
                }
            }
            return left;
        }

        /** The wanted ones of some tests, with those that they depend on, without which TestNG refuses to run. */
        Set<ITestNGMethod> wanted(List<ITestNGMethod> all) {
            Set<ITestNGMethod> wanted = Collections.newSetFromMap(new IdentityHashMap<>());
            List<ITestNGMethod> open = new ArrayList<>();
            for (ITestNGMethod test : all) {
                if (makers.isEmpty() || wants(test)) {
                    open.add(test);
                }
            }
            while (!open.isEmpty()) {
                ITestNGMethod test = open.remove(open.size() - 1);
                if (wanted.add(test)) {
                    for (ITestNGMethod other : all) {
                        if (dependsOn(test, other)) {
                            open.add(other);
                        }
                    }
                }
            }
            return wanted;
        }

        private boolean wants(ITestNGMethod test) {
            Class<?> type = test.getRealClass();
            if (others.containsKey(type)) {
                return true;
            }
            boolean within = false; // of a maker that is selected, which counts more than others
            boolean wants = false;
            for (Selection maker : makers) {
                boolean nested = type == maker.type || type.getName().startsWith(maker.type.getName() + "$");
                if (nested && !within) {
                    within = true;
                    wants = false;
                }
                if (nested == within && (nested || makesObjects(maker.type))) {
                    wants |= maker.wants(test.getMethodName()) && choice.isNow(maker.type.getName(), groups -> groups.have(Arrays.asList(test.getGroups())));
                }
            }
            return wants;
        }

        private static boolean dependsOn(ITestNGMethod test, ITestNGMethod other) {
            for (String name : test.getMethodsDependedUpon()) {
                if (unqualified(name).equals(other.getMethodName()) && test.getRealClass() == other.getRealClass()) {
                    return true;
                }
            }
            for (String group : test.getGroupsDependedUpon()) {
                if (Stream.of(other.getGroups()).anyMatch(Pattern.compile(group).asMatchPredicate())) {
                    return true;
                }
            }
            return false;
        }
    }

    /** The wanted tests with those that they depend on, without which TestNG refuses to run. */
    private static Set<String> included(Selection selection, Choice choice) {
        Map<String, Method> tests = tests(selection.type);
        Set<String> included = new LinkedHashSet<>();
        List<String> open = new ArrayList<>();
        for (String name : tests.keySet()) {
            if (selection.wants(name) && choice.isNow(selection.type.getName(), groups -> groups.have(groupsOf(selection.type, tests.get(name))))) {
                open.add(name);
            }
        }
        while (!open.isEmpty()) {
            String name = open.remove(open.size() - 1);
            if (!included.add(name) || !tests.containsKey(name)) {
                continue;
            }
            org.testng.annotations.Test test = tests.get(name).getAnnotation(org.testng.annotations.Test.class);
            if (test == null) {
                continue;
            }
            for (String other : test.dependsOnMethods()) {
                open.add(unqualified(other));
            }
            for (String groups : test.dependsOnGroups()) {
                Predicate<String> pattern = Pattern.compile(groups).asMatchPredicate();
                for (Map.Entry<String, Method> other : tests.entrySet()) {
                    if (groupsOf(selection.type, other.getValue()).stream().anyMatch(pattern)) {
                        open.add(other.getKey());
                    }
                }
            }
        }
        return included;
    }

    /** Methods as a suite names them. */
    private static List<XmlInclude> includes(Set<String> names) {
        List<XmlInclude> includes = new ArrayList<>();
        for (String name : names) {
            includes.add(new XmlInclude(name));
        }
        return includes;
    }

    /** The groups of a test, and of its class. */
    private static Set<String> groupsOf(Class<?> type, Method method) {
        Set<String> groups = new HashSet<>();
        org.testng.annotations.Test test = method.getAnnotation(org.testng.annotations.Test.class);
        if (test != null) {
            groups.addAll(Arrays.asList(test.groups()));
        }
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            org.testng.annotations.Test all = c.getAnnotation(org.testng.annotations.Test.class);
            if (all != null) {
                groups.addAll(Arrays.asList(all.groups()));
            }
        }
        return groups;
    }

    /** The test methods by name: those that are annotated, and the public ones of a class that is. */
    private static Map<String, Method> tests(Class<?> type) {
        Map<String, Method> tests = new LinkedHashMap<>();
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            boolean all = c.isAnnotationPresent(org.testng.annotations.Test.class);
            for (Method method : c.getDeclaredMethods()) {
                if (method.isAnnotationPresent(org.testng.annotations.Test.class)
                        || all && Modifier.isPublic(method.getModifiers()) && !method.isSynthetic() && method.getAnnotations().length == 0) {
                    tests.putIfAbsent(method.getName(), method);
                }
            }
        }
        return tests;
    }

    private static final class Listener extends TestListenerAdapter {
        private final Events events;
        private final Made made;

        Listener(Events events, Made made) {
            this.events = events;
            this.made = made;
        }

        private static Test test(ITestResult result) {
            String method = result.getMethod().getMethodName();
            return new Test("testng:" + System.identityHashCode(result), result.getTestClass().getName(), method, method + parameters(result));
        }

        private static String parameters(ITestResult result) {
            try {
                return result.getParameters().length == 0 ? "" : Arrays.toString(result.getParameters());
            } catch (RuntimeException e) { // thrown by a toString of the program's
                return "";
            }
        }

        @Override
        public void onStart(ITestContext context) {
            List<String> methods = new ArrayList<>();
            List<ITestNGMethod> all = Arrays.asList(context.getAllTestMethods());
            Set<ITestNGMethod> wanted = made.wanted(all);
            for (ITestNGMethod method : all) {
                if (wanted.contains(method)) {
                    methods.add(method.getTestClass().getName() + "#" + method.getMethodName());
                }
            }
            events.plan(methods);
        }

        @Override
        public void onTestStart(ITestResult result) {
            events.start(test(result));
        }

        @Override
        public void onTestSuccess(ITestResult result) {
            events.end(test(result), "passed", null);
        }

        @Override
        public void onTestFailure(ITestResult result) {
            events.end(test(result), "failed", result.getThrowable());
        }

        @Override
        public void onTestFailedButWithinSuccessPercentage(ITestResult result) {
            events.end(test(result), "passed", result.getThrowable());
        }

        @Override
        public void onTestSkipped(ITestResult result) {
            Throwable reason = result.getThrowable();
            events.skip(test(result), reason == null || reason.getMessage() == null ? "" : reason.getMessage());
        }

        @Override
        public void onConfigurationFailure(ITestResult result) {
            events.end(new Test("testng:" + System.identityHashCode(result), result.getTestClass().getName(), "", result.getMethod().getMethodName()), "failed", result.getThrowable());
        }
    }
}

package hotlens.runner;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.testng.ITestNGMethod;
import org.testng.ITestResult;
import org.testng.TestListenerAdapter;
import org.testng.TestNG;
import org.testng.xml.XmlClass;
import org.testng.xml.XmlInclude;
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
        return !tests(type).isEmpty();
    }

    @Override
    public void run(List<Selection> selections, Groups groups, Events events) {
        XmlSuite suite = new XmlSuite();
        suite.setName("hotlens");
        XmlTest all = new XmlTest(suite);
        all.setName("hotlens");
        all.setIncludedGroups(groups.included);
        all.setExcludedGroups(groups.excluded);
        for (Selection selection : selections) {
            if (Modifier.isAbstract(selection.type.getModifiers())) {
                continue;
            }
            XmlClass type = new XmlClass(selection.type.getName(), false);
            if (!selection.all) {
                List<XmlInclude> included = included(selection);
                if (included.isEmpty()) {
                    continue;
                }
                type.setIncludedMethods(included);
            }
            all.getXmlClasses().add(type);
        }
        TestNG testng = new TestNG(false);
        testng.setVerbose(0);
        testng.setUseDefaultListeners(false);
        testng.setOutputDirectory(System.getProperty("java.io.tmpdir"));
        testng.setXmlSuites(Arrays.asList(suite));
        testng.addListener((Object) new Listener(events));
        testng.run();
    }

    /** The wanted tests with those that they depend on, without which TestNG refuses to run. */
    private static List<XmlInclude> included(Selection selection) {
        Map<String, Method> tests = tests(selection.type);
        Map<String, XmlInclude> included = new LinkedHashMap<>();
        List<String> open = new ArrayList<>();
        for (String name : tests.keySet()) {
            if (selection.wants(name)) {
                open.add(name);
            }
        }
        while (!open.isEmpty()) {
            String name = open.remove(open.size() - 1);
            if (included.put(name, new XmlInclude(name)) != null || !tests.containsKey(name)) {
                continue;
            }
            org.testng.annotations.Test test = tests.get(name).getAnnotation(org.testng.annotations.Test.class);
            if (test != null) {
                open.addAll(Arrays.asList(test.dependsOnMethods()));
            }
        }
        return new ArrayList<>(included.values());
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

        Listener(Events events) {
            this.events = events;
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
        public void onStart(org.testng.ITestContext context) {
            List<String> methods = new ArrayList<>();
            for (ITestNGMethod method : context.getAllTestMethods()) {
                methods.add(method.getTestClass().getName() + "#" + method.getMethodName());
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

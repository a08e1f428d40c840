import static linkage.ClassFile.*;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import linkage.ClassFile;
import linkage.Loader;
import linkage.Report;

/** How the VM asks class loaders for classes, and how often; classes whose initialisation fails. */
public class LinkLoading {
    static final List<String> asked = new ArrayList<>();

    /** Tells what it was asked for. */
    static class Telling extends Loader {
        Telling(String name, ClassLoader parent) {
            super(name, parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("java.")) {
                asked.add(getName() + ":" + name);
            }
            return super.loadClass(name, resolve);
        }
    }

    static class Parallel extends Telling {
        static {
            registerAsParallelCapable();
        }

        Parallel(String name, ClassLoader parent) {
            super(name, parent);
        }
    }

    public static void main(String[] args) throws Exception {
        initiating();
        misbehaving();
        recursion();
        parallel();
        initialisation();
        deadlock();
        threads();
    }

    static String told() {
        String all = asked.toString();
        asked.clear();
        return all;
    }

    static ClassFile caller(String name, String other, int times) {
        ClassFile c = new ClassFile(name);
        for (int i = 0; i < times; i++) {
            c.method(PUBLIC | STATIC, "run" + i, "()Ljava/lang/Object;", c.code(1, 0, 0x13, at(c.type(other)), 0xb0));
        }
        c.method(PUBLIC | STATIC, "array", "()Ljava/lang/Object;", c.code(1, 0, 0x13, at(c.type("[[L" + other + ";")), 0xb0));
        return c;
    }

    static void initiating() throws Exception {
        Loader a = new Telling("a", LinkLoading.class.getClassLoader()).with(new ClassFile("p/X"));
        Loader b = new Telling("b", a).with(caller("p/C", "p/X", 2), caller("p/D", "p/X", 2), new ClassFile("p/E", "p/X"));
        Report.show("load", () -> b.loadClass("p.C"));
        System.out.println(told());
        for (String m : new String[] {"run0", "run0", "run1", "array"}) {
            Report.show("resolve in " + m, () -> b.loadClass("p.C").getMethod(m).invoke(null));
            System.out.println(told());
        }
        Report.show("resolve in another class", () -> b.loadClass("p.D").getMethod("run0").invoke(null));
        System.out.println(told());
        Report.show("super class", () -> b.loadClass("p.E"));
        System.out.println(told());
        Report.show("by name", () -> Class.forName("p.X", false, b));
        System.out.println(told());
        Report.show("array by name", () -> Class.forName("[Lp.X;", false, b));
        System.out.println(told());
        Report.show("missing class", () -> new Telling("c", a).with(caller("p/C", "no/Such", 1)).loadClass("p.C").getMethod("run0").invoke(null));
        System.out.println(told());
        Loader d = new Telling("d", a).with(caller("p/C", "no/Such", 2), caller("p/D", "no/Such", 1));
        for (String m : new String[] {"run0", "run0", "run1"}) {
            Report.show("missing class, " + m, () -> d.loadClass("p.C").getMethod(m).invoke(null));
            System.out.println(told());
        }
        Report.show("missing class, another class", () -> d.loadClass("p.D").getMethod("run0").invoke(null));
        System.out.println(told());
        Report.show("missing array", () -> d.loadClass("p.D").getMethod("array").invoke(null));
        System.out.println(told());
    }

    /** A loader that answers with something else. */
    static Loader answering(Loader.Answer answer) {
        Loader l = new Loader("odd", LinkLoading.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                return name.equals("p.X") ? answer.to(name) : super.loadClass(name, resolve);
            }
        };
        return l.with(caller("p/C", "p/X", 2));
    }

    static void misbehaving() {
        Object[][] answers = {
            {"null", (Loader.Answer) n -> null}, {"another class", (Loader.Answer) n -> String.class}, {"a primitive type", (Loader.Answer) n -> int.class},
            {"an array", (Loader.Answer) n -> int[].class}, {"ClassNotFoundException", (Loader.Answer) n -> { throw new ClassNotFoundException("mine"); }},
            {"RuntimeException", (Loader.Answer) n -> { throw new IllegalStateException("mine"); }}, {"Error", (Loader.Answer) n -> { throw new NoClassDefFoundError("mine"); }},
            {"another Error", (Loader.Answer) n -> { throw new InternalError("mine"); }},
        };
        for (Object[] a : answers) {
            Loader l = answering((Loader.Answer) a[1]);
            for (String m : new String[] {"run0", "run0", "run1", "array"}) {
                Report.show("answers " + a[0] + ", " + m, () -> l.loadClass("p.C").getMethod(m).invoke(null));
            }
            Report.show("answers " + a[0] + ", by name", () -> Class.forName("p.X", true, l));
            Report.show("answers " + a[0] + ", as super class", () -> l.define(new ClassFile("p/Sub", "p/X").done()));
            Report.show("answers " + a[0] + ", as interface", () -> l.define(new ClassFile("p/Impl", "java/lang/Object", "p/X").done()));
        }
        Class<?>[] first = new Class<?>[1];
        Loader changing = answering(n -> {
            Class<?> c = new Loader("inner").with(new ClassFile("p/X")).loadClass(n);
            first[0] = first[0] == null ? c : first[0];
            return c;
        });
        for (String m : new String[] {"run0", "run1"}) {
            Report.show("answers a new class every time, " + m, () -> changing.loadClass("p.C").getMethod(m).invoke(null) == first[0]);
        }
        Report.show("own class after another one was the answer", () -> changing.define(new ClassFile("p/X").done()));
        Report.show("define in a loader while it defines", () -> {
            Loader[] l = new Loader[1];
            l[0] = new Loader("nested") {
                @Override
                protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                    if (name.equals("p.Base")) {
                        Class<?> base = define(new ClassFile("p/Base").done());
                        define(new ClassFile("p/Sub", "p/Base").done());
                        return base;
                    }
                    return super.loadClass(name, resolve);
                }
            };
            return l[0].define(new ClassFile("p/Sub", "p/Base").done());
        });
    }

    static void recursion() {
        Loader self = new Loader("self") {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                return name.startsWith("p.") ? Class.forName(name, false, this) : super.loadClass(name, resolve);
            }
        };
        Report.show("a loader that asks itself through the VM", () -> self.loadClass("p.X"));
        Report.show("by name", () -> Class.forName("p.Y", false, self));
        Loader[] pair = new Loader[2];
        for (int i = 0; i < 2; i++) {
            int other = 1 - i;
            pair[i] = new Loader("pair" + i) {
                @Override
                protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                    return name.startsWith("p.") ? Class.forName(name, false, pair[other]) : super.loadClass(name, resolve);
                }
            };
        }
        Report.show("two loaders that ask each other", () -> Class.forName("p.X", false, pair[0]));
        Loader endless = new Loader("endless") {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (name.startsWith("p.C")) {
                    int n = Integer.parseInt(name.substring(3));
                    return define(new ClassFile("p/C" + n, n == 40 ? "java/lang/Object" : "p/C" + (n + 1)).done());
                }
                return super.loadClass(name, resolve);
            }
        };
        Report.show("a long chain of super classes", () -> endless.loadClass("p.C0"));
    }

    static void parallel() throws Exception {
        for (Loader l : new Loader[] {new Telling("serial", LinkLoading.class.getClassLoader()), new Parallel("parallel", LinkLoading.class.getClassLoader())}) {
            l.with(new ClassFile("p/X"), new ClassFile("p/Y", "p/X"));
            System.out.println(l.getName() + " " + l.isRegisteredAsParallelCapable());
            Class<?>[] got = new Class<?>[8];
            Thread[] threads = new Thread[got.length];
            CountDownLatch start = new CountDownLatch(1);
            for (int i = 0; i < got.length; i++) {
                int n = i;
                threads[i] = new Thread(() -> {
                    try {
                        start.await();
                        got[n] = Class.forName("p.Y", true, l);
                    } catch (Exception e) {
                        System.out.println(e);
                    }
                });
                threads[i].start();
            }
            start.countDown();
            boolean same = true;
            for (int i = 0; i < got.length; i++) {
                threads[i].join();
                same &= got[i] != null && got[i] == got[0];
            }
            System.out.println(l.getName() + ": all threads got the same class: " + same);
            asked.clear();
        }
    }

    static class Fails {
        static int value = 1 / Integer.parseInt("0");

        static void call() {
        }
    }

    static class SubFails extends Fails {
        static int other = 1;
    }

    static class FailsWithError {
        static {
            if (true) {
                throw new InternalError("in the initialiser");
            }
        }
    }

    static class FailsWithMessage {
        static {
            if (true) {
                throw new IllegalStateException("why", new RuntimeException("deeper"));
            }
        }
    }

    interface FailingInterface {
        int VALUE = Integer.parseInt("x");

        default void d() {
        }
    }

    static class Implements implements FailingInterface {
        static int x = 1;
    }

    static void initialisation() {
        for (int i = 0; i < 3; i++) {
            Report.show("static field", () -> Fails.value);
            Report.show("static method", () -> {
                Fails.call();
                return 1;
            });
            Report.show("new", Fails::new);
            Report.show("sub class", () -> SubFails.other);
            Report.show("by name", () -> Class.forName("LinkLoading$Fails"));
            Report.show("by reflection", () -> Fails.class.getDeclaredField("value").get(null));
            Report.show("array", () -> new Fails[1].length);
            Report.show("error", FailsWithError::new);
            Report.show("message and cause", FailsWithMessage::new);
            Report.show("interface", () -> Implements.x);
            Report.show("interface's constant", () -> FailingInterface.VALUE);
        }
        Thread t = new Thread(() -> Report.show("in another thread", Fails::new), "other");
        t.start();
        try {
            t.join();
        } catch (InterruptedException e) {
            System.out.println(e);
        }
        Report.show("stack of the cause", () -> {
            try {
                return new Fails();
            } catch (NoClassDefFoundError e) {
                return e.getCause().getStackTrace()[0] + " " + e.getCause().getCause();
            }
        });
        Report.show("generated class", () -> {
            ClassFile c = new ClassFile("p/C");
            c.method(STATIC, "<clinit>", "()V", c.code(2, 0, 4, 3, 0x6c, 0x57, 0xb1)).method(PUBLIC | STATIC, "run", "()V", c.code(0, 0, 0xb1));
            Class<?> k = new Loader("test").with(c).loadClass("p.C");
            Report.call("first", k, "run");
            Report.call("second", k, "run");
            return k.getDeclaredMethod("run");
        });
    }

    static class Left {
        static final String seen;

        static {
            seen = "left sees " + Right.value();
        }

        static String value() {
            return seen;
        }
    }

    static class Right {
        static final String seen;

        static {
            seen = "right sees " + Left.value();
        }

        static String value() {
            return seen;
        }
    }

    static void deadlock() {
        Report.show("initialisers that need each other", () -> Left.seen);
        Report.show("and the other", () -> Right.seen);
    }

    static class Slow {
        static final CountDownLatch begun = new CountDownLatch(1), go = new CountDownLatch(1);
    }

    static class WaitsThenFails {
        static {
            Slow.begun.countDown();
            try {
                Slow.go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            if (true) {
                throw new IllegalStateException("late");
            }
        }

        static void call() {
        }
    }

    static void threads() throws Exception {
        Thread first = new Thread(() -> Report.show("the thread that initialises", () -> new WaitsThenFails()), "first");
        first.start();
        Slow.begun.await();
        String[] result = new String[1];
        Thread second = new Thread(() -> {
            try {
                WaitsThenFails.call();
            } catch (Throwable e) {
                result[0] = Report.text(e);
            }
        }, "second");
        second.start();
        Slow.go.countDown();
        first.join();
        second.join();
        System.out.println("the thread that waits: " + result[0]);
    }
}

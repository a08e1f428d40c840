import static linkage.ClassFile.*;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import linkage.ClassFile;
import linkage.Loader;
import linkage.Report;

/**
 * Two loaders, "good" and "evil", that mean different classes by the name p.X: the good one's has a reference where
 * the evil one's has a number. Whatever way a program takes to get hold of one as if it were the other must fail.
 */
public class LinkConstraints {
    static final int GETSTATIC = 0xb2, PUTSTATIC = 0xb3, GETFIELD = 0xb4, VIRTUAL = 0xb6, SPECIAL = 0xb7, STATICALLY = 0xb8, INTERFACELY = 0xb9;

    public static void main(String[] args) {
        calls();
        fields();
        overriding();
        interfaces();
        later();
        handles();
        reflection();
        agreed();
        natives();
    }

    /** The good class: one Object. */
    static ClassFile goodX() {
        return new ClassFile("p/X").field(PUBLIC, "f", "Ljava/lang/Object;").constructor();
    }

    /** The evil class: one long, at the place of the reference. */
    static ClassFile evilX() {
        return new ClassFile("p/X").field(PUBLIC, "f", "J").constructor();
    }

    /** What the good loader offers. */
    static ClassFile holder() {
        ClassFile c = new ClassFile("p/Holder").constructor();
        int make = at(c.type("p/X")), init = at(c.methodRef("p/X", "<init>", "()V"));
        c.method(PUBLIC | STATIC, "make", "()Lp/X;", c.code(2, 0, 0xbb, make, 0x59, SPECIAL, init, 0xb0));
        c.method(PUBLIC | STATIC, "take", "(ILp/X;J)V", c.code(0, 4, 0xb1));
        c.method(PUBLIC | STATIC, "array", "()[[Lp/X;", c.code(1, 0, 1, 0xb0));
        c.method(PUBLIC, "get", "()Lp/X;", c.code(2, 1, 0xbb, make, 0x59, SPECIAL, init, 0xb0));
        c.method(PUBLIC, "set", "(Lp/X;)V", c.code(0, 2, 0xb1));
        c.method(PROTECTED, "protect", "(Lp/X;)V", c.code(0, 2, 0xb1));
        c.method(0, "hidden", "(Lp/X;)V", c.code(0, 2, 0xb1));
        c.method(PRIVATE, "secret", "(Lp/X;)V", c.code(0, 2, 0xb1));
        c.method(PUBLIC | STATIC, "plain", "(Ljava/lang/String;)I", c.code(1, 1, 4, 0xac));
        c.field(PUBLIC | STATIC, "shared", "Lp/X;").field(PUBLIC, "own", "Lp/X;").field(PUBLIC | STATIC, "table", "[Lp/X;").field(PUBLIC | STATIC, "number", "I");
        return c;
    }

    static Loader good() {
        ClassFile i = new ClassFile("p/I");
        i.flags = PUBLIC | INTERFACE | ABSTRACT;
        i.method(PUBLIC | ABSTRACT, "m", "(Lp/X;)Lp/X;").method(PUBLIC, "d", "(Lp/X;)I", i.code(1, 2, 4, 0xac)).method(PUBLIC | STATIC, "s", "(Lp/X;)V", i.code(0, 1, 0xb1));
        return new Loader("good").with(goodX(), holder(), i);
    }

    /** A loader that takes everything but p.X and what it is given from the good one. */
    static Loader evil(ClassFile... own) {
        return new Loader("evil", good()).with(evilX()).with(own);
    }

    static void run(String what, ClassFile t) {
        run(what, t, evil(t));
    }

    static void run(String what, ClassFile t, Loader loader) {
        for (int i = 0; i < 2; i++) {
            Report.show(what, () -> Class.forName(t.name.replace('/', '.'), true, loader).getMethod("run").invoke(null));
        }
    }

    /** Loads the evil p.X, so that the constraint meets two loaded classes; otherwise the evil loader may be late. */
    static int[] touch(ClassFile t, int... code) {
        int[] all = new int[code.length + 3];
        all[0] = 0x13;
        all[1] = at(t.type("p/X"));
        all[2] = 0x57;
        System.arraycopy(code, 0, all, 3, code.length);
        return all;
    }

    static ClassFile method(ClassFile t, String returns, int... code) {
        return t.method(PUBLIC | STATIC, "run", "()" + returns, t.code(6, 4, touch(t, code)));
    }

    static void calls() {
        ClassFile t = new ClassFile("p/User");
        run("read the result's field", method(t, "J", STATICALLY, at(t.methodRef("p/Holder", "make", "()Lp/X;")), GETFIELD, at(t.fieldRef("p/X", "f", "J")), 0xad));
        t = new ClassFile("p/User");
        run("write the result's field", method(t, "V", STATICALLY, at(t.methodRef("p/Holder", "make", "()Lp/X;")), 0x10, 99, 0x85, 0xb5, at(t.fieldRef("p/X", "f", "J")), 0xb1));
        t = new ClassFile("p/User");
        run("hand over an argument", method(t, "V", 3, 0xbb, at(t.type("p/X")), 0x59, SPECIAL, at(t.methodRef("p/X", "<init>", "()V")), 9,
            STATICALLY, at(t.methodRef("p/Holder", "take", "(ILp/X;J)V")), 0xb1));
        t = new ClassFile("p/User");
        run("array of arrays", method(t, "Ljava/lang/Object;", STATICALLY, at(t.methodRef("p/Holder", "array", "()[[Lp/X;")), 0xb0));
        for (String m : new String[] {"get", "set", "hidden"}) {
            t = new ClassFile("p/User");
            String desc = m.equals("get") ? "()Lp/X;" : "(Lp/X;)V";
            int make = at(t.type("p/Holder")), init = at(t.methodRef("p/Holder", "<init>", "()V")), ref = at(t.methodRef("p/Holder", m, desc));
            run("virtual " + m, m.equals("get") ? method(t, "Ljava/lang/Object;", 0xbb, make, 0x59, SPECIAL, init, VIRTUAL, ref, 0xb0)
                : method(t, "V", 0xbb, make, 0x59, SPECIAL, init, 1, VIRTUAL, ref, 0xb1));
        }
        t = new ClassFile("p/User");
        run("method without p.X", method(t, "I", 0x12, t.string("a"), STATICALLY, at(t.methodRef("p/Holder", "plain", "(Ljava/lang/String;)I")), 0xac));
        t = new ClassFile("p/User");
        run("interface method", method(t, "V", 1, 1, INTERFACELY, at(t.interfaceRef("p/I", "m", "(Lp/X;)Lp/X;")), 2, 0, 0x57, 0xb1));
        t = new ClassFile("p/User");
        run("static interface method", method(t, "V", 1, STATICALLY, at(t.interfaceRef("p/I", "s", "(Lp/X;)V")), 0xb1));
        t = new ClassFile("p/Sub", "p/Holder");
        t.method(PUBLIC, "<init>", "()V", t.code(1, 1, 0x2a, SPECIAL, at(t.methodRef("p/Holder", "<init>", "()V")), 0xb1));
        t.method(PUBLIC, "callSuper", "()V", t.code(2, 1, 0x2a, 1, SPECIAL, at(t.methodRef("p/Holder", "set", "(Lp/X;)V")), 0xb1));
        method(t, "V", 0xbb, at(t.type("p/Sub")), 0x59, SPECIAL, at(t.methodRef("p/Sub", "<init>", "()V")), VIRTUAL, at(t.methodRef("p/Sub", "callSuper", "()V")), 0xb1);
        run("super call", t);
    }

    static void fields() {
        for (String f : new String[] {"shared", "table", "number"}) {
            String type = switch (f) {
                case "shared" -> "Lp/X;";
                case "table" -> "[Lp/X;";
                default -> "I";
            };
            ClassFile t = new ClassFile("p/User");
            run("read " + f, method(t, f.equals("number") ? "I" : "Ljava/lang/Object;", GETSTATIC, at(t.fieldRef("p/Holder", f, type)), f.equals("number") ? 0xac : 0xb0));
            t = new ClassFile("p/User");
            run("write " + f, method(t, "V", f.equals("number") ? 3 : 1, PUTSTATIC, at(t.fieldRef("p/Holder", f, type)), 0xb1));
        }
        ClassFile t = new ClassFile("p/User");
        run("read an instance field", method(t, "Ljava/lang/Object;", 0xbb, at(t.type("p/Holder")), 0x59, SPECIAL, at(t.methodRef("p/Holder", "<init>", "()V")),
            GETFIELD, at(t.fieldRef("p/Holder", "own", "Lp/X;")), 0xb0));
    }

    static void overriding() {
        for (String m : new String[] {"get", "set", "protect", "hidden", "secret", "plain"}) {
            ClassFile t = new ClassFile("p/Sub", "p/Holder");
            String desc = m.equals("get") ? "()Lp/X;" : m.equals("plain") ? "(Ljava/lang/String;)I" : "(Lp/X;)V";
            t.method(PUBLIC | (m.equals("plain") ? STATIC : 0), m, desc, m.equals("get") ? t.code(1, 1, 1, 0xb0) : m.equals("plain") ? t.code(1, 1, 3, 0xac) : t.code(1, 2, 0xb1));
            run("override " + m, method(t, "V", 0xb1));
            Loader loader = evil(t);
            Report.show("define only, " + m, () -> loader.loadClass("p.Sub").getName());
            Report.show("reflect on it, " + m, () -> loader.loadClass("p.Sub").getDeclaredMethods().length);
        }
        ClassFile t = new ClassFile("p/Sub", "p/Holder");
        t.method(PUBLIC, "get", "()Lp/X;", t.code(1, 1, 1, 0xb0));
        ClassFile u = new ClassFile("p/SubSub", "p/Sub");
        run("sub class of one that overrides", method(u, "V", 0xb1), evil(t, u));
    }

    static void interfaces() {
        for (String m : new String[] {"m", "d"}) {
            ClassFile t = new ClassFile("p/Impl", "java/lang/Object", "p/I");
            t.flags |= ABSTRACT;
            String desc = m.equals("m") ? "(Lp/X;)Lp/X;" : "(Lp/X;)I";
            t.method(PUBLIC, m, desc, m.equals("m") ? t.code(1, 2, 0x2b, 0xb0) : t.code(1, 2, 4, 0xac));
            run("implement " + m, method(t, "V", 0xb1));
            t = new ClassFile("p/Impl", "java/lang/Object", "p/I");
            t.flags |= ABSTRACT;
            t.method(m.equals("m") ? PUBLIC | ABSTRACT : 0, m, desc, m.equals("m") ? new byte[0][] : new byte[][] {t.code(1, 2, 4, 0xac)});
            run("implement " + m + " abstractly or not publicly", method(t, "V", 0xb1));
        }
        ClassFile t = new ClassFile("p/Impl", "java/lang/Object", "p/I");
        t.flags |= ABSTRACT;
        run("inherit the default method", method(t, "V", 0xb1));
        ClassFile base = new ClassFile("p/Base").constructor();
        base.method(PUBLIC, "m", "(Lp/X;)Lp/X;", base.code(1, 2, 0x2b, 0xb0));
        t = new ClassFile("p/Impl", "p/Base", "p/I");
        run("inherit an evil implementation", method(t, "V", 0xb1), evil(base, t));
        ClassFile j = new ClassFile("p/J");
        j.flags = PUBLIC | INTERFACE | ABSTRACT;
        j.method(PUBLIC | ABSTRACT, "get", "()Lp/X;");
        t = new ClassFile("p/Impl", "p/Holder", "p/J");
        run("evil interface on a good class", method(t, "V", 0xb1), evil(j, t));
    }

    /** The evil loader shows its p.X only after it has promised to have the good one. */
    static void later() {
        ClassFile t = new ClassFile("p/User");
        t.method(PUBLIC | STATIC, "promise", "()V", t.code(1, 0, STATICALLY, at(t.methodRef("p/Holder", "make", "()Lp/X;")), 0x57, 0xb1));
        t.method(PUBLIC | STATIC, "load", "()Ljava/lang/Object;", t.code(1, 0, 0x13, at(t.type("p/X")), 0xb0));
        t.method(PUBLIC | STATIC, "make", "()Ljava/lang/Object;", t.code(2, 0, 0xbb, at(t.type("p/X")), 0x59, SPECIAL, at(t.methodRef("p/X", "<init>", "()V")), 0xb0));
        t.method(PUBLIC | STATIC, "read", "()J", t.code(2, 0, STATICALLY, at(t.methodRef("p/Holder", "make", "()Lp/X;")), GETFIELD, at(t.fieldRef("p/X", "f", "J")), 0xad));
        Loader loader = evil(t);
        for (String m : new String[] {"promise", "load", "make", "read", "promise"}) {
            Report.show("first the promise: " + m, () -> loader.loadClass("p.User").getMethod(m).invoke(null));
        }
        Report.show("by the loader itself", () -> loader.loadClass("p.X"));
        Report.show("by name", () -> Class.forName("p.X", false, loader));
        Report.show("array by name", () -> Class.forName("[Lp.X;", false, loader));
        ClassFile lazy = new ClassFile("p/User");
        lazy.method(PUBLIC | STATIC, "promise", "()V", lazy.code(1, 0, 1, STATICALLY, at(lazy.interfaceRef("p/I", "s", "(Lp/X;)V")), 0xb1));
        Loader second = evil(lazy);
        Report.show("neither has loaded it: promise", () -> second.loadClass("p.User").getMethod("promise").invoke(null));
        Report.show("then the evil one does", () -> Class.forName("p.X", false, second).getDeclaredField("f").getType());
        Report.show("then the good one", () -> Class.forName("p.X", false, second.getParent()).getDeclaredField("f").getType());
        Loader third = evil(lazy);
        Report.show("another pair: promise", () -> third.loadClass("p.User").getMethod("promise").invoke(null));
        Report.show("first the good one", () -> Class.forName("p.X", false, third.getParent()).getDeclaredField("f").getType());
        Report.show("then the evil one", () -> Class.forName("p.X", false, third).getDeclaredField("f").getType());
        Report.show("and again", () -> Class.forName("p.X", false, third).getDeclaredField("f").getType());
    }

    static void handles() {
        for (int kind : new int[] {6, 5, 9, 2, 4, 1}) {
            ClassFile t = new ClassFile("p/User");
            int ref = switch (kind) {
                case 6 -> t.methodRef("p/Holder", "make", "()Lp/X;");
                case 5 -> t.methodRef("p/Holder", "get", "()Lp/X;");
                case 9 -> t.interfaceRef("p/I", "m", "(Lp/X;)Lp/X;");
                case 1 -> t.fieldRef("p/Holder", "own", "Lp/X;");
                default -> t.fieldRef("p/Holder", "shared", "Lp/X;");
            };
            run("handle of kind " + kind, method(t, "Ljava/lang/Object;", 0x13, at(t.handle(kind, ref)), 0xb0));
        }
        ClassFile t = new ClassFile("p/User");
        t.method(PUBLIC | STATIC, "lookup", "()Ljava/lang/invoke/MethodHandles$Lookup;",
            t.code(1, 0, STATICALLY, at(t.methodRef("java/lang/invoke/MethodHandles", "lookup", "()Ljava/lang/invoke/MethodHandles$Lookup;")), 0xb0));
        Loader loader = evil(t);
        Report.show("lookup of a method", () -> {
            var lookup = (MethodHandles.Lookup) loader.loadClass("p.User").getMethod("lookup").invoke(null);
            return lookup.findStatic(loader.loadClass("p.Holder"), "make", MethodType.methodType(loader.loadClass("p.X"))).type().returnType() == loader.loadClass("p.X");
        });
        Report.show("lookup of a method by the good type", () -> {
            var lookup = (MethodHandles.Lookup) loader.loadClass("p.User").getMethod("lookup").invoke(null);
            return lookup.findStatic(loader.loadClass("p.Holder"), "make", MethodType.methodType(loader.getParent().loadClass("p.X"))).type().returnType() == loader.loadClass("p.X");
        });
        Report.show("lookup of a field", () -> {
            var lookup = (MethodHandles.Lookup) loader.loadClass("p.User").getMethod("lookup").invoke(null);
            return lookup.findStaticGetter(loader.loadClass("p.Holder"), "shared", loader.loadClass("p.X")).type().returnType() == loader.loadClass("p.X");
        });
        Report.show("lookup of a field for writing", () -> {
            var lookup = (MethodHandles.Lookup) loader.loadClass("p.User").getMethod("lookup").invoke(null);
            return lookup.findStaticSetter(loader.loadClass("p.Holder"), "shared", loader.loadClass("p.X")).type();
        });
        Report.show("variable handle", () -> {
            var lookup = (MethodHandles.Lookup) loader.loadClass("p.User").getMethod("lookup").invoke(null);
            return lookup.findStaticVarHandle(loader.loadClass("p.Holder"), "shared", loader.loadClass("p.X")).varType() == loader.loadClass("p.X");
        });
        ClassFile l = new ClassFile("p/User");
        int boot = l.handle(6, l.methodRef("java/lang/invoke/LambdaMetafactory", "metafactory", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
            + "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;"));
        int erased = l.one(16, l.utf8("()Ljava/lang/Object;")), exact = l.one(16, l.utf8("()Lp/X;"));
        l.attribute(l.attribute("BootstrapMethods", u2s(1, boot, 3, erased, l.handle(6, l.methodRef("p/Holder", "make", "()Lp/X;")), exact)));
        run("method reference", method(l, "Ljava/lang/Object;", 0xba, at(l.two(18, 0, l.pair("get", "()Ljava/util/function/Supplier;"))), 0, 0,
            INTERFACELY, at(l.interfaceRef("java/util/function/Supplier", "get", "()Ljava/lang/Object;")), 1, 0, VIRTUAL, at(l.methodRef("java/lang/Object", "getClass", "()Ljava/lang/Class;")), 0xb0));
    }

    static void reflection() {
        Loader loader = evil();
        Report.show("result by reflection is the good class's", () -> loader.loadClass("p.Holder").getMethod("make").invoke(null).getClass() == loader.getParent().loadClass("p.X"));
        Report.show("argument by reflection", () -> loader.loadClass("p.Holder").getMethod("take", int.class, loader.getParent().loadClass("p.X"), long.class)
            .invoke(null, 1, loader.loadClass("p.X").getConstructor().newInstance(), 2L));
        Report.show("method by the evil type", () -> loader.loadClass("p.Holder").getMethod("take", int.class, loader.loadClass("p.X"), long.class));
        Report.show("field by reflection", () -> {
            loader.loadClass("p.Holder").getField("shared").set(null, loader.loadClass("p.X").getConstructor().newInstance());
            return "set";
        });
        ClassFile t = new ClassFile("p/User");
        Report.show("cast", () -> {
            Loader l = evil(method(t, "Ljava/lang/Object;", STATICALLY, at(t.methodRef("p/Holder", "plainObject", "()Ljava/lang/Object;")), 0xc0, at(t.type("p/X")), 0xb0));
            return l.loadClass("p.User").getMethod("run").invoke(null);
        });
    }

    /** Loaders that agree have nothing to fear. */
    static void agreed() {
        ClassFile t = new ClassFile("p/User");
        method(t, "Ljava/lang/Object;", STATICALLY, at(t.methodRef("p/Holder", "make", "()Lp/X;")), GETFIELD, at(t.fieldRef("p/X", "f", "Ljava/lang/Object;")), 0xb0);
        run("loaders that agree", t, new Loader("child", good()).with(t));
        ClassFile sub = new ClassFile("p/Sub", "p/Holder");
        sub.method(PUBLIC, "get", "()Lp/X;", sub.code(1, 1, 1, 0xb0));
        run("override in agreement", method(sub, "V", 0xb1), new Loader("child", good()).with(sub));
        ClassFile m = new ClassFile("p/User");
        method(m, "V", 1, STATICALLY, at(m.interfaceRef("p/I", "s", "(Lp/X;)V")), 0xb1);
        Loader first = good(), second = new Loader("second", first).with(m), third = new Loader("third", second).with(evilX());
        run("a chain of promises", m, second);
        ClassFile n = new ClassFile("p/Other");
        n.method(PUBLIC | STATIC, "run", "()V", n.code(1, 0, STATICALLY, at(n.methodRef("p/User", "run", "()V")), 0xb1));
        run("no p.X in this signature", n, new Loader("fourth", third).with(n));
    }

    static void natives() {
        Report.show("class loaders cannot replace the library's classes", () -> new Loader("evil").with(new ClassFile("java/lang/String")).loadClass("java.lang.String"));
        ClassFile s = new ClassFile("java/util/List");
        s.flags = PUBLIC | INTERFACE | ABSTRACT;
        Report.show("nor its interfaces", () -> new Loader("evil").with(s).loadClass("java.util.List"));
        ClassFile d = new ClassFile("javax/xml/parsers/SAXParser");
        Report.show("but those of other packages", () -> new Loader("evil").with(d).loadClass("javax.xml.parsers.SAXParser").getModule().isNamed());
    }
}

import static linkage.ClassFile.*;

import linkage.ClassFile;
import linkage.Loader;
import linkage.Report;

/** What defining and linking a class demands of its supertypes: access, finality, seals, nests, default methods. */
public class LinkHierarchy {
    public static void main(String[] args) {
        finals();
        access();
        seals();
        records();
        nests();
        defaults();
        order();
    }

    static ClassFile interfaceFile(String name, String... supers) {
        ClassFile c = new ClassFile(name, "java/lang/Object", supers);
        c.flags = PUBLIC | INTERFACE | ABSTRACT;
        return c;
    }

    static byte[] returning(ClassFile c, int value) {
        return c.code(1, 3, 0x10, value, 0xac);
    }

    static void load(String what, String name, ClassFile... files) {
        Report.show(what, () -> Class.forName(name, true, new Loader("test").with(files)).getName());
    }

    static void finals() {
        for (int flags : new int[] {0, PUBLIC, PROTECTED, PRIVATE, STATIC, PUBLIC | STATIC}) {
            for (int sub : new int[] {PUBLIC, PRIVATE, PUBLIC | STATIC}) {
                for (String pack : new String[] {"p", "q"}) {
                    ClassFile c = new ClassFile("p/Base");
                    c.method(flags | FINAL, "m", "(ILjava/lang/String;[J)I", returning(c, 1));
                    ClassFile d = new ClassFile("p/Middle", "p/Base");
                    ClassFile e = new ClassFile(pack + "/Sub", "p/Middle");
                    e.method(sub, "m", "(ILjava/lang/String;[J)I", returning(e, 2));
                    load("final method with flags " + flags + " overridden by one with " + sub + " in " + pack, pack + ".Sub", c, d, e);
                }
            }
        }
        ClassFile f = new ClassFile("p/Final");
        f.flags |= FINAL;
        load("final class", "p.Sub", f, new ClassFile("p/Sub", "p/Final"));
        load("final class of the library", "p.Sub", new ClassFile("p/Sub", "java/lang/Integer"));
        ClassFile i = interfaceFile("p/I");
        load("interface as class", "p.Sub", i, new ClassFile("p/Sub", "p/I"));
        load("class as interface", "p.Sub", f, new ClassFile("p/Sub", "java/lang/Object", "p/Final"));
        load("class as interface of an interface", "p.Sub", f, interfaceFile("p/Sub", "p/Final"));
        load("class of the library as interface", "p.Sub", new ClassFile("p/Sub", "java/lang/Object", "java/lang/Number"));
        load("own method in place of Object's final one", "p.Sub", new ClassFile("p/Sub").method(PUBLIC | NATIVE, "notify", "()V"));
        load("getClass in an interface", "p.Sub", interfaceFile("p/Sub").method(PUBLIC | ABSTRACT, "getClass", "()Ljava/lang/Class;"));
        ClassFile g = interfaceFile("p/I");
        g.method(PUBLIC, "notify", "()V", g.code(0, 1, 0xb1));
        load("default method notify", "p.Sub", g, new ClassFile("p/Sub", "java/lang/Object", "p/I"));
    }

    static void access() {
        ClassFile hidden = new ClassFile("p/Hidden");
        hidden.flags = SUPER;
        ClassFile hiddenInterface = interfaceFile("p/HiddenI");
        hiddenInterface.flags = INTERFACE | ABSTRACT;
        ClassFile hiddenAbstract = new ClassFile("p/Abstract");
        hiddenAbstract.flags = SUPER | ABSTRACT;
        load("package-private class of the same package", "p.Sub", hidden, new ClassFile("p/Sub", "p/Hidden"));
        load("package-private class of another package", "q.Sub", hidden, new ClassFile("q/Sub", "p/Hidden"));
        load("package-private abstract class of another package", "q.Sub", hiddenAbstract, new ClassFile("q/Sub", "p/Abstract"));
        load("package-private interface of another package", "q.Sub", hiddenInterface, new ClassFile("q/Sub", "java/lang/Object", "p/HiddenI"));
        load("package-private interface of another package under an interface", "q.Sub", hiddenInterface, interfaceFile("q/Sub", "p/HiddenI"));
        Report.show("package-private class of the same package in another loader", () -> {
            Loader parent = new Loader("parent").with(hidden);
            return new Loader("child", parent).with(new ClassFile("p/Sub", "p/Hidden")).loadClass("p.Sub").getName();
        });
        Report.show("package-private interface of the same package in another loader", () -> {
            Loader parent = new Loader(null).with(hiddenInterface);
            return new Loader("child", parent).with(new ClassFile("p/Sub", "java/lang/Object", "p/HiddenI")).loadClass("p.Sub").getName();
        });
        load("class that its module does not export", "q.Sub", new ClassFile("q/Sub", "sun/net/www/MessageHeader"));
        load("interface that its module does not export", "q.Sub", new ClassFile("q/Sub", "java/lang/Object", "sun/util/locale/provider/ResourceBundleProviderSupport"));
        load("class of another module that it does not export", "q.Sub", new ClassFile("q/Sub", "com/sun/tools/javac/tree/JCTree"));
    }

    static ClassFile sealed(ClassFile c, String... permitted) {
        Out out = out().u2(permitted.length);
        for (String p : permitted) {
            out.u2(c.type(p));
        }
        return c.attribute(c.attribute("PermittedSubclasses", out.done()));
    }

    static void seals() {
        load("permitted", "p.Sub", sealed(new ClassFile("p/Base"), "p/Sub"), new ClassFile("p/Sub", "p/Base"));
        load("not permitted", "p.Sub", sealed(new ClassFile("p/Base"), "p/Other"), new ClassFile("p/Sub", "p/Base"));
        load("nobody permitted", "p.Sub", sealed(new ClassFile("p/Base")), new ClassFile("p/Sub", "p/Base"));
        load("permitted in another package", "q.Sub", sealed(new ClassFile("p/Base"), "q/Sub"), new ClassFile("q/Sub", "p/Base"));
        ClassFile hidden = sealed(new ClassFile("p/Base"), "q/Sub");
        hidden.flags = SUPER;
        load("permitted in another package, not public", "q.Sub", hidden, new ClassFile("q/Sub", "p/Base"));
        ClassFile sub = new ClassFile("q/Sub", "p/Base");
        sub.flags = SUPER;
        load("permitted in another package, but not public itself", "q.Sub", sealed(new ClassFile("p/Base"), "q/Sub"), sub);
        load("interface permits", "p.Sub", sealed(interfaceFile("p/I"), "p/Sub"), new ClassFile("p/Sub", "java/lang/Object", "p/I"));
        load("interface does not permit", "p.Sub", sealed(interfaceFile("p/I"), "p/Other"), new ClassFile("p/Sub", "java/lang/Object", "p/I"));
        load("interface does not permit an interface", "p.Sub", sealed(interfaceFile("p/I"), "p/Other"), interfaceFile("p/Sub", "p/I"));
        Report.show("permitted in another loader", () -> {
            Loader parent = new Loader("parent").with(sealed(new ClassFile("p/Base"), "p/Sub"));
            return new Loader("child", parent).with(new ClassFile("p/Sub", "p/Base")).loadClass("p.Sub").getName();
        });
        Report.show("interface permits in another loader", () -> {
            Loader parent = new Loader("parent").with(sealed(interfaceFile("p/I"), "p/Sub"));
            return new Loader("child", parent).with(new ClassFile("p/Sub", "java/lang/Object", "p/I")).loadClass("p.Sub").getName();
        });
        load("sealed class of the library", "p.Sub", new ClassFile("p/Sub", "java/lang/Object", "java/lang/constant/ConstantDesc"));
        Report.show("permitted subclasses", () -> {
            Class<?> base = new Loader("test").with(sealed(new ClassFile("p/Base"), "p/Sub", "p/Missing", "p/NotSub"), new ClassFile("p/Sub", "p/Base"), new ClassFile("p/NotSub")).loadClass("p.Base");
            return base.isSealed() + " " + java.util.Arrays.toString(base.getPermittedSubclasses());
        });
    }

    static void records() {
        ClassFile c = new ClassFile("p/R", "java/lang/Record");
        c.flags |= FINAL;
        c.field(PRIVATE | FINAL, "x", "I").attribute(c.attribute("Record", u2s(1, c.utf8("x"), c.utf8("I"), 0)));
        Report.show("record without accessor", () -> {
            Class<?> r = new Loader("test").with(c).loadClass("p.R");
            return r.isRecord() + " " + r.getRecordComponents()[0].getAccessor();
        });
        ClassFile d = new ClassFile("p/R", "java/lang/Record");
        d.flags |= FINAL;
        d.attribute(d.attribute("Record", u2s(1, d.utf8("x"), d.utf8("Lno/Such;"), 0)));
        Report.show("record component of a missing type", () -> new Loader("test").with(d).loadClass("p.R").getRecordComponents()[0].getType());
    }

    /** A class with a private static method and one that calls the host's. */
    static ClassFile nestMember(String name, String host, String... members) {
        ClassFile c = new ClassFile(name);
        c.method(PRIVATE | STATIC, "secret", "()I", c.code(1, 0, 7, 0xac));
        c.field(PRIVATE | STATIC, "hidden", "I");
        if (host != null) {
            c.attribute(c.attribute("NestHost", u2s(c.type(host))));
            c.method(PUBLIC | STATIC, "call", "()I", c.code(1, 0, 0xb8, at(c.methodRef(host, "secret", "()I")), 0xac));
            c.method(PUBLIC | STATIC, "read", "()I", c.code(1, 0, 0xb2, at(c.fieldRef(host, "hidden", "I")), 0xac));
        } else {
            Out out = out().u2(members.length);
            for (String m : members) {
                out.u2(c.type(m));
            }
            c.attribute(c.attribute("NestMembers", out.done()));
            if (members.length > 0) {
                c.method(PUBLIC | STATIC, "call", "()I", c.code(1, 0, 0xb8, at(c.methodRef(members[0], "secret", "()I")), 0xac));
            }
        }
        return c;
    }

    static void nest(String what, String name, ClassFile... files) {
        Loader loader = new Loader("test").with(files);
        for (String method : new String[] {"call", "read", "call"}) {
            Report.show(what + ", " + method, () -> loader.loadClass(name).getMethod(method).invoke(null));
        }
        Report.show(what + ", host", () -> loader.loadClass(name).getNestHost().getName());
        Report.show(what + ", members", () -> java.util.Arrays.stream(loader.loadClass(name).getNestMembers()).map(Class::getName).toList());
    }

    static void nests() {
        nest("nest", "p.M", nestMember("p/H", null, "p/M"), nestMember("p/M", "p/H"));
        nest("host calls member", "p.H", nestMember("p/H", null, "p/M"), nestMember("p/M", "p/H"));
        nest("host does not list the member", "p.M", nestMember("p/H", null, "p/N"), nestMember("p/M", "p/H"));
        nest("host without members", "p.M", nestMember("p/H", null), nestMember("p/M", "p/H"));
        nest("host in another package", "q.M", nestMember("p/H", null, "q/M"), nestMember("q/M", "p/H"));
        nest("missing host", "p.M", nestMember("p/M", "p/H"));
        nest("host calls a member that denies it", "p.H", nestMember("p/H", null, "p/M"), nestMember("p/M", "p/Other"));
        nest("host is itself a member", "p.M", nestMember("p/H", "p/G"), nestMember("p/M", "p/H"), nestMember("p/G", null, "p/H"));
        nest("two members", "p.A", nestMember("p/H", null, "p/A", "p/B"), nestMember("p/A", "p/H"), nestMember("p/B", "p/H"));
        Report.show("host in another loader", () -> {
            Loader parent = new Loader("parent").with(nestMember("p/H", null, "p/M"));
            return new Loader("child", parent).with(nestMember("p/M", "p/H")).loadClass("p.M").getMethod("call").invoke(null);
        });
        ClassFile host = new ClassFile("p/H");
        host.attribute(host.attribute("NestMembers", u2s(3, host.type("p/M"), host.type("p/Missing"), host.type("p/Denies"))));
        Report.show("members that are missing or deny", () -> java.util.Arrays.toString(
            new Loader("test").with(host, nestMember("p/M", "p/H"), nestMember("p/Denies", "p/M")).loadClass("p.H").getNestMembers()));
        Report.show("nest mates", () -> {
            Loader l = new Loader("test").with(nestMember("p/H", null, "p/M"), nestMember("p/M", "p/H"), nestMember("p/N", "p/H"));
            return l.loadClass("p.M").isNestmateOf(l.loadClass("p.H")) + " " + l.loadClass("p.N").isNestmateOf(l.loadClass("p.H"));
        });
    }

    static ClassFile withDefault(String name, int value, String... supers) {
        ClassFile c = interfaceFile(name, supers);
        return c.method(PUBLIC, "m", "()I", returning(c, value));
    }

    /** Loads p/C and calls m of an object of it through invokevirtual and invokeinterface on p/I. */
    static void callDefault(String what, ClassFile... files) {
        ClassFile t = new ClassFile("p/Test");
        int make = t.type("p/C"), init = t.methodRef("p/C", "<init>", "()V");
        t.method(PUBLIC | STATIC, "virtually", "()I", t.code(2, 0, 0xbb, at(make), 0x59, 0xb7, at(init), 0xb6, at(t.methodRef("p/C", "m", "()I")), 0xac));
        t.method(PUBLIC | STATIC, "byInterface", "()I", t.code(2, 0, 0xbb, at(make), 0x59, 0xb7, at(init), 0xb9, at(t.interfaceRef("p/I", "m", "()I")), 1, 0, 0xac));
        Loader l = new Loader("test").with(files).with(t);
        for (String m : new String[] {"virtually", "byInterface", "virtually"}) {
            Report.show(what + ", " + m, () -> l.loadClass("p.Test").getMethod(m).invoke(null));
        }
        Report.show(what + ", reflectively", () -> l.loadClass("p.C").getMethod("m"));
    }

    static ClassFile abstractly(String name, String... supers) {
        return interfaceFile(name, supers).method(PUBLIC | ABSTRACT, "m", "()I");
    }

    static void defaults() {
        callDefault("one default", withDefault("p/I", 1), plain("java/lang/Object", "p/I"));
        callDefault("two defaults", withDefault("p/I", 1), withDefault("p/J", 2), plain("java/lang/Object", "p/I", "p/J"));
        callDefault("two defaults, one overridden", withDefault("p/I", 1), withDefault("p/J", 2, "p/I"), plain("java/lang/Object", "p/I", "p/J"));
        callDefault("default and abstract", withDefault("p/I", 1), abstractly("p/J"), plain("java/lang/Object", "p/I", "p/J"));
        callDefault("abstract and default", abstractly("p/I"), withDefault("p/J", 1), plain("java/lang/Object", "p/I", "p/J"));
        callDefault("default made abstract again", withDefault("p/I", 1), abstractly("p/J", "p/I"), plain("java/lang/Object", "p/J"));
        callDefault("two abstract ones", abstractly("p/I"), abstractly("p/J"), plain("java/lang/Object", "p/I", "p/J"));
        callDefault("diamond", abstractly("p/I"), withDefault("p/J", 1, "p/I"), withDefault("p/K", 2, "p/I"), plain("java/lang/Object", "p/J", "p/K"));
        ClassFile s = new ClassFile("p/S");
        s.constructor().method(PUBLIC, "m", "()I", returning(s, 9));
        callDefault("the super class wins", withDefault("p/I", 1), s, plain("p/S", "p/I"));
        ClassFile r = new ClassFile("p/S");
        r.constructor().method(PRIVATE, "m", "()I", returning(r, 9));
        callDefault("private method in the super class", withDefault("p/I", 1), r, plain("p/S", "p/I"));
        ClassFile q = new ClassFile("p/S");
        q.constructor().method(0, "m", "()I", returning(q, 9));
        callDefault("package-private method in the super class", withDefault("p/I", 1), q, plain("p/S", "p/I"));
        ClassFile u = new ClassFile("p/S");
        u.constructor().method(PROTECTED, "m", "()I", returning(u, 9));
        callDefault("protected method in the super class", abstractly("p/I"), u, plain("p/S", "p/I"));
        ClassFile v = new ClassFile("p/S");
        v.constructor().method(PUBLIC | STATIC, "m", "()I", returning(v, 9));
        callDefault("static method in the super class", withDefault("p/I", 1), v, plain("p/S", "p/I"));
        ClassFile w = new ClassFile("p/S");
        w.flags |= ABSTRACT;
        w.constructor().method(PUBLIC | ABSTRACT, "m", "()I");
        callDefault("abstract method in the super class", withDefault("p/I", 1), w, plain("p/S", "p/I"));
        ClassFile x = interfaceFile("p/I");
        x.method(PUBLIC | STATIC, "m", "()I", returning(x, 3));
        callDefault("static method in the interface", x, plain("java/lang/Object", "p/I"));
        ClassFile y = interfaceFile("p/I");
        y.method(PRIVATE, "m", "()I", returning(y, 3));
        callDefault("private method in the interface", y, plain("java/lang/Object", "p/I"));
        callDefault("no method at all", interfaceFile("p/I"), plain("java/lang/Object", "p/I"));
        callDefault("the interface is not implemented", withDefault("p/I", 1), plain("java/lang/Object"));
    }

    static ClassFile plain(String superName, String... supers) {
        ClassFile c = new ClassFile("p/C", superName, supers);
        return c.method(PUBLIC, "<init>", "()V", c.code(1, 1, 0x2a, 0xb7, at(c.methodRef(superName, "<init>", "()V")), 0xb1));
    }

    /** Which of several faults is reported. */
    static void order() {
        ClassFile c = new ClassFile("p/C", "no/Super", "no/Interface");
        load("missing super class and interface", "p.C", c);
        c = new ClassFile("p/C", "no/Super", "no/Interface").field(PUBLIC | PRIVATE, "f", "I");
        load("missing super class and interface, illegal field", "p.C", c);
        c = new ClassFile("p/C", "no/Super").field(PUBLIC | PRIVATE, "f", "I");
        load("missing super class, illegal field", "p.C", c);
        c = new ClassFile("p/C", "java/lang/String", "java/lang/Number");
        load("final super class, interface is a class", "p.C", c);
        c = new ClassFile("p/C", "java/lang/Runnable", "java/lang/Number");
        load("super class is an interface, interface is a class", "p.C", c);
        c = new ClassFile("p/C", "java/lang/Runnable", "no/Such");
        load("super class is an interface, missing interface", "p.C", c);
        c = new ClassFile("p/C", "java/lang/String", "no/Such");
        load("super class is final, missing interface", "p.C", c);
        Report.show("wrong name and missing super class", () -> new Loader("test").define("p.D", new ClassFile("p/C", "no/Super").done()));
        Report.show("wrong name and illegal field", () -> new Loader("test").define("p.D", new ClassFile("p/C").field(PUBLIC | PRIVATE, "f", "I").done()));
        Report.show("java package and missing super class", () -> new Loader("test").define(new ClassFile("java/C", "no/Super").done()));
        Report.show("java package and final super class", () -> new Loader("test").define(new ClassFile("java/C", "java/lang/String").done()));
    }
}

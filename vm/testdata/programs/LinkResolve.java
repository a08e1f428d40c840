import static linkage.ClassFile.*;

import linkage.ClassFile;
import linkage.Loader;
import linkage.Report;

/** Errors of resolving fields, methods, classes and constants at run time, each twice, as they are remembered. */
public class LinkResolve {
    static final int GETSTATIC = 0xb2, PUTSTATIC = 0xb3, GETFIELD = 0xb4, PUTFIELD = 0xb5, VIRTUAL = 0xb6, SPECIAL = 0xb7, STATICALLY = 0xb8, INTERFACELY = 0xb9;

    public static void main(String[] args) {
        fields();
        methods();
        types();
        specials();
        receivers();
        abstracts();
        handles();
        dynamics();
        natives();
    }

    /** Calls run of a class T, whose code is given, twice, with the other classes around it. */
    static void run(String what, ClassFile t, ClassFile... others) {
        Loader loader = new Loader("test").with(others).with(t);
        for (int i = 0; i < 2; i++) {
            Report.show(what, () -> Class.forName(t.name.replace('/', '.'), true, loader).getMethod("run").invoke(null));
        }
    }

    static ClassFile test() {
        return new ClassFile("p/T");
    }

    static ClassFile method(ClassFile t, String returns, int stack, int... code) {
        return t.method(PUBLIC | STATIC, "run", "()" + returns, t.code(stack, 4, code));
    }

    static ClassFile holder(String name) {
        ClassFile c = new ClassFile(name).constructor();
        c.field(PUBLIC | STATIC, "s", "I").field(PUBLIC, "i", "I").field(PRIVATE | STATIC, "ps", "I").field(PRIVATE, "pi", "I");
        c.field(PROTECTED | STATIC, "qs", "I").field(PROTECTED, "qi", "I").field(STATIC, "ds", "I").field(0, "di", "I");
        c.field(PUBLIC | STATIC | FINAL, "fs", "I").field(PUBLIC | FINAL, "fi", "I");
        c.method(PUBLIC | STATIC, "ms", "()I", c.code(1, 0, 4, 0xac)).method(PUBLIC, "mi", "()I", c.code(1, 1, 5, 0xac));
        c.method(PRIVATE | STATIC, "mps", "()I", c.code(1, 0, 4, 0xac)).method(PRIVATE, "mpi", "()I", c.code(1, 1, 5, 0xac));
        c.method(PROTECTED | STATIC, "mqs", "()I", c.code(1, 0, 4, 0xac)).method(PROTECTED, "mqi", "()I", c.code(1, 1, 5, 0xac));
        c.method(STATIC, "mds", "()I", c.code(1, 0, 4, 0xac)).method(0, "mdi", "()I", c.code(1, 1, 5, 0xac));
        return c;
    }

    static void fields() {
        for (String owner : new String[] {"p/H", "q/H"}) {
            for (String f : new String[] {"s", "i", "ps", "pi", "ds", "di", "qs", "qi", "fs", "fi", "none"}) {
                for (int op : new int[] {GETSTATIC, PUTSTATIC, GETFIELD, PUTFIELD}) {
                    if (op >= GETFIELD && f.startsWith("q") && owner.startsWith("q")) {
                        continue; // what the verifier says of protected members is not the matter here
                    }
                    ClassFile t = test();
                    int ref = at(t.fieldRef(owner, f, "I")), make = at(t.type(owner)), init = at(t.methodRef(owner, "<init>", "()V"));
                    switch (op) {
                        case GETSTATIC -> method(t, "I", 2, op, ref, 0xac);
                        case PUTSTATIC -> method(t, "V", 2, 3, op, ref, 0xb1);
                        case GETFIELD -> method(t, "I", 2, 0xbb, make, 0x59, SPECIAL, init, op, ref, 0xac);
                        default -> method(t, "V", 3, 0xbb, make, 0x59, SPECIAL, init, 3, op, ref, 0xb1);
                    }
                    run(owner + "." + f + " with " + Integer.toHexString(op), t, holder(owner));
                }
            }
        }
        ClassFile t = test();
        run("field of another type", method(t, "J", 2, GETSTATIC, at(t.fieldRef("p/H", "s", "J")), 0xad), holder("p/H"));
        t = test();
        run("field of an array", method(t, "I", 2, GETSTATIC, at(t.fieldRef("[I", "length", "I")), 0xac));
        t = test();
        run("field of a missing class", method(t, "I", 2, GETSTATIC, at(t.fieldRef("no/Such", "f", "I")), 0xac));
        t = test();
        run("field whose type is missing", method(t, "Ljava/lang/Object;", 2, GETSTATIC, at(t.fieldRef("p/F", "f", "Lno/Such;")), 0xb0),
            new ClassFile("p/F").field(PUBLIC | STATIC, "f", "Lno/Such;"));
        t = test();
        run("hidden field of the library", method(t, "I", 2, GETSTATIC, at(t.fieldRef("java/lang/Integer", "digits", "[C")), 0xbe, 0xac));
        t = test();
        run("package-private class of the library", method(t, "I", 2, GETSTATIC, at(t.fieldRef("java/lang/StringLatin1", "x", "I")), 0xac));
        t = test();
        run("class that is not exported", method(t, "Ljava/lang/Object;", 2, GETSTATIC, at(t.fieldRef("jdk/internal/misc/VM", "x", "Ljava/lang/Object;")), 0xb0));
        t = test();
        run("array of a class that is not exported", method(t, "Ljava/lang/Object;", 2, 3, 0xbd, at(t.type("jdk/internal/misc/Unsafe")), 0xb0));
        t = test();
        run("cast to a class that is not exported", method(t, "Ljava/lang/Object;", 2, 1, 0xc0, at(t.type("jdk/internal/misc/Unsafe")), 0xb0));
        t = test();
        run("class constant that is not exported", method(t, "Ljava/lang/Object;", 2, 0x13, at(t.type("[[Lsun/net/www/MessageHeader;")), 0xb0));
    }

    static void methods() {
        for (String owner : new String[] {"p/H", "q/H"}) {
            for (String m : new String[] {"ms", "mi", "mps", "mpi", "mds", "mdi", "mqs", "mqi", "none"}) {
                for (int op : new int[] {STATICALLY, VIRTUAL}) {
                    if (op == VIRTUAL && m.startsWith("mq") && owner.startsWith("q")) {
                        continue;
                    }
                    ClassFile t = test();
                    int ref = at(t.methodRef(owner, m, "()I")), make = at(t.type(owner)), init = at(t.methodRef(owner, "<init>", "()V"));
                    if (op == STATICALLY) {
                        method(t, "I", 2, op, ref, 0xac);
                    } else {
                        method(t, "I", 2, 0xbb, make, 0x59, SPECIAL, init, op, ref, 0xac);
                    }
                    run(owner + "." + m + " with " + Integer.toHexString(op), t, holder(owner));
                }
            }
        }
        ClassFile t = test();
        run("method of other parameters", method(t, "I", 4, 3, 1, 3, STATICALLY, at(t.methodRef("p/H", "ms", "(I[Ljava/lang/String;Z)I")), 0xac), holder("p/H"));
        ClassFile i = new ClassFile("p/I");
        i.flags = PUBLIC | INTERFACE | ABSTRACT;
        i.method(PUBLIC | STATIC, "s", "()I", i.code(1, 0, 4, 0xac)).method(PUBLIC, "d", "()I", i.code(1, 1, 4, 0xac)).method(PRIVATE, "p", "()I", i.code(1, 1, 4, 0xac));
        for (String m : new String[] {"s", "d", "p", "none"}) {
            t = test();
            run("class reference to static " + m + " of an interface", method(t, "I", 2, STATICALLY, at(t.methodRef("p/I", m, "()I")), 0xac), i);
            t = test();
            run("interface reference to static " + m, method(t, "I", 2, STATICALLY, at(t.interfaceRef("p/I", m, "()I")), 0xac), i);
            t = test();
            run("virtual call of " + m + " of an interface", method(t, "I", 2, 1, VIRTUAL, at(t.methodRef("p/I", m, "()I")), 0xac), i);
            t = test();
            run("interface call of " + m + " on null", method(t, "I", 2, 1, INTERFACELY, at(t.interfaceRef("p/I", m, "()I")), 1, 0, 0xac), i);
        }
        t = test();
        run("interface reference to a static method of a class", method(t, "I", 2, STATICALLY, at(t.interfaceRef("p/H", "ms", "()I")), 0xac), holder("p/H"));
        t = test();
        run("interface call on a class", method(t, "I", 2, 1, INTERFACELY, at(t.interfaceRef("p/H", "mi", "()I")), 1, 0, 0xac), holder("p/H"));
        t = test();
        run("private method of the library", method(t, "V", 2, STATICALLY, at(t.methodRef("java/lang/System", "initPhase1", "()V")), 0xb1));
        t = test();
        run("hashCode through an interface", method(t, "Z", 2, 0x12, t.string("a"), INTERFACELY, at(t.interfaceRef("java/lang/Comparable", "hashCode", "()I")), 1, 0, 0x57, 4, 0xac));
        t = test();
        run("getClass through an interface", method(t, "Ljava/lang/Object;", 2, 0x12, t.string("a"), INTERFACELY, at(t.interfaceRef("java/lang/Comparable", "getClass", "()Ljava/lang/Class;")), 1, 0, 0xb0));
        t = test();
        run("clone through an interface", method(t, "Ljava/lang/Object;", 2, 0x12, t.string("a"), INTERFACELY, at(t.interfaceRef("java/lang/Comparable", "clone", "()Ljava/lang/Object;")), 1, 0, 0xb0));
        t = test();
        run("clone of an array", method(t, "I", 2, 5, 0xbc, 10, VIRTUAL, at(t.methodRef("[I", "clone", "()Ljava/lang/Object;")), 0xc0, at(t.type("[I")), 0xbe, 0xac));
        t = test();
        run("finalize of an array", method(t, "I", 2, 5, 0xbc, 10, VIRTUAL, at(t.methodRef("[I", "finalize", "()V")), 4, 0xac));
        t = test();
        run("unknown method of an array", method(t, "I", 2, 5, 0xbc, 10, VIRTUAL, at(t.methodRef("[I", "foo", "()V")), 4, 0xac));
    }

    static void types() {
        ClassFile a = new ClassFile("p/A").constructor();
        a.flags |= ABSTRACT;
        ClassFile i = new ClassFile("p/I");
        i.flags = PUBLIC | INTERFACE | ABSTRACT;
        for (String name : new String[] {"p/A", "p/I", "no/Such", "q/Hidden", "[I", "java/lang/AbstractStringBuilder", "java/lang/Void", "java/lang/Number"}) {
            ClassFile hidden = new ClassFile("q/Hidden").constructor();
            hidden.flags = SUPER;
            if (!name.equals("[I")) {
                ClassFile t = test();
                run("new " + name, method(t, "V", 2, 0xbb, at(t.type(name)), 0x57, 0xb1), a, i, hidden);
            }
            for (int op : new int[] {0xbd, 0xc0, 0xc1, 0x13}) {
                ClassFile t = test();
                int type = at(t.type(name));
                switch (op) {
                    case 0xbd -> method(t, "Ljava/lang/Object;", 2, 3, op, type, VIRTUAL, at(t.methodRef("java/lang/Object", "getClass", "()Ljava/lang/Class;")), 0xb0);
                    case 0xc0 -> method(t, "Ljava/lang/Object;", 2, 0x12, t.string("x"), op, type, 0xb0);
                    case 0xc1 -> method(t, "I", 2, 0x12, t.string("x"), op, type, 0xac);
                    default -> method(t, "Ljava/lang/Object;", 2, op, type, 0xb0);
                }
                run(Integer.toHexString(op) + " " + name, t, a, i, hidden);
            }
            ClassFile t = test();
            run("instanceof on null " + name, method(t, "I", 2, 1, 0xc1, at(t.type(name)), 0xac), a, i, hidden);
        }
        ClassFile t = test();
        run("255 dimensions", method(t, "I", 2, 3, 0xbd, at(t.type("[".repeat(254) + "I")), 0xbe, 0xac));
        ClassFile bad = new ClassFile("p/Bad").field(PUBLIC | PRIVATE, "f", "I");
        t = test();
        run("ill-formed class", method(t, "V", 2, 0xbb, at(t.type("p/Bad")), 0x57, 0xb1), bad);
        t = test();
        run("class whose super class is missing", method(t, "V", 2, 0xbb, at(t.type("p/Sub")), 0x57, 0xb1), new ClassFile("p/Sub", "no/Such"));
        t = test();
        run("class that is its own super class", method(t, "V", 2, 0xbb, at(t.type("p/Sub")), 0x57, 0xb1), new ClassFile("p/Sub", "p/Sub"));
    }

    static void specials() {
        ClassFile i = new ClassFile("p/I");
        i.flags = PUBLIC | INTERFACE | ABSTRACT;
        i.method(PUBLIC, "m", "()I", i.code(1, 1, 4, 0xac)).method(PUBLIC | STATIC, "s", "()I", i.code(1, 0, 4, 0xac)).method(PUBLIC | ABSTRACT, "a", "()I");
        ClassFile j = new ClassFile("p/J", "java/lang/Object", "p/I");
        j.flags = PUBLIC | INTERFACE | ABSTRACT;
        for (String m : new String[] {"m", "s", "a", "none"}) {
            for (String through : new String[] {"p/I", "p/J"}) {
                for (boolean asInterface : new boolean[] {true, false}) {
                    for (String direct : new String[] {"p/I", "p/J"}) {
                        ClassFile t = new ClassFile("p/T", "java/lang/Object", direct).constructor();
                        t.method(PUBLIC, "a", "()I", t.code(1, 1, 8, 0xac));
                        int ref = at(asInterface ? t.interfaceRef(through, m, "()I") : t.methodRef(through, m, "()I"));
                        t.method(PUBLIC, "call", "()I", t.code(1, 1, 0x2a, SPECIAL, ref, 0xac));
                        method(t, "I", 2, 0xbb, at(t.type("p/T")), 0x59, SPECIAL, at(t.methodRef("p/T", "<init>", "()V")), VIRTUAL, at(t.methodRef("p/T", "call", "()I")), 0xac);
                        if (!direct.equals(through)) {
                            continue; // the verifier's matter
                        }
                        run("super call of " + through + "." + m + (asInterface ? " by an interface reference" : "") + " in a class with " + direct, t, i, j);
                    }
                }
            }
        }
        ClassFile base = new ClassFile("p/Base").constructor();
        base.flags |= ABSTRACT;
        base.method(PUBLIC | ABSTRACT, "a", "()I").method(PUBLIC, "m", "()I", base.code(1, 1, 4, 0xac)).method(PRIVATE, "p", "()I", base.code(1, 1, 5, 0xac)).method(PUBLIC | STATIC, "s", "()I", base.code(1, 0, 6, 0xac));
        ClassFile middle = new ClassFile("p/Middle", "p/Base");
        middle.flags |= ABSTRACT;
        middle.method(PUBLIC, "<init>", "()V", middle.code(1, 1, 0x2a, SPECIAL, at(middle.methodRef("p/Base", "<init>", "()V")), 0xb1));
        middle.method(PUBLIC, "m", "()I", middle.code(1, 1, 7, 0xac));
        for (String m : new String[] {"a", "m", "p", "s", "none"}) {
            for (String through : new String[] {"p/Base", "p/Middle", "p/T"}) {
                for (int flags : new int[] {PUBLIC | SUPER, PUBLIC}) {
                    ClassFile t = new ClassFile("p/T", "p/Middle");
                    t.flags = flags;
                    t.method(PUBLIC, "<init>", "()V", t.code(1, 1, 0x2a, SPECIAL, at(t.methodRef("p/Middle", "<init>", "()V")), 0xb1));
                    t.method(PUBLIC, "a", "()I", t.code(1, 1, 8, 0xac));
                    t.method(PUBLIC, "call", "()I", t.code(1, 1, 0x2a, SPECIAL, at(t.methodRef(through, m, "()I")), 0xac));
                    method(t, "I", 2, 0xbb, at(t.type("p/T")), 0x59, SPECIAL, at(t.methodRef("p/T", "<init>", "()V")), VIRTUAL, at(t.methodRef("p/T", "call", "()I")), 0xac);
                    run("special call of " + through + "." + m + " with flags " + flags, t, base, middle);
                }
            }
        }
        ClassFile t = test();
        run("constructor with other parameters", method(t, "V", 4, 0xbb, at(t.type("p/H")), 0x59, 3, SPECIAL, at(t.methodRef("p/H", "<init>", "(I)V")), 0x57, 0xb1), holder("p/H"));
        ClassFile none = new ClassFile("p/None", "p/H");
        t = test();
        run("constructor that only the super class has", method(t, "V", 4, 0xbb, at(t.type("p/None")), 0x59, SPECIAL, at(t.methodRef("p/None", "<init>", "()V")), 0x57, 0xb1), none, holder("p/H"));
        ClassFile secret = new ClassFile("p/Secret");
        secret.method(PRIVATE, "<init>", "()V", secret.code(1, 1, 0x2a, SPECIAL, at(secret.methodRef("java/lang/Object", "<init>", "()V")), 0xb1));
        t = test();
        run("private constructor", method(t, "V", 4, 0xbb, at(t.type("p/Secret")), 0x59, SPECIAL, at(t.methodRef("p/Secret", "<init>", "()V")), 0x57, 0xb1), secret);
    }

    /** Interfaces are not checked by the verifier; calls do it. */
    static void receivers() {
        ClassFile i = new ClassFile("p/I");
        i.flags = PUBLIC | INTERFACE | ABSTRACT;
        i.method(PUBLIC, "m", "()I", i.code(1, 1, 4, 0xac)).method(PUBLIC | ABSTRACT, "length", "()I");
        i.method(PRIVATE, "p", "()I", i.code(1, 1, 5, 0xac));
        i.method(PUBLIC | STATIC, "callPrivate", "(Ljava/lang/Object;)I", i.code(1, 1, 0x2a, INTERFACELY, at(i.interfaceRef("p/I", "p", "()I")), 1, 0, 0xac));
        i.method(PUBLIC | STATIC, "callSpecial", "(Lp/I;)I", i.code(1, 1, 0x2a, SPECIAL, at(i.interfaceRef("p/I", "p", "()I")), 0xac));
        ClassFile c = new ClassFile("p/C", "java/lang/Object", "p/I").constructor().method(PUBLIC, "length", "()I");
        c = new ClassFile("p/C", "java/lang/Object", "p/I").constructor();
        c.method(PUBLIC, "length", "()I", c.code(1, 1, 6, 0xac));
        for (String m : new String[] {"m", "length"}) {
            ClassFile t = test();
            run("interface call of " + m + " on a String", method(t, "I", 2, 0x12, t.string("abc"), INTERFACELY, at(t.interfaceRef("p/I", m, "()I")), 1, 0, 0xac), i, c);
        }
        for (String m : new String[] {"callPrivate", "callSpecial"}) {
            String desc = m.equals("callPrivate") ? "(Ljava/lang/Object;)I" : "(Lp/I;)I";
            ClassFile t = test();
            run(m + " on a String", method(t, "I", 2, 0x12, t.string("abc"), STATICALLY, at(t.interfaceRef("p/I", m, desc)), 0xac), i, c);
            t = test();
            run(m + " on a C", method(t, "I", 2, 0xbb, at(t.type("p/C")), 0x59, SPECIAL, at(t.methodRef("p/C", "<init>", "()V")), STATICALLY, at(t.interfaceRef("p/I", m, desc)), 0xac), i, c);
            t = test();
            run(m + " on null", method(t, "I", 2, 1, STATICALLY, at(t.interfaceRef("p/I", m, desc)), 0xac), i, c);
        }
    }

    static void abstracts() {
        ClassFile base = new ClassFile("p/Base").constructor();
        base.flags |= ABSTRACT;
        base.method(PUBLIC | ABSTRACT, "a", "(ILjava/lang/String;)[J");
        for (int kind = 0; kind < 5; kind++) {
            ClassFile sub = new ClassFile("p/Sub", "p/Base");
            sub.method(PUBLIC, "<init>", "()V", sub.code(1, 1, 0x2a, SPECIAL, at(sub.methodRef("p/Base", "<init>", "()V")), 0xb1));
            switch (kind) {
                case 1 -> sub.method(PUBLIC | ABSTRACT, "a", "(ILjava/lang/String;)[J");
                case 2 -> sub.method(PRIVATE, "a", "(ILjava/lang/String;)[J", sub.code(1, 3, 1, 0xb0));
                case 3 -> sub.method(PUBLIC | STATIC, "a", "(ILjava/lang/String;)[J", sub.code(1, 3, 1, 0xb0));
                case 4 -> sub.method(PUBLIC, "a", "(ILjava/lang/String;)[J", sub.code(1, 3, 1, 0xb0));
                default -> { }
            }
            ClassFile t = test();
            run("abstract method, sub class of kind " + kind, method(t, "Ljava/lang/Object;", 3, 0xbb, at(t.type("p/Sub")), 0x59, SPECIAL, at(t.methodRef("p/Sub", "<init>", "()V")),
                3, 1, VIRTUAL, at(t.methodRef("p/Base", "a", "(ILjava/lang/String;)[J")), 0xb0), base, sub);
        }
    }

    static void handles() {
        ClassFile i = new ClassFile("p/I");
        i.flags = PUBLIC | INTERFACE | ABSTRACT;
        i.method(PUBLIC, "mi", "()I", i.code(1, 1, 4, 0xac)).method(PUBLIC | STATIC, "ms", "()I", i.code(1, 0, 4, 0xac));
        for (String owner : new String[] {"p/H", "q/H", "p/I", "no/Such"}) {
            for (int kind = 1; kind <= 9; kind++) {
                String[] names = kind <= 4 ? new String[] {"s", "i", "ps", "fs", "none"} : kind == 8 ? new String[] {"<init>"} : new String[] {"ms", "mi", "mps", "mds", "none"};
                for (String name : names) {
                    ClassFile t = test();
                    boolean asInterface = owner.equals("p/I") && kind != 5 && kind != 8 || kind == 9;
                    int ref = kind <= 4 ? t.fieldRef(owner, name, "I") : asInterface ? t.interfaceRef(owner, name, "()I") : t.methodRef(owner, name, kind == 8 ? "()V" : "()I");
                    run("handle of kind " + kind + " of " + owner + "." + name, method(t, "Ljava/lang/Object;", 2, 0x13, at(t.handle(kind, ref)), 0xb0), holder(owner.equals("q/H") ? "q/H" : "p/H"), i);
                }
            }
        }
        ClassFile t = test();
        run("method type with a missing class", method(t, "Ljava/lang/Object;", 2, 0x13, at(t.one(16, t.utf8("(Lno/Such;)V"))), 0xb0));
        t = test();
        run("method type with a class that is not accessible", method(t, "Ljava/lang/Object;", 2, 0x13, at(t.one(16, t.utf8("(Ljava/lang/StringLatin1;)V"))), 0xb0));
        t = test();
        run("method handle whose type has a missing class", method(t, "Ljava/lang/Object;", 2, 0x13, at(t.handle(6, t.methodRef("p/H", "ms", "(Lno/Such;)I"))), 0xb0), holder("p/H"));
        t = test();
        run("interface reference to a class", method(t, "Ljava/lang/Object;", 2, 0x13, at(t.handle(6, t.interfaceRef("p/H", "ms", "()I"))), 0xb0), holder("p/H"));
        t = test();
        run("class reference to an interface", method(t, "Ljava/lang/Object;", 2, 0x13, at(t.handle(6, t.methodRef("p/I", "ms", "()I"))), 0xb0), i);
    }

    static ClassFile dynamic(int tag, String bootDesc, String body, String desc) {
        ClassFile t = test();
        int boot = t.handle(6, t.methodRef("p/T", "boot", bootDesc));
        t.attribute(t.attribute("BootstrapMethods", u2s(1, boot, 0)));
        int[] code = switch (body) {
            case "null" -> new int[] {1, 0xb0};
            case "error" -> new int[] {0xbb, at(t.type("java/lang/InternalError")), 0x59, SPECIAL, at(t.methodRef("java/lang/InternalError", "<init>", "()V")), 0xbf};
            case "exception" -> new int[] {0xbb, at(t.type("java/lang/IllegalStateException")), 0x59, 0x12, t.string("why"), SPECIAL, at(t.methodRef("java/lang/IllegalStateException", "<init>", "(Ljava/lang/String;)V")), 0xbf};
            case "string" -> new int[] {0x12, t.string("text"), 0xb0};
            default -> new int[] {0x2c, 0xb0};
        };
        t.method(PUBLIC | STATIC, "boot", bootDesc, t.code(4, 6, code));
        int k = t.two(tag, 0, t.pair("name", desc));
        if (tag == 17) {
            boolean wide = desc.equals("J");
            method(t, desc, 4, wide ? 0x14 : 0x13, at(k), desc.startsWith("L") ? 0xb0 : wide ? 0xad : 0xac);
        } else {
            method(t, "V", 4, 0xba, at(k), 0, 0, 0xb1);
        }
        return t;
    }

    static void dynamics() {
        String lookup = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;";
        for (String body : new String[] {"null", "error", "exception", "string"}) {
            run("call site, bootstrap gives " + body, dynamic(18, lookup + "Ljava/lang/invoke/MethodType;)Ljava/lang/Object;", body, "()V"));
            run("constant, bootstrap gives " + body, dynamic(17, lookup + "Ljava/lang/Class;)Ljava/lang/Object;", body, "Ljava/lang/String;"));
            if (!body.equals("null")) {
                run("int constant, bootstrap gives " + body, dynamic(17, lookup + "Ljava/lang/Class;)Ljava/lang/Object;", body, "I"));
                run("long constant, bootstrap gives " + body, dynamic(17, lookup + "Ljava/lang/Class;)Ljava/lang/Object;", body, "J"));
            }
            run("constant of a wrong class, bootstrap gives " + body, dynamic(17, lookup + "Ljava/lang/Class;)Ljava/lang/Object;", body, "Ljava/lang/Thread;"));
            run("constant of a missing class, bootstrap gives " + body, dynamic(17, lookup + "Ljava/lang/Class;)Ljava/lang/Object;", body, "Lno/Such;"));
        }
        run("bootstrap with wrong parameters", dynamic(18, "(I)Ljava/lang/Object;", "null", "()V"));
        run("bootstrap with too few parameters", dynamic(18, "()Ljava/lang/Object;", "null", "()V"));
        run("bootstrap with a missing class", dynamic(18, "(Lno/Such;)Ljava/lang/Object;", "null", "()V"));
        ClassFile t = test();
        t.attribute(t.attribute("BootstrapMethods", u2s(1, t.handle(6, t.methodRef("p/H", "boot", "()V")), 0)));
        run("missing bootstrap method", method(t, "V", 2, 0xba, at(t.two(18, 0, t.pair("n", "()V"))), 0, 0, 0xb1), holder("p/H"));
        t = test();
        t.attribute(t.attribute("BootstrapMethods", u2s(1, t.handle(6, t.methodRef("no/Such", "boot", "()V")), 0)));
        run("bootstrap method of a missing class", method(t, "V", 2, 0xba, at(t.two(18, 0, t.pair("n", "()V"))), 0, 0, 0xb1));
        t = test();
        int k = t.two(17, 0, t.pair("n", "I"));
        t.attribute(t.attribute("BootstrapMethods", u2s(1, t.handle(6, t.methodRef("java/lang/invoke/ConstantBootstraps", "nullConstant",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;")), 1, k)));
        run("constant that needs itself", method(t, "I", 2, 0x13, at(k), 0xac));
    }

    static void natives() {
        ClassFile t = test();
        t.method(PUBLIC | STATIC | NATIVE, "missing", "(ILjava/lang/String;)[I").method(NATIVE, "instance_m", "()V");
        method(t, "Ljava/lang/Object;", 3, 3, 1, STATICALLY, at(t.methodRef("p/T", "missing", "(ILjava/lang/String;)[I")), 0xb0);
        run("native method", t);
        run("native method of the name of one of the library's", method(new ClassFile("q/System").method(PUBLIC | STATIC | NATIVE, "nanoTime", "()J"), "V", 2, 0xb1),
            new ClassFile("q/System2"));
    }
}

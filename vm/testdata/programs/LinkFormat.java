import static linkage.ClassFile.*;

import linkage.ClassFile;
import linkage.Report;

/** What the format check of class files says of constants, fields, methods, code and attributes. */
public class LinkFormat {
    static final int[] MAJORS = {45, 48, 49, 50, 51, 52, 55, 60, 61};
    static final String[] NAMES = {"", "a", "a.b", "a;b", "a[b", "a/b", "<", ">", "<a>", "a<b", "<init>", "<clinit>", "a b", "1", "-", "\u00e4", "\ud83d\ude00"};
    static final String[] TYPES = {"", "I", "V", "II", "L", "L;", "La", "La;", "La;b", "La.b;", "La/b;", "L/a;", "La//b;", "La/;", "[", "[I", "[V", "[[La;", "[La", "X", "(I)V", "()", "LI"};
    static final String[] SIGNATURES = {"", "()", "()V", "(V)V", "(I)", "(I)I", "(I)II", "(La;)V", "(La)V", "([I[[La;)[D", "()X", "(", ")", "I", "V", "(I", "((I)V)V", "()La", "([)V", "(La.b;)V"};

    public static void main(String[] args) {
        constants();
        dynamics();
        fields();
        values();
        methods();
        flags();
        code();
        tables();
        attributes();
        inner();
        nests();
        records();
        exceptions();
    }

    static ClassFile version(int major) {
        ClassFile c = new ClassFile("Format");
        c.major = major;
        return c;
    }

    static String hex(int v) {
        return Integer.toHexString(v);
    }

    static void constants() {
        for (int tag = 0; tag <= 22; tag++) {
            for (int major : new int[] {48, 50, 51, 52, 53, 55, 61}) {
                ClassFile c = version(major);
                int size = tag == 1 ? 2 : tag == 5 || tag == 6 ? 8 : tag == 15 ? 3 : tag == 7 || tag == 8 || tag == 16 || tag == 19 || tag == 20 ? 2 : 4;
                byte[] bytes = new byte[1 + size];
                bytes[0] = (byte) tag;
                c.raw(tag == 5 || tag == 6 ? 2 : 1, bytes);
                Report.define("constant with tag " + tag + " in version " + major, c);
            }
        }
        for (int tag : new int[] {7, 8, 16, 19, 20}) {
            for (int index : new int[] {0, 2, 500}) {
                ClassFile c = new ClassFile("Format");
                c.one(tag, index);
                Report.define("constant with tag " + tag + " and index " + index, c);
            }
        }
        for (int tag : new int[] {9, 10, 11, 12, 17, 18}) {
            for (int[] at : new int[][] {{0, 0}, {1, 1}, {2, 2}, {2, 500}, {500, 2}, {1, 2}, {2, 1}}) {
                ClassFile c = new ClassFile("Format");
                c.two(tag, at[0], at[1]);
                Report.define("constant with tag " + tag + " and indices " + at[0] + " " + at[1], c);
            }
        }
        for (int kind = 0; kind <= 10; kind++) {
            for (int what = 0; what < 7; what++) {
                for (int major : new int[] {51, 52, 61}) {
                    ClassFile c = version(major);
                    String name = what == 4 || what == 5 ? "<init>" : what == 6 ? "<clinit>" : "m";
                    int to = what == 0 ? 1 : what == 1 ? c.fieldRef("A", name, "I") : what == 3 || what == 5 ? c.interfaceRef("A", name, "()V") : c.methodRef("A", name, "()V");
                    c.handle(kind, to);
                    Report.define("method handle of kind " + kind + " of " + what + " in version " + major, c);
                }
            }
        }
        for (String name : NAMES) {
            for (int major : new int[] {48, 61}) {
                for (int tag : new int[] {9, 10, 11, 12}) {
                    for (String desc : new String[] {"I", "()V", "()I"}) {
                        ClassFile c = version(major);
                        int pair = c.pair(name, desc);
                        if (tag != 12) {
                            c.two(tag, c.type("A"), pair);
                        }
                        Report.define("reference " + tag + " '" + name + "' " + desc + " in version " + major, c);
                    }
                }
            }
        }
        for (String desc : TYPES) {
            ClassFile c = new ClassFile("Format");
            c.pair("f", desc);
            Report.define("pair f '" + desc + "'", c);
            c = new ClassFile("Format");
            c.type(desc);
            Report.define("class constant '" + desc + "'", c);
        }
        for (String desc : SIGNATURES) {
            ClassFile c = new ClassFile("Format");
            c.pair("m", desc);
            Report.define("pair m '" + desc + "'", c);
            c = new ClassFile("Format");
            c.one(16, c.utf8(desc));
            Report.define("method type '" + desc + "'", c);
        }
        int[][] texts = {{0}, {0x7F}, {0x80}, {0xC0, 0x80}, {0xC1, 0x81}, {0xC2}, {0xC2, 0x20}, {0xE0, 0x80, 0x80}, {0xE0, 0xA0, 0x80}, {0xE4, 0x81}, {0xED, 0xA0, 0x80},
            {0xF0, 0x90, 0x80, 0x80}, {0xFF}, {0xE0, 0x81, 0x81}, {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 0, 'i'}};
        for (int[] text : texts) {
            for (int major : new int[] {47, 48, 61}) {
                ClassFile c = version(major);
                c.raw(1, out().u1(1).u2(text.length).all(bytes(text)).done());
                Report.define("text " + java.util.Arrays.toString(text) + " in version " + major, c);
            }
        }
    }

    static void dynamics() {
        for (int tag : new int[] {17, 18}) {
            for (int index : new int[] {0, 1, 65535}) {
                for (int methods = -1; methods < 3; methods++) {
                    ClassFile c = new ClassFile("Format");
                    int handle = c.handle(6, c.methodRef("A", "m", "()V"));
                    c.two(tag, index, c.pair("n", tag == 17 ? "I" : "()V"));
                    if (methods >= 0) {
                        Out out = out().u2(methods);
                        for (int i = 0; i < methods; i++) {
                            out.u2(handle).u2(0);
                        }
                        c.attribute(c.attribute("BootstrapMethods", out.done()));
                    }
                    Report.define("dynamic " + tag + " with bootstrap method " + index + " of " + methods, c);
                }
            }
        }
        // What {1, 3, 1} lacks, updates of the same JDK say in different words.
        for (int[] content : new int[][] {{}, {0}, {1}, {1, 1, 0}, {1, 0, 0}, {1, 999, 0}, {1, 3, 1, 0}, {1, 3, 1, 1}, {1, 3, 1, 999}, {1, 3, 0, 7}, {2, 3, 0}}) {
            ClassFile c = new ClassFile("Format");
            c.attribute(c.attribute("BootstrapMethods", u2s(content)));
            Report.define("bootstrap methods " + java.util.Arrays.toString(content), c);
            c = new ClassFile("Format");
            int handle = c.handle(6, c.methodRef("A", "m", "()V"));
            int[] with = content.clone();
            for (int i = 1; i < with.length; i++) {
                with[i] = with[i] == 3 ? handle : with[i];
            }
            c.attribute(c.attribute("BootstrapMethods", u2s(with)));
            Report.define("bootstrap methods with a handle " + java.util.Arrays.toString(content), c);
        }
        ClassFile c = new ClassFile("Format");
        c.attribute(c.attribute("BootstrapMethods", u2s(0))).attribute(c.attribute("BootstrapMethods", u2s(0)));
        Report.define("bootstrap methods twice", c);
    }

    static void fields() {
        for (String name : NAMES) {
            for (int major : new int[] {48, 49, 61}) {
                Report.define("field '" + name + "' in version " + major, version(major).field(0, name, "I"));
            }
        }
        for (String type : TYPES) {
            Report.define("field of type '" + type + "'", new ClassFile("Format").field(0, "f", type));
        }
        Report.define("field with dimensions", new ClassFile("Format").field(0, "f", "[".repeat(255) + "I"));
        Report.define("field with too many dimensions", new ClassFile("Format").field(0, "f", "[".repeat(256) + "I"));
        for (int[] at : new int[][] {{0, 0}, {1, 0}, {2, 1}, {999, 1}, {1, 2}, {1, 999}}) {
            Report.define("field with indices " + at[0] + " " + at[1], new ClassFile("Format").rawField(0, at[0], at[1]));
            Report.define("method with indices " + at[0] + " " + at[1], new ClassFile("Format").rawMethod(ABSTRACT, at[0], at[1]));
        }
        Report.define("fields with the same name", new ClassFile("Format").field(0, "f", "I").field(0, "f", "J"));
        Report.define("a field twice", new ClassFile("Format").field(0, "f", "I").field(STATIC, "f", "I"));
        ClassFile many = new ClassFile("Format");
        for (int i = 0; i < 40; i++) {
            many.field(0, "f" + i % 30, "I").method(ABSTRACT, "m" + i % 35, "()V");
        }
        many.flags |= ABSTRACT;
        Report.define("one of many fields twice", many);
    }

    static void values() {
        for (String type : new String[] {"Z", "B", "C", "S", "I", "J", "F", "D", "Ljava/lang/String;", "Ljava/lang/Object;", "[I"}) {
            for (int kind = 0; kind < 7; kind++) {
                for (int flags : new int[] {STATIC, 0}) {
                    ClassFile c = new ClassFile("Format");
                    int value = switch (kind) {
                        case 0 -> c.integer(70000);
                        case 1 -> c.longer(1L << 40);
                        case 2 -> c.floating(1.5f);
                        case 3 -> c.string("s");
                        case 4 -> c.type("java/lang/String");
                        case 5 -> 0;
                        default -> 500;
                    };
                    Report.define("constant " + kind + " for a field of type " + type + " with flags " + flags, c.field(flags, "f", type, c.attribute("ConstantValue", u2s(value))));
                }
            }
        }
        ClassFile c = new ClassFile("Format");
        byte[] value = c.attribute("ConstantValue", u2s(c.integer(1)));
        Report.define("constant value twice", c.field(STATIC, "f", "I", value, value));
        ClassFile d = new ClassFile("Format");
        d.integer(7);
        byte[] again = d.attribute("ConstantValue", u2s(d.integer(1)));
        Report.define("constant value twice of an instance field", d.field(0, "f", "I", again, again));
        ClassFile s = new ClassFile("Format");
        byte[] signature = s.attribute("Signature", u2s(s.utf8("TT;")));
        Report.define("field signature twice", s.field(0, "f", "I", signature, signature));
        ClassFile g = new ClassFile("Format");
        g.flags |= ABSTRACT;
        byte[] generic = g.attribute("Signature", u2s(g.utf8("()TT;")));
        Report.define("method signature twice", g.method(ABSTRACT, "m", "()V", generic, generic));
        for (int length : new int[] {0, 1, 3, 4}) {
            ClassFile l = new ClassFile("Format");
            Report.define("constant value of length " + length, l.field(STATIC, "f", "I", l.attribute("ConstantValue", new byte[length])));
        }
        for (String attribute : new String[] {"Synthetic", "Deprecated", "Signature", "RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations", "RuntimeVisibleTypeAnnotations", "Other"}) {
            for (int length : new int[] {0, 1, 2, 3}) {
                for (int times = 1; times < 3; times++) {
                    for (int major : new int[] {48, 61}) {
                        ClassFile f = version(major);
                        byte[] b = f.attribute(attribute, new byte[length]);
                        Report.define(times + " x field attribute " + attribute + " of length " + length + " in version " + major,
                            times == 1 ? f.field(0, "f", "I", b) : f.field(0, "f", "I", b, b));
                        ClassFile m = version(major);
                        m.flags |= ABSTRACT;
                        b = m.attribute(attribute, new byte[length]);
                        Report.define(times + " x method attribute " + attribute + " of length " + length + " in version " + major,
                            times == 1 ? m.method(ABSTRACT, "m", "()V", b) : m.method(ABSTRACT, "m", "()V", b, b));
                        ClassFile k = version(major);
                        b = k.attribute(attribute, new byte[length]);
                        k.attribute(b);
                        Report.define(times + " x class attribute " + attribute + " of length " + length + " in version " + major, times == 1 ? k : k.attribute(b));
                    }
                }
            }
        }
    }

    static void methods() {
        for (String name : NAMES) {
            for (int major : new int[] {48, 49, 51, 61}) {
                ClassFile c = version(major);
                c.flags |= ABSTRACT;
                Report.define("method '" + name + "' in version " + major, c.method(ABSTRACT, name, "()V"));
            }
        }
        for (String type : SIGNATURES) {
            ClassFile c = new ClassFile("Format");
            c.flags |= ABSTRACT;
            Report.define("method of type '" + type + "'", c.method(ABSTRACT, "m", type));
        }
        for (int n : new int[] {127, 128, 254, 255, 256}) {
            ClassFile c = new ClassFile("Format");
            c.flags |= ABSTRACT;
            Report.define("method with " + n + " arguments", c.method(ABSTRACT, "m", "(" + "I".repeat(n) + ")V"));
            c = new ClassFile("Format");
            Report.define("static method with " + n + " arguments", c.method(STATIC, "m", "(" + "I".repeat(n) + ")V", c.code(0, n, 0xb1)));
            c = new ClassFile("Format");
            c.flags |= ABSTRACT;
            Report.define("method with " + n + " wide arguments", c.method(ABSTRACT, "m", "(" + "J".repeat(n) + ")V"));
            c = new ClassFile("Format");
            c.pair("m", "(" + "I".repeat(n) + ")V");
            Report.define("pair with " + n + " arguments", c);
        }
        for (int major : MAJORS) {
            for (String desc : new String[] {"()V", "(I)V", "()I"}) {
                for (int flags : new int[] {STATIC, 0, PUBLIC, STATIC | PUBLIC | FINAL, STATIC | ABSTRACT, STATIC | NATIVE}) {
                    ClassFile c = version(major);
                    boolean bodiless = (flags & (ABSTRACT | NATIVE)) != 0;
                    Report.define("<clinit>" + desc + " with flags " + hex(flags) + " in version " + major,
                        bodiless ? c.method(flags, "<clinit>", desc) : c.method(flags, "<clinit>", desc, c.code(1, 2, desc.endsWith("I") ? new int[] {3, 0xac} : new int[] {0xb1})));
                }
            }
        }
        ClassFile c = new ClassFile("Format");
        Report.define("constructor that returns", c.method(0, "<init>", "()I", c.code(1, 1, 3, 0xac)));
        ClassFile i = new ClassFile("Format");
        i.flags = INTERFACE | ABSTRACT;
        Report.define("constructor of an interface", i.method(PUBLIC, "<init>", "()V", i.code(1, 1, 0xb1)));
        c = new ClassFile("Format");
        c.flags |= ABSTRACT;
        Report.define("a method twice", c.method(ABSTRACT, "m", "()V").method(ABSTRACT | PUBLIC, "m", "()V"));
        c = new ClassFile("Format");
        c.flags |= ABSTRACT;
        Report.define("overloads", c.method(ABSTRACT, "m", "()V").method(ABSTRACT, "m", "()I"));
    }

    static void flags() {
        int[] all = {0, PUBLIC, PRIVATE, PROTECTED, PUBLIC | PRIVATE, PRIVATE | PROTECTED, PUBLIC | PROTECTED, STATIC, PUBLIC | STATIC, PUBLIC | STATIC | FINAL, PRIVATE | STATIC, FINAL,
            PUBLIC | FINAL, VOLATILE, FINAL | VOLATILE, PUBLIC | STATIC | FINAL | VOLATILE, PUBLIC | STATIC | FINAL | 0x80, PUBLIC | STATIC | FINAL | 0x1000, PUBLIC | STATIC | FINAL | 0x4000,
            NATIVE, ABSTRACT, PUBLIC | ABSTRACT, PRIVATE | ABSTRACT, STATIC | ABSTRACT, FINAL | ABSTRACT, NATIVE | ABSTRACT, 0x20 | ABSTRACT, 0x800 | ABSTRACT, PUBLIC | ABSTRACT | 0x1000,
            PUBLIC | ABSTRACT | 0x40, PUBLIC | ABSTRACT | 0x80, PUBLIC | 0x800, PUBLIC | 0x20, PUBLIC | NATIVE, PUBLIC | ABSTRACT | PRIVATE, PROTECTED | ABSTRACT, 0x800 | NATIVE, 0xFFFF, 0x8000 | 0x2000};
        for (int flags : all) {
            for (int major : new int[] {48, 49, 51, 52, 60, 61}) {
                for (boolean isInterface : new boolean[] {false, true}) {
                    String where = " with flags " + hex(flags) + " of " + (isInterface ? "an interface" : "a class") + " in version " + major;
                    ClassFile f = version(major);
                    ClassFile m = version(major);
                    ClassFile n = version(major);
                    if (isInterface) {
                        f.flags = m.flags = n.flags = INTERFACE | ABSTRACT;
                    } else {
                        m.flags |= ABSTRACT;
                    }
                    Report.define("field" + where, f.field(flags, "f", "I"));
                    boolean bodiless = (flags & (ABSTRACT | NATIVE)) != 0;
                    Report.define("method" + where, bodiless ? m.method(flags, "m", "()V") : m.method(flags, "m", "()V", m.code(0, 1, 0xb1)));
                    if (!isInterface) {
                        Report.define("constructor" + where, bodiless ? n.method(flags, "<init>", "()V")
                            : n.method(flags, "<init>", "()V", n.code(1, 1, 0x2a, 0xb7, at(n.methodRef("java/lang/Object", "<init>", "()V")), 0xb1)));
                    }
                }
            }
        }
    }

    static ClassFile body(byte[] code, byte[] handlers, byte[]... attributes) {
        ClassFile c = new ClassFile("Format");
        c.type("java/lang/Throwable");
        return c.method(STATIC, "m", "()V", c.code(1, 1, code, handlers, attributes));
    }

    static void code() {
        ClassFile c = new ClassFile("Format");
        Report.define("no code", c.method(STATIC, "m", "()V"));
        c = new ClassFile("Format");
        c.flags |= ABSTRACT;
        Report.define("code of an abstract method", c.method(ABSTRACT, "m", "()V", c.code(0, 1, 0xb1)));
        c = new ClassFile("Format");
        Report.define("code of a native method", c.method(NATIVE, "m", "()V", c.code(0, 1, 0xb1)));
        c = new ClassFile("Format");
        Report.define("code twice", c.method(STATIC, "m", "()V", c.code(0, 0, 0xb1), c.code(0, 0, 0xb1)));
        Report.define("empty code", body(new byte[0], new byte[0]));
        for (int length : new int[] {65535, 65536}) {
            byte[] b = new byte[length];
            b[length - 1] = (byte) 0xb1;
            Report.define("code of length " + length, body(b, new byte[0]));
        }
        for (int length : new int[] {0, 1, 7, 8, 12, 13, 14, 20}) {
            c = new ClassFile("Format");
            byte[] content = out().u2(0).u2(0).u4(1).u1(0xb1).u2(0).u2(0).done();
            Report.define("code attribute of length " + length, c.method(STATIC, "m", "()V", c.attribute("Code", length, content)));
        }
        c = new ClassFile("Format");
        Report.define("too few locals", c.method(STATIC, "m", "(IJ)V", c.code(0, 2, 0xb1)));
        c = new ClassFile("Format");
        Report.define("too few locals with this", c.method(0, "m", "()V", c.code(0, 0, 0xb1)));
        byte[] code = bytes(0, 0, 0xb1, 0xbf);
        for (int[] h : new int[][] {{0, 1, 3, 0}, {0, 0, 3, 0}, {1, 0, 3, 0}, {0, 4, 3, 0}, {0, 5, 3, 0}, {4, 5, 3, 0}, {0, 1, 4, 0}, {0, 1, 3, 1}, {0, 1, 3, 999}, {0, 1, 3, 3}}) {
            ClassFile old = body(code, u2s(h));
            old.major = 49; // needs no stack map
            Report.define("handler " + java.util.Arrays.toString(h), old);
        }
    }

    static void tables() {
        byte[] code = bytes(0, 0, 0, 0xb1);
        ClassFile c = new ClassFile("Format");
        int name = c.utf8("v"), type = c.utf8("I"), wide = c.utf8("J"), dotted = c.utf8("a.b");
        int[][] variables = {{}, {0}, {1}, {1, 0, 4, name, type, 0}, {1, 4, 0, name, type, 0}, {1, 0, 5, name, type, 0}, {1, 3, 2, name, type, 0}, {1, 0, 4, 0, type, 0}, {1, 0, 4, name, 999, 0},
            {1, 0, 4, name, name, 0}, {1, 0, 4, dotted, type, 0}, {1, 0, 4, name, type, 1}, {1, 0, 4, name, wide, 0}, {2, 0, 4, name, type, 0, 0, 4, name, type, 0},
            {2, 0, 4, name, type, 0, 0, 3, name, type, 0}, {1, 0, 4, name, type, 0, 0}};
        for (String table : new String[] {"LocalVariableTable", "LocalVariableTypeTable"}) {
            for (int[] v : variables) {
                ClassFile d = new ClassFile("Format");
                d.utf8("v");
                d.utf8("I");
                d.utf8("J");
                d.utf8("a.b");
                d.method(STATIC, "m", "()V", d.code(1, 1, code, new byte[0], d.attribute(table, u2s(v))));
                Report.define(table + " " + java.util.Arrays.toString(v), d);
            }
        }
        for (int[] l : new int[][] {{}, {0}, {1}, {1, 0, 7}, {1, 3, 7}, {1, 4, 7}, {1, 0}, {2, 0, 7}, {1, 0, 7, 0}, {2, 2, 7, 0, 9}}) {
            ClassFile d = new ClassFile("Format");
            Report.define("LineNumberTable " + java.util.Arrays.toString(l), d.method(STATIC, "m", "()V", d.code(1, 1, code, new byte[0], d.attribute("LineNumberTable", u2s(l)))));
        }
        ClassFile d = new ClassFile("Format");
        byte[] map = d.attribute("StackMapTable", u2s(0));
        Report.define("StackMapTable twice", d.method(STATIC, "m", "()V", d.code(1, 1, code, new byte[0], map, map)));
        for (String attribute : new String[] {"StackMapTable", "Other", "RuntimeVisibleTypeAnnotations"}) {
            for (int length : new int[] {0, 1, 100}) {
                ClassFile e = new ClassFile("Format");
                Report.define(attribute + " of " + length + " bytes in the code", e.method(STATIC, "m", "()V", e.code(1, 1, code, new byte[0], e.attribute(attribute, length, u2s(0)))));
            }
        }
    }

    static void attributes() {
        for (String attribute : new String[] {"SourceFile", "SourceDebugExtension", "InnerClasses", "EnclosingMethod", "NestHost", "NestMembers", "PermittedSubclasses", "Record", "Module", "Code", "Exceptions", "ConstantValue"}) {
            for (int major : new int[] {48, 49, 54, 55, 59, 60, 61}) {
                for (int times = 1; times < 3; times++) {
                    ClassFile c = version(major);
                    byte[] content = switch (attribute) {
                        case "EnclosingMethod" -> u2s(c.type("java/lang/Object"), 0);
                        case "NestHost" -> u2s(c.type("Format"));
                        case "SourceFile" -> u2s(c.utf8("F.java"));
                        default -> u2s(0);
                    };
                    byte[] b = c.attribute(attribute, content);
                    c.attribute(b);
                    Report.define(times + " x class attribute " + attribute + " in version " + major, times == 1 ? c : c.attribute(b));
                }
            }
            for (int length : new int[] {0, 1, 3, 100}) {
                ClassFile c = new ClassFile("Format");
                Report.define(attribute + " of length " + length, c.attribute(c.attribute(attribute, length, u2s(c.type("java/lang/Object"), 0))));
            }
            for (int index : new int[] {0, 1, 2, 999}) {
                ClassFile c = new ClassFile("Format");
                Report.define(attribute + " with index " + index, c.attribute(c.attribute(attribute, attribute.equals("EnclosingMethod") ? u2s(index, 0) : u2s(index))));
            }
        }
        for (int index : new int[] {0, 1, 2, 999}) {
            ClassFile c = new ClassFile("Format");
            Report.define("attribute with name index " + index, c.attribute(out().u2(index).u4(0).done()));
            c = new ClassFile("Format");
            Report.define("enclosing method " + index, c.attribute(c.attribute("EnclosingMethod", u2s(c.type("java/lang/Object"), index))));
        }
        for (String[] pair : new String[][] {{"m", "()V"}, {"m", "I"}, {"<init>", "()V"}, {"<clinit>", "()V"}}) {
            ClassFile c = new ClassFile("Format");
            Report.define("enclosing method " + pair[0] + pair[1], c.attribute(c.attribute("EnclosingMethod", u2s(c.type("java/lang/Object"), c.pair(pair[0], pair[1])))));
        }
    }

    static void inner() {
        ClassFile names = new ClassFile("Format");
        int object = names.type("java/lang/Object"), name = names.utf8("N"), self = names.thisIndex;
        int[][] tables = {{1, self, object, name, 0}, {1, 0, object, name, 0}, {1, self, 0, 0, 0}, {1, self, self, name, 0}, {1, self, object, 999, 0}, {1, self, 1, name, 0}, {1, 1, object, name, 0},
            {1, self, object, name, 0xFFFF}, {1, self, object, name, 0x4610}, {1, self, object, name, PUBLIC | PRIVATE}, {1, self, object, name, 0x0410}, {1, self, object, name, 0x8000},
            {1, self, object, name}, {2, self, object, name, 0, self, object, name, 0}, {2, self, object, name, 0, object, 0, 0, 0}, {1, self, object, self, 0}, {2, self, object, name, 0, object, self, name, 0}};
        for (int[] table : tables) {
            for (int major : new int[] {48, 49, 52, 61}) {
                ClassFile c = version(major);
                c.type("java/lang/Object");
                c.utf8("N");
                Report.define("inner classes " + java.util.Arrays.toString(table) + " in version " + major, c.attribute(c.attribute("InnerClasses", u2s(table))));
            }
        }
    }

    static void nests() {
        ClassFile c = new ClassFile("Format");
        c.attribute(c.attribute("NestHost", u2s(c.type("A")))).attribute(c.attribute("NestMembers", u2s(1, c.type("B"))));
        Report.define("nest host and members", c);
        for (int[] members : new int[][] {{1}, {1, 0}, {1, 1}, {1, 999}, {1, 2}, {2, 2, 2}, {0, 2}}) {
            for (String attribute : new String[] {"NestMembers", "PermittedSubclasses"}) {
                for (int flags : new int[] {SUPER, SUPER | FINAL}) {
                    c = new ClassFile("Format");
                    c.flags = flags;
                    Report.define(attribute + " " + java.util.Arrays.toString(members) + " with flags " + flags, c.attribute(c.attribute(attribute, u2s(members))));
                }
            }
        }
    }

    static void records() {
        for (String superName : new String[] {"java/lang/Record", "java/lang/Object"}) {
            for (int flags : new int[] {SUPER, SUPER | FINAL, SUPER | ABSTRACT, INTERFACE | ABSTRACT}) {
                for (int major : new int[] {59, 60, 61}) {
                    ClassFile c = new ClassFile("Format", superName);
                    c.flags = flags;
                    c.major = major;
                    Report.define("record under " + superName + " with flags " + hex(flags) + " in version " + major, c.attribute(c.attribute("Record", u2s(0))));
                }
            }
        }
        for (String name : NAMES) {
            for (String type : new String[] {"I", "V", "", "()V", "La;"}) {
                ClassFile c = new ClassFile("Format", "java/lang/Record");
                c.flags |= FINAL;
                Report.define("record component '" + name + "' '" + type + "'", c.attribute(c.attribute("Record", u2s(1, c.utf8(name), c.utf8(type), 0))));
            }
        }
        for (int[] content : new int[][] {{1}, {1, 1}, {1, 1, 1}, {1, 0, 0, 0}, {1, 1, 2, 0}, {0, 0}, {1, 1, 999, 0}}) {
            ClassFile c = new ClassFile("Format", "java/lang/Record");
            c.flags |= FINAL;
            Report.define("record " + java.util.Arrays.toString(content), c.attribute(c.attribute("Record", u2s(content))));
        }
        for (String attribute : new String[] {"Signature", "RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations", "RuntimeVisibleTypeAnnotations", "Other"}) {
            for (int length : new int[] {0, 1, 2, 3}) {
                for (int times = 1; times < 3; times++) {
                    ClassFile c = new ClassFile("Format", "java/lang/Record");
                    c.flags |= FINAL;
                    byte[] b = c.attribute(attribute, new byte[length]);
                    Out out = out().u2(1).u2(c.utf8("x")).u2(c.utf8("I")).u2(times).all(b);
                    if (times == 2) {
                        out.all(b);
                    }
                    Report.define(times + " x component attribute " + attribute + " of length " + length, c.attribute(c.attribute("Record", out.done())));
                }
            }
        }
    }

    static void exceptions() {
        for (String attribute : new String[] {"Exceptions", "MethodParameters", "RuntimeVisibleParameterAnnotations", "AnnotationDefault"}) {
            for (int[] content : new int[][] {{}, {0}, {1}, {1, 0}, {1, 1}, {1, 6}, {1, 999}, {2, 6}, {1, 6, 0}, {256, 0}}) {
                for (int times = 1; times < 3; times++) {
                    ClassFile c = new ClassFile("Format");
                    c.type("java/lang/Throwable"); // constant 6
                    c.flags |= ABSTRACT;
                    byte[] b = c.attribute(attribute, u2s(content));
                    Report.define(times + " x " + attribute + " " + java.util.Arrays.toString(content),
                        times == 1 ? c.method(ABSTRACT, "m", "()V", b) : c.method(ABSTRACT, "m", "()V", b, b));
                }
            }
        }
    }
}

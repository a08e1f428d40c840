import static linkage.ClassFile.*;

import java.util.Arrays;
import linkage.ClassFile;
import linkage.Loader;
import linkage.Report;

/** Magic number, version, flags, this, super and interfaces of class files. */
public class LinkHeader {
    public static void main(String[] args) {
        versions();
        flags();
        names();
        supers();
        lengths();
    }

    static void versions() {
        int[][] all = {{44, 0}, {45, 0}, {45, 3}, {45, 65535}, {46, 5}, {48, 0}, {55, 7}, {56, 0}, {56, 1}, {56, 65535}, {61, 0}, {61, 1}, {61, 65535},
            {62, 0}, {65, 0}, {65535, 0}, {0, 0}};
        for (int[] v : all) {
            ClassFile c = new ClassFile("Version");
            c.major = v[0];
            c.minor = v[1];
            Report.define("version " + v[0] + "." + v[1], c);
            Report.show("named version " + v[0] + "." + v[1], () -> new Loader("test").define("Version", c.done()));
        }
        ClassFile c = new ClassFile("Magic");
        c.magic = 0xCAFEBABF;
        Report.define("magic", c);
        c.magic = 1;
        Report.show("magic of a named class", () -> new Loader("test").define("p.Magic", c.done()));
    }

    static void flags() {
        int[] flags = {0, PUBLIC, PUBLIC | FINAL, FINAL | ABSTRACT, INTERFACE, INTERFACE | ABSTRACT, INTERFACE | ABSTRACT | FINAL, INTERFACE | ABSTRACT | SUPER,
            INTERFACE | ABSTRACT | 0x4000, INTERFACE | ABSTRACT | 0x2000, 0x2000, 0x2000 | ABSTRACT, 0x4000, 0x8000, 0x8000 | PUBLIC, PUBLIC | PRIVATE | PROTECTED | STATIC,
            INTERFACE | 0x2000, 0x1000};
        for (int major : new int[] {46, 48, 49, 52, 53, 61}) {
            for (int f : flags) {
                ClassFile c = new ClassFile("Flags");
                c.major = major;
                c.flags = f;
                Report.define("flags " + Integer.toHexString(f) + " in version " + major, c);
            }
        }
    }

    static void names() {
        for (String name : new String[] {"", "/", "a/", "/a", "a//b", "a.b", "a;b", "[a", "[I", "[La;", "La;", "a<b>", "a b", "a-b", "1", "\u00e4", "a/b/c"}) {
            for (int major : new int[] {48, 49, 61}) {
                if (name.endsWith("/") && major == 48) {
                    continue; // legal then, but nobody can ask for it
                }
                ClassFile c = new ClassFile(name);
                c.major = major;
                Report.define("class named '" + name + "' in version " + major, c);
            }
            Report.define("super class named '" + name + "'", new ClassFile("Sub", name));
            Report.define("interface named '" + name + "'", new ClassFile("Sub", "java/lang/Object", name));
        }
        for (String name : new String[] {"Other", "a/Wrong", "Wrong.a"}) {
            Report.show("wrong name " + name, () -> new Loader("test").define(name.replace('/', '.'), new ClassFile("Wrong").done()));
        }
        for (String name : new String[] {"java/lang/Mine", "java/Mine", "java/util/Mine", "javax/Mine", "javas/Mine", "jdk/internal/Mine"}) {
            Report.define("package of " + name, new ClassFile(name));
        }
        Report.show("named java.lang.Mine", () -> new Loader("test").define("java.lang.Mine", new ClassFile("java/lang/Mine").done()));
        Report.show("bad name", () -> new Loader("test").define("a/b", new ClassFile("a/b").done()));
        Report.show("duplicate", () -> {
            Loader l = new Loader("test");
            l.define(new ClassFile("p/Twice").done());
            return l.define(new ClassFile("p/Twice").done());
        });
        Report.show("duplicate under another super class", () -> {
            Loader l = new Loader("test");
            l.define(new ClassFile("Twice").done());
            return l.define(new ClassFile("Twice", "NoSuchSuper").done());
        });
        Report.show("duplicate without a name of the loader", () -> {
            Loader l = new Loader(null);
            l.define(new ClassFile("Twice").done());
            return l.define(new ClassFile("Twice").done());
        });
    }

    static void supers() {
        ClassFile c = new ClassFile("NoSuper", null);
        Report.define("no super class", c);
        c = new ClassFile("Index");
        c.superIndex = 1;
        Report.define("super class index of a Utf8", c);
        c.superIndex = 100;
        Report.define("super class index out of range", c);
        c = new ClassFile("Index");
        c.thisIndex = 1;
        Report.define("this class index of a Utf8", c);
        c.thisIndex = 0;
        Report.define("this class index 0", c);
        c.thisIndex = 1000;
        Report.define("this class index out of range", c);
        for (int index : new int[] {0, 1, 99}) {
            c = new ClassFile("Index");
            c.interfaces.add(index);
            Report.define("interface index " + index, c);
        }
        Report.define("interface twice", new ClassFile("Twice", "java/lang/Object", "java/lang/Runnable", "java/io/Serializable", "java/lang/Runnable"));
        c = new ClassFile("Sub", "java/lang/Thread");
        c.flags = INTERFACE | ABSTRACT;
        Report.define("interface with a super class", c);
        c = new ClassFile("Sub", null);
        c.flags = INTERFACE | ABSTRACT;
        Report.define("interface without a super class", c);
        Report.define("super class is an interface", new ClassFile("p/Sub", "java/lang/Runnable"));
        Report.define("super class is final", new ClassFile("p/Sub", "java/lang/String"));
        Report.define("super class is an enum", new ClassFile("Sub", "java/lang/Enum"));
        Report.define("super class is a record", new ClassFile("Sub", "java/lang/Record"));
        Report.define("interface is a class", new ClassFile("p/Sub", "java/lang/Object", "java/lang/Thread"));
        Report.define("interface is a final class", new ClassFile("Sub", "java/lang/Object", "java/lang/String"));
        Report.define("super class is missing", new ClassFile("Sub", "no/Such"));
        Report.define("interface is missing", new ClassFile("Sub", "java/lang/Object", "java/lang/Runnable", "no/Such"));
        Report.define("super class is not accessible", new ClassFile("p/Sub", "java/lang/AbstractStringBuilder"));
        Report.define("super class is not exported", new ClassFile("p/Sub", "sun/security/util/Cache"));
        Report.define("interface is not exported", new ClassFile("p/Sub", "java/lang/Object", "sun/net/util/IPAddressUtil"));
        Report.define("interface is not exported", new ClassFile("p/Sub", "java/lang/Object", "jdk/internal/access/JavaLangAccess"));
        Report.define("interface is not accessible", new ClassFile("p/Sub", "java/lang/Object", "java/util/stream/Sink"));
        Report.define("own super class", new ClassFile("Sub", "Sub"));
        Report.define("own interface", new ClassFile("Sub", "java/lang/Object", "Sub"));
        Report.show("circle", () -> new Loader("test").with(new ClassFile("p/A", "p/B"), new ClassFile("p/B", "p/C"), new ClassFile("p/C", "p/A")).loadClass("p.A"));
        ClassFile i = new ClassFile("p/I", "java/lang/Object", "p/J");
        i.flags = INTERFACE | ABSTRACT;
        ClassFile j = new ClassFile("p/J", "java/lang/Object", "p/I");
        j.flags = INTERFACE | ABSTRACT;
        Report.show("circle of interfaces", () -> new Loader("test").with(i, j).loadClass("p.I"));
        Report.show("class and its interface", () -> new Loader("test").with(new ClassFile("p/K", "p/L"), new ClassFile("p/L", "java/lang/Object", "p/K")).loadClass("p.K"));
        Loader again = new Loader("test").with(new ClassFile("A", "B"), new ClassFile("B", "A"));
        Report.show("circle, first time", () -> again.loadClass("A"));
        Report.show("circle, second time", () -> again.loadClass("A"));
    }

    static void lengths() {
        ClassFile c = new ClassFile("Long").field(PUBLIC, "f", "I").constructor();
        byte[] file = c.done();
        Report.define("whole", file);
        for (int n = 0; n < file.length; n++) {
            Report.define("the first " + n + " bytes", Arrays.copyOf(file, n));
        }
        Report.define("one byte more", Arrays.copyOf(file, file.length + 1));
        Report.show("named, one byte more", () -> new Loader("test").define("Long", Arrays.copyOf(file, file.length + 1)));
        Report.show("named, one byte less", () -> new Loader("test").define("Long", Arrays.copyOf(file, file.length - 1)));
        byte[] empty = file.clone();
        empty[8] = empty[9] = 0;
        Report.define("no constant pool", empty);
    }
}

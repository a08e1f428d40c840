package linkage;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes class files, well-formed ones and others. All indices and flags can be set to anything. */
public final class ClassFile {
    public static final int PUBLIC = 1, PRIVATE = 2, PROTECTED = 4, STATIC = 8, FINAL = 16, SUPER = 32, VOLATILE = 64;
    public static final int NATIVE = 0x100, INTERFACE = 0x200, ABSTRACT = 0x400;

    public int magic = 0xCAFEBABE, minor, major = 61, flags = PUBLIC | SUPER;
    public int thisIndex, superIndex;
    public final String name;
    public final List<Integer> interfaces = new ArrayList<>();

    private final Out pool = new Out();
    private final Map<String, Integer> known = new HashMap<>();
    private int poolSize = 1;
    private final List<byte[]> fields = new ArrayList<>(), methods = new ArrayList<>(), attributes = new ArrayList<>();

    public ClassFile(String name) {
        this(name, "java/lang/Object");
    }

    public ClassFile(String name, String superName, String... interfaceNames) {
        this.name = name;
        thisIndex = type(name);
        superIndex = superName == null ? 0 : type(superName);
        for (String i : interfaceNames) {
            interfaces.add(type(i));
        }
    }

    /** A growing array of bytes, big-endian. */
    public static final class Out {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        public Out u1(int v) {
            bytes.write(v);
            return this;
        }

        public Out u2(int v) {
            return u1(v >> 8).u1(v);
        }

        public Out u4(int v) {
            return u2(v >>> 16).u2(v);
        }

        public Out all(byte[] b) {
            bytes.writeBytes(b);
            return this;
        }

        public byte[] done() {
            return bytes.toByteArray();
        }
    }

    public static Out out() {
        return new Out();
    }

    /** Bytes that stand for several u2. */
    public static byte[] u2s(int... values) {
        Out out = out();
        for (int v : values) {
            out.u2(v);
        }
        return out.done();
    }

    /** Adds a constant as it is and returns its index. Equal ones are shared. */
    public int raw(int slots, byte[] bytes) {
        String key = new String(bytes, StandardCharsets.ISO_8859_1);
        Integer index = known.get(key);
        if (index == null) {
            index = poolSize;
            known.put(key, index);
            pool.all(bytes);
            poolSize += slots;
        }
        return index;
    }

    public int utf8(String s) {
        byte[] b = s.getBytes(StandardCharsets.UTF_8);
        return raw(1, out().u1(1).u2(b.length).all(b).done());
    }

    public int integer(int v) {
        return raw(1, out().u1(3).u4(v).done());
    }

    public int floating(float v) {
        return raw(1, out().u1(4).u4(Float.floatToIntBits(v)).done());
    }

    public int longer(long v) {
        return raw(2, out().u1(5).u4((int) (v >>> 32)).u4((int) v).done());
    }

    /** A constant that holds one index. */
    public int one(int tag, int index) {
        return raw(1, out().u1(tag).u2(index).done());
    }

    /** A constant that holds two indices. */
    public int two(int tag, int a, int b) {
        return raw(1, out().u1(tag).u2(a).u2(b).done());
    }

    public int type(String name) {
        return one(7, utf8(name));
    }

    public int string(String s) {
        return one(8, utf8(s));
    }

    public int pair(String name, String desc) {
        return two(12, utf8(name), utf8(desc));
    }

    public int fieldRef(String owner, String name, String desc) {
        return two(9, type(owner), pair(name, desc));
    }

    public int methodRef(String owner, String name, String desc) {
        return two(10, type(owner), pair(name, desc));
    }

    public int interfaceRef(String owner, String name, String desc) {
        return two(11, type(owner), pair(name, desc));
    }

    public int handle(int kind, int reference) {
        return raw(1, out().u1(15).u1(kind).u2(reference).done());
    }

    public byte[] attribute(String name, byte[] content) {
        return attribute(name, content.length, content);
    }

    public byte[] attribute(String name, int length, byte[] content) {
        return out().u2(utf8(name)).u4(length).all(content).done();
    }

    private byte[] member(int flags, int name, int desc, byte[]... attributes) {
        Out out = out().u2(flags).u2(name).u2(desc).u2(attributes.length);
        for (byte[] a : attributes) {
            out.all(a);
        }
        return out.done();
    }

    public ClassFile field(int flags, String name, String desc, byte[]... attributes) {
        fields.add(member(flags, utf8(name), utf8(desc), attributes));
        return this;
    }

    public ClassFile rawField(int flags, int name, int desc) {
        fields.add(member(flags, name, desc));
        return this;
    }

    public ClassFile method(int flags, String name, String desc, byte[]... attributes) {
        methods.add(member(flags, utf8(name), utf8(desc), attributes));
        return this;
    }

    public ClassFile rawMethod(int flags, int name, int desc) {
        methods.add(member(flags, name, desc));
        return this;
    }

    /** A Code attribute; code is bytes, see {@link #at}. */
    public byte[] code(int stack, int locals, int... code) {
        return code(stack, locals, bytes(code), new byte[0]);
    }

    public byte[] code(int stack, int locals, byte[] code, byte[] handlers, byte[]... attributes) {
        Out out = out().u2(stack).u2(locals).u4(code.length).all(code).u2(handlers.length / 8).all(handlers).u2(attributes.length);
        for (byte[] a : attributes) {
            out.all(a);
        }
        return attribute("Code", out.done());
    }

    /** Bytes; a value above 255 stands for the two bytes of {@link #at}. */
    public static byte[] bytes(int... values) {
        Out out = out();
        for (int v : values) {
            if ((v & INDEX) != 0) {
                out.u2(v & 0xFFFF);
            } else {
                out.u1(v);
            }
        }
        return out.done();
    }

    private static final int INDEX = 1 << 24;

    /** An operand of two bytes in code. */
    public static int at(int index) {
        return INDEX | index;
    }

    public ClassFile attribute(byte[] attribute) {
        attributes.add(attribute);
        return this;
    }

    /** Adds a constructor that does nothing. */
    public ClassFile constructor() {
        return method(PUBLIC, "<init>", "()V", code(1, 1, 0x2a, 0xb7, at(methodRef("java/lang/Object", "<init>", "()V")), 0xb1));
    }

    public byte[] done() {
        Out out = out().u4(magic).u2(minor).u2(major).u2(poolSize).all(pool.done()).u2(flags).u2(thisIndex).u2(superIndex);
        out.u2(interfaces.size());
        for (int i : interfaces) {
            out.u2(i);
        }
        for (List<byte[]> part : List.of(fields, methods, attributes)) {
            out.u2(part.size());
            for (byte[] b : part) {
                out.all(b);
            }
        }
        return out.done();
    }
}

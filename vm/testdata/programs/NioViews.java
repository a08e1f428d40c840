import java.nio.*;
import java.util.*;
import java.util.function.*;

/** Buffers of every type and byte order: views, slices, compacting, comparing, and their exceptions. */
public class NioViews {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    public static void main(String[] args) {
        for (boolean direct : new boolean[] {false, true})
            for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) views(direct, order);
        slices();
        bounds();
        readOnly();
        chars();
        comparing();
        aligned();
    }

    static ByteBuffer make(boolean direct, int n) {
        return direct ? ByteBuffer.allocateDirect(n) : ByteBuffer.allocate(n);
    }

    static String hex(ByteBuffer b) {
        byte[] all = new byte[b.remaining()];
        b.duplicate().get(all);
        return HexFormat.of().formatHex(all);
    }

    static void views(boolean direct, ByteOrder order) {
        ByteBuffer b = make(direct, 64).order(order);
        b.putShort((short) 0x1234).putInt(0xcafebabe).putLong(0x0102030405060708L).putChar('λ').putFloat(1.5f).putDouble(-2.25).put((byte) 9);
        System.out.println(b + " " + b.order());
        b.flip();
        System.out.println(hex(b));
        System.out.println(b.getShort() + " " + b.getInt() + " " + b.getLong() + " " + b.getChar() + " " + b.getFloat() + " " + b.getDouble() + " " + b.get());
        b.clear().position(4);
        IntBuffer i = b.asIntBuffer();
        i.put(0, 77).put(1, new int[] {1, 2, 3}, 1, 2);
        LongBuffer l = b.asLongBuffer();
        ShortBuffer s = b.asShortBuffer();
        CharBuffer c = b.asCharBuffer();
        FloatBuffer f = b.asFloatBuffer();
        DoubleBuffer d = b.asDoubleBuffer();
        System.out.println(i + " " + l + " " + s + " " + f + " " + d + " " + c.length());
        System.out.println(i.get(0) + " " + l.get(0) + " " + s.get(1) + " " + f.get(0) + " " + d.get(1) + " " + (int) c.get(1) + " " + i.order());
        f.put(2, Float.NaN);
        d.put(3, Double.MIN_VALUE);
        s.put((short) -1).put(new short[] {5, 6});
        l.position(2);
        l.put(LongBuffer.wrap(new long[] {-1, 0x55}));
        System.out.println(hex(b.rewind()) + " " + b.hashCode());
        System.out.println(i.compact() + " " + i.get(0) + " " + i.slice().capacity() + " " + i.slice(1, 3).get(0) + " " + i.isDirect() + i.hasArray());
    }

    static void slices() {
        ByteBuffer b = ByteBuffer.wrap(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 2, 6);
        System.out.println(b + " " + b.arrayOffset());
        ByteBuffer s = b.slice();
        System.out.println(s + " " + s.arrayOffset() + " " + s.get(0));
        ByteBuffer t = b.slice(3, 4);
        System.out.println(t + " " + t.arrayOffset() + " " + hex(t));
        b.mark().get();
        System.out.println(b.duplicate().reset() + " " + b.compact() + " " + hex(b.rewind()));
        attempt("slice", () -> b.slice(8, 3));
        attempt("reset", () -> b.position(5).mark().position(3).reset());
        b.put(ByteBuffer.wrap(new byte[] {50, 51}));
        b.put(0, ByteBuffer.wrap(new byte[] {60, 61, 62}), 1, 2);
        System.out.println(hex(b.clear()));
        attempt("self", () -> b.put(b));
        byte[] into = new byte[3];
        System.out.println(b.get(4, into) + Arrays.toString(into));
        IntBuffer wrapped = IntBuffer.wrap(new int[] {5, 4, 3, 2, 1}, 1, 3);
        System.out.println(wrapped + " " + wrapped.get() + wrapped.slice().get(1) + " " + wrapped.arrayOffset());
    }

    static void bounds() {
        ByteBuffer b = ByteBuffer.allocate(8);
        attempt("allocate", () -> ByteBuffer.allocate(-1));
        attempt("allocateDirect", () -> ByteBuffer.allocateDirect(-1));
        attempt("position", () -> b.position(9));
        attempt("position -1", () -> b.position(-1));
        attempt("limit", () -> b.limit(9));
        attempt("limit -1", () -> b.limit(-2));
        attempt("get", () -> b.get(8));
        attempt("getInt", () -> b.getInt(5));
        attempt("put over", () -> b.put(new byte[9]));
        attempt("underflow", () -> b.position(6).getInt());
        attempt("overflow", () -> b.putLong(1));
        attempt("range", () -> b.get(new byte[2], 1, 2));
        attempt("wrap", () -> ByteBuffer.wrap(new byte[2], 1, 2));
        attempt("mark", () -> ByteBuffer.allocate(1).reset());
        attempt("chars", () -> CharBuffer.wrap("abc").subSequence(1, 4));
        attempt("direct index", () -> ByteBuffer.allocateDirect(4).getShort(3));
        attempt("array", () -> ByteBuffer.allocateDirect(4).array());
        b.limit(4);
        System.out.println(b + " " + b.remaining() + " " + b.hasRemaining() + " " + b.limit(8).capacity());
    }

    static void readOnly() {
        ByteBuffer r = ByteBuffer.allocate(8).asReadOnlyBuffer();
        attempt("put", () -> r.put((byte) 1));
        attempt("array", r::array);
        attempt("compact", r::compact);
        attempt("int view", () -> r.asIntBuffer().put(1));
        System.out.println(r + " " + r.isReadOnly() + r.hasArray() + r.slice().isReadOnly());
        CharBuffer c = CharBuffer.wrap("string");
        attempt("char put", () -> c.put('x'));
        System.out.println(c.isReadOnly() + " " + c + " " + c.getClass().getSimpleName().isEmpty());
    }

    static void chars() throws RuntimeException {
        CharBuffer c = CharBuffer.allocate(12);
        c.put("hello").append("[world]", 1, 3).append('!');
        c.flip();
        System.out.println(c + " " + c.length() + " " + c.charAt(1) + " " + c.subSequence(2, 4) + " " + c.chars().sum() + " " + CharSequence.compare(c, "hello"));
        CharBuffer part = CharBuffer.wrap("0123456789", 3, 7);
        System.out.println(part + " " + part.position() + part.limit() + part.capacity());
    }

    static void comparing() {
        ByteBuffer a = ByteBuffer.wrap(new byte[] {1, 2, 3, 4}), b = ByteBuffer.wrap(new byte[] {9, 1, 2, 3, 5}).position(1);
        System.out.println(a.equals(b) + " " + a.compareTo(b) + " " + a.mismatch(b) + " " + a.hashCode() + " " + b.hashCode());
        FloatBuffer f = FloatBuffer.wrap(new float[] {0f, Float.NaN}), g = FloatBuffer.wrap(new float[] {-0f, Float.NaN});
        System.out.println(f.equals(g) + " " + f.compareTo(g) + " " + f.mismatch(g) + " " + f.hashCode());
        DoubleBuffer d = DoubleBuffer.wrap(new double[] {1, Double.NaN, 3});
        System.out.println(d.equals(DoubleBuffer.wrap(new double[] {1, Double.NaN, 3})) + " " + d.compareTo(DoubleBuffer.wrap(new double[] {1, 5, 3})));
        LongBuffer direct = ByteBuffer.allocateDirect(32).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().put(new long[] {1, 2, 3, 4}).flip();
        System.out.println(direct.equals(LongBuffer.wrap(new long[] {1, 2, 3, 4})) + " " + direct.mismatch(LongBuffer.wrap(new long[] {1, 2, 4})) + " " + direct.hashCode());
        CharBuffer c = ByteBuffer.allocateDirect(8).asCharBuffer().put("abcd").flip();
        System.out.println(c.equals(CharBuffer.wrap("abcd")) + " " + c.compareTo(CharBuffer.wrap("abce")) + " " + c.hashCode() + " " + c.equals("abcd"));
    }

    static void aligned() {
        ByteBuffer d = ByteBuffer.allocateDirect(64).alignedSlice(8);
        System.out.println(d.alignmentOffset(3, 4) + " " + d.capacity() + " " + (d.position(3).limit(60).alignedSlice(8)).capacity());
        attempt("unit", () -> d.alignmentOffset(0, 3));
        attempt("heap", () -> ByteBuffer.allocate(8).alignmentOffset(0, 16));
        attempt("heap slice", () -> ByteBuffer.allocate(8).alignedSlice(16));
    }
}

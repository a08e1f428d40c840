import java.nio.Buffer;
import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.InvalidMarkException;
import java.nio.LongBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** NIO buffers, heap and direct: positions, views, slices, byte orders, bulk moves; charset encoders and decoders. */
public class FileBuffers {
    static String state(Buffer b) {
        return b.position() + "/" + b.limit() + "/" + b.capacity();
    }

    static void exercise(ByteBuffer b) {
        System.out.println((b.isDirect() ? "direct " : "heap ") + state(b) + " " + b.order() + " " + b.hasArray());
        b.put((byte) 1).putShort((short) 2).putInt(3).putLong(4).putFloat(5f).putDouble(6).putChar('c');
        System.out.println(state(b) + " " + b.hashCode());
        b.flip();
        System.out.println(b.get() + " " + b.getShort() + " " + b.getInt() + " " + b.getLong() + " " + b.getFloat() + " " + b.getDouble() + " " + b.getChar() + " " + b.hasRemaining());
        b.rewind().mark().position(3);
        System.out.println(Integer.toHexString(b.order(ByteOrder.LITTLE_ENDIAN).getInt(3)) + " " + b.reset().position());
        b.position(4);
        ByteBuffer slice = b.slice();
        slice.put(0, (byte) 99);
        System.out.println(b.get(4) + " " + state(slice) + " " + slice.order() + " " + state(b.duplicate()) + " " + state(b.slice(2, 5)));
        b.compact();
        System.out.println(state(b) + " " + b.get(0));
        b.clear();
        IntBuffer ints = b.asIntBuffer();
        ints.put(new int[] {1, 2, 3}).put(1, 20);
        System.out.println(state(ints) + " " + b.get(0) + " " + b.get(4) + " " + ints.get(1) + " " + ints.order());
        b.order(ByteOrder.BIG_ENDIAN);
        LongBuffer longs = b.asLongBuffer();
        longs.put(0, -2L);
        DoubleBuffer doubles = b.position(8).asDoubleBuffer();
        doubles.put(0.5);
        System.out.println(b.get(7) + " " + b.get(8) + " " + doubles.get(0) + " " + state(doubles));
        CharBuffer chars = b.clear().asCharBuffer();
        chars.put("hello").flip();
        System.out.println(chars + " " + chars.subSequence(1, 3) + " " + chars.charAt(4) + " " + b.get(1));
        ByteBuffer read = b.asReadOnlyBuffer();
        for (int i = 0; i < 5; i++) {
            try {
                switch (i) {
                    case 0 -> read.put((byte) 1);
                    case 1 -> b.position(b.limit()).get();
                    case 2 -> b.put((byte) 0);
                    case 3 -> b.get(-1);
                    default -> ByteBuffer.allocate(1).reset();
                }
            } catch (ReadOnlyBufferException | BufferUnderflowException | BufferOverflowException | InvalidMarkException | IndexOutOfBoundsException e) {
                System.out.println(i + " " + e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        exercise(ByteBuffer.allocate(40));
        exercise(ByteBuffer.allocateDirect(40));
        ByteBuffer a = ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5}, 1, 3), b = ByteBuffer.wrap(new byte[] {2, 3, 4});
        System.out.println(state(a) + " " + a.equals(b) + " " + a.compareTo(b) + " " + a.arrayOffset() + " " + a.mismatch(ByteBuffer.wrap(new byte[] {2, 9})) + " " + b.put(a.duplicate().limit(3)) + " " + (a.hashCode() == ByteBuffer.wrap(new byte[] {2, 3, 4}).hashCode()));
        try {
            ByteBuffer.allocate(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            a.limit(9);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(CharBuffer.wrap("wrapped").position(2).length() + " " + CharBuffer.wrap("wrapped").isReadOnly());
        for (String name : new String[] {"UTF-8", "UTF-16", "UTF-16LE", "ISO-8859-1", "US-ASCII", "windows-1252", "UTF-32", "IBM437", "Shift_JIS", "GB18030"}) {
            Charset cs = Charset.forName(name);
            ByteBuffer encoded = cs.encode("A\u00e9\u20ac\u65e5");
            StringBuilder out = new StringBuilder(cs.name()).append(' ').append(cs.newEncoder().maxBytesPerChar()).append(' ');
            while (encoded.hasRemaining()) {
                out.append(String.format("%02x", encoded.get()));
            }
            System.out.println(out + " " + cs.canEncode() + " " + cs.newEncoder().canEncode('\u20ac'));
        }
        CharsetEncoder strict = StandardCharsets.US_ASCII.newEncoder();
        try {
            strict.encode(CharBuffer.wrap("a\u00e9"));
        } catch (CharacterCodingException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
        System.out.println(new String(strict.onUnmappableCharacter(CodingErrorAction.REPLACE).replaceWith(new byte[] {'!'}).encode(CharBuffer.wrap("a\u00e9b")).array(), 0, 3));
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.IGNORE);
        System.out.println(decoder.decode(ByteBuffer.wrap(new byte[] {'x', (byte) 0xff, 'y'})));
        decoder = StandardCharsets.UTF_8.newDecoder();
        CharBuffer small = CharBuffer.allocate(1);
        ByteBuffer input = ByteBuffer.wrap("ab\u20ac".getBytes(StandardCharsets.UTF_8), 0, 4);
        CoderResult first = decoder.decode(input, small, false);
        small.clear();
        CoderResult second = decoder.decode(input, small, false);
        small.clear();
        CoderResult third = decoder.decode(input, small, true);
        System.out.println(first + " " + second + " " + third + " " + input.remaining());
        System.out.println(Charset.forName("latin1") + " " + Charset.isSupported("nope") + " " + new java.util.TreeSet<>(StandardCharsets.UTF_8.aliases()) + " " + StandardCharsets.UTF_8.contains(StandardCharsets.US_ASCII) + " " + StandardCharsets.UTF_8.compareTo(StandardCharsets.UTF_16));
    }
}

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PushbackInputStream;
import java.io.RandomAccessFile;
import java.io.SequenceInputStream;
import java.io.UTFDataFormatException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** Binary input and output: streams, data streams, random access, channels, pipes. */
public class FileBinary {
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("binary", ".dat");
        try {
            try (DataOutputStream out = new DataOutputStream(new FileOutputStream(file))) {
                out.writeBoolean(true);
                out.writeByte(-1);
                out.writeShort(40000);
                out.writeChar('\u20ac');
                out.writeInt(Integer.MIN_VALUE);
                out.writeLong(Long.MAX_VALUE);
                out.writeFloat(1.5f);
                out.writeDouble(-0.0);
                out.writeUTF("utf \u0000\u00e9\ud83d\ude00");
                out.writeBytes("bytes");
                out.writeChars("ch");
                System.out.println(out.size() + " " + file.length());
            }
            try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(file)))) {
                System.out.println(in.readBoolean() + " " + in.readByte() + " " + in.readShort() + " " + (int) in.readChar() + " " + in.readInt() + " " + in.readLong() + " " + in.readFloat() + " " + in.readDouble() + " " + in.readUTF().length() + " " + in.available());
                byte[] rest = new byte[5];
                in.readFully(rest);
                System.out.println(new String(rest) + " " + in.skipBytes(100) + " " + in.read());
                try {
                    in.readInt();
                } catch (EOFException e) {
                    System.out.println("end of file " + e.getMessage());
                }
            }
            try (RandomAccessFile raf = new RandomAccessFile(file, "rw")) {
                raf.setLength(0);
                for (int i = 0; i < 20; i++) {
                    raf.writeInt(i * i);
                }
                raf.seek(40);
                System.out.println(raf.readInt() + " " + raf.getFilePointer() + " " + raf.length());
                raf.seek(100);
                raf.write(7);
                System.out.println(raf.length() + " " + file.length());
                raf.seek(90);
                System.out.println(raf.read() + " " + raf.skipBytes(9) + " " + raf.read() + " " + raf.read());
                raf.setLength(8);
                raf.seek(0);
                raf.writeBytes("line1\nx");
                raf.seek(0);
                System.out.println(raf.readLine() + " " + raf.readUnsignedByte());
            }
            Path path = file.toPath();
            try (FileChannel ch = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
                ByteBuffer buffer = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
                buffer.putInt(0x01020304).putDouble(Math.PI).put("text".getBytes()).flip();
                System.out.println(ch.write(buffer) + " " + ch.position() + " " + ch.size());
                buffer.clear();
                System.out.println(ch.read(buffer, 0) + " " + buffer.flip().remaining() + " " + Integer.toHexString(buffer.getInt()) + " " + buffer.getDouble() + " " + (char) buffer.get());
                ByteBuffer direct = ByteBuffer.allocateDirect(4);
                ch.position(0);
                ch.read(direct);
                direct.flip();
                System.out.println(direct.get(0) + " " + direct.isDirect() + " " + ch.read(ByteBuffer.allocate(100)) + " " + ch.read(ByteBuffer.allocate(1)));
                ByteBuffer[] gather = {ByteBuffer.wrap("ab".getBytes()), ByteBuffer.wrap("cde".getBytes())};
                ch.position(2);
                System.out.println(ch.write(gather) + " " + ch.truncate(10).size());
            }
            byte[] bytes = Files.readAllBytes(path);
            System.out.println(Arrays.toString(bytes));
            try (InputStream in = Files.newInputStream(path); ByteArrayOutputStream copy = new ByteArrayOutputStream()) {
                System.out.println(in.readNBytes(3).length + " " + in.skip(2) + " " + in.transferTo(copy) + " " + copy.size() + " " + in.read());
            }
        } finally {
            System.out.println(file.delete());
        }
        ByteArrayInputStream in = new ByteArrayInputStream(new byte[] {1, 2, 3, 4, 5});
        in.read();
        in.mark(0);
        System.out.println(in.read() + in.read() + " " + in.available());
        in.reset();
        System.out.println(in.read() + " " + in.readAllBytes().length + " " + in.read() + " " + in.markSupported());
        SequenceInputStream sequence = new SequenceInputStream(new ByteArrayInputStream("one".getBytes()), new ByteArrayInputStream("two".getBytes()));
        System.out.println(new String(sequence.readAllBytes()));
        PushbackInputStream push = new PushbackInputStream(new ByteArrayInputStream(new byte[] {9}));
        int nine = push.read();
        push.unread(nine);
        System.out.println(push.read() + " " + push.read());
        PipedOutputStream pipe = new PipedOutputStream();
        PipedInputStream reader = new PipedInputStream(pipe, 4);
        Thread writer = new Thread(() -> {
            try (pipe) {
                pipe.write("through a small pipe".getBytes());
            } catch (java.io.IOException e) {
                System.out.println("never");
            }
        });
        writer.start();
        System.out.println(new String(reader.readAllBytes()));
        writer.join();
        try {
            new DataInputStream(new ByteArrayInputStream(new byte[] {0, 1, (byte) 0xff})).readUTF();
        } catch (UTFDataFormatException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new String(Channels.newInputStream(Channels.newChannel(new ByteArrayInputStream("channel".getBytes()))).readAllBytes()));
        try {
            in.skip(-1);
            InputStream.nullInputStream().read(new byte[2], 1, 5);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}

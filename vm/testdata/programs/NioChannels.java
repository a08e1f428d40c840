import java.io.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;

/** FileChannel, RandomAccessFile, AsynchronousFileChannel, Pipe and Channels on files. */
public class NioChannels {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    public static void main(String[] args) throws Exception {
        Path dir = Files.createTempDirectory("chan");
        Path f = dir.resolve("f"), g = dir.resolve("g");
        try {
            positions(f);
            scatter(f);
            transfers(f, g);
            map(f);
            locks(f);
            random(f);
            asynchronous(f);
            pipes();
            closing(f);
            channels(f);
        } finally {
            Files.deleteIfExists(f);
            Files.deleteIfExists(g);
            Files.delete(dir);
        }
    }

    static void positions(Path f) throws Exception {
        try (FileChannel c = FileChannel.open(f, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            System.out.println(c.write(ByteBuffer.wrap("0123456789".getBytes())) + " " + c.position() + " " + c.size());
            System.out.println(c.write(ByteBuffer.wrap("ab".getBytes()), 20) + " " + c.size() + " " + c.position());
            ByteBuffer b = ByteBuffer.allocate(30);
            System.out.println(c.read(b, 5) + " " + Arrays.toString(Arrays.copyOf(b.array(), 17)));
            System.out.println(c.position(100).position() + " " + c.size() + " " + c.read(ByteBuffer.allocate(1)));
            c.truncate(8);
            System.out.println(c.size() + " " + c.position());
            attempt("negative", () -> c.position(-1));
            attempt("negative read", () -> c.read(ByteBuffer.allocate(1), -1));
            attempt("read only buffer", () -> c.read(ByteBuffer.allocate(1).asReadOnlyBuffer()));
            System.out.println(c.read(ByteBuffer.allocate(0)) + " " + c.read(ByteBuffer.allocate(0), 3));
            c.force(true);
        }
        try (FileChannel c = FileChannel.open(f)) {
            attempt("write to read only", () -> c.write(ByteBuffer.allocate(1)));
            attempt("truncate read only", () -> c.truncate(1));
        }
        try (FileChannel c = FileChannel.open(f, StandardOpenOption.APPEND)) {
            c.position(0);
            c.write(ByteBuffer.wrap("ZZ".getBytes()));
            System.out.println(c.position() + " " + Files.readString(f));
            attempt("read append", () -> c.read(ByteBuffer.allocate(1)));
        }
    }

    static void scatter(Path f) throws Exception {
        try (FileChannel c = FileChannel.open(f, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer[] out = {ByteBuffer.wrap("one".getBytes()), ByteBuffer.allocateDirect(4).putInt(0x74776f21).flip(), ByteBuffer.wrap("xthreex".getBytes(), 1, 5), ByteBuffer.allocate(0)};
            System.out.println(c.write(out) + " " + c.position());
            c.position(0);
            ByteBuffer[] in = {ByteBuffer.allocate(2), ByteBuffer.allocateDirect(5), ByteBuffer.allocate(20)};
            System.out.println(c.read(in) + " " + in[0] + " " + in[1] + " " + in[2]);
            System.out.println(c.read(in) + " " + c.write(new ByteBuffer[20], 3, 0));
            StringBuilder s = new StringBuilder();
            for (ByteBuffer b : in) { b.flip(); s.append(StandardCharsets.US_ASCII.decode(b)).append('|'); }
            System.out.println(s);
            ByteBuffer[] many = new ByteBuffer[40];
            for (int i = 0; i < many.length; i++) many[i] = ByteBuffer.wrap(("<" + i + ">").getBytes());
            long n = c.write(many);
            while (many[39].hasRemaining()) n += c.write(many);
            System.out.println(n + " " + c.size());
            attempt("bad offset", () -> c.read(in, 2, 5));
        }
    }

    static void transfers(Path f, Path g) throws Exception {
        byte[] data = new byte[300_000];
        new Random(1).nextBytes(data);
        Files.write(f, data);
        try (FileChannel a = FileChannel.open(f); FileChannel b = FileChannel.open(g, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
            System.out.println(a.transferTo(100, 1 << 20, b) + " " + b.size() + " " + b.position() + " " + a.position());
            System.out.println(b.transferFrom(a, 10, 50) + " " + a.position() + " " + b.size());
            System.out.println(a.transferTo(400_000, 5, b) + " " + b.transferFrom(a, 1_000_000, 5));
            ByteArrayOutputStream o = new ByteArrayOutputStream();
            System.out.println(a.transferTo(0, 1000, Channels.newChannel(o)) + " " + o.size());
            System.out.println(b.transferFrom(Channels.newChannel(new ByteArrayInputStream(new byte[70_000])), 0, 100_000));
            attempt("to read only", () -> a.transferFrom(b, 0, 1));
        }
        System.out.println(Files.size(g) + " " + Arrays.hashCode(Files.readAllBytes(g)));
        try (InputStream i = new FileInputStream(f.toFile()); OutputStream o = new FileOutputStream(g.toFile())) { System.out.println(i.transferTo(o)); }
        System.out.println(Files.mismatch(f, g));
    }

    static void map(Path f) throws Exception {
        try (FileChannel c = FileChannel.open(f, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer m = c.map(FileChannel.MapMode.READ_WRITE, 10, 5000);
            m.order(ByteOrder.LITTLE_ENDIAN).putLong(0, 0x1122334455667788L);
            m.put(4999, (byte) 42);
            m.force();
            ByteBuffer b = ByteBuffer.allocate(8);
            c.read(b, 10);
            System.out.println(Long.toHexString(b.getLong(0)) + " " + m + " " + m.isDirect() + " " + m.isLoaded() + " " + m.load().capacity());
            MappedByteBuffer p = c.map(FileChannel.MapMode.PRIVATE, 0, 100);
            p.put(0, (byte) 99);
            b.clear().limit(1);
            c.read(b, 0);
            System.out.println(p.get(0) + " " + (b.get(0) == 99));
            MappedByteBuffer r = c.map(FileChannel.MapMode.READ_ONLY, 0, c.size());
            System.out.println(r.isReadOnly() + " " + r.get(5009) + " " + r.capacity());
            attempt("put", () -> r.put(0, (byte) 1));
            long size = c.size();
            MappedByteBuffer beyond = c.map(FileChannel.MapMode.READ_WRITE, size, 10_000);
            System.out.println(c.size() - size + " " + beyond.get(9999));
            beyond.putInt(0, 7);
            c.write(ByteBuffer.wrap(new byte[] {1}), size + 4);
            System.out.println(beyond.getInt(0) + " " + beyond.get(4));
            System.out.println(c.map(FileChannel.MapMode.READ_ONLY, 0, 0).capacity());
            attempt("negative", () -> c.map(FileChannel.MapMode.READ_ONLY, -1, 2));
            attempt("too large", () -> c.map(FileChannel.MapMode.READ_ONLY, 0, 1L << 40));
            ByteBuffer slice = m.slice(100, 16).order(ByteOrder.BIG_ENDIAN);
            slice.putDouble(0, Math.PI);
            System.out.println(m.getLong(100) == Long.reverseBytes(Double.doubleToLongBits(Math.PI)));
            System.out.println(m.alignedSlice(8).capacity() > 0);
        }
        try (FileChannel c = FileChannel.open(f)) {
            attempt("map rw of read only", () -> c.map(FileChannel.MapMode.READ_WRITE, 0, 1));
        }
    }

    static void locks(Path f) throws Exception {
        try (FileChannel c = FileChannel.open(f, StandardOpenOption.READ, StandardOpenOption.WRITE); FileChannel d = FileChannel.open(f, StandardOpenOption.READ)) {
            FileLock l = c.lock(10, 20, false);
            System.out.println(l.position() + " " + l.size() + " " + l.isShared() + " " + l.isValid() + " " + l.overlaps(29, 1) + " " + l.overlaps(30, 1));
            attempt("overlap", () -> c.tryLock(5, 10, false));
            attempt("overlap other", () -> d.tryLock(5, 10, true));
            attempt("exclusive on read", () -> d.tryLock(100, 10, false));
            FileLock s = d.tryLock(100, 10, true);
            System.out.println(s.isShared() + " " + (s.acquiredBy() == d));
            l.release();
            System.out.println(l.isValid() + " " + s.isValid());
            d.close();
            System.out.println(s.isValid());
            attempt("release closed", () -> { s.release(); return 0; });
            try (FileLock all = c.lock()) { System.out.println(all.size() == Long.MAX_VALUE); }
            attempt("bad region", () -> c.lock(-1, 1, false));
        }
    }

    static void random(Path f) throws Exception {
        File file = f.toFile();
        try (RandomAccessFile r = new RandomAccessFile(file, "rw")) {
            r.setLength(0);
            r.writeInt(-5); r.writeLong(1L << 40); r.writeUTF("süß\0"); r.writeDouble(2.5); r.writeChars("hi"); r.writeBytes("raw\r\nline\rthird"); r.writeBoolean(true); r.writeShort(-2); r.writeFloat(1.5f);
            System.out.println(r.length() + " " + r.getFilePointer());
            r.seek(0);
            System.out.println(r.readInt() + " " + r.readLong() + " " + r.readUTF().length() + " " + r.readDouble() + " " + r.readChar() + r.readChar() + " " + r.readLine() + " " + r.readLine() + " " + r.skipBytes(5) + " " + r.readBoolean() + " " + r.readUnsignedShort() + " " + r.readFloat());
            attempt("eof", () -> r.readInt());
            System.out.println(r.read() + " " + r.read(new byte[3]) + " " + r.skipBytes(5));
            r.seek(1000); r.write(1);
            System.out.println(r.length());
            r.setLength(10);
            System.out.println(r.getFilePointer() + " " + r.length());
            attempt("negative seek", () -> { r.seek(-1); return 0; });
            FileChannel c = r.getChannel();
            c.position(3);
            System.out.println(r.getFilePointer() + " " + (c == r.getChannel()) + " " + r.getFD().valid());
            r.getFD().sync();
        }
        attempt("mode", () -> new RandomAccessFile(file, "x"));
        attempt("read only", () -> { try (RandomAccessFile r = new RandomAccessFile(file, "r")) { r.write(1); return 0; } });
        attempt("missing", () -> new RandomAccessFile("/nonexistent/x", "r"));
        try (RandomAccessFile r = new RandomAccessFile(file, "rws")) { r.write(new byte[5], 1, 3); System.out.println(r.length()); }
        attempt("closed", () -> { RandomAccessFile r = new RandomAccessFile(file, "r"); r.close(); return r.read(); });
    }

    static void asynchronous(Path f) throws Exception {
        try (AsynchronousFileChannel a = AsynchronousFileChannel.open(f, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            System.out.println(a.write(ByteBuffer.wrap("asynchronous".getBytes()), 0).get() + " " + a.size());
            ByteBuffer b = ByteBuffer.allocate(5);
            CountDownLatch done = new CountDownLatch(1);
            a.read(b, 1, "attached", new CompletionHandler<Integer, String>() {
                public void completed(Integer n, String s) { System.out.println(n + " " + s + " " + new String(b.array())); done.countDown(); }
                public void failed(Throwable t, String s) { System.out.println(t); done.countDown(); }
            });
            done.await();
            System.out.println(a.read(ByteBuffer.allocate(1), 100).get());
            FileLock l = a.lock().get();
            System.out.println(l.isValid() + " " + l.isShared());
            attempt("overlap", () -> a.tryLock(0, 1, false));
            l.release();
            a.truncate(4);
            System.out.println(a.size());
            attempt("negative", () -> a.read(ByteBuffer.allocate(1), -1).get());
        }
    }

    static void pipes() throws Exception {
        Pipe p = Pipe.open();
        Thread t = new Thread(() -> {
            try (Pipe.SinkChannel s = p.sink()) {
                for (int i = 0; i < 5; i++) s.write(ByteBuffer.wrap(("message " + i + "\n").getBytes()));
            } catch (IOException e) {
                System.out.println(e);
            }
        });
        t.start();
        StringBuilder s = new StringBuilder();
        try (Reader r = Channels.newReader(p.source(), "UTF-8")) { for (int c; (c = r.read()) >= 0; ) s.append((char) c); }
        t.join();
        System.out.print(s);
        Pipe q = Pipe.open();
        q.source().configureBlocking(false);
        System.out.println(q.source().read(ByteBuffer.allocate(4)) + " " + q.source().validOps() + " " + q.sink().validOps());
        q.source().close();
        attempt("broken", () -> q.sink().write(ByteBuffer.allocate(4)));
        q.sink().close();
        PipedInputStream in = new PipedInputStream(16);
        PipedOutputStream out = new PipedOutputStream(in);
        Thread w = new Thread(() -> { try (out) { out.write("a piped text longer than its buffer".getBytes()); } catch (IOException e) { System.out.println(e); } });
        w.start();
        System.out.println(new String(in.readAllBytes()));
        w.join();
    }

    static void closing(Path f) throws Exception {
        FileChannel c = FileChannel.open(f);
        c.close();
        attempt("closed size", () -> c.size());
        attempt("closed read", () -> c.read(ByteBuffer.allocate(1)));
        Pipe p = Pipe.open();
        CountDownLatch started = new CountDownLatch(1);
        Thread t = new Thread(() -> {
            started.countDown();
            attempt("interrupted read", () -> p.source().read(ByteBuffer.allocate(1)));
            System.out.println(Thread.currentThread().isInterrupted() + " " + p.source().isOpen());
        });
        t.start();
        started.await();
        t.interrupt();
        t.join();
        p.sink().close();
        FileChannel d = FileChannel.open(f);
        Thread.currentThread().interrupt();
        attempt("interrupted", () -> d.read(ByteBuffer.allocate(1)));
        System.out.println(Thread.interrupted() + " " + d.isOpen());
        Pipe q = Pipe.open();
        CountDownLatch reading = new CountDownLatch(1);
        Thread u = new Thread(() -> {
            reading.countDown();
            try {
                q.source().read(ByteBuffer.allocate(1));
            } catch (IOException e) {
                System.out.println(e instanceof ClosedChannelException);
            }
        });
        u.start();
        reading.await();
        q.source().close();
        u.join();
        q.sink().close();
    }

    static void channels(Path f) throws Exception {
        Files.writeString(f, "channels\nand streams");
        try (ReadableByteChannel c = Files.newByteChannel(f); Reader r = Channels.newReader(c, StandardCharsets.UTF_8)) { System.out.println(new BufferedReader(r).lines().toList()); }
        try (SeekableByteChannel c = Files.newByteChannel(f, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
            Writer w = Channels.newWriter(c, "UTF-16BE");
            w.write("é");
            w.flush();
            System.out.println(c.position() + " " + c.size());
            InputStream i = Channels.newInputStream(c);
            System.out.println(i.available() + " " + i.read() + " " + i.skip(3) + " " + new String(i.readNBytes(5)));
        }
        ByteBuffer b = ByteBuffer.allocate(3);
        try (InputStream i = new FileInputStream(f.toFile()); FileChannel c = ((FileInputStream) i).getChannel()) { i.read(); c.read(b); System.out.println(c.position()); attempt("write", () -> c.write(b)); }
        try (FileOutputStream o = new FileOutputStream(f.toFile(), true)) { System.out.println(o.getChannel().position()); o.write(1); System.out.println(o.getChannel().position()); }
    }
}

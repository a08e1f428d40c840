import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** FileChannel's heavier parts: mapping, transfer between channels, locks, scatter reads, closing under use. */
public class FileMapped {
    public static void main(String[] args) throws Exception {
        Path a = Files.createTempFile("mapped", ".bin"), b = Files.createTempFile("mapped", ".bin");
        try {
            try (FileChannel ch = FileChannel.open(a, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                MappedByteBuffer map = ch.map(FileChannel.MapMode.READ_WRITE, 0, 4096);
                System.out.println(ch.size() + " " + map.capacity() + " " + map.isDirect() + " " + map.isReadOnly() + " " + map.get(100));
                map.order(ByteOrder.LITTLE_ENDIAN);
                IntBuffer ints = map.asIntBuffer();
                for (int i = 0; i < 1024; i++) {
                    ints.put(i, i * i);
                }
                map.force();
                ByteBuffer read = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
                ch.read(read, 400);
                System.out.println(read.getInt(0) + " " + read.getInt(4));
                ch.write(ByteBuffer.wrap(new byte[] {1, 0, 0, 0}), 0);
                System.out.println(map.getInt(0));
                MappedByteBuffer part = ch.map(FileChannel.MapMode.READ_ONLY, 4090, 6);
                System.out.println(part.get(5) + " " + part.get(2) + " " + part.isReadOnly());
                try {
                    part.put(0, (byte) 1);
                } catch (java.nio.ReadOnlyBufferException e) {
                    System.out.println("read only");
                }
                MappedByteBuffer copy = ch.map(FileChannel.MapMode.PRIVATE, 0, 8);
                copy.put(0, (byte) 77);
                System.out.println(copy.get(0) + " " + map.get(0));
            }
            try (FileChannel from = FileChannel.open(a, StandardOpenOption.READ); FileChannel to = FileChannel.open(b, StandardOpenOption.WRITE)) {
                System.out.println(from.transferTo(4, 100, to) + " " + to.size() + " " + to.position());
                from.position(8);
                System.out.println(to.transferFrom(from, 100, 50) + " " + to.size() + " " + from.position());
                try {
                    to.read(ByteBuffer.allocate(1));
                } catch (NonReadableChannelException e) {
                    System.out.println("write only");
                }
                var lock = to.lock();
                System.out.println(lock.isValid() + " " + lock.isShared());
                try {
                    to.tryLock();
                } catch (OverlappingFileLockException e) {
                    System.out.println("overlapping");
                }
                lock.release();
                System.out.println(lock.isValid());
            }
            FileChannel closed = FileChannel.open(b, StandardOpenOption.READ);
            ByteBuffer[] scatter = {ByteBuffer.allocate(3), ByteBuffer.allocateDirect(5)};
            System.out.println(closed.read(scatter) + " " + scatter[0].remaining() + " " + scatter[1].remaining() + " " + scatter[1].get(1));
            closed.close();
            try {
                closed.size();
            } catch (java.nio.channels.ClosedChannelException e) {
                System.out.println("closed " + closed.isOpen());
            }
        } finally {
            Files.delete(a);
            Files.delete(b);
        }
    }
}

import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** One file is mapped many times, read-only, and stays mapped while it shrinks and grows. */
public class FileMappedOften {
    public static void main(String[] args) throws Exception {
        int size = 16 << 20;
        Path file = Files.createTempFile("mapped", ".bin");
        List<MappedByteBuffer> maps = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {1}), size - 1);
            channel.write(ByteBuffer.wrap(new byte[] {2, 3, 4}), 5000);
            for (int i = 0; i < 40; i++) {
                maps.add(channel.map(FileChannel.MapMode.READ_ONLY, 0, size));
            }
            int sum = 0;
            for (MappedByteBuffer map : maps) {
                sum += map.get(size - 1) + map.get(5001);
            }
            System.out.println(sum);
            channel.write(ByteBuffer.wrap(new byte[] {9}), 5001);
            System.out.println(maps.get(0).get(5001) + " " + maps.get(39).get(5001));
            MappedByteBuffer own = channel.map(FileChannel.MapMode.PRIVATE, 0, size);
            own.put(5001, (byte) 77);
            System.out.println(own.get(5001) + " " + maps.get(1).get(5001) + " " + channel.map(FileChannel.MapMode.READ_ONLY, 4096, 8192).get(904));
            try {
                maps.get(2).put(0, (byte) 1);
            } catch (java.nio.ReadOnlyBufferException e) {
                System.out.println("read-only");
            }
            maps.clear();
            channel.truncate(4096);
            channel.write(ByteBuffer.wrap(new byte[] {5}), size - 1);
            MappedByteBuffer again = channel.map(FileChannel.MapMode.READ_ONLY, 0, size);
            System.out.println(again.get(5001) + " " + again.get(size - 1));
        } finally {
            Files.delete(file);
        }
    }
}

import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * What the VM does in proportion to a length, below methods that do it: bytes that are copied, summed, packed and
 * concatenated, products of words, frames of stack traces, and exceptions that the VM throws. TestWork checks the
 * numbers behind "// work", summed over everything below the method. Of threads those count that are not virtual. The 5000 bytes are packed into 1073, also by
 * java, and 50 earlier strings are compared on the way.
 */
// expect calls CountsWork.copies = 3000
// expect calls CountsWork.fails = 200
// work CountsWork.copies > java.lang.System.arraycopy = 3000 * (4 * 7 + 4 * 10)
// work CountsWork.copies > java.lang.Object.clone = 3000 * 16 + 4 * 3000 * 2999 / 2 + 3000 * 8
// work CountsWork.unlike > java.lang.System.arraycopy = 40 * 2 * 4
// work CountsWork.sums > java.util.zip.CRC32.updateBytes0 = 20 * 100
// work CountsWork.hashes > sun.security.provider.SHA2.implCompress0 = 10 * 2 * 64
// work CountsWork.squares > java.math.BigInteger.implMultiplyToLen = 10 * 70 * 60
// work CountsWork.packs > java.util.zip.Deflater.deflateBytesBytes = 5000 + 8 * 1073 + 50
// work CountsWork.packs > java.util.zip.Inflater.inflateBytesBytes = 5000 + 16 * 1073
// work CountsWork.joins = 1000 * 8 + 10 + 90 * 2 + 900 * 3
// strings CountsWork.joins = 1000
// operands CountsWork.joins = 2 * 1000
// thrown CountsWork.fails = 200
// frames CountsWork.fails = 200 * 2
// work CountsWork.makes > java.lang.Throwable.fillInStackTrace = 50 * 2
// work CountsWork.starts > java.lang.Thread.start0 = 3
public class CountsWork {
    static class Pair implements Cloneable {
        int a, b;

        Pair copy() throws CloneNotSupportedException {
            return (Pair) super.clone();
        }
    }

    static long copies(int n, int[] from, int[] to, String[] strings, Object[] objects, long[] cloned) throws Exception {
        System.arraycopy(from, 1, to, 2, 7);
        System.arraycopy(strings, 0, objects, 1, 10);
        return cloned.clone().length + new int[n].clone().length + new Pair().copy().a;
    }

    static void unlike(Object[] from, String[] to) {
        try {
            System.arraycopy(from, 0, to, 0, 4); // the third element does not fit
        } catch (ArrayStoreException expected) {
        }
    }

    static long sums(byte[] data) {
        CRC32 crc = new CRC32();
        crc.update(data, 0, 100);
        return crc.getValue();
    }

    static int hashes(MessageDigest digest) {
        return digest.digest(new byte[64])[0];
    }

    static int squares(BigInteger a, BigInteger b) {
        return a.multiply(b).bitLength();
    }

    static int packs(byte[] data) throws Exception {
        Deflater d = new Deflater();
        d.setInput(data);
        d.finish();
        byte[] packed = new byte[data.length + 100], unpacked = new byte[data.length];
        int n = d.deflate(packed);
        d.end();
        Inflater i = new Inflater();
        i.setInput(packed, 0, n);
        n = i.inflate(unpacked);
        i.end();
        return n;
    }

    static int joins(int i) {
        return ("<" + i + "> and " + (char) ('a' + i % 26)).length();
    }

    static int fails(int[] a, int i) {
        try {
            return a[i];
        } catch (ArrayIndexOutOfBoundsException expected) {
            return 1;
        }
    }

    static Exception makes() {
        return new Exception();
    }

    /** Starts three threads and, on a JDK that has them, a virtual one. */
    static int starts() throws Exception {
        Runnable nothing = () -> {};
        for (int i = 0; i < 3; i++) {
            new Thread(nothing).start();
        }
        int virtual = 0;
        for (java.lang.reflect.Method m : Thread.class.getMethods()) {
            if (m.getName().equals("startVirtualThread")) {
                ((Thread) m.invoke(null, nothing)).join();
                virtual++;
            }
        }
        return virtual;
    }

    public static void main(String[] args) throws Exception {
        int[] from = new int[20], to = new int[20];
        String[] strings = new String[20];
        Object[] objects = new Object[20];
        long[] cloned = {1, 2};
        long sum = 0;
        for (int i = 0; i < 3000; i++) {
            sum += copies(i, from, to, strings, objects, cloned);
        }
        Object[] mixed = {"a", "b", 3, "d"};
        for (int i = 0; i < 40; i++) {
            unlike(mixed, new String[4]);
        }
        byte[] data = new byte[5000];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i * i >> 3);
        }
        for (int i = 0; i < 20; i++) {
            sum += sums(data);
        }
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (int i = 0; i < 10; i++) {
            sum += hashes(digest);
        }
        BigInteger a = BigInteger.ONE.shiftLeft(2239).subtract(BigInteger.ONE), b = BigInteger.TWO.shiftLeft(1918);
        for (int i = 0; i < 10; i++) {
            sum += squares(a, b);
        }
        sum += packs(data);
        for (int i = 0; i < 1000; i++) {
            sum += joins(i);
        }
        for (int i = 0; i < 200; i++) {
            sum += fails(from, 20 + i);
        }
        for (int i = 0; i < 50; i++) {
            sum += makes().getStackTrace().length;
        }
        System.out.println(sum + " " + starts());
    }
}

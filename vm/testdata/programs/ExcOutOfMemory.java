import java.util.ArrayList;
import java.util.List;

/** OutOfMemoryError: caught, memory is usable again afterwards, requests that can never fit. */
public class ExcOutOfMemory {
    static boolean fails(Runnable r) {
        try {
            r.run();
            return false;
        } catch (OutOfMemoryError e) {
            return e.getMessage() != null;
        }
    }

    static void fill() {
        List<byte[]> hold = new ArrayList<>();
        // The list itself is far too small to matter: the big arrays exhaust any heap below 1 TB.
        for (int i = 0; i < 1 << 14; i++) {
            hold.add(new byte[64 << 20]);
        }
        System.out.println("never " + hold.size());
    }

    public static void main(String[] args) {
        System.out.println("fill " + fails(ExcOutOfMemory::fill));
        System.out.println("largest " + fails(() -> System.out.println(new long[Integer.MAX_VALUE].length)));
        System.out.println("nested " + fails(() -> System.out.println(new double[1 << 15][1 << 25].length)));
        try {
            int[] none = new int[Integer.MAX_VALUE];
            System.out.println(none.length);
        } catch (OutOfMemoryError e) {
            System.out.println(e.getClass().getName() + " " + (e instanceof VirtualMachineError));
        }
        for (int length : new int[] {Integer.MAX_VALUE, Integer.MAX_VALUE - 1, Integer.MAX_VALUE - 2}) {
            try {
                System.out.println(new long[1 << 6][length].length);
            } catch (OutOfMemoryError e) {
                System.out.println(Integer.MAX_VALUE - length + " less: " + e.getMessage());
            }
        }
        // After the failures there is room again for ordinary work.
        long sum = 0;
        for (int i = 0; i < 200; i++) {
            byte[] chunk = new byte[1 << 20];
            chunk[i] = (byte) i;
            sum += chunk.length + chunk[i];
        }
        System.out.println(sum);
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            sb.append(i);
        }
        System.out.println(sb.length());
        System.out.println(Runtime.getRuntime().maxMemory() > 0 && Runtime.getRuntime().totalMemory() >= Runtime.getRuntime().freeMemory());
        try {
            "x".repeat(Integer.MAX_VALUE).concat("y");
            System.out.println("never");
        } catch (OutOfMemoryError e) {
            System.out.println("repeat");
        }
    }
}

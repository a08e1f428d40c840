import java.util.concurrent.CountDownLatch;

/** System.exit from another thread while main waits for ever; a hook sees the interrupted work; the code wraps to 8 bits. */
public class ExitThread {
    public static void main(String[] args) throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        int[] progress = new int[1];
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook saw progress " + progress[0])));
        Thread worker = new Thread(() -> {
            for (int i = 0; i < 10; i++) {
                progress[0] = i;
                if (i == 6) {
                    System.exit(256 + 3);
                }
            }
            System.out.println("never");
        });
        worker.start();
        never.await();
    }
}

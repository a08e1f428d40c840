import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Starts programs in many threads, and has another thread look at each and end it. */
public class Children {
    private static final int COUNT = 40;

    public static void main(String[] args) throws Exception {
        AtomicInteger known = new AtomicInteger(), ended = new AtomicInteger();
        Thread[] threads = new Thread[COUNT];
        for (int i = 0; i < COUNT; i++) {
            threads[i] = new Thread(() -> {
                try {
                    Process process = new ProcessBuilder("sleep", "60").start();
                    Thread.sleep(1); // others run meanwhile
                    Thread other = new Thread(() -> {
                        if (process.info().command().isPresent()) {
                            known.incrementAndGet();
                        }
                        process.destroy();
                    });
                    other.start();
                    other.join();
                    if (process.waitFor(5, TimeUnit.SECONDS) && process.exitValue() == 128 + 15) {
                        ended.incrementAndGet();
                    }
                } catch (Exception e) {
                    e.printStackTrace();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(known + " of " + COUNT + " are known, " + ended + " of " + COUNT + " ended by a signal");
    }
}

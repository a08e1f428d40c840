import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Dumps of all threads to a file: virtual threads that nobody but the root tracks, those of an executor, and what they wait for and have locked. */
public class ThreadDumps {
    private static final CountDownLatch END = new CountDownLatch(1);
    private static final Object LOCK = new Object();

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void waits() {
        synchronized (LOCK) {
            try {
                LOCK.wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void reach(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.yield();
        }
    }

    /** Prints the parts of a dump that are about threads of this program, sorted, without what differs from run to run. */
    private static void show(String text, String separator) {
        List<String> shown = new ArrayList<>();
        for (String part : text.split(separator)) {
            if (part.contains("by-me")) {
                shown.add(part.replaceAll("@[0-9a-f]+", "@").replaceAll("\"threadCount\": *\"?[0-9]+\"?", "").replaceAll("#[0-9]+|\"tid\": *\"?[0-9]+\"?", "#").replaceAll("20[0-9T:.-]+Z", "TIME").strip());
            }
        }
        shown.sort(null);
        shown.forEach(System.out::println);
    }

    public static void main(String[] args) throws Exception {
        List<Thread> threads = new ArrayList<>();
        threads.add(Thread.ofVirtual().name("by-me parks").start(() -> await(END)));
        threads.add(Thread.ofPlatform().name("by-me platform").start(() -> await(END)));
        Thread waiter = Thread.ofPlatform().name("by-me waits").start(ThreadDumps::waits);
        threads.add(waiter);
        Thread.ofVirtual().name("by-me unstarted").unstarted(() -> await(END));
        Thread.ofVirtual().name("by-me ended").start(() -> { }).join();
        try (ExecutorService executor = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("by-me task ", 0).factory())) {
            for (int i = 0; i < 2; i++) {
                executor.submit(() -> {
                    synchronized (threads) {
                        threads.add(Thread.currentThread());
                    }
                    await(END);
                });
            }
            while (true) {
                synchronized (threads) {
                    if (threads.size() == 5) {
                        break;
                    }
                }
                Thread.yield();
            }
            for (Thread thread : threads) {
                reach(thread, Thread.State.WAITING);
            }
            Path folder = Files.createTempDirectory("dumps");
            HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            for (ThreadDumpFormat format : ThreadDumpFormat.values()) {
                Path file = folder.resolve("dump");
                bean.dumpThreads(file.toString(), format);
                show(Files.readString(file), format == ThreadDumpFormat.JSON ? "(?<=\\}),?\\s+(?=\\{)" : "\n\n");
                Files.delete(file);
            }
            Files.delete(folder);
            System.out.println(Arrays.asList(Thread.getAllStackTraces().keySet().stream().map(Thread::getName).filter(name -> name.startsWith("by-me")).sorted().toArray()));
            END.countDown();
        }
        synchronized (LOCK) {
            LOCK.notifyAll();
        }
    }
}

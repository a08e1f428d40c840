import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import static java.nio.file.StandardWatchEventKinds.*;

/** WatchService. */
public class NioWatch {
    public static void main(String[] args) throws Exception {
        Path dir = Files.createTempDirectory("watch"), sub = Files.createDirectory(dir.resolve("sub"));
        WatchService w = dir.getFileSystem().newWatchService();
        WatchKey k = dir.register(w, ENTRY_CREATE, ENTRY_DELETE, ENTRY_MODIFY);
        System.out.println(k.isValid() + " " + k.watchable().equals(dir) + " " + w.poll() + " " + w.poll(10, TimeUnit.MILLISECONDS));
        Files.createFile(dir.resolve("a"));
        collect(w, "ENTRY_CREATE a");
        Files.writeString(dir.resolve("a"), "content");
        collect(w, "ENTRY_MODIFY a");
        Files.move(dir.resolve("a"), dir.resolve("b"));
        collect(w, "ENTRY_DELETE a", "ENTRY_CREATE b");
        WatchKey ks = sub.register(w, ENTRY_CREATE);
        System.out.println((ks != k) + " " + (sub.register(w, ENTRY_CREATE, ENTRY_DELETE) == ks));
        Files.createDirectory(sub.resolve("d"));
        collect(w, "ENTRY_CREATE d");
        Files.delete(sub.resolve("d"));
        collect(w, "ENTRY_DELETE d");
        ks.cancel();
        System.out.println(ks.isValid() + " " + ks.reset());
        Files.delete(dir.resolve("b"));
        collect(w, "ENTRY_DELETE b");
        Files.delete(sub);
        collect(w, "ENTRY_DELETE sub");
        Files.delete(dir);
        WatchKey last = w.take();
        System.out.println(last == k);
        last.pollEvents();
        System.out.println(last.reset() + " " + last.isValid());
        CountDownLatch started = new CountDownLatch(1);
        Thread t = new Thread(() -> {
            started.countDown();
            try {
                w.take();
            } catch (ClosedWatchServiceException | InterruptedException e) {
                System.out.println(e);
            }
        });
        t.start();
        started.await();
        Thread.sleep(20);
        w.close();
        t.join();
        try {
            w.poll();
        } catch (ClosedWatchServiceException e) {
            System.out.println(e);
        }
        for (Path bad : new Path[] {dir, Path.of("/etc/passwd")}) {
            try (WatchService v = bad.getFileSystem().newWatchService()) {
                bad.register(v, ENTRY_CREATE);
            } catch (Exception e) {
                System.out.println(e.getClass().getName());
            }
        }
    }

    /** Takes keys until all expected events have come; more of a kind may come. */
    static void collect(WatchService w, String... expected) throws Exception {
        Set<String> missing = new TreeSet<>(List.of(expected));
        while (!missing.isEmpty()) {
            WatchKey k = w.take();
            for (WatchEvent<?> e : k.pollEvents()) missing.remove(e.kind().name() + " " + e.context());
            k.reset();
        }
        System.out.println(Arrays.toString(expected));
    }
}

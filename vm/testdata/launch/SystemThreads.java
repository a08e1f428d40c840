import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What main finds beside itself: the threads of the VM and of the library, and the numbers that its own ones get. Numbers are
 * counted from the last thread of the VM on, as HotSpot's collector takes some that depend on how fast its threads start.
 */
public class SystemThreads {
    static long last;

    static String shown(Thread t) {
        return (t.getId() - last) + " " + t.toString().replaceAll("#\\d+", "#");
    }

    /** A virtual thread, and the number that a thread gets after it: HotSpot has started threads that serve it. */
    static void virtual(Runnable work) throws Exception {
        ((Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work)).join();
        Thread.sleep(100);
        System.out.println(shown(new Thread(() -> {})));
    }

    public static void main(String[] args) throws Exception {
        List<Thread> threads = new ArrayList<>(Thread.getAllStackTraces().keySet());
        threads.sort(Comparator.comparing(Thread::getId));
        for (Thread t : threads) {
            if (t.getName().equals("Notification Thread")) {
                last = t.getId();
            }
        }
        for (Thread t : threads) {
            System.out.println((t == Thread.currentThread() ? t : shown(t)) + " " + t.isDaemon() + " " + t.getState() + " " + t.getThreadGroup().getName());
        }
        System.out.println(ManagementFactory.getThreadMXBean().getThreadCount());
        PrintStream out = System.out;
        ByteArrayOutputStream list = new ByteArrayOutputStream();
        System.setOut(new PrintStream(list));
        Thread.currentThread().getThreadGroup().getParent().list();
        System.setOut(out);
        System.out.print(list.toString().replaceAll("#\\d+", "#"));
        for (int i = 0; i < 2; i++) {
            Thread t = new Thread(() -> System.out.println(shown(Thread.currentThread())));
            t.start();
            t.join();
        }
        if (Runtime.version().feature() >= 21) {
            virtual(() -> System.out.println(shown(Thread.currentThread())));
            virtual(() -> {
                try {
                    Thread.sleep(1);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            virtual(() -> {});
        }
    }
}

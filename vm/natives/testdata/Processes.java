import java.io.*;
import java.util.concurrent.TimeUnit;

/** Programs that a program starts, and signals. */
public class Processes {
    interface Action {
        void run() throws Exception;
    }

    static void show(String name, Action action) {
        System.out.println("== " + name);
        try {
            action.run();
        } catch (Throwable e) {
            System.out.println(e);
        }
    }

    static String read(InputStream in) throws IOException {
        return new String(in.readAllBytes()).trim();
    }

    public static void main(String[] args) {
        show("pipes", () -> {
            Process p = new ProcessBuilder("sh", "-c", "echo out; echo err >&2; cat; exit 3").start();
            try (OutputStream out = p.getOutputStream()) {
                out.write("in".getBytes());
            }
            System.out.println(read(p.getInputStream()) + "|" + read(p.getErrorStream()) + "|" + p.waitFor() + " " + p.isAlive());
        });
        show("folder and environment", () -> {
            ProcessBuilder b = new ProcessBuilder("sh", "-c", "pwd; echo $COLOUR; echo merged >&2").directory(new File("/")).redirectErrorStream(true);
            b.environment().put("COLOUR", "blue");
            System.out.println(read(b.start().getInputStream()));
        });
        show("file", () -> {
            File file = File.createTempFile("out", null);
            System.out.println(new ProcessBuilder("echo", "to a file").redirectOutput(file).start().waitFor() + " " + file.length());
        });
        show("pipeline", () -> {
            var all = ProcessBuilder.startPipeline(java.util.List.of(new ProcessBuilder("echo", "b\na"), new ProcessBuilder("sort")));
            System.out.println(read(all.get(1).getInputStream()));
        });
        show("unknown", () -> new ProcessBuilder("no-such-program").start());
        show("not executable", () -> new ProcessBuilder("/etc/passwd").start());
        show("no folder", () -> new ProcessBuilder("ls").directory(new File("/no/such/folder")).start());
        show("killed", () -> {
            Process p = new ProcessBuilder("sleep", "100").start();
            System.out.println(p.isAlive() + " " + p.waitFor(10, TimeUnit.MILLISECONDS));
            System.out.println(p.destroyForcibly().waitFor() + " " + p.toHandle().isAlive());
        });
        show("on exit", () -> System.out.println(new ProcessBuilder("true").start().onExit().get().exitValue()));
        show("signal", () -> {
            Thread[] handler = new Thread[1];
            sun.misc.Signal.handle(new sun.misc.Signal("USR2"), s -> {
                System.out.println(s + " on its own thread: " + (Thread.currentThread() != handler[0]));
                synchronized (handler) {
                    handler[0] = null;
                    handler.notifyAll();
                }
            });
            handler[0] = Thread.currentThread();
            synchronized (handler) {
                sun.misc.Signal.raise(new sun.misc.Signal("USR2"));
                while (handler[0] != null) {
                    handler.wait();
                }
            }
        });
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        sun.misc.Signal.raise(new sun.misc.Signal("TERM"));
        try {
            Thread.sleep(10_000);
        } catch (InterruptedException e) {
            System.out.println(e);
        }
    }
}

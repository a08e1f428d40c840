import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

/** Processes with pipes, redirects, environments, pipelines and their handles. */
public class ProcPipes {
    interface Action { Object run() throws Exception; }

    static String folder;

    static void attempt(String what, Action a) {
        Object result;
        try {
            result = a.run();
        } catch (Exception e) {
            result = e;
        }
        System.out.println(what + ": " + String.valueOf(result).replace(folder, "ROOT"));
    }

    static String text(Process p) throws IOException {
        return new String(p.getInputStream().readAllBytes()).replace("\n", "\\n");
    }

    public static void main(String[] args) throws Exception {
        Path root = Files.createTempDirectory("proc").toRealPath();
        folder = root.toString();
        try {
            streams();
            redirects(root);
            environment(root);
            pipelines();
            failures(root);
            handles();
        } finally {
            try (Stream<Path> all = Files.walk(root)) {
                all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete());
            }
        }
        System.out.flush();
        System.exit(new ProcessBuilder("sh", "-c", "echo inherited; exit 9").inheritIO().start().waitFor());
    }

    static void streams() throws Exception {
        Process p = new ProcessBuilder("sort", "-r").start();
        try (Writer w = p.outputWriter()) {
            for (String s : "b c a".split(" ")) w.write(s + "\n");
        }
        System.out.println(p.inputReader().lines().collect(Collectors.toList()) + " " + p.waitFor() + " " + p.exitValue() + p.isAlive());
        Process both = new ProcessBuilder("sh", "-c", "echo out; echo err >&2; exit 3").start();
        System.out.println(text(both) + " " + both.errorReader().readLine() + " " + both.waitFor());
        Process merged = new ProcessBuilder("sh", "-c", "echo out; echo err >&2").redirectErrorStream(true).start();
        System.out.println(text(merged) + merged.getErrorStream().read());
        Process big = new ProcessBuilder("cat").start();
        Thread feeder = new Thread(() -> {
            try (OutputStream o = big.getOutputStream()) {
                for (int i = 0; i < 50; i++) o.write(new byte[8192]);
            } catch (IOException e) {
                System.out.println(e);
            }
        });
        feeder.start();
        System.out.println(big.getInputStream().readAllBytes().length + " " + big.waitFor());
        feeder.join();
        Process runtime = Runtime.getRuntime().exec("echo split on  spaces");
        System.out.println(text(runtime) + runtime.waitFor(5, TimeUnit.SECONDS));
        System.out.println(text(Runtime.getRuntime().exec(new String[] {"sh", "-c", "echo $X-$0", "zero"}, new String[] {"X=set"})));
    }

    static void redirects(Path root) throws Exception {
        File in = Files.writeString(root.resolve("in"), "one\ntwo\n").toFile(), out = root.resolve("out").toFile();
        ProcessBuilder b = new ProcessBuilder("cat").redirectInput(in).redirectOutput(out);
        System.out.println(b.start().waitFor() + " " + Files.readString(out.toPath()).length());
        b.redirectOutput(ProcessBuilder.Redirect.appendTo(out)).start().waitFor();
        System.out.println(Files.readAllLines(out.toPath()) + " " + b.redirectInput().type() + " " + b.redirectOutput().type() + " " + b.redirectError());
        Process p = b.start();
        attempt("null input", () -> p.getInputStream().read());
        attempt("null output", () -> { p.getOutputStream().write(1); return null; });
        p.waitFor();
        System.out.println(new ProcessBuilder("sh", "-c", "cat; echo gone").redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectInput(new File("/dev/null")).start().waitFor());
        attempt("missing input", () -> new ProcessBuilder("cat").redirectInput(new File("/no/such/file")).start());
        attempt("read redirect", () -> b.redirectOutput(ProcessBuilder.Redirect.from(in)));
        attempt("write redirect", () -> b.redirectInput(ProcessBuilder.Redirect.to(out)));
    }

    static void environment(Path root) throws Exception {
        ProcessBuilder b = new ProcessBuilder("sh", "-c", "echo $A:$B; pwd").directory(root.toFile());
        b.environment().clear();
        b.environment().put("A", "ä b");
        b.environment().put("B", "2");
        System.out.println(new String(b.start().getInputStream().readAllBytes()).replace(root.toString(), "ROOT") + b.environment() + b.command());
        attempt("null", () -> b.environment().put("C", null));
        attempt("equals", () -> b.environment().put("C=D", "x"));
        attempt("get", () -> b.environment().get(3));
        attempt("unmodifiable", () -> System.getenv().put("a", "b"));
        attempt("env", () -> Runtime.getRuntime().exec(new String[] {"env"}, new String[] {"=odd", "K=v"}).waitFor());
    }

    static void pipelines() throws Exception {
        List<Process> line = ProcessBuilder.startPipeline(List.of(new ProcessBuilder("printf", "b\\na\\nb\\n"), new ProcessBuilder("sort"), new ProcessBuilder("uniq", "-c")));
        System.out.println(text(line.get(2)) + " " + line.get(0).waitFor() + line.get(1).waitFor() + line.get(2).waitFor());
        attempt("pipeline", () -> ProcessBuilder.startPipeline(List.of(new ProcessBuilder("echo").redirectOutput(new File("/dev/null")), new ProcessBuilder("cat"))));
    }

    static void failures(Path root) {
        attempt("missing", () -> new ProcessBuilder("no-such-program", "x").start());
        attempt("directory", () -> new ProcessBuilder("ls").directory(root.resolve("none").toFile()).start());
        attempt("a directory", () -> new ProcessBuilder(root.toString()).start().getClass());
        attempt("empty", () -> new ProcessBuilder().start());
        attempt("empty name", () -> Runtime.getRuntime().exec(""));
        attempt("null element", () -> new ProcessBuilder("a", null).start());
        attempt("nul", () -> new ProcessBuilder("a\0b").start());
        attempt("null", () -> new ProcessBuilder((String[]) null));
    }

    static void handles() throws Exception {
        Process p = new ProcessBuilder("sleep", "100").start();
        attempt("exitValue", p::exitValue);
        System.out.println(p.isAlive() + " " + p.waitFor(1, TimeUnit.MILLISECONDS) + " " + p.supportsNormalTermination() + " " + p.toHandle().equals(ProcessHandle.of(p.pid()).get()) + " " + p.children().count());
        System.out.println(p.toHandle().parent().get().equals(ProcessHandle.current()) + " " + ProcessHandle.current().children().anyMatch(h -> h.pid() == p.pid()) + " " + p.info().command().map(c -> c.contains("sleep") || c.contains("coreutils") || c.contains("busybox")));
        p.destroy();
        System.out.println(p.waitFor() + " " + p.onExit().get().exitValue() + " " + p.toString().replaceAll("pid=\\d+", "pid=N"));
        Process q = new ProcessBuilder("sleep", "100").start();
        CompletableFuture<Integer> end = q.onExit().thenApply(Process::exitValue);
        q.destroyForcibly();
        System.out.println(end.get() + " " + q.toHandle().isAlive() + " " + q.toHandle().destroy());
        attempt("self", () -> ProcessHandle.current().destroy());
        System.out.println(ProcessHandle.of(1L << 40) + " " + ProcessHandle.current().isAlive() + " " + (ProcessHandle.current().pid() == ProcessHandle.current().pid()));
    }
}

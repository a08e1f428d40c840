import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

/** ProcessBuilder, Runtime.exec and ProcessHandle. */
public class ProcExec {
    interface Action { Object run() throws Exception; }

    static Path dir;

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e.toString().replace(dir.toString(), "DIR"));
        }
    }

    static String all(InputStream in) throws IOException { return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\n", "\\n"); }

    public static void main(String[] args) throws Exception {
        dir = Files.createTempDirectory("proc").toRealPath();
        try {
            pipes();
            redirects();
            environment();
            waiting();
            handles();
            pipelines();
            errors();
            runtime();
        } finally {
            try (Stream<Path> s = Files.walk(dir)) { for (Path p : s.sorted(Comparator.reverseOrder()).toList()) Files.delete(p); }
        }
    }

    static void pipes() throws Exception {
        Process p = new ProcessBuilder("cat").start();
        try (OutputStream o = p.getOutputStream()) { o.write("through cat ü\n".getBytes("UTF-8")); }
        System.out.println(all(p.getInputStream()) + " " + p.waitFor() + " " + p.exitValue() + " " + p.isAlive() + " " + all(p.getErrorStream()));
        Process q = new ProcessBuilder("sh", "-c", "echo out; echo err >&2; exit 3").start();
        System.out.println(all(q.getInputStream()) + " " + all(q.getErrorStream()) + " " + q.waitFor());
        Process m = new ProcessBuilder("sh", "-c", "echo out; echo err >&2").redirectErrorStream(true).start();
        System.out.println(all(m.getInputStream()) + "|" + all(m.getErrorStream()) + "|" + m.waitFor());
        Process big = new ProcessBuilder("cat").start();
        Thread t = new Thread(() -> { try (OutputStream o = big.getOutputStream()) { for (int i = 0; i < 200_000; i++) o.write(("x" + i % 10).getBytes()); } catch (IOException e) { System.out.println(e); } });
        t.start();
        System.out.println(big.getInputStream().readAllBytes().length + " " + big.waitFor());
        t.join();
        Process lines = new ProcessBuilder("printf", "a\\nb\\nc\\n").start();
        try (BufferedReader r = new BufferedReader(new InputStreamReader(lines.getInputStream()))) { System.out.println(r.lines().toList()); }
        Process args = new ProcessBuilder("printf", "[%s]", "a b", "", "*", "'q'", "é").start();
        System.out.println(all(args.getInputStream()));
        Process closed = new ProcessBuilder("true").start();
        closed.waitFor();
        try {
            OutputStream o = closed.getOutputStream();
            o.write(new byte[100]);
            o.flush();
        } catch (IOException e) {
            System.out.println("nobody reads"); // a broken pipe, or a closed stream once the reaper has seen the end
        }
        System.out.println(closed.getInputStream().read() + " " + closed.getInputStream().available());
    }

    static void redirects() throws Exception {
        Path in = dir.resolve("in"), out = dir.resolve("out"), err = dir.resolve("err");
        Files.writeString(in, "from file");
        ProcessBuilder b = new ProcessBuilder("sh", "-c", "cat; echo problem >&2").redirectInput(in.toFile()).redirectOutput(out.toFile()).redirectError(err.toFile());
        System.out.println(b.start().waitFor() + " " + Files.readString(out) + " " + Files.readString(err).trim());
        b.redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile())).redirectError(ProcessBuilder.Redirect.DISCARD);
        System.out.println(b.start().waitFor() + " " + Files.readString(out) + " " + b.redirectOutput().type() + " " + b.redirectError().file() + " " + b.redirectInput().type());
        Process p = b.start();
        System.out.println(p.getInputStream().read() + " " + p.waitFor());
        attempt("null output stream", () -> { p.getOutputStream().write(1); return 0; });
        System.out.flush();
        System.out.println(new ProcessBuilder("echo", "inherited").inheritIO().start().waitFor());
        attempt("missing input", () -> new ProcessBuilder("cat").redirectInput(dir.resolve("none").toFile()).start());
        attempt("bad redirect", () -> new ProcessBuilder("cat").redirectInput(ProcessBuilder.Redirect.to(out.toFile())));
    }

    static void environment() throws Exception {
        ProcessBuilder b = new ProcessBuilder("sh", "-c", "echo \"$A|$B|$PWD\"");
        b.environment().put("A", "value ü");
        b.environment().remove("B");
        b.directory(dir.toFile());
        Process p = b.start();
        System.out.println(all(p.getInputStream()).replace(dir.toString(), "DIR"));
        b.environment().clear();
        b.command("/usr/bin/env");
        System.out.println(all(b.start().getInputStream()));
        b.environment().putAll(Map.of("X", "1", "Y", ""));
        System.out.println(new TreeSet<>(List.of(all(b.start().getInputStream()).split("\\\\n"))) + " " + b.command() + " " + b.directory().equals(dir.toFile()));
        attempt("null value", () -> b.environment().put("N", null));
        attempt("bad name", () -> b.environment().put("a=b", "c"));
        System.out.println(System.getenv("NO_SUCH_VARIABLE") + " " + System.getenv().containsKey("PATH") + " " + System.getenv("PATH").equals(System.getenv().get("PATH")));
        attempt("unmodifiable", () -> System.getenv().put("a", "b"));
    }

    static void waiting() throws Exception {
        Process p = new ProcessBuilder("sleep", "60").start();
        System.out.println(p.isAlive() + " " + p.waitFor(20, TimeUnit.MILLISECONDS));
        attempt("exitValue", () -> p.exitValue());
        p.destroy();
        System.out.println(p.waitFor() + " " + p.isAlive() + " " + p.supportsNormalTermination());
        Process q = new ProcessBuilder("sleep", "60").start();
        System.out.println(q.destroyForcibly().waitFor());
        Process r = new ProcessBuilder("sh", "-c", "kill -SEGV $$").start();
        System.out.println(r.waitFor());
        Process s = new ProcessBuilder("sh", "-c", "exit 200").start();
        System.out.println(s.onExit().thenApply(Process::exitValue).get() + " " + s.waitFor(1, TimeUnit.SECONDS));
        Process u = new ProcessBuilder("sleep", "60").start();
        Thread waiter = new Thread(() -> { try { u.waitFor(); } catch (InterruptedException e) { System.out.println("interrupted"); } });
        waiter.start();
        waiter.interrupt();
        waiter.join();
        // The end of the stream, or a closed one: whichever comes first.
        Thread reader = new Thread(() -> { try { System.out.println(u.getInputStream().read() < 0 ? "ended" : "read"); } catch (IOException e) { System.out.println("ended"); } });
        reader.start();
        u.destroy();
        reader.join();
        System.out.println(u.waitFor());
        List<Process> many = new ArrayList<>();
        for (int i = 0; i < 8; i++) many.add(new ProcessBuilder("sh", "-c", "exit " + i).start());
        for (Process x : many) System.out.print(x.waitFor() + " ");
        System.out.println();
    }

    static void handles() throws Exception {
        ProcessHandle self = ProcessHandle.current();
        System.out.println(self.isAlive() + " " + (self.pid() > 0) + " " + self.parent().isPresent() + " " + self.equals(ProcessHandle.of(self.pid()).get()) + " " + self.info().user().isPresent() + " " + self.info().startInstant().isPresent());
        attempt("destroy self", () -> self.destroy());
        attempt("onExit self", () -> self.onExit());
        Process p = new ProcessBuilder("sleep", "60").start();
        ProcessHandle h = p.toHandle();
        System.out.println(h.pid() == p.pid() ? "same pid" : "different");
        System.out.println(h.parent().get().equals(self) + " " + self.children().anyMatch(h::equals) + " " + self.descendants().anyMatch(h::equals) + " " + h.info().command().map(c -> Path.of(c).getFileName().toString().length() > 0).orElse(false) + " " + h.info().arguments().map(Arrays::toString));
        CompletableFuture<ProcessHandle> exit = h.onExit();
        System.out.println(exit.isDone() + " " + h.destroy());
        System.out.println(exit.get().equals(h) + " " + h.isAlive() + " " + p.waitFor());
        System.out.println(ProcessHandle.of(p.pid()).isPresent() + " " + ProcessHandle.allProcesses().anyMatch(self::equals));
    }

    static void pipelines() throws Exception {
        List<Process> l = ProcessBuilder.startPipeline(List.of(new ProcessBuilder("printf", "b\\na\\nc\\na\\n"), new ProcessBuilder("sort"), new ProcessBuilder("uniq", "-c")));
        try (BufferedReader r = l.get(2).inputReader()) { System.out.println(r.lines().map(String::trim).toList()); }
        for (Process p : l) System.out.print(p.waitFor() + " ");
        System.out.println();
        Process cat = new ProcessBuilder("tr", "a-z", "A-Z").start();
        try (BufferedWriter w = cat.outputWriter()) { w.write("writer\n"); }
        System.out.println(cat.inputReader().readLine() + " " + cat.waitFor());
    }

    static void errors() throws Exception {
        attempt("no program", () -> new ProcessBuilder("/no/such/program", "x").start());
        attempt("no program on path", () -> new ProcessBuilder("no-such-program-anywhere").start());
        attempt("no directory", () -> new ProcessBuilder("true").directory(dir.resolve("none").toFile()).start());
        Path script = Files.writeString(dir.resolve("script"), "#!/bin/sh\necho script $1\n");
        attempt("not executable", () -> new ProcessBuilder(script.toString()).start());
        script.toFile().setExecutable(true);
        attempt("script", () -> all(new ProcessBuilder(script.toString(), "arg").start().getInputStream()));
        attempt("directory as program", () -> new ProcessBuilder(dir.toString()).start());
        attempt("empty command", () -> new ProcessBuilder().start());
        attempt("null argument", () -> new ProcessBuilder("echo", null).start());
        attempt("nul", () -> new ProcessBuilder("echo", "a\0b").start());
    }

    static void runtime() throws Exception {
        Runtime r = Runtime.getRuntime();
        System.out.println(all(r.exec("echo split  by spaces").getInputStream()) + all(r.exec(new String[] {"sh", "-c", "echo $V"}, new String[] {"V=5"}, dir.toFile()).getInputStream()));
        attempt("empty", () -> r.exec(""));
        attempt("bad", () -> r.exec("no-such-program-anywhere x"));
        System.out.println(r.exec("true").toString().replaceAll("pid=\\d+", "pid=N").replaceAll("exitValue=.*", ""));
        System.out.println(r.availableProcessors() > 0 && r.totalMemory() <= r.maxMemory() && r.freeMemory() > 0);
    }
}

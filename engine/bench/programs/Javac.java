import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.ArrayList;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The JDK's own compiler, a large program with thousands of methods, on classes that it keeps in memory. */
public final class Javac extends Harness {
    /** A source text, or a class file that the compiler writes. */
    private static final class InMemory extends SimpleJavaFileObject {
        private final String text;
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        InMemory(String name, Kind kind, String text) {
            super(URI.create("memory:///" + name + kind.extension), kind);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreErrors) {
            return text;
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }

    /** Takes what the compiler writes. */
    private static final class Output extends ForwardingJavaFileManager<JavaFileManager> {
        final List<InMemory> classes = new ArrayList<>();

        Output(JavaFileManager library) {
            super(library);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            InMemory file = new InMemory(name.replace('.', '/'), kind, "");
            classes.add(file);
            return file;
        }
    }

    private static String source(int number) {
        return "import java.util.*; import java.util.function.*;\n"
                + "final class Made" + number + "<T extends Comparable<T>> {\n"
                + "  interface Visitor<R> { R leaf(int value); R pair(Node left, Node right); }\n"
                + "  sealed interface Node permits Leaf, Pair { <R> R accept(Visitor<R> visitor); }\n"
                + "  record Leaf(int value) implements Node { public <R> R accept(Visitor<R> v) { return v.leaf(value); } }\n"
                + "  record Pair(Node left, Node right) implements Node { public <R> R accept(Visitor<R> v) { return v.pair(left, right); } }\n"
                + "  enum Kind { SMALL, LARGE { @Override int weight() { return 2; } }; int weight() { return 1; } }\n"
                + "  private final Map<String, List<T>> lists = new TreeMap<>();\n"
                + "  void add(String key, T value) { lists.computeIfAbsent(key, k -> new ArrayList<>()).add(value); }\n"
                + "  Optional<T> largest() { return lists.values().stream().flatMap(List::stream).max(Comparator.naturalOrder()); }\n"
                + "  static int sum(Node node) { return node.accept(new Visitor<Integer>() {\n"
                + "    public Integer leaf(int value) { return value; }\n"
                + "    public Integer pair(Node left, Node right) { return sum(left) + sum(right); } }); }\n"
                + "  static String name(Kind kind) { return switch (kind) { case SMALL -> \"small\" + kind.weight(); case LARGE -> \"large\"; }; }\n"
                + "  static long loop(int[] values) { long s = 0; for (int v : values) { try { s += 100 / v; } catch (ArithmeticException e) { s--; } finally { s ^= " + number + "; } } return s; }\n"
                + "}\n";
    }

    @Override
    long run(int size) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        Output output = new Output(compiler.getStandardFileManager(problems, Locale.ROOT, null));
        List<InMemory> sources = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            sources.add(new InMemory("Made" + i, JavaFileObject.Kind.SOURCE, source(i)));
        }
        if (!compiler.getTask(null, output, problems, List.of("-proc:none", "-g"), null, sources).call()) {
            for (Diagnostic<?> problem : problems.getDiagnostics()) {
                System.err.println(problem);
            }
            throw new AssertionError("the sources do not compile");
        }
        // What stands in the files depends on the JDK's version, their number does not.
        long answer = 0;
        for (InMemory file : output.classes) {
            byte[] bytes = file.bytes.toByteArray();
            if (bytes.length < 4 || bytes[0] != (byte) 0xCA || bytes[1] != (byte) 0xFE) {
                throw new AssertionError(file.getName() + " is no class file");
            }
            answer++;
        }
        return answer;
    }

    public static void main(String[] arguments) {
        new Javac().expect("tiny", 1, 9).expect("full", 4, 36).measure(arguments);
    }
}

import java.io.*;
import java.net.URI;
import java.nio.file.*;
import java.util.*;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import javax.tools.*;

/** The JDK's own tools called from a program: javac, jar, javap and the compiler's interface with files in memory. */
public class ToolsRun {
    static Path root;

    static int run(String tool, String... arguments) {
        StringWriter out = new StringWriter(), err = new StringWriter();
        int status = ToolProvider.findFirst(tool).orElseThrow().run(new PrintWriter(out), new PrintWriter(err), arguments);
        System.out.println("== " + tool + " " + status);
        System.out.print((out + "" + err).replace(root.toString(), "ROOT"));
        return status;
    }

    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.US);
        root = Files.createTempDirectory("tools").toRealPath();
        try {
            System.out.println(ToolProvider.findFirst("nothing") + " " + ToolProvider.findFirst("javac").get().name());
            tools();
            memory();
        } finally {
            try (var all = Files.walk(root)) {
                all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete());
            }
        }
    }

    static void tools() throws Exception {
        Path source = Files.writeString(root.resolve("Sample.java"), "import java.util.*;\npublic class Sample<T extends Comparable<T>> {\n  private final List<T> items = new ArrayList<>();\n  record Pair(int a, String b) {}\n  public T top() throws NoSuchElementException { return Collections.max(items); }\n  public static void main(String... a) { System.out.println(\"sample \" + new Pair(1, \"x\")); }\n}\n");
        Path broken = Files.writeString(root.resolve("Broken.java"), "class Broken {\n  int f() { return \"x\"; }\n  void g() { undefined(); int y; y++; }\n  @Override public void none() {}\n  List<String> l;\n}\n");
        Path classes = Files.createDirectory(root.resolve("classes"));
        run("javac", "-g:none", "-d", classes.toString(), source.toString());
        run("javac", "-d", classes.toString(), broken.toString());
        run("javac", "--bogus");
        run("javap", "-cp", classes.toString(), "-c", "Sample");
        Path jar = root.resolve("s.jar");
        run("jar", "--create", "--file", jar.toString(), "--main-class", "Sample", "--date", "2020-02-02T02:02:02Z", "-C", classes.toString(), ".");
        run("jar", "tf", jar.toString());
        try (var loader = new java.net.URLClassLoader(new java.net.URL[] {jar.toUri().toURL()})) {
            loader.loadClass("Sample").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        }
    }

    static class Text extends SimpleJavaFileObject {
        final String code;

        Text(String name, String code) {
            super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
            this.code = code;
        }

        public CharSequence getCharContent(boolean ignore) {
            return code;
        }
    }

    static class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        final Map<String, ByteArrayOutputStream> written = new TreeMap<>();

        Memory(StandardJavaFileManager under) {
            super(under);
        }

        public JavaFileObject getJavaFileForOutput(Location l, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("mem:///" + name), kind) {
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream o = new ByteArrayOutputStream();
                    written.put(name, o);
                    return o;
                }
            };
        }
    }

    static void memory() throws Exception {
        JavaCompiler compiler = ToolProvider.class == null ? null : javax.tools.ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        Memory files = new Memory(compiler.getStandardFileManager(found, Locale.US, null));
        boolean ok = compiler.getTask(null, files, found, List.of("-Xlint:all"), null, List.of(
            new Text("Gen", "public class Gen implements java.util.function.IntUnaryOperator {\n  public int applyAsInt(int x) { return switch (x) { case 1 -> 10; case 2 -> { int y = x * x; yield y; } default -> new Object() { int z = x + 1; }.z; }; }\n  static java.util.List raw = new java.util.ArrayList();\n  static { raw.add(1); }\n}"))).call();
        System.out.println(ok + " " + files.written.keySet());
        for (Diagnostic<?> d : found.getDiagnostics()) System.out.println(d.getKind() + " " + d.getCode() + " " + d.getLineNumber() + ":" + d.getColumnNumber() + " " + d.getMessage(Locale.US));
        ClassLoader loader = new ClassLoader() {
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                ByteArrayOutputStream o = files.written.get(name);
                if (o == null) throw new ClassNotFoundException(name);
                return defineClass(name, o.toByteArray(), 0, o.size());
            }
        };
        var g = (java.util.function.IntUnaryOperator) loader.loadClass("Gen").getDeclaredConstructor().newInstance();
        System.out.println(g.applyAsInt(1) + " " + g.applyAsInt(2) + " " + g.applyAsInt(3));
        DiagnosticCollector<JavaFileObject> errors = new DiagnosticCollector<>();
        System.out.println(compiler.getTask(null, files, errors, List.of(), null, List.of(new Text("Bad", "class Bad { sealed interface S permits A {} record A() {} void f(Object o) { if (o instanceof String s && s.foo()) ; } }"))).call());
        for (Diagnostic<?> d : errors.getDiagnostics()) System.out.println(d);
        System.out.println(compiler.getSourceVersions().stream().map(Object::toString).collect(Collectors.joining(",")) + " " + compiler.isSupportedOption("-d"));
        System.out.println(new javax.script.ScriptEngineManager().getEngineByName("javascript"));
    }
}

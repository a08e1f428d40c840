package hotlens.compiler;

import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.tools.javac.api.ClientCodeWrapper;
import com.sun.tools.javac.api.JavacTool;
import com.sun.tools.javac.code.Symbol.ClassSymbol;
import com.sun.tools.javac.parser.ScannerFactory;
import com.sun.tools.javac.tree.JCTree.JCCompilationUnit;
import com.sun.tools.javac.util.Context;
import com.sun.tools.javac.util.JCDiagnostic;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/** One request: compiles its files as "javac -g" does and collects diagnostics and the source index. */
final class Compilation implements TaskListener {
    /** The version from which on javac does not run the processors that it finds on the class path unless it is told to (JDK 23, JDK-8321314). */
    private static final int PROCESSORS_ON_REQUEST = 23;

    private static final int TAB = 8; // javac's columns go on to the next multiple, com.sun.tools.javac.util.LayoutCharacters

    /** The lint categories (javac, "-Xlint") of which javac says in a note that there is something (JLS 9.6.4.6, 4.8, 5.1.9). */
    private static final List<String> MANDATORY = List.of("deprecation", "unchecked");

    private final Map<?, ?> request;
    private final List<Object> diagnostics = new ArrayList<>();
    private final List<UnitIndex> units = new ArrayList<>();
    private final List<SourceText> texts = new ArrayList<>(); // of units
    private final Map<JCCompilationUnit, Dependencies> dependencies = new IdentityHashMap<>();
    private final Map<String, Set<String>> unsaid = new TreeMap<>(); // by path: see unsaid()
    private final Emissions emissions = new Emissions();
    private final ScannerFactory scanners = Tokens.scanners();
    private final StringWriter messages = new StringWriter();
    private RequestFiles files;
    private boolean hasErrors;

    private Compilation(Map<?, ?> request) {
        this.request = request;
    }

    /** Carries out a request. Returns the members of the response. Throws IllegalArgumentException for options that javac does not accept. */
    static Map<String, Object> of(Map<?, ?> request) throws IOException {
        Compilation compilation = new Compilation(request);
        List<String> options = compilation.options();
        Charset encoding = encoding(options);
        String fingerprint = (String) request.get("fingerprint");
        try {
            if (fingerprint.isEmpty()) {
                return compilation.alone(options, encoding);
            }
            KeptTasks tasks = KeptTasks.of(options, fingerprint, encoding);
            boolean used = tasks.isUsed();
            Map<String, Object> response = compilation.with(tasks, options);
            if (!used || Boolean.TRUE.equals(response.get("ok"))) {
                return response;
            }
            // What javac complains about should be what it would complain about if it were started for it.
            tasks.close();
            return new Compilation(request).with(KeptTasks.of(options, fingerprint, encoding), options);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Compiles with nothing kept. */
    private Map<String, Object> alone(List<String> options, Charset encoding) throws IOException {
        JavacTool javac = JavacTool.create();
        try (StandardJavaFileManager standard = LibraryFiles.manager(this::report, encoding);
                RequestFiles files = new RequestFiles(standard, encoding, processors())) {
            files.begin(unsaved(), compiled());
            Context context = new Context();
            RecordingGen.register(context, emissions);
            return respond(javac.getTask(messages, files, this::report, options, null, files.sources(strings("files")), context), files);
        }
    }

    private Map<String, Object> with(KeptTasks tasks, List<String> options) throws IOException {
        return tasks.compile(messages, this::report, options, unsaved(), compiled(), strings("files"), emissions, this::respond);
    }

    /** Compiles, and returns the members of the response. */
    private Map<String, Object> respond(JavacTask task, RequestFiles files) throws IOException {
        this.files = files;
        task.addTaskListener(this);
        boolean ok = task.call() && !hasErrors;
        reportMalformed();
        ok &= !hasErrors;
        if (!ok && !hasErrors) {
            diagnostics.add(diagnostic("error", messages.toString().strip()));
        }
        Map<String, Object> response = new LinkedHashMap<>();
        response.put("ok", ok);
        response.put("diagnostics", diagnostics);
        if (ok) {
            Path output = Path.of((String) request.get("output"));
            Files.createDirectories(output);
            response.put("classes", files.writeClasses(output));
            List<Object> index = new ArrayList<>();
            Map<SourceText, List<String>> made = files.classesBySource();
            boolean preview = strings("options").contains("--enable-preview");
            for (int i = 0; i < units.size(); i++) {
                SourceText text = texts.get(i);
                UnitIndex unit = units.get(i);
                Map<String, Object> json = unit.toJson(path(text), preview);
                if (compiled() != null) {
                    json.put("classes", made.getOrDefault(text, List.of()));
                    json.put("dependencies", dependencies.computeIfAbsent(unit.unit(), Dependencies::new).toJson());
                    json.put("unsaid", unsaid.getOrDefault(path(text), Set.of()));
                }
                index.add(json);
            }
            response.put("files", index);
        }
        return response;
    }

    /** Returns the folder of the classes that need not be compiled again, null where everything is compiled. */
    private Path compiled() {
        String folder = (String) request.get("compiled");
        return folder.isEmpty() ? null : Path.of(folder);
    }

    private Map<String, String> unsaved() {
        Map<String, String> unsaved = new HashMap<>();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) request.get("overlays")).entrySet()) {
            unsaved.put((String) entry.getKey(), (String) entry.getValue());
        }
        return unsaved;
    }

    private List<String> strings(String member) {
        List<String> strings = new ArrayList<>();
        for (Object element : (List<?>) request.get(member)) {
            strings.add((String) element);
        }
        return strings;
    }

    private boolean processors() {
        return Boolean.TRUE.equals(request.get("processors"));
    }

    private List<String> options() {
        List<String> options = new ArrayList<>(strings("options"));
        options.add("-g");
        if (!processors()) {
            options.addAll(List.of("-proc:none", "-processorpath", ""));
        } else if (Runtime.version().feature() >= PROCESSORS_ON_REQUEST && options.stream().noneMatch(option -> option.startsWith("-proc:"))) {
            options.add("-proc:full");
        }
        // A source on the source path is what the user sees in the editor; a class
        // file of the same name may be older than an unsaved text.
        options.add("-Xprefer:source");
        if (compiled() != null) {
            options.addAll(List.of("-Xmaxerrs", "0", "-Xmaxwarns", "0")); // what is too much is left out of all files' messages together
            for (String category : MANDATORY) {
                if (!isSaid(category)) {
                    options.add("-Xlint:" + category);
                }
            }
        }
        // Without what is kept javac looks for a module's description in the output folder, too; class files never go there by its hand.
        if (((String) request.get("fingerprint")).isEmpty()) {
            options.addAll(List.of("-d", (String) request.get("output")));
        }
        // An empty class path has to be said, else javac takes CLASSPATH or the current folder.
        options.addAll(List.of("-classpath", String.join(File.pathSeparator, strings("classPath"))));
        List<String> modulePath = strings("modulePath");
        if (!modulePath.isEmpty()) {
            options.addAll(List.of("--module-path", String.join(File.pathSeparator, modulePath)));
        }
        List<String> sourcePath = strings("sourcePath");
        if (!sourcePath.isEmpty()) {
            options.addAll(List.of("-sourcepath", String.join(File.pathSeparator, sourcePath)));
        }
        String release = (String) request.get("release");
        if (!release.isEmpty()) {
            options.addAll(List.of("--release", release));
        }
        return options;
    }

    /** Tells whether the user's options have javac say what it has to say of that category, and not only that there is something. */
    private boolean isSaid(String category) {
        for (String option : strings("options")) {
            String categories = option.startsWith("-Xlint:") ? option.substring("-Xlint:".length()) : option.equals("-Xlint") ? "all" : "";
            if (option.equals("-deprecation") && category.equals("deprecation") || List.of(categories.split(",")).contains("all")
                    || List.of(categories.split(",")).contains(category)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Takes down that javac has found something that the user has not asked for, but of which javac says at the end which file has it,
     * or only that some have. What files have is told each by itself here, as not all are compiled each time.
     */
    private boolean isUnsaid(Diagnostic<? extends JavaFileObject> diagnostic) {
        Object own = diagnostic instanceof ClientCodeWrapper.DiagnosticSourceUnwrapper
                ? ((ClientCodeWrapper.DiagnosticSourceUnwrapper) diagnostic).d : diagnostic;
        if (compiled() == null || diagnostic.getSource() == null || !(own instanceof JCDiagnostic) || ((JCDiagnostic) own).getLintCategory() == null) {
            return false;
        }
        String category = ((JCDiagnostic) own).getLintCategory().option;
        if (!MANDATORY.contains(category) || isSaid(category)) {
            return false;
        }
        unsaid.computeIfAbsent(path(diagnostic.getSource()), path -> new TreeSet<>()).add(category);
        return true;
    }

    /** Returns the encoding that the options name; UTF-8 by default, on every platform. */
    private static Charset encoding(List<String> options) {
        int option = options.lastIndexOf("-encoding");
        return option >= 0 && option + 1 < options.size() ? Charset.forName(options.get(option + 1)) : StandardCharsets.UTF_8;
    }

    @Override
    public void finished(TaskEvent event) {
        if (event.getKind() == TaskEvent.Kind.ANALYZE && compiled() != null && !hasErrors && event.getTypeElement() instanceof ClassSymbol) {
            dependencies.computeIfAbsent((JCCompilationUnit) event.getCompilationUnit(), Dependencies::new)
                    .analysed((ClassSymbol) event.getTypeElement());
        }
        if (event.getKind() != TaskEvent.Kind.PARSE || hasErrors) {
            return;
        }
        try {
            SourceText source = files.source(event.getSourceFile());
            units.add(new UnitIndex((JCCompilationUnit) event.getCompilationUnit(), source, emissions, scanners));
            texts.add(source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String path(JavaFileObject file) {
        return "file".equals(file.toUri().getScheme()) ? Path.of(file.toUri()).toString() : file.getName();
    }

    /** Says what javac says of bytes that are not in the source encoding. */
    private void reportMalformed() throws IOException {
        for (SourceText source : files.sources()) {
            if (source.isMalformed()) {
                Map<String, Object> json = diagnostic("error", "unmappable character for encoding " + source.encoding());
                json.put("code", "compiler.err.illegal.char.for.encoding");
                place(json, source, Math.max(0, source.getCharContent(true).toString().indexOf('\ufffd')), 1);
                diagnostics.add(json);
                hasErrors = true;
            }
        }
    }

    private void report(Diagnostic<? extends JavaFileObject> diagnostic) {
        if (isUnsaid(diagnostic)) {
            return;
        }
        String kind = "note";
        switch (diagnostic.getKind()) {
            case ERROR:
                kind = "error";
                hasErrors = true;
                break;
            case WARNING:
            case MANDATORY_WARNING:
                kind = "warning";
                break;
            default:
                break;
        }
        Map<String, Object> json = diagnostic(kind, diagnostic.getMessage(null));
        json.put("code", diagnostic.getCode());
        JavaFileObject source = diagnostic.getSource();
        try {
            if (source != null && diagnostic.getPosition() != Diagnostic.NOPOS) {
                long start = startOf(diagnostic, source);
                place(json, source, (int) start, (int) Math.max(0, diagnostic.getEndPosition() - start));
                json.put("line", diagnostic.getLineNumber());
                json.put("column", diagnostic.getColumnNumber());
            } else if (source != null) {
                json.put("file", path(source));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        diagnostics.add(json);
    }

    /**
     * Returns where the text begins that a message is about: of what spans several lines, on the line that javac names. A method whose result is missing ends
     * there, and a call in a chain is made there.
     */
    private static long startOf(Diagnostic<? extends JavaFileObject> diagnostic, JavaFileObject source) throws IOException {
        long start = diagnostic.getStartPosition(), named = diagnostic.getPosition();
        if (start == Diagnostic.NOPOS) { // of an illegal character at the very beginning
            return named;
        }
        String text = source.getCharContent(true).toString();
        if (Tokens.lineOf(Tokens.lineStarts(text), (int) start) + 1 == diagnostic.getLineNumber()) {
            return start;
        }
        return named < text.length() && text.charAt((int) named) == '.' ? named + 1 : named; // the name is behind the point
    }

    private static Map<String, Object> diagnostic(String kind, String message) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", kind);
        json.put("message", message);
        return json;
    }

    private static void place(Map<String, Object> json, JavaFileObject source, int start, int length) throws IOException {
        String text = source.getCharContent(true).toString();
        int[] lines = Tokens.lineStarts(text);
        int end = Math.min(text.length(), start + length);
        int first = Tokens.lineOf(lines, start);
        int last = Tokens.lineOf(lines, end);
        json.put("file", path(source));
        json.put("line", first + 1);
        json.put("column", column(text, lines[first], start));
        json.put("endLine", last + 1);
        json.put("endColumn", column(text, lines[last], end));
        json.put("startOffset", start);
        json.put("range", new int[] {first, start - lines[first], last, end - lines[last]});
    }

    /** Returns the column from 1 that javac would say: tabs count up to the next multiple of 8. */
    private static int column(String text, int lineStart, int offset) {
        int column = 0;
        for (int i = lineStart; i < offset; i++) {
            column = text.charAt(i) == '\t' ? column / TAB * TAB + TAB : column + 1;
        }
        return column + 1;
    }
}

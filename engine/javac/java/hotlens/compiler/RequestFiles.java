package hotlens.compiler;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.JavaFileObject.Kind;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/**
 * The files of one compilation after the other: sources are SourceTexts, and class files stay in
 * memory until the compilation has succeeded, so that a failed one leaves the
 * output folder as it was.
 */
final class RequestFiles extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private Map<String, String> unsaved = Map.of();
    private Path compiled; // null: nothing has been compiled before
    private final Charset encoding;
    private final boolean processors;
    private final Map<URI, SourceText> sources = new HashMap<>();
    private final Map<String, ClassFile> classes = new TreeMap<>(); // by binary name with dots

    RequestFiles(StandardJavaFileManager files, Charset encoding, boolean processors) {
        super(files);
        this.processors = processors;
        this.encoding = encoding;
    }

    /**
     * Begins a compilation: nothing has been read or written. Sources on the source path of which there is a class in the folder are
     * not seen, so that javac takes the class; null for no folder.
     */
    void begin(Map<String, String> unsaved, Path compiled) {
        this.unsaved = unsaved;
        this.compiled = compiled;
        sources.clear();
        classes.clear();
    }

    /** Returns the source files with these paths. */
    List<JavaFileObject> sources(List<String> paths) {
        List<JavaFileObject> files = new ArrayList<>();
        for (JavaFileObject file : fileManager.getJavaFileObjectsFromStrings(paths)) {
            files.add(wrap(file));
        }
        return files;
    }

    /** Returns the source that javac holds in a wrapper of its own, or that an annotation processor has made. */
    SourceText source(JavaFileObject file) {
        SourceText known = sources.get(file.toUri());
        return known != null ? known : (SourceText) wrap(file);
    }

    Iterable<SourceText> sources() {
        return sources.values();
    }

    /** Returns the classes that the sources were compiled to, by their names with slashes. */
    Map<SourceText, List<String>> classesBySource() {
        Map<SourceText, List<String>> names = new IdentityHashMap<>();
        for (ClassFile file : classes.values()) {
            names.computeIfAbsent(file.source, source -> new ArrayList<>()).add(file.className.replace('.', '/'));
        }
        return names;
    }

    /** Writes the classes below folder and returns their paths relative to it, with slashes. */
    List<String> writeClasses(Path folder) throws IOException {
        List<String> written = new ArrayList<>();
        for (Map.Entry<String, ClassFile> entry : classes.entrySet()) {
            String name = entry.getKey().replace('.', '/') + ".class";
            replace(folder.resolve(name), entry.getValue().bytes.toByteArray());
            written.add(name);
        }
        return written;
    }

    /** Puts a file in place in one step, as a running program may be loading it; leaves an equal one alone. */
    private static void replace(Path path, byte[] bytes) throws IOException {
        if (Files.exists(path) && Arrays.equals(Files.readAllBytes(path), bytes)) {
            return;
        }
        Files.createDirectories(path.getParent());
        Path temporary = path.resolveSibling("." + path.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        try {
            Files.write(temporary, bytes);
            Files.move(temporary, path, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private JavaFileObject wrap(JavaFileObject file) {
        if (file == null || file instanceof SourceText || file.getKind() != JavaFileObject.Kind.SOURCE) {
            return file;
        }
        return sources.computeIfAbsent(file.toUri(), uri ->
                new SourceText(file, "file".equals(uri.getScheme()) ? unsaved.get(Path.of(uri).toString()) : null, encoding));
    }

    /** Wraps a file as it was found where javac looks for classes, which tells the class's name. */
    private JavaFileObject found(JavaFileObject file) {
        JavaFileObject wrapped = wrap(file);
        if (wrapped != file) {
            ((SourceText) wrapped).foundAs(file);
        }
        return wrapped;
    }

    private static FileObject unwrap(FileObject file) {
        return file instanceof SourceText ? ((SourceText) file).file() : file;
    }

    private static JavaFileObject unwrap(JavaFileObject file) {
        return (JavaFileObject) unwrap((FileObject) file);
    }

    @Override
    public Iterable<JavaFileObject> list(JavaFileManager.Location location, String packageName,
            Set<JavaFileObject.Kind> kinds, boolean recurse) throws IOException {
        if (isStale(location)) {
            return List.of();
        }
        Iterable<JavaFileObject> files = super.list(location, packageName, kinds, recurse);
        if (!kinds.contains(JavaFileObject.Kind.SOURCE)) {
            return files;
        }
        boolean own = location == StandardLocation.SOURCE_PATH || location.getName().startsWith(StandardLocation.PATCH_MODULE_PATH.getName());
        Set<String> hidden = own && !recurse ? compiledIn(packageName) : Set.of();
        List<JavaFileObject> wrapped = new ArrayList<>();
        for (JavaFileObject file : files) {
            if (hidden.isEmpty() || !hidden.contains(super.inferBinaryName(location, file))) {
                wrapped.add(found(file));
            }
        }
        return wrapped;
    }

    /** Tells whether there are classes of a compilation before, which javac looks at where it compiles a module, and of which none is known to be current. */
    private boolean isStale(Location location) {
        return location == StandardLocation.CLASS_OUTPUT && compiled == null;
    }

    /** Returns the names, with dots, of the classes in a package that have been compiled before. */
    private Set<String> compiledIn(String packageName) {
        String[] files = compiled == null ? null : compiled.resolve(packageName.replace('.', '/')).toFile().list();
        if (files == null) {
            return Set.of();
        }
        Set<String> names = new HashSet<>();
        for (String file : files) {
            if (file.endsWith(Kind.CLASS.extension)) {
                String name = file.substring(0, file.length() - Kind.CLASS.extension.length());
                names.add(packageName.isEmpty() ? name : packageName + "." + name);
            }
        }
        return names;
    }

    @Override
    public JavaFileObject getJavaFileForInput(Location location, String className, JavaFileObject.Kind kind)
            throws IOException {
        // A module is compiled as one where its description is among the files, or where there is a module path. Else it is on the class path, as tests are, and what
        // it requires need not be a module.
        if (location == StandardLocation.SOURCE_PATH && className.equals("module-info") && !hasLocation(StandardLocation.MODULE_PATH)) {
            return null;
        }
        if (isStale(location)) {
            return null;
        }
        return found(super.getJavaFileForInput(location, className, kind));
    }

    @Override
    public JavaFileObject getJavaFileForOutput(Location location, String className, JavaFileObject.Kind kind,
            FileObject sibling) throws IOException {
        if (location == StandardLocation.CLASS_OUTPUT && kind == JavaFileObject.Kind.CLASS) {
            ClassFile file = new ClassFile(className, sibling == null ? null : source((JavaFileObject) sibling));
            classes.put(className, file);
            return file;
        }
        return super.getJavaFileForOutput(location, className, kind, unwrap(sibling));
    }

    @Override
    public FileObject getFileForOutput(Location location, String packageName, String relativeName, FileObject sibling)
            throws IOException {
        return super.getFileForOutput(location, packageName, relativeName, unwrap(sibling));
    }

    /**
     * Where javac looks for annotation processors and, whatever its options say, for plugins that start by themselves:
     * nowhere, unless the request allows processors. Such code comes with libraries and runs while they are compiled against.
     */
    @Override
    public ClassLoader getClassLoader(Location location) {
        return processors ? super.getClassLoader(location) : ClassLoader.getPlatformClassLoader();
    }

    @Override
    public <S> ServiceLoader<S> getServiceLoader(Location location, Class<S> service) throws IOException {
        return processors ? super.getServiceLoader(location, service) : ServiceLoader.load(service, ClassLoader.getPlatformClassLoader());
    }

    @Override
    public String inferBinaryName(Location location, JavaFileObject file) {
        if (file instanceof ClassFile) {
            return ((ClassFile) file).className;
        }
        return super.inferBinaryName(location, file instanceof SourceText ? ((SourceText) file).found() : file);
    }

    @Override
    public boolean isSameFile(FileObject a, FileObject b) {
        if (a instanceof ClassFile || b instanceof ClassFile) {
            return a == b;
        }
        return super.isSameFile(unwrap(a), unwrap(b));
    }

    @Override
    public boolean contains(Location location, FileObject file) throws IOException {
        return super.contains(location, unwrap(file));
    }

    @Override
    public Location getLocationForModule(Location location, JavaFileObject file) throws IOException {
        return super.getLocationForModule(location, unwrap(file));
    }

    /** A class file in memory. */
    private static final class ClassFile extends SimpleJavaFileObject {
        private final String className;
        private final SourceText source; // null where nobody knows
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        ClassFile(String className, SourceText source) {
            super(URI.create("memory:///" + className.replace('.', '/') + ".class"), Kind.CLASS);
            this.className = className;
            this.source = source;
        }

        @Override
        public OutputStream openOutputStream() {
            bytes.reset();
            return bytes;
        }
    }
}

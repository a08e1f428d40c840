package hotlens.compiler;

import com.sun.source.util.JavacTask;
import com.sun.tools.javac.api.BasicJavacTask;
import com.sun.tools.javac.api.JavacTaskPool;
import com.sun.tools.javac.code.ClassFinder;
import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.code.Symbol.ClassSymbol;
import com.sun.tools.javac.code.Symbol.Completer;
import com.sun.tools.javac.code.Symbol.PackageSymbol;
import com.sun.tools.javac.code.Symtab;
import com.sun.tools.javac.comp.Modules;
import com.sun.tools.javac.util.Context;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticListener;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/**
 * javac for compilations that are like one another, with what it has read of the JDK kept in between: that takes most of the
 * time of a small compilation. The JDK's own pool of tasks, which jshell uses, cleans up after each of them. It does not list a
 * package again, though, and keeps what came from class files; so all that does not belong to a module of the JDK is forgotten
 * here, and read again each time.
 */
final class KeptTasks implements AutoCloseable {
    /** How many ways to compile are kept: one for each of the two programs between which somebody goes back and forth. */
    private static final int KEPT = 2;

    /** How often one is used: names that do not occur any more stay in javac's table. */
    private static final int MAX_USES = 500;

    /** What is done with a task. It returns what becomes of the compilation. */
    interface Work<T> {
        T with(JavacTask task, RequestFiles files) throws IOException;
    }

    private static final Map<List<String>, KeptTasks> KEPT_BY_KEY = new LinkedHashMap<>(); // the one used last stands last

    private final List<String> key;
    private final StandardJavaFileManager standard;
    private final RequestFiles files;
    private final JavacTaskPool pool = new JavacTaskPool(1);
    private DiagnosticListener<JavaFileObject> listener;
    private int uses;
    private boolean stale; // it knows what may be wrong at the next compilation

    private KeptTasks(List<String> key, Charset encoding) {
        this.key = key;
        this.standard = LibraryFiles.manager(diagnostic -> listener.report(diagnostic), encoding);
        this.files = new RequestFiles(standard, encoding, false);
    }

    /**
     * Returns what is kept for compilations with these options, of files and libraries that the fingerprint identifies, or
     * starts anew.
     */
    static KeptTasks of(List<String> options, String fingerprint, Charset encoding) throws IOException {
        List<String> key = new ArrayList<>(options);
        key.add(fingerprint);
        KeptTasks kept = KEPT_BY_KEY.remove(key);
        if (kept == null) {
            kept = new KeptTasks(key, encoding);
        }
        while (KEPT_BY_KEY.size() >= KEPT) {
            KEPT_BY_KEY.values().iterator().next().close();
        }
        KEPT_BY_KEY.put(key, kept);
        return kept;
    }

    /** Tells whether it has compiled before. */
    boolean isUsed() {
        return uses > 0;
    }

    @Override
    public void close() throws IOException {
        KEPT_BY_KEY.remove(key, this);
        files.close();
        standard.close();
    }

    /** Compiles: has the work done with a task. After a failure nothing is kept. */
    <T> T compile(Writer out, DiagnosticListener<JavaFileObject> listener, List<String> options, Map<String, String> unsaved,
            Path compiled, List<String> paths, Emissions emissions, Work<T> work) throws IOException {
        this.listener = listener;
        boolean done = false;
        try {
            files.begin(unsaved, compiled);
            IOException[] failure = new IOException[1];
            T result = pool.getTask(out, files, listener, options, null, files.sources(paths), task -> {
                Context context = ((BasicJavacTask) task).getContext();
                RecordingGen.register(context, emissions);
                try {
                    T made = work.with(task, files);
                    stale = !forget(context);
                    RecordingGen.unregister(context);
                    return made;
                } catch (IOException e) {
                    failure[0] = e;
                    return null;
                }
            });
            if (failure[0] != null) {
                throw failure[0];
            }
            uses++;
            done = !stale && uses < MAX_USES;
            return result;
        } finally {
            this.listener = null;
            files.begin(Map.of(), null);
            if (!done) {
                close();
            }
        }
    }

    /**
     * Has javac forget the classes and packages that are not the JDK's. Returns false where that is not possible, as they
     * belong to a named module.
     */
    private static boolean forget(Context context) {
        Symtab symbols = Symtab.instance(context);
        if (Modules.instance(context).getDefaultModule() != symbols.unnamedModule) {
            return false;
        }
        List<ClassSymbol> classes = new ArrayList<>();
        for (ClassSymbol type : symbols.getAllClasses()) {
            if (type.packge().modle == symbols.unnamedModule) {
                classes.add(type);
            }
        }
        for (ClassSymbol type : classes) {
            symbols.removeClass(symbols.unnamedModule, type.flatName());
        }
        Completer reading = ClassFinder.instance(context).getCompleter();
        for (Symbol symbol : symbols.unnamedModule.enclosedPackages) {
            PackageSymbol named = (PackageSymbol) symbol;
            if (named.modle != symbols.unnamedModule) {
                continue; // the root of all packages
            }
            named.members_field = null;
            named.package_info = null;
            named.sourcefile = null;
            named.resetAnnotations();
            named.flags_field = named == symbols.unnamedModule.unnamedPackage ? Flags.EXISTS : 0;
            named.completer = reading;
        }
        return true;
    }
}

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.data.SessionInfoStore;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.IRuntime;
import org.jacoco.core.runtime.LoggerRuntime;
import org.jacoco.core.runtime.RuntimeData;
import org.jacoco.report.IReportVisitor;
import org.jacoco.report.xml.XMLFormatter;

/** Runs the programs of a folder of classes under JaCoCo, one after the other, and writes a report on all classes for each: FOLDER OUTPUT MAIN... */
public class Oracle {
    /** Instruments the classes of one folder. */
    static class Loader extends URLClassLoader {
        final Instrumenter instrumenter;

        Loader(File folder, Instrumenter instrumenter) throws Exception {
            super(new URL[] {folder.toURI().toURL()}, ClassLoader.getPlatformClassLoader());
            this.instrumenter = instrumenter;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] code = instrumenter.instrument(in, name);
                return defineClass(name, code, 0, code.length);
            } catch (Exception e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        File folder = new File(arguments[0]);
        PrintStream out = System.out;
        for (String main : List.of(arguments).subList(2, arguments.length)) {
            IRuntime runtime = new LoggerRuntime();
            RuntimeData data = new RuntimeData();
            runtime.startup(data);
            System.setOut(new PrintStream(new ByteArrayOutputStream()));
            Class<?> program = new Loader(folder, new Instrumenter(runtime)).loadClass(main);
            program.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            System.setOut(out);
            ExecutionDataStore executed = new ExecutionDataStore();
            data.collect(executed, new SessionInfoStore(), false);
            runtime.shutdown();
            CoverageBuilder builder = new CoverageBuilder();
            new Analyzer(executed, builder).analyzeAll(folder);
            try (OutputStream report = new FileOutputStream(new File(arguments[1], main + ".xml"))) {
                IReportVisitor visitor = new XMLFormatter().createVisitor(report);
                visitor.visitInfo(List.of(), List.of());
                visitor.visitBundle(builder.getBundle(main), null);
                visitor.visitEnd();
            }
        }
    }
}

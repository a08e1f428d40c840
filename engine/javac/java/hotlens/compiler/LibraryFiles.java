package hotlens.compiler;

import com.sun.tools.javac.file.CacheFSInfo;
import com.sun.tools.javac.file.FSInfo;
import com.sun.tools.javac.file.JavacFileManager;
import com.sun.tools.javac.util.Context;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.DiagnosticListener;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/**
 * The files that the compiler reads. What the manifests of jars add to the class path is left out where it must not be read: it exists
 * as everybody can see, so that javac would try to read it, and fail.
 */
final class LibraryFiles extends CacheFSInfo {
    private LibraryFiles() {}

    /** Returns a file manager as javac's own, which reports to a listener. */
    static StandardJavaFileManager manager(DiagnosticListener<? super JavaFileObject> listener, Charset encoding) {
        Context context = new Context();
        context.put(DiagnosticListener.class, listener);
        context.put(FSInfo.class, new LibraryFiles());
        return new JavacFileManager(context, true, encoding);
    }

    @Override
    public List<Path> getJarClassPath(Path jar) throws IOException {
        List<Path> readable = new ArrayList<>();
        for (Path path : super.getJarClassPath(jar)) {
            if (mayBeRead(path)) {
                readable.add(path);
            }
        }
        return readable;
    }

    private static boolean mayBeRead(Path path) {
        if (Files.isDirectory(path)) {
            try (var entries = Files.newDirectoryStream(path)) {
                return true;
            } catch (IOException e) {
                return false;
            }
        }
        try (var file = Files.newByteChannel(path)) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}

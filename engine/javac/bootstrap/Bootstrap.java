import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Compiles the compiler service and becomes it, in the same JVM, whose javac is warm by then.
 * Its arguments are the name of the main class, the folder for the classes, and what javac is told.
 */
final class Bootstrap extends ClassLoader {
    private final Path folder;

    private Bootstrap(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] args) throws Exception {
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, Arrays.copyOfRange(args, 2, args.length));
        if (status != 0) {
            System.exit(status);
        }
        Bootstrap loader = new Bootstrap(Path.of(args[1]));
        loader.loadAll();
        loader.loadClass(args[0]).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    }

    /** Loads the classes while they are there: whoever started this JVM takes them away. */
    private void loadAll() throws IOException, ClassNotFoundException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).collect(Collectors.toList());
        }
        for (Path file : files) {
            String name = folder.relativize(file).toString().replace(file.getFileSystem().getSeparator(), ".");
            loadClass(name.substring(0, name.length() - ".class".length()));
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try {
            byte[] content = Files.readAllBytes(folder.resolve(name.replace('.', '/') + ".class"));
            return defineClass(name, content, 0, content.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}

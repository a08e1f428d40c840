import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.stream.Stream;

/** Directories and paths: creation, walking, copying, moving, attributes, links, globbing, java.io.File, Path algebra. */
public class FileTree {
    static Path root;

    static String relative(Path p) {
        return root.relativize(p).toString();
    }

    interface Action {
        void run() throws IOException;
    }

    static void fails(Action a) {
        try {
            a.run();
            System.out.println("worked");
        } catch (IOException e) {
            System.out.println(e.getClass().getSimpleName() + " " + String.valueOf(e.getMessage()).replace(root.toString(), "ROOT"));
        }
    }

    public static void main(String[] args) throws Exception {
        root = Files.createTempDirectory("tree").toRealPath();
        Files.createDirectories(root.resolve("a/b/c"));
        Files.createDirectory(root.resolve("d"));
        for (String f : new String[] {"a/one.txt", "a/b/two.txt", "a/b/c/three.md", "d/four.txt"}) {
            Files.writeString(root.resolve(f), "content of " + f);
        }
        try (Stream<Path> walk = Files.walk(root)) {
            System.out.println(walk.map(FileTree::relative).sorted().toList());
        }
        try (Stream<Path> find = Files.find(root, 3, (p, at) -> at.isRegularFile() && p.toString().endsWith(".txt"))) {
            System.out.println(find.map(FileTree::relative).sorted().toList());
        }
        try (Stream<Path> list = Files.list(root.resolve("a"))) {
            System.out.println(list.map(p -> p.getFileName() + (Files.isDirectory(p) ? "/" : "")).sorted().toList());
        }
        try (var stream = Files.newDirectoryStream(root.resolve("a"), "*.{txt,md}")) {
            stream.forEach(p -> System.out.println("glob " + relative(p)));
        }
        Files.copy(root.resolve("a/one.txt"), root.resolve("copy.txt"));
        fails(() -> Files.copy(root.resolve("a/one.txt"), root.resolve("copy.txt")));
        Files.copy(root.resolve("d/four.txt"), root.resolve("copy.txt"), StandardCopyOption.REPLACE_EXISTING);
        Files.move(root.resolve("copy.txt"), root.resolve("d/moved.txt"));
        System.out.println(Files.readString(root.resolve("d/moved.txt")) + " " + Files.exists(root.resolve("copy.txt")) + " " + Files.notExists(root.resolve("copy.txt")) + " " + Files.mismatch(root.resolve("d/moved.txt"), root.resolve("d/four.txt")) + " " + Files.isSameFile(root.resolve("a/../a"), root.resolve("a")));
        fails(() -> Files.delete(root.resolve("d")));
        fails(() -> Files.delete(root.resolve("nothing")));
        fails(() -> Files.createDirectory(root.resolve("a")));
        fails(() -> Files.createDirectory(root.resolve("x/y")));
        fails(() -> Files.newDirectoryStream(root.resolve("a/one.txt")).close());
        fails(() -> Files.writeString(root.resolve("a"), "x"));
        System.out.println(Files.deleteIfExists(root.resolve("nothing")) + " " + Files.isReadable(root) + " " + Files.isHidden(root.resolve(".x")) + " " + Files.isRegularFile(root) + " " + Files.probeContentType(root.resolve("none")));
        Path one = root.resolve("a/one.txt");
        Files.setLastModifiedTime(one, FileTime.fromMillis(1_600_000_000_000L));
        BasicFileAttributes at = Files.readAttributes(one, BasicFileAttributes.class);
        System.out.println(at.size() + " " + at.isRegularFile() + at.isDirectory() + at.isSymbolicLink() + " " + at.lastModifiedTime() + " " + Files.getAttribute(one, "size"));
        Files.setPosixFilePermissions(one, PosixFilePermissions.fromString("rw-r-----"));
        System.out.println(PosixFilePermissions.toString(Files.getPosixFilePermissions(one)) + " " + one.toFile().canExecute());
        Files.createSymbolicLink(root.resolve("link"), Path.of("a/one.txt"));
        System.out.println(Files.isSymbolicLink(root.resolve("link")) + " " + Files.readSymbolicLink(root.resolve("link")) + " " + Files.readString(root.resolve("link")) + " " + relative(root.resolve("link").toRealPath()));
        File file = new File(root.toFile(), "old.bin");
        System.out.println(file.createNewFile() + " " + file.createNewFile() + " " + file.length() + " " + file.exists() + file.isFile() + file.isDirectory() + " " + file.getName() + " " + file.renameTo(new File(root.toFile(), "new.bin")) + " " + file.exists() + " " + new File(root.toFile(), "new.bin").delete() + " " + new File(root.toFile(), "m/n").mkdirs() + " " + new File(root.toFile(), "m").mkdir());
        String[] names = root.toFile().list();
        Arrays.sort(names);
        System.out.println(Arrays.toString(names) + " " + new File("rel/../x.txt").getPath() + " " + new File("a//b/").getPath() + " " + new File("/a/b/..").getCanonicalPath() + " " + new File("a", "b").getParent() + " " + new File("/x").isAbsolute());
        for (String s : new String[] {"", "a/b/../c/./d", "/usr/lib/x.so", "a//b/", "..", "/"}) {
            Path p = Paths.get(s);
            System.out.println("[" + p + "] " + p.normalize() + " " + p.getFileName() + " " + p.getParent() + " " + p.getRoot() + " " + p.getNameCount() + " " + p.isAbsolute() + " " + p.resolve("z") + " " + p.resolveSibling("s") + " " + p.startsWith("a") + p.endsWith("d"));
        }
        System.out.println(Path.of("/a/b").relativize(Path.of("/a/c/d")) + " " + Path.of("a").compareTo(Path.of("b")) + " " + Path.of("x/y/z").subpath(1, 3) + " " + Path.of("x", "y").equals(Path.of("x/y")) + " " + Path.of("/a").resolve("/abs") + " " + Path.of("/tmp/x y").toUri());
        try {
            Path.of("nul\0byte");
        } catch (InvalidPathException e) {
            System.out.println(e.getReason() + " " + e.getIndex());
        }
        StringBuilder visits = new StringBuilder();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path f, BasicFileAttributes a) throws IOException {
                Files.delete(f);
                visits.append('f');
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path d, IOException e) throws IOException {
                Files.delete(d);
                visits.append('d');
                return FileVisitResult.CONTINUE;
            }
        });
        char[] sorted = visits.toString().toCharArray();
        Arrays.sort(sorted);
        System.out.println(new String(sorted) + " " + Files.exists(root));
        File temp = File.createTempFile("pre", ".suf");
        System.out.println(temp.getName().startsWith("pre") + " " + temp.getName().endsWith(".suf") + " " + temp.delete());
    }
}

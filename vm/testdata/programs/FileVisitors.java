import java.io.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.stream.*;

/** Trees of files: visitors that skip and stop, links and loops, attributes and permissions, copies and moves, their exceptions. */
public class FileVisitors {
    interface Action { Object run() throws Exception; }

    static Path root;

    static void attempt(String what, Action a) {
        Object result;
        try {
            result = a.run();
        } catch (Exception e) {
            result = e;
        }
        System.out.println(what + ": " + String.valueOf(result).replace(root.toString(), "ROOT"));
    }

    public static void main(String[] args) throws Exception {
        root = Files.createTempDirectory("visit").toRealPath();
        try {
            build();
            visits();
            links();
            attributes();
            copies();
            opening();
            matching();
        } finally {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                public FileVisitResult visitFile(Path p, BasicFileAttributes a) throws IOException { Files.delete(p); return FileVisitResult.CONTINUE; }
                public FileVisitResult postVisitDirectory(Path p, IOException e) throws IOException { Files.delete(p); return FileVisitResult.CONTINUE; }
            });
            System.out.println(Files.exists(root));
        }
    }

    static void build() throws IOException {
        for (String d : "a/b/c a/d e".split(" ")) Files.createDirectories(root.resolve(d));
        for (String f : "a/1.txt a/b/2.txt a/b/c/3.java a/d/4.txt e/5.md".split(" ")) Files.writeString(root.resolve(f), f);
    }

    static void visits() throws IOException {
        for (String stop : new String[] {"none", "b", "2.txt", "d"})
            for (FileVisitResult with : FileVisitResult.values()) {
                List<String> seen = new ArrayList<>();
                Files.walkFileTree(root.resolve("a/b"), Set.of(), 3, new FileVisitor<Path>() {
                    FileVisitResult result(String kind, Path p) { seen.add(kind + p.getFileName()); return p.getFileName().toString().equals(stop) && !(kind.equals("<") && with == FileVisitResult.SKIP_SUBTREE) ? with : FileVisitResult.CONTINUE; }
                    public FileVisitResult preVisitDirectory(Path p, BasicFileAttributes a) { return result(">", p); }
                    public FileVisitResult visitFile(Path p, BasicFileAttributes a) { return result(a.isDirectory() ? "D" : "", p); }
                    public FileVisitResult visitFileFailed(Path p, IOException e) { return result("!", p); }
                    public FileVisitResult postVisitDirectory(Path p, IOException e) { return result("<", p); }
                });
                Collections.sort(seen);
                if (with == FileVisitResult.CONTINUE || with == FileVisitResult.TERMINATE && !stop.equals("2.txt") || stop.equals("b")) System.out.println(stop + " " + with + " " + seen);
            }
        try (Stream<Path> s = Files.walk(root, 2)) { System.out.println(s.map(p -> root.relativize(p).toString()).sorted().collect(Collectors.toList())); }
        try (Stream<Path> s = Files.find(root, 9, (p, a) -> a.isRegularFile() && a.size() > 7)) { System.out.println(s.map(p -> p.getFileName().toString()).sorted().collect(Collectors.toList())); }
        attempt("walk missing", () -> Files.walk(root.resolve("zzz")).count());
        attempt("depth", () -> Files.walk(root, -1));
        attempt("list file", () -> Files.list(root.resolve("a/1.txt")));
    }

    static void links() throws IOException {
        Files.createSymbolicLink(root.resolve("a/loop"), root.resolve("a"));
        Files.createSymbolicLink(root.resolve("dangling"), Path.of("nowhere/x"));
        attempt("loop", () -> { try (Stream<Path> s = Files.walk(root, FileVisitOption.FOLLOW_LINKS)) { return s.count(); } });
        System.out.println(Files.exists(root.resolve("dangling")) + " " + Files.exists(root.resolve("dangling"), LinkOption.NOFOLLOW_LINKS) + " " + Files.notExists(root.resolve("dangling")) + " " + Files.readSymbolicLink(root.resolve("dangling")) + " " + Files.isSymbolicLink(root.resolve("a/loop")) + Files.isDirectory(root.resolve("a/loop")) + Files.isDirectory(root.resolve("a/loop"), LinkOption.NOFOLLOW_LINKS));
        attempt("read link", () -> Files.readSymbolicLink(root.resolve("e")));
        attempt("real path", () -> root.resolve("dangling").toRealPath());
        attempt("real path", () -> root.resolve("a/loop/loop/b/../1.txt").toRealPath());
        attempt("no follow", () -> root.resolve("a/loop").toRealPath(LinkOption.NOFOLLOW_LINKS));
        attempt("same", () -> Files.isSameFile(root.resolve("a/loop/1.txt"), root.resolve("a/1.txt")));
        attempt("link", () -> { Files.createLink(root.resolve("hard"), root.resolve("a/1.txt")); return Files.getAttribute(root.resolve("hard"), "unix:nlink"); });
        attempt("self loop", () -> { Files.createSymbolicLink(root.resolve("self"), Path.of("self")); return Files.readString(root.resolve("self")); });
        Files.walkFileTree(root, EnumSet.of(FileVisitOption.FOLLOW_LINKS), 9, new SimpleFileVisitor<>() {
            public FileVisitResult visitFileFailed(Path p, IOException e) { attempt("failed", () -> e); return FileVisitResult.CONTINUE; }
        });
    }

    static void attributes() throws IOException {
        Path f = root.resolve("a/1.txt");
        Files.setPosixFilePermissions(f, PosixFilePermissions.fromString("rw-r----x"));
        Files.setLastModifiedTime(f, FileTime.fromMillis(1_234_567_890_123L));
        Files.setAttribute(f, "basic:lastAccessTime", FileTime.fromMillis(1000));
        System.out.println(new TreeMap<>(Files.readAttributes(f, "size,isDirectory,lastModifiedTime,isOther")) + " " + PosixFilePermissions.toString(Files.getPosixFilePermissions(f)) + " " + Integer.toOctalString((Integer) Files.getAttribute(f, "unix:mode")) + " " + new TreeSet<>(Files.readAttributes(f, "unix:*").keySet()));
        attempt("view", () -> Files.getAttribute(f, "dos:hiddenest"));
        attempt("unknown view", () -> Files.readAttributes(f, "nope:*"));
        attempt("unknown", () -> Files.getAttribute(f, "colour"));
        attempt("type", () -> Files.setAttribute(f, "lastModifiedTime", 5));
        attempt("read only", () -> Files.setAttribute(f, "size", 5L));
        attempt("permissions", () -> PosixFilePermissions.fromString("rwxrwxrw?"));
        attempt("permissions", () -> PosixFilePermissions.fromString("rwx"));
        attempt("owner", () -> f.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("no-such-user"));
        System.out.println(Files.getFileAttributeView(f, PosixFileAttributeView.class).name() + " " + Files.getFileAttributeView(f, AclFileAttributeView.class) + " " + new TreeSet<>(f.getFileSystem().supportedFileAttributeViews()) + " " + Files.isHidden(root.resolve(".x")) + Files.isExecutable(f) + " " + FileTime.from(5, java.util.concurrent.TimeUnit.DAYS) + " " + Files.probeContentType(Path.of("x.html")));
        Files.createDirectory(root.resolve("made"), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        attempt("made", () -> Files.getPosixFilePermissions(root.resolve("made")).size());
    }

    static void copies() throws IOException {
        Path f = root.resolve("a/1.txt");
        attempt("exists", () -> Files.copy(f, root.resolve("e/5.md")));
        attempt("replace", () -> Files.copy(f, root.resolve("e/5.md"), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES) + " " + Files.getLastModifiedTime(root.resolve("e/5.md")));
        attempt("into full", () -> Files.copy(f, root.resolve("a/b"), StandardCopyOption.REPLACE_EXISTING));
        attempt("directory", () -> Files.copy(root.resolve("a"), root.resolve("shallow")) + " " + Files.list(root.resolve("shallow")).count());
        attempt("atomic copy", () -> Files.copy(f, root.resolve("z"), StandardCopyOption.ATOMIC_MOVE));
        attempt("move", () -> Files.move(root.resolve("shallow"), root.resolve("moved")));
        attempt("move into itself", () -> Files.move(root.resolve("a"), root.resolve("a/b/inside")));
        attempt("move over", () -> Files.move(root.resolve("moved"), root.resolve("e")));
        attempt("atomic", () -> Files.move(root.resolve("moved"), root.resolve("atomic"), StandardCopyOption.ATOMIC_MOVE));
        attempt("link copy", () -> Files.readSymbolicLink(Files.copy(root.resolve("dangling"), root.resolve("d2"), LinkOption.NOFOLLOW_LINKS)));
        attempt("delete full", () -> { Files.delete(root.resolve("a")); return null; });
        attempt("delete missing", () -> { Files.delete(root.resolve("none")); return null; });
        attempt("deleteIfExists", () -> Files.deleteIfExists(root.resolve("none")));
        attempt("stream copy", () -> Files.copy(new ByteArrayInputStream(new byte[5]), root.resolve("streamed")));
        attempt("mismatch", () -> Files.mismatch(f, root.resolve("a/b/2.txt")) + " " + Files.mismatch(f, f));
        attempt("temp", () -> Files.createTempFile(root, "a/b", null));
        attempt("File", () -> root.resolve("a/1.txt").toFile().renameTo(new File(root + "/renamed")) + " " + new File(root + "/renamed").length() + new File(root + "/none").delete() + new File(root + "/none").list());
        attempt("createNewFile", () -> new File(root + "/no/x").createNewFile());
    }

    static void opening() {
        Path f = root.resolve("open");
        attempt("read missing", () -> Files.newByteChannel(f));
        attempt("truncate", () -> Files.newByteChannel(f, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.READ));
        attempt("append read", () -> FileChannel.open(f, StandardOpenOption.APPEND, StandardOpenOption.READ));
        attempt("append truncate", () -> FileChannel.open(f, StandardOpenOption.APPEND, StandardOpenOption.TRUNCATE_EXISTING));
        attempt("new", () -> Files.writeString(f, "x", StandardOpenOption.CREATE_NEW));
        attempt("new again", () -> Files.writeString(f, "x", StandardOpenOption.CREATE_NEW));
        attempt("directory", () -> Files.readAllBytes(root));
        attempt("write directory", () -> Files.newOutputStream(root));
        attempt("FileInputStream", () -> new FileInputStream(root.toFile()));
        attempt("FileOutputStream", () -> new FileOutputStream(root + "/no/x"));
        attempt("RandomAccessFile", () -> new RandomAccessFile(root + "/none", "r"));
        attempt("mode", () -> new RandomAccessFile(root + "/none", "x"));
        attempt("locked", () -> { try (FileChannel c = FileChannel.open(f, StandardOpenOption.WRITE); FileLock l = c.lock()) { return c.tryLock(); } });
        attempt("read only lock", () -> { try (FileChannel c = FileChannel.open(f)) { return c.lock(); } });
        attempt("non readable", () -> { try (FileChannel c = FileChannel.open(f, StandardOpenOption.WRITE)) { return c.read(java.nio.ByteBuffer.allocate(1)); } });
        attempt("delete on close", () -> { Files.newOutputStream(f, StandardOpenOption.DELETE_ON_CLOSE).close(); return Files.exists(f); });
    }

    static void matching() {
        for (String g : new String[] {"glob:*.{java,txt}", "glob:**/b/*", "glob:[!a-c]?", "regex:.*\\d\\.txt", "glob:\\*", "glob:{a,b", "glob:[", "nope:x", "glob:a[/]b", "noscheme"})
            attempt(g, () -> { PathMatcher m = FileSystems.getDefault().getPathMatcher(g); return m.matches(Path.of("x.java")) + " " + m.matches(Path.of("q/b/c")) + " " + m.matches(Path.of("zz")) + " " + m.matches(Path.of("*")) + " " + m.matches(Path.of("2.txt")); });
        Path p = Path.of("/a/./b/../c//d/");
        System.out.println(p + " " + p.normalize() + " " + p.getNameCount() + " " + p.subpath(1, 3) + " " + p.relativize(Path.of("/a/x")) + " " + Path.of("a/b").relativize(Path.of("a/c/d")) + " " + p.resolveSibling("../e").normalize() + " " + p.startsWith("/a/.") + p.endsWith("d") + " " + Path.of("").toUri().getScheme() + " " + Path.of("..").normalize() + " " + Path.of("a").compareTo(Path.of("b")));
        attempt("nul", () -> Path.of("a\0b"));
        attempt("relativize", () -> Path.of("a").relativize(Path.of("/b")));
        attempt("relativize dots", () -> Path.of("..").relativize(Path.of("b")));
        attempt("subpath", () -> p.subpath(3, 3));
        attempt("uri", () -> Path.of(java.net.URI.create("file:relative")));
        attempt("uri scheme", () -> Path.of(java.net.URI.create("zzz:/x")));
    }
}

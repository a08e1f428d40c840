import java.io.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.stream.*;

/** Files: creating, copying, moving, deleting, walking, and what each throws. */
public class NioFiles {
    static Path root;

    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + show(a.run()));
        } catch (Exception e) {
            String m = String.valueOf(e.getMessage()).replace(root.toString(), "ROOT");
            System.out.println(what + ": " + e.getClass().getName() + ": " + m);
        }
    }

    static Object show(Object o) {
        if (o instanceof Path p) return p.startsWith(root) ? "ROOT/" + root.relativize(p) : p;
        if (o instanceof List<?> l) return l.stream().map(NioFiles::show).collect(Collectors.toList());
        return o instanceof byte[] b ? Arrays.toString(b) : o;
    }

    public static void main(String[] args) throws Exception {
        root = Files.createTempDirectory("nio").toRealPath();
        try {
            create();
            copy();
            links();
            attributes();
            walk();
            streams();
            globs();
        } finally {
            deleteAll(root);
        }
        System.out.println(Files.exists(root) + " " + Files.notExists(root));
    }

    static void create() throws Exception {
        Path a = root.resolve("a.txt");
        attempt("write", () -> Files.writeString(a, "héllo\nworld\n"));
        attempt("createFile", () -> Files.createFile(a));
        attempt("createDirectory", () -> Files.createDirectory(a));
        attempt("createDirectories", () -> Files.createDirectories(root.resolve("d/e/f")));
        attempt("createDirectories over file", () -> Files.createDirectories(a.resolve("x")));
        attempt("readAllLines", () -> Files.readAllLines(a));
        attempt("readString", () -> Files.readString(a).length());
        attempt("latin1", () -> Files.readString(a, StandardCharsets.ISO_8859_1).length());
        Files.write(root.resolve("bad"), new byte[] {(byte) 0xff, 65});
        attempt("malformed", () -> Files.readString(root.resolve("bad")));
        attempt("malformed lines", () -> Files.readAllLines(root.resolve("bad")));
        attempt("size", () -> Files.size(a));
        attempt("no such size", () -> Files.size(root.resolve("none")));
        attempt("read dir", () -> Files.readAllBytes(root.resolve("d")));
        attempt("CREATE_NEW", () -> Files.write(a, List.of("x"), StandardOpenOption.CREATE_NEW));
        attempt("APPEND", () -> Files.write(a, List.of("x", "y"), StandardOpenOption.APPEND));
        attempt("after", () -> Files.readAllLines(a));
        attempt("READ for write", () -> Files.newOutputStream(a, StandardOpenOption.READ));
        attempt("TRUNCATE", () -> { Files.newOutputStream(a, StandardOpenOption.TRUNCATE_EXISTING).close(); return Files.size(a); });
        attempt("DELETE_ON_CLOSE", () -> {
            Path t = root.resolve("gone");
            try (OutputStream o = Files.newOutputStream(t, StandardOpenOption.CREATE, StandardOpenOption.DELETE_ON_CLOSE)) { o.write(1); }
            return Files.exists(t);
        });
        attempt("temp", () -> { Path t = Files.createTempFile(root, "pre", ".suf"); Files.delete(t); return t.getFileName().toString().matches("pre\\d+\\.suf"); });
        attempt("APPEND+TRUNCATE", () -> Files.newByteChannel(a, StandardOpenOption.APPEND, StandardOpenOption.TRUNCATE_EXISTING));
        attempt("READ+APPEND", () -> Files.newByteChannel(a, StandardOpenOption.APPEND, StandardOpenOption.READ));
        attempt("mismatch", () -> { Files.write(a, new byte[] {1, 2, 3}); Files.write(root.resolve("b"), new byte[] {1, 2, 4}); return Files.mismatch(a, root.resolve("b")); });
        attempt("nul", () -> root.resolve("a\0b"));
        attempt("delete nonempty", () -> { Files.delete(root.resolve("d")); return 0; });
        attempt("delete none", () -> { Files.delete(root.resolve("none")); return 0; });
        attempt("deleteIfExists", () -> Files.deleteIfExists(root.resolve("none")));
        attempt("long name", () -> Files.createFile(root.resolve("x".repeat(300))));
    }

    static void copy() throws Exception {
        Path a = root.resolve("c1"), b = root.resolve("c2");
        Files.writeString(a, "one");
        attempt("copy", () -> Files.copy(a, b));
        attempt("copy again", () -> Files.copy(a, b));
        attempt("copy replace", () -> Files.copy(a, b, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES));
        attempt("same time", () -> Files.getLastModifiedTime(a).equals(Files.getLastModifiedTime(b)));
        attempt("copy stream", () -> Files.copy(new ByteArrayInputStream(new byte[10000]), root.resolve("c3")));
        attempt("copy to stream", () -> { ByteArrayOutputStream o = new ByteArrayOutputStream(); Files.copy(a, o); return o.toString(); });
        attempt("move", () -> Files.move(b, root.resolve("c4")));
        attempt("move onto", () -> Files.move(root.resolve("c4"), a));
        attempt("move atomic", () -> Files.move(root.resolve("c4"), a, StandardCopyOption.ATOMIC_MOVE));
        attempt("move none", () -> Files.move(b, a));
        attempt("copy dir", () -> Files.copy(root.resolve("d"), root.resolve("d2")));
        attempt("copied", () -> Files.list(root.resolve("d2")).count());
        attempt("copy onto nonempty", () -> Files.copy(a, root.resolve("d"), StandardCopyOption.REPLACE_EXISTING));
        attempt("move dir", () -> Files.move(root.resolve("d"), root.resolve("d3")));
        attempt("move dir into itself", () -> Files.move(root.resolve("d3"), root.resolve("d3/e/z")));
        attempt("isSameFile", () -> Files.isSameFile(root.resolve("d3/../c1"), a));
        attempt("copy unsupported", () -> Files.copy(a, b, StandardCopyOption.ATOMIC_MOVE));
    }

    static void links() throws Exception {
        Path a = root.resolve("c1"), l = root.resolve("link"), h = root.resolve("hard");
        attempt("symlink", () -> Files.createSymbolicLink(l, Path.of("c1")));
        attempt("symlink again", () -> Files.createSymbolicLink(l, Path.of("c1")));
        attempt("readlink", () -> Files.readSymbolicLink(l));
        attempt("readlink of file", () -> Files.readSymbolicLink(a));
        attempt("link", () -> Files.createLink(h, a));
        attempt("nlink", () -> Files.getAttribute(h, "unix:nlink"));
        attempt("isSymbolicLink", () -> Files.isSymbolicLink(l) + " " + Files.isRegularFile(l) + " " + Files.isRegularFile(l, LinkOption.NOFOLLOW_LINKS));
        attempt("toRealPath", () -> l.toRealPath());
        attempt("toRealPath nofollow", () -> l.toRealPath(LinkOption.NOFOLLOW_LINKS));
        attempt("copy link", () -> Files.copy(l, root.resolve("link2"), LinkOption.NOFOLLOW_LINKS));
        attempt("is link", () -> Files.isSymbolicLink(root.resolve("link2")));
        Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));
        attempt("loop", () -> Files.readString(root.resolve("loop")));
        attempt("loop real", () -> root.resolve("loop").toRealPath());
        Files.createSymbolicLink(root.resolve("dangling"), Path.of("nowhere"));
        attempt("dangling", () -> Files.exists(root.resolve("dangling")) + " " + Files.exists(root.resolve("dangling"), LinkOption.NOFOLLOW_LINKS));
        attempt("nofollow open", () -> Files.newByteChannel(l, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)));
        Files.createSymbolicLink(root.resolve("dlink"), Path.of("d3"));
        attempt("walk follow", () -> Files.walk(root.resolve("dlink"), FileVisitOption.FOLLOW_LINKS).sorted().toList());
        attempt("walk nofollow", () -> Files.walk(root.resolve("dlink")).sorted().toList());
    }

    static void attributes() throws Exception {
        Path a = root.resolve("attr");
        Files.writeString(a, "12345");
        Files.setLastModifiedTime(a, FileTime.fromMillis(1_000_000_000_123L));
        attempt("mtime", () -> Files.getLastModifiedTime(a));
        attempt("permissions", () -> PosixFilePermissions.toString(Files.getPosixFilePermissions(Files.setPosixFilePermissions(a, PosixFilePermissions.fromString("rw-r-x--x")))));
        attempt("mode", () -> Integer.toOctalString((Integer) Files.getAttribute(a, "unix:mode")));
        attempt("executable", () -> Files.isExecutable(a) + " " + Files.isReadable(a) + " " + Files.isWritable(a) + " " + Files.isHidden(a) + " " + Files.isHidden(root.resolve(".h")));
        attempt("basic", () -> new TreeSet<>(Files.readAttributes(a, "*").keySet()));
        attempt("posix", () -> new TreeSet<>(Files.readAttributes(a, "posix:*").keySet()));
        attempt("unix", () -> new TreeSet<>(Files.readAttributes(a, "unix:*").keySet()));
        attempt("some", () -> Files.readAttributes(a, "size,isDirectory,isOther").entrySet().stream().map(Object::toString).sorted().toList());
        attempt("unknown", () -> Files.readAttributes(a, "size,bogus"));
        attempt("unknown view", () -> Files.readAttributes(a, "bogus:size"));
        attempt("views", () -> new TreeSet<>(FileSystems.getDefault().supportedFileAttributeViews()).containsAll(List.of("basic", "posix", "unix", "owner")));
        attempt("owner", () -> Files.getOwner(a).equals(Files.getOwner(root)));
        attempt("set owner", () -> Files.getOwner(Files.setOwner(a, Files.getOwner(root))).getName().equals(System.getProperty("user.name")));
        attempt("lookup", () -> a.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("root") + " " + a.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName("root"));
        attempt("lookup none", () -> a.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("no-such-user"));
        PosixFileAttributes p = Files.readAttributes(a, PosixFileAttributes.class);
        System.out.println(p.size() + " " + p.isRegularFile() + " " + p.lastModifiedTime().toMillis() + " " + (p.fileKey() != null));
        BasicFileAttributeView v = Files.getFileAttributeView(a, BasicFileAttributeView.class);
        v.setTimes(FileTime.from(java.time.Instant.parse("1969-12-31T23:59:59.5Z")), FileTime.fromMillis(2), null);
        System.out.println(v.readAttributes().lastModifiedTime() + " " + v.readAttributes().lastAccessTime());
        attempt("create with mode", () -> PosixFilePermissions.toString(Files.getPosixFilePermissions(Files.createFile(root.resolve("m"), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))))));
        attempt("dir with mode", () -> PosixFilePermissions.toString(Files.getPosixFilePermissions(Files.createDirectory(root.resolve("md"), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))))));
        UserDefinedFileAttributeView u = Files.getFileAttributeView(a, UserDefinedFileAttributeView.class);
        attempt("user attributes", () -> {
            u.write("colour", StandardCharsets.UTF_8.encode("grün"));
            u.write("b", java.nio.ByteBuffer.allocateDirect(3));
            List<String> names = new ArrayList<>(u.list());
            Collections.sort(names);
            byte[] x = (byte[]) Files.getAttribute(a, "user:colour");
            u.delete("b");
            return names + " " + u.size("colour") + " " + new String(x, "UTF-8") + " " + u.list();
        });
        attempt("no attribute", () -> u.size("none"));
        attempt("delete none", () -> { u.delete("none"); return 0; });
        FileStore s = Files.getFileStore(root);
        System.out.println(s.supportsFileAttributeView("basic") + " " + s.supportsFileAttributeView(PosixFileAttributeView.class) + " " + (s.getTotalSpace() >= s.getUsableSpace()) + " " + s.isReadOnly());
        attempt("probe", () -> Files.probeContentType(Path.of("x.html")) + " " + Files.probeContentType(Path.of("x.png")) + " " + Files.probeContentType(Path.of("x.zip")));
    }

    static void walk() throws Exception {
        Path w = Files.createDirectories(root.resolve("walk"));
        for (String s : "b/2 b/1 a/x/y c .d/z".split(" ")) { Files.createDirectories(w.resolve(s).getParent()); Files.writeString(w.resolve(s), s); }
        attempt("list", () -> Files.list(w).sorted().toList());
        attempt("walk", () -> Files.walk(w).sorted().toList());
        attempt("walk 1", () -> Files.walk(w, 1).count());
        attempt("find", () -> Files.find(w, 9, (p, at) -> at.isRegularFile() && at.size() > 3).sorted().toList());
        StringBuilder order = new StringBuilder();
        Files.walkFileTree(w.resolve("a"), new SimpleFileVisitor<>() {
            public FileVisitResult preVisitDirectory(Path p, BasicFileAttributes at) { order.append("pre ").append(p.getFileName()).append(' '); return FileVisitResult.CONTINUE; }
            public FileVisitResult visitFile(Path p, BasicFileAttributes at) { order.append("file ").append(p.getFileName()).append(' '); return FileVisitResult.CONTINUE; }
            public FileVisitResult postVisitDirectory(Path p, IOException e) { order.append("post ").append(p.getFileName()).append(' '); return FileVisitResult.CONTINUE; }
        });
        System.out.println(order);
        attempt("walk none", () -> Files.walk(root.resolve("none")));
        attempt("newDirectoryStream of file", () -> Files.newDirectoryStream(w.resolve("c")));
        try (DirectoryStream<Path> d = Files.newDirectoryStream(w, p -> Files.isDirectory(p))) {
            List<String> l = new ArrayList<>();
            for (Path p : d) l.add(p.getFileName().toString());
            Collections.sort(l);
            System.out.println(l);
            attempt("iterator twice", () -> d.iterator());
        }
        try (DirectoryStream<Path> d = Files.newDirectoryStream(w)) {
            SecureDirectoryStream<Path> sec = (SecureDirectoryStream<Path>) d;
            try (SecureDirectoryStream<Path> sub = sec.newDirectoryStream(Path.of("b"))) {
                sub.deleteFile(Path.of("1"));
                sub.move(Path.of("2"), sec, Path.of("moved"));
            }
            sec.deleteDirectory(Path.of("b"));
            System.out.println(sec.getFileAttributeView(Path.of("moved"), BasicFileAttributeView.class).readAttributes().size());
        }
        attempt("after", () -> Files.walk(w).sorted().toList());
    }

    static void streams() throws Exception {
        Path f = root.resolve("lines");
        try (BufferedWriter w = Files.newBufferedWriter(f)) { for (int i = 0; i < 1000; i++) { w.write("line " + i); w.newLine(); } }
        try (Stream<String> l = Files.lines(f)) { System.out.println(l.filter(s -> s.endsWith("7")).count()); }
        try (Stream<String> l = Files.lines(f)) { System.out.println(l.parallel().mapToInt(String::length).sum()); }
        try (BufferedReader r = Files.newBufferedReader(f)) { System.out.println(r.lines().skip(990).toList()); }
        try (InputStream i = Files.newInputStream(f)) { System.out.println(i.available() + " " + i.skip(5) + " " + (char) i.read() + " " + i.markSupported() + " " + i.readNBytes(4).length + " " + i.readAllBytes().length + " " + i.read()); }
        try (InputStream i = new FileInputStream(f.toFile())) { System.out.println(i.skip(20000) + " " + i.read() + " " + i.available()); }
    }

    static void globs() {
        FileSystem fs = FileSystems.getDefault();
        for (String g : new String[] {"*.java", "**.java", "{a,b}*", "[a-c]?", "[!a]*", "\\*", "*/x", "**/x"}) {
            PathMatcher m = fs.getPathMatcher("glob:" + g);
            System.out.print(g + ":");
            for (String s : new String[] {"A.java", "p/A.java", "ab", "b1", "z", "*", "q/x", "q/r/x", ""}) if (m.matches(Path.of(s))) System.out.print(" " + s);
            System.out.println();
        }
        attempt("bad glob", () -> fs.getPathMatcher("glob:{a"));
        attempt("bad syntax", () -> fs.getPathMatcher("what:a"));
        Path p = Path.of("/a/./b/../c//d");
        System.out.println(p + " " + p.normalize() + " " + p.getNameCount() + " " + p.subpath(1, 3) + " " + p.getRoot() + " " + p.relativize(Path.of("/a/x")) + " " + p.resolveSibling("q") + " " + p.toUri() + " " + p.startsWith("/a") + " " + p.endsWith("d") + " " + p.compareTo(Path.of("/b")));
    }

    static void deleteAll(Path p) throws IOException {
        if (Files.isDirectory(p, LinkOption.NOFOLLOW_LINKS)) try (DirectoryStream<Path> d = Files.newDirectoryStream(p)) { for (Path q : d) deleteAll(q); }
        Files.delete(p);
    }
}

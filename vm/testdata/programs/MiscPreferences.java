import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.prefs.Preferences;
import java.util.stream.Stream;

/** Preferences of a user, kept in files below a folder of this program's own. */
public class MiscPreferences {
    public static void main(String[] args) throws Exception {
        Path root = Files.createTempDirectory("preferences");
        System.setProperty("java.util.prefs.userRoot", root.toString());
        Preferences node = Preferences.userRoot().node("zoo/cage.1");
        node.put("animal", "ape \u00e9");
        node.putInt("size", 42);
        node.putByteArray("bytes", new byte[] {1, -1});
        node.flush();
        node.sync();
        System.out.println(node.get("animal", "none") + node.getInt("size", 0) + node.getBoolean("absent", true));
        System.out.println(node + " " + Arrays.toString(Preferences.userRoot().node("zoo").childrenNames()));
        String[] keys = node.keys();
        Arrays.sort(keys);
        System.out.println(Arrays.toString(keys));
        Preferences.userRoot().node("zoo/empty").removeNode();
        node.remove("size");
        node.flush();
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                String name = root.relativize(path).toString();
                if (!name.contains(".user.lock") && !name.contains(".userRootModFile")) {
                    System.out.println(name + " " + Files.getPosixFilePermissions(path).stream().sorted().toList());
                }
            }
        }
        Preferences.userRoot().node("zoo").removeNode();
        Preferences.userRoot().flush();
        try (Stream<Path> paths = Files.walk(root)) {
            paths.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
    }
}

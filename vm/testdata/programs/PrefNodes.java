import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.prefs.*;

/** java.util.prefs: nodes, values, listeners, export and import. */
public class PrefNodes {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    public static void main(String[] args) throws Exception {
        Path dir = Files.createTempDirectory("prefs");
        System.setProperty("java.util.prefs.userRoot", dir.toString());
        System.setProperty("java.util.prefs.systemRoot", dir.resolve("system").toString());
        java.util.logging.Logger.getLogger("java.util.prefs").setLevel(java.util.logging.Level.OFF);
        try {
            Preferences root = Preferences.userRoot();
            System.out.println(root + " " + root.name().isEmpty() + " " + root.absolutePath() + " " + root.isUserNode() + " " + root.parent());
            values(root.node("app/values"));
            tree(root.node("app"));
            listeners(root.node("listened"));
            exports(root.node("app"));
            errors(root);
            persisted(root, dir);
        } finally {
            Preferences.userRoot().node("app").removeNode();
            Preferences.userRoot().flush();
            try (var s = Files.walk(dir)) { for (Path p : s.sorted(Comparator.reverseOrder()).toList()) Files.delete(p); }
            Runtime.getRuntime().addShutdownHook(new Thread(() -> { })); // the library's own hook syncs once more
        }
        Runtime.getRuntime().halt(0);
    }

    static void values(Preferences p) throws Exception {
        p.put("string", "value ü < & >");
        p.putInt("int", -5); p.putLong("long", 1L << 50); p.putBoolean("boolean", true); p.putDouble("double", 2.5); p.putFloat("float", 1.25f); p.putByteArray("bytes", new byte[] {1, -1, 0, 127});
        System.out.println(p.get("string", "d") + " " + p.getInt("int", 0) + " " + p.getLong("long", 0) + " " + p.getBoolean("boolean", false) + " " + p.getDouble("double", 0) + " " + p.getFloat("float", 0) + " " + Arrays.toString(p.getByteArray("bytes", null)));
        System.out.println(p.get("none", "default") + " " + p.getInt("string", 7) + " " + p.getBoolean("int", true) + " " + p.get("bytes", ""));
        String[] keys = p.keys();
        Arrays.sort(keys);
        System.out.println(Arrays.toString(keys));
        p.remove("int");
        System.out.println(p.getInt("int", 99) + " " + p.keys().length);
        p.clear();
        System.out.println(p.keys().length);
        p.put("kept", "1");
    }

    static void tree(Preferences app) throws Exception {
        app.node("b/c/d");
        app.node("a");
        System.out.println(Arrays.toString(Arrays.stream(app.childrenNames()).sorted().toArray()) + " " + app.nodeExists("b/c") + " " + app.nodeExists("x") + " " + app.node("b/c").parent().name() + " " + app.node("/app/a") + " " + (app.node("a") == app.node("a")));
        Preferences b = app.node("b");
        Preferences d = b.node("c/d");
        b.removeNode();
        attempt("removed", () -> d.get("x", ""));
        attempt("removed node", () -> b.nodeExists(""));
        System.out.println(app.nodeExists("b"));
        System.out.println(Preferences.userNodeForPackage(String.class) + " " + Preferences.userNodeForPackage(PrefNodes.class));
        Preferences.userRoot().node("java").removeNode();
    }

    static void listeners(Preferences p) throws Exception {
        List<String> events = Collections.synchronizedList(new ArrayList<>());
        java.util.concurrent.CountDownLatch latch = new java.util.concurrent.CountDownLatch(5);
        p.addPreferenceChangeListener(e -> { events.add(e.getKey() + "=" + e.getNewValue()); latch.countDown(); });
        p.addNodeChangeListener(new NodeChangeListener() {
            public void childAdded(NodeChangeEvent e) { events.add("added " + e.getChild().name()); latch.countDown(); }
            public void childRemoved(NodeChangeEvent e) { events.add("removed " + e.getChild().name()); latch.countDown(); }
        });
        p.put("k", "1");
        p.put("k", "2");
        p.remove("k");
        p.node("child");
        p.node("child").removeNode();
        latch.await();
        System.out.println(events);
        p.removeNode();
    }

    static void exports(Preferences app) throws Exception {
        app.put("key", "<xml>");
        app.node("sub").putInt("n", 1);
        ByteArrayOutputStream o = new ByteArrayOutputStream();
        app.exportSubtree(o);
        String xml = o.toString("UTF-8");
        System.out.println(xml.contains("entry key=\"key\" value=\"&lt;xml&gt;\"") + " " + xml.contains("node name=\"sub\"") + " " + xml.startsWith("<?xml version=\"1.0\" encoding=\"UTF-8\""));
        ByteArrayOutputStream n = new ByteArrayOutputStream();
        app.exportNode(n);
        System.out.println(n.toString("UTF-8").contains("\"sub\""));
        app.node("sub").removeNode();
        app.remove("key");
        Preferences.importPreferences(new ByteArrayInputStream(o.toByteArray()));
        System.out.println(app.get("key", null) + " " + app.node("sub").getInt("n", 0));
        attempt("bad import", () -> { Preferences.importPreferences(new ByteArrayInputStream("<a/>".getBytes())); return 0; });
    }

    static void errors(Preferences root) {
        attempt("null key", () -> { root.put(null, "x"); return 0; });
        attempt("null value", () -> { root.put("x", null); return 0; });
        attempt("long key", () -> { root.put("k".repeat(81), "x"); return 0; });
        attempt("long value", () -> { root.put("k", "x".repeat(8193)); return 0; });
        attempt("bad path", () -> root.node("a//b"));
        attempt("trailing", () -> root.node("a/"));
        attempt("long name", () -> root.node("n".repeat(81)));
        attempt("remove root", () -> { root.removeNode(); return 0; });
        attempt("nul", () -> { root.put("a\0b", "x"); return 0; });
    }

    static void persisted(Preferences root, Path dir) throws Exception {
        Preferences app = root.node("app");
        app.put("persistent", "yes");
        app.node("wéird näme").put("a", "b");
        app.flush();
        System.out.println(Files.exists(dir.resolve(".java/.userPrefs/app/prefs.xml")) + " " + Files.readString(dir.resolve(".java/.userPrefs/app/prefs.xml")).contains("\"persistent\" value=\"yes\""));
        app.sync();
        System.out.println(app.get("persistent", "no") + " " + Arrays.toString(Arrays.stream(app.childrenNames()).sorted().toArray()));
        System.out.println(Preferences.systemRoot().isUserNode() + " " + Preferences.systemRoot().node("s").get("x", "default"));
    }
}

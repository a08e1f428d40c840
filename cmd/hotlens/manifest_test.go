package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hotlens/vm/oracle"
)

// TestManifestAccess runs jars whose manifests export and open packages of the JDK, some of which there are not, and wants what java prints.
func TestManifestAccess(t *testing.T) {
	tools := oracle.FindTools(t)
	sources, jars := t.TempDir(), t.TempDir()
	const text = `
		public class Deep {
			public static void main(String[] arguments) throws Exception {
				attempt(() -> String.class.getDeclaredField("value").trySetAccessible());
				attempt(() -> Class.forName("sun.security.x509.X500Name").getConstructor(String.class).newInstance("CN=x"));
			}

			static void attempt(java.util.concurrent.Callable<?> what) throws Exception {
				try {
					System.out.println(what.call());
				} catch (IllegalAccessException e) {
					System.out.println(e.getMessage().replaceAll("@.*", ""));
				}
			}
		}`
	if err := os.WriteFile(filepath.Join(sources, "Deep.java"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	classes := oracle.Compile(t, tools, sources)
	files := map[string][]byte{}
	compiled, err := filepath.Glob(filepath.Join(classes, "*.class"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range compiled {
		if files[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	for name, attributes := range map[string]string{
		"nothing": "",
		"exports": "Add-Exports: java.base/sun.security.x509\n",
		"opens":   "add-opens: java.base/java.lang\n",
		"both":    "Add-Exports: java.base/none java.none/none java.base  java.base/sun.security.x509 a/b/c\nAdd-Opens: java.base/java.util java.base/java.\n lang\n",
	} {
		jar := filepath.Join(jars, name+".jar")
		files["META-INF/MANIFEST.MF"] = []byte("Manifest-Version: 1.0\nMain-Class: Deep\n" + attributes)
		writeJar(t, jar, files)
		want := oracle.Run(t, oracle.Command{Program: tools.Java, Arguments: []string{"-jar", jar}})
		for _, command := range [][]string{{"run", "--tier", *oracle.Tier}, {"profile", "--tier", *oracle.Tier, "-o", filepath.Join(jars, "profile.txt")}} {
			got := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: append(command, "-jar", jar)})
			if got.Stdout != want.Stdout || got.Status != want.Status || strings.TrimSpace(got.Stdout) == "" {
				t.Errorf("%s, %s: status %s, it prints\n%swant\n%s\nits stderr is\n%s", name, command[0], got.Status, got.Stdout, want.Stdout, got.Stderr)
			}
		}
	}
}

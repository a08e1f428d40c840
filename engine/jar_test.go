package engine

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// writeJar makes a jar with a manifest; without one if it is "".
func writeJar(t *testing.T, manifest string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.jar")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	archive := zip.NewWriter(file)
	if manifest != "" {
		entry, err := archive.Create(manifestName)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entry.Write([]byte(manifest)); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadJar(t *testing.T) {
	path := writeJar(t, "Manifest-Version: 1.0\r\nMAIN-Class: demo.Ma\r\n in\r\nClass-Path: lib/a%20b.jar file:/c.jar http://x/y.jar\r\n"+
		"Add-Opens: java.base/java.lang java.base/java.util\r\n\r\nName: a\r\nMain-Class: wrong\r\n")
	got, err := readJar(path)
	if err != nil {
		t.Fatal(err)
	}
	want := &jar{
		mainClass:  "demo.Main",
		classPath:  []string{filepath.Join(filepath.Dir(path), "lib", "a b.jar"), "/c.jar"},
		addExports: []string{},
		addOpens:   []string{"java.base/java.lang", "java.base/java.util"},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(jar{})); diff != "" {
		t.Errorf("jar (-want +got):\n%s", diff)
	}
}

func TestReadJarSaysWhatToDo(t *testing.T) {
	garbage := filepath.Join(t.TempDir(), "garbage.jar")
	if err := os.WriteFile(garbage, []byte("not a jar"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/does/not/exist.jar":                  "there is no jar /does/not/exist.jar",
		garbage:                                "is not a jar",
		writeJar(t, ""):                        "has no manifest: name the main class, with -cp",
		writeJar(t, "Manifest-Version: 1.0\n"): "has no Main-Class: name the main class, with -cp",
		writeJar(t, "\n\nMain-Class: behind.Blank"): "has no Main-Class",
	} {
		_, err := readJar(path)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", path, err, want)
		}
	}
}

func FuzzMainAttributes(f *testing.F) {
	f.Add("Main-Class: a\n b\n\nMain-Class: c")
	f.Add(" continued from nothing\r\rx")
	f.Fuzz(func(t *testing.T, manifest string) {
		for name := range mainAttributes(manifest) {
			if name != strings.ToLower(name) {
				t.Errorf("the name %q is not in lower case", name)
			}
		}
	})
}

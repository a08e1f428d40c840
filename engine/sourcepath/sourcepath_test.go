package sourcepath_test

import (
	"archive/zip"
	"os"
	"path/filepath"
	"testing"

	"hotlens/engine/sourcepath"
)

// write makes files below a folder.
func write(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSourcesLieWhereBuildToolsPutThem(t *testing.T) {
	for _, test := range []struct{ classes, source string }{
		{"classes", "classes/shop/Main.java"},
		{"bin", "src/shop/Main.java"},
		{"target/classes", "src/main/java/shop/Main.java"},
		{"target/test-classes", "src/test/java/shop/Main.java"},
		{"build/classes/java/main", "src/main/java/shop/Main.java"},
		{"build/libs/shop.jar", "src/main/java/shop/Main.java"},
		{"lib/shop.jar", "lib/shop/Main.java"},
	} {
		t.Run(test.classes, func(t *testing.T) {
			folder := t.TempDir()
			write(t, folder, map[string]string{test.source: "class Main { }"})
			if filepath.Ext(test.classes) == "" {
				write(t, folder, map[string]string{test.classes + "/other.txt": ""})
			}
			s := sourcepath.New([]string{filepath.Join(folder, test.classes)}, nil)
			defer s.Close()
			path, text, ok := s.Find("shop/Main$Inner", "Main.java")
			if want := filepath.Join(folder, test.source); !ok || path != want || text != "class Main { }" {
				t.Errorf("found %q in %q (%v), want %q", text, path, ok, want)
			}
		})
	}
}

func TestArchivesAndGivenFolders(t *testing.T) {
	folder := t.TempDir()
	archive, err := os.Create(filepath.Join(folder, "shop-sources.jar"))
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(archive)
	entry, err := w.Create("shop/Main.java")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := entry.Write([]byte("from the archive")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, folder, map[string]string{"given/shop/Main.java": "given"})
	for want, s := range map[string]*sourcepath.Sources{
		"from the archive": sourcepath.New([]string{filepath.Join(folder, "shop.jar")}, nil),
		"given":            sourcepath.New([]string{filepath.Join(folder, "shop.jar")}, []string{filepath.Join(folder, "none"), filepath.Join(folder, "given")}),
	} {
		if _, text, ok := s.Find("shop/Main", "Main.java"); !ok || text != want {
			t.Errorf("found %q, want %q", text, want)
		}
		s.Close()
	}
}

func TestNamesLeadNowhereElse(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"secret": "secret", "classes/shop/Main.java": "Main"})
	if err := os.Symlink(filepath.Join(folder, "secret"), filepath.Join(folder, "classes", "shop", "Link.java")); err != nil {
		t.Fatal(err)
	}
	s := sourcepath.New(nil, []string{filepath.Join(folder, "classes")})
	defer s.Close()
	for _, names := range [][2]string{
		{"shop/Main", "../../secret"}, {"../secret/Main", "secret"}, {"shop/../../Main", "secret"}, {"/Main", "secret"},
		{"shop/Main", "Link.java"}, {"shop/Main", ".."}, {"shop/Main", ""},
	} {
		if path, _, ok := s.Find(names[0], names[1]); ok {
			t.Errorf("%q of %q is found at %s", names[1], names[0], path)
		}
	}
}

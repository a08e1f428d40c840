package javac

import (
	"archive/zip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"hotlens/vm/classpath"
)

// TestLibrariesOfManifests has a jar whose manifest names a folder that the compiler may not read: nobody looks into it, as it may be
// the disk. A folder of the class path itself counts with what is in it.
func TestLibrariesOfManifests(t *testing.T) {
	folder, named, own := t.TempDir(), t.TempDir(), t.TempDir()
	jar := filepath.Join(folder, "library.jar")
	writeLibrary(t, jar, "Class-Path: ../"+filepath.Base(named)+"/\n")
	if path, err := classpath.Resolve([]string{jar}); err != nil || !slices.Contains(path.Locations(), named) {
		t.Fatalf("the manifest does not name %s, error %v", named, err)
	}
	libraries := func() string {
		all, err := librariesOf([]string{jar, own}, []string{folder})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	put := func(folder string) {
		if err := os.WriteFile(filepath.Join(folder, "A.class"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before := libraries()
	put(named)
	if libraries() != before {
		t.Error("the folder that the manifest names has been looked into")
	}
	put(own)
	if libraries() == before {
		t.Error("another class in a folder of the class path has not been noticed")
	}
}

// writeLibrary makes a jar without classes, whose manifest has some attributes, a line each.
func writeLibrary(t *testing.T, path, attributes string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	archive := zip.NewWriter(file)
	entry, err := archive.Create(classpath.ManifestName)
	if err == nil {
		_, err = io.WriteString(entry, "Manifest-Version: 1.0\n"+attributes)
	}
	if err := errors.Join(err, archive.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
}

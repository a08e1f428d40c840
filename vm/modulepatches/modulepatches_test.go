package modulepatches_test

import (
	"archive/zip"
	"os"
	"path/filepath"
	"testing"

	"hotlens/vm/configuration"
	"hotlens/vm/modulepatches"
)

func TestFindClass(t *testing.T) {
	root := t.TempDir()
	folder, jar, broken := filepath.Join(root, "folder"), filepath.Join(root, "patch.jar"), filepath.Join(root, "broken.jar")
	if err := os.MkdirAll(filepath.Join(folder, "java", "util"), 0o755); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		filepath.Join(folder, "java", "util", "BitSet.class"): "of the folder",
		filepath.Join(root, "Outside.class"):                  "outside",
		broken:                                                "no jar",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.Create(jar)
	if err != nil {
		t.Fatal(err)
	}
	writer := zip.NewWriter(file)
	for _, name := range []string{"java/util/BitSet.class", "java/util/Other.class"} {
		entry, err := writer.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entry.Write([]byte("of the jar")); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}

	patches, err := modulepatches.Open([]configuration.Patch{{Module: "java.base", Path: []string{folder, filepath.Join(root, "nothing"), jar}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ module, class, want string }{
		{"java.base", "java/util/BitSet", "of the folder"},
		{"java.base", "java/util/Other", "of the jar"},
		{"java.base", "java/util/Missing", ""},
		{"java.base", "../Outside", ""},
		{"java.sql", "java/util/BitSet", ""},
	} {
		data, found, err := patches.FindClass(test.module, test.class)
		if string(data) != test.want || found != (test.want != "") || err != nil {
			t.Errorf("%s of %s is %q, found %v, %v; want %q", test.class, test.module, data, found, err, test.want)
		}
	}
	if err := patches.Close(); err != nil {
		t.Error(err)
	}
	if _, err := modulepatches.Open([]configuration.Patch{{Module: "java.base", Path: []string{broken}}}); err == nil {
		t.Error("what is no jar was read")
	}
}

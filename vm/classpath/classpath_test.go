package classpath_test

import (
	"archive/zip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/vm/classpath"
)

// writeFiles fills a folder.
func writeFiles(t testing.TB, folder string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// writeJar makes a jar.
func writeJar(t testing.TB, path string, files map[string]string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for name, content := range files {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, entries ...string) *classpath.Path {
	t.Helper()
	p, err := classpath.Open(entries)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	classes, first, second := filepath.Join(root, "classes"), filepath.Join(root, "a.jar"), filepath.Join(root, "b.jar")
	writeFiles(t, classes, map[string]string{"p/A.class": "A of classes", "p/D.class/x": "a folder"})
	writeJar(t, first, map[string]string{"p/A.class": "A of a", "p/B.class": "B of a"})
	writeJar(t, second, map[string]string{"p/B.class": "B of b", "p/C$D.class": "C of b", "p/D.class": "D of b"})
	p := open(t, filepath.Join(root, "absent"), classes, first, second, first, filepath.Join(root, "absent.jar"))
	if diff := cmp.Diff([]string{classes, first, second}, p.Locations()); diff != "" {
		t.Errorf("locations (-want +got):\n%s", diff)
	}
	for _, test := range []struct{ class, content, location string }{
		{"p/A", "A of classes", classes}, {"p/B", "B of a", first}, {"p/C$D", "C of b", second}, {"p/D", "D of b", second},
	} {
		data, location, err := p.Find(test.class)
		if string(data) != test.content || location != test.location || err != nil {
			t.Errorf("%s: %q in %q, error %v", test.class, data, location, err)
		}
	}
	for _, absent := range []string{"p/X", "A", "", "../classes/p/A", "/p/A", "p//A", "p/A.class/B"} {
		if data, _, err := p.Find(absent); !errors.Is(err, classpath.ErrNotFound) {
			t.Errorf("%q: %q, error %v", absent, data, err)
		}
	}
}

func TestClassPathOfManifest(t *testing.T) {
	root := t.TempDir()
	main, lib, other := filepath.Join(root, "main.jar"), filepath.Join(root, "lib", "my lib.jar"), filepath.Join(root, "lib", "other.jar")
	writeFiles(t, root, map[string]string{"lib/classes/F.class": "F"})
	writeJar(t, main, map[string]string{"META-INF/MANIFEST.MF": "Class-Path: lib/my%20lib.jar lib/absent.jar http://host/x.jar\n"})
	writeJar(t, lib, map[string]string{"META-INF/MANIFEST.MF": "Class-Path: ../main.jar classes/ other.jar\n", "L.class": "L"})
	writeJar(t, other, map[string]string{"O.class": "O"})
	p := open(t, main)
	want := []string{main, lib, filepath.Join(root, "lib", "classes"), other}
	if diff := cmp.Diff(want, p.Locations()); diff != "" {
		t.Errorf("locations (-want +got):\n%s", diff)
	}
	for _, class := range []string{"F", "L", "O"} {
		if data, _, err := p.Find(class); string(data) != class || err != nil {
			t.Errorf("%s: %q, %v", class, data, err)
		}
	}
}

// TestReadable wants a manifest to give access to jars beside it, and to nothing else.
func TestReadable(t *testing.T) {
	root := t.TempDir()
	at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	writeFiles(t, root, map[string]string{"app/classes/A.class": "", "secret/key.txt": "", "work/keep": ""})
	for _, jar := range []string{"app/lib/below.jar", "app/beside.jar", "secret/other.jar", "work/inner.jar", "given.jar"} {
		if err := os.MkdirAll(filepath.Dir(at(jar)), 0o700); err != nil {
			t.Fatal(err)
		}
		writeJar(t, at(jar), nil)
	}
	if err := os.Symlink(at("secret/other.jar"), at("app/link.jar")); err != nil {
		t.Fatal(err)
	}
	names := strings.Join([]string{"/", "../secret/", "classes/", "lib/below.jar", "beside.jar", "link.jar", "../secret/other.jar",
		"file:" + at("work/inner.jar"), "../given.jar", "lib/*", "../work/"}, "\n  ")
	writeJar(t, at("app/main.jar"), map[string]string{"META-INF/MANIFEST.MF": "Class-Path: " + names + "\n"})
	p := open(t, at("given.jar"), at("app/main.jar"))
	permitted, refused := p.Readable(at("work"))
	want := []string{at("given.jar"), at("app/main.jar"), at("app/lib/below.jar"), at("app/beside.jar"), at("work/inner.jar")}
	if diff := cmp.Diff(want, permitted); diff != "" {
		t.Errorf("permitted (-want +got):\n%s", diff)
	}
	want = []string{"/", at("secret"), at("app/classes"), at("app/link.jar"), at("secret/other.jar"), at("work")}
	if diff := cmp.Diff(want, refused); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}
	if by := p.NamedBy("/"); by != at("app/main.jar") {
		t.Errorf("/ was named by %q", by)
	}
}

func TestWildcardAndEmptyEntry(t *testing.T) {
	root := t.TempDir()
	t.Chdir(root)
	writeFiles(t, root, map[string]string{"Here.class": "here", "lib/notes.txt": "no jar"})
	writeJar(t, filepath.Join(root, "lib", "b.jar"), nil)
	writeJar(t, filepath.Join(root, "lib", "a.JAR"), nil)
	p := open(t, "", "lib/*", "absent/*")
	if diff := cmp.Diff([]string{".", "lib/a.JAR", "lib/b.jar"}, p.Locations()); diff != "" {
		t.Errorf("locations (-want +got):\n%s", diff)
	}
	if data, location, err := p.Find("Here"); string(data) != "here" || location != "." || err != nil {
		t.Errorf("%q, %q, %v", data, location, err)
	}
}

func TestMultiRelease(t *testing.T) {
	jar := filepath.Join(t.TempDir(), "m.jar")
	files := map[string]string{
		"A.class": "base", "META-INF/versions/9/A.class": "9", "META-INF/versions/17/A.class": "17",
		"META-INF/versions/18/A.class": "18", "META-INF/versions/8/A.class": "8", "META-INF/versions/x/A.class": "x",
	}
	for manifest, want := range map[string]string{"Multi-Release: TRUE\n": "17", "Multi-Release: no\n": "base"} {
		files["META-INF/MANIFEST.MF"] = manifest
		writeJar(t, jar, files)
		if data, _, err := open(t, jar).Find("A"); string(data) != want || err != nil {
			t.Errorf("with %q: version %q, %v", manifest, data, err)
		}
	}
}

func TestManifest(t *testing.T) {
	jar := filepath.Join(t.TempDir(), "m.jar")
	for _, test := range []struct {
		manifest string
		want     map[string]string
	}{
		{"", map[string]string{}},
		{"Manifest-Version: 1.0\r\nMain-Class: p.Main\r\n\r\nName: p/\r\nMain-Class: other\r\n",
			map[string]string{"Manifest-Version": "1.0", "Main-Class": "p.Main"}},
		{"main-class: p.Ma\n in\nCLASS-PATH: a.jar\n  b.jar\nX-Own:\n",
			map[string]string{"Main-Class": "p.Main", "Class-Path": "a.jar b.jar", "X-Own": ""}},
	} {
		writeJar(t, jar, map[string]string{"META-INF/MANIFEST.MF": test.manifest})
		got, err := classpath.Manifest(jar)
		if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
			t.Errorf("%q: %v (-want +got):\n%s", test.manifest, err, diff)
		}
	}
	writeJar(t, jar, nil)
	if got, err := classpath.Manifest(jar); len(got) > 0 || err != nil {
		t.Errorf("no manifest: %v, %v", got, err)
	}
}

func TestErrors(t *testing.T) {
	root := t.TempDir()
	garbage, badManifest := filepath.Join(root, "garbage.jar"), filepath.Join(root, "manifest.jar")
	writeFiles(t, root, map[string]string{"garbage.jar": "this is no jar"})
	writeJar(t, badManifest, map[string]string{"META-INF/MANIFEST.MF": "no attribute\n"})
	for path, want := range map[string]string{garbage: "neither a folder nor a jar", badManifest: `"no attribute" is no attribute`} {
		if _, err := classpath.Open([]string{root, path}); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("open %s: %v", path, err)
		}
		if _, err := classpath.Manifest(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("manifest of %s: %v", path, err)
		}
	}
	if _, err := classpath.Manifest(filepath.Join(root, "absent.jar")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("absent jar: %v", err)
	}

	damaged := filepath.Join(root, "damaged.jar")
	writeJar(t, damaged, map[string]string{"A.class": strings.Repeat("some content ", 50)})
	data, err := os.ReadFile(damaged)
	if err != nil {
		t.Fatal(err)
	}
	for i := 40; i < 50; i++ { // in the compressed content
		data[i] ^= 0x55
	}
	if err := os.WriteFile(damaged, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := open(t, damaged).Find("A"); err == nil || errors.Is(err, classpath.ErrNotFound) ||
		!strings.Contains(err.Error(), "A.class is damaged") || !strings.Contains(err.Error(), damaged) {
		t.Errorf("damaged entry: %v", err)
	}
}

// FuzzJar checks that no bytes make a jar panic.
func FuzzJar(f *testing.F) {
	jar := filepath.Join(f.TempDir(), "seed.jar")
	writeJar(f, jar, map[string]string{"META-INF/MANIFEST.MF": "Multi-Release: true\nMain-Class: A\n", "A.class": "content", "META-INF/versions/9/A.class": "new"})
	seed, err := os.ReadFile(jar)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(seed)
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "fuzz.jar")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		p, err := classpath.Open([]string{path})
		if err != nil {
			if !strings.Contains(err.Error(), path) {
				t.Fatalf("the error does not name the jar: %v", err)
			}
			return
		}
		if _, location, err := p.Find("A"); err == nil && location != path {
			t.Fatalf("found in %q", location)
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

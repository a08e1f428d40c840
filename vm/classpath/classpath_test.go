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

func resolve(t *testing.T, entries ...string) *classpath.Path {
	t.Helper()
	p, err := classpath.Resolve(entries)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestLocations(t *testing.T) {
	root := t.TempDir()
	classes, first, second := filepath.Join(root, "classes"), filepath.Join(root, "a.jar"), filepath.Join(root, "b.jar")
	writeFiles(t, classes, map[string]string{"p/A.class": ""})
	writeJar(t, first, map[string]string{"p/A.class": ""})
	writeJar(t, second, nil)
	p := resolve(t, filepath.Join(root, "absent"), classes, first, second, first, filepath.Join(root, "absent.jar"))
	if diff := cmp.Diff([]string{classes, first, second}, p.Locations()); diff != "" {
		t.Errorf("locations (-want +got):\n%s", diff)
	}
}

func TestClassPathOfManifest(t *testing.T) {
	root := t.TempDir()
	main, lib, other := filepath.Join(root, "main.jar"), filepath.Join(root, "lib", "my lib.jar"), filepath.Join(root, "lib", "other.jar")
	writeFiles(t, root, map[string]string{"lib/classes/F.class": "F"})
	writeJar(t, main, map[string]string{"META-INF/MANIFEST.MF": "Class-Path: lib/my%20lib.jar lib/absent.jar http://host/x.jar\n"})
	writeJar(t, lib, map[string]string{"META-INF/MANIFEST.MF": "Class-Path: ../main.jar classes/ other.jar\n", "L.class": "L"})
	writeJar(t, other, map[string]string{"O.class": "O"})
	p := resolve(t, main)
	want := []string{main, lib, filepath.Join(root, "lib", "classes"), other}
	if diff := cmp.Diff(want, p.Locations()); diff != "" {
		t.Errorf("locations (-want +got):\n%s", diff)
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
	p := resolve(t, at("given.jar"), at("app/main.jar"))
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

// TestReadableBesideLink has a repository of links to jars, as Debian's for Maven: what lies beside the jar itself may be read.
func TestReadableBesideLink(t *testing.T) {
	root := t.TempDir()
	java, repository := filepath.Join(root, "java"), filepath.Join(root, "repository")
	for _, folder := range []string{java, repository} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	beside, elsewhere, link := filepath.Join(java, "beside.jar"), filepath.Join(root, "elsewhere.jar"), filepath.Join(repository, "main.jar")
	writeJar(t, beside, nil)
	writeJar(t, elsewhere, nil)
	writeJar(t, filepath.Join(java, "main.jar"), map[string]string{"META-INF/MANIFEST.MF": "Class-Path: file:" + beside + " file:" + elsewhere + "\n"})
	if err := os.Symlink(filepath.Join(java, "main.jar"), link); err != nil {
		t.Fatal(err)
	}
	permitted, refused := resolve(t, link).Readable(filepath.Join(root, "work"))
	if diff := cmp.Diff([]string{link, beside}, permitted); diff != "" {
		t.Errorf("permitted (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{elsewhere}, refused); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}
}

func TestWildcardAndEmptyEntry(t *testing.T) {
	root := t.TempDir()
	t.Chdir(root)
	writeFiles(t, root, map[string]string{"Here.class": "here", "lib/notes.txt": "no jar"})
	writeJar(t, filepath.Join(root, "lib", "b.jar"), nil)
	writeJar(t, filepath.Join(root, "lib", "a.JAR"), nil)
	p := resolve(t, "", "lib/*", "absent/*")
	if diff := cmp.Diff([]string{".", "lib/a.JAR", "lib/b.jar"}, p.Locations()); diff != "" {
		t.Errorf("locations (-want +got):\n%s", diff)
	}
}

func TestMainAttributes(t *testing.T) {
	for _, test := range []struct {
		manifest string
		want     map[string]string
	}{
		{"", map[string]string{}},
		{"Manifest-Version: 1.0\r\nMain-Class: p.Main\r\n\r\nName: p/\r\nMain-Class: other\r\n",
			map[string]string{"manifest-version": "1.0", "main-class": "p.Main"}},
		{"main-class: p.Ma\n in\nCLASS-PATH: a.jar\n  b.jar\nno attribute\n",
			map[string]string{"main-class": "p.Main", "class-path": "a.jar b.jar"}},
	} {
		if diff := cmp.Diff(test.want, classpath.MainAttributes(test.manifest)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.manifest, diff)
		}
	}
}

func TestErrors(t *testing.T) {
	root := t.TempDir()
	garbage, damaged := filepath.Join(root, "garbage.jar"), filepath.Join(root, "damaged.jar")
	writeFiles(t, root, map[string]string{"garbage.jar": "this is no jar"})
	writeJar(t, damaged, map[string]string{"META-INF/MANIFEST.MF": strings.Repeat("Some: content\n", 50)})
	data, err := os.ReadFile(damaged)
	if err != nil {
		t.Fatal(err)
	}
	for i := 60; i < 70; i++ { // in the compressed content
		data[i] ^= 0x55
	}
	if err := os.WriteFile(damaged, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{garbage: "neither a folder nor a jar", damaged: "read the manifest of"} {
		if _, err := classpath.Resolve([]string{root, path}); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("resolve %s: %v", path, err)
		}
	}
}

// FuzzJar checks that no bytes make a jar panic.
func FuzzJar(f *testing.F) {
	jar := filepath.Join(f.TempDir(), "seed.jar")
	writeJar(f, jar, map[string]string{"META-INF/MANIFEST.MF": "Main-Class: A\nClass-Path: b.jar\n", "A.class": "content"})
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
		if _, err := classpath.Resolve([]string{path}); err != nil && !strings.Contains(err.Error(), path) {
			t.Fatalf("the error does not name the jar: %v", err)
		}
	})
}

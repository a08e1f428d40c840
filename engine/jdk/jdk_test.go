package jdk

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"hotlens/vm/release"
)

// install makes a folder that looks like a JDK, without the files named in missing.
func install(t *testing.T, version string, missing ...string) string {
	t.Helper()
	home := t.TempDir()
	files := map[string]string{
		"release":                "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n",
		"lib/modules":            "",
		"bin/" + program("java"): "", "bin/" + program("javac"): "",
	}
	for _, name := range missing {
		delete(files, name)
	}
	for name, text := range files {
		path := filepath.Join(home, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return home
}

// isolate hides the machine's own JDKs.
func isolate(t *testing.T) {
	t.Helper()
	t.Setenv("HOTLENS_JDK", "")
	t.Setenv("JAVA_HOME", "")
	t.Setenv("PATH", t.TempDir())
	saved := folders
	folders = nil
	t.Cleanup(func() { folders = saved })
}

func wantHome(t *testing.T, explicit, home string) {
	t.Helper()
	j, err := Find(explicit)
	if err != nil {
		t.Fatal(err)
	}
	if j.Home != home {
		t.Errorf("found %s, want %s", j.Home, home)
	}
}

func TestFindOrder(t *testing.T) {
	isolate(t)
	flag, variable, javaHome, onPath, usual := install(t, "17"), install(t, "17.0.1"), install(t, "17.0.2"), install(t, "17.0.3"), install(t, "17.0.4+1")
	t.Setenv("HOTLENS_JDK", variable)
	t.Setenv("JAVA_HOME", javaHome)
	links := t.TempDir()
	if err := os.Symlink(filepath.Join(onPath, "bin", program("javac")), filepath.Join(links, program("javac"))); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", links)
	folders = map[string][]string{"linux": {usual}, "darwin": {usual}, "windows": {usual}}

	resolved, err := filepath.EvalSymlinks(onPath)
	if err != nil {
		t.Fatal(err)
	}
	wantHome(t, flag, flag)
	wantHome(t, "", variable)
	t.Setenv("HOTLENS_JDK", "")
	wantHome(t, "", javaHome)
	t.Setenv("JAVA_HOME", install(t, "11.0.2"))
	wantHome(t, "", resolved)
	t.Setenv("PATH", t.TempDir())
	wantHome(t, "", usual)
}

func TestOpen(t *testing.T) {
	home := install(t, "17.0.15")
	j, err := Open(home)
	if err != nil {
		t.Fatal(err)
	}
	if want := (JDK{Home: home, Version: "17.0.15", Modules: filepath.Join(home, "lib", "modules"), Release: mustHave(t, 17), Stamp: j.Stamp}); *j != want {
		t.Errorf("got %+v, want %+v", *j, want)
	}
	again, err := Open(home)
	if err != nil || again.Stamp != j.Stamp {
		t.Errorf("opened again, it has the stamp %q, %v, and not %q", again.Stamp, err, j.Stamp)
	}
	if err := os.WriteFile(j.Modules, []byte("of an update"), 0o600); err != nil {
		t.Fatal(err)
	}
	updated, err := Open(home)
	if err != nil || updated.Stamp == j.Stamp {
		t.Errorf("updated, it has the same stamp %q, %v", updated.Stamp, err)
	}
}

func mustHave(t *testing.T, feature int) release.Release {
	t.Helper()
	r, ok := release.Of(feature)
	if !ok {
		t.Fatalf("feature version %d is not supported", feature)
	}
	return r
}

func TestOpensEachSupportedRelease(t *testing.T) {
	for version, feature := range map[string]int{"17.0.15": 17, "21.0.12.1": 21, "25": 25} {
		if j, err := Open(install(t, version)); err != nil || j.Release.Feature != feature {
			t.Errorf("version %s: got %+v, %v, want feature version %d", version, j, err, feature)
		}
	}
}

func TestUnfitFolders(t *testing.T) {
	isolate(t)
	javac := "bin/" + program("javac")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct{ home, missing string }{
		"nothing there":   {filepath.Join(t.TempDir(), "none"), "the folder itself"},
		"a file":          {file, "the folder itself"},
		"an empty folder": {t.TempDir(), "the file release"},
		"no version":      {install(t, ""), "JAVA_VERSION in the file release"},
		"no image":        {install(t, "17", "lib/modules"), "the file lib/modules"},
		"a runtime (JRE)": {install(t, "17", javac), "the file " + javac},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Find(test.home)
			var folder *FolderError
			if !errors.As(err, &folder) || folder.Home != test.home || folder.Missing != test.missing {
				t.Errorf("got %v, want that %s is missing in %s", err, test.missing, test.home)
			}
			t.Setenv("JAVA_HOME", test.home)
			if _, err := Find(""); err == nil || !strings.HasPrefix(err.Error(), "JAVA_HOME: ") {
				t.Errorf("got %v, want that JAVA_HOME is named", err)
			}
		})
	}
}

func TestUnfitVersions(t *testing.T) {
	isolate(t)
	for _, version := range []string{"1.8.0_402", "11.0.2", "16", "18", "22.0.1", "26", "175", "x"} {
		home := install(t, version)
		_, err := Find(home)
		var other *VersionError
		if !errors.As(err, &other) || other.Version != version {
			t.Fatalf("got %v, want a VersionError of %s", err, version)
		}
		for _, part := range []string{home, version, "JDK 17, 21 or 25"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q does not name %s", err, part)
			}
		}
		t.Setenv("JAVA_HOME", home)
		if _, err := Find(""); !errors.As(err, &other) {
			t.Errorf("got %v, want a VersionError", err)
		}
	}
}

// TestFindFor has code that is newer than the JDK which was found take the oldest that is new enough, unless somebody has said which JDK to use.
func TestFindFor(t *testing.T) {
	isolate(t)
	found, newer, newest := install(t, "17.0.15"), install(t, "21.0.1"), install(t, "25")
	runtimeOnly, old := install(t, "25", "bin/"+program("javac")), install(t, "11.0.2")
	t.Setenv("JAVA_HOME", found)
	folders = map[string][]string{runtime.GOOS: {newest, runtimeOnly, newer, old}}
	for level, home := range map[int]string{0: found, 8: found, 17: found, 18: newer, 21: newer, 22: newest, 25: newest} {
		if j, err := FindFor("", level); err != nil || j.Home != home {
			t.Errorf("for Java %d: got %+v, %v, want %s", level, j, err, home)
		}
	}
	var older *OlderError
	if _, err := FindFor(found, 21); !errors.As(err, &older) || older.JDK.Home != found || older.Level != 21 {
		t.Errorf("of a JDK that is named: got %v, want an OlderError", err)
	}
	if _, err := FindFor("", 26); !errors.As(err, &older) || !strings.Contains(err.Error(), "let the project be for Java 25") {
		t.Errorf("for Java 26: got %v, want an OlderError", err)
	}
	t.Setenv(Variable, newer)
	if _, err := FindFor("", 25); !errors.As(err, &older) {
		t.Errorf("of a JDK that the environment names: got %v, want an OlderError", err)
	}

	var folder *FolderError
	var version *VersionError
	unfit := Unfit()
	if len(unfit) != 2 || !errors.As(errors.Join(unfit...), &folder) || folder.Home != runtimeOnly || !errors.As(errors.Join(unfit...), &version) || version.Home != old {
		t.Errorf("unfit are %v, want that in %s without javac and that in %s of version 11", unfit, runtimeOnly, old)
	}
}

func TestNothingFound(t *testing.T) {
	isolate(t)
	if _, err := Find(""); !errors.Is(err, ErrNotFound) || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v, want ErrNotFound on one line", err)
	}
}

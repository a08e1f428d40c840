package project

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// fakeReader reads a file "build" that holds "good NAME" or "bad COMPLAINT" or "killed".
type fakeReader struct {
	reads    *int
	declares *int   // how often the modules were read; nil: nobody wants to know
	begun    func() // is called when it begins to read
}

func (fakeReader) origin() Origin { return Maven }

func (fakeReader) find(folder string, permitted func(string) bool) (root, at string, ok bool) {
	path := filepath.Join(folder, "build")
	return folder, folder, isFile(path) && permitted(path)
}

func (fakeReader) inputs(root string) []string { return []string{filepath.Join(root, "build")} }
func (fakeReader) variables() []string         { return nil }

func (f fakeReader) declared(string) []declaration {
	if f.declares != nil {
		*f.declares++
	}
	return nil
}

func (f fakeReader) read(_ context.Context, root string, _ places) (*Model, error) {
	*f.reads++
	if f.begun != nil {
		f.begun()
	}
	text, err := os.ReadFile(filepath.Join(root, "build"))
	if err != nil {
		return nil, err
	}
	var how, what string
	fmt.Sscan(string(text), &how, &what)
	switch how {
	case "good":
		jar := Entry{Path: filepath.Join(root, what+".jar")}
		return &Model{Folder: root, Origin: Maven, Modules: []Module{{Name: what, Folder: root, Sets: []SourceSet{{Name: MainSet, Sources: []string{root}, Compile: []Entry{jar}}}}}}, nil
	case "bad":
		return nil, &toolError{problem: what}
	}
	return nil, &toolError{problem: "mvn was ended", transient: true}
}

// TestModelsAreKept follows a project through what happens to its build file: when its model is read, and what is said where it cannot be.
func TestModelsAreKept(t *testing.T) {
	folder, cache, reads := unpack(t, "-- A.java --\nclass A { }\n-- one.jar --\n-- two.jar --\n"), t.TempDir(), 0
	build, saved := filepath.Join(folder, "build"), time.Now()
	restarted := func() *Projects {
		return &Projects{cache: cache, readers: []reader{fakeReader{reads: &reads}}, known: map[string]*known{}}
	}
	projects := restarted()
	for _, step := range []struct {
		name, build string // "" leaves the build file
		restart     bool
		want        string // of the model: its module, whether it is stale, its problem, and how often the project has been read
	}{
		{"nothing is known", "", false, filepath.Base(folder) + " false  0"},
		{"a build file", "good one", false, "one false  1"},
		{"asked again", "", false, "one false  1"},
		{"another process", "", true, "one false  1"},
		{"another build file", "good two", false, "two false  2"},
		{"a mistake in it", "bad wrong", false, "two true wrong 3"},
		{"which is still there", "", false, "two true wrong 3"},
		{"and for another process", "", true, "two true wrong 4"},
		{"the one before again", "good two", false, "two false  4"},
		{"a tool that is killed", "killed", false, "two true mvn was ended 5"},
		{"is asked again", "", false, "two true mvn was ended 6"},
		{"and answers", "good one", false, "one false  7"},
	} {
		if step.build != "" {
			saved = saved.Add(time.Second) // whatever the file system's clock is like
			if err := os.WriteFile(build, []byte(step.build), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(build, saved, saved); err != nil {
				t.Fatal(err)
			}
		}
		if step.restart {
			projects = restarted()
		}
		m := model(t, projects, filepath.Join(folder, "A.java"))
		expect(t, step.name, fmt.Sprintf("%s %t %s %d", m.Modules[0].Name, m.Stale, m.Problem, reads), step.want)
	}

	// What has vanished from the class path is looked for, and missing from then on.
	if err := os.Remove(filepath.Join(folder, "one.jar")); err != nil {
		t.Fatal(err)
	}
	m := model(t, projects, folder)
	expect(t, "a library that has vanished", []any{m.Modules[0].Missing, m.Modules[0].Sets[0].Compile, reads},
		[]any{[]string{filepath.Join(folder, "one.jar")}, []Entry{}, 8})

	// A build tool is not called for what the user does not trust.
	untrusted := request(t, folder)
	untrusted.Trusted = false
	if m, err := restartedIn(t, &reads).Model(t.Context(), untrusted); err != nil || m.Origin != Layout || m.Problem == "" || reads != 8 {
		t.Errorf("not trusted: %+v, %v after %d reads", m, err, reads)
	}
}

// TestOlderModels has a model that another version of hotlens has kept, and a build file that cannot be read any more: it is not the last good one.
func TestOlderModels(t *testing.T) {
	folder, cache, reads := unpack(t, "-- A.java --\nclass A { }\n-- one.jar --\n-- build --\ngood one\n"), t.TempDir(), 0
	restarted := func() *Projects {
		return &Projects{cache: cache, readers: []reader{fakeReader{reads: &reads}}, known: map[string]*known{}}
	}
	model(t, restarted(), folder)
	files, err := filepath.Glob(filepath.Join(cache, "*"+keptSuffix))
	if err != nil || len(files) != 1 {
		t.Fatalf("%d models are kept (%v)", len(files), err)
	}
	if err := os.WriteFile(filepath.Join(folder, "build"), []byte("bad luck"), 0o644); err != nil {
		t.Fatal(err)
	}
	m := model(t, restarted(), folder)
	expect(t, "the last good model", []any{m.Modules[0].Name, m.Stale, m.Problem}, []any{"one", true, "luck"})
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, fmt.Appendf(nil, `"version":%d`, keptVersion), fmt.Appendf(nil, `"version":%d`, keptVersion-1), 1)
	if err := os.WriteFile(files[0], text, 0o600); err != nil {
		t.Fatal(err)
	}
	m = model(t, restarted(), folder)
	expect(t, "one of an older version", []any{m.Modules[0].Name, m.Stale, m.Problem}, []any{filepath.Base(folder), false, "luck"})
}

// TestDeclarationsAreKept asks for a project that cannot be read: what its files say is read once, and again when they have changed.
func TestDeclarationsAreKept(t *testing.T) {
	folder, reads, declares := unpack(t, "-- A.java --\nclass A { }\n-- build --\nbad wrong\n"), 0, 0
	projects := &Projects{readers: []reader{fakeReader{reads: &reads, declares: &declares}}, known: map[string]*known{}}
	for range 3 {
		model(t, projects, folder)
	}
	expect(t, "as long as nothing changes", declares, 1)
	if err := os.WriteFile(filepath.Join(folder, "build"), []byte("bad luck"), 0o644); err != nil {
		t.Fatal(err)
	}
	model(t, projects, folder)
	expect(t, "after a change", declares, 2)
}

func restartedIn(t *testing.T, reads *int) *Projects {
	return &Projects{cache: t.TempDir(), readers: []reader{fakeReader{reads: reads}}, known: map[string]*known{}}
}

// TestChangedWhileRead has the build file change while the build tool reads it, as when another branch is checked out, and then be what it was.
func TestChangedWhileRead(t *testing.T) {
	for _, restart := range []bool{false, true} {
		for _, meanwhile := range []string{"good two", "bad half"} {
			folder, cache, reads := unpack(t, "-- A.java --\nclass A { }\n-- one.jar --\n-- two.jar --\n"), t.TempDir(), 0
			saved := time.Now()
			write := func(text string) {
				saved = saved.Add(time.Second) // whatever the file system's clock is like
				build := filepath.Join(folder, "build")
				if err := os.WriteFile(build, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				if err := os.Chtimes(build, saved, saved); err != nil {
					t.Fatal(err)
				}
			}
			start := func(begun func()) *Projects {
				return &Projects{cache: cache, readers: []reader{fakeReader{reads: &reads, begun: begun}}, known: map[string]*known{}}
			}
			write("good one")
			var once sync.Once
			projects := start(func() { once.Do(func() { write(meanwhile) }) })
			model(t, projects, folder)
			write("good one")
			if restart {
				projects = start(nil)
			}
			m := model(t, projects, folder)
			expect(t, fmt.Sprintf("after %q, in another process: %t", meanwhile, restart), fmt.Sprintf("%s %t %s", m.Modules[0].Name, m.Stale, m.Problem), "one false ")
		}
	}
}

// TestCancelledRead has somebody lose interest while a project is read whose build file has changed, as a newer save has taken the place of the one that asked, and asks again.
func TestCancelledRead(t *testing.T) {
	for after, want := range map[string]string{"good two": "two false ", "bad half": "one true half"} {
		folder, reads := unpack(t, "-- A.java --\nclass A { }\n-- build --\ngood one\n-- one.jar --\n-- two.jar --\n"), 0
		cancel := func() {}
		projects := &Projects{cache: t.TempDir(), readers: []reader{fakeReader{reads: &reads, begun: func() { cancel() }}}, known: map[string]*known{}}
		model(t, projects, folder)
		build := filepath.Join(folder, "build")
		if err := os.WriteFile(build, []byte(after), 0o644); err != nil {
			t.Fatal(err)
		}
		later := time.Now().Add(time.Second) // whatever the file system's clock is like
		if err := os.Chtimes(build, later, later); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		cancel = stop
		if m, err := projects.Model(ctx, request(t, folder)); err == nil {
			t.Fatalf("a model in spite of all: %+v", m)
		}
		cancel = func() {}
		m := model(t, projects, folder)
		expect(t, "after "+after, fmt.Sprintf("%s %t %s", m.Modules[0].Name, m.Stale, m.Problem), want)
	}
}

// TestDamagedModel has what is kept on disk damaged.
func TestDamagedModel(t *testing.T) {
	folder, cache, reads := unpack(t, "-- A.java --\nclass A { }\n-- build --\ngood one\n-- one.jar --\n"), t.TempDir(), 0
	for _, damage := range []string{"", "{", `{"key": "x"}`, "null"} {
		files, err := filepath.Glob(filepath.Join(cache, "*"+keptSuffix))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if err := os.WriteFile(file, []byte(damage), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		p := &Projects{cache: cache, readers: []reader{fakeReader{reads: &reads}}, known: map[string]*known{}}
		expect(t, "the module after "+damage, model(t, p, folder).Modules[0].Name, "one")
	}
}

// TestPOMsThatOnlyDescribe has POMs beside a script of Gradle's: one that says how something is built comes first, one that only names the project last.
func TestPOMsThatOnlyDescribe(t *testing.T) {
	for text, want := range map[string]Origin{
		`<project><artifactId>shop</artifactId><licenses><license/></licenses></project>`:                          Gradle,
		`<project><artifactId>shop</artifactId><dependencies><dependency/></dependencies></project>`:               Maven,
		`<project><artifactId>shop</artifactId><build><sourceDirectory>source</sourceDirectory></build></project>`: Maven,
		`<project><parent><artifactId>shop</artifactId></parent></project>`:                                        Maven,
	} {
		folder := t.TempDir()
		for name, text := range map[string]string{"pom.xml": text, "build.gradle": ""} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		found := (&Projects{readers: []reader{mavenReader{}, gradleReader{}}}).candidates(folder, func(string) bool { return true })
		if len(found) != 2 || found[0].reader.origin() != want {
			t.Errorf("beside a script of Gradle's and %s: %v, want %s first", text, found, want)
		}
	}
}

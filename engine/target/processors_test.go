package target

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"hotlens/engine/project"
	"hotlens/vm/release"
)

// TestJarsWithProcessors looks for annotation processors on class paths: in folders, jars, and what manifests add.
func TestJarsWithProcessors(t *testing.T) {
	folder := t.TempDir()
	services := filepath.Join(folder, "folder", filepath.FromSlash(processorServices[0]))
	if err := os.MkdirAll(filepath.Dir(services), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(services, []byte("p.Making"), 0o600); err != nil {
		t.Fatal(err)
	}
	making := jar(t, folder, "making.jar", "", map[string][]byte{processorServices[0]: []byte("p.Making")})
	plain := jar(t, folder, "plain.jar", "", map[string][]byte{"p/Plain.class": []byte("x")})
	for name, test := range map[string]struct {
		path []string
		want bool
	}{
		"none":               {[]string{plain, filepath.Join(folder, "missing.jar"), t.TempDir()}, false},
		"a folder":           {[]string{plain, filepath.Join(folder, "folder")}, true},
		"a jar":              {[]string{plain, making}, true},
		"a plugin":           {[]string{jar(t, folder, "plugin.jar", "", map[string][]byte{processorServices[1]: []byte("p.Plugin")})}, true},
		"named by another":   {[]string{jar(t, folder, "naming.jar", "Class-Path: naming.jar plain.jar making.jar\n", nil)}, true},
		"names that circle":  {[]string{jar(t, folder, "circle.jar", "Class-Path: circle.jar plain.jar\n", nil)}, false},
		"what is no archive": {[]string{services}, false},
	} {
		looking := knownJars{known: map[string]lookedAt{}}
		for range 2 {
			if got := looking.haveProcessors(test.path); got != test.want {
				t.Errorf("%s: %t, want %t", name, got, test.want)
			}
		}
	}
}

// TestJarsAreLookedAtOnce has a jar change: with the same size and time what was known of it stands, and else it is looked into again.
func TestJarsAreLookedAtOnce(t *testing.T) {
	folder, other := t.TempDir(), t.TempDir()
	path := jar(t, folder, "a.jar", "", map[string][]byte{processorServices[0]: []byte("p.Making")})
	looking := knownJars{known: map[string]lookedAt{}}
	if !looking.haveProcessors([]string{path}) {
		t.Fatal("a jar with processors has none")
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, make([]byte, info.Size()), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if !looking.haveProcessors([]string{path}) {
		t.Error("a jar that looks as before was opened again")
	}
	later := info.ModTime().Add(time.Second)
	if err := os.Chtimes(path, later, later); err != nil {
		t.Fatal(err)
	}
	if looking.haveProcessors([]string{path}) {
		t.Error("what a jar had before counts")
	}
	for i := range mostJars { // of other paths
		looking.known[filepath.Join(other, strconv.Itoa(i))] = lookedAt{}
	}
	if looking.haveProcessors([]string{jar(t, folder, "b.jar", "", nil)}); len(looking.known) > mostJars {
		t.Errorf("%d jars are remembered", len(looking.known))
	}
}

// TestProcessorsOfRequests has processors run where they may and there are some, so that else only what has changed is compiled.
func TestProcessorsOfRequests(t *testing.T) {
	folder := t.TempDir()
	making := jar(t, folder, "making.jar", "", map[string][]byte{processorServices[0]: []byte("p.Making")})
	plain := jar(t, folder, "plain.jar", "", map[string][]byte{"p/Plain.class": []byte("x")})
	file := filepath.Join(folder, "src", "Main.java")
	if err := os.Mkdir(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("class Main { }"), 0o600); err != nil {
		t.Fatal(err)
	}
	build := func(compiler project.Compiler, jars ...string) *project.Build {
		set := project.SourceSet{Name: project.MainSet, Sources: []string{filepath.Dir(file)}, Compiler: compiler}
		for _, jar := range jars {
			set.Compile = append(set.Compile, project.Entry{Path: jar})
		}
		model := &project.Model{Folder: folder, Modules: []project.Module{{Name: "m", Folder: folder, Sets: []project.SourceSet{set}}}}
		return model.Build(&model.Modules[0], &model.Modules[0].Sets[0])
	}
	for name, test := range map[string]struct {
		permitted bool
		given     []string
		build     *project.Build
		want      bool
	}{
		"no project":                   {true, []string{plain}, nil, false},
		"given":                        {true, []string{making}, nil, true},
		"not permitted":                {false, []string{making}, nil, false},
		"of the project":               {true, nil, build(project.Compiler{}, plain, making), true},
		"none of the project":          {true, nil, build(project.Compiler{}, plain), false},
		"given to a project":           {true, []string{making}, build(project.Compiler{}, plain), true},
		"that the project has not run": {true, nil, build(project.Compiler{NoProcessors: true}, making), false},
		"on a path of their own":       {true, nil, build(project.Compiler{Processors: []string{plain}}), true},
	} {
		found, err := ResolveSources(Spec{ClassPath: test.given, Processors: test.permitted, Project: test.build, OutputDir: t.TempDir(), Release: release.Newest()}, []string{file}, filepath.Dir(file))
		if err != nil {
			t.Fatal(err)
		}
		if found.Compile.Processors != test.want {
			t.Errorf("%s: processors run: %t, want %t", name, found.Compile.Processors, test.want)
		}
	}
}

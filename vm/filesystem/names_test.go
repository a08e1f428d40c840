//go:build linux

package filesystem

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// exampleNames are those of a program that runs in /home/me/shop.
func exampleNames() *Names {
	return &Names{
		List: []Name{
			{Workspace, "/home/me/shop"}, {"/hotlens/tmp", "/home/me/.cache/scratch/1"}, {"/hotlens/jdk", "/home/me/shop/tools/jdk"},
			{"/hotlens/source", "/home/me/shop"}, {"/hotlens/projects/core", "/home/me/core"},
		},
		Above: "/home/me",
	}
}

func TestNames(t *testing.T) {
	for _, test := range []struct{ program, host, back string }{ // back is "" where it is program
		{"/hotlens/projects/workspace", "/home/me/shop", ""},
		{"/hotlens/projects/workspace/a/b", "/home/me/shop/a/b", ""},
		{"/hotlens/projects/workspace/", "/home/me/shop/", ""},
		{"/hotlens/projects/workspaces", "/home/me/workspaces", "/home/me/workspaces"},
		{"/hotlens/./projects/workspace//a", "/home/me/shop/a", "/hotlens/projects/workspace/a"},
		{"/hotlens/source/a", "/home/me/shop/a", "/hotlens/projects/workspace/a"},
		{"/hotlens/jdk/lib", "/home/me/shop/tools/jdk/lib", ""},
		{"/hotlens/projects/workspace/tools/jdk/lib", "/home/me/shop/tools/jdk/lib", "/hotlens/jdk/lib"},
		{"/hotlens/tmp", "/home/me/.cache/scratch/1", ""},
		{"/hotlens/projects/core/x", "/home/me/core/x", ""},
		{"/hotlens/projects/other/x", "/home/me/other/x", "/home/me/other/x"},
		{"/hotlens/projects", "/home/me", ""}, {"/hotlens", "/", "/"},
		{"/hotlensed", "/hotlensed", ""},
		{"/etc/passwd", "/etc/passwd", ""},
		{"/home/me/shop/a", "/home/me/shop/a", "/hotlens/projects/workspace/a"},
		{"relative", "relative", ""},
	} {
		if test.back == "" {
			test.back = test.program
		}
		n := exampleNames()
		host := n.ToHost(test.program)
		if back := n.ToProgram(host); host != test.host || back != test.back {
			t.Errorf("%s is %s, and that %s; want %s and %s", test.program, host, back, test.host, test.back)
		}
		if none := (&Names{}); none.ToHost(test.program) != test.program || none.ToProgram(test.program) != test.program {
			t.Errorf("without names, %s means something else", test.program)
		}
	}
}

// TestNameOfRoot names the folder that all others are in: the program sees it as it sees any other one.
func TestNameOfRoot(t *testing.T) {
	n := &Names{List: []Name{{Workspace, "/"}}}
	for host, want := range map[string]string{"/": Workspace, "/a": Workspace + "/a", "/a/b": Workspace + "/a/b"} {
		if got := n.ToProgram(host); got != want || n.ToHost(got) != host {
			t.Errorf("%s is %s, and that %s, want %s", host, got, n.ToHost(got), want)
		}
	}
}

// TestNamesOfFolders wants each name to mean the same, there and back, whatever else is named.
func TestNamesOfFolders(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		component := rapid.SampledFrom([]string{"a", "b", "hotlens", "workspace"})
		path := rapid.Custom(func(r *rapid.T) string {
			return "/" + strings.Join(rapid.SliceOfN(component, 0, 4).Draw(r, "path"), "/")
		})
		n := &Names{Above: rapid.SampledFrom([]string{"", "/", "/a/b"}).Draw(r, "above")}
		for _, name := range []string{Workspace, NamesFolder + "/jdk", NamesFolder + "/path/1"}[:rapid.IntRange(1, 3).Draw(r, "names")] {
			n.List = append(n.List, Name{name, path.Draw(r, "folder")})
		}
		host := path.Draw(r, "host's path")
		program := n.ToProgram(host)
		if program != host && n.ToHost(program) != host {
			r.Errorf("with %+v, %s is %s, and that is %s", n, host, program, n.ToHost(program))
		}
	})
}

func TestAdvice(t *testing.T) {
	v := &View{names: exampleNames()}
	for _, test := range []struct {
		path    string
		purpose Purpose
		want    string
	}{
		{"/hotlens/projects/workspace/out.txt", ToWrite, "--allow-write .,"},
		{"/hotlens/projects/workspace/out/x.txt", ToWrite, "--allow-write out,"},
		{"/home/me/shop/out/x.txt", ToWrite, "--allow-write out,"},
		{"/hotlens/projects/workspace", ToChange, "--allow-write ..,"},
		{"/hotlens/projects/workspace/../data/x.txt", ToRead, "--allow-read ../data,"},
		{"/hotlens/projects/core/data", ToRead, "--allow-read ../core/data,"},
		{"/hotlens/projects/workspace/../../x", ToRead, "--allow-read ../../x,"},
		{"/hotlens/jdk/lib/x", ToWrite, "--allow-write /hotlens/jdk/lib,"},
		{"/etc/passwd", ToRead, "--allow-read /etc/passwd,"},
		{"/home/me/secret.txt", ToRead, "--allow-read /home/me,"},
	} {
		if text := v.Denied(test.path, test.purpose).Error(); !strings.Contains(text, test.want) {
			t.Errorf("of %s it says %s", test.path, text)
		}
	}
}

// TestNamedFolders follows paths between folders that have names.
func TestNamedFolders(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	at := func(parts ...string) string { return filepath.Join(append([]string{base}, parts...)...) }
	for _, folder := range []string{"me/shop/sub", "far/off/tmp", "me/secret"} {
		must(t, os.MkdirAll(at(folder), 0o755))
	}
	must(t, os.WriteFile(at("me/shop/x"), []byte("x"), 0o644))
	must(t, os.WriteFile(at("me/secret/key"), []byte("key"), 0o644))
	v, err := New(Policy{Read: []string{at("me/shop")}, Temporary: at("far/off/tmp"), Names: Names{
		List: []Name{{Workspace, at("me/shop")}, {"/hotlens/tmp", at("far/off/tmp")}}, Above: at("me"),
	}})
	must(t, err)
	defer v.Close()
	link := func(name, target string) {
		place, err := v.Locate("/hotlens/tmp/"+name, false, ToChange)
		must(t, err)
		defer place.Close()
		must(t, place.MakeLink(target))
		made, err := v.Locate("/hotlens/tmp/"+name, false, ToRead)
		must(t, err)
		defer made.Close()
		if text, err := made.ReadLink(); err != nil || text != target {
			t.Errorf("a link to %s reads %s, %v", target, text, err)
		}
	}
	link("link", "/hotlens/projects/workspace/x")
	link("aside", "../projects/workspace/x")
	link("out", "/hotlens/projects/secret/key")
	link("up", "/hotlens/projects/workspace/../secret/key")
	for path, want := range map[string]string{ // "" is denied
		"/hotlens/projects/workspace/x":                 "/hotlens/projects/workspace/x",
		at("me/shop/x"):                                 "/hotlens/projects/workspace/x",
		"/hotlens/tmp/../projects/workspace/x":          "/hotlens/projects/workspace/x",
		"/hotlens/projects/shop/x":                      "/hotlens/projects/workspace/x",
		"/hotlens/tmp/link":                             "/hotlens/projects/workspace/x",
		"/hotlens/projects":                             "/hotlens/projects",
		"/hotlens/projects/workspace/..":                "/hotlens/projects",
		"/hotlens/tmp/aside":                            "/hotlens/projects/workspace/x",
		"/hotlens":                                      "/hotlens",
		"/hotlens/tmp/..":                               "/hotlens",
		"/hotlens/tmp/out":                              "",
		"/hotlens/tmp/up":                               "",
		"/hotlens/projects/secret/key":                  "",
		"/hotlens/tmp/../projects/secret/key":           "",
		"/hotlens/projects/workspace/../secret/key":     "",
		"/hotlens/tmp/../../far/off/tmp":                "",
		"/hotlens/tmp/../nothing/../projects/workspace": "",
	} {
		place, err := v.Locate(path, true, ToStat)
		if err == nil {
			_, err = place.Stat()
			place.Close()
		}
		switch {
		case want == "" && Reason(err) == "":
			t.Errorf("%s is permitted: %s, %v", path, place.Path(), err)
		case want != "" && (err != nil || place.Path() != want):
			t.Errorf("%s leads to %s, %v; want %s", path, place.Path(), err, want)
		}
	}
}

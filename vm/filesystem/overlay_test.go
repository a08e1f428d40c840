//go:build linux

package filesystem

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
	"pgregory.net/rapid"
)

// project makes a folder with an output folder, as builds leave them, and the folder of a program. It returns the real path.
func project(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	for _, d := range []string{"module/src", "module/target/classes/deep", "secret", "temporary"} {
		must(t, os.MkdirAll(filepath.Join(root, d), 0o755))
	}
	for _, f := range []string{"module/src/source", "module/target/classes/class", "module/target/classes/deep/class", "module/target/jar", "secret/key"} {
		must(t, os.WriteFile(filepath.Join(root, f), []byte(f), 0o644))
	}
	for link, target := range map[string]string{
		"module/target/up": "../src", "module/target/out": root + "/secret", "module/target/classes/jar": "../jar", "module/alias": "target", "module/src/output": "../target/classes",
	} {
		must(t, os.Symlink(target, filepath.Join(root, link)))
	}
	return root
}

func overlaidView(t *testing.T, root string) *View {
	t.Helper()
	v := newView(t, Policy{Read: []string{root + "/module"}, Temporary: root + "/temporary", Overlays: []string{root + "/module/target"}})
	v.SetQuota(0, noneHeld)
	return v
}

// inside is a file of the host's by a view, as a program uses it.
type inside struct {
	t    *testing.T
	view *View
	root string
}

func (in inside) place(path string, follow bool, purpose Purpose) (Place, error) {
	return in.view.Locate(in.root+"/"+path, follow, purpose)
}

func (in inside) write(path, text string) error {
	place, err := in.place(path, true, ToWrite)
	if err != nil {
		return err
	}
	defer place.Close()
	fd, err := place.Open(unix.O_WRONLY|unix.O_CREAT|unix.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	_, err = unix.Write(fd, []byte(text))
	return err
}

func (in inside) read(path string) (string, error) {
	place, err := in.place(path, true, ToRead)
	if err != nil {
		return "", err
	}
	defer place.Close()
	fd, err := place.Open(unix.O_RDONLY, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	b := make([]byte, 1<<10)
	n, err := unix.Read(fd, b)
	return string(b[:max(n, 0)]), err
}

func (in inside) list(path string) ([]string, error) {
	place, err := in.place(path, true, ToRead)
	if err != nil {
		return nil, err
	}
	defer place.Close()
	fd, err := place.Open(unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	names, err := in.view.List(fd)
	slices.Sort(names)
	return names, err
}

func (in inside) change(path string, do func(*Place) error) error {
	place, err := in.place(path, false, ToChange)
	if err != nil {
		return err
	}
	defer place.Close()
	return do(&place)
}

func (in inside) two(from, to string, do func(from, to *Place) error) error {
	return in.change(from, func(from *Place) error {
		return in.change(to, func(to *Place) error { return do(from, to) })
	})
}

func (in inside) real(path string) string {
	in.t.Helper()
	place, err := in.place(path, true, ToStat)
	must(in.t, err)
	defer place.Close()
	return place.Path()
}

// TestOverlay changes what a build has left, and wants the program to see that, and nobody else.
func TestOverlay(t *testing.T) {
	root := project(t)
	before := contents(t, root+"/module")
	in := inside{t, overlaidView(t, root), root}
	reads := func(path, want string) {
		t.Helper()
		if got, err := in.read(path); err != nil || got != want {
			t.Errorf("%s is %q, %v; want %q", path, got, err, want)
		}
	}
	reads("module/target/classes/class", "module/target/classes/class")
	if names, err := in.list("module/target"); err != nil || !slices.Equal(names, []string{"classes", "jar", "out", "up"}) {
		t.Errorf("before: %q, %v", names, err)
	}
	must(t, in.write("module/target/classes/class", "mine"))
	must(t, in.write("module/target/new", "new"))
	must(t, in.write("module/alias/classes/made", "by a link"))
	must(t, in.change("module/target/folder", func(p *Place) error { return p.MakeFolder(0o755) }))
	must(t, in.write("module/src/../target/folder/file", "by dots"))
	reads("module/target/classes/class", "mine")
	reads("module/target/classes/deep/class", "module/target/classes/deep/class")
	reads("module/target/classes/jar", "module/target/jar")
	reads("module/src/output/made", "by a link")
	reads("module/target/folder/../new", "new")
	reads("module/target/folder/../jar", "module/target/jar")
	reads("module/target/../src/source", "module/src/source")
	reads("module/target/up/source", "module/src/source")
	reads("module/target/folder/file", "by dots")
	must(t, in.change("module/target/jar", func(p *Place) error { return p.Remove(0) }))
	if _, err := in.read("module/target/jar"); err != unix.ENOENT {
		t.Errorf("a file that was removed: %v", err)
	}
	if _, err := in.read("module/target/classes/jar"); err != unix.ENOENT {
		t.Errorf("a link to a file that was removed: %v", err)
	}
	must(t, in.two("module/target/classes", "module/target/moved", func(from, to *Place) error { return from.Rename(to) }))
	reads("module/target/moved/class", "mine")
	if names, err := in.list("module/target/"); err != nil || !slices.Equal(names, []string{"folder", "moved", "new", "out", "up"}) {
		t.Errorf("afterwards: %q, %v", names, err)
	}
	for path, want := range map[string]string{"module/target": "", "module/alias/moved/deep/..": "/moved", "module/target/folder": "/folder"} {
		if got := in.real(path); got != root+"/module/target"+want {
			t.Errorf("%s is called %s", path, got)
		}
	}
	if difference := cmp.Diff(before, contents(t, root+"/module")); difference != "" {
		t.Errorf("the host's folder has changed (-before +after):\n%s", difference)
	}
}

// TestOverlayOfNothing writes where the build has left nothing.
func TestOverlayOfNothing(t *testing.T) {
	root := project(t)
	must(t, os.RemoveAll(root+"/module/target"))
	in := inside{t, overlaidView(t, root), root}
	if names, err := in.list("module/target"); err != nil || len(names) > 0 {
		t.Errorf("an output folder that is not there: %q, %v", names, err)
	}
	must(t, in.write("module/target/new", "new"))
	if text, err := in.read("module/src/../target/new"); err != nil || text != "new" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := os.Lstat(root + "/module/target"); err == nil {
		t.Error("the folder was made for everybody")
	}
}

// TestOverlayEscapes tries to use an overlay to change or read what the program may not.
func TestOverlayEscapes(t *testing.T) {
	root := project(t)
	must(t, os.MkdirAll(root+"/elsewhere/target", 0o755))
	must(t, os.Symlink(root+"/elsewhere/target", root+"/module/build"))
	before := contents(t, root+"/module", root+"/secret", root+"/elsewhere")
	v := newView(t, Policy{Read: []string{root + "/module"}, Temporary: root + "/temporary", Overlays: []string{root + "/module/target", root + "/module/build", root + "/module/.."}})
	v.SetQuota(0, noneHeld)
	in := inside{t, v, root}
	link := func(target string) func(*Place) error {
		return func(p *Place) error { return p.MakeLink(target) }
	}
	rename := func(from, to *Place) error { return from.Rename(to) }
	must(t, in.write("module/target/mine", "mine"))
	must(t, in.change("module/target/key", link(root+"/secret/key")))
	must(t, in.change("module/target/dots", link("../../secret/key")))
	must(t, in.change("module/target/source", link("../src/source")))
	must(t, in.change("temporary/module", link(root+"/module")))
	must(t, os.Rename(root+"/temporary/"+upperName+"0", root+"/temporary/moved")) // as the program may
	for name, err := range map[string]error{
		"write beside the overlay":       in.write("module/new", "x"),
		"write above it, by dots":        in.write("module/target/../new", "x"),
		"write to a source":              in.write("module/target/../src/source", "x"),
		"write by the build's link":      in.write("module/target/up/source", "x"),
		"write by a link of its own":     in.write("module/target/source", "x"),
		"read by the build's link":       in.only(in.read("module/target/out/key")),
		"write by the build's link out":  in.write("module/target/out/key", "x"),
		"read by a link of its own":      in.only(in.read("module/target/key")),
		"write by a link of its own out": in.write("module/target/key", "x"),
		"read by dots in a link":         in.only(in.read("module/target/dots")),
		"write to a linked output":       in.write("module/build/new", "x"),
		"write around":                   in.write("temporary/module/src/source", "x"),
		"a second name for a source":     in.two("module/src/source", "module/target/second", func(from, to *Place) error { return from.Link(to) }),
		"move a source in":               in.two("module/src/source", "module/target/second", rename),
		"move out":                       in.two("module/target/mine", "module/src/source", rename),
		"move the overlay":               in.two("module/target", "temporary/target", rename),
		"move something onto it":         in.two("temporary/moved", "module/target", rename),
		"remove it":                      in.change("module/target", func(p *Place) error { return p.Remove(unix.AT_REMOVEDIR) }),
		"write to the upper's neighbour": in.write("module/target/../../secret/key", "x"),
	} {
		if err == nil {
			t.Errorf("%s: it worked", name)
		}
	}
	must(t, in.two("module/target/mine", "temporary/mine", rename)) // both are its own
	if difference := cmp.Diff(before, contents(t, root+"/module", root+"/secret", root+"/elsewhere")); difference != "" {
		t.Errorf("the host's files have changed (-before +after):\n%s", difference)
	}
}

func (in inside) only(_ string, err error) error { return err }

// TestOverlayYields wants what the user has permitted to be what the user's own folder is, and what nobody may read to stay so.
func TestOverlayYields(t *testing.T) {
	for name, policy := range map[string]Policy{
		"the folder may be written":      {Read: []string{"module"}, Write: []string{"module/target"}},
		"something in it may be written": {Read: []string{"module"}, Write: []string{"module/target/classes"}},
		"a file in it may be written":    {Read: []string{"module"}, Write: []string{"module/target/classes/class"}},
		"what is around may be written":  {Write: []string{"module"}},
	} {
		root := project(t)
		for _, list := range [][]string{policy.Read, policy.Write} {
			for i := range list {
				list[i] = root + "/" + list[i]
			}
		}
		policy.Temporary, policy.Overlays = root+"/temporary", []string{root + "/module"}
		v := newView(t, policy)
		v.SetQuota(0, noneHeld)
		in := inside{t, v, root}
		must(t, in.write("module/target/classes/class", name))
		if text, err := os.ReadFile(root + "/module/target/classes/class"); err != nil || string(text) != name {
			t.Errorf("%s: the user sees %q, %v", name, text, err)
		}
		if text, err := in.read("module/target/classes/class"); err != nil || text != name {
			t.Errorf("%s: the program sees %q, %v", name, text, err)
		}
	}
	root := project(t)
	v := newView(t, Policy{Read: []string{root + "/module"}, Never: []string{root + "/module/target/classes/deep"}, Temporary: root + "/temporary", Overlays: []string{root + "/module", root + "/secret"}})
	v.SetQuota(0, noneHeld)
	in := inside{t, v, root}
	must(t, in.write("module/target/classes/class", "x"))
	for path, err := range map[string]error{
		"module/target/classes/deep/class": in.only(in.read("module/target/classes/deep/class")),
		"module/target/classes/deep/new":   in.write("module/target/classes/deep/new", "x"),
		"secret/key":                       in.only(in.read("secret/key")),
		"secret/new":                       in.write("secret/new", "x"),
	} {
		if Reason(err) == "" {
			t.Errorf("%s is open: %v", path, err)
		}
	}
}

// TestOverlayQuota wants copies to count, and what there is no room for to be denied, and no half of it to be there.
func TestOverlayQuota(t *testing.T) {
	root := project(t)
	must(t, os.WriteFile(root+"/module/target/classes/large", make([]byte, 1<<20), 0o644))
	in := inside{t, overlaidView(t, root), root}
	in.view.SetQuota(100*EntryBytes, noneHeld)
	for range 2 {
		if err := in.write("module/target/classes/large", "x"); !strings.Contains(Reason(err), "--max-temp") {
			t.Errorf("a copy that is too large: %v", err)
		}
	}
	if text, err := in.read("module/target/classes/large"); err != nil || text != strings.Repeat("\x00", len(text)) || text == "" {
		t.Errorf("afterwards %q, %v", text, err)
	}
	must(t, in.write("module/target/jar", "x"))
}

// TestOverlayDates gives copies the date of the run, so that they are the same everywhere.
func TestOverlayDates(t *testing.T) {
	root := project(t)
	date := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	v := newView(t, Policy{Read: []string{root + "/module"}, Temporary: root + "/temporary", Overlays: []string{root + "/module/target"}, Date: date})
	v.SetQuota(0, noneHeld)
	in := inside{t, v, root}
	for _, path := range []string{"module/target/classes/class", "module/target/classes/deep", "module/target/up"} {
		must(t, in.change(path, func(*Place) error { return nil }))
	}
	for _, path := range []string{"", "/classes/class", "/classes/deep", "/up"} {
		place, err := in.place("module/target"+path, false, ToStat)
		must(t, err)
		st, err := place.Stat()
		must(t, err)
		if got := time.Unix(st.Mtim.Unix()); !got.Equal(date) {
			t.Errorf("target%s is of %v", path, got)
		}
		place.Close()
	}
}

// TestOverlayLikeFolder does random things to a folder by an overlay and to a copy of it, and wants both to look the same at every moment.
func TestOverlayLikeFolder(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	rapid.Check(t, func(r *rapid.T) {
		root, err := os.MkdirTemp(base, "")
		must(t, err)
		defer os.RemoveAll(root)
		must(t, os.MkdirAll(root+"/module/target", 0o755))
		must(t, os.Mkdir(root+"/temporary", 0o755))
		drawTree(r, root+"/module/target")
		must(t, os.CopyFS(root+"/copy/target", os.DirFS(root+"/module/target")))
		before := contents(t, root+"/module")
		v := overlaidView(t, root)
		defer v.Close()
		likeFolder(t, r, inside{t, v, root}, before)
	})
}

// TestBuiltLikeFolder does the same where the folder has not been built, and has to look like what a build would have copied together.
func TestBuiltLikeFolder(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	rapid.Check(t, func(r *rapid.T) {
		root, err := os.MkdirTemp(base, "")
		must(t, err)
		defer os.RemoveAll(root)
		from := []string{root + "/module/first", root + "/module/second"}
		for _, folder := range append(from, root+"/temporary") {
			must(t, os.MkdirAll(folder, 0o755))
		}
		for _, folder := range from {
			drawTree(r, folder)
			mergeInto(t, root+"/copy/target", folder)
		}
		before := contents(t, root+"/module")
		v := newView(t, Policy{
			Read: []string{root + "/module"}, Temporary: root + "/temporary", Overlays: []string{root + "/module"},
			Built: []Built{{Folder: root + "/module/target", From: partsOf(append(from, root+"/module/none")...)}},
		})
		defer v.Close()
		v.SetQuota(0, noneHeld)
		likeFolder(t, r, inside{t, v, root}, before)
	})
}

// mergeInto copies what is not there yet.
func mergeInto(t *testing.T, to, from string) {
	t.Helper()
	must(t, filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		copied := to + strings.TrimPrefix(path, from)
		there, missing := os.Lstat(copied)
		switch {
		case missing == nil && entry.IsDir() && !there.IsDir():
			return fs.SkipDir
		case missing == nil:
			return nil
		case entry.IsDir():
			return os.MkdirAll(copied, 0o755)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(copied, text, 0o644)
	}))
}

func partsOf(folders ...string) (all []Part) {
	for _, folder := range folders {
		all = append(all, Part{Folder: folder})
	}
	return all
}

// TestBuilt shows folders as built, of what the program may read and, where there is such a folder, of what is not old there, and notes what their files are copies of.
func TestBuilt(t *testing.T) {
	root := project(t)
	resources := root + "/module/resources"
	must(t, os.MkdirAll(resources+"/deep", 0o755))
	for _, name := range []string{"class", "list", "deep/list"} {
		must(t, os.WriteFile(filepath.Join(resources, name), []byte("resource "+name), 0o644))
	}
	target := root + "/module/target"
	for _, name := range []string{"tests/p/ATest.java", "classes/p/ATest.class", "classes/p/ATest$1.class", "classes/p/A.class", "classes/p/told", "left/p/A.class", "left/p/Old.class", "left/p/generated",
		"main/q/B.java", "tests/r/BTest.java", "classes/q/B.class", "classes/q/Beside.class", "classes/r/Beside.class", "classes/s/Made.class"} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(root, "module", name)), 0o755))
		must(t, os.WriteFile(filepath.Join(root, "module", name), []byte(name), 0o644))
	}
	compiled, tests, other := root+"/module/classes", []string{root + "/module/tests"}, []string{root + "/module/main"}
	v := newView(t, Policy{
		Read: []string{root + "/module", root + "/module/left"}, Temporary: root + "/temporary", Overlays: []string{root + "/module"},
		Built: []Built{
			{Folder: target + "/tests", From: partsOf(target+"/classes", resources), Except: []string{"jar"}},
			{Folder: target + "/classes", From: partsOf(resources)},
			{Folder: root + "/module/out/of/secrets", From: partsOf(root + "/secret")},
			{Folder: root + "/elsewhere", From: partsOf(resources)},
			{Folder: root + "/module/made/tests", From: []Part{{Folder: compiled, Classes: Classes{Of: tests}}}},
			{Folder: root + "/module/made/other", From: []Part{{Folder: compiled, Classes: Classes{Of: other, NotOf: tests, Rest: true}, Without: true}}},
			{Folder: root + "/module/made/only", From: []Part{{Folder: compiled, Classes: Classes{Of: tests, NotOf: other, Rest: true, PackagesNotOf: other}, Without: true}}},
			{Folder: root + "/module/left", From: []Part{{Folder: compiled, Classes: Classes{NotOf: tests, Rest: true}, Without: true}}},
		},
	})
	v.SetQuota(0, noneHeld)
	v.NoteReads(root)
	in := inside{t, v, root}
	for path, want := range map[string]string{
		"module/target/tests": "class deep list", "module/target/tests/deep": "class list", "module/target/classes": "class deep jar list", "module/target": "classes jar out tests up", "module/out": "",
		"module/made/tests/p": "ATest$1.class ATest.class told", "module/left/p": "A.class generated", "module/made": "only other tests",
		"module/made/other": "p q r s", "module/made/other/p": "A.class", "module/made/other/q": "B.class Beside.class", "module/made/other/r": "Beside.class", "module/made/other/s": "Made.class",
		"module/made/only": "p r s", "module/made/only/p": "A.class ATest$1.class ATest.class", "module/made/only/r": "Beside.class", "module/made/only/s": "Made.class",
	} {
		if got, err := in.list(path); err != nil && want != "" || strings.Join(got, " ") != want {
			t.Errorf("%s has %q, %v; want %s", path, got, err, want)
		}
	}
	for path, want := range map[string]string{
		"module/target/tests/class": "module/target/classes/class", "module/target/tests/deep/list": "resource deep/list", "module/target/tests/deep/../../classes/class": "resource class",
		"module/target/classes/list": "resource list", "module/target/classes/class": "resource class", "module/left/p/A.class": "classes/p/A.class", "module/left/p/Old.class": "", "module/left/p/told": "", "module/target/tests/jar": "", "module/out/of/secrets/key": "", "elsewhere/list": "",
	} {
		if got, err := in.read(path); (err == nil) != (want != "") || got != want {
			t.Errorf("%s is %q, %v; want %q", path, got, err, want)
		}
	}
	for _, path := range []string{"module/target/classes/new", "module/target/classes/deep/new", "module/left/new", "module/left/p/A.class", "module/made/tests/new"} {
		if err := in.write(path, path); err != nil {
			t.Errorf("writing %s: %v", path, err)
		}
		if got, err := in.read(path); err != nil || got != path {
			t.Errorf("%s is %q, %v", path, got, err)
		}
	}
	if _, err := in.read("module/left/none"); err == nil {
		t.Error("there is a file that nobody has made")
	}
	paths, _ := v.Reads()
	for path, want := range map[string]bool{"module/resources/deep/list": true, "module/target/tests/deep/list": false, "module/left/none": false, "module/classes/none": true} {
		if slices.Contains(paths, path) != want {
			t.Errorf("the run depends on %q; on %s: %t", paths, path, want)
		}
	}
}

// likeFolder does random things to the overlay module/target and to the folder copy/target.
func likeFolder(t *testing.T, r *rapid.T, in inside, before map[string]string) {
	root := in.root
	for range 12 {
		path, other := drawBelow(r), drawBelow(r)
		mine, theirs := "module/target/"+path, root+"/copy/target/"+path
		var one, two error
		action := rapid.IntRange(0, 5).Draw(r, "action")
		switch action {
		case 0:
			one, two = in.write(mine, path), os.WriteFile(theirs, []byte(path), 0o644)
		case 1:
			one, two = in.change(mine, func(p *Place) error { return p.MakeFolder(0o755) }), os.Mkdir(theirs, 0o755)
		case 2:
			one, two = in.change(mine, func(p *Place) error { return p.Remove(0) }), unix.Unlink(theirs)
		case 3:
			one, two = in.change(mine, func(p *Place) error { return p.Remove(unix.AT_REMOVEDIR) }), unix.Rmdir(theirs)
		case 4:
			one = in.two(mine, "module/target/"+other, func(from, to *Place) error { return from.Rename(to) })
			two = unix.Rename(theirs, root+"/copy/target/"+other)
		case 5:
			var a, b string
			a, one = in.read(mine)
			text, err := os.ReadFile(theirs)
			if b, two = string(text), err; one == nil && two == nil && a != b {
				r.Errorf("%s is %q, not %q", path, a, b)
			}
		}
		if (one == nil) != (two == nil) {
			r.Errorf("action %d on %s (%s): %v by the overlay, %v in the folder", action, path, other, one, two)
		}
	}
	if difference := cmp.Diff(before, contents(t, root+"/module")); difference != "" {
		r.Errorf("the host's folder has changed (-before +after):\n%s", difference)
	}
	want := contents(t, root+"/copy/target")
	got := map[string]string{}
	in.walk("module/target", "", got)
	if difference := cmp.Diff(want, got); difference != "" {
		r.Errorf("the overlay is not what the folder is (-folder +overlay):\n%s", difference)
	}
}

func (in inside) walk(path, below string, found map[string]string) {
	names, err := in.list(path)
	if err != nil {
		text, err := in.read(path)
		must(in.t, err)
		found[below] = text
		return
	}
	found[below] = "folder"
	for _, name := range names {
		in.walk(path+"/"+name, below+"/"+name, found)
	}
}

// drawTree fills a folder.
func drawTree(r *rapid.T, folder string) {
	for range rapid.IntRange(0, 6).Draw(r, "entries") {
		path := filepath.Join(folder, drawBelow(r))
		if rapid.Bool().Draw(r, "folder") {
			_ = os.Mkdir(path, 0o755) // where it cannot be it is not
		} else if _, err := os.Lstat(path); err != nil {
			_ = os.WriteFile(path, []byte(path), 0o644)
		}
	}
}

func drawBelow(r *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(modelNames), 1, 3).Draw(r, "path"), "/")
}

// contents are what folders hold, by path from the first of them.
func contents(t *testing.T, folders ...string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, folder := range folders {
		must(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			name := strings.TrimPrefix(path, folders[0])
			switch {
			case entry.IsDir():
				all[name] = "folder"
			case entry.Type()&fs.ModeSymlink != 0:
				all[name], err = os.Readlink(path)
			default:
				var text []byte
				text, err = os.ReadFile(path)
				all[name] = string(text)
			}
			return err
		}))
	}
	return all
}
